//! A position: what stands where, who is to move, and what may still be done.

use core::fmt;

use super::attacks::{Squares, bishop, rook};
use super::generate::{Check, Find, generate};
use super::side::{Black, Side, White};
use super::tables::{KING, KNIGHT};
use super::{Bitboard, Move, MoveList, Piece, Role, Square};
use crate::Color;

/// Index of the black pieces in `Position::boards`; 0 is white, and each role has its own number.
pub(super) const BLACK: usize = 7;
/// `Position::en_passant` when there is none.
pub(super) const NO_SQUARE: u8 = 64;

/// A chess position that can be played on: pieces, side to move, castling rights, en passant and the two counters of FEN.
///
/// It cannot be changed from outside, only made anew by [`Position::play`] and [`Position::pass`]. Two positions are
/// equal when all of that is, counters included; [`Position::key`] compares as the repetition rule does.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// White, the six roles, black.
    pub(super) boards: [u64; 8],
    pub(super) turn: Color,
    /// Bits: 1 white short, 2 white long, 4 black short, 8 black long.
    pub(super) rights: u8,
    /// The square passed over by the last double step, only when a pawn can legally take there; else `NO_SQUARE`.
    pub(super) en_passant: u8,
    pub(super) halfmove_clock: u16,
    pub(super) fullmove_number: u16,
}

/// The move is not legal in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMove;

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a legal move in this position")
    }
}

impl core::error::Error for IllegalMove {}

/// The same call for whichever side is to move.
macro_rules! for_turn {
    ($position:expr, $side:ident => $call:expr) => {
        match $position.turn {
            Color::White => {
                type $side = White;
                $call
            }
            Color::Black => {
                type $side = Black;
                $call
            }
        }
    };
}
pub(super) use for_turn;

