//! Playing moves: each gives a new position and leaves the old one as it was.

use super::generate::{BISHOP, KINGS, KNIGHTS, PAWN, QUEEN, ROOK, castling_target};
use super::position::{NO_SQUARE, Position, for_turn};
use super::side::{Black, FILE_A, FILE_H, Side, White};
use super::tables::RIGHTS_KEPT;
use super::{Move, Role};
use crate::Color;

impl Position {
    /// The position after one of its [legal moves](Position::legal_moves), without asking again whether it is one. For any other move
    /// the result is some board or other; nothing panics.
    #[must_use]
    pub fn play_unchecked(&self, chosen: Move) -> Position {
        for_turn!(self, S => self.play_as::<S>(chosen))
    }

    #[inline]
    fn play_as<S: Side>(&self, chosen: Move) -> Position {
        let from = u32::from(chosen.from.index());
        let to = u32::from(chosen.to.index());
        // A chain of tests and not a table: lists give the moves kind by kind, so that the guesses are right.
        let is = |role: usize| self.boards[role & 7] & chosen.from.bit() != 0;
        if is(PAWN) {
            self.play_pawn::<S>(from, to, chosen.promotion)
        } else if is(KNIGHTS) {
            self.after_piece::<S, KNIGHTS>(from, to)
        } else if is(BISHOP) {
            self.after_piece::<S, BISHOP>(from, to)
        } else if is(ROOK) {
            self.after_piece::<S, ROOK>(from, to)
        } else if is(QUEEN) {
            self.after_piece::<S, QUEEN>(from, to)
        } else if from.abs_diff(to) == 2 {
            self.after_castling::<S>(to > from)
        } else {
            self.after_piece::<S, KINGS>(from, to)
        }
    }

    #[inline]
    fn play_pawn<S: Side>(&self, from: u32, to: u32, promotion: Option<Role>) -> Position {
        if let Some(role) = promotion {
            self.after_promotion::<S>(from, to, role)
        } else if from.abs_diff(to) == 16 {
            self.after_double_step::<S>(to)
        } else if u32::from(self.en_passant) == to {
            self.after_en_passant::<S>(from, to)
        } else {
            self.after_pawn::<S>(from, to)
        }
    }

    /// The board with two squares cleared, and everything else as after a move that is no capture.
    #[inline]
    fn cleared<S: Side>(&self, squares: u64) -> Position {
        let mut after = *self;
        for board in &mut after.boards {
            *board &= !squares;
        }
        after.turn = if S::WHITE { Color::Black } else { Color::White };
        after.en_passant = NO_SQUARE;
        after.fullmove_number = self.fullmove_number.saturating_add(u32::from(!S::WHITE));
        after
    }

    /// After a move of a piece that is no pawn and does not castle.
    #[inline]
    pub(super) fn after_piece<S: Side, const ROLE: usize>(&self, from: u32, to: u32) -> Position {
        let target = 1u64 << (to & 63);
        let mut after = self.cleared::<S>(1 << (from & 63) | target);
        after.boards[ROLE & 7] |= target;
        after.boards[S::OWN] |= target;
        let quiet = self.boards[S::RIVAL] & target == 0;
        after.halfmove_clock = if quiet {
            self.halfmove_clock.saturating_add(1)
        } else {
            0
        };
        after.rights &= RIGHTS_KEPT[(from & 63) as usize] & RIGHTS_KEPT[(to & 63) as usize];
        after
    }

    /// After a single step or a capture that does not promote.
    #[inline]
    pub(super) fn after_pawn<S: Side>(&self, from: u32, to: u32) -> Position {
        let target = 1u64 << (to & 63);
        let mut after = self.cleared::<S>(1 << (from & 63) | target);
        after.boards[PAWN] |= target;
        after.boards[S::OWN] |= target;
        after.halfmove_clock = 0;
        after
    }

    #[inline]
    pub(super) fn after_double_step<S: Side>(&self, to: u32) -> Position {
        let from = to.wrapping_add_signed(-2 * S::STEP) & 63;
        let mut after = self.after_pawn::<S>(from, to);
        after.offer_en_passant::<S>(to);
        after
    }

    /// Notes the square that a double step of `S` to `to` passed over, if a pawn can legally take there.
    #[inline]
    fn offer_en_passant<S: Side>(&mut self, to: u32) {
        let target = 1u64 << (to & 63);
        let beside = (target & !FILE_A) >> 1 | (target & !FILE_H) << 1;
        if beside & self.boards[PAWN] & self.boards[S::RIVAL] != 0 {
            let passed = (to.wrapping_add_signed(-S::STEP) & 63) as u8;
            if self.en_passant_is_legal(passed) {
                self.en_passant = passed;
            }
        }
    }

    pub(super) fn after_en_passant<S: Side>(&self, from: u32, to: u32) -> Position {
        let mut after = self.after_pawn::<S>(from, to);
        after.take_in_passing::<S>(to);
        after
    }

