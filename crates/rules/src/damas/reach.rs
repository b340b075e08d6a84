//! What one piece can jump from where.

use super::geometry::Direction;
use super::position::Position;
use super::square::{Square, Squares};
use super::table::{King, MenCapture, Table};
use crate::Color;

/// A flying king's jump from `at`: the first piece in its way if that is one of `prey`, and the squares on which the
/// jump can end.
#[inline]
pub(super) fn fly(
    way: Direction,
    at: Square,
    prey: Squares,
    occupied: Squares,
) -> Option<(Squares, Squares)> {
    let over = way.nearest(way.ray(at) & occupied) & prey;
    let landings = way.open_ray(over.first()?, occupied);
    (!landings.is_empty()).then_some((over, landings))
}

/// The jump of any other piece: over an adjacent piece of `prey` to the square right behind it.
#[inline]
pub(super) fn hop(
    way: Direction,
    at: Squares,
    prey: Squares,
    occupied: Squares,
) -> Option<(Squares, Squares)> {
    let over = way.step(at) & prey;
    let landing = way.step(over).without(occupied);
    (!landing.is_empty()).then_some((over, landing))
}

/// The board as the captures of one piece see it, for everything that follows routes square by square.
pub(super) struct Reach {
    pub(super) from: Square,
    prey: Squares,
    /// Every piece but this one: the square where a capture began counts as empty.
    occupied: Squares,
    flying: bool,
    ways: &'static [Direction],
}

/// One jump.
#[derive(Clone, Copy)]
pub(super) struct Jump {
    pub(super) to: Square,
    pub(super) over: Squares,
    pub(super) way: Direction,
    /// Every square on which this jump can end.
    pub(super) landings: Squares,
}

impl Jump {
    /// Whether it ends right behind what was jumped. Only from there do routes go straight on: from a farther landing
    /// the same next jump would give the same move a second name.
    pub(super) fn is_near(self) -> bool {
        self.way.step(self.over).contains(self.to)
    }
}

impl Reach {
    /// Of the piece of the side on turn on this square; `None` if there is none.
    pub(super) fn of(position: &Position, table: &Table, from: Square) -> Option<Reach> {
        let side = position.turn();
        if !position.pieces(side).contains(from) {
            return None;
        }
        let king = position.kings(side).contains(from);
        let ways: &[Direction] = match (king || table.men_capture == MenCapture::Both, side) {
            (true, _) => &Direction::ALL,
            (false, Color::White) => &Direction::UP,
            (false, Color::Black) => &Direction::DOWN,
        };
        Some(Reach {
            from,
            prey: position.pieces(!side),
            occupied: position.occupied().without(from.into()),
            flying: king && table.king_captures() == King::Flying,
            ways,
        })
    }

    /// Every jump from `at` once `taken` has been jumped, by the number of the landing square.
    pub(super) fn jumps(&self, at: Square, taken: Squares) -> Vec<Jump> {
        let prey = self.prey.without(taken);
        let mut jumps = Vec::new();
        for &way in self.ways {
            let leap = if self.flying {
                fly(way, at, prey, self.occupied)
            } else {
                hop(way, at.into(), prey, self.occupied)
            };
            if let Some((over, landings)) = leap {
                jumps.extend(landings.iter().map(|to| Jump {
                    to,
                    over,
                    way,
                    landings,
                }));
            }
        }
        jumps.sort_unstable_by_key(|jump| jump.to);
        jumps
    }

    /// Whether the capture is complete that this jump ends, `taken` including what it jumped.
    pub(super) fn is_last(&self, jump: Jump, taken: Squares) -> bool {
        jump.landings
            .iter()
            .all(|landing| self.jumps(landing, taken).is_empty())
    }

    /// What is captured on the way along these squares; `None` if a leg of it is no jump.
    pub(super) fn follow(&self, path: &[Square]) -> Option<Squares> {
        let mut taken = Squares::EMPTY;
        for leg in path.windows(2) {
            let &[at, to] = leg else { return None };
            taken |= self
                .jumps(at, taken)
                .into_iter()
                .find(|jump| jump.to == to)?
                .over;
        }
        Some(taken)
    }
}
