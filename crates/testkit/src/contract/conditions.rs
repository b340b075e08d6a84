//! Every condition, made to fail.

use rooms::{Command, Freshness, Purged, RoomStore, Span, Written};

use super::Bench;
use crate::play::{
    START, change, guest, host, move_at, room_id, seat_both, store_change, token, waiting,
};

/// An id in use: the live room stays, and is what the loser learns.
pub async fn a_create_does_not_overwrite<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let mut other = waiting(room.id);
    other.host.token = token(9);
    assert_eq!(
        bench.store.create(&other).await.unwrap(),
        Written::Lost(Some(Box::new(room.clone())))
    );
    // The same invitation again is a write of its own: the store does not know it, the domain does.
    let same = bench.store.create(&waiting(room.id)).await.unwrap();
    assert_eq!(same, Written::Lost(Some(Box::new(room.clone()))));
    assert_eq!(bench.room(room.id).await, room);
}

/// Two decide on one version: the second loses, and learns what the first wrote.
pub async fn a_change_of_an_old_version_is_lost<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let first = change(&room, &host(), &move_at(0, "e2e4"), START);
    let second = change(&room, &host(), &move_at(0, "d2d4"), START);
    store_change(&*bench.store, &first).await;
    assert_eq!(
        bench.store.write(&second).await.unwrap(),
        Written::Lost(Some(Box::new(first.room.clone())))
    );
    assert_eq!(bench.room(room.id).await, first.room);
}

/// A rematch that loses writes neither of its items.
pub async fn a_rematch_of_an_old_version_archives_nothing<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let ended = change(&room, &guest(), &Command::Resign { game: 1 }, START);
    let ended = store_change(&*bench.store, &ended).await;
    let offer = Command::OfferRematch { game: 1 };
    let offered = change(&ended, &host(), &offer, START);
    let rematch = change(&offered.room, &guest(), &offer, START);
    // The offer it is the answer to was never stored.
    assert_eq!(
        bench.store.write(&rematch).await.unwrap(),
        Written::Lost(Some(Box::new(ended.clone())))
    );
    assert_eq!(bench.room(room.id).await, ended);
    assert_eq!(bench.store.read_game(room.id, 1).await.unwrap(), None);
}

/// The room was removed meanwhile: no write brings it back.
pub async fn a_change_of_a_room_that_is_gone_is_lost<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let moved = change(&room, &host(), &move_at(0, "e2e4"), START);
    let ended = change(&room, &guest(), &Command::Resign { game: 1 }, START).room;
    let offer = Command::OfferRematch { game: 1 };
    let offered = change(&ended, &host(), &offer, START).room;
    let rematch = change(&offered, &guest(), &offer, START);
    assert_eq!(
        bench.store.purge(room.id, room.version).await.unwrap(),
        Purged::Gone
    );
    assert_eq!(
        bench.store.write(&moved).await.unwrap(),
        Written::Lost(None)
    );
    assert_eq!(
        bench.store.write(&rematch).await.unwrap(),
        Written::Lost(None)
    );
    assert!(
        !bench
            .store
            .rearm(room.id, room.version, Some(START))
            .await
            .unwrap()
    );
    assert_eq!(
        bench.store.purge(room.id, room.version).await.unwrap(),
        Purged::Lost
    );
    for freshness in [Freshness::Eventual, Freshness::Consistent] {
        assert_eq!(bench.store.read(room.id, freshness).await.unwrap(), None);
    }
    assert_eq!(bench.store.read_game(room.id, 1).await.unwrap(), None);
}

/// The sweep moves an alarm, and nothing but the alarm, unless somebody was there in between.
pub async fn an_alarm_is_moved_only_at_the_version_that_was_read<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let later = Some(START + Span::days(8));
    assert!(
        !bench
            .store
            .rearm(room.id, room.version - 1, later)
            .await
            .unwrap()
    );
    assert!(
        !bench
            .store
            .rearm(room.id, room.version + 1, None)
            .await
            .unwrap()
    );
    assert_eq!(bench.room(room.id).await, room);
    for wake_at in [later, None, later] {
        assert!(
            bench
                .store
                .rearm(room.id, room.version, wake_at)
                .await
                .unwrap()
        );
        assert_eq!(
            bench.room(room.id).await,
            rooms::Room {
                wake_at,
                ..room.clone()
            }
        );
    }
    // The version is as it was: what was decided before the alarm moved can still be written.
    store_change(
        &*bench.store,
        &change(&room, &host(), &move_at(0, "e2e4"), START),
    )
    .await;
}

/// A room that somebody acted on is not removed.
pub async fn a_purge_happens_only_at_the_version_that_was_read<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    assert_eq!(
        bench.store.purge(room.id, room.version - 1).await.unwrap(),
        Purged::Lost
    );
    assert_eq!(
        bench.store.purge(room.id, room.version + 1).await.unwrap(),
        Purged::Lost
    );
    assert_eq!(bench.room(room.id).await, room);
    assert_eq!(
        bench.store.purge(room.id, room.version).await.unwrap(),
        Purged::Gone
    );
}
