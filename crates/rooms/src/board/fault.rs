//! What can be wrong with a move, a huff, a stored game and a start position.

use core::fmt;

use rules::{MoveFlaw, PositionFlaw, chess, damas};

/// Why a move's text was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It cannot be read, or it is not a legal move here.
    Illegal(MoveFlaw),
    /// The pawn promotes: to what? The full moves to choose from.
    PromotionRequired(Vec<String>),
    /// It fits more than one legal move. The full moves to choose from.
    Ambiguous(Vec<String>),
    /// It fits more than one capture. The full paths to choose from.
    AmbiguousCapture(Vec<String>),
}

/// Why nothing was huffed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HuffFault {
    /// No wrong move is open.
    Nothing,
    /// Not this piece. The squares to choose from.
    NotHuffable(Vec<u8>),
}

/// A stored game does not follow the rules: the store was damaged, or is of another version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt(pub String);

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stored game cannot be replayed: {}", self.0)
    }
}

impl core::error::Error for Corrupt {}

/// A start position that cannot be played on, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPosition {
    /// What kind of fault it is.
    pub flaw: PositionFlaw,
    /// The same with its details, in plain words.
    pub detail: String,
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl core::error::Error for InvalidPosition {}

impl From<chess::FenError> for InvalidPosition {
    fn from(fault: chess::FenError) -> InvalidPosition {
        InvalidPosition {
            flaw: fault.flaw(),
            detail: fault.to_string(),
        }
    }
}

impl From<damas::FenError> for InvalidPosition {
    fn from(fault: damas::FenError) -> InvalidPosition {
        InvalidPosition {
            flaw: fault.flaw(),
            detail: fault.to_string(),
        }
    }
}
