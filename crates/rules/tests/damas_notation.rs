//! Moves of damas as text: what is read, what is written, and what is refused.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use rules::damas::{MoveError, Position, Square, Table};

fn table(options: &[(&str, &str)]) -> Table {
    let mut table = Table::default();
    for (field, value) in options {
        table.set(field, value).unwrap();
    }
    table
}

fn at(fen: &str) -> Position {
    Position::from_fen(fen).unwrap()
}

#[test]
fn an_ambiguous_capture_is_refused_with_its_paths_and_each_path_is_taken() {
    let (position, table) = (
        at("B:W5,6,7,10,15,19,K20,26,27,28:BK16"),
        table(&[("law", "free")]),
    );
    let Err(MoveError::Ambiguous { choices }) = position.parse_move(&table, "16x4") else {
        unreachable!("two captures go from 16 to 4")
    };
    assert_eq!(choices, ["16x23x14x4", "16x23x30x21x4"]);
    let boards: Vec<String> = (choices.iter())
        .map(|path| {
            let mv = position.parse_move(&table, path).unwrap();
            assert_eq!(position.notation(&table, mv), *path);
            position.play(mv).fen()
        })
        .collect();
    assert_ne!(boards[0], boards[1]);
    // A part of the path will do where it names one of them only.
    assert_eq!(
        position.parse_move(&table, "16x14x4"),
        position.parse_move(&table, "16x23x14x4")
    );
    assert_eq!(
        position.parse_move(&table, "16x30x4"),
        position.parse_move(&table, "16x23x30x21x4")
    );
}

#[test]
fn a_capture_is_read_with_every_sign_that_people_write() {
    let (position, table) = (at("W:W5,11:B15,23,32"), Table::default());
    let mv = position.parse_move(&table, "11x20x27").unwrap();
    for text in [
        "11x27",
        "11:27",
        "11X27",
        "11×27",
        "11-27",
        "11–27",
        "11 x 27",
        "11x20x27",
        "11:20:27",
        "11×20×27",
        "11-20-27",
        "1. 11x27",
        "1.11x27",
        "12... 11:27",
        "1… 11-27",
        "11x27!?",
        "11x27 $1",
        "1. 11-27 $4",
    ] {
        assert_eq!(position.parse_move(&table, text), Ok(mv), "{text}");
    }
    // A sign of capture in a quiet move says what is not so.
    let start = Position::start();
    let quiet = start.parse_move(&table, "11-14").unwrap();
    for text in [
        "11–14",
        "11 - 14",
        "1. 11-14",
        "1.11-14",
        "1...11-14",
        "11-14 $1",
        "11-14!",
    ] {
        assert_eq!(start.parse_move(&table, text), Ok(quiet), "{text}");
    }
    for text in ["11x14", "11:14", "11×14"] {
        assert_eq!(
            start.parse_move(&table, text),
            Err(MoveError::Illegal),
            "{text}"
        );
    }
}

#[test]
fn a_dash_between_the_ends_of_two_captures_is_refused_with_their_paths() {
    let (position, table) = (
        at("B:W5,6,7,10,15,19,K20,26,27,28:BK16"),
        table(&[("law", "free")]),
    );
    assert_eq!(
        position.parse_move(&table, "16-4"),
        position.parse_move(&table, "16x4")
    );
    assert_eq!(
        position.parse_move(&table, "16-14-4"),
        position.parse_move(&table, "16x23x14x4")
    );
}

#[test]
fn a_number_is_a_square_unless_a_full_stop_follows_it() {
    let (start, table) = (Position::start(), Table::default());
    for text in [
        "1 10-14",
        "10.14",
        "1.",
        "10. 14",
        "1. 1. 10-14",
        "1-10-14.",
    ] {
        assert_eq!(
            start.parse_move(&table, text),
            Err(MoveError::Malformed),
            "{text}"
        );
    }
    assert_eq!(
        start.parse_move(&table, "10.11-14"),
        start.parse_move(&table, "11-14")
    );
}

#[test]
fn a_path_of_one_jump_names_that_jump_though_longer_captures_end_there_too() {
    let (position, table) = (
        at("B:W5,11,14,17,18,20,21,26,27,28:B12,K22,K30"),
        table(&[("law", "free")]),
    );
    let short = position.parse_move(&table, "22x29").unwrap();
    assert_eq!(short.captures, Square::new(26).unwrap().into());
    assert_eq!(position.notation(&table, short), "22x29");
}

#[test]
fn a_text_that_is_no_move_is_told_from_a_move_that_is_not_legal() {
    let (start, table) = (Position::start(), Table::default());
    for text in [
        "",
        "11",
        "11-",
        "-11",
        "11-33",
        "11x",
        "11--15",
        "11-15x18",
        "a3-b4",
        "11 15",
        "１１-14",
        "11-14-",
    ] {
        assert_eq!(
            start.parse_move(&table, text),
            Err(MoveError::Malformed),
            "{text}"
        );
    }
    for text in [
        "11-16", "11x15", "11x18", "21-17", "13-17", "1-1", "11-14-18",
    ] {
        assert_eq!(
            start.parse_move(&table, text),
            Err(MoveError::Illegal),
            "{text}"
        );
    }
    let long = vec!["1"; 10_000].join("x");
    assert_eq!(start.parse_move(&table, &long), Err(MoveError::Malformed));
}

#[test]
fn a_king_that_goes_straight_on_is_written_as_landing_right_behind_and_read_from_anywhere_between()
{
    let (position, table) = (at("W:WK1:B10,28"), table(&[("law", "quantity")]));
    let mv = position.parse_move(&table, "1x32").unwrap();
    assert_eq!(position.move_text(&table, mv), "1x14x32");
    for path in ["1x14x32", "1x19x32", "1x23x32"] {
        assert_eq!(position.parse_move(&table, path), Ok(mv), "{path}");
    }
}
