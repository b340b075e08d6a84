//! What is kept, found again when it is due, and removed.

use std::net::IpAddr;
use std::sync::Arc;

use rooms::{
    Caller, Command, DuePage, Freshness, Name, Pairing, Purged, Room, RoomId, RoomStore, Span,
    Stage, StoreError, Timestamp, Written,
};

use super::Bench;
use crate::play::{
    START, accept, change, guest, host, invitation, move_at, on_turn, quiet_move, room_id,
    seat_both, store_change, then, waiting,
};

/// Stores a room of every shape and reads it back.
pub async fn a_room_comes_back_as_it_was_at_every_stage<S: RoomStore>(bench: &Bench<S>) {
    for (number, mut room) in (0..).zip(every_stage()) {
        room.id = room_id(number);
        assert_eq!(
            bench
                .store
                .read(room.id, Freshness::Consistent)
                .await
                .unwrap(),
            None
        );
        assert_eq!(bench.store.create(&room).await.unwrap(), Written::Stored);
        for freshness in [Freshness::Eventual, Freshness::Consistent] {
            assert_eq!(
                bench.store.read(room.id, freshness).await.unwrap(),
                Some(room.clone())
            );
        }
    }
}

/// A room of every shape the domain knows, all with the id 0.
#[must_use]
pub fn every_stage() -> Vec<Room> {
    let id = room_id(0);
    let at = |minutes| START + Span::minutes(minutes);
    let new = waiting(id);
    let mut asked = invitation(id);
    asked.seat = rooms::SeatChoice::Random;
    asked.name = Name::new(&"ñ".repeat(40)).ok();
    asked.terms.initial_fen = Some("4k3/P7/8/8/8/8/8/4K3 w - - 0 1".to_owned());
    let odd = rooms::create(asked, START, 1);
    let nameless = Room {
        host: rooms::Person {
            name: None,
            ..new.host.clone()
        },
        ..new.clone()
    };
    let playing = then(&new, &guest(), &accept(), at(1));
    let promoting = then(&odd, &guest(), &accept(), at(1));
    let promoted = then(&promoting, &guest(), &move_at(0, "a7a8n"), at(2));
    let moved = then(&playing, &host(), &move_at(0, "e2e4"), at(2));
    let moved = then(&moved, &guest(), &move_at(1, "e7e5"), at(3));
    let offered = then(
        &moved,
        &host(),
        &Command::OfferDraw { ply: 2, game: 1 },
        at(4),
    );
    let refused = then(
        &offered,
        &guest(),
        &Command::DeclineDraw { ply: 2, game: 1 },
        at(5),
    );
    let lapsed = then(
        &refused,
        &guest(),
        &Command::OfferDraw { ply: 2, game: 1 },
        at(6),
    );
    let lapsed = then(&lapsed, &host(), &move_at(2, "g1f3"), at(7));
    let agreed = then(
        &offered,
        &guest(),
        &Command::AcceptDraw { ply: 2, game: 1 },
        at(5),
    );
    let resigned = then(&lapsed, &host(), &Command::Resign { game: 1 }, at(8));
    let rematch = then(
        &resigned,
        &guest(),
        &Command::OfferRematch { game: 1 },
        at(9),
    );
    let second = then(
        &rematch,
        &host(),
        &Command::OfferRematch { game: 1 },
        at(10),
    );
    let second_over = then(&second, &host(), &Command::Resign { game: 2 }, at(11));
    let cancelled = then(&new, &host(), &Command::Cancel, at(1));
    let abandoned = lapsed.clone().settled(START + Span::days(30));
    let unanswered = new.clone().settled(START + Span::days(30));
    let stopped = match &lapsed.stage {
        Stage::Playing(Pairing { guest, game }) => {
            let pairing = Pairing {
                guest: guest.clone(),
                game: game.clone(),
            };
            Room {
                stage: Stage::Cancelled {
                    at: at(9),
                    pairing: Some(pairing),
                },
                ..lapsed.clone()
            }
        }
        other => panic!("{other:?}"),
    };
    let mut asked = invitation(id);
    asked.rival = Some(rooms::Rival::Domador);
    let alone = rooms::create(asked.clone(), START, 0);
    asked.seat = rooms::SeatChoice::Black;
    let answered = rooms::create(asked, START, 0);
    let given_up = then(&alone, &host(), &Command::Resign { game: 1 }, at(2));
    let left = answered.clone().settled(START + Span::days(30));
    vec![
        alone,
        answered,
        given_up,
        left,
        new,
        odd,
        nameless,
        playing,
        promoting,
        promoted,
        moved,
        offered,
        refused,
        lapsed,
        agreed,
        resigned,
        rematch,
        second,
        second_over,
        cancelled,
        abandoned,
        unanswered,
        stopped,
    ]
}

