//! Spanish draughts (damas), with every table option.
mod fen;
mod game;
mod generate;
mod geometry;
mod moves;
mod notation;
mod pdn;
mod position;
mod preset;
mod reach;
mod route;
mod square;
mod table;
mod wrong;

pub use fen::FenError;
pub use game::{Entry, Game, HuffTarget, Logged, NoPass, PlayError, ReplayError};
pub use moves::{Move, Moves};
pub use notation::{MoveError, WrittenMove};
pub use pdn::{GAME_TYPE, Pdn, PdnError, Problem as PdnProblem, Record, read as read_pdn};
pub use position::{Piece, Position};
pub use preset::Preset;
pub use route::Path;
pub use square::{Square, SquareError, Squares, SquaresIter};
pub use table::{
    Blocked, Board, Huffing, King, Law, MenCapture, OPTIONS, OptionError, Specialty, Table,
};
pub use wrong::WrongMove;
