//! Captures by men that capture forward only, the many among captures.
//!
//! Such a man never comes back to where it was, so its captures need no memory, and two routes never make one move. All men
//! jump at once, as sets; only those that can go on are followed one by one.

use super::priority::Weights;
use super::sink::Sink;
use super::view::{Forward, View};
use crate::damas::geometry::Direction;
use crate::damas::moves::Move;
use crate::damas::square::Squares;

pub(super) struct Men<'a, S> {
    pub(super) view: &'a View,
    pub(super) weights: Weights,
    pub(super) sink: &'a mut S,
}

impl<S: Sink> Men<'_, S> {
    /// Every capture of these men, each of which has one.
    #[inline]
    pub(super) fn capture<W: Forward>(&mut self, men: Squares) {
        let [left, right] = W::WAYS;
        self.jump::<W>(left, men);
        self.jump::<W>(right, men);
    }

    #[inline(always)]
    fn jump<W: Forward>(&mut self, way: Direction, men: Squares) {
        let landings = way.step(way.step(men) & self.view.foes) & self.view.empty;
        let open = self.view.forward_jumpers::<W>(landings);
        let back = way.opposite();
        for to in landings {
            let over = back.step(to.into());
            let from = back.step(over);
            let score = self.worth(over);
            if open.contains(to) {
                self.go_on::<W>(from, to.into(), over, score);
            } else {
                self.end(from, to.into(), over, score);
            }
        }
    }

    /// Goes on from `at`, where there is something to jump.
    fn go_on<W: Forward>(&mut self, from: Squares, at: Squares, taken: Squares, score: u32) {
        let [left, right] = W::WAYS;
        for way in [left, right] {
            let over = way.step(at) & self.view.foes;
            let to = way.step(over) & self.view.empty;
            if to.is_empty() {
                continue;
            }
            let (taken, score) = (taken | over, score + self.worth(over));
            if self.view.forward_jumpers::<W>(to).is_empty() {
                self.end(from, to, taken, score);
            } else {
                self.go_on::<W>(from, to, taken, score);
            }
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
    fn end(&mut self, from: Squares, to: Squares, captures: Squares, score: u32) {
        if let (Some(from), Some(to)) = (from.first(), to.first()) {
            self.sink.take(Move { from, to, captures }, score);
        }
    }
}
