//! The whole product in one process: the endpoints behind one HTTP server, over an embedded store; and the command line.

#![warn(clippy::indexing_slicing)]

pub mod cli;
pub mod computer;
pub mod embedded;
pub mod lines;
pub mod pool;
mod run;
pub mod server;

pub use run::run;
