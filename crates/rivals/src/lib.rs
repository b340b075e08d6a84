//! The computer rivals: four characters, the same in chess and in damas.
//!
//! A [`Level`] is a number of positions to look at and a way of erring, never a time: the same game, level and seed give the same move
//! on every machine and in every build. Pure: no clock, no environment, no I/O, no globals; all chance comes from the seed.
//! Memory and recursion are bounded, and nothing here panics on any position.
//!
//! ```
//! use rivals::Level;
//! let game = rules::chess::Game::start();
//! let mv = rivals::chess_move(&game, Level::Chofer, 7).unwrap();
//! assert!(game.position().is_legal(mv));
//! assert_eq!(rivals::chess_move(&game, Level::Chofer, 7), Some(mv));
//! ```

pub mod chess;
pub mod damas;
pub mod duel;
mod level;
mod search;
pub mod uci;

pub use level::{Level, UnknownLevel};
pub use search::{Constants, Frailty, Limits, Report, Score, Settings, Technique};

use rules::{chess as chess_rules, damas as damas_rules};
use search::Search;

/// The move that a rival makes in a game of chess; `None` if there is no legal move. What the game's repetitions and
/// counters mean for the draw is taken into account.
#[must_use]
pub fn chess_move(game: &chess_rules::Game, level: Level, seed: u64) -> Option<chess_rules::Move> {
    let settings = level.chess(game.ply(), seed);
    let report = search_chess(game, settings, &mut |_| false, &mut |_| {})?;
    report.line.first().copied()
}

/// The move that a rival makes in a game of damas, on any table: always a legal one, also where wrong ones are let through.
/// `None` if the game is over. Whether to huff first is for the caller, with [`rules::damas::Game::best_huff`].
#[must_use]
pub fn damas_move(game: &damas_rules::Game, level: Level, seed: u64) -> Option<damas_rules::Move> {
    let settings = level.damas(game.ply(), seed);
    let report = search_damas(game, settings, &mut |_| false, &mut |_| {})?;
    report.line.first().copied()
}

/// Searches a game of chess. `stop` is asked every few hundred nodes, and told how many they are; `tell` hears of every
/// finished iteration. `None` if there is no legal move.
pub fn search_chess(
    game: &chess_rules::Game,
    settings: Settings,
    stop: &mut dyn FnMut(u64) -> bool,
    tell: &mut dyn FnMut(&Report<chess_rules::Move>),
) -> Option<Report<chess_rules::Move>> {
    let board = chess::Chess::new(*game.position());
    Search::new(settings, chess::earlier(game), stop).run(&board, tell)
}

/// Searches a game of damas, as [`search_chess`] does one of chess. `None` if the game is over.
pub fn search_damas(
    game: &damas_rules::Game,
    settings: Settings,
    stop: &mut dyn FnMut(u64) -> bool,
    tell: &mut dyn FnMut(&Report<damas_rules::Move>),
) -> Option<Report<damas_rules::Move>> {
    if game.outcome().is_some() {
        return None;
    }
    let board = damas::Damas::of(game);
    Search::new(settings, damas::earlier(game), stop).run(&board, tell)
}
