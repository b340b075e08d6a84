//! FEN: what is read, what is dropped, and what is refused.

use super::*;

fn fault(fen: &str) -> FenError {
    match Position::playable_from_fen(fen) {
        Err(error) => error,
        Ok(position) => panic!("{fen} was read as {position}"),
    }
}

fn rewritten(fen: &str) -> String {
    Position::from_fen(fen).unwrap().fen()
}

#[test]
fn a_fen_comes_out_as_it_went_in() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
        "8/2p5/3p4/KP5r/5pPk/8/4P3/1R6 b - g3 0 1",
        "6k1/8/8/8/8/8/8/K6R w - - 99 65536",
    ] {
        assert_eq!(rewritten(fen), fen);
    }
}

#[test]
fn the_counters_count_on_from_every_number_that_a_game_can_begin_with() {
    for number in [65_535, 65_536, MAX_FIRST_MOVE] {
        let fen = format!("6k1/8/8/8/8/8/8/K6R b - - 0 {number}");
        let mut position = Position::playable_from_fen(&fen).unwrap();
        for ply in 0..4u32 {
            assert_eq!(position.fullmove_number(), number + ply.div_ceil(2));
            position = position.play(position.legal_moves()[0]).unwrap();
        }
    }
    let fen = format!("6k1/8/8/8/8/8/8/K6R b - - 0 {}", MAX_FIRST_MOVE + 1);
    assert_eq!(
        fault(&fen),
        FenError::FullmoveNumberTooHigh(MAX_FIRST_MOVE + 1)
    );
    assert!(
        Position::from_fen(&fen).is_ok(),
        "it can be looked at all the same"
    );
}

#[test]
fn the_highest_counters_of_all_stay_where_they_are() {
    let fen = "r3k3/8/8/8/8/8/8/R3K3 b Qq - 4294967295 4294967295";
    let position = Position::from_fen(fen).unwrap();
    let chosen = crate::chess::parse_uci(&position, "a8b8").unwrap();
    for after in [position.play(chosen).unwrap(), position.pass().unwrap()] {
        assert!(after.fen().ends_with(" 4294967295 4294967295"), "{after}");
        assert_eq!(Position::from_fen(&after.fen()), Ok(after));
    }
}

#[test]
fn the_counters_may_be_missing() {
    let whole = "6k1/8/8/8/8/8/8/K6R w - - 0 1";
    assert_eq!(rewritten("6k1/8/8/8/8/8/8/K6R w - -"), whole);
    assert_eq!(rewritten("6k1/8/8/8/8/8/8/K6R w - - 0"), whole);
    assert_eq!(rewritten("  6k1/8/8/8/8/8/8/K6R   w - - 0 0 "), whole);
}

#[test]
fn castling_rights_without_king_and_rook_at_home_are_dropped() {
    assert_eq!(
        rewritten("r3k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1"),
        "r3k3/8/8/8/8/8/8/R2K3R w q - 0 1"
    );
    assert_eq!(
        rewritten("4k2b/8/8/8/8/8/8/r3K2R w KQk - 0 1")
            .split(' ')
            .nth(2),
        Some("K")
    );
}

#[test]
fn an_en_passant_square_that_cannot_be_is_dropped() {
    for (fen, why) in [
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "nobody can take",
        ),
        ("7k/8/8/3Pp3/8/8/8/K7 w - d6 0 1", "no pawn passed there"),
        (
            "7k/8/4n3/3Pp3/8/8/8/K7 w - e6 0 1",
            "the square is not empty",
        ),
        (
            "7k/4n3/8/3Pp3/8/8/8/K7 w - e6 0 1",
            "the pawn cannot have come from there",
        ),
        (
            "7k/8/8/8/3pP3/8/8/K7 w - e3 0 1",
            "the wrong side is to move",
        ),
        (
            "7k/8/8/3Pp3/8/8/8/K7 w - e5 0 1",
            "not on the third or sixth rank",
        ),
        (
            "7k/8/8/3Pp3/8/8/8/K7 w - e8 0 1",
            "not on the third or sixth rank",
        ),
        (
            "7k/8/8/3Pn3/8/8/8/K7 w - e6 0 1",
            "a knight makes no double step",
        ),
        (
            "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",
            "the capture opens the rank to the king",
        ),
    ] {
        assert_eq!(rewritten(fen).split(' ').nth(3), Some("-"), "{why}");
    }
    assert_eq!(
        rewritten("7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1")
            .split(' ')
            .nth(3),
        Some("e6")
    );
}

