//! The search for complete captures of one piece.
//!
//! What is captured stays on the board until the move ends: it is in the way and is not jumped again; the square where
//! the capture began counts as empty (FMJD, annex 1, 4.7–4.9; the seeds do not say). A capture is complete when no
//! jump is possible from *any* square on which the last one could have ended.

use super::priority::Weights;
use super::seen::Seen;
use crate::damas::geometry::Direction;
use crate::damas::moves::Move;
use crate::damas::reach::{fly, hop};
use crate::damas::square::{Square, Squares};

/// What is done with each complete capture.
pub(super) trait Sink {
    /// Takes one; the same identity never comes twice.
    fn take(&mut self, mv: Move, score: u32);
}

/// The board as the captures of one piece see it.
pub(super) struct Search<'a, S> {
    from: Square,
    /// Enemies.
    prey: Squares,
    /// Those of them that are kings.
    kings: Squares,
    /// Every piece but the capturing one.
    occupied: Squares,
    weights: Weights,
    seen: &'a mut Seen,
    sink: &'a mut S,
}

impl<'a, S: Sink> Search<'a, S> {
    pub(super) fn new(
        from: Square,
        (prey, kings, occupied): (Squares, Squares, Squares),
        weights: Weights,
        seen: &'a mut Seen,
        sink: &'a mut S,
    ) -> Search<'a, S> {
        seen.clear();
        Search {
            from,
            prey,
            kings,
            occupied: occupied.without(from.into()),
            weights,
            seen,
            sink,
        }
    }

    #[inline]
    fn worth(&self, over: Squares) -> u32 {
        if self.kings.meets(over) {
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

    /// Jumps of a piece that captures an adjacent enemy and lands right behind it. `true` if there was one.
    ///
    /// Forward only, two routes never meet in one state, and nothing need be remembered.
    #[inline]
    pub(super) fn short<const N: usize>(
        &mut self,
        ways: [Direction; N],
        at: Squares,
        taken: Squares,
        score: u32,
    ) -> bool {
        let mut on = false;
        for way in ways {
            let Some((over, to)) = hop(way, at, self.prey.without(taken), self.occupied) else {
                continue;
            };
            on = true;
            let (now, score) = (taken | over, score + self.worth(over));
            // States of one jump differ in what was jumped; longer ones may be reached twice.
            if N > 2 && !taken.is_empty() && !self.seen.insert(to, now) {
                continue;
            }
            if !self.short(ways, to, now, score) {
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
        fly(way, at, self.prey.without(taken), self.occupied)
    }
}
