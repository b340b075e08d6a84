//! The search for complete captures of one piece.
//!
//! What is captured stays on the board until the move ends: it is in the way and is not jumped again; the square where
//! the capture began counts as empty. The seeds do not say so; the FMJD's rules of the game do, under "capturing". A
//! capture is complete when no jump is possible from *any* square on which the last one could have ended.

use super::priority::Weights;
use super::seen::Seen;
use super::sink::Sink;
use super::view::View;
use crate::damas::geometry::Direction;
use crate::damas::moves::Move;
use crate::damas::reach::{fly, hop};
use crate::damas::square::{Square, Squares};

/// The board as the captures of one piece see it.
pub(super) struct Search<'a, S> {
    from: Square,
    view: &'a View,
    /// Every piece but the capturing one.
    occupied: Squares,
    weights: Weights,
    seen: &'a mut Seen,
    sink: &'a mut S,
}

impl<'a, S: Sink> Search<'a, S> {
    pub(super) fn new(
        from: Square,
        view: &'a View,
        weights: Weights,
        seen: &'a mut Seen,
        sink: &'a mut S,
    ) -> Search<'a, S> {
        seen.clear();
        Search {
            from,
            view,
            occupied: (!view.empty).without(from.into()),
            weights,
            seen,
            sink,
        }
    }

    #[inline]
    fn worth(&self, over: Squares) -> u32 {
        if self.view.foe_kings.meets(over) {
            self.weights.king
        } else {
            self.weights.man
        }
    }

    #[inline]
    fn end(&mut self, at: Squares, taken: Squares, score: u32) {
        if let Some(to) = at.first() {
            self.sink.take(
                Move {
                    from: self.from,
                    to,
                    captures: taken,
                },
                score,
            );
        }
    }

    /// Jumps of a piece that captures an adjacent enemy and lands right behind it, in any direction. `true` if there was
    /// one.
    pub(super) fn short(&mut self, at: Squares, taken: Squares, score: u32) -> bool {
        let mut on = false;
        for way in Direction::ALL {
            let Some((over, to)) = hop(way, at, self.view.foes.without(taken), self.occupied)
            else {
                continue;
            };
            on = true;
            let (now, score) = (taken | over, score + self.worth(over));
            // States of one jump differ in what was jumped; longer ones may be reached twice.
            if !taken.is_empty() && !self.seen.insert(to, now) {
                continue;
            }
            if !self.short(to, now, score) {
                self.end(to, now, score);
            }
        }
        on
    }

    /// Jumps of a flying king in the given directions. `true` if there was one.
    pub(super) fn flying(
        &mut self,
        ways: &[Direction],
        at: Square,
        taken: Squares,
        score: u32,
    ) -> bool {
        let mut on = false;
        for &way in ways {
            let Some((over, landings)) = self.leap(way, at, taken) else {
                continue;
            };
            on = true;
            let (now, score) = (taken | over, score + self.worth(over));
            let first = taken.is_empty();
            let mut open = false;
            let [left, right] = way.crossing();
            let right_behind = way.step(over);
            for to in landings {
                // Straight on, whatever can be jumped from a farther square can be jumped from the one right behind.
                let straight = right_behind.contains(to) && self.leap(way, to, now).is_some();
                if straight
                    || self.leap(left, to, now).is_some()
                    || self.leap(right, to, now).is_some()
                {
                    open = true;
                    if first || self.seen.insert(to.into(), now) {
                        let ways = [left, right, way];
                        self.flying(if straight { &ways } else { &ways[..2] }, to, now, score);
                    }
                }
            }
            if !open {
                for to in landings {
                    if first || self.seen.insert(to.into(), now) {
                        self.end(to.into(), now, score);
                    }
                }
            }
        }
        on
    }

    #[inline]
    fn leap(&self, way: Direction, at: Square, taken: Squares) -> Option<(Squares, Squares)> {
        fly(way, at, self.view.foes.without(taken), self.occupied)
    }
}
