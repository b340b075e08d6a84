//! Huffing (*soplar*, seed 002) in both forms, and passing the turn (seed 000).

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use rules::damas::{
    Entry, Game, HuffTarget, MoveError, NoPass, PlayError, Position, Preset, Square, Squares, Table,
};
use rules::{Color, Outcome, Reason};

fn game(fen: &str, preset: Preset) -> Game {
    Game::new(Position::from_fen(fen).unwrap(), preset.table())
}

/// Plays a text and says whether it was wrong.
fn play(game: &mut Game, text: &str) -> bool {
    game.play(game.read(text).unwrap()).unwrap()
}

fn piece(number: u8) -> HuffTarget {
    HuffTarget::Piece(Square::new(number).unwrap())
}

fn squares(numbers: &[u8]) -> Squares {
    numbers
        .iter()
        .filter_map(|&number| Square::new(number))
        .collect()
}

/// 5 can take 10; 12 can only move.
const DUE: &str = "W:W5,12:B10,21";

#[test]
fn without_huffing_only_legal_moves_are_taken() {
    let game = game(DUE, Preset::Classic);
    assert_eq!(game.read("12-15"), Err(MoveError::Illegal));
    assert_eq!(
        game.clone().huff(HuffTarget::Undo),
        Err(PlayError::NothingToHuff)
    );
}

#[test]
fn a_wrong_move_is_carried_out_and_can_be_huffed() {
    let mut game = game(DUE, Preset::Family);
    assert!(play(&mut game, "12-15"));
    assert_eq!(game.position().fen(), "B:W5,15:B10,21");
    assert_eq!(
        (game.ply(), game.is_wrong_open(), game.huffable()),
        (1, true, squares(&[5]))
    );
    assert_eq!(game.outcome(), None);
}

#[test]
fn in_the_family_the_piece_that_should_have_captured_leaves_and_the_opponent_moves() {
    let mut game = game(DUE, Preset::Family);
    play(&mut game, "12-15");
    assert_eq!(
        game.huff(piece(15)),
        Err(PlayError::NotHuffable {
            huffable: squares(&[5])
        })
    );
    assert_eq!(
        game.huff(piece(31)),
        Err(PlayError::NotHuffable {
            huffable: squares(&[5])
        })
    );
    assert_eq!(
        game.huff(HuffTarget::Undo),
        Err(PlayError::NotHuffable {
            huffable: squares(&[5])
        })
    );
    game.huff(piece(5)).unwrap();
    // That was not a move: black is still on turn, and so many half-moves stand as before.
    assert_eq!(game.position().fen(), "B:W15:B10,21");
    assert_eq!((game.ply(), game.is_wrong_open()), (1, false));
    assert_eq!(game.huff(piece(5)), Err(PlayError::NothingToHuff));
    assert!(!play(&mut game, "10-6"));
    assert_eq!(game.ply(), 2);
}

#[test]
fn a_piece_that_moved_instead_of_capturing_is_taken_where_it_now_stands() {
    let mut game = game(DUE, Preset::Family);
    play(&mut game, "5-9");
    assert_eq!(game.huffable(), squares(&[9]));
    game.huff(piece(9)).unwrap();
    assert_eq!(game.position().fen(), "B:W12:B10,21");
}

#[test]
fn a_man_whose_wrong_move_ends_on_the_last_row_is_crowned() {
    // 5 takes two, 23 only one.
    let mut game = game("W:W5,23:B10,18,28", Preset::Family);
    assert!(play(&mut game, "23x32"));
    assert_eq!(game.position().fen(), "B:W5,K32:B10,18");
    assert_eq!(game.huffable(), squares(&[5]));
}

#[test]
fn moving_forgives_a_wrong_move() {
    let mut game = game(DUE, Preset::Family);
    play(&mut game, "12-15");
    assert!(!play(&mut game, "10x1"));
    assert!(!game.is_wrong_open());
    assert_eq!(game.huff(piece(5)), Err(PlayError::NothingToHuff));
    assert_eq!(game.huffable(), Squares::EMPTY);
}

#[test]
fn the_last_piece_may_be_huffed_and_the_game_is_over() {
    let mut game = game("W:W5:B10,21", Preset::Family);
    play(&mut game, "5-9");
    game.huff(piece(9)).unwrap();
    let lost = Outcome {
        winner: Some(Color::Black),
        reason: Reason::NoPieces,
    };
    assert_eq!(game.outcome(), Some(lost));
    assert_eq!(game.huff(piece(9)), Err(PlayError::GameOver));
    assert_eq!(game.pass(), Err(PlayError::GameOver));
    assert!(game.legal_moves().is_empty());
}

