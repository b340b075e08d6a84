//! The board as the side on turn sees it.

use crate::damas::geometry::Direction;
use crate::damas::position::Position;
use crate::damas::square::{Square, Squares};

/// The two directions in which men move, known when the code is compiled: a step is then two shifts, not a choice.
pub(super) trait Forward {
    const WAYS: [Direction; 2];
}

/// White's.
pub(super) struct Up;

impl Forward for Up {
    const WAYS: [Direction; 2] = Direction::UP;
}

/// Black's.
pub(super) struct Down;

impl Forward for Down {
    const WAYS: [Direction; 2] = Direction::DOWN;
}

/// The board as the side on turn sees it.
pub(super) struct View {
    pub(super) men: Squares,
    pub(super) kings: Squares,
    pub(super) foes: Squares,
    pub(super) foe_kings: Squares,
    pub(super) empty: Squares,
}

impl View {
    #[inline]
    pub(super) fn of(position: &Position) -> View {
        let side = position.turn();
        let foes = position.pieces(!side);
        View {
            men: position.men(side),
            kings: position.kings(side),
            foes,
            foe_kings: foes & position.all_kings(),
            empty: !position.occupied(),
        }
    }

    /// Those of `pieces` that can jump an adjacent enemy in this direction.
    #[inline]
    fn jumpers_in(&self, way: Direction, pieces: Squares) -> Squares {
        let back = way.opposite();
        pieces & back.step(self.foes & back.step(self.empty))
    }

    /// Those of `pieces` that can jump an adjacent enemy forward.
    #[inline]
    pub(super) fn forward_jumpers<W: Forward>(&self, pieces: Squares) -> Squares {
        let [left, right] = W::WAYS;
        self.jumpers_in(left, pieces) | self.jumpers_in(right, pieces)
    }

    /// Those of `pieces` that can jump an adjacent enemy in any direction.
    #[inline]
    pub(super) fn jumpers(&self, pieces: Squares) -> Squares {
        let [a, b, c, d] = Direction::ALL;
        self.jumpers_in(a, pieces)
            | self.jumpers_in(b, pieces)
            | self.jumpers_in(c, pieces)
            | self.jumpers_in(d, pieces)
    }

    /// The kings that can jump at a distance.
    #[inline]
    pub(super) fn flying_jumpers(&self) -> Squares {
        self.kings
            .iter()
            .filter(|&king| self.can_fly_over(king))
            .collect()
    }

    fn can_fly_over(&self, king: Square) -> bool {
        let occupied = !self.empty;
        Direction::ALL.into_iter().any(|way| {
            let over = way.nearest(way.ray(king) & occupied) & self.foes;
            way.step(over).meets(self.empty)
        })
    }

    /// Where a flying king can go without capturing.
    #[inline]
    pub(super) fn flights(&self, from: Square) -> Squares {
        Direction::ALL.into_iter().fold(Squares::EMPTY, |all, way| {
            all | way.open_ray(from, !self.empty)
        })
    }
}
