//! Wrong moves: what a table with huffing lets through (seed 002 "soplar").

use super::moves::{Move, Moves};
use super::position::Position;
use super::reach::Reach;
use super::route::Wanted;
use super::square::{Square, Squares};
use super::table::Table;
use std::collections::BTreeSet;

/// A move that a huffing table lets through although a capture was due, and what it may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WrongMove {
    /// The move.
    pub mv: Move,
    /// Where, after it, the pieces stand that owned a legal capture before it: one of these may be huffed.
    pub huffable: Squares,
}

impl Position {
    /// Every wrong move, in the order of their identities: while a capture is due, all quiet moves, and all jump
    /// sequences, complete or broken off after at least one jump, that are not legal moves.
    ///
    /// Says what a huffing table would let through, whether or not this one has huffing.
    #[must_use]
    pub fn wrong_moves(&self, table: &Table) -> Vec<WrongMove> {
        if !self.must_capture(table) {
            return Vec::new();
        }
        let legal = self.legal_moves(table);
        let mut moves = BTreeSet::new();
        self.quiet_moves(table, |from, to| {
            moves.insert(Move {
                from,
                to,
                captures: Squares::EMPTY,
            });
        });
        for reach in self
            .pieces(self.turn())
            .iter()
            .filter_map(|from| Reach::of(self, table, from))
        {
            add_sequences(&reach, reach.from, Squares::EMPTY, &mut moves);
        }
        (moves.into_iter().filter(|mv| !legal.contains(mv)))
            .map(|mv| WrongMove {
                mv,
                huffable: huffable(&legal, mv),
            })
            .collect()
    }

    /// Whether the move is wrong but possible, given the legal ones; if so, the pieces that may be huffed for it.
    pub(super) fn huffable_after(&self, table: &Table, legal: &Moves, mv: Move) -> Option<Squares> {
        let due = legal.first().is_some_and(|mv| mv.is_capture());
        if !due || legal.contains(&mv) {
            return None;
        }
        let possible = if mv.is_capture() {
            !self
                .find_routes(
                    table,
                    Wanted {
                        mv,
                        via: &[],
                        complete: false,
                    },
                    1,
                )
                .is_empty()
        } else {
            let mut found = false;
            self.quiet_moves(table, |from, to| found |= (from, to) == (mv.from, mv.to));
            found
        };
        possible.then(|| huffable(legal, mv))
    }
}

/// Where the owners of a legal capture stand after a wrong move: seed 002, "la pieza con qué podía comer". A piece that
/// moved is taken where it stands now.
fn huffable(legal: &Moves, mv: Move) -> Squares {
    (legal.iter())
        .map(|capture| {
            if capture.from == mv.from {
                mv.to
            } else {
                capture.from
            }
        })
        .collect()
}

/// Adds every sequence of jumps that goes on from `at`, a state once.
fn add_sequences(reach: &Reach, at: Square, taken: Squares, moves: &mut BTreeSet<Move>) {
    for jump in reach.jumps(at, taken) {
        let captures = taken | jump.over;
        if moves.insert(Move {
            from: reach.from,
            to: jump.to,
            captures,
        }) {
            add_sequences(reach, jump.to, captures, moves);
        }
    }
}
