//! A position: what stands where, who is to move, and what may still be done.

use core::fmt;

use super::attacks::{Squares, bishop, rook};
use super::generate::generate;
use super::side::{Black, Side, White};
use super::tables::{KING, KNIGHT};
use super::visitors::{Check, Find, Forcing};
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
    pub(super) halfmove_clock: u32,
    pub(super) fullmove_number: u32,
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
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// The number of the move that is to be made, 1 at the start, one more after each move of black.
    #[inline]
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
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

    /// The legal moves that take something, en passant included, or promote: what a search looks at when it wants quiet.
    #[must_use]
    pub fn captures_and_promotions(&self) -> MoveList {
        let mut moves = Forcing(MoveList::EMPTY);
        for_turn!(self, S => generate::<S, _>(self, &mut moves));
        moves.0
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
            .saturating_add(u32::from(self.turn == Color::Black));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fen: &str) -> u64 {
        Position::from_fen(fen).unwrap().key()
    }

    #[test]
    fn the_starting_position_is_that_of_its_fen() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        assert_eq!(Position::from_fen(fen), Ok(Position::start()));
        assert_eq!(Position::start().fen(), fen);
        assert_eq!(Position::start().king(Color::Black).to_string(), "e8");
    }

    #[test]
    fn a_position_takes_80_bytes() {
        assert_eq!(size_of::<Position>(), 80);
    }

    #[test]
    fn the_key_tells_side_castling_rights_and_legal_en_passant_apart_and_nothing_else() {
        let base = key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
        assert_eq!(base, key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 37 90"));
        assert_eq!(
            base,
            key("r3k2r/8/8/8/8/8/8/R3K2R w KQkq e6 0 1"),
            "nothing passed over e6"
        );
        for other in ["b KQkq", "w Qkq", "w Kkq", "w KQq", "w KQk", "w -"] {
            assert_ne!(
                base,
                key(&format!("r3k2r/8/8/8/8/8/8/R3K2R {other} - 0 1")),
                "{other}"
            );
        }
        let takes = key("7k/8/8/2pP4/8/8/8/K7 w - c6 0 1");
        assert_ne!(takes, key("7k/8/8/2pP4/8/8/8/K7 w - - 0 1"));
        let pinned = key("8/8/8/K1pP3r/8/8/8/7k w - c6 0 1");
        assert_eq!(
            pinned,
            key("8/8/8/K1pP3r/8/8/8/7k w - - 0 1"),
            "the capture would open the rank"
        );
    }

    #[test]
    fn the_key_is_the_same_in_every_build() {
        assert_eq!(Position::start().key(), 7_977_605_310_478_715_643);
    }

    #[test]
    fn two_hundred_thousand_positions_have_as_many_keys() {
        let mut seen = std::collections::HashMap::new();
        let mut layer = vec![
            Position::start(),
            Position::from_fen(
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            )
            .unwrap(),
            Position::from_fen("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1").unwrap(),
        ];
        while seen.len() < 200_000 {
            let mut next = Vec::new();
            for position in layer {
                let same = (
                    position.boards,
                    position.turn,
                    position.rights,
                    position.en_passant,
                );
                match seen.insert(position.key(), same) {
                    Some(other) => assert_eq!(other, same, "{position}"),
                    None => next.extend(
                        position
                            .legal_moves()
                            .iter()
                            .map(|&m| position.play_unchecked(m)),
                    ),
                }
                if seen.len() >= 200_000 {
                    break;
                }
            }
            layer = next;
        }
        let low: std::collections::HashSet<u64> = seen.keys().map(|key| key & 0xF_FFFF).collect();
        // 200,000 random numbers below 2^20 are 182,100 different ones on average.
        assert!((181_000..183_200).contains(&low.len()), "{}", low.len());
        let high: std::collections::HashSet<u64> = seen.keys().map(|key| key >> 44).collect();
        assert!((181_000..183_200).contains(&high.len()), "{}", high.len());
    }

    #[test]
    fn a_pass_gives_the_turn_away_and_counts_as_a_half_move() {
        let position = Position::from_fen("4k3/8/8/2pP4/8/8/8/R3K2R w KQ c6 0 1").unwrap();
        let passed = position.pass().unwrap();
        assert_eq!(passed.fen(), "4k3/8/8/2pP4/8/8/8/R3K2R b KQ - 1 1");
        assert_eq!(
            passed.pass().unwrap().fen(),
            "4k3/8/8/2pP4/8/8/8/R3K2R w KQ - 2 2"
        );
    }

    #[test]
    fn a_side_in_check_cannot_pass() {
        assert_eq!(
            Position::from_fen("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
                .unwrap()
                .pass(),
            None
        );
    }

    #[test]
    fn checkers_are_all_pieces_that_give_check() {
        let squares = |fen| format!("{:?}", Position::from_fen(fen).unwrap().checkers());
        assert_eq!(squares("4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1"), "{e1, f6}");
        assert_eq!(squares("4k3/3P4/8/8/8/8/8/K7 b - - 0 1"), "{d7}");
        assert_eq!(squares("4k3/8/8/1B6/8/8/8/K7 b - - 0 1"), "{b5}");
        assert_eq!(squares("4k3/3p4/8/1B6/8/8/8/K7 b - - 0 1"), "{}");
    }
}
