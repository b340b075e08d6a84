//! The room with the longest game that a store may hold: the time of every kind of request, over HTTP on one machine, and
//! of another client's request while four readers ask for that room without a pause.
//!
//! `cargo bench -p journeys`: milliseconds, median and worst of the rounds.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout
)]

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use journeys::{Reply, World, longest};
use serde_json::json;

/// The time of each round in milliseconds, sorted.
async fn time<F: Future<Output = Reply>>(
    rounds: usize,
    status: u16,
    ask: impl Fn(usize) -> F,
) -> Vec<f64> {
    let mut times = Vec::new();
    for round in 0..rounds {
        let started = Instant::now();
        let _ = ask(round).await.is(status);
        times.push(started.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    times
}

fn tell(what: &str, times: &[f64]) {
    println!(
        "{what:<34} {:>8.2} ms, worst {:>8.2} ms",
        times[times.len() / 2],
        times[times.len() - 1]
    );
}

#[tokio::main]
async fn main() {
    // `cargo test --benches` only wants to know that it runs.
    let full = std::env::args().any(|argument| argument == "--bench");
    let rounds = if full { 30 } else { 1 };
    let world = World::start().await;
    let (white, _, _) = longest::room(&world, 4).await;
    let path = format!("/rooms/{}", white.id);
    let bearer = format!("Bearer {}", white.token);
    let mine = [("authorization", bearer.as_str())];
    let room = world.ask("GET", &path, &mine, None).await.is(200);
    println!(
        "the longest room: {} entries, {} kB as JSON",
        room.json["moves"].as_array().unwrap().len(),
        room.text.len() / 1000
    );
    let tag = room.header("etag").to_owned();
    let known = [mine[0], ("if-none-match", &tag)];
    let get = |path: String, headers: Vec<(&'static str, String)>| {
        let world = &world;
        async move {
            let headers: Vec<_> = headers
                .iter()
                .map(|(name, value)| (*name, value.as_str()))
                .collect();
            world.ask("GET", &path, &headers, None).await
        }
    };
    let owned = |headers: &[(&'static str, &str)]| -> Vec<(&'static str, String)> {
        headers
            .iter()
            .map(|(name, value)| (*name, (*value).to_owned()))
            .collect()
    };
    for (what, asked, status, headers) in [
        ("the room", path.clone(), 200, owned(&mine)),
        ("the room, known already", path.clone(), 304, owned(&known)),
        (
            "the room, entries since the last",
            format!("{path}?since=11996"),
            200,
            owned(&mine),
        ),
        (
            "the room, unknown token",
            path.clone(),
            401,
            owned(&[("authorization", "Bearer AAAAAAAAAAAAAAAAAAAAAAAAAA")]),
        ),
        ("the picture", format!("{path}/board.png"), 200, Vec::new()),
        (
            "the game as PDN",
            format!("{path}/games/1.pdn"),
            200,
            Vec::new(),
        ),
        ("the page", format!("/r/{}", white.id), 200, Vec::new()),
    ] {
        tell(
            what,
            &time(rounds, status, |_| get(asked.clone(), headers.clone())).await,
        );
    }
    let illegal = json!({"move": "10-32", "ply": room.json["ply"], "gameNumber": 1});
    let moves = format!("{path}/moves");
    tell(
        "a move that is refused",
        &time(rounds, 422, |_| {
            world.post(&moves, Some(&white.token), illegal.clone())
        })
        .await,
    );
    let mut times = Vec::new();
    for _ in 0..rounds.min(10) {
        let (white, _, next) = longest::room(&world, 4).await;
        let body = json!({"move": next[0].text, "ply": next[0].ply, "gameNumber": 1});
        let started = Instant::now();
        let _ = white.send("moves", body).await.is(200);
        times.push(started.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    tell("a move", &times);

    let (other, _) = world.pair().await;
    let others = format!("/rooms/{}", other.id);
    let alone = time(rounds * 4, 200, |_| world.get(&others, None)).await;
    tell("another room, alone", &alone);
    let done = AtomicBool::new(false);
    let read = || async {
        while !done.load(Ordering::Relaxed) {
            let _ = world.ask("GET", &path, &mine, None).await.is(200);
        }
    };
    let beside = async {
        let beside = time(rounds * 4, 200, |_| world.get(&others, None)).await;
        done.store(true, Ordering::Relaxed);
        beside
    };
    let (beside, ..) = tokio::join!(beside, read(), read(), read(), read());
    tell("another room, beside four readers", &beside);
}