/// All that is due by a moment, page by page, shard by shard.
async fn all_due<S: RoomStore>(store: &S, until: Timestamp) -> Vec<Vec<(RoomId, Timestamp)>> {
    let mut shards = Vec::new();
    for shard in 0..S::DUE_SHARDS {
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let DuePage { due, next, .. } = store.due(shard, until, after).await.unwrap();
            found.extend(due);
            assert!(found.len() < 10_000, "the pages have no end");
            match next {
                None => break,
                next => after = next,
            }
        }
        shards.push(found);
    }
    shards
}

/// The index holds a room from the invite until its end, and follows the alarm.
pub async fn a_room_is_due_until_it_ends<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let find = async |until| all_due(store, until).await.concat();
    let room = waiting(room_id(1));
    assert_eq!(store.create(&room).await.unwrap(), Written::Stored);
    let due = room.wake_at.unwrap();
    let before = Timestamp::from_millis(due.as_millis() - 1);
    assert_eq!(find(before).await, []);
    assert_eq!(find(due).await, [(room.id, due)]);
    // A move puts the deadline off; the alarm stays where it is until the sweep looks.
    let room = store_change(
        store,
        &change(&room, &guest(), &accept(), START + Span::hours(1)),
    )
    .await;
    let room = store_change(
        store,
        &change(&room, &host(), &move_at(0, "e2e4"), START + Span::hours(2)),
    )
    .await;
    assert_eq!(find(due).await, [(room.id, due)]);
    let later = due + Span::hours(2);
    assert!(
        store
            .rearm(room.id, room.version, Some(later))
            .await
            .unwrap()
    );
    assert_eq!(find(due).await, []);
    assert_eq!(find(later).await, [(room.id, later)]);
    let room = Room {
        wake_at: Some(later),
        ..room
    };
    store_change(
        store,
        &change(
            &room,
            &host(),
            &Command::Resign { game: 1 },
            START + Span::hours(3),
        ),
    )
    .await;
    assert_eq!(find(later + Span::days(1_000)).await, []);
}

/// More rooms than a page holds, in every shard: none is missed, none comes twice, the oldest come first.
pub async fn what_is_due_comes_in_pages_most_overdue_first<S: RoomStore>(bench: &Bench<S>) {
    let mut expected = Vec::new();
    for number in 0..520 {
        let mut room = waiting(room_id(number));
        // In groups of three for the same moment, so that pages end between equals.
        let due = START + Span::seconds(number / 3);
        room.wake_at = Some(due);
        assert_eq!(bench.store.create(&room).await.unwrap(), Written::Stored);
        expected.push((room.id, due));
    }
    let shards = all_due(&*bench.store, START + Span::days(1)).await;
    for shard in &shards {
        assert!(shard.len() > 100, "rooms spread over the shards");
        assert!(shard.is_sorted_by_key(|&(_, due)| due));
    }
    let mut found = shards.concat();
    found.sort_unstable();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// A cursor that is none of this store's is a refused request, not a wrong page.
pub async fn a_cursor_of_somebody_elses_is_refused<S: RoomStore>(bench: &Bench<S>) {
    for nonsense in ["", "x", "1.x", "{}"] {
        let page = bench.store.due(0, START, Some(nonsense.to_owned())).await;
        assert!(
            matches!(page, Err(StoreError::Refused(_))),
            "{nonsense:?}: {page:?}"
        );
    }
}

/// Plays games of two moves until the room is at game `games`.
async fn play_games<S: RoomStore>(store: &S, id: RoomId, games: u32) -> Room {
    let mut room = seat_both(store, id).await;
    let mut seed = 7;
    for game in 1..games {
        for ply in 0..2 {
            let text = quiet_move(&room, &mut seed).unwrap();
            let command = Command::Move { text, ply, game };
            room = store_change(store, &change(&room, &on_turn(&room), &command, START)).await;
        }
        room = store_change(
            store,
            &change(&room, &guest(), &Command::Resign { game }, START),
        )
        .await;
        for who in [host(), guest()] {
            room = store_change(
                store,
                &change(&room, &who, &Command::OfferRematch { game }, START),
            )
            .await;
        }
    }
    room
}

/// A room goes with its games, and another room's stay.
pub async fn a_purge_takes_all_earlier_games_along<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let room = play_games(store, room_id(1), 4).await;
    let other = play_games(store, room_id(2), 2).await;
    let step = store.purge(room.id, room.version).await.unwrap();
    assert_eq!(step, Purged::Gone);
    assert_eq!(
        store.read(room.id, Freshness::Consistent).await.unwrap(),
        None
    );
    for number in 1..=4 {
        assert_eq!(store.read_game(room.id, number).await.unwrap(), None);
    }
    assert!(store.read_game(other.id, 1).await.unwrap().is_some());
    assert_eq!(bench.room(other.id).await, other);
}

