//! The rooms in DynamoDB.
//!
//! One table, on demand; every write is conditional on the version that was read, and carries an id of its own, so that
//! a write whose answer was lost is known again. This crate knows keys, items, expressions and retries, and nothing of
//! HTTP or of the rules: what a room is and what may happen to it is the business of `rooms`.
#![warn(clippy::indexing_slicing)]

mod codec;
mod error;
mod failure;
mod item;
mod keys;
mod purge;
mod settings;
mod store;
mod table;

pub use error::TableError;
pub use failure::{STORE_DAMAGED, STORE_FULL};
pub use settings::settings;
pub use store::DynamoStore;
pub use table::{
    DUE_AT, DUE_INDEX, DUE_PK, EXPIRES_AT, INDEXES, Index, KeyKind, LOBBY_INDEX, LOBBY_PK,
    LOBBY_SK, PK, SK, create_table, ensure_table,
};
