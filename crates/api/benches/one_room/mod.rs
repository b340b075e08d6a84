//! A store of one room, in memory, for what measures or fuzzes the rest.

use std::future::Future;
use std::hint::black_box;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use rooms::{
    Caller, Change, DuePage, Folded, Freshness, Game, PastGame, Purged, Room, RoomId, RoomStore,
    Stage, StoreError, Timestamp, Written,
};

/// Holds one room and forgets every write.
pub(crate) struct OneRoom(pub(crate) Room);

impl RoomStore for OneRoom {
    async fn create(&self, _: &Room) -> Result<Written, StoreError> {
        Ok(Written::Stored)
    }

    async fn read_folded(&self, _: RoomId, _: Freshness) -> Result<Option<Folded>, StoreError> {
        let mut room = self.0.clone();
        if let Stage::Playing(pairing) = &mut room.stage {
            let game = &pairing.game;
            let (entries, offers) = (game.entries().to_vec(), game.offers().to_vec());
            pairing.game = Game::unplayed(
                &room.terms,
                game.number(),
                game.started_at(),
                entries,
                offers,
            )
            .map_err(|fault| StoreError::Unreadable(fault.to_string()))?;
        }
        Ok(Some(Folded::new(room)))
    }

    async fn write(&self, change: &Change) -> Result<Written, StoreError> {
        black_box(change);
        Ok(Written::Stored)
    }

    async fn read_game(&self, _: RoomId, _: u32) -> Result<Option<PastGame>, StoreError> {
        Ok(None)
    }

    async fn due(&self, _: u8, _: Timestamp, _: Option<String>) -> Result<DuePage, StoreError> {
        Ok(DuePage::default())
    }

    async fn rearm(&self, _: RoomId, _: u64, _: Option<Timestamp>) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn admit(&self, _: &Caller, _: &str, _: u32) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn would_admit(&self, _: &Caller, _: &str, _: u32) -> Result<bool, StoreError> {
        Ok(true)
    }

    async fn postpone(&self, _: RoomId, _: Timestamp, _: Timestamp) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn purge(&self, _: RoomId, _: u64) -> Result<Purged, StoreError> {
        Ok(Purged::Lost)
    }
}

/// The output of a future that never waits.
pub(crate) fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => unreachable!("nothing here waits"),
    }
}