#[test]
fn a_text_that_is_no_fen_is_refused_with_its_fault() {
    for (fen, expected) in [
        ("", FenError::FieldCount(0)),
        ("6k1/8/8/8/8/8/8/K6R w -", FenError::FieldCount(3)),
        ("6k1/8/8/8/8/8/8/K6R w - - 0 1 x", FenError::FieldCount(7)),
        ("7k/8/8/8/8/8/K6R w - - 0 1", FenError::RankCount(7)),
        ("7k/8/8/8/8/8/8/8/K6R w - - 0 1", FenError::RankCount(9)),
        ("7k/8/8/8/8/8/8/K7R w - - 0 1", FenError::RankLength(1)),
        ("7k/8/8/8/8/7/8/K6R w - - 0 1", FenError::RankLength(3)),
        ("7k/88/8/8/8/8/8/K6R w - - 0 1", FenError::SplitDigits(7)),
        ("7k/44/8/8/8/8/8/K6R w - - 0 1", FenError::SplitDigits(7)),
        ("7k/8/8/8/p71/8/8/K6R w - - 0 1", FenError::SplitDigits(4)),
        ("7k/8/8/8/8/8/8/K114R w - - 0 1", FenError::SplitDigits(1)),
        ("7k/8/8/8/8/8//K6R w - - 0 1", FenError::RankLength(2)),
        (
            "7k/8/8/9/8/8/8/K6R w - - 0 1",
            FenError::UnknownPiece(5, '9'),
        ),
        (
            "7k/8/8/0/8/8/8/K6R w - - 0 1",
            FenError::UnknownPiece(5, '0'),
        ),
        (
            "7k/8/8/ñ7/8/8/8/K6R w - - 0 1",
            FenError::UnknownPiece(5, 'ñ'),
        ),
        ("6k1/8/8/8/8/8/8/K6R W - - 0 1", FenError::UnknownTurn),
        ("6k1/8/8/8/8/8/8/K6R w KX - 0 1", FenError::BadCastling),
        ("6k1/8/8/8/8/8/8/K6R w KK - 0 1", FenError::BadCastling),
        ("6k1/8/8/8/8/8/8/K6R w - e9 0 1", FenError::BadEnPassant),
        ("6k1/8/8/8/8/8/8/K6R w - - -1 1", FenError::BadHalfmoveClock),
        ("6k1/8/8/8/8/8/8/K6R w - - +1 1", FenError::BadHalfmoveClock),
        (
            "6k1/8/8/8/8/8/8/K6R w - - 4294967296 1",
            FenError::BadHalfmoveClock,
        ),
        (
            "6k1/8/8/8/8/8/8/K6R w - - 0 99999999999999999999",
            FenError::BadFullmoveNumber,
        ),
        (
            "6k1/8/8/8/8/8/8/K6R w - - 0 1.5",
            FenError::BadFullmoveNumber,
        ),
    ] {
        assert_eq!(fault(fen), expected, "{fen}");
    }
}

#[test]
fn a_position_that_cannot_be_played_on_is_refused_with_its_fault() {
    let square = |text: &str| text.parse::<Square>().unwrap();
    for (fen, expected) in [
        (
            "7k/8/8/8/8/8/8/7R w - - 0 1",
            FenError::KingCount(Color::White, 0),
        ),
        (
            "7k/k7/8/8/8/8/8/K6R w - - 0 1",
            FenError::KingCount(Color::Black, 2),
        ),
        (
            "7k/8/8/8/8/RRRRR3/RRRRRRRR/K4RRR b - - 0 1",
            FenError::TooManyPieces(Color::White, 17),
        ),
        (
            "7k/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
            FenError::TooManyPawns(Color::Black, 9),
        ),
        (
            "P6k/8/8/8/8/8/8/K7 w - - 0 1",
            FenError::PawnOnLastRank(square("a8")),
        ),
        (
            "7k/8/8/8/8/8/8/K4p2 w - - 0 1",
            FenError::PawnOnLastRank(square("f1")),
        ),
        (
            "7k/8/8/8/8/8/8/K6R w - - 0 1",
            FenError::OpponentInCheck(Color::Black),
        ),
        (
            "8/8/8/8/8/8/kK6/7R w - - 0 1",
            FenError::OpponentInCheck(Color::Black),
        ),
        (
            "4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1",
            FenError::TooManyCheckers(3),
        ),
    ] {
        assert_eq!(fault(fen), expected, "{fen}");
    }
}

#[test]
fn a_position_that_is_over_is_read_but_no_game_starts_from_it() {
    for (fen, reason) in [
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Reason::Checkmate,
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Reason::Stalemate),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 1", Reason::InsufficientMaterial),
        ("6k1/8/8/8/8/8/8/K6R w - - 100 90", Reason::FiftyMoves),
    ] {
        assert!(Position::from_fen(fen).is_ok(), "{fen}");
        assert_eq!(fault(fen), FenError::AlreadyOver(reason), "{fen}");
    }
    assert!(Position::playable_from_fen("6k1/8/8/8/8/8/8/K6R w - - 99 90").is_ok());
}

#[test]
fn a_fault_says_what_was_wrong_and_what_was_expected() {
    let says = |fen| fault(fen).to_string();
    assert_eq!(
        says("7k/k7/8/8/8/8/8/K6R w - - 0 1"),
        "black must have exactly one king, not 2"
    );
    assert_eq!(
        says("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
        "the game must not be over yet, but this position is stalemate"
    );
}
