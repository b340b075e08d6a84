//! Why something cannot be done in a game.

use crate::damas::square::Squares;
use core::fmt;

/// Why something cannot be done in a game. The game is then unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayError {
    /// The game is over.
    GameOver,
    /// The move is neither legal nor one that the table lets through.
    IllegalMove,
    /// No wrong move is open.
    NothingToHuff,
    /// This is not what may be huffed.
    NotHuffable {
        /// `family`: one of these may be. `formal`: the move is taken back, no square is named.
        huffable: Squares,
    },
    /// The turn may not be passed.
    CannotPass(NoPass),
}

/// Why the turn may not be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPass {
    /// Capturing is obligatory.
    CaptureDue,
    /// A wrong move waits to be huffed or forgiven.
    WrongMoveOpen,
    /// The same side's last half-move was a pass.
    Twice,
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::GameOver => f.write_str("the game is over"),
            PlayError::IllegalMove => f.write_str("this move is not legal here"),
            PlayError::NothingToHuff => f.write_str("no wrong move is open to be huffed"),
            PlayError::NotHuffable { huffable } => {
                f.write_str("this cannot be huffed; pieces that should have captured stand on")?;
                for (place, square) in huffable.iter().enumerate() {
                    write!(f, "{} {square}", if place == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            PlayError::CannotPass(why) => f.write_str(match why {
                NoPass::CaptureDue => "the turn cannot be passed while a capture is due",
                NoPass::WrongMoveOpen => {
                    "the turn cannot be passed while a wrong move may be huffed"
                }
                NoPass::Twice => "the turn cannot be passed twice without a move in between",
            }),
        }
    }
}

impl core::error::Error for PlayError {}

/// A stored entry that does not fit its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// Which entry, the first being 0.
    pub at: usize,
    /// Why it cannot have been made; `None` if it was made, but as something else than it says.
    pub error: Option<PlayError>,
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {}: ", self.at)?;
        match self.error {
            Some(error) => write!(f, "{error}"),
            None => f.write_str("it is not marked as what it was (wrong, undone)"),
        }
    }
}

impl core::error::Error for ReplayError {}
