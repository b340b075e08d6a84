//! What the search asks of a game.

use super::Constants;

/// A move in the list of a node, with what it is worth looking at.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate<M> {
    pub(crate) mv: M,
    /// The game's short name of the move: bits 0–5 from, 6–11 to, 12–15 the rest as well as it goes.
    pub(crate) code: u16,
    /// Higher is looked at earlier.
    pub(crate) rank: i32,
}

impl<M> Candidate<M> {
    pub(crate) const fn new(mv: M, code: u16) -> Candidate<M> {
        Candidate { mv, code, rank: 0 }
    }
}

/// The square a move of this code goes to.
pub(crate) const fn target(code: u16) -> u16 {
    code >> 6 & 63
}

/// A position together with what its game needs beside it: small, and copied at each move.
pub(crate) trait Board: Copy {
    type Move: Copy + Ord;

    /// Whether having the move is nearly always good, so that a position that is good after a pass is good. In damas
    /// it is not: there one is forced to give things up.
    const PASSES: bool;
    /// What the tuner found best in this game.
    const CONSTANTS: Constants;

    /// What the position is worth for the side to move, where that is known without a search: well within scores of wins.
    fn known(&self) -> Option<i32>;

    /// 0 or 1: who is to move.
    fn side(&self) -> usize;
    /// Equal positions have equal keys.
    fn key(&self) -> u64;
    /// Appends every legal move.
    fn moves(&self, list: &mut Vec<Candidate<Self::Move>>);
    /// Appends the moves to look at when a quiet position is wanted; called on positions that are [`Board::quiet`].
    fn forcing(&self, list: &mut Vec<Candidate<Self::Move>>);
    fn play(&self, mv: Self::Move) -> Self;
    /// The other side to move, if the game has that and it says something here.
    fn pass(&self) -> Option<Self>;
    /// How the side to move stands, in centipawns.
    fn evaluate(&self) -> i32;
    /// The same by the men alone.
    fn material(&self) -> i32;
    /// Whether `evaluate` means something here: no check to answer, no capture due.
    fn quiet(&self) -> bool;
    /// Whether the side to move has a move.
    fn has_move(&self) -> bool;
    /// The same, but quick: it may say yes wrongly where a position without a move would be a curiosity.
    fn mobile(&self) -> bool;
    /// When there is no legal move: -1 the side to move has lost, 0 draw, 1 it has won.
    fn stuck(&self) -> i32;
    /// Drawn by material or by counting, if the side to move is not [stuck](Board::stuck).
    fn drawn(&self) -> bool;
    /// How many of the positions before this one could come again.
    fn reversible(&self) -> usize;
    /// What the move gains at first sight, in centipawns; `None` for a quiet move.
    fn gain(&self, mv: Self::Move) -> Option<i32>;
    /// Whether the exchanges that the move begins bring at least this much.
    fn exchange(&self, mv: Self::Move, at_least: i32) -> bool;
}
