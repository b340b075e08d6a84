//! Games that would not end: wrong moves that answer wrong moves, and the limit of entries.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use proptest::prelude::*;
use rules::damas::{Game, HuffTarget, Huffing, Move, Position, Preset, Table};
use rules::{MOVE_LIMIT, Outcome, Reason, chess};

fn play(game: &mut Game, text: &str) {
    game.play(game.read(text).unwrap()).unwrap();
}

fn draw(reason: Reason) -> Option<Outcome> {
    Some(Outcome {
        winner: None,
        reason,
    })
}

/// Both sides go round and never capture.
const ROUND: [&str; 4] = ["10-14", "19-23", "14-10", "23-19"];

fn kings() -> Position {
    Position::from_fen("W:WK10:BK19").unwrap()
}

#[test]
fn wrong_moves_that_answer_wrong_moves_are_drawn_by_repetition() {
    let mut game = Game::new(kings(), Preset::Family.table());
    for text in ROUND.iter().cycle().take(7) {
        play(&mut game, text);
        assert!(game.is_wrong_open());
        assert_eq!(game.outcome(), None);
    }
    play(&mut game, ROUND[3]);
    assert_eq!((game.ply(), game.occurrences()), (8, 3));
    assert_eq!(game.outcome(), draw(Reason::ThreefoldRepetition));
    assert!(!game.is_wrong_open(), "nothing is huffed after the end");
    let again = Game::replay(kings(), Preset::Family.table(), game.entries());
    assert_eq!(again, Ok(game));
}

#[test]
fn a_wrong_move_that_answers_none_waits_for_its_huff() {
    // The third occurrence comes by a wrong move after a legal one: the rival may still huff.
    let mut game = Game::new(
        Position::from_fen("W:WK10,11:BK19,22").unwrap(),
        Preset::Family.table(),
    );
    play(&mut game, "10-14");
    assert!(game.is_wrong_open());
    assert_eq!(game.outcome(), None);
    let square = game.huffable().first().unwrap();
    game.huff(HuffTarget::Piece(square)).unwrap();
    assert!(!game.is_wrong_open());
}

#[test]
fn counters_run_on_through_wrong_moves() {
    // Two kings on each side that go where they have not been: equal material for ten half-moves.
    let start = Position::from_fen("W:WK1,K10:BK19,K32").unwrap();
    let mut game = Game::new(start, Preset::Family.table());
    for ply in 0.. {
        if game.outcome().is_some() {
            // A wrong move that answers a legal one waits for the next.
            assert!((10..=11).contains(&ply), "{ply} half-moves");
            assert_eq!(game.outcome(), draw(Reason::EqualMaterial));
            break;
        }
        let next = quiet(&game).into_iter().find(|&mv| {
            let mut after = game.clone();
            after.play(mv).is_ok() && after.occurrences() == 1
        });
        game.play(next.unwrap()).unwrap();
    }
}

/// The moves without a capture of the side on turn, the wrong ones first.
fn quiet(game: &Game) -> Vec<Move> {
    let wrong = game.position().wrong_moves(game.table());
    let wrong = wrong.into_iter().map(|wrong| wrong.mv);
    wrong
        .chain(game.legal_moves().sorted())
        .filter(|mv| !mv.is_capture())
        .collect()
}

#[test]
fn a_game_of_damas_with_too_many_entries_is_drawn() {
    let table = Preset::Family.table();
    let mut game = Game::without_draws(kings(), table);
    for text in ROUND.iter().cycle().take(MOVE_LIMIT) {
        play(&mut game, text);
    }
    assert_eq!((game.outcome(), game.occurrences()), (None, 3001));
    // A win comes before the limit.
    game.declare_draws();
    assert!(game.is_wrong_open());
    game.huff(HuffTarget::Piece(game.huffable().first().unwrap()))
        .unwrap();
    assert_eq!(game.outcome().map(|end| end.reason), Some(Reason::NoPieces));

    let start = Position::from_fen("W:WK10,1:BK19").unwrap();
    let mut game = Game::without_draws(start, table);
    for text in ROUND.iter().cycle().take(MOVE_LIMIT - 2) {
        play(&mut game, text);
    }
    game.declare_draws();
    for (text, expected) in [("1-5", None), ("23-19", draw(Reason::MoveLimit))] {
        play(&mut game, text);
        assert_eq!(game.outcome(), expected, "{text}");
    }
    assert_eq!(game.log().len(), MOVE_LIMIT);
}

#[test]
fn a_game_of_chess_with_too_many_half_moves_is_drawn() {
    let mut game = chess::Game::start();
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"]
        .iter()
        .cycle()
        .take(MOVE_LIMIT - 1)
    {
        game.play(chess::parse_move(game.position(), text).unwrap())
            .unwrap();
    }
    assert_eq!(game.occurrences(), 3000);
    game.play(
        chess::parse_move(game.position(), "e5")
            .unwrap_or_else(|_| chess::parse_move(game.position(), "e7e5").unwrap()),
    )
    .unwrap();
    assert_eq!(game.ply(), MOVE_LIMIT);
    assert_eq!(game.outcome(), draw(Reason::MoveLimit));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Nobody captures, and nobody huffs where the table lets a wrong move stand.
    #[test]
    fn every_game_of_kings_in_which_nobody_captures_ends(
        fen in prop::sample::select(vec![
            "W:WK10:BK19", "W:WK1,K10:BK19,K32", "W:WK10,K14,K3:BK19", "B:WK10,1,2:BK19,K23,31", "W:WK6,5:BK19,32",
        ]),
        huffing in prop::sample::select(vec![Huffing::Family, Huffing::Formal]),
        short in any::<bool>(),
        choices in proptest::collection::vec(any::<u16>(), 2000),
    ) {
        let mut table = Table { huffing, ..Table::default() };
        if short {
            table.set("king", "short").unwrap();
        }
        let mut game = Game::new(Position::from_fen(fen).unwrap(), table);
        for choice in choices {
            if game.outcome().is_some() {
                break;
            }
            let quiet = quiet(&game);
            let pick = |moves: &[Move]| moves[usize::from(choice) % moves.len()];
            if game.must_play_legal() || quiet.is_empty() {
                game.play(pick(&game.legal_moves().sorted())).unwrap();
            } else {
                game.play(pick(&quiet)).unwrap();
            }
        }
        prop_assert!(game.outcome().is_some(), "{} after {} entries", game.position().fen(), game.log().len());
        let again = Game::replay(*game.initial(), table, game.entries());
        prop_assert_eq!(again, Ok(game));
    }
}
