//! What must hold in every position and for every text: random games beside `cozy-chess`, and parsers fed with anything.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at the first thing that is wrong"
)]

use std::collections::BTreeSet;

use cozy_chess::Board;
use proptest::prelude::*;
use rules::chess::{FenError, Game, Move, Ply, Position, parse_move, parse_san, parse_uci, san};

/// Starting points that lead to castling, promotion, en passant and few pieces soon.
const FIRST: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
];

/// A game by numbers: each chooses among the legal moves.
fn play(first: &str, choices: &[u16]) -> Game {
    let mut game = Game::new(Position::from_fen(first).unwrap());
    for &choice in choices {
        let moves = game.position().legal_moves();
        // `cozy-chess` reads no counter above 100, which no game of ours passes either.
        if moves.is_empty() || game.position().halfmove_clock() >= 100 {
            break;
        }
        game.play(moves[usize::from(choice) % moves.len()]).unwrap();
    }
    game
}

fn a_game() -> impl Strategy<Value = Game> {
    (0..FIRST.len(), prop::collection::vec(any::<u16>(), 0..120))
        .prop_map(|(first, choices)| play(FIRST[first], &choices))
}

/// The moves of `cozy-chess`, its castling (king onto rook) turned into ours.
fn moves_of_cozy(board: &Board) -> BTreeSet<String> {
    let mut moves = BTreeSet::new();
    board.generate_moves(|of_piece| {
        for chosen in of_piece {
            let text = chosen.to_string();
            let castles = board.color_on(chosen.to) == Some(board.side_to_move());
            moves.insert(match &text[..] {
                "e1h1" | "e8h8" if castles => text.replace('h', "g"),
                "e1a1" | "e8a8" if castles => text.replace('a', "c"),
                _ => text,
            });
        }
        false
    });
    moves
}

/// The spellings of a move: engine's, standard, long, with figurines, with other dashes and signs.
fn cores(position: &Position, chosen: Move) -> BTreeSet<String> {
    let (engine, short) = (chosen.to_string(), san(position, chosen));
    let (from, rest) = engine.split_at(2);
    let mut cores = BTreeSet::from([
        engine.clone(),
        format!("{from}-{rest}"),
        format!("{from}–{rest}"),
        engine[..4].to_owned() + &engine[4..].to_uppercase(),
        short.replace(['+', '#'], ""),
        short.replace('x', "×"),
        short.replace('x', ":"),
        short.replace('O', "0"),
        short.replace('-', "–"),
        short.replace('-', "—").replace('O', "0"),
        short.replace('=', ""),
        short.clone(),
    ]);
    if let Some((before, role)) = short.split_once('=') {
        cores.insert(before.to_owned() + &role.to_lowercase());
        cores.insert(format!("{before}({})", &role[..1]));
    }
    for figurines in ["♔♕♖♗♘", "♚♛♜♝♞"] {
        let text = short.chars().map(|letter| {
            let place = "KQRBN".chars().position(|piece| piece == letter);
            place
                .and_then(|place| figurines.chars().nth(place))
                .unwrap_or(letter)
        });
        cores.insert(text.collect());
    }
    cores
}

