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
        after.fullmove_number = self.fullmove_number.saturating_add(u16::from(!S::WHITE));
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
