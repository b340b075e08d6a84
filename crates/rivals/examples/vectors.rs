//! Writes the test vectors of the rivals: `cargo run --release -p rivals --example vectors > crates/rivals/tests/vectors.txt`.
//!
//! A line is `chess;FEN;MOVE MOVE MOVE MOVE` or `damas;TABLE;FEN;MOVE MOVE MOVE MOVE`, the moves being those of the four levels in order,
//! each with the line's number as its seed. Positions come from games of chance.

use std::error::Error;
use std::io::{BufWriter, Write as _, stdout};

use rivals::duel::Player;
use rivals::{Level, chess_move, damas_move};
use rules::{chess, damas};

const EACH: u64 = 200;

fn main() -> Result<(), Box<dyn Error>> {
    let mut output = BufWriter::new(stdout().lock());
    let chance: Player = "random".parse()?;
    let good: Player = "search,nodes=300".parse()?;
    for number in 0..EACH {
        let mut game = chess::Game::start();
        // Good moves and any moves in turn lead to positions of all kinds that a game could reach.
        for ply in 0..(number % 50 * 2 + 2) {
            let player = if ply % 8 < 3 { &chance } else { &good };
            let seed = number << 32 | ply;
            let Some(mv) = player
                .chess(&game, seed)
                .filter(|_| game.outcome().is_none())
            else {
                break;
            };
            game.play(mv)?;
        }
        let game = chess::Game::new(*game.position());
        let moves =
            Level::ALL.map(|level| text(chess_move(&game, level, number).map(|mv| mv.to_string())));
        writeln!(
            output,
            "chess;{};{}",
            game.position().fen(),
            moves.join(" ")
        )?;
    }
    let presets = damas::Preset::ALL;
    for number in 0..EACH {
        let preset = presets[number as usize % presets.len()];
        let mut game = damas::Game::new(damas::Position::start(), preset.table());
        for ply in 0..(number % 40 + 2) {
            let player = if ply % 8 < 3 { &chance } else { &good };
            let seed = number << 32 | ply;
            let mut next = game.clone();
            let Some(mv) = player.damas(&game, seed) else {
                break;
            };
            next.play(mv)?;
            if next.outcome().is_some() {
                break;
            }
            game = next;
        }
        let game = damas::Game::new(*game.position(), preset.table());
        let moves = Level::ALL.map(|level| {
            text(damas_move(&game, level, number).map(|mv| format!("{mv:?}").replace(' ', "")))
        });
        writeln!(
            output,
            "damas;{preset};{};{}",
            game.position().fen(),
            moves.join(" ")
        )?;
    }
    output.flush()?;
    Ok(())
}

fn text(mv: Option<String>) -> String {
    mv.unwrap_or_else(|| "-".to_owned())
}
