//! Spanish draughts (damas), with every table option.
//!
//! A [`Position`] says who stands where, a [`Table`] under which rules; together they give the legal moves. A [`Move`] is an
//! identity: start, end and captured set. A capture is one move from its first jump to its last. A [`Game`] adds what the
//! past decides: repetition, quiet moves, wrong moves and whether they were huffed. Text goes in by [`Position::from_fen`],
//! [`Position::parse_move`] and [`read_pdn`], and comes out by [`Position::fen`], [`Position::written`] and [`Pdn`]. Nothing
//! here panics, whatever the input.
//!
//! The rules are those of the Spanish texts that the product follows (cited as seed 000 and seed 002), and of PDN and the
//! FMJD where those are silent.
//!
//! ```
//! use rules::damas::{Game, HuffTarget, Position, Preset};
//!
//! // The man on 5 should take the one on 10, and white moves another.
//! let mut game = Game::new(Position::from_fen("W:W5,12:B10,21")?, Preset::Family.table());
//! let wrong = game.play(game.read("12-15")?)?;
//! assert!(wrong);
//! // So black takes 5 off the board, and then moves.
//! let square = game.huffable().first().unwrap();
//! game.huff(HuffTarget::Piece(square))?;
//! game.play(game.read("10-6")?)?;
//! assert_eq!(game.position().fen(), "W:W15:B6,21");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to read on: `table` and `preset` (the options), `square` and `geometry` (the board), `position` and `fen`,
//! `generate` (legal moves, fast), `reach`, `route` and `wrong` (what a piece can jump, square by square), `notation`,
//! `game`, `pdn`.

mod fen;
mod flaw;
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
pub use pdn::{GAME_TYPE, Pdn, PdnError, PdnProblem, Record, read_pdn};
pub use position::{Piece, Position};
pub use preset::Preset;
pub use route::Path;
pub use square::{Square, SquareError, Squares, SquaresIter};
pub use table::{
    Blocked, Board, Huffing, King, Law, MenCapture, OPTIONS, OptionError, Specialty, Table,
};
pub use wrong::WrongMove;
