//! One test for each rule of damas that programs get wrong.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot read its own data has failed"
)]

use rules::damas::{Game, Position, Preset, Table};
use rules::{Color, Outcome, Reason};

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

/// Every legal move, written out.
fn moves(fen: &str, options: &[(&str, &str)]) -> String {
    let texts: Vec<String> = at(fen)
        .written_moves(&table(options))
        .into_iter()
        .map(|written| written.text)
        .collect();
    texts.join(" ")
}

/// The position after a move given as text.
fn after(fen: &str, options: &[(&str, &str)], text: &str) -> String {
    let (position, table) = (at(fen), table(options));
    position
        .play(position.parse_move(&table, text).unwrap())
        .fen()
}

mod pieces {
    use super::*;

    #[test]
    fn a_man_moves_one_square_forward() {
        assert_eq!(moves("W:W14:B32", &[]), "14-18 14-19");
        assert_eq!(moves("B:W1:B14", &[]), "14-10 14-11");
    }

    #[test]
    fn a_man_captures_forward_only() {
        assert_eq!(moves("W:W14:B11,32", &[]), "14-18 14-19");
        assert_eq!(moves("W:W14:B11,32", &[("menCapture", "both")]), "14x7");
    }

    #[test]
    fn a_flying_king_goes_up_to_the_next_piece_and_never_over_it() {
        assert_eq!(moves("W:WK1,14:B29", &[]), "1-5 1-10 14-18 14-19");
        // Two in a row are not jumped.
        assert_eq!(moves("W:WK1:B10,14", &[]), "1-5");
    }

    #[test]
    fn a_king_does_not_leap_without_taking() {
        // An own man in the way, then an enemy with room behind it.
        assert_eq!(moves("W:WK1,10:B19", &[]), "1-5 10-13 10-14");
    }

    #[test]
    fn a_flying_king_captures_at_a_distance_and_lands_on_any_square_up_to_the_next_piece() {
        assert_eq!(moves("W:WK1,28:B14", &[]), "1x19 1x23");
    }

    #[test]
    fn a_short_king_goes_one_square_and_captures_what_is_adjacent() {
        assert_eq!(
            moves("W:WK14:B32", &[("king", "short")]),
            "14-10 14-11 14-18 14-19"
        );
        assert_eq!(moves("W:WK1:B14", &[("king", "short")]), "1-5");
        assert_eq!(moves("W:WK10:B14", &[("king", "short")]), "10x19");
    }

    #[test]
    fn moving_and_capturing_may_differ_for_a_king() {
        let flying_capture = [("king", "short"), ("kingCapture", "flying")];
        assert_eq!(moves("W:WK1:B14", &flying_capture), "1x19 1x23 1x28 1x32");
        assert_eq!(moves("W:WK1:B32", &flying_capture), "1-5");
        let short_capture = [("king", "flying"), ("kingCapture", "short")];
        assert_eq!(moves("W:WK1:B14", &short_capture), "1-5 1-10");
        assert_eq!(moves("W:WK10:B14", &short_capture), "10x19");
    }
}

mod crowning {
    use super::*;

    #[test]
    fn a_man_becomes_a_king_where_its_move_ends_on_the_last_row() {
        assert_eq!(after("W:W25:B24", &[], "25-29"), "B:WK29:B24");
        assert_eq!(after("B:WK32:B5", &[], "5-1"), "W:WK32:BK1");
    }

    #[test]
    fn a_new_king_does_not_go_on_capturing() {
        // From 31 a king could take 28.
        assert_eq!(moves("W:W22:B27,28", &[]), "22x31");
        assert_eq!(after("W:W22:B27,28", &[], "22x31"), "B:WK31:B28");
    }

    #[test]
    fn a_man_that_captures_on_over_the_last_row_stays_a_man() {
        let both = [("menCapture", "both"), ("law", "quantity")];
        assert_eq!(moves("W:W22:B27,28", &both), "22x31x24");
        assert_eq!(after("W:W22:B27,28", &both, "22x24"), "B:W24:B");
        assert_eq!(after("W:W22:B27", &both, "22x31"), "B:WK31:B");
    }
}

mod captures {
    use super::*;

    #[test]
    fn captured_men_stay_until_the_move_ends_and_block_the_way() {
        // If 19 were gone at once, the king could come back over its square and take 12.
        assert_eq!(moves("W:WK15:B12,19", &[]), "15x8 15x22 15x26 15x29");
    }

    #[test]
    fn no_man_is_jumped_twice_in_one_capture() {
        // A ring of four men around 18: once around, then the first one is in the way.
        let ring = moves("W:WK18:B14,15,22,23", &[("king", "short")]);
        assert_eq!(ring, "18x11x20x27x18");
        assert_eq!(
            after("W:WK18:B14,15,22,23", &[("king", "short")], "18x18"),
            "B:WK18:B"
        );
    }

