//! Sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not};

use super::Square;

/// A set of squares; bit *i* stands for the square with index *i*. Iterating gives the squares from `a1` up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The dark squares, `a1` among them.
    pub const DARK: Bitboard = Bitboard(0xAA55_AA55_AA55_AA55);

    /// Whether the set has no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set has this square.
    #[inline]
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.0 & square.bit() != 0
    }

    /// How many squares the set has, 0 to 64.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The lowest square, `a1` first.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::wrap(self.0.trailing_zeros()))
        }
    }
}

impl Iterator for Bitboard {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0.wrapping_sub(1);
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        Bitboard(
            squares
                .into_iter()
                .fold(0, |set, square| set | square.bit()),
        )
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_its_squares_in_order() {
        let set: Bitboard = ["h8", "a1", "e4"]
            .iter()
            .filter_map(|s| s.parse().ok())
            .collect();
        assert_eq!(set.len(), 3);
        assert_eq!(format!("{set:?}"), "{a1, e4, h8}");
        assert_eq!(set.first().map(Square::index), Some(0));
    }

    #[test]
    fn dark_squares_are_every_second_one_from_a1() {
        for square in Square::all() {
            let dark = (square.file() + square.rank()).is_multiple_of(2);
            assert_eq!(Bitboard::DARK.has(square), dark, "{square}");
        }
    }
}
