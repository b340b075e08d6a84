//! Legal moves.
//!
//! Capturing is obligatory (seeds 000 and 002), so captures are looked for first: by shifts of whole sets for pieces that
//! jump what is adjacent, ray by ray for flying kings. Only pieces found to have a jump are searched piece by piece.

mod capture;
mod priority;
mod seen;

use self::capture::{Search, Sink};
use self::priority::Weights;
use self::seen::Seen;
use super::geometry::Direction;
use super::moves::{Move, Moves};
use super::position::Position;
use super::square::{Square, Squares};
use super::table::{King, MenCapture, Table};
use crate::Color;

/// Keeps the captures of the best score.
struct Best<'m> {
    moves: &'m mut Moves,
    score: u32,
}

impl Sink for Best<'_> {
    #[inline]
    fn take(&mut self, mv: Move, score: u32) {
        if score < self.score {
            return;
        }
        if score > self.score {
            self.moves.clear();
            self.score = score;
        }
        self.moves.push(mv);
    }
}

/// Counts the captures of the best score.
#[derive(Default)]
struct Count {
    moves: u64,
    score: u32,
}

impl Sink for Count {
    #[inline]
    fn take(&mut self, _: Move, score: u32) {
        if score > self.score {
            *self = Count { moves: 0, score };
        }
        self.moves += u64::from(score == self.score);
    }
}

/// The board as the side on turn sees it.
struct View {
    men: Squares,
    kings: Squares,
    foes: Squares,
    empty: Squares,
}

impl View {
    #[inline]
    fn of(position: &Position) -> View {
        let side = position.turn();
        View {
            men: position.men(side),
            kings: position.kings(side),
            foes: position.pieces(!side),
            empty: !position.occupied(),
        }
    }

    /// Those of `pieces` that can jump an adjacent enemy.
    #[inline]
    fn jumpers(&self, pieces: Squares, ways: &[Direction]) -> Squares {
        ways.iter().fold(Squares::EMPTY, |all, way| {
            let back = way.opposite();
            all | pieces & back.step(self.foes & back.step(self.empty))
        })
    }