impl Position {
    /// The starting position (FIDE 2.3).
    #[must_use]
    pub const fn start() -> Position {
        Position {
            boards: [
                0x0000_0000_0000_FFFF,
                0x00FF_0000_0000_FF00,
                0x4200_0000_0000_0042,
                0x2400_0000_0000_0024,
                0x8100_0000_0000_0081,
                0x0800_0000_0000_0008,
                0x1000_0000_0000_0010,
                0xFFFF_0000_0000_0000,
            ],
            turn: Color::White,
            rights: 15,
            en_passant: NO_SQUARE,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Who is to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// What stands on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let role = self.role_at(square.bit())?;
        let color = if self.boards[BLACK] & square.bit() != 0 {
            Color::Black
        } else {
            Color::White
        };
        Some(Piece { color, role })
    }

    #[inline]
    pub(super) fn role_at(&self, bit: u64) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.of_role(role) & bit != 0)
    }

    #[inline]
    pub(super) const fn of_role(&self, role: Role) -> u64 {
        self.boards[role as usize & 7]
    }

    #[inline]
    pub(super) const fn of_color(&self, color: Color) -> u64 {
        match color {
            Color::White => self.boards[0],
            Color::Black => self.boards[BLACK],
        }
    }

    #[inline]
    pub(super) const fn occupied_bits(&self) -> u64 {
        self.boards[0] | self.boards[BLACK]
    }

    /// The squares of one side's pieces of one kind.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, color: Color, role: Role) -> Bitboard {
        Bitboard(self.of_color(color) & self.of_role(role))
    }

    /// The squares of all pieces of one side.
    #[inline]
    #[must_use]
    pub const fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.of_color(color))
    }

    /// Every occupied square.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.occupied_bits())
    }

    /// Where a side's king stands.
    #[inline]
    #[must_use]
    pub const fn king(&self, color: Color) -> Square {
        Square::wrap((self.of_color(color) & self.of_role(Role::King)).trailing_zeros())
    }

    /// Whether a side may still castle to the king's side (`short`) or the queen's, as far as earlier moves matter.
    #[must_use]
    pub const fn may_castle(&self, color: Color, short: bool) -> bool {
        let right = match (color, short) {
            (Color::White, true) => White::SHORT,
            (Color::White, false) => White::LONG,
            (Color::Black, true) => Black::SHORT,
            (Color::Black, false) => Black::LONG,
        };
        self.rights & right != 0
    }

    /// The square where a pawn may *legally* be taken in passing now (FIDE 3.7.3.1), if any.
    #[inline]
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        Square::from_index(self.en_passant)
    }

    /// Half-moves since the last capture or pawn move; the fifty-move rule is met at 100.
    #[inline]
    #[must_use]
    pub const fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// The number of the move that is to be made, 1 at the start, one more after each move of black.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u16 {
        self.fullmove_number
    }

    /// The pieces of `by` that attack a square, were the board occupied so.
    #[inline]
    pub(super) fn attackers(&self, square: u32, by: Color, occupied: u64) -> u64 {
        let at = (square & 63) as usize;
        let bit = 1u64 << at;
        let pawns = match by {
            Color::White => Black::pawn_attacks(bit),
            Color::Black => White::pawn_attacks(bit),
        };
        let queens = self.of_role(Role::Queen);
        let attackers = pawns & self.of_role(Role::Pawn)
            | KNIGHT[at] & self.of_role(Role::Knight)
            | KING[at] & self.of_role(Role::King)
            | bishop(square, occupied) & (self.of_role(Role::Bishop) | queens)
            | rook(square, occupied) & (self.of_role(Role::Rook) | queens);
        attackers & self.of_color(by)
    }

    /// The pieces that give check to the side to move (FIDE 3.9.1).
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        let king = self.king(self.turn).index();
        Bitboard(self.attackers(u32::from(king), !self.turn, self.occupied_bits()))
    }

    /// Whether the side to move is in check (FIDE 3.9.1).
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// Every legal move of the side to move (FIDE 3.10.1), in no particular order.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::EMPTY;
        for_turn!(self, S => generate::<S, _>(self, &mut moves));
        moves
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_legal_moves(&self) -> bool {
        let mut any = Check(false);
        for_turn!(self, S => generate::<S, _>(self, &mut any));
        any.0
    }

    /// Whether this is a legal move of the side to move.
    #[must_use]
    pub fn is_legal(&self, chosen: Move) -> bool {
        let mut find = Find {
            chosen,
            found: false,
        };
        for_turn!(self, S => generate::<S, _>(self, &mut find));
        find.found
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] when the move is not one of [`Position::legal_moves`].
    pub fn play(&self, chosen: Move) -> Result<Position, IllegalMove> {
        if self.is_legal(chosen) {
            Ok(self.play_unchecked(chosen))
        } else {
            Err(IllegalMove)
        }
    }

    /// The position after a pass, the null move of `drawOffer: passes-turn` rooms: a half-move for both counters, en
    /// passant lapses, castling rights stay. `None` in check.
    #[must_use]
    pub fn pass(&self) -> Option<Position> {
        if self.is_check() {
            return None;
        }
        let mut after = *self;
        after.turn = !self.turn;
        after.en_passant = NO_SQUARE;
        after.halfmove_clock = self.halfmove_clock.saturating_add(1);
        after.fullmove_number = self
            .fullmove_number
            .saturating_add(u16::from(self.turn == Color::Black));
        Some(after)
    }

    /// Whether one of the pawns of the side to move can legally take on this en passant square. A pin, or a check that
    /// the capture does not answer, forbids it; both pawns leave their rank at once, so the whole board is looked at.
    pub(super) fn en_passant_is_legal(&self, square: u8) -> bool {
        let (target, victim, takers) = match self.turn {
            Color::White => {
                let target = 1u64 << (square & 63);
                (target, target >> 8, Black::pawn_attacks(target))
            }
            Color::Black => {
                let target = 1u64 << (square & 63);
                (target, target << 8, White::pawn_attacks(target))
            }
        };
        let takers = takers & self.of_role(Role::Pawn) & self.of_color(self.turn);
        Squares(takers).any(|from| self.en_passant_leaves_king_safe(1 << from, target, victim))
    }

    pub(super) fn en_passant_leaves_king_safe(&self, taker: u64, target: u64, victim: u64) -> bool {
        let occupied = (self.occupied_bits() ^ taker ^ victim) | target;
        let king = u32::from(self.king(self.turn).index());
        self.attackers(king, !self.turn, occupied) & !victim == 0
    }

    /// Same key, same position in the sense of the repetition rule (FIDE 9.2.3): pieces, side to move, castling rights,
    /// and en passant where it is legally possible. The counters are left out. The same in every build.
    ///
    /// Computed when asked for, from the boards: four multiplications cost less than keeping a sum of random numbers up
    /// to date through moves that nobody asks about.
    #[inline]
    #[must_use]
    pub fn key(&self) -> u64 {
        // Each constant has more bits set than a board can have pieces: no factor is ever zero.
        const fn fold(a: u64, b: u64) -> u64 {
            let product = a as u128 * b as u128;
            product as u64 ^ (product >> 64) as u64
        }
        let [white, pawns, knights, bishops, rooks, queens, kings, _] = self.boards;
        let state = (self.turn.index() as u64) << 16
            | u64::from(self.rights) << 8
            | u64::from(self.en_passant);
        let a = fold(white ^ 0xBD6F_C5E3_7B9D_F4E7, pawns ^ 0xF7B1_5FD9_E86D_BF35);
        let b = fold(
            knights ^ 0x9FE6_D7B3_5CFB_E8BD,
            bishops ^ 0xEB7C_DF36_F5A7_9DDB,
        );
        let c = fold(
            rooks ^ 0xD5FB_6E9F_B3D7_7CE9,
            queens ^ 0xFA5D_F3BC_6F97_EDB5,
        );
        let d = fold(kings ^ 0xB7ED_5DF9_CB7E_F3D3, state ^ 0xDFB6_F9D5_7EEB_B59F);
        fold(a ^ b.rotate_left(23), c ^ d.rotate_left(41)) ^ a.rotate_left(7) ^ c
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
