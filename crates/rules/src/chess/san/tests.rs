//! SAN: every spelling that is read, and the one that is written.

use super::super::parse_uci;
use super::*;

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

fn read(fen: &str, text: &str) -> Result<String, MoveError> {
    parse_san(&position(fen), text).map(|chosen| chosen.to_string())
}

fn written(fen: &str, uci: &str) -> String {
    let position = position(fen);
    san(&position, parse_uci(&position, uci).unwrap())
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const PROMOTES: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
const PASSES: &str = "7k/8/8/2pP4/8/8/8/K7 w - c6 0 1";

#[test]
fn every_spelling_of_castling_is_read() {
    for text in [
        "O–O",
        "0—0",
        "O\u{2011}O",
        "12. O-O",
        "0-0 $1",
        "O-O",
        "0-0",
        "o-o",
        "O-O+",
        "0-0!",
        "Kg1",
        "Ke1g1",
        "Ke1-g1",
    ] {
        assert_eq!(read(CASTLES, text).as_deref(), Ok("e1g1"), "{text}");
    }
    for text in ["O-O-O", "0-0-0", "0-0-0#", "Kc1"] {
        assert_eq!(read(CASTLES, text).as_deref(), Ok("e1c1"), "{text}");
    }
    assert_eq!(written(CASTLES, "e1h1"), "O-O");
    assert_eq!(written(CASTLES, "e1c1"), "O-O-O");
    assert_eq!(
        read("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "O-O"),
        Err(MoveError::Illegal)
    );
    assert_eq!(
        read("4k3/8/8/8/8/8/8/5K1R w - - 0 1", "O-O"),
        Err(MoveError::Illegal)
    );
}

#[test]
fn signs_may_be_missing_or_too_many() {
    for text in [
        "Nf3",
        "Nf3+",
        "Nf3#",
        "Nxf3",
        "Nf3!?",
        "Nf3 !",
        "Ng1f3",
        "Ngf3",
        "N1f3",
        "Ng1-f3",
        "Nf3=",
        "♘f3",
        "♞f3",
        "♘\u{fe0e}f3",
        "1. Nf3",
        "1.Nf3",
        "1... Nf3",
        "1… Nf3",
        "Nf3 $1",
        "1.♘f3!? $13",
        "Ng1–f3",
        "N×f3",
    ] {
        assert_eq!(read(START, text).as_deref(), Ok("g1f3"), "{text}");
    }
    for text in [
        "e4",
        "e2e4",
        "e2-e4",
        "ee4",
        "Pe4",
        "Pe2-e4",
        "e2xe4",
        "e4+",
        " e4 ",
        "e2–e4",
        "♙e4",
        "♟e2–e4",
        "1.e4!",
    ] {
        assert_eq!(read(START, text).as_deref(), Ok("e2e4"), "{text}");
    }
}

#[test]
fn a_pawn_takes_in_every_spelling() {
    for text in [
        "dxc6",
        "dc6",
        "d:c6",
        "d5xc6",
        "d5c6",
        "xc6",
        "c6",
        "dxc6 e.p.",
        "dxc6e.p.",
        "dxc6 ep+",
    ] {
        assert_eq!(read(PASSES, text).as_deref(), Ok("d5c6"), "{text}");
    }
    assert_eq!(written(PASSES, "d5c6"), "dxc6");
}

#[test]
fn a_pawn_without_its_file_is_in_doubt_between_two_captures() {
    let fen = "7k/8/3r4/2P1P3/8/8/8/K7 w - - 0 1";
    assert!(
        matches!(read(fen, "xd6"), Err(MoveError::Ambiguous { choices }) if choices.len() == 2)
    );
    assert_eq!(read(fen, "cd6").as_deref(), Ok("c5d6"));
    assert_eq!(
        read("7k/8/3r4/3PP3/8/8/8/K7 w - - 0 1", "d6").as_deref(),
        Ok("e5d6")
    );
}

#[test]
fn a_promotion_is_read_with_and_without_its_sign() {
    for text in [
        "a8q",
        "a7a8q",
        "a7-a8q",
        "a8=♕",
        "a8♛",
        "a8(q)",
        "a7a8=Q",
        "41. a8q+ $1",
        "a8=Q",
        "a8Q",
        "a8(Q)",
        "a8/Q",
        "a7a8Q",
        "a7-a8=Q",
        "a8=q",
        "a8=Q+",
        "a8Q#",
    ] {
        assert_eq!(read(PROMOTES, text).as_deref(), Ok("a7a8q"), "{text}");
    }
    assert_eq!(read(PROMOTES, "axb8=N").as_deref(), Ok("a7b8n"));
    assert_eq!(read(PROMOTES, "ab8B").as_deref(), Ok("a7b8b"));
    assert_eq!(read(PROMOTES, "ab8b").as_deref(), Ok("a7b8b"));
    assert_eq!(read(PROMOTES, "a7×b8n").as_deref(), Ok("a7b8n"));
    assert_eq!(written(PROMOTES, "a7b8r"), "axb8=R+");
    assert!(
        matches!(read(PROMOTES, "a8"), Err(MoveError::PromotionRequired { choices }) if choices.len() == 4)
    );
    assert!(matches!(
        read(PROMOTES, "a8="),
        Err(MoveError::PromotionRequired { .. })
    ));
    assert_eq!(read(PROMOTES, "a8=K"), Err(MoveError::Malformed));
    assert_eq!(read(PROMOTES, "a8k"), Err(MoveError::Malformed));
}

#[test]
fn the_origin_is_given_only_as_far_as_legal_moves_need_it() {
    assert_eq!(written("R6R/8/8/8/6k1/8/8/K7 w - - 0 1", "a8d8"), "Rad8");
    assert_eq!(written("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3"), "R1a3");
    assert_eq!(written("2k5/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4"), "Qh4e4");
    assert_eq!(written("2k5/8/8/8/7Q/8/8/K6Q w - - 0 1", "h1e1"), "Q1e1");
    let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
    assert_eq!(written(pinned, "g1e2"), "Ne2");
    let pinned = "4r2k/8/8/8/8/8/4N3/4K1N1 w - - 0 1";
    assert_eq!(written(pinned, "g1f3"), "Nf3");
    let rivals = "4r2k/8/8/8/8/8/4N3/4KN2 w - - 0 1";
    assert_eq!(
        written(rivals, "f1g3"),
        "Ng3",
        "the other knight is pinned and cannot go there"
    );
    assert_eq!(written(&rivals.replace("4r2k", "7k"), "f1g3"), "Nfg3");
}

#[test]
fn check_and_mate_are_marked() {
    assert_eq!(written("7k/8/6K1/8/8/8/R7/8 w - - 0 1", "a2a8"), "Ra8#");
    assert_eq!(written("7k/8/5K2/8/8/8/R7/8 w - - 0 1", "a2a8"), "Ra8+");
}

#[test]
fn text_that_means_several_moves_is_refused_with_the_choices() {
    let fen = "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1";
    let Err(MoveError::Ambiguous { choices }) = read(fen, "Nd2") else {
        panic!("Nd2 was read")
    };
    assert_eq!(choices.len(), 2);
    assert_eq!(read(fen, "Nbd2").as_deref(), Ok("b1d2"));
    assert_eq!(read(fen, "Nfd2").as_deref(), Ok("f1d2"));
    assert_eq!(read(fen, "Ncd2"), Err(MoveError::Illegal));
}

#[test]
fn text_that_is_no_notation_is_malformed() {
    for text in [
        "",
        " ",
        "e",
        "4",
        "x",
        "Nx",
        "Xe4",
        "e9",
        "Nf9",
        "O-O-O-O",
        "0-1",
        "1-0",
        "--",
        "Nf3f4f5",
        "♘",
        "N♘",
        "♘♘f3",
        "1 Nf3",
        "1. 1. Nf3",
        "1.",
        "$1",
        "Cf3",
        "E4",
        "e4e5e6",
        "Nf3 Nf6",
        "!!",
        "=Q",
        "Q",
        "e2e4e",
        "aaaaaaaaaaaaaaaaaaaaaaaaaa",
    ] {
        assert_eq!(read(START, text), Err(MoveError::Malformed), "{text}");
    }
}

#[test]
fn well_formed_text_of_no_legal_move_is_illegal() {
    for text in ["e5", "Nd4", "Ke2", "O-O", "exd3", "Qh5", "e8=Q"] {
        assert_eq!(read(START, text), Err(MoveError::Illegal), "{text}");
    }
}

#[test]
fn a_move_that_is_not_legal_is_written_as_uci() {
    let position = position(START);
    let absurd = Move::from_bits(63 << 6 | 4 << 12).unwrap();
    assert_eq!(san(&position, absurd), "a1h8q");
}
