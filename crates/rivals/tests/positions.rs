//! What must hold in every position, however odd.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use proptest::prelude::*;
use rivals::duel::Player;
use rivals::{Level, Limits, Settings, chess_move, damas_move, search_chess, search_damas};
use rules::{chess, damas};

/// The levels that are quick enough to be asked hundreds of times.
const QUICK: [Level; 3] = [Level::Domador, Level::Chofer, Level::Carcelero];

/// Any men on any squares; `None` where that cannot be played on.
fn chess_position(men: &[(u8, u8)], black_to_move: bool) -> Option<chess::Game> {
    let mut board = [[None; 8]; 8];
    for (number, &(square, kind)) in men.iter().enumerate() {
        let piece = match number {
            0 => 'K',
            1 => 'k',
            // Many queens: that is where moves are many.
            _ => {
                ['Q', 'q', 'Q', 'q', 'R', 'r', 'B', 'b', 'N', 'n', 'P', 'p'][usize::from(kind) % 12]
            }
        };
        let (rank, file) = (usize::from(square) / 8 % 8, usize::from(square) % 8);
        if matches!(piece, 'P' | 'p') && (rank == 0 || rank == 7) {
            continue;
        }
        board[rank][file].get_or_insert(piece);
    }
    let ranks = board.map(|rank| {
        rank.map(|piece| piece.map_or("1".to_owned(), String::from))
            .concat()
    });
    let turn = if black_to_move { 'b' } else { 'w' };
    let position =
        chess::Position::from_fen(&format!("{} {turn} - - 0 1", ranks.join("/"))).ok()?;
    Some(chess::Game::new(position))
}

fn damas_position(squares: &[(u8, u8)], black_to_move: bool) -> Option<damas::Position> {
    let mut sides = [Vec::new(), Vec::new()];
    let mut taken = [false; 33];
    for &(square, kind) in squares {
        let square = square % 32 + 1;
        if std::mem::replace(&mut taken[usize::from(square)], true) {
            continue;
        }
        let side = usize::from(kind & 1);
        let last_row = if side == 0 { square > 28 } else { square < 5 };
        let king = if kind & 2 == 0 || last_row { "K" } else { "" };
        sides[side].push(format!("{king}{square}"));
    }
    let turn = if black_to_move { 'B' } else { 'W' };
    let [white, black] = sides.map(|side| side.join(","));
    damas::Position::from_fen(&format!("{turn}:W{white}:B{black}")).ok()
}

