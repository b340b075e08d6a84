//! The rules of chess and of Spanish draughts (damas): positions, legal moves, notation and outcomes.
//!
//! Pure: no I/O, no clock, no randomness, no dependencies, no `unsafe`. Nothing here panics on any input.
//! What two people may do *around* a game (offers, resignation, absence) is the crate `rooms`.

pub mod chess;
pub mod damas;
mod game_text;
mod move_flaw;
mod move_text;
mod outcome;
mod position_flaw;

pub use game_text::GameResult;
pub use move_flaw::MoveFlaw;
pub use outcome::{Color, MOVE_LIMIT, Outcome, Reason};
pub use position_flaw::PositionFlaw;
