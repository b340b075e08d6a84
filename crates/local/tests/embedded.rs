//! The embedded engine: what it keeps, what it refuses, and what a violent end leaves.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use dynamo::DynamoStore;
use local::embedded::{EmbeddedError, Engine};
use rooms::limits::RETENTION;
use rooms::{Freshness, Room, RoomStore as _, Span, Timestamp, Written};
use testkit::play::{
    START, change, move_at, on_turn, quiet_move, room_id, seat_both, store_change, waiting,
};

/// Where the child process of the crash test keeps its store.
const CHILD_DIR: &str = "JAQUE_TEST_CRASH_DIR";

/// A directory of its own, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = std::env::temp_dir().join(format!("jaque-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&dir);
        Self(dir)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn store(engine: &Engine) -> DynamoStore {
    DynamoStore::new(engine.client(), engine.table(), RETENTION)
}

async fn stored(engine: &Engine, room: &Room) -> Option<Room> {
    store(engine)
        .read(room.id, Freshness::Consistent)
        .await
        .unwrap()
}

#[tokio::test]
async fn a_store_is_found_again_as_it_was_left() {
    let scratch = Scratch::new("again");
    let engine = Engine::open(&scratch.0).await.unwrap();
    let room = seat_both(&store(&engine), room_id(1)).await;
    drop(engine);
    let engine = Engine::open(&scratch.0).await.unwrap();
    assert_eq!(stored(&engine, &room).await, Some(room));
}

#[tokio::test]
async fn a_directory_in_use_is_refused_until_it_is_given_up() {
    let scratch = Scratch::new("in-use");
    let engine = Engine::open(&scratch.0).await.unwrap();
    let refused = Engine::open(&scratch.0).await.unwrap_err();
    assert!(matches!(refused, EmbeddedError::InUse { .. }), "{refused}");
    let store = store(&engine);
    drop(engine);
    assert!(
        Engine::open(&scratch.0).await.is_err(),
        "a store that is in use holds it too"
    );
    drop(store);
    Engine::open(&scratch.0).await.unwrap();
}

#[tokio::test]
async fn a_file_that_is_no_store_is_an_error_that_names_no_panic() {
    let scratch = Scratch::new("garbage");
    std::fs::create_dir_all(&scratch.0).unwrap();
    std::fs::write(
        scratch.0.join("rooms.sqlite"),
        "this is no database, and long enough to be sure of it",
    )
    .unwrap();
    let refused = Engine::open(&scratch.0).await.unwrap_err();
    let told = refused.to_string();
    assert!(told.contains("rooms.sqlite is not a database"), "{told}");
    assert!(!told.contains("panic"), "{told}");
}

#[tokio::test]
async fn the_broom_takes_what_was_kept_long_enough_and_nothing_else() {
    let engine = Engine::in_memory().await.unwrap();
    let store = store(&engine);
    let mut old = waiting(room_id(1));
    old.created_at = Timestamp::from_millis(1_600_000_000_000);
    let mut young = waiting(room_id(2));
    young.created_at = Timestamp::from_millis(now() - Span::days(6).as_millis());
    for room in [&old, &young] {
        assert_eq!(store.create(room).await.unwrap(), Written::Stored);
    }
    assert_eq!(engine.sweep_ttl().await.unwrap(), 1);
    assert_eq!(stored(&engine, &old).await, None);
    assert_eq!(stored(&engine, &young).await, Some(young));
    assert_eq!(engine.sweep_ttl().await.unwrap(), 0);
}

fn now() -> u64 {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    u64::try_from(since.as_millis()).unwrap()
}

/// Plays in eight rooms at once and prints each version once it is answered, until it is killed.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "the child of the test below, which starts it"]
async fn child_that_plays_until_it_is_killed() {
    let Ok(dir) = std::env::var(CHILD_DIR) else {
        return;
    };
    let engine = Engine::open(Path::new(&dir)).await.unwrap();
    let store = Arc::new(store(&engine));
    let mut running = tokio::task::JoinSet::new();
    for number in 0..8 {
        let store = Arc::clone(&store);
        running.spawn(async move {
            let mut room = seat_both(&*store, room_id(number)).await;
            let mut seed = number;
            for ply in 0..1_000 {
                let Some(text) = quiet_move(&room, &mut seed) else {
                    break;
                };
                let moved = change(&room, &on_turn(&room), &move_at(ply, &text), START);
                room = store_change(&*store, &moved).await;
                println!("answered {number} {}", room.version);
            }
        });
    }
    running.join_all().await;
    println!("finished");
}

#[tokio::test]
async fn a_kill_in_a_burst_of_moves_loses_nothing_that_was_answered() {
    let scratch = Scratch::new("crash");
    for round in 1..=3 {
        let _ = std::fs::remove_dir_all(&scratch.0);
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "child_that_plays_until_it_is_killed",
                "--ignored",
                "--nocapture",
                "--quiet",
            ])
            .env(CHILD_DIR, &scratch.0)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut answered = [0; 8];
        let mut lines = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            assert_ne!(line, "finished", "it was to be killed in the middle");
            let Some(told) = line.split_once("answered ").map(|(_, told)| told) else {
                continue;
            };
            let (room, version) = told.split_once(' ').unwrap();
            answered[room.parse::<usize>().unwrap()] = version.parse::<u64>().unwrap();
            lines += 1;
            if lines == 100 * round {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(lines >= 100 * round, "the child did not get far enough");
        let engine = Engine::open(&scratch.0).await.unwrap();
        let store = store(&engine);
        for (number, version) in (0..).zip(answered) {
            let room = store
                .read(room_id(number), Freshness::Consistent)
                .await
                .unwrap()
                .unwrap();
            assert!(
                room.version >= version,
                "room {number}: {} is stored, {version} was answered",
                room.version
            );
        }
    }
}
