//! Routes: the squares a piece visits in one move.

use super::geometry::Direction;
use super::moves::Move;
use super::position::Position;
use super::reach::Reach;
use super::square::{Square, Squares};
use super::table::Table;
use core::fmt;
use std::collections::BTreeSet;

/// A move written out: start, every landing, end.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Path {
    squares: Vec<Square>,
    capture: bool,
}

impl Path {
    pub(super) fn quiet(mv: Move) -> Path {
        Path {
            squares: vec![mv.from, mv.to],
            capture: false,
        }
    }

    /// First and last square only.
    pub(super) fn ends(mv: Move) -> Path {
        Path {
            squares: vec![mv.from, mv.to],
            capture: mv.is_capture(),
        }
    }

    /// The squares, first to last.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }
}

impl fmt::Display for Path {
    /// `11-14`, `22x15x6` (PDN).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.capture { "x" } else { "-" };
        for (place, square) in self.squares.iter().enumerate() {
            write!(f, "{}{square}", if place == 0 { "" } else { separator })?;
        }
        Ok(())
    }
}

/// What a route has to be.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) mv: Move,
    /// Squares that it has to visit on its way, in this order.
    pub(super) via: &'a [Square],
    /// Whether it has to end in a complete capture. The same identity can be reached by a route whose last jump could
    /// have landed where there is more to capture; where no law asks for the most pieces, that route is not legal.
    pub(super) complete: bool,
}

impl Position {
    /// Every route of a capture, smallest first, squares compared as numbers; at most `limit` of them. A flying king that
    /// goes straight on is written as landing right behind what it jumped. For a quiet move, its only route.
    ///
    /// The move should be legal, or wrong in the sense of [`Position::wrong_moves`]; others have no routes.
    #[must_use]
    pub fn routes(&self, table: &Table, mv: Move, limit: usize) -> Vec<Path> {
        let complete = self.legal_moves(table).contains(&mv);
        self.find_routes(
            table,
            Wanted {
                mv,
                via: &[],
                complete,
            },
            limit,
        )
    }

    /// The routes that are as wanted, smallest first.
    pub(super) fn find_routes(&self, table: &Table, wanted: Wanted<'_>, limit: usize) -> Vec<Path> {
        if !wanted.mv.is_capture() {
            return vec![Path::quiet(wanted.mv)];
        }
        let Some(reach) = Reach::of(self, table, wanted.mv.from) else {
            return Vec::new();
        };
        let mut trail = Trail {
            reach,
            wanted,
            limit,
            path: vec![wanted.mv.from],
            dead: BTreeSet::new(),
            found: Vec::new(),
        };
        trail.search(Squares::EMPTY, None, 0);
        trail.found
    }

    /// The smallest of them.
    pub(super) fn smallest_route(&self, table: &Table, mv: Move, complete: bool) -> Option<Path> {
        self.find_routes(
            table,
            Wanted {
                mv,
                via: &[],
                complete,
            },
            1,
        )
        .pop()
    }
}

/// A search for routes, depth first in rising order of squares.
struct Trail<'a> {
    reach: Reach,
    wanted: Wanted<'a>,
    limit: usize,
    path: Vec<Square>,
    /// States from which no route goes on: what bounds the work.
    dead: BTreeSet<(Square, Squares, Option<Direction>, usize)>,
    found: Vec<Path>,
}

impl Trail<'_> {
    /// Goes on from the last square of the path. `barred` is the direction in which it may not go on, `met` how many of
    /// the squares to visit it has visited.
    fn search(&mut self, taken: Squares, barred: Option<Direction>, met: usize) {
        let Some(&at) = self.path.last() else { return };
        let state = (at, taken, barred, met);
        if self.dead.contains(&state) {
            return;
        }
        let before = self.found.len();
        let Wanted { mv, via, complete } = self.wanted;
        for jump in self.reach.jumps(at, taken) {
            if self.found.len() >= self.limit {
                return;
            }
            if !jump.over.meets(mv.captures) || barred == Some(jump.way) {
                continue;
            }
            let now = taken | jump.over;
            self.path.push(jump.to);
            if now != mv.captures {
                // Named squares may be any; only without them is one spelling enough.
                let barred = (via.is_empty() && !jump.is_near()).then_some(jump.way);
                let met = met + usize::from(via.get(met) == Some(&jump.to));
                self.search(now, barred, met);
            } else if jump.to == mv.to
                && met == via.len()
                && (!complete || self.reach.is_last(jump, now))
            {
                self.found.push(Path {
                    squares: self.path.clone(),
                    capture: true,
                });
            }
            self.path.pop();
        }
        if self.found.len() == before {
            self.dead.insert(state);
        }
    }
}
