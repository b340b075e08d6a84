//! The 64 squares.

use core::fmt;
use core::str::FromStr;

use super::Bitboard;

/// A square of the board, `a1` = 0, `b1` = 1, … `h8` = 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with this index, or `None` from 64 on.
    #[inline]
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Square> {
        if index < 64 {
            Some(Square(index))
        } else {
            None
        }
    }

    /// The square on this file and rank, both counted from 0, or `None` outside the board.
    #[inline]
    #[must_use]
    pub const fn at(file: u8, rank: u8) -> Option<Square> {
        if file < 8 && rank < 8 {
            Some(Square(rank * 8 + file))
        } else {
            None
        }
    }

    /// For indices that come out of a bit board or a table: the upper bits are dropped rather than checked.
    #[inline]
    pub(super) const fn wrap(index: u32) -> Square {
        Square((index & 63) as u8)
    }

    /// 0 (`a1`) to 63 (`h8`).
    #[inline]
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// 0 (file a) to 7 (file h).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (first rank, white's side) to 7 (eighth rank).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The set that holds this square alone.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(self.bit())
    }

    #[inline]
    pub(super) const fn bit(self) -> u64 {
        1 << (self.0 & 63)
    }

    /// Every square from `a1` to `h8`, rank by rank.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        let rank = char::from(b'1' + self.rank());
        write!(f, "{file}{rank}")
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square: a file `a` to `h` and a rank `1` to `8` were expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a square: a file a to h and a rank 1 to 8 were expected, such as e4")
    }
}

impl core::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        let &[file, rank] = text.as_bytes() else {
            return Err(ParseSquareError);
        };
        let file = file.wrapping_sub(b'a');
        let rank = rank.wrapping_sub(b'1');
        Square::at(file, rank).ok_or(ParseSquareError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_reads_as_it_prints() {
        for square in Square::all() {
            assert_eq!(square.to_string().parse(), Ok(square));
        }
        assert_eq!("e4".parse::<Square>().map(Square::index), Ok(28));
    }

    #[test]
    fn text_that_is_no_square_is_refused() {
        for text in ["", "e", "e9", "i1", "e0", "E4", "e44", "é4", "4e"] {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text}");
        }
    }

    #[test]
    fn indices_past_h8_are_refused() {
        assert_eq!(
            Square::from_index(63).map(|s| s.to_string()),
            Some("h8".into())
        );
        assert_eq!(Square::from_index(64), None);
        assert_eq!(Square::at(8, 0), None);
        assert_eq!(Square::at(0, 8), None);
    }
}
