//! What was done in a game.

use crate::damas::moves::Move;
use crate::damas::position::Position;
use crate::damas::square::Square;

/// One thing that was done in a game. The list of them only ever grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A move was made.
    Move {
        /// The move.
        mv: Move,
        /// It was not legal, and the table let it through.
        wrong: bool,
        /// It was huffed afterwards under `huffing: formal` and does not stand.
        undone: bool,
    },
    /// The wrong move just made was huffed: the piece on this square left the board (`family`), or the move was taken back
    /// (`formal`, `None`).
    Huff(Option<Square>),
    /// The turn was passed by an offer of a draw (seed 000).
    Pass,
}

/// An entry and the position it was made in. Whoever was on turn there made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Logged {
    /// What was done.
    pub entry: Entry,
    /// Where it was done.
    pub before: Position,
}

/// What is huffed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HuffTarget {
    /// `family`: the piece on this square.
    Piece(Square),
    /// `formal`: the wrong move itself.
    Undo,
}

impl HuffTarget {
    pub(super) const fn square(self) -> Option<Square> {
        match self {
            HuffTarget::Piece(square) => Some(square),
            HuffTarget::Undo => None,
        }
    }
}