/// A move with what stands around it.
fn dressed(core: &str, number: u32) -> [String; 8] {
    [
        core.to_owned(),
        format!("{number}. {core}"),
        format!("{number}.{core}"),
        format!("{number}...{core}"),
        format!("{number}… {core}!"),
        format!("{core} $1"),
        format!("  {core}?! "),
        format!("{number}. {core}!? $14 $6"),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_legal_moves_are_those_of_another_program(game in a_game()) {
        let mut position = *game.initial();
        let plies = game.moves().iter().chain([&Ply::Pass]);
        for ply in plies {
            let board: Board = position.fen().parse().unwrap();
            let ours: BTreeSet<String> = position.legal_moves().iter().map(ToString::to_string).collect();
            prop_assert_eq!(ours.len(), position.legal_moves().len(), "a move is listed twice in {}", position);
            prop_assert_eq!(&ours, &moves_of_cozy(&board), "{}", position);
            prop_assert_eq!(position.checkers().count(), board.checkers().len());
            prop_assert_eq!(position.has_legal_moves(), !ours.is_empty());
            if let Ply::Move(chosen) = *ply {
                position = position.play(chosen).unwrap();
            }
        }
    }

    #[test]
    fn a_position_is_equal_to_what_its_fen_says(game in a_game()) {
        let position = *game.position();
        let read = Position::from_fen(&position.fen());
        prop_assert_eq!(read, Ok(position));
        prop_assert_eq!(read.map(|read| read.key()), Ok(position.key()));
    }

    #[test]
    fn every_legal_move_is_read_back_from_every_spelling(game in a_game()) {
        let position = game.position();
        let mut spellings = BTreeSet::new();
        for &chosen in &position.legal_moves() {
            let text = san(position, chosen);
            prop_assert_eq!(parse_san(position, &text), Ok(chosen), "{} in {}", text, position);
            prop_assert_eq!(parse_move(position, &text), Ok(chosen));
            prop_assert_eq!(parse_uci(position, &chosen.to_string()), Ok(chosen));
            prop_assert_eq!(parse_move(position, &chosen.to_string()), Ok(chosen));
            prop_assert_eq!(Move::from_bits(chosen.to_bits()), Some(chosen));
            prop_assert!(spellings.insert(text), "two moves are written the same");
        }
    }

    #[test]
    fn every_legal_move_is_read_back_from_everything_that_people_write(game in a_game(), number in 0..20_000u32) {
        let position = game.position();
        for &chosen in &position.legal_moves() {
            for core in cores(position, chosen) {
                for text in dressed(&core, number) {
                    prop_assert_eq!(parse_move(position, &text), Ok(chosen), "{} in {}", text, position);
                }
            }
        }
    }

    #[test]
    fn captures_and_promotions_are_the_legal_moves_that_are_so(game in a_game()) {
        let position = game.position();
        let forces = |chosen: &Move| {
            let after = position.play_unchecked(*chosen);
            chosen.promotion.is_some() || after.occupied().count() < position.occupied().count()
        };
        let expected: BTreeSet<Move> = position.legal_moves().iter().copied().filter(forces).collect();
        let listed: BTreeSet<Move> = position.captures_and_promotions().into_iter().collect();
        prop_assert_eq!(listed, expected, "{}", position);
    }

    #[test]
    fn occurrences_are_what_counting_the_whole_game_gives(game in a_game()) {
        let mut position = *game.initial();
        let mut keys = vec![position.key()];
        for ply in game.moves() {
            if let Ply::Move(chosen) = *ply {
                position = position.play_unchecked(chosen);
            }
            keys.push(position.key());
        }
        let count = keys.iter().filter(|&&key| key == position.key()).count();
        prop_assert_eq!(game.occurrences() as usize, count);
    }

    #[test]
    fn a_pass_gives_a_position_that_can_be_played_on(game in a_game()) {
        match game.position().pass() {
            Some(passed) => prop_assert_eq!(Position::from_fen(&passed.fen()), Ok(passed)),
            None => prop_assert!(game.position().is_check()),
        }
    }

    #[test]
    fn a_fen_parser_survives_any_text(text in "\\PC*") {
        let _ = Position::from_fen(&text);
    }

    #[test]
    fn a_fen_parser_survives_what_looks_like_a_fen(
        text in "[pnbrqkPNBRQK1-8/]{0,80} [wbx] (-|[KQkq]{1,5}) (-|[a-i][0-9]) [0-9]{1,7} [0-9]{1,7}",
    ) {
        if let Ok(position) = Position::from_fen(&text) {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            // A board has one spelling only.
            let ours = position.fen();
            prop_assert_eq!(ours.split(' ').next(), text.split(' ').next());
        }
    }

    #[test]
    fn a_run_of_empty_squares_in_two_digits_is_refused(game in a_game(), split in any::<prop::sample::Index>(), part in 1..8u32) {
        let fen = game.position().fen();
        let (board, rest) = fen.split_once(' ').unwrap();
        let runs: Vec<usize> = (0..board.len()).filter(|&at| matches!(board.as_bytes()[at], b'2'..=b'8')).collect();
        prop_assume!(!runs.is_empty());
        let at = *split.get(&runs);
        let run = u32::from(board.as_bytes()[at] - b'0');
        let part = part % (run - 1) + 1;
        let fen = format!("{}{part}{}{} {rest}", &board[..at], run - part, &board[at + 1..]);
        prop_assert!(matches!(Position::from_fen(&fen), Err(FenError::SplitDigits(_))), "{}", fen);
    }

    #[test]
    fn random_boards_are_refused_or_played_as_another_program_plays_them(
        kings in (0..64usize, 0..64usize),
        pieces in prop::collection::vec((0..64usize, prop::sample::select(b"pnbrqPNBRQ".to_vec())), 0..24),
        side in prop::sample::select(vec!["w", "b"]),
    ) {
        let mut board = [b'1'; 64];
        for (square, piece) in pieces {
            board[square] = piece;
        }
        board[kings.0] = b'K';
        board[kings.1] = b'k';
        let ranks: Vec<String> = board.chunks(8).map(|rank| {
            // Longest first, so that neighbouring empty squares become one digit.
            let text = String::from_utf8_lossy(rank).into_owned();
            (2..=8).rev().fold(text, |text, run| text.replace(&"1".repeat(run), &run.to_string()))
        }).collect();
        let Ok(position) = Position::from_fen(&format!("{} {side} KQkq - 0 1", ranks.join("/"))) else {
            return Ok(());
        };
        let ours: BTreeSet<String> = position.legal_moves().iter().map(ToString::to_string).collect();
        if let Ok(board) = position.fen().parse::<Board>() {
            prop_assert_eq!(&ours, &moves_of_cozy(&board), "{}", position);
        }
        for &chosen in &position.legal_moves() {
            let after = position.play_unchecked(chosen);
            prop_assert_eq!(Position::from_fen(&after.fen()), Ok(after));
        }
    }

    #[test]
    fn move_parsers_survive_any_text(game in a_game(), text in "\\PC{0,12}") {
        let _ = parse_uci(game.position(), &text);
        let _ = parse_san(game.position(), &text);
        let _ = parse_move(game.position(), &text);
    }

    #[test]
    fn what_a_move_parser_reads_is_legal(game in a_game(), text in "[KQRBN]?[a-h]?[1-8]?[x:-]?[a-h][1-8](=?[QRBNqrbn])?[+#!?]{0,2}") {
        if let Ok(chosen) = parse_move(game.position(), &text) {
            prop_assert!(game.position().is_legal(chosen), "{} was read as {}", text, chosen);
        }
    }
}
