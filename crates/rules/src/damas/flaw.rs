//! What is wrong with a move that was refused, for people: worked out only then.

use super::moves::Move;
use super::notation::split;
use super::position::Position;
use super::reach::Reach;
use super::square::{Square, Squares};
use super::table::{Law, Specialty, Table};
use crate::MoveFlaw;

impl Position {
    /// What is wrong with a text that [`Position::parse_move`] read as no legal move.
    ///
    /// ```
    /// use rules::MoveFlaw;
    /// use rules::damas::{Position, Table};
    ///
    /// let (start, table) = (Position::start(), Table::default());
    /// assert_eq!(start.move_flaw(&table, "e2e4"), MoveFlaw::NotDamasNotation);
    /// assert_eq!(start.move_flaw(&table, "11-18"), MoveFlaw::CannotReach);
    /// ```
    #[must_use]
    pub fn move_flaw(&self, table: &Table, text: &str) -> MoveFlaw {
        let Some((squares, capture)) = split(text) else {
            return MoveFlaw::NotDamasNotation;
        };
        let &[from, .., to] = &squares[..] else {
            return MoveFlaw::NotDamasNotation;
        };
        let Some(reach) = Reach::of(self, table, from) else {
            return MoveFlaw::NoSuchPiece;
        };
        let due = self.must_capture(table);
        if due && (reach.follow(&squares).is_some() || self.could_capture(table, from, to)) {
            MoveFlaw::OtherCaptureDue
        } else if capture {
            MoveFlaw::NothingToCapture
        } else if due && squares.len() == 2 && self.could_step(table, from, to) {
            MoveFlaw::CaptureDue
        } else {
            MoveFlaw::CannotReach
        }
    }

    /// Whether a complete capture begins and ends so where no law prefers one capture to another.
    fn could_capture(&self, table: &Table, from: Square, to: Square) -> bool {
        let free = Table {
            law: Law::Free,
            specialty: Specialty::None,
            ..*table
        };
        let moves = self.legal_moves(&free);
        moves
            .iter()
            .any(|mv| mv.is_capture() && (mv.from, mv.to) == (from, to))
    }

    /// Whether the piece would go there if no capture were due.
    fn could_step(&self, table: &Table, from: Square, to: Square) -> bool {
        let step = Move {
            from,
            to,
            captures: Squares::EMPTY,
        };
        let legal = self.legal_moves(table);
        self.huffable_after(table, &legal, step).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::super::notation::MoveError;
    use super::*;

    fn flaw(fen: &str, options: &[(&str, &str)], text: &str) -> MoveFlaw {
        let mut table = Table::default();
        for (field, value) in options {
            table.set(field, value).unwrap();
        }
        let position = Position::from_fen(fen).unwrap();
        let refused = position.parse_move(&table, text);
        assert!(
            matches!(refused, Err(MoveError::Illegal | MoveError::Malformed)),
            "{text}: {refused:?}"
        );
        position.move_flaw(&table, text)
    }

    #[test]
    fn a_text_that_cannot_be_read_is_no_notation() {
        for text in [
            "",
            "hello",
            "e2e4",
            "Nf3",
            "10.14",
            "1 10-14",
            "11-33",
            &"1".repeat(500),
        ] {
            assert_eq!(
                flaw("W:W1-12:B21-32", &[], text),
                MoveFlaw::NotDamasNotation,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_wrong_with_a_readable_move_is_named() {
        let quiet = "W:W1-12:B21-32";
        // 11 captures one piece, and 9 captures two.
        let due = "W:W1,11,9:B15,13,22,32";
        for (fen, text, expected) in [
            (quiet, "13-17", MoveFlaw::NoSuchPiece),
            (quiet, "21-17", MoveFlaw::NoSuchPiece),
            (quiet, "11-18", MoveFlaw::CannotReach),
            (quiet, "11-14-18", MoveFlaw::CannotReach),
            (quiet, "11x14", MoveFlaw::NothingToCapture),
            (quiet, "11x18", MoveFlaw::NothingToCapture),
            (due, "1-5", MoveFlaw::CaptureDue),
            (due, "11-14", MoveFlaw::CaptureDue),
            (due, "1-9", MoveFlaw::CannotReach),
            (due, "1-32", MoveFlaw::CannotReach),
            (due, "1x10", MoveFlaw::NothingToCapture),
            (due, "11x20", MoveFlaw::OtherCaptureDue),
            (due, "11-20", MoveFlaw::OtherCaptureDue),
        ] {
            assert_eq!(flaw(fen, &[], text), expected, "{text} in {fen}");
        }
        let broken_off = flaw("W:W5,11:B15,23,32", &[], "11x20");
        assert_eq!(broken_off, MoveFlaw::OtherCaptureDue);
    }
}
