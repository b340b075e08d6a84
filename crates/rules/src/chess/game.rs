//! A game: the positions that came before, for the rules that need them.

use core::fmt;

use super::{IllegalMove, Move, Position};
use crate::{Outcome, Reason};

/// One half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ply {
    /// A move.
    Move(Move),
    /// A pass, in rooms with `drawOffer: passes-turn`.
    Pass,
}

impl fmt::Display for Ply {
    /// UCI, or `--` for a pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Move(chosen) => chosen.fmt(f),
            Ply::Pass => f.write_str("--"),
        }
    }
}

/// The side to move is in check and may not pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotPass;

impl fmt::Display for CannotPass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a side in check cannot pass: it must answer the check")
    }
}

impl core::error::Error for CannotPass {}

/// A game from its first position: what was played, and how often each position occurred.
///
/// Moves may be played after the end too, for replays with the draw rules off: ask [`Game::outcome`] first.
#[derive(Clone, Debug)]
pub struct Game {
    initial: Position,
    position: Position,
    plies: Vec<Ply>,
    /// The keys of the positions before the present one, the first position's first.
    earlier: Vec<u64>,
}

impl Game {
    /// A game that begins with this position, which counts as its first occurrence.
    #[must_use]
    pub const fn new(initial: Position) -> Game {
        Game {
            initial,
            position: initial,
            plies: Vec::new(),
            earlier: Vec::new(),
        }
    }

    /// A game from the starting position.
    #[must_use]
    pub const fn start() -> Game {
        Game::new(Position::start())
    }

    /// The position that the game began with.
    #[must_use]
    pub const fn initial(&self) -> &Position {
        &self.initial
    }

    /// The present position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How many half-moves were played, passes included.
    #[must_use]
    pub const fn ply(&self) -> usize {
        self.plies.len()
    }

    /// What was played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays a move.
    ///
    /// # Errors
    /// [`IllegalMove`] when it is not legal; the game is then as before.
    pub fn play(&mut self, chosen: Move) -> Result<(), IllegalMove> {
        let after = self.position.play(chosen)?;
        self.advance(Ply::Move(chosen), after);
        Ok(())
    }

    /// Passes: the turn goes to the other side, a half-move for every counter.
    ///
    /// # Errors
    /// [`CannotPass`] in check; the game is then as before.
    pub fn pass(&mut self) -> Result<(), CannotPass> {
        let after = self.position.pass().ok_or(CannotPass)?;
        self.advance(Ply::Pass, after);
        Ok(())
    }

    fn advance(&mut self, ply: Ply, after: Position) {
        self.earlier.push(self.position.key());
        self.plies.push(ply);
        self.position = after;
    }

    /// How often the present position has occurred in the game, this time included (FIDE 9.2.3: same pieces, side to
    /// move, castling rights, and legal en passant).
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        // What was before a capture or a pawn move cannot come back, and only every second position has this side to move.
        let reversible = usize::from(self.position.halfmove_clock());
        let key = self.position.key();
        let before = self
            .earlier
            .iter()
            .rev()
            .take(reversible)
            .skip(1)
            .step_by(2);
        before.fold(1, |count, &earlier| count + u32::from(earlier == key))
    }

    /// How the game ended on the board, tested in this order: checkmate, stalemate, insufficient material, third
    /// occurrence, fifty moves. All are automatic (seed 004 "Tablas"; FIDE 5 and 9 let a player claim the last two).
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let over = self.position.over();
        let reason = match over {
            None | Some(Reason::FiftyMoves) if self.occurrences() >= 3 => {
                Reason::ThreefoldRepetition
            }
            over => over?,
        };
        let winner = (reason == Reason::Checkmate).then(|| !self.position.turn());
        Some(Outcome { winner, reason })
    }
}