#[test]
fn formally_the_wrong_move_is_undone_and_a_legal_one_must_follow() {
    let mut game = game(DUE, Preset::Formal);
    let wrong = game.read("12-15").unwrap();
    assert_eq!(game.play(wrong), Ok(true));
    assert_eq!(
        game.huff(piece(5)),
        Err(PlayError::NotHuffable {
            huffable: squares(&[5])
        })
    );
    game.huff(HuffTarget::Undo).unwrap();
    assert_eq!((game.position().fen().as_str(), game.ply()), (DUE, 0));
    assert!(game.must_play_legal());
    assert_eq!(game.read("12-15"), Err(MoveError::Illegal));
    assert_eq!(game.play(wrong), Err(PlayError::IllegalMove));
    assert!(!play(&mut game, "5x14"));
    assert!(!game.must_play_legal());
    // Nothing is forgotten.
    let undone = Entry::Move {
        mv: wrong,
        wrong: true,
        undone: true,
    };
    assert_eq!(
        game.entries().take(2).collect::<Vec<_>>(),
        [undone, Entry::Huff(None)]
    );
    assert_eq!(game.log().len(), 3);
}

#[test]
fn formally_counters_and_occurrences_go_back_with_the_move() {
    let mut game = king_due(Preset::Formal);
    let counters = |game: &Game| {
        (
            game.quiet_king_plies(),
            game.max_quiet_king_plies(),
            game.occurrences(),
            game.ply(),
        )
    };
    assert_eq!(counters(&game), (4, 4, 1, 4));
    assert!(play(&mut game, "4-7"));
    assert_eq!(counters(&game), (5, 5, 1, 5));
    game.huff(HuffTarget::Undo).unwrap();
    assert_eq!(counters(&game), (4, 4, 1, 4));
}

#[test]
fn a_capture_broken_off_is_a_wrong_move_by_its_full_path() {
    // 15 takes 19 and 27; 9 takes 13 only.
    let mut game = game("W:W9,15:B13,19,27", Preset::Family);
    assert!(play(&mut game, "15x22"));
    assert_eq!(game.huffable(), squares(&[22]));
    assert_eq!(game.position().fen(), "B:W9,22:B13,27");
}

#[test]
fn text_is_matched_against_legal_moves_first() {
    let game = game("W:W9,15:B13,19,27", Preset::Family);
    let legal = game.read("15x31").unwrap();
    assert_eq!(game.position().move_text(game.table(), legal), "15x22x31");
    assert!(game.position().legal_moves(game.table()).contains(&legal));
}

#[test]
fn a_wrong_path_written_in_full_is_not_taken_as_a_part_of_a_longer_legal_one() {
    let fen = "W:WK16:B5,6,14,22,23";
    let classic = game(fen, Preset::Classic);
    let legal = classic.read("16x27x9").unwrap();
    assert_eq!(
        classic.position().move_text(classic.table(), legal),
        "16x27x18x11x2x9"
    );
    let mut formal = game(fen, Preset::Formal);
    assert!(play(&mut formal, "16x27x9"));
    formal.huff(HuffTarget::Undo).unwrap();
    // Sent again it is the wrong move still, and refused.
    assert_eq!(formal.read("16x27x9"), Err(MoveError::Illegal));
    assert_eq!(formal.read("16x9"), Ok(legal));
}

#[test]
fn where_no_capture_is_due_nothing_is_let_through() {
    let game = game("W:W9,15:B32", Preset::Family);
    assert_eq!(game.read("9-17"), Err(MoveError::Illegal));
    assert_eq!(game.position().wrong_moves(game.table()), []);
}

#[test]
fn after_a_wrong_move_a_blocked_side_has_not_lost_and_may_still_huff() {
    for (preset, target, fen) in [
        (Preset::Family, piece(5), "B:W1,3,6:B10"),
        (Preset::Formal, HuffTarget::Undo, "W:W1,2,3,5:B10"),
    ] {
        let mut game = game("W:W1,2,3,5:B10", preset);
        assert!(play(&mut game, "2-6"));
        assert!(game.legal_moves().is_empty(), "{preset}");
        assert_eq!(game.outcome(), None, "{preset}");
        game.huff(target).unwrap();
        assert_eq!(
            (game.position().fen().as_str(), game.outcome()),
            (fen, None),
            "{preset}"
        );
    }
}

#[test]
fn a_wrong_capture_of_the_last_piece_wins_at_once() {
    // The king should have taken the man on 10.
    let table = Table {
        specialty: rules::damas::Specialty::WithKing,
        ..Preset::Family.table()
    };
    let mut game = Game::new(Position::from_fen("W:W5,K17:B10").unwrap(), table);
    assert!(play(&mut game, "5x14"));
    let won = Outcome {
        winner: Some(Color::White),
        reason: Reason::NoPieces,
    };
    assert_eq!((game.outcome(), game.is_wrong_open()), (Some(won), false));
}

#[test]
fn a_wrong_move_may_answer_a_wrong_move_and_forgives_it() {
    // White leaves 10 alone; black, who could take 5 or 15, takes neither.
    let mut game = game("W:W5,12:B10,19,31", Preset::Family);
    assert!(play(&mut game, "12-15"));
    assert!(play(&mut game, "31-28"));
    assert_eq!(game.huffable(), squares(&[10, 19]));
    game.huff(piece(19)).unwrap();
    assert_eq!(
        (game.position().fen().as_str(), game.ply()),
        ("W:W5,15:B10,28", 2)
    );
}

