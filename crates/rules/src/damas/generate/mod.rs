//! Legal moves.
//!
//! Capturing is obligatory (seeds 000 and 002), so captures are looked for first. Whole sets are shifted to find the pieces
//! that have one, rays are walked for flying kings only, and what is found is searched to its end.

mod capture;
mod forward;
mod priority;
mod seen;
mod sink;
mod view;

use self::capture::Search;
use self::forward::Men;
use self::priority::Weights;
use self::seen::Seen;
use self::sink::{Best, Count, Sink};
use self::view::{Down, Forward, Up, View};
use super::geometry::Direction;
use super::moves::{Move, Moves};
use super::position::Position;
use super::square::{Square, Squares};
use super::table::{King, MenCapture, Table};
use crate::Color;

impl Position {
    /// Every legal move on this table, each identity once, in no particular order.
    ///
    /// ```
    /// use rules::damas::{Position, Table};
    /// assert_eq!(Position::start().legal_moves(&Table::default()).len(), 7);
    /// ```
    #[must_use]
    pub fn legal_moves(&self, table: &Table) -> Moves {
        let mut moves = Moves::new();
        self.list_moves(table, &mut moves);
        moves
    }

    /// Lists the legal moves in an empty list.
    #[inline]
    fn list_moves(&self, table: &Table, moves: &mut Moves) {
        match self.turn() {
            Color::White => self.list::<Up>(table, moves),
            Color::Black => self.list::<Down>(table, moves),
        }
    }

    fn list<W: Forward>(&self, table: &Table, moves: &mut Moves) {
        let view = View::of(self);
        if !captures::<W>(&view, table, &mut Best { moves, score: 0 }) {
            quiet::<W>(&view, table, |from, to| {
                moves.push(Move {
                    from,
                    to,
                    captures: Squares::EMPTY,
                });
            });
        }
    }

    /// How many legal moves there are; quicker than listing them.
    #[must_use]
    pub fn count_moves(&self, table: &Table) -> u64 {
        match self.turn() {
            Color::White => self.count::<Up>(table),
            Color::Black => self.count::<Down>(table),
        }
    }

    fn count<W: Forward>(&self, table: &Table) -> u64 {
        let view = View::of(self);
        let mut count = Count::default();
        if captures::<W>(&view, table, &mut count) {
            return count.moves;
        }
        let steps = |way: Direction, pieces: Squares| way.step(pieces) & view.empty;
        let [left, right] = W::WAYS;
        let men = count_both(steps(left, view.men), steps(right, view.men));
        if view.kings.is_empty() {
            return men;
        }
        let kings: u32 = match table.king {
            King::Short => Direction::ALL
                .iter()
                .map(|&way| steps(way, view.kings).len())
                .sum(),
            King::Flying => view.kings.iter().map(|king| view.flights(king).len()).sum(),
        };
        men + u64::from(kings)
    }

    /// Whether the side on turn has a legal move.
    #[must_use]
    pub fn has_move(&self, table: &Table) -> bool {
        let view = View::of(self);
        let ways = match self.turn() {
            Color::White => Direction::UP,
            Color::Black => Direction::DOWN,
        };
        // A short step is the beginning of any flight.
        ways.iter().any(|way| way.step(view.men).meets(view.empty))
            || Direction::ALL
                .iter()
                .any(|way| way.step(view.kings).meets(view.empty))
            || self.must_capture(table)
    }

    /// Whether the side on turn has to capture.
    #[must_use]
    pub fn must_capture(&self, table: &Table) -> bool {
        let view = View::of(self);
        let (men, kings) = match self.turn() {
            Color::White => jumpers::<Up>(&view, table),
            Color::Black => jumpers::<Down>(&view, table),
        };
        !(men | kings).is_empty()
    }

    /// Gives every move that captures nothing to `add`, captures due or not.
    pub(super) fn quiet_moves(&self, table: &Table, add: impl FnMut(Square, Square)) {
        let view = View::of(self);
        match self.turn() {
            Color::White => quiet::<Up>(&view, table, add),
            Color::Black => quiet::<Down>(&view, table, add),
        }
    }

    /// Counts the sequences of `depth` legal moves, each identity once. No draw rule applies; a side without a move adds
    /// nothing.
    ///
    /// ```
    /// use rules::damas::{Position, Table};
    /// assert_eq!(Position::start().perft(&Table::default(), 4), 1469);
    /// ```
    #[must_use]
    pub fn perft(&self, table: &Table, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => self.count_moves(table),
            _ => {
                let mut moves = Moves::new();
                self.list_moves(table, &mut moves);
                moves
                    .iter()
                    .map(|&mv| self.play(mv).perft(table, depth - 1))
                    .sum()
            }
        }
    }
}

/// The men and the kings that have a capture.
#[inline(always)]
fn jumpers<W: Forward>(view: &View, table: &Table) -> (Squares, Squares) {
    let men = match table.men_capture {
        MenCapture::Forward => view.forward_jumpers::<W>(view.men),
        MenCapture::Both => view.jumpers(view.men),
    };
    let kings = if view.kings.is_empty() {
        Squares::EMPTY
    } else {
        match table.king_captures() {
            King::Short => view.jumpers(view.kings),
            King::Flying => view.flying_jumpers(),
        }
    };
    (men, kings)
}

/// Gives every complete capture to `sink`. `true` if there was one.
#[inline]
fn captures<W: Forward>(view: &View, table: &Table, sink: &mut impl Sink) -> bool {
    let (men, kings) = jumpers::<W>(view, table);
    if (men | kings).is_empty() {
        return false;
    }
    let weights = Weights::of(table);
    match table.men_capture {
        MenCapture::Forward => {
            Men {
                view,
                weights,
                sink,
            }
            .capture::<W>(men);
            if !kings.is_empty() {
                search(view, table, Squares::EMPTY, kings, sink);
            }
        }
        MenCapture::Both => search(view, table, men, kings, sink),
    }
    true
}

/// Gives every complete capture of these pieces, which may go in all directions, to `sink`.
fn search(view: &View, table: &Table, men: Squares, kings: Squares, sink: &mut impl Sink) {
    let weights = Weights::of(table);
    let mut seen = Seen::default();
    for man in men {
        Search::new(man, view, weights, &mut seen, sink).short(man.into(), Squares::EMPTY, 0);
    }
    for king in kings {
        let mut search = Search::new(king, view, weights, &mut seen, sink);
        match table.king_captures() {
            King::Flying => search.flying(&Direction::ALL, king, Squares::EMPTY, weights.by_king),
            King::Short => search.short(king.into(), Squares::EMPTY, weights.by_king),
        };
    }
}

/// Gives every quiet move to `add`.
#[inline]
fn quiet<W: Forward>(view: &View, table: &Table, mut add: impl FnMut(Square, Square)) {
    let mut step = |way: Direction, pieces: Squares| {
        let back = way.opposite();
        for to in way.step(pieces) & view.empty {
            if let Some(from) = back.step(to.into()).first() {
                add(from, to);
            }
        }
    };
    let [left, right] = W::WAYS;
    step(left, view.men);
    step(right, view.men);
    match table.king {
        King::Short => Direction::ALL
            .into_iter()
            .for_each(|way| step(way, view.kings)),
        King::Flying => {
            for from in view.kings {
                for to in view.flights(from) {
                    add(from, to);
                }
            }
        }
    }
}

/// The squares of both sets, counted at once: processors without a counting instruction take as long for 64 bits as for 32.
#[inline]
fn count_both(one: Squares, other: Squares) -> u64 {
    u64::from((u64::from(one.bits()) << 32 | u64::from(other.bits())).count_ones())
}
