//! The sweep works in bounded steps, whatever one room holds, however many are due, and whatever cannot be read.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::sync::atomic::{AtomicU64, Ordering};

use api::{App, SweepReport, check_absences};
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::AttributeValue;
use dynamo::DynamoStore;
use journeys::World;
use local::embedded::Engine;
use rooms::{
    Change, End, EndReason, Freshness, Game, Guest, Invitation, Pairing, PastGame, Person, Player,
    Room, RoomId, RoomStore, SeatChoice, SeatToken, Span, Stage, Terms, Timestamp, limits,
};

/// A world, and the way to its table past the product.
async fn world() -> (World, Client, String) {
    let mut table = None;
    let world = World::over(|engine: &Engine| {
        table = Some((engine.client(), engine.table().to_owned()));
        engine.client()
    })
    .await;
    let (client, name) = table.unwrap();
    (world, client, name)
}

/// Sweeps on a clock that goes on by a second whenever it is looked at: the budget is spent by steps, not by time.
async fn sweep(world: &World, at: Timestamp, budget: u64) -> SweepReport {
    let looks = AtomicU64::new(0);
    let app: App<DynamoStore> = App::new(world.app.store.clone(), world.app.settings.clone())
        .with_clock(move || at + Span::seconds(looks.fetch_add(1, Ordering::SeqCst)));
    check_absences(&app, Span::seconds(budget)).await.unwrap()
}

/// The id of a room by its number; spread over the shards, as random ones are.
fn id_of(number: u64, at: Timestamp) -> RoomId {
    RoomId::new(at, u128::from(number) * 0x9e37_79b9_7f4a_7c15)
}

fn invited(number: u64, at: Timestamp) -> Room {
    let invitation = Invitation {
        id: id_of(number, at),
        terms: Terms::chess(),
        seat: SeatChoice::White,
        rival: None,
        name: None,
        token: SeatToken::from_random(1).hash(),
    };
    rooms::create(invitation, at, 0)
}

/// Puts a room there whose last game of so many is over, with all the earlier ones beside it.
async fn room_of_games(world: &World, games: u32, at: Timestamp) -> Room {
    let store = &world.app.store;
    let mut room = invited(0, at);
    store.create(&room).await.unwrap();
    let person = Person {
        name: None,
        token: SeatToken::from_random(2).hash(),
    };
    let end = End {
        winner: None,
        reason: EndReason::Agreement,
        at,
    };
    for number in 1..=games {
        let game = Game::start(&room.terms, number, at).unwrap();
        let guest = Guest::Person(person.clone());
        let archive = (number > 1).then(|| PastGame {
            room: room.id,
            terms: room.terms.clone(),
            white: Player::Person(None),
            black: Player::Person(None),
            game: Game::start(&room.terms, number - 1, at).unwrap(),
            end,
        });
        let read_version = room.version;
        room.version += 1;
        room.stage = Stage::Finished {
            pairing: Pairing { guest, game },
            end,
            rematch: None,
        };
        room.wake_at = Some(at + limits::RETENTION);
        let change = Change {
            read_version,
            room: room.clone(),
            archive,
        };
        store.write(&change).await.unwrap();
    }
    room
}

#[tokio::test]
async fn a_room_of_all_the_games_it_can_have_is_removed_by_steps_over_several_sweeps() {
    let (world, client, table) = world().await;
    let start = world.clock.now();
    let room = room_of_games(&world, limits::GAMES, start).await;
    let late = start + limits::RETENTION + Span::days(1);
    let items = async || {
        let all = client.query().table_name(&table);
        let all = all.key_condition_expression("pk = :room");
        let name = AttributeValue::S(format!("ROOM#{}", room.id));
        let all = all.expression_attribute_values(":room", name);
        all.send().await.unwrap().count()
    };
    let mut left = items().await;
    assert_eq!(left, 999);
    let mut sweeps = 0;
    loop {
        // A few looks at the clock: what a sweep may spend on one room is the budget's, not the room's to say.
        let report = sweep(&world, late, 4).await;
        sweeps += 1;
        let now = items().await;
        assert!(now < left, "each sweep goes on: {report:?}");
        assert!(left - now < 500, "{} at once", left - now);
        left = now;
        let there = world.app.store.read(room.id, Freshness::Consistent).await;
        if left == 0 {
            assert_eq!((report.purged, there.unwrap()), (1, None));
            break;
        }
        assert_eq!((report.purged, report.left), (0, 1), "{report:?}");
        assert_eq!(there.unwrap(), Some(room.clone()), "the room goes last");
    }
    assert!(sweeps > 2, "{sweeps}");
    assert_eq!(sweep(&world, late, 4).await.seen, 0);
}

