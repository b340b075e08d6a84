//! The port to whatever keeps rooms. Adapters live elsewhere.

use core::fmt;
use core::future::Future;

use crate::board::Corrupt;
use crate::caller::Caller;
use crate::folded::Folded;
use crate::game::PastGame;
use crate::id::RoomId;
use crate::room::Room;
use crate::time::Timestamp;

/// How fresh a read must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// May lag a moment behind; half the price.
    Eventual,
    /// Sees every write that was answered before.
    Consistent,
}

/// A change to one room, as [`crate::decide`] made it: written whole or not at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The version the change was decided on; the write happens only if the store still holds it.
    pub read_version: u64,
    /// The room afterwards; its version is `read_version + 1`.
    pub room: Room,
    /// The finished game that a rematch moves out of the room, written in the same transaction.
    pub archive: Option<PastGame>,
}

/// What became of a conditional write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is stored: by this call, or by an earlier try of it whose answer was lost.
    Stored,
    /// Somebody else was first; this is the room now (`None`: it is gone). Decide again.
    Lost(Option<Box<Room>>),
}

/// Why the store could not do its work.
#[derive(Debug)]
pub enum StoreError {
    /// Too busy, or unreachable: trying again later may help. It is unknown whether a write happened.
    Busy(String),
    /// The store has no space left: nothing was written, and an operator makes room.
    Full(String),
    /// The store's file is damaged: an operator restores it.
    Damaged(String),
    /// What is stored cannot be read: a fault of ours, or a newer version's item.
    Unreadable(String),
    /// The store refused the request itself: a fault in the set-up, such as a missing table or permission.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Busy(why) => write!(f, "the store is busy: {why}"),
            StoreError::Full(why) => write!(f, "the store is full: {why}"),
            StoreError::Damaged(why) => write!(f, "the store is damaged: {why}"),
            StoreError::Unreadable(why) => write!(f, "a stored item cannot be read: {why}"),
            StoreError::Refused(why) => write!(f, "the store refused the request: {why}"),
        }
    }
}

impl core::error::Error for StoreError {}

impl From<Corrupt> for StoreError {
    fn from(fault: Corrupt) -> StoreError {
        StoreError::Unreadable(fault.to_string())
    }
}

/// One page of rooms whose [`Room::wake_at`] has come.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DuePage {
    /// The rooms, most overdue first, with the moment each was due.
    pub due: Vec<(RoomId, Timestamp)>,
    /// How many other things the index held that are no rooms of this release; they are passed over.
    pub unreadable: u32,
    /// Where the next page starts, if there is one. Opaque.
    pub next: Option<String>,
}

/// What became of one step of a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purged {
    /// The room and all its games are gone.
    Gone,
    /// Some earlier games are gone; the room and others are still there. Ask again.
    More,
    /// Nothing was removed: the room is at another version, or gone.
    Lost,
}

/// Keeps rooms and their earlier games.
///
/// Every write is conditional and atomic. A write that was stored but whose answer was lost on the way must come back
/// as [`Written::Stored`].
pub trait RoomStore: Send + Sync {
    /// Into how many shards the rooms that are due are spread.
    const DUE_SHARDS: u8 = 4;

    /// Puts a new room (version 1) unless its id is in use; then `Lost` has the room that uses it.
    fn create(&self, room: &Room) -> impl Future<Output = Result<Written, StoreError>> + Send;

    /// Reads a room without replaying its game.
    fn read_folded(
        &self,
        id: RoomId,
        freshness: Freshness,
    ) -> impl Future<Output = Result<Option<Folded>, StoreError>> + Send;

    /// Reads a room.
    fn read(
        &self,
        id: RoomId,
        freshness: Freshness,
    ) -> impl Future<Output = Result<Option<Room>, StoreError>> + Send {
        async move {
            let found = self.read_folded(id, freshness).await?;
            Ok(found.map(Folded::open).transpose()?)
        }
    }

    /// Writes a change if the store still holds the version it was decided on.
    fn write(&self, change: &Change) -> impl Future<Output = Result<Written, StoreError>> + Send;

    /// Reads an archived game (the present one is in the room).
    fn read_game(
        &self,
        id: RoomId,
        number: u32,
    ) -> impl Future<Output = Result<Option<PastGame>, StoreError>> + Send;

    /// The rooms of a shard (`0..DUE_SHARDS`) that are due by `until`, a page at a time.
    fn due(
        &self,
        shard: u8,
        until: Timestamp,
        after: Option<String>,
    ) -> impl Future<Output = Result<DuePage, StoreError>> + Send;

    /// Moves [`Room::wake_at`] alone, if the room is still at `version`: the sweep re-arms what it found early. This is
    /// no change to the room: the version stays. Answers whether it was written.
    fn rearm(
        &self,
        id: RoomId,
        version: u64,
        wake_at: Option<Timestamp>,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Moves the alarm of a room that nothing can be done with, whatever its item holds, if it is still set to `due`.
    /// Answers whether it was moved.
    fn postpone(
        &self,
        id: RoomId,
        due: Timestamp,
        until: Timestamp,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Counts a hard game of a caller's day, named so that asking again is not counted twice. Answers whether it may be
    /// started: whether the day has no more than `limit` of them.
    fn admit(
        &self,
        caller: &Caller,
        game: &str,
        limit: u32,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Whether [`RoomStore::admit`] would admit this game, as far as the store knows a moment ago. Counts nothing.
    fn would_admit(
        &self,
        caller: &Caller,
        game: &str,
        limit: u32,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// Takes one step to remove a room and all its earlier games, if the room is still at `version`: a bounded number
    /// of games, and the room itself with the last of them.
    fn purge(
        &self,
        id: RoomId,
        version: u64,
    ) -> impl Future<Output = Result<Purged, StoreError>> + Send;
}
