//! Any text as a move of damas, the first byte choosing position and table: no panic; what is read can be played, is wrong
//! only where that is let through, and comes back from its bytes; the choices of a refusal are at least two different moves.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::damas::{Game, Move, MoveError, Position, Table};

/// The start; captures with the same ends; a ring; men on their way to the last row; a wrong move to be had.
const FENS: [&str; 6] = [
    "W:W1-12:B21-32",
    "B:W5,6,7,10,15,19,K20,26,27,28:BK16",
    "W:WK3:B10,12,26,27",
    "W:WK1,K4,K8,K17,K25,K29,K32:B5,K6,K7,K18,K19,20,26,K27,28",
    "W:W5,22,23:B10,18,27,28",
    "W:W9,15,K25:B7,13,19,27",
];

const TABLES: [&[(&str, &str)]; 5] = [
    &[],
    &[("law", "free"), ("huffing", "family")],
    &[("king", "short"), ("huffing", "formal")],
    &[
        ("menCapture", "both"),
        ("law", "quantity"),
        ("huffing", "family"),
    ],
    &[("specialty", "with-king"), ("kingCapture", "short")],
];

fuzz_target!(|input: &[u8]| {
    let Some((&choice, text)) = input.split_first() else {
        return;
    };
    let Ok(text) = core::str::from_utf8(text) else {
        return;
    };
    let fen = FENS[usize::from(choice) % FENS.len()];
    let position = Position::from_fen(fen).expect("the positions above are positions");
    let mut table = Table::default();
    for (field, value) in TABLES[usize::from(choice) / FENS.len() % TABLES.len()] {
        table
            .set(field, value)
            .expect("the options above are options");
    }
    match position.parse_move(&table, text) {
        Ok(mv) => {
            let wrong = !position.legal_moves(&table).contains(&mv);
            assert_eq!(Game::new(position, table).play(mv), Ok(wrong));
            assert_eq!(
                wrong,
                position
                    .wrong_moves(&table)
                    .iter()
                    .any(|wrong| wrong.mv == mv)
            );
            let full = position.move_text(&table, mv);
            let printed = format!("7. {} $1", full.replace('x', "×").replace('-', "–"));
            for text in [&full, &printed] {
                assert!(wrong || position.parse_move(&table, text) == Ok(mv));
            }
            let bytes = mv.to_bytes();
            assert_eq!(Move::from_bytes(&bytes), Some((mv, bytes.len())));
        }
        Err(MoveError::Ambiguous { choices }) => {
            assert!(choices.len() > 1);
            let mut read: Vec<Move> = choices
                .iter()
                .flat_map(|path| position.parse_move(&table, path))
                .collect();
            read.sort_unstable();
            read.dedup();
            assert_eq!(read.len(), choices.len());
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
