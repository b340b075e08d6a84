//! Games that would not end: wrong moves that answer wrong moves, and the limit of entries.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use proptest::prelude::*;
use rules::damas::{Game, HuffTarget, Huffing, Move, OPTIONS, Position, Preset, Table};
use rules::{MOVE_LIMIT, Outcome, Reason, chess};

fn play(game: &mut Game, text: &str) {
    game.play(game.read(text).unwrap()).unwrap();
}

fn draw(reason: Reason) -> Option<Outcome> {
    Some(Outcome::draw(reason))
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
fn the_first_wrong_move_is_judged_only_after_its_answer() {
    let start = Position::from_fen("W:WK4:BK29").unwrap();
    let mut game = Game::new(start, Preset::Family.table());
    for text in [
        "4-7", "29-15", "7-3", "15-24", "3-16", "24-28", "16-12", "28-10", "12-19",
    ] {
        play(&mut game, text);
        assert!(!game.is_wrong_open(), "{text} is legal");
    }
    // The tenth half-move in equal material is wrong and answers none: the draw waits for the answer.
    play(&mut game, "10-5");
    assert!(game.is_wrong_open());
    assert_eq!((game.quiet_king_plies(), game.outcome()), (10, None));
    play(&mut game, "19-8");
    assert_eq!(game.outcome(), draw(Reason::EqualMaterial));
}

#[test]
fn a_wrong_move_that_forgives_and_leaves_no_move_ends_the_game() {
    for (preset, over) in [
        (Preset::Family, Reason::PieceCount),
        (Preset::Formal, Reason::Blocked),
    ] {
        let start = Position::from_fen("W:WK31,28:BK22,32").unwrap();
        let mut game = Game::new(start, preset.table());
        play(&mut game, "31-27");
        assert!(game.is_wrong_open());
        assert_eq!(game.outcome(), None, "{preset}");
        // The king takes on 31 instead of going on, and white's last man has no move.
        play(&mut game, "22x31");
        assert_eq!(game.outcome().map(|end| end.reason), Some(over), "{preset}");
        assert_eq!(game.best_huff(), None, "{preset}");
        assert_eq!(
            game.huff(HuffTarget::Undo),
            Err(rules::damas::PlayError::GameOver)
        );
        let again = Game::replay(start, preset.table(), game.entries());
        assert_eq!(again, Ok(game.clone()));
        // A version that waited here may have stored the huff that followed.
        game.go_on();
        assert!(game.is_wrong_open());
        game.huff(game.best_huff().unwrap()).unwrap();
    }
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

/// The kings, and a man whose move makes it another position.
const WITH_A_MAN: &str = "W:WK10,1:BK19";

/// A game as earlier rules let it go on: wrong moves that answer wrong moves, and no draw.
fn shuffled(fen: &str, entries: usize) -> Game {
    let start = Position::from_fen(fen).unwrap();
    let mut game = Game::new(start, Preset::Family.table());
    for text in ROUND.iter().cycle().take(entries) {
        game.go_on();
        play(&mut game, text);
    }
    game.go_on();
    game
}

#[test]
fn a_game_of_damas_is_a_draw_at_the_limit_of_entries() {
    let mut game = shuffled(WITH_A_MAN, MOVE_LIMIT - 8);
    // The man's move starts the counters again: nothing else ends the game now.
    for text in ["1-5", "19-23", "10-14", "23-19", "14-10", "19-23", "10-14"] {
        play(&mut game, text);
        assert_eq!(game.outcome(), None, "{} entries", game.log().len());
    }
    play(&mut game, "23-19");
    assert_eq!(game.log().len(), MOVE_LIMIT);
    assert_eq!(game.outcome(), draw(Reason::MoveLimit));
}

#[test]
fn a_wrong_move_that_is_the_last_entry_ends_the_game_although_it_answers_none() {
    let mut game = shuffled(WITH_A_MAN, MOVE_LIMIT - 4);
    // White's king goes where black's could take it, which is legal: black's move forgives nothing.
    for text in ["1-5", "19-8", "10-19"] {
        play(&mut game, text);
        assert_eq!(game.outcome(), None, "{text}");
    }
    assert!(!game.is_wrong_open());
    play(&mut game, "8-4");
    assert_eq!(game.log().len(), MOVE_LIMIT);
    assert_eq!(game.outcome(), draw(Reason::MoveLimit));
}

#[test]
fn a_win_comes_before_the_limit() {
    let mut game = shuffled("W:WK10:BK19", MOVE_LIMIT - 1);
    play(&mut game, "23x5");
    assert_eq!(game.log().len(), MOVE_LIMIT);
    assert_eq!(game.outcome().map(|end| end.reason), Some(Reason::NoPieces));
}

#[test]
fn a_game_stored_beyond_the_limit_can_be_gone_on_with_and_ends_with_its_next_entry() {
    let mut game = shuffled(WITH_A_MAN, MOVE_LIMIT + 2_000);
    assert_eq!((game.occurrences(), game.outcome()), (3_501, None));
    assert!(!game.legal_moves().is_empty());
    play(&mut game, "1-5");
    assert_eq!(game.outcome(), draw(Reason::MoveLimit));
}

#[test]
fn a_game_without_pieces_cannot_be_gone_on_with() {
    let start = Position::from_fen("W:W9:B13").unwrap();
    let mut game = Game::new(start, Table::default());
    play(&mut game, "9x18");
    let over = game.outcome();
    game.go_on();
    assert_eq!(over.map(|over| over.reason), Some(Reason::NoPieces));
    assert_eq!(game.outcome(), over);
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

/// Any table with huffing, all other options random.
fn huffing_tables() -> impl Strategy<Value = Table> {
    (proptest::array::uniform8(0..6usize), any::<bool>()).prop_map(|(choices, family)| {
        let mut table = Table::default();
        for ((field, values), choice) in OPTIONS.into_iter().zip(choices) {
            table.set(field, values[choice % values.len()]).unwrap();
        }
        table.huffing = if family {
            Huffing::Family
        } else {
            Huffing::Formal
        };
        table
    })
}

/// Positions with few men, where wrong moves are many and nothing forces an end.
fn open_positions() -> impl Strategy<Value = Position> {
    let fens = [
        "W:WK10:BK19",
        "W:WK10,1:BK19",
        "W:WK1,K10,2,3:BK19,K30,31",
        "W:WK1,K2,K3,K4,5,6,7,8:BK29,K30,K31,K32,25,26,27,28",
        "W:WK1,K10,K12,K14:BK19,K21,K23,K32",
    ];
    prop_oneof![
        1 => Just(Position::start()),
        3 => prop::sample::select(fens.to_vec()).prop_map(|fen| Position::from_fen(fen).unwrap()),
    ]
}

/// The position of every half-move and huff that stands, and whether earlier ones could come again after it.
type Line = Vec<(Position, bool)>;

/// How often the last position has occurred, counted plainly.
fn occurrences(line: &Line) -> u32 {
    let last = line.last().unwrap().0;
    let after = line.iter().rposition(|(_, quiet)| !quiet).unwrap_or(0);
    line[after..]
        .iter()
        .map(|(position, _)| u32::from(*position == last))
        .sum()
}

/// Two who play on for as long as they are let: wrong quiet moves first, a huff or a pass now and then.
fn play_on(mut game: Game, mut seed: u64) -> Game {
    let mut line: Line = vec![(*game.position(), false)];
    let mut next = |below: usize| {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    while game.outcome().is_none() {
        assert!(game.log().len() < MOVE_LIMIT, "{:?}", game.position());
        let before = *game.position();
        let legal = game.legal_moves().sorted();
        if game.is_wrong_open() && (legal.is_empty() || next(50) == 0) {
            let target = game.best_huff().unwrap();
            game.huff(target).unwrap();
            match target {
                HuffTarget::Undo => drop(line.pop()),
                HuffTarget::Piece(_) => line.push((*game.position(), false)),
            }
        } else if game.no_pass().is_none() && next(10) == 0 {
            game.pass().unwrap();
            line.push((*game.position(), true));
        } else {
            let mut moves = legal;
            if !game.must_play_legal() {
                moves.extend(
                    before
                        .wrong_moves(game.table())
                        .iter()
                        .map(|wrong| wrong.mv),
                );
            }
            let is_quiet =
                |mv: &Move| !mv.is_capture() && before.kings(before.turn()).contains(mv.from);
            let quiet: Vec<_> = moves.iter().copied().filter(is_quiet).collect();
            let of = if quiet.is_empty() { &moves } else { &quiet };
            let mv = of[next(of.len())];
            game.play(mv).unwrap();
            line.push((*game.position(), is_quiet(&mv)));
        }
        assert_eq!(game.occurrences(), occurrences(&line), "{before:?}");
    }
    game
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

    /// Huffs, passes and captures in between, under any other options.
    #[test]
    fn games_in_which_wrong_moves_answer_wrong_moves_end(
        position in open_positions(),
        table in huffing_tables(),
        seed: u64,
    ) {
        let game = play_on(Game::new(position, table), seed);
        prop_assert!(game.log().len() <= MOVE_LIMIT);
        let again = Game::replay(position, table, game.entries());
        prop_assert_eq!(again, Ok(game));
    }
}