/// A hundred actions fit in a transaction; people may have played more often. Each step is a query and a transaction,
/// and the room stays, due as before, until the last of them.
pub async fn a_purge_goes_by_steps_and_goes_on_where_it_stopped<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let room = play_games(store, room_id(1), 121).await;
    let step = async |version| store.purge(room.id, version).await.unwrap();
    assert_eq!(step(room.version - 1).await, Purged::Lost);
    assert!(store.read_game(room.id, 1).await.unwrap().is_some());
    let _ = bench.meter.take();
    assert_eq!(step(room.version).await, Purged::More);
    assert_eq!(bench.meter.take().requests, 2);
    assert_eq!(bench.room(room.id).await, room);
    let there = async |number| store.read_game(room.id, number).await.unwrap().is_some();
    assert!(!there(1).await && !there(99).await && there(100).await && there(120).await);
    assert_eq!(step(room.version - 1).await, Purged::Lost);
    assert!(there(100).await);
    assert_eq!(step(room.version).await, Purged::Gone);
    assert!(!there(100).await && !there(120).await);
    assert_eq!(
        store.read(room.id, Freshness::Consistent).await.unwrap(),
        None
    );
    assert_eq!(step(room.version).await, Purged::Lost);
}

/// As many games as one step takes: whether there are more is not known then, and asking again finds out.
pub async fn a_purge_of_just_one_step_comes_to_its_end<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let room = play_games(store, room_id(1), 100).await;
    let step = async || store.purge(room.id, room.version).await.unwrap();
    let first = step().await;
    if first == Purged::More {
        assert_eq!(bench.room(room.id).await, room);
        assert_eq!(step().await, Purged::Gone);
    }
    assert_eq!(step().await, Purged::Lost);
    assert_eq!(store.read_game(room.id, 99).await.unwrap(), None);
}

/// Only the alarm moves, and only from where it was seen.
pub async fn a_room_is_put_off_from_where_it_was_due<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let room = waiting(room_id(1));
    assert_eq!(store.create(&room).await.unwrap(), Written::Stored);
    let due = room.wake_at.unwrap();
    let later = due + Span::minutes(15);
    assert!(!store.postpone(room.id, later, later).await.unwrap());
    assert!(store.postpone(room.id, due, later).await.unwrap());
    assert!(!store.postpone(room.id, due, later).await.unwrap(), "twice");
    assert_eq!(all_due(store, due).await.concat(), []);
    assert_eq!(all_due(store, later).await.concat(), [(room.id, later)]);
    let there = bench.room(room.id).await;
    let wake_at = Some(later);
    assert_eq!(there, Room { wake_at, ..room });
    let nowhere = store.postpone(room_id(2), due, later).await.unwrap();
    assert!(!nowhere);
}

/// The archive has the whole game, as it was when it ended.
pub async fn an_earlier_game_stays_readable<S: RoomStore>(bench: &Bench<S>) {
    let store = &*bench.store;
    let room = play_games(store, room_id(1), 3).await;
    for number in 1..3 {
        let past = store.read_game(room.id, number).await.unwrap().unwrap();
        assert_eq!(
            (past.room, past.game.number(), past.game.ply()),
            (room.id, number, 2)
        );
        // The colours change with every game, the people do not.
        let (white, black) = if number == 1 {
            ("Alfil", "Torre")
        } else {
            ("Torre", "Alfil")
        };
        let names = [past.white, past.black].map(|player| player.name().unwrap().to_owned());
        assert_eq!(names, [white, black]);
    }
    assert_eq!(
        store.read_game(room.id, 3).await.unwrap(),
        None,
        "the present game is in the room"
    );
}

/// Asking again for a game that was admitted is not counted twice; and of many at once no more are admitted than the limit.
pub async fn a_caller_starts_as_many_hard_games_a_day_as_the_limit_says<S: RoomStore + 'static>(
    bench: &Bench<S>,
) {
    let caller = |last: u8, at| Caller::new(IpAddr::from([198, 51, 100, last]), at);
    let one = caller(1, START);
    let admit = async |caller: &Caller, game: &str| {
        let admitted = bench.store.admit(caller, game, 2).await;
        admitted.expect("the store answers")
    };
    let would = async |caller: &Caller, game: &str| {
        let would = bench.store.would_admit(caller, game, 2).await;
        would.expect("the store answers")
    };
    assert!(would(&one, "A#1").await, "a day without an item");
    assert!(admit(&one, "A#1").await);
    assert!(would(&one, "B#1").await, "one more");
    assert!(admit(&one, "B#1").await);
    assert!(!would(&one, "B#2").await, "as many as the limit");
    assert!(would(&one, "B#1").await, "a game that is counted already");
    assert!(!admit(&one, "B#2").await);
    assert!(admit(&one, "A#1").await, "a retry");
    assert!(admit(&caller(2, START), "B#2").await, "somebody else");
    let tomorrow = caller(1, START + Span::days(1));
    assert!(admit(&tomorrow, "B#2").await, "another day");

    let crowd: Vec<_> = (0..16)
        .map(|number| {
            let store = Arc::clone(&bench.store);
            let crowd = caller(3, START);
            tokio::spawn(async move { store.admit(&crowd, &format!("C#{number}"), 5).await })
        })
        .collect();
    let mut admitted = 0;
    for one in crowd {
        admitted += u32::from(one.await.unwrap().expect("the store answers"));
    }
    assert_eq!(admitted, 5);
}
