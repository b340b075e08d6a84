//! Diagonals: single steps as shifts of whole sets, and whole rays as tables made at compile time.

use super::square::{Square, Squares};

/// One of the four diagonal directions as white sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Direction {
    UpLeft,
    UpRight,
    DownLeft,
    DownRight,
}

use Direction::{DownLeft, DownRight, UpLeft, UpRight};

/// Rows 0, 2, 4 and 6.
const EVEN: u32 = 0x0F0F_0F0F;
/// Rows 1, 3, 5 and 7.
const ODD: u32 = !EVEN;
/// Even rows without their rightmost square, which touches the edge.
const EVEN_INNER: u32 = 0x0E0E_0E0E;
/// Odd rows without their leftmost square, which touches the edge.
const ODD_INNER: u32 = 0x7070_7070;

impl Direction {
    /// All four.
    pub(super) const ALL: [Direction; 4] = [UpLeft, UpRight, DownLeft, DownRight];
    /// Forward for white.
    pub(super) const UP: [Direction; 2] = [UpLeft, UpRight];
    /// Forward for black.
    pub(super) const DOWN: [Direction; 2] = [DownLeft, DownRight];

    /// The direction back.
    #[inline]
    pub(super) const fn opposite(self) -> Direction {
        match self {
            UpLeft => DownRight,
            UpRight => DownLeft,
            DownLeft => UpRight,
            DownRight => UpLeft,
        }
    }

    /// The two directions that cross this one.
    #[inline]
    pub(super) const fn crossing(self) -> [Direction; 2] {
        match self {
            UpLeft | DownRight => [UpRight, DownLeft],
            UpRight | DownLeft => [UpLeft, DownRight],
        }
    }

    /// Whether numbers grow in this direction.
    #[inline]
    const fn is_up(self) -> bool {
        matches!(self, UpLeft | UpRight)
    }

    /// Every square of the set moved one step; what leaves the board is gone.
    #[inline]
    pub(super) const fn step(self, squares: Squares) -> Squares {
        let set = squares.bits();
        Squares::from_bits(match self {
            UpLeft => (set & EVEN) << 4 | (set & ODD_INNER) << 5,
            UpRight => (set & EVEN_INNER) << 3 | (set & ODD) << 4,
            DownLeft => (set & EVEN) >> 4 | (set & ODD_INNER) >> 3,
            DownRight => (set & EVEN_INNER) >> 5 | (set & ODD) >> 4,
        })
    }

    /// Every square in this direction up to the edge, `from` itself left out.
    #[inline]
    pub(super) const fn ray(self, from: Square) -> Squares {
        RAYS[self as usize][from.index()]
    }

    /// The square of a non-empty part of a ray that comes first in this direction; of an empty one, no square.
    #[inline]
    pub(super) const fn nearest(self, squares: Squares) -> Squares {
        let set = squares.bits();
        if self.is_up() {
            Squares::from_bits(set & set.wrapping_neg())
        } else if set == 0 {
            Squares::EMPTY
        } else {
            Squares::from_bits(1 << (31 - set.leading_zeros()))
        }
    }

    /// The empty squares in this direction before the first occupied one.
    #[inline]
    pub(super) const fn open_ray(self, from: Square, occupied: Squares) -> Squares {
        let ray = self.ray(from);
        match self
            .nearest(Squares::from_bits(ray.bits() & occupied.bits()))
            .first()
        {
            // The first occupied square and all behind it go: the ray from it, and itself.
            Some(stop) => {
                Squares::from_bits(ray.bits() & !self.ray(stop).bits() & !(1 << stop.index()))
            }
            None => ray,
        }
    }
}

static RAYS: [[Squares; 32]; 4] = rays();

const fn rays() -> [[Squares; 32]; 4] {
    let mut table = [[Squares::EMPTY; 32]; 4];
    let mut d = 0;
    while d < 4 {
        let mut s = 0;
        while s < 32 {
            let mut ray = 0;
            let mut at = Direction::ALL[d].step(Squares::from_bits(1 << s));
            while !at.is_empty() {
                ray |= at.bits();
                at = Direction::ALL[d].step(at);
            }
            table[d][s] = Squares::from_bits(ray);
            s += 1;
        }
        d += 1;
    }
    table
}

/// The eight squares on which men of this colour become kings.
pub(super) const fn last_row(white: bool) -> Squares {
    if white {
        Squares::from_bits(0xF000_0000)
    } else {
        Squares::from_bits(0x0000_000F)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(numbers: &[u8]) -> Squares {
        numbers.iter().filter_map(|&n| Square::new(n)).collect()
    }

    #[test]
    fn a_step_changes_row_and_column_by_one_and_never_wraps() {
        for from in Square::all() {
            for (d, rows, columns) in [
                (UpLeft, 1, -1),
                (UpRight, 1, 1),
                (DownLeft, -1, -1),
                (DownRight, -1, 1),
            ] {
                let wanted = Square::all().find(|to| {
                    i16::from(to.row()) == i16::from(from.row()) + rows
                        && i16::from(to.column()) == i16::from(from.column()) + columns
                });
                assert_eq!(
                    d.step(from.into()),
                    wanted.into_iter().collect(),
                    "{from} {d:?}"
                );
            }
        }
    }

    #[test]
    fn the_long_diagonal_runs_from_1_to_32() {
        let one = Square::new(1).unwrap();
        assert_eq!(UpLeft.ray(one), squares(&[5, 10, 14, 19, 23, 28, 32]));
        assert_eq!(UpRight.ray(one), Squares::EMPTY);
    }

    #[test]
    fn an_open_ray_ends_before_the_first_piece_both_ways() {
        let at = Square::new(14).unwrap();
        let occupied = squares(&[5, 23, 28]);
        assert_eq!(UpLeft.open_ray(at, occupied), squares(&[19]));
        assert_eq!(DownRight.open_ray(at, occupied), squares(&[10]));
        assert_eq!(UpRight.open_ray(at, occupied), squares(&[18, 21, 25]));
        assert_eq!(DownLeft.open_ray(at, occupied), squares(&[11, 7, 4]));
    }
}
