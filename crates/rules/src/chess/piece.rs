//! The six kinds of chess pieces.

use core::fmt;

use super::attacks::{bishop, rook};
use super::side::{Black, Side as _, White};
use super::tables::{KING, KNIGHT};
use super::{Bitboard, Square};
use crate::Color;

/// What a piece is. The order is that of the usual values, the king last.
// Counted from 1, so that `Option<Role>` is one byte with `None` as 0 and a role is the index of its board in `Position`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Peón.
    Pawn = 1,
    /// Caballo.
    Knight = 2,
    /// Alfil.
    Bishop = 3,
    /// Torre.
    Rook = 4,
    /// Dama.
    Queen = 5,
    /// Rey.
    King = 6,
}

impl Role {
    /// Every role, pawn first.
    pub const ALL: [Role; 6] = [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
        Role::King,
    ];

    /// What a pawn may become on the last rank (FIDE 3.7.3.3), queen first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// 0 (pawn) to 5 (king).
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// The English letter in capitals, `P` for a pawn, as in FEN for white and in SAN.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'P',
            Role::Knight => 'N',
            Role::Bishop => 'B',
            Role::Rook => 'R',
            Role::Queen => 'Q',
            Role::King => 'K',
        }
    }

    /// The role with this English letter, in capitals or small.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Role> {
        match letter {
            'P' | 'p' => Some(Role::Pawn),
            'N' | 'n' => Some(Role::Knight),
            'B' | 'b' => Some(Role::Bishop),
            'R' | 'r' => Some(Role::Rook),
            'Q' | 'q' => Some(Role::Queen),
            'K' | 'k' => Some(Role::King),
            _ => None,
        }
    }

    /// `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// The letter in FEN: capitals for white, small for black.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The squares it attacks from `from` when these squares are occupied (FIDE 3.1.2), whatever stands on them.
    ///
    /// ```
    /// use rules::{Color, chess::{Bitboard, Piece, Role, Square}};
    /// let rook = Piece { color: Color::White, role: Role::Rook };
    /// let a1: Square = "a1".parse().unwrap();
    /// let a3: Square = "a3".parse().unwrap();
    /// assert_eq!(rook.attacks(a1, Bitboard::EMPTY).count(), 14);
    /// assert_eq!(rook.attacks(a1, a3.bitboard()).count(), 9);
    /// ```
    #[inline]
    #[must_use]
    pub fn attacks(self, from: Square, occupied: Bitboard) -> Bitboard {
        let at = usize::from(from.index() & 63);
        let square = u32::from(from.index());
        Bitboard(match self.role {
            Role::Pawn => match self.color {
                Color::White => White::pawn_attacks(from.bit()),
                Color::Black => Black::pawn_attacks(from.bit()),
            },
            Role::Knight => KNIGHT[at],
            Role::Bishop => bishop(square, occupied.0),
            Role::Rook => rook(square, occupied.0),
            Role::Queen => bishop(square, occupied.0) | rook(square, occupied.0),
            Role::King => KING[at],
        })
    }

    /// The piece with this FEN letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_reads_from_its_own_letter() {
        for color in Color::ALL {
            for role in Role::ALL {
                let piece = Piece { color, role };
                assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
            }
        }
        assert_eq!(Piece::from_letter('x'), None);
        assert_eq!(Role::from_letter('É'), None);
    }

    #[test]
    fn an_optional_role_takes_one_byte() {
        assert_eq!(size_of::<Option<Role>>(), 1);
    }
}
