//! The entries of a move list as the API shows them.

use rooms::{Timestamp, WrittenEntry};
use schemars::JsonSchema;
use serde::Serialize;

use crate::openapi::names::{ColorName, Moment, Square};
use crate::view::rfc3339;

/// An entry of the move list.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Entry")]
pub(crate) enum MoveView {
    /// A move, or a pass.
    Move(PlayedView),
    /// A huff: no half-move.
    Huff(HuffView),
}

/// A move, or a pass.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Move")]
pub(crate) struct PlayedView {
    /// The move in full, as the API takes it; `--` for a pass.
    #[serde(rename = "move")]
    pub text: String,
    /// The move in the game's notation for people.
    pub notation: String,
    /// A capture was due: the rival may huff.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub wrong: Option<bool>,
    /// It was huffed and does not stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("const" = true))]
    pub undone: Option<bool>,
    /// When it was made.
    #[schemars(with = "Moment")]
    pub at: String,
}

/// A huff.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Huff")]
pub(crate) struct HuffView {
    /// The square of the piece that was removed, or `undo`.
    pub huff: HuffedView,
    /// Who huffed.
    #[schemars(with = "ColorName")]
    pub by: &'static str,
    /// When.
    #[schemars(with = "Moment")]
    pub at: String,
}

/// What was huffed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Huffed")]
pub(crate) enum HuffedView {
    /// The piece on this square.
    Square(#[schemars(with = "Square")] u8),
    /// The move.
    Undo(#[schemars(extend("enum" = ["undo"]))] &'static str),
}

impl MoveView {
    /// An entry as it is shown.
    pub(crate) fn of((entry, at): &(WrittenEntry, Timestamp)) -> MoveView {
        let at = rfc3339(*at);
        match entry.clone() {
            WrittenEntry::Move {
                text,
                notation,
                wrong,
                undone,
            } => MoveView::Move(PlayedView {
                text,
                notation,
                wrong: wrong.then_some(true),
                undone: undone.then_some(true),
                at,
            }),
            WrittenEntry::Huff { square, by } => {
                let huff = square.map_or(HuffedView::Undo("undo"), HuffedView::Square);
                MoveView::Huff(HuffView {
                    huff,
                    by: by.name(),
                    at,
                })
            }
        }
    }

    /// The text of a move that stands.
    #[cfg(feature = "board-image")]
    pub(crate) fn played(&self) -> Option<&str> {
        match self {
            MoveView::Move(played) if played.undone.is_none() => Some(&played.text),
            _ => None,
        }
    }
}