    fn take_in_passing<S: Side>(&mut self, to: u32) {
        let victim = S::Other::forward(1 << (to & 63));
        self.boards[PAWN] &= !victim;
        self.boards[S::RIVAL] &= !victim;
    }

    #[inline]
    pub(super) fn after_promotion<S: Side>(&self, from: u32, to: u32, role: Role) -> Position {
        let target = 1u64 << (to & 63);
        let mut after = self.cleared::<S>(1 << (from & 63) | target);
        after.boards[role as usize & 7] |= target;
        after.boards[S::OWN] |= target;
        after.halfmove_clock = 0;
        after.rights &= RIGHTS_KEPT[(to & 63) as usize];
        after
    }

    pub(super) fn after_castling<S: Side>(&self, short: bool) -> Position {
        let mut after = self.after_piece::<S, KINGS>(S::KING_HOME, castling_target::<S>(short));
        after.bring_rook::<S>(short);
        after
    }

    /// The rook's half of castling (FIDE 3.8.2).
    fn bring_rook<S: Side>(&mut self, short: bool) {
        let home = S::KING_HOME;
        let rook: u64 = if short {
            1 << (home + 3) | 1 << (home + 1)
        } else {
            1 << (home - 4) | 1 << (home - 1)
        };
        self.boards[ROOK] ^= rook;
        self.boards[S::OWN] ^= rook;
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_uci;
    use super::*;

    fn after(fen: &str, moves: &str) -> String {
        let start = Position::from_fen(fen).unwrap();
        let play = |position: Position, text: &str| {
            position.play(parse_uci(&position, text).unwrap()).unwrap()
        };
        moves.split(' ').fold(start, play).fen()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_double_step_leaves_an_en_passant_square_only_where_a_pawn_can_legally_take() {
        assert_eq!(
            after(START, "e2e4"),
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
        );
        let beside = after(START, "e2e4 a7a6 e4e5 d7d5");
        assert_eq!(
            beside,
            "rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3"
        );
        assert!(
            after("8/8/8/8/k2p3Q/8/4P3/7K w - - 0 1", "e2e4").contains(" b - - "),
            "pinned along the rank"
        );
        assert!(
            after("8/8/8/4k3/3p4/2B5/4P3/7K w - - 0 1", "e2e4").contains(" b - - "),
            "pinned along the diagonal"
        );
        assert!(
            after("8/8/8/2k5/3p4/8/4PB2/7K w - - 0 1", "e2e4").contains(" b - e3 "),
            "pinned along the capture"
        );
    }

    #[test]
    fn the_right_to_take_in_passing_lapses_with_the_next_move() {
        assert!(after(START, "e2e4 a7a6 e4e5 d7d5 h2h3").contains(" b KQkq - "));
    }

    #[test]
    fn taking_in_passing_takes_the_pawn_that_passed() {
        let taken = after(START, "e2e4 a7a6 e4e5 d7d5 e5d6");
        assert_eq!(
            taken,
            "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3"
        );
        let taken = after("7k/8/8/8/4p3/8/3P4/7K w - - 0 1", "d2d4 e4d3");
        assert_eq!(taken, "7k/8/8/8/8/3p4/8/7K w - - 0 2");
    }

    #[test]
    fn castling_moves_the_rook_too_and_ends_both_rights() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9";
        assert_eq!(after(fen, "e1g1"), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 5 9");
        assert_eq!(
            after(fen, "h1h2 e8c8"),
            "2kr3r/8/8/8/8/8/7R/R3K3 w Q - 6 10"
        );
        assert_eq!(
            after(fen, "e1c1 e8g8"),
            "r4rk1/8/8/8/8/8/8/2KR3R w - - 6 10"
        );
    }

    #[test]
    fn a_promotion_puts_the_piece_that_was_named() {
        for (letter, piece) in [("q", "Q"), ("r", "R"), ("b", "B"), ("n", "N")] {
            let fen = after("1r5k/P7/8/8/8/8/8/K7 w - - 7 1", &format!("a7b8{letter}"));
            assert_eq!(fen, format!("1{piece}5k/8/8/8/8/8/8/K7 b - - 0 1"));
        }
    }

    #[test]
    fn captures_and_pawn_moves_start_the_halfmove_clock_again() {
        assert!(after(START, "g1f3 g8f6").ends_with(" 2 2"));
        assert!(after(START, "g1f3 g8f6 e2e3").ends_with(" 0 2"));
        assert!(after(START, "g1f3 e7e5 f3e5").ends_with(" 0 2"));
    }

    #[test]
    fn the_counters_go_on_beyond_sixteen_bits() {
        let counted = after("r3k3/8/8/8/8/8/8/R3K3 b Qq - 65535 65535", "a8a2");
        assert!(counted.ends_with(" 65536 65536"), "{counted}");
    }

    #[test]
    fn no_move_at_all_makes_playing_panic() {
        let position = Position::from_fen(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        )
        .unwrap();
        for bits in 0..0x5000 {
            if let Some(chosen) = Move::from_bits(bits) {
                let _ = position.play_unchecked(chosen).legal_moves().len();
            }
        }
    }
}
