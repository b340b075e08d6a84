//! What each request costs at DynamoDB, indexes included: infra/costs.md has this very table.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout
)]

use journeys::template::root;
use journeys::{Seat, World};
use local::embedded::Engine;
use rooms::Span;
use serde_json::{Value, json};
use testkit::Meter;

struct Bill {
    meter: Meter,
    lines: Vec<String>,
}

impl Bill {
    /// Writes down what was charged since the last line.
    fn line(&mut self, what: &str) {
        let units = self.meter.take();
        self.lines
            .push(format!("| {what} | {} | {} |", units.read, units.write));
    }

    /// Forgets it.
    fn forget(&self) {
        let _ = self.meter.take();
    }
}

/// A server whose store is metered.
async fn metered() -> (World, Meter) {
    metered_with(0).await
}

/// The same where an address may start so many games against the strongest rival in a day.
async fn metered_with(hard_games: u32) -> (World, Meter) {
    let mut meter = None;
    let client = |engine: &Engine| {
        let metered = Meter::new(engine.http_client());
        meter = Some(metered.clone());
        Engine::client_over(metered)
    };
    let world = World::with(client, hard_games).await;
    (world, meter.unwrap())
}

async fn command(seat: &Seat<'_>, what: &str, body: Value) -> Value {
    seat.send(what, body).await.is(200).json
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_costs_what_the_operators_are_told() {
    let (world, meter) = metered().await;
    let mut bill = Bill {
        meter,
        lines: Vec::new(),
    };
    bill.forget();

    let host = world.invite(json!({"game": "chess"})).await;
    bill.line("an invite");
    let path = format!("/invites/{}/acceptance", host.id);
    let joined = world.post(&path, None, json!({})).await.is(201);
    bill.line("joining");
    let guest = world.seat(&joined);
    let mv = |text: &str, ply: u32| json!({"move": text, "ply": ply, "gameNumber": 1});
    let _ = command(&host, "moves", mv("e2e4", 0)).await;
    bill.line("a move");
    let _ = command(&host, "moves", mv("e2e4", 0)).await;
    bill.line("a move sent again");
    let _ = host.send("moves", mv("e2e4", 1)).await.is(409);
    bill.line("a move that is refused");
    let room = format!("/rooms/{}", host.id);
    let seen = world.get(&room, None).await.is(200);
    bill.line("a poll, a page or a picture");
    let tag = [("if-none-match", seen.header("etag"))];
    let _ = world.ask("GET", &room, &tag, None).await.is(304);
    bill.line("a poll that finds nothing new");
    let _ = command(&guest, "moves", mv("e7e5", 1)).await;
    bill.forget();
    let _ = command(&host, "draw-offer", json!({"ply": 2, "gameNumber": 1})).await;
    bill.line("a draw offered, or refused");
    let _ = command(
        &guest,
        "draw-offer/acceptance",
        json!({"ply": 2, "gameNumber": 1}),
    )
    .await;
    bill.line("whatever ends a game: a mate, a resignation, a draw, a claim");
    let _ = command(&host, "rematch", json!({"gameNumber": 1})).await;
    bill.line("a rematch offered");
    let _ = command(&guest, "rematch", json!({"gameNumber": 1})).await;
    bill.line("a rematch begun, with its game put away");
    let _ = world
        .get(&format!("{room}/games/1.pgn"), None)
        .await
        .is(200);
    bill.line("an earlier game");

    let alone = json!({"game": "chess", "rival": "domador", "seat": "black"});
    let person = world.invite(alone).await;
    bill.line("an invite to a rival, with its first move");
    let legal = person.room().await["legalMoves"].clone();
    bill.forget();
    let _ = command(&person, "moves", mv(legal[0].as_str().unwrap(), 1)).await;
    bill.line("a move and the rival's reply");

    let (world, meter) = metered_with(100).await;
    bill.meter = meter;
    let hard = json!({"game": "damas", "rival": "empresario"});
    let person = world.invite(hard).await;
    bill.line("an invite to the strongest rival, where its games are limited");
    let _ = command(&person, "resignation", json!({"gameNumber": 1})).await;
    bill.forget();
    let _ = person.room().await;
    bill.line("a poll of its finished game, from its seat");

    let (world, meter) = metered().await;
    bill.meter = meter;
    let _ = world.invite(json!({"game": "chess"})).await;
    bill.forget();
    let sweep = async || {
        api::check_absences(&world.app, Span::minutes(1))
            .await
            .unwrap()
    };
    assert_eq!(sweep().await.seen, 0);
    bill.line("a sweep that finds nothing");
    world.clock.forward(Span::days(8));
    assert_eq!(sweep().await.expired, 1);
    bill.line("a sweep that records one expiry");

    let table = bill.lines.join("\n");
    println!("{table}");
    let told = std::fs::read_to_string(root().join("infra/costs.md")).unwrap();
    assert!(
        told.contains(&table),
        "infra/costs.md has another table:\n{table}"
    );
}
