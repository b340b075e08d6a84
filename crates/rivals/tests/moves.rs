//! What a caller may rely on.

#![allow(
    clippy::unwrap_used,
    reason = "a test stops at the first thing that is wrong"
)]

use rivals::{Level, chess_move, damas_move};
use rules::{chess, damas};

#[test]
fn the_same_game_level_and_seed_give_the_same_move() {
    let game = chess::Game::start();
    let other = damas::Game::new(damas::Position::start(), damas::Table::default());
    for level in [Level::Domador, Level::Chofer, Level::Carcelero] {
        for seed in 0..5 {
            assert_eq!(
                chess_move(&game, level, seed),
                chess_move(&game, level, seed)
            );
            assert_eq!(
                damas_move(&other, level, seed),
                damas_move(&other, level, seed)
            );
        }
    }
}

#[test]
fn a_side_without_moves_makes_none() {
    for fen in [
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1",
    ] {
        if let Ok(position) = chess::Position::from_fen(fen) {
            let game = chess::Game::new(position);
            assert!(
                Level::ALL
                    .iter()
                    .all(|&level| chess_move(&game, level, 1).is_none())
            );
        }
    }
    let blocked = damas::Position::from_fen("W:W1:B5,10").unwrap();
    let game = damas::Game::new(blocked, damas::Table::default());
    assert!(
        Level::ALL
            .iter()
            .all(|&level| damas_move(&game, level, 1).is_none())
    );
}