#[tokio::test]
async fn of_thousands_due_at_once_each_sweep_takes_some_from_every_shard() {
    let (world, _, _) = world().await;
    let start = world.clock.now();
    for number in 0..1_000 {
        let room = invited(number, start);
        world.app.store.create(&room).await.unwrap();
    }
    let late = start + Span::days(8);
    let waiting = async |shard| {
        let (mut count, mut after) = (0, None);
        loop {
            let page = world.app.store.due(shard, late, after).await.unwrap();
            count += page.due.len();
            after = page.next;
            if after.is_none() {
                return count;
            }
        }
    };
    // Enough for the first page of each shard, and not for much more.
    let first = sweep(&world, late, 820).await;
    assert!((390..=450).contains(&first.seen), "{first:?}");
    let mut all = 0;
    for shard in 0..DynamoStore::DUE_SHARDS {
        let left = waiting(shard).await;
        assert!((90..=200).contains(&left), "shard {shard} has {left} left");
        all += left;
    }
    assert_eq!(all, 1_000 - first.seen as usize);
    for _ in 0..2 {
        let report = sweep(&world, late, 820).await;
        assert!(
            report.seen < 450 && report.expired == report.seen,
            "{report:?}"
        );
    }
    assert_eq!(sweep(&world, late, 820).await.seen, 0);
}

#[tokio::test]
async fn what_cannot_be_read_holds_nothing_else_up() {
    let (world, client, table) = world().await;
    let start = world.clock.now();
    // The most overdue of every shard are of a format that this release does not know, and one row is no room's at all.
    for number in 0..40 {
        let room = invited(number, start);
        world.app.store.create(&room).await.unwrap();
        let spoil = client.update_item().table_name(&table);
        let spoil = spoil.key("pk", AttributeValue::S(format!("ROOM#{}", room.id)));
        let spoil = spoil.key("sk", AttributeValue::S("ROOM".to_owned()));
        let spoil = spoil.update_expression("SET f = :newer");
        let spoil = spoil.expression_attribute_values(":newer", AttributeValue::N("99".to_owned()));
        spoil.send().await.unwrap();
    }
    for shard in 0..DynamoStore::DUE_SHARDS {
        let strange = client.put_item().table_name(&table);
        let strange = strange.item("pk", AttributeValue::S(format!("STRANGE#{shard}")));
        let strange = strange.item("sk", AttributeValue::S("STRANGE".to_owned()));
        let strange = strange.item("due_pk", AttributeValue::S(format!("DUE#{shard}")));
        let strange = strange.item("due_at", AttributeValue::N("5".to_owned()));
        strange.send().await.unwrap();
    }
    let mut good = Vec::new();
    for number in 100..120 {
        let room = invited(number, start + Span::hours(1));
        world.app.store.create(&room).await.unwrap();
        good.push(room.id);
    }
    let mut at = start + Span::days(8);
    let mut expired = 0;
    // A sweep has time for ten rooms or so: without them put off, the same ten would be all that is ever looked at.
    // How the rooms fall into the shards is chance, so some sweeps more are allowed than should be needed.
    for _ in 0..40 {
        expired += sweep(&world, at, 20).await.expired;
        at = at + Span::minutes(5);
    }
    assert_eq!(expired, 20);
    for id in good {
        let room = world.app.store.read(id, Freshness::Consistent).await;
        assert!(matches!(
            room.unwrap().unwrap().stage,
            Stage::Expired { .. }
        ));
    }
    // They are not forgotten: put right, or with the release that knows them, they are swept.
    for number in 0..40 {
        let mend = client.update_item().table_name(&table);
        let id = id_of(number, start);
        let mend = mend.key("pk", AttributeValue::S(format!("ROOM#{id}")));
        let mend = mend.key("sk", AttributeValue::S("ROOM".to_owned()));
        let mend = mend.update_expression("SET f = :known");
        let mend = mend.expression_attribute_values(":known", AttributeValue::N("1".to_owned()));
        mend.send().await.unwrap();
    }
    let report = sweep(&world, at + Span::hours(1), 1_000).await;
    assert_eq!((report.expired, report.left), (40, 0), "{report:?}");
}