fn a_table() -> impl Strategy<Value = damas::Table> {
    let options = damas::OPTIONS.map(|(_, values)| 0..values.len());
    options.prop_map(|chosen| {
        let mut table = damas::Table::default();
        for ((field, values), at) in damas::OPTIONS.iter().zip(chosen) {
            table.set(field, values[at]).unwrap();
        }
        table
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_level_makes_a_legal_move_in_any_position_of_chess(
        men in prop::collection::vec((0u8..64, 0u8..12), 2..40),
        black in any::<bool>(),
        seed in any::<u64>(),
    ) {
        if let Some(game) = chess_position(&men, black) {
            for level in QUICK {
                match chess_move(&game, level, seed) {
                    Some(mv) => prop_assert!(game.position().is_legal(mv), "{} {level}", game.position()),
                    None => prop_assert!(!game.position().has_legal_moves()),
                }
            }
            let some = Settings::new(Limits::nodes(3000));
            let report = search_chess(&game, some, &mut |_| false, &mut |_| {});
            prop_assert_eq!(report.is_some(), game.position().has_legal_moves());
        }
    }

    #[test]
    fn every_level_makes_a_legal_move_in_any_position_of_damas_on_any_table(
        squares in prop::collection::vec((0u8..32, 0u8..4), 2..28),
        black in any::<bool>(),
        table in a_table(),
        seed in any::<u64>(),
    ) {
        if let Some(position) = damas_position(&squares, black) {
            let game = damas::Game::new(position, table);
            for level in QUICK {
                let mv = damas_move(&game, level, seed);
                let legal = game.legal_moves();
                match mv {
                    Some(mv) => prop_assert!(legal.contains(&mv), "{:?} {level}", position),
                    None => prop_assert!(legal.is_empty()),
                }
            }
            let some = Settings::new(Limits::nodes(3000));
            let report = search_damas(&game, some, &mut |_| false, &mut |_| {});
            prop_assert_eq!(report.is_some(), game.outcome().is_none());
        }
    }

    #[test]
    fn a_mate_in_one_is_always_taken(
        men in prop::collection::vec((0u8..64, 0u8..12), 6..30),
        black in any::<bool>(),
        seed in any::<u64>(),
    ) {
        let Some(game) = chess_position(&men, black) else { return Ok(()) };
        let mates = |mv: chess::Move| {
            let after = game.position().play_unchecked(mv);
            after.is_check() && !after.has_legal_moves()
        };
        if game.position().legal_moves().iter().any(|&mv| mates(mv)) {
            for level in QUICK {
                let mv = chess_move(&game, level, seed).unwrap();
                prop_assert!(mates(mv), "{level} plays {mv} in {}", game.position());
            }
        }
    }
}

#[test]
fn the_hard_level_copes_with_the_most_moves_and_the_most_captures() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "QQQQQQQQ/QQQQQQQ1/8/8/8/8/qqqqqqk1/K6q b - - 0 1",
        "Q1Q1Q1Q1/1q1q1q1q/Q1Q1Q1Q1/1q1q1q1q/Q1Q1Q1Q1/1q1q1q1q/3K4/7k w - - 0 1",
    ] {
        if let Ok(position) = chess::Position::from_fen(fen) {
            let mv = chess_move(&chess::Game::new(position), Level::Empresario, 1).unwrap();
            assert!(position.is_legal(mv));
        }
    }
    let mut table = damas::Table::default();
    table.set("law", "free").unwrap();
    for fen in [
        "W:WK1,K4,K8,K17,K25,K29,K32:B5,K6,K7,K18,K19,20,26,K27,28",
        "W:WK1,K8,K9,K29,K30,K32:BK5,6,K7,18,K19,K20,26,27,K28",
    ] {
        let position = damas::Position::from_fen(fen).unwrap();
        let game = damas::Game::new(position, table);
        let mv = damas_move(&game, Level::Empresario, 1).unwrap();
        assert!(game.legal_moves().contains(&mv));
    }
}

#[test]
fn a_rival_plays_on_after_a_wrong_move_and_after_a_huff() {
    for preset in [damas::Preset::Family, damas::Preset::Formal] {
        let start = damas::Position::from_fen("W:W5,12:B10,21").unwrap();
        let mut game = damas::Game::new(start, preset.table());
        assert!(game.play(game.read("12-15").unwrap()).unwrap());
        for level in Level::ALL {
            let mv = damas_move(&game, level, 3).unwrap();
            assert!(game.clone().play(mv).is_ok());
        }
        game.huff(game.best_huff().unwrap()).unwrap();
        for level in Level::ALL {
            let mv = damas_move(&game, level, 3).unwrap();
            assert!(game.legal_moves().contains(&mv));
        }
    }
}

#[test]
fn a_win_is_not_thrown_away_by_repeating() {
    let fens = [
        "8/8/8/8/8/4k3/8/R3K3 w - - 0 1",
        "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1",
    ];
    let player: Player = "search,nodes=20000".parse().unwrap();
    for fen in fens {
        let mut game = chess::Game::new(chess::Position::from_fen(fen).unwrap());
        while game.outcome().is_none() {
            let mv = player.chess(&game, 1).unwrap();
            game.play(mv).unwrap();
        }
        assert_eq!(game.outcome().unwrap().reason.name(), "checkmate", "{fen}");
    }
}
