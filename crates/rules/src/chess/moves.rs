//! Moves, and the list of them that a position has.

use core::fmt;
use core::ops::Deref;

use super::{Role, Square};

/// A move: where from, where to, and what a pawn becomes on the last rank. Castling is the king's two steps (`e1g1`),
/// so that one move has one spelling. `Display` is UCI.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// What a pawn that reaches the last rank becomes; `None` for every other move.
    pub promotion: Option<Role>,
}

impl Move {
    pub(super) const NONE: Move = Move {
        from: Square::wrap(0),
        to: Square::wrap(0),
        promotion: None,
    };

    #[inline]
    pub(super) const fn quiet(from: u32, to: u32) -> Move {
        Move {
            from: Square::wrap(from),
            to: Square::wrap(to),
            promotion: None,
        }
    }

    /// The compact form for storage, stable for ever: bits 0–5 `from`, 6–11 `to`, 12–14 the promotion (0 none, 1 knight,
    /// 2 bishop, 3 rook, 4 queen), bit 15 always 0.
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        let promotion = match self.promotion {
            Some(Role::Knight) => 1,
            Some(Role::Bishop) => 2,
            Some(Role::Rook) => 3,
            Some(Role::Queen) => 4,
            _ => 0,
        };
        self.from.index() as u16 | (self.to.index() as u16) << 6 | promotion << 12
    }

    /// The move that [`Move::to_bits`] gave, or `None` for bits it never gives.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let promotion = match bits >> 12 {
            0 => None,
            1 => Some(Role::Knight),
            2 => Some(Role::Bishop),
            3 => Some(Role::Rook),
            4 => Some(Role::Queen),
            _ => return None,
        };
        let from = Square::wrap(bits as u32);
        let to = Square::wrap((bits >> 6) as u32);
        Some(Move {
            from,
            to,
            promotion,
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Fifteen pieces of 27 moves at most (a queen in the middle of an empty board), and a king of eight and two castlings:
/// no position that `from_fen` lets in has more than 415 moves.
const CAPACITY: usize = 416;

/// The legal moves of a position, in no particular order. Lives on the stack and reads as a slice.
#[derive(Clone)]
pub struct MoveList {
    moves: [Move; CAPACITY],
    len: usize,
}

impl MoveList {
    // Copied as a whole: written out move by move it would take as long as finding the moves.
    pub(super) const EMPTY: MoveList = MoveList {
        moves: [Move::NONE; CAPACITY],
        len: 0,
    };

    #[inline]
    pub(super) fn push(&mut self, chosen: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = chosen;
            self.len += 1;
        }
    }

    /// The moves as a slice.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        self.moves.get(..self.len).unwrap_or(&[])
    }

    /// The moves as a slice that may be put in another order.
    #[inline]
    #[must_use]
    pub fn as_mut_slice(&mut self) -> &mut [Move] {
        self.moves.get_mut(..self.len).unwrap_or(&mut [])
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = core::iter::Take<core::array::IntoIter<Move, CAPACITY>>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter().take(self.len)
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_its_compact_form() {
        for from in Square::all() {
            for to in Square::all() {
                for promotion in [
                    None,
                    Some(Role::Knight),
                    Some(Role::Bishop),
                    Some(Role::Rook),
                    Some(Role::Queen),
                ] {
                    let chosen = Move {
                        from,
                        to,
                        promotion,
                    };
                    assert_eq!(Move::from_bits(chosen.to_bits()), Some(chosen));
                }
            }
        }
    }

    #[test]
    fn the_compact_form_is_the_one_in_the_store() {
        let stored = |from: &str, to: &str, promotion| {
            let square = |text: &str| text.parse().unwrap();
            Move {
                from: square(from),
                to: square(to),
                promotion,
            }
            .to_bits()
        };
        assert_eq!(stored("e2", "e4", None), 12 | 28 << 6);
        assert_eq!(
            stored("a7", "b8", Some(Role::Queen)),
            48 | 57 << 6 | 4 << 12
        );
        assert_eq!(
            stored("a7", "b8", Some(Role::Knight)),
            48 | 57 << 6 | 1 << 12
        );
    }

    #[test]
    fn bits_that_no_move_has_are_refused() {
        for bits in 0x5000..=u16::MAX {
            assert_eq!(Move::from_bits(bits), None);
        }
    }

    #[test]
    fn a_move_takes_three_bytes() {
        assert_eq!(size_of::<Move>(), 3);
    }
}
