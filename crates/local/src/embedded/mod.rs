//! The store of `cargo run`: a DynamoDB engine on SQLite, inside this process.
//!
//! The AWS SDK is given an HTTP connector that hands every request to the engine instead of a socket, so the very
//! expressions that run on AWS run here, and no port is opened that a web page could talk to. One process per data
//! directory: the engine's lock is in memory, so a second process is refused. Not for production, and the only module
//! that knows the engine.

mod connector;
mod dispatch;
mod engine;
mod error;
mod fault;
mod lock;

pub use connector::EmbeddedClient;
pub use engine::Engine;
pub use error::EmbeddedError;