    #[test]
    fn the_square_where_a_capture_began_counts_as_empty() {
        // Back to 3, where it started, or before it on 6.
        assert_eq!(
            moves("W:WK3:B10,12,26,27", &[]),
            "3x16x30x17x3 3x16x30x17x6 3x17x30x16x7"
        );
    }

    #[test]
    fn a_capture_ends_only_where_its_last_jump_could_not_have_landed_to_take_more() {
        // Behind 7 the king may land on 11 to 25, but only from 14 can it take 19; even where any capture may be chosen.
        assert_eq!(
            moves("W:WK4:B7,19", &[("law", "free")]),
            "4x14x23 4x14x28 4x14x32"
        );
    }

    #[test]
    fn routes_that_take_the_same_pieces_to_the_same_square_are_one_move() {
        let (position, table) = (at("W:WK3:B10,12,26,27"), Table::default());
        let round = position.parse_move(&table, "3x3").unwrap();
        let routes: Vec<String> = position
            .routes(&table, round, 10)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(routes, ["3x16x30x17x3", "3x17x30x16x3"]);
        for route in routes {
            assert_eq!(position.parse_move(&table, &route), Ok(round));
        }
        assert_eq!(position.move_text(&table, round), "3x16x30x17x3");
    }

    #[test]
    fn the_smallest_route_compares_squares_as_numbers() {
        // As text, 17 would come before 3.
        let position = at("B:W5,7,10,K11,15,21:BK20,K24,K26");
        let table = table(&[("specialty", "with-king")]);
        let mv = position.parse_move(&table, "26x17x3x12x26").unwrap();
        assert_eq!(position.move_text(&table, mv), "26x12x3x17x26");
    }
}

mod priorities {
    use super::*;

    #[test]
    fn capturing_is_obligatory() {
        assert_eq!(moves("W:W9,15:B13", &[]), "9x18");
        assert_eq!(moves("W:W9,15:B13", &[("law", "free")]), "9x18");
    }

    #[test]
    fn quantity_asks_for_the_most_pieces() {
        let fen = "W:W9,15:B13,19,27";
        assert_eq!(moves(fen, &[]), "15x22x31");
        assert_eq!(moves(fen, &[("law", "quantity")]), "15x22x31");
        assert_eq!(moves(fen, &[("law", "free")]), "9x18 15x22x31");
    }

    #[test]
    fn quality_asks_for_the_most_kings_among_equals() {
        let fen = "W:W9,15:B13,K19";
        assert_eq!(moves(fen, &[]), "15x22");
        assert_eq!(moves(fen, &[("law", "quantity")]), "9x18 15x22");
        // Never before quantity.
        assert_eq!(moves("W:W9,15:BK13,19,27", &[]), "15x22x31");
    }

    #[test]
    fn specialty_lets_the_king_go_before_the_man() {
        let fen = "W:W15,K25:B7,19,27";
        assert_eq!(moves(fen, &[]), "15x22x31");
        assert_eq!(moves(fen, &[("specialty", "with-king")]), "25x4");
    }

    #[test]
    fn specialty_of_king_asks_for_the_kings_captured_before_the_pieces() {
        let fen = "W:WK4,K9:B6,7,K13";
        assert_eq!(moves(fen, &[("specialty", "with-king")]), "4x11x2");
        assert_eq!(
            moves(fen, &[("specialty", "with-king-then-of-king")]),
            "9x18 9x22 9x27 9x31"
        );
    }
}

mod endings {
    use super::*;

    fn verdict(fen: &str, options: &[(&str, &str)]) -> Option<(Option<Color>, &'static str)> {
        let outcome = Game::new(at(fen), table(options)).outcome();
        outcome.map(|outcome| (outcome.winner, outcome.reason.name()))
    }

    #[test]
    fn the_side_on_turn_is_asked_for_a_move_and_not_the_other() {
        // White's man cannot move, black's can.
        assert_eq!(
            verdict("W:W16:B20,23", &[]),
            Some((Some(Color::Black), "blocked"))
        );
        assert_eq!(verdict("B:W16:B20,23", &[]), None);
    }

    #[test]
    fn a_blocked_side_loses_or_the_pieces_are_counted_as_the_table_says() {
        let count = [("blocked", "count")];
        assert_eq!(
            verdict("W:W16:B20,23", &count),
            Some((Some(Color::Black), "piece-count"))
        );
        // Black's man on 8 cannot move: white has more pieces.
        assert_eq!(
            verdict("B:W4,K10,18:B8", &[]),
            Some((Some(Color::White), "blocked"))
        );
        assert_eq!(
            verdict("B:W4,K10,18:B8", &count),
            Some((Some(Color::White), "piece-count"))
        );
        // As many pieces: more kings win, as many kings draw.
        assert_eq!(
            verdict("W:W25:BK29", &count),
            Some((Some(Color::Black), "piece-count"))
        );
        assert_eq!(verdict("W:W25:B29", &count), Some((None, "piece-count")));
        assert_eq!(
            verdict("W:W25:B29", &[]),
            Some((Some(Color::Black), "blocked"))
        );
    }