    /// Whether a flying king on this square can jump something.
    #[inline]
    fn can_fly_over(&self, king: Square) -> bool {
        let occupied = !self.empty;
        Direction::ALL.into_iter().any(|way| {
            let over = way.nearest(way.ray(king) & occupied) & self.foes;
            !(way.step(over) & self.empty).is_empty()
        })
    }
}

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
        if !self.captures(
            table,
            &mut Best {
                moves: &mut moves,
                score: 0,
            },
        ) {
            self.quiet_moves(table, |from, to| {
                moves.push(Move {
                    from,
                    to,
                    captures: Squares::EMPTY,
                });
            });
        }
        moves
    }

    /// How many legal moves there are; quicker than listing them.
    #[must_use]
    pub fn count_moves(&self, table: &Table) -> u64 {
        let mut count = Count::default();
        if self.captures(table, &mut count) {
            return count.moves;
        }
        let view = View::of(self);
        let steps = |pieces: Squares, ways: &[Direction]| -> u32 {
            ways.iter()
                .map(|way| (way.step(pieces) & view.empty).len())
                .sum()
        };
        let men = match self.turn() {
            Color::White => steps(view.men, &Direction::UP),
            Color::Black => steps(view.men, &Direction::DOWN),
        };
        let kings: u32 = match table.king {
            King::Short => steps(view.kings, &Direction::ALL),
            King::Flying => view
                .kings
                .iter()
                .map(|king| flights(king, !view.empty).len())
                .sum(),
        };
        u64::from(men + kings)
    }

    /// Whether the side on turn has a legal move.
    #[must_use]
    pub fn has_move(&self, table: &Table) -> bool {
        let view = View::of(self);
        // A short step is the beginning of any flight.
        let kings = Direction::ALL
            .iter()
            .any(|way| way.step(view.kings).meets(view.empty));
        let forward = self.forward();
        kings
            || forward
                .iter()
                .any(|way| way.step(view.men).meets(view.empty))
            || self.must_capture(table)
    }

    /// Whether the side on turn has to capture.
    #[must_use]
    pub fn must_capture(&self, table: &Table) -> bool {
        let view = View::of(self);
        let men = match table.men_capture {
            MenCapture::Forward => view.jumpers(view.men, &self.forward()),
            MenCapture::Both => view.jumpers(view.men, &Direction::ALL),
        };
        !men.is_empty()
            || match table.king_captures() {
                King::Short => !view.jumpers(view.kings, &Direction::ALL).is_empty(),
                King::Flying => view.kings.iter().any(|king| view.can_fly_over(king)),
            }
    }

    /// The two directions in which men of the side on turn move.
    #[inline]
    fn forward(&self) -> [Direction; 2] {
        match self.turn() {
            Color::White => Direction::UP,
            Color::Black => Direction::DOWN,
        }
    }

    /// Gives every complete capture to `sink`. `true` if there was one.
    #[inline]
    fn captures(&self, table: &Table, sink: &mut impl Sink) -> bool {
        match (table.men_capture, self.turn()) {
            (MenCapture::Both, _) => self.captures_of(table, Direction::ALL, sink),
            (MenCapture::Forward, Color::White) => self.captures_of(table, Direction::UP, sink),
            (MenCapture::Forward, Color::Black) => self.captures_of(table, Direction::DOWN, sink),
        }
    }

    /// The same where men capture in the directions `ways`.
    #[inline]
    fn captures_of<const N: usize>(
        &self,
        table: &Table,
        ways: [Direction; N],
        sink: &mut impl Sink,
    ) -> bool {
        let view = View::of(self);
        let men = view.jumpers(view.men, &ways);
        let flying = table.king_captures() == King::Flying;
        let kings = match flying {
            false => view.jumpers(view.kings, &Direction::ALL),
            true => view
                .kings
                .iter()
                .filter(|&king| view.can_fly_over(king))
                .collect(),
        };
        if (men | kings).is_empty() {
            return false;
        }
        let weights = Weights::of(table);
        let board = (view.foes, view.foes & self.all_kings(), !view.empty);
        let mut seen = Seen::default();
        for man in men {
            Search::new(man, board, weights, &mut seen, sink).short(
                ways,
                man.into(),
                Squares::EMPTY,
                0,
            );
        }
        for king in kings {
            let mut search = Search::new(king, board, weights, &mut seen, sink);
            if flying {
                search.flying(&Direction::ALL, king, Squares::EMPTY, weights.by_king);
            } else {
                search.short(Direction::ALL, king.into(), Squares::EMPTY, weights.by_king);
            }
        }
        true
    }

    /// Gives every move that captures nothing to `add`, captures due or not.
    #[inline]
    pub(super) fn quiet_moves(&self, table: &Table, mut add: impl FnMut(Square, Square)) {
        let view = View::of(self);
        let mut steps = |pieces: Squares, ways: &[Direction]| {
            for way in ways {
                for to in way.step(pieces) & view.empty {
                    if let Some(from) = way.opposite().step(to.into()).first() {
                        add(from, to);
                    }
                }
            }
        };
        match self.turn() {
            Color::White => steps(view.men, &Direction::UP),
            Color::Black => steps(view.men, &Direction::DOWN),
        }
        match table.king {
            King::Short => steps(view.kings, &Direction::ALL),
            King::Flying => {
                for from in view.kings {
                    for to in flights(from, !view.empty) {
                        add(from, to);
                    }
                }
            }
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
            _ => self
                .legal_moves(table)
                .iter()
                .map(|&mv| self.play(mv).perft(table, depth - 1))
                .sum(),
        }
    }
}

/// Where a flying king can go without capturing.
#[inline]
fn flights(from: Square, occupied: Squares) -> Squares {
    Direction::ALL.into_iter().fold(Squares::EMPTY, |all, way| {
        all | way.open_ray(from, occupied)
    })
}
