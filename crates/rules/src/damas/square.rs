//! The 32 playing squares and sets of them.

use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};
use core::str::FromStr;

/// One of the 32 playing squares, numbered as in PDN `GameType "24,W,8,8,N1,1"`: 1 is white's bottom-right corner,
/// counting right to left and upwards, so that 32 is the top-left corner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

/// A text or number that is no square of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareError;

impl fmt::Display for SquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a number from 1 to 32")
    }
}

impl core::error::Error for SquareError {}

impl Square {
    /// The square with this number, 1 to 32; `None` for any other.
    ///
    /// ```
    /// use rules::damas::Square;
    /// assert_eq!(Square::new(14).map(Square::number), Some(14));
    /// assert_eq!(Square::new(0), None);
    /// assert_eq!(Square::new(33), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        if number >= 1 && number <= 32 {
            Some(Square(number - 1))
        } else {
            None
        }
    }

    /// Every square, 1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + Clone {
        (0..32).map(Square)
    }

    /// The number, 1 to 32.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The number less one: a place in a table of 32. The mask is for the compiler, which then needs no bounds check.
    #[must_use]
    pub const fn index(self) -> usize {
        (self.0 & 31) as usize
    }

    /// The row, 0 (white's own) to 7.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 / 4
    }

    /// The column as white sees it, 0 (left) to 7.
    ///
    /// ```
    /// use rules::damas::Square;
    /// let corner = |n| Square::new(n).map(|s| (s.row(), s.column()));
    /// assert_eq!(corner(1), Some((0, 7)));
    /// assert_eq!(corner(32), Some((7, 0)));
    /// ```
    #[must_use]
    pub const fn column(self) -> u8 {
        7 - (2 * (self.0 % 4) + self.row() % 2)
    }

    /// The square with this index; the caller passes bits of a 32-bit set only.
    pub(super) const fn from_index(index: u32) -> Square {
        Square((index & 31) as u8)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    /// Reads one or two digits: `7`, `07`, `32`.
    fn from_str(text: &str) -> Result<Square, SquareError> {
        if text.is_empty() || text.len() > 2 || !text.bytes().all(|b| b.is_ascii_digit()) {
            return Err(SquareError);
        }
        text.parse().ok().and_then(Square::new).ok_or(SquareError)
    }
}

/// A set of squares: bit 0 is square 1, bit 31 is square 32.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Squares(u32);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares(0);
    /// The whole board.
    pub const ALL: Squares = Squares(u32::MAX);

    /// The set with these bits.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Squares {
        Squares(bits)
    }

    /// The bits of the set.
    #[inline]
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// How many squares are in it.
    #[inline]
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether it holds no square.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `square` is in it.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 == 1
    }

    /// Whether the two sets share a square.
    #[inline]
    #[must_use]
    pub const fn meets(self, other: Squares) -> bool {
        self.0 & other.0 != 0
    }

    /// The squares of this set that are not in `other`.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// The lowest square in it.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::from_index(self.0.trailing_zeros()))
        }
    }

    /// The squares, lowest first.
    #[inline]
    #[must_use]
    pub const fn iter(self) -> SquaresIter {
        SquaresIter(self)
    }
}

impl From<Square> for Squares {
    #[inline]
    fn from(square: Square) -> Squares {
        Squares(1 << square.index())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares
            .into_iter()
            .fold(Squares::EMPTY, |set, square| set | square.into())
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = SquaresIter;

    #[inline]
    fn into_iter(self) -> SquaresIter {
        self.iter()
    }
}

/// The squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct SquaresIter(Squares);

impl Iterator for SquaresIter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.len() as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for SquaresIter {}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Squares;

    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

impl BitAndAssign for Squares {
    #[inline]
    fn bitand_assign(&mut self, other: Squares) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        self.0 |= other.0;
    }
}

impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_as_numbers_from_1_to_32_only() {
        for number in 1..=32u8 {
            let square: Square = number.to_string().parse().unwrap();
            assert_eq!(square.number(), number);
        }
        assert_eq!("07".parse::<Square>().map(Square::number), Ok(7));
        for wrong in [
            "", "0", "33", "99", "1 ", "+1", "-1", "007", "a1", "１", "256", "257",
        ] {
            assert_eq!(wrong.parse::<Square>(), Err(SquareError), "{wrong}");
        }
    }

    #[test]
    fn the_numbering_is_the_one_of_pdn_game_type_24() {
        // The rows as white sees them, from rules: "32 . 31 . …" at the top, ". 4 . 3 . 2 . 1" at the bottom.
        let mut picture = String::new();
        for row in (0..8).rev() {
            for column in 0..8 {
                let here = Square::all().find(|s| s.row() == row && s.column() == column);
                picture.push_str(&here.map_or_else(|| " .".to_owned(), |s| format!(" {s}")));
            }
            picture.push('\n');
        }
        let expected = " 32 . 31 . 30 . 29 .\n . 28 . 27 . 26 . 25\n 24 . 23 . 22 . 21 .\n . 20 . 19 . 18 . 17\n \
                        16 . 15 . 14 . 13 .\n . 12 . 11 . 10 . 9\n 8 . 7 . 6 . 5 .\n . 4 . 3 . 2 . 1\n";
        assert_eq!(picture, expected);
    }

    #[test]
    fn a_set_gives_its_squares_lowest_first() {
        let set: Squares = [30, 2, 17].into_iter().filter_map(Square::new).collect();
        assert_eq!(
            set.iter().map(Square::number).collect::<Vec<_>>(),
            [2, 17, 30]
        );
        assert_eq!(set.len(), 3);
        assert_eq!(format!("{set:?}"), "{2, 17, 30}");
    }
}