    #[test]
    fn the_side_without_pieces_loses_before_anything_else_is_asked() {
        assert_eq!(
            verdict("B:W3,K11:B", &[("blocked", "count")]),
            Some((Some(Color::White), "no-pieces"))
        );
        let mut game = Game::new(at("W:W5:B10"), Table::default());
        game.play(game.read("5x14").unwrap()).unwrap();
        let won = Outcome {
            winner: Some(Color::White),
            reason: Reason::NoPieces,
        };
        assert_eq!(game.outcome(), Some(won));
    }

    /// Moves kings about without a capture, each time to the position that has occurred least, until something ends the game.
    fn shuffle(fen: &str, options: &[(&str, &str)]) -> (usize, &'static str) {
        let mut game = Game::new(at(fen), table(options));
        while game.outcome().is_none() {
            let quiet = |mv: &rules::damas::Move| {
                let mut next = game.clone();
                let king = game
                    .position()
                    .kings(game.position().turn())
                    .contains(mv.from);
                next.play(*mv).unwrap();
                let end = next.outcome().map_or(0, |outcome| match outcome.reason {
                    Reason::QuietKings | Reason::EqualMaterial => 0,
                    _ => 1000,
                });
                (king && !next.position().must_capture(next.table()))
                    .then_some((next.occurrences() + end, *mv))
            };
            let (_, mv) = game.legal_moves().iter().filter_map(quiet).min().unwrap();
            game.play(mv).unwrap();
        }
        (game.ply(), game.outcome().unwrap().reason.name())
    }

    #[test]
    fn kings_cannot_shuffle_for_ever() {
        assert_eq!(shuffle("W:WK1,K2,K3:BK29,K30", &[]), (40, "quiet-kings"));
        assert_eq!(
            shuffle("W:WK1,K2,K3:BK29,K30", &[("king", "short")]),
            (80, "quiet-kings")
        );
    }

    #[test]
    fn as_many_kings_on_both_sides_at_most_two_have_a_shorter_time() {
        assert_eq!(shuffle("W:WK1,K2:BK29,K31", &[]), (10, "equal-material"));
        assert_eq!(
            shuffle("W:WK2:BK31", &[("king", "short")]),
            (20, "equal-material")
        );
        // Three against three, or a man among them: the longer time.
        assert_eq!(
            shuffle("W:WK1,K2,K3:BK29,K30,K31", &[]),
            (40, "quiet-kings")
        );
        assert_eq!(shuffle("W:WK2,9:BK31,24", &[]), (40, "quiet-kings"));
    }

    #[test]
    fn a_mans_move_and_a_capture_start_the_counter_again() {
        let mut game = Game::new(at("W:WK4,9:BK29,24"), Table::default());
        for (text, quiet) in [
            ("4-7", 1),
            ("29-26", 2),
            ("9-13", 0),
            ("26-29", 1),
            ("7-4", 2),
            ("24-20", 0),
        ] {
            game.play(game.read(text).unwrap()).unwrap();
            assert_eq!(game.quiet_king_plies(), quiet, "{text}");
        }
        assert_eq!(game.max_quiet_king_plies(), 2);
        let mut game = Game::new(at("W:WK1,4:BK29,14"), Table::default());
        game.play(game.read("1x23").unwrap()).unwrap();
        assert_eq!(game.quiet_king_plies(), 0);
    }

    #[test]
    fn the_third_occurrence_ends_the_game_by_itself_and_the_start_counts() {
        let mut game = Game::new(at("W:WK4,9:BK29,24"), Table::default());
        for round in 1..=2 {
            for text in ["4-7", "29-26", "7-4", "26-29"] {
                assert_eq!(game.outcome(), None, "{round} {text}");
                game.play(game.read(text).unwrap()).unwrap();
            }
        }
        assert_eq!(
            (game.ply(), game.occurrences(), game.third_at()),
            (8, 3, Some(8))
        );
        let drawn = Outcome {
            winner: None,
            reason: Reason::ThreefoldRepetition,
        };
        assert_eq!(game.outcome(), Some(drawn));
    }

    #[test]
    fn the_same_pieces_with_the_other_side_to_move_are_another_position() {
        let (mut game, pass) = (
            Game::new(at("W:WK4,9:BK29,24"), Preset::Taringa.table()),
            Game::pass,
        );
        pass(&mut game).unwrap();
        assert_eq!(game.occurrences(), 1);
        pass(&mut game).unwrap();
        assert_eq!(game.occurrences(), 2);
    }
}
