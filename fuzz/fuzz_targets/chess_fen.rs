//! Any text as a FEN: no panic; what is read comes out as text that is read as the same position; each legal move leads to
//! a position that is itself read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rules::chess::{Position, perft};

fuzz_target!(|fen: &str| {
    let Ok(position) = Position::from_fen(fen) else {
        return;
    };
    assert_eq!(Position::from_fen(&position.fen()), Ok(position));
    let moves = position.legal_moves();
    assert_eq!(moves.len() as u64, perft(&position, 1));
    assert_eq!(moves.is_empty(), !position.has_legal_moves());
    for &chosen in &moves {
        let after = position.play(chosen).expect("a listed move is legal");
        assert_eq!(Position::from_fen(&after.fen()), Ok(after));
    }
    if let Some(passed) = position.pass() {
        assert_eq!(Position::from_fen(&passed.fen()), Ok(passed));
    }
});