#[test]
fn a_rival_huffs_the_most_valuable_piece_on_the_lowest_square() {
    let mut with_king = game("W:W5,9,12,K25:B7,10,13,32", Preset::Family);
    assert_eq!(with_king.best_huff(), None);
    assert!(play(&mut with_king, "12-15"));
    assert_eq!(with_king.huffable(), squares(&[5, 9, 25]));
    assert_eq!(with_king.best_huff(), Some(piece(25)));
    let mut men = game("W:W5,9,12:B10,13,32", Preset::Family);
    assert!(play(&mut men, "12-15"));
    assert_eq!(men.best_huff(), Some(piece(5)));
    let mut formal = game(DUE, Preset::Formal);
    assert!(play(&mut formal, "12-15"));
    assert_eq!(formal.best_huff(), Some(HuffTarget::Undo));
}

#[test]
fn in_the_family_a_huff_starts_the_counters_again() {
    let mut game = king_due(Preset::Family);
    assert!(play(&mut game, "4-7"));
    game.huff(piece(7)).unwrap();
    assert_eq!(
        (game.quiet_king_plies(), game.occurrences(), game.ply()),
        (0, 1, 5)
    );
    assert_eq!(game.max_quiet_king_plies(), 5);
}

/// After four quiet moves of kings, white's king on 4 could take the one on 21.
fn king_due(preset: Preset) -> Game {
    let mut game = game("W:WK4,9:BK29,24", preset);
    for text in ["4-7", "29-26", "7-4", "26-21"] {
        play(&mut game, text);
    }
    game
}

mod passing {
    use super::*;

    #[test]
    fn a_pass_counts_as_a_half_move_and_leaves_the_board() {
        let mut game = game("W:WK4,9:BK29,24", Preset::Taringa);
        play(&mut game, "4-7");
        game.pass().unwrap();
        assert_eq!(game.position().fen(), "W:WK7,9:B24,K29");
        assert_eq!((game.ply(), game.quiet_king_plies()), (2, 2));
        assert_eq!(game.entries().last(), Some(Entry::Pass));
    }

    #[test]
    fn nobody_passes_twice_without_a_move_in_between() {
        let mut game = game("W:WK4,9:BK29,24", Preset::Taringa);
        game.pass().unwrap();
        play(&mut game, "29-26");
        assert_eq!(game.pass(), Err(PlayError::CannotPass(NoPass::Twice)));
        play(&mut game, "4-7");
        play(&mut game, "26-29");
        assert_eq!(game.pass(), Ok(()));
    }

    #[test]
    fn nobody_passes_when_a_capture_is_due_or_a_wrong_move_open() {
        let mut game = game(DUE, Preset::Family);
        assert_eq!(game.pass(), Err(PlayError::CannotPass(NoPass::CaptureDue)));
        play(&mut game, "12-15");
        assert_eq!(
            game.pass(),
            Err(PlayError::CannotPass(NoPass::WrongMoveOpen))
        );
    }

    #[test]
    fn after_a_pass_the_side_then_on_turn_is_judged() {
        // White cannot move, but it is black's turn until black passes.
        let mut game = game("B:W16:B20,23", Preset::Taringa);
        assert_eq!(game.outcome(), None);
        game.pass().unwrap();
        let lost = Outcome {
            winner: Some(Color::Black),
            reason: Reason::Blocked,
        };
        assert_eq!(game.outcome(), Some(lost));
    }
}

mod storage {
    use super::*;

    #[test]
    fn a_game_is_the_same_after_replay_from_its_entries() {
        let mut formal = game(DUE, Preset::Formal);
        play(&mut formal, "12-15");
        formal.huff(HuffTarget::Undo).unwrap();
        play(&mut formal, "5x14");
        let mut family = game(DUE, Preset::Family);
        play(&mut family, "5-9");
        family.huff(piece(9)).unwrap();
        play(&mut family, "21-18");
        for game in [formal, family] {
            assert_eq!(
                Game::replay(*game.initial(), *game.table(), game.entries()).as_ref(),
                Ok(&game)
            );
        }
    }

    #[test]
    fn entries_that_cannot_have_been_made_are_refused_where_they_stand() {
        let start = Position::from_fen(DUE).unwrap();
        let wrong = start.wrong_moves(&Preset::Family.table())[0].mv;
        let made = |wrong_flag| Entry::Move {
            mv: wrong,
            wrong: wrong_flag,
            undone: false,
        };
        let error = Game::replay(start, Preset::Classic.table(), [made(true)]).unwrap_err();
        assert_eq!(error.to_string(), "entry 0: this move is not legal here");
        let error = Game::replay(start, Preset::Family.table(), [made(false)]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "entry 0: it is not marked as what it was (wrong, undone)"
        );
        let error =
            Game::replay(start, Preset::Family.table(), [made(true), Entry::Pass]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "entry 1: the turn cannot be passed while a wrong move may be huffed"
        );
    }
}
