//! The domain of Jaque: rooms, the two people in them, what they may do and when.
//!
//! Pure: [`decide`] takes the room, the command, the time and some randomness, and answers with the room as it is to be
//! stored, or with a refusal. No clock, no environment, no HTTP, no AWS. The port to a store is [`RoomStore`].

#![warn(clippy::indexing_slicing)]

mod board;
mod caller;
mod decide;
mod folded;
mod game;
mod id;
pub mod limits;
mod name;
mod rival;
mod room;
mod store;
mod terms;
mod time;
mod token;

pub use board::{
    Act, Board, Corrupt, HuffFault, InvalidPosition, MoveFault, Written as WrittenEntry,
};
pub use caller::Caller;
pub use decide::{
    Acceptance, Action, Command, Invitation, Policy, Refusal, Sweep, Verdict, actions, create,
    decide, is_same_invitation, sweep,
};
pub use folded::Folded;
pub use game::{DrawOffer, Entry, Game, OfferState, PastGame};
pub use id::{InvalidId, RoomId};
pub use name::{InvalidName, Name};
pub use rival::Rival;
pub use room::{
    End, EndReason, Guest, NextGame, Pairing, Party, Person, Player, Room, Stage, Status, Wins,
};
pub use store::{Change, DuePage, Freshness, Purged, RoomStore, StoreError, Written};
pub use terms::{DrawOffers, GameKind, SeatChoice, Table, Terms};
pub use time::{Span, Timestamp};
pub use token::{InvalidToken, SeatToken, TokenHash};
