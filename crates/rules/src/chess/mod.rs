//! Chess by the FIDE Laws (2023).
//!
//! [`Position`] is a board with the side to move, castling rights, en passant and the counters; it is `Copy` and
//! changes only by making a new one. [`Game`] adds the history that repetition needs. Text goes in by
//! [`Position::from_fen`] and [`parse_move`], and comes out by [`Position::fen`], [`Move`]'s `Display` (UCI), [`san`]
//! and [`Pgn`]. Nothing here panics, whatever the input.
//!
//! ```
//! use rules::chess::{Game, parse_move};
//!
//! let mut game = Game::start();
//! for text in ["f3", "e5", "g4", "Qh4"] {
//!     let chosen = parse_move(game.position(), text).unwrap();
//!     game.play(chosen).unwrap();
//! }
//! assert_eq!(game.outcome().unwrap().reason.name(), "checkmate");
//! ```

mod attacks;
mod bitboard;
mod fen;
mod fen_error;
mod flaw;
mod game;
mod generate;
mod make;
mod material;
mod moves;
mod perft;
mod pgn;
mod piece;
mod position;
mod san;
mod side;
mod square;
mod tables;
mod text;
mod uci;
mod visitors;

pub use bitboard::Bitboard;
pub use fen_error::FenError;
pub use flaw::move_flaw;
pub use game::{CannotPass, Game, Ply};
pub use moves::{Move, MoveList};
pub use perft::{perft, perft_full};
pub use pgn::Pgn;
pub use piece::{Piece, Role};
pub use position::{IllegalMove, Position};
pub use san::{parse_san, san};
pub use square::{ParseSquareError, Square};
pub use text::{MoveError, parse_move};
pub use uci::parse_uci;
