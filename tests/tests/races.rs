//! Real parallel requests, and a store whose answers get lost.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::BTreeSet;

use journeys::{Reply, World, play_all};
use local::embedded::Engine;
use rooms::Span;
use serde_json::json;
use testkit::{Fault, Faults};

/// Runs what is given all at once.
async fn all<F: Future<Output = Reply>>(asked: impl IntoIterator<Item = F>) -> Vec<Reply> {
    // One task polls them all; each waits on a connection of its own.
    let mut waiting: Vec<_> = asked.into_iter().map(Box::pin).collect();
    let mut replies = Vec::new();
    std::future::poll_fn(|context| {
        waiting.retain_mut(|request| match request.as_mut().poll(context) {
            std::task::Poll::Ready(reply) => {
                replies.push(reply);
                false
            }
            std::task::Poll::Pending => true,
        });
        if waiting.is_empty() {
            std::task::Poll::Ready(())
        } else {
            std::task::Poll::Pending
        }
    })
    .await;
    replies
}

fn with_status(replies: &[Reply], status: u16) -> usize {
    replies
        .iter()
        .filter(|reply| reply.status == status)
        .count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sixty_four_acceptances_one_wins() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    let path = format!("/invites/{}/acceptance", host.id);
    let replies = all((0..64).map(|_| world.post(&path, None, json!({})))).await;
    assert_eq!(
        (with_status(&replies, 201), with_status(&replies, 409)),
        (1, 63)
    );
    for lost in replies.iter().filter(|reply| reply.status == 409) {
        assert_eq!(lost.json["type"], "/problems/seat-taken");
    }
    let winner = replies.iter().find(|reply| reply.status == 201).unwrap();
    assert_eq!(world.seat(winner).room().await["you"], "black");
    assert_eq!(host.room().await["version"], 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_move_twenty_times_in_parallel_is_one_move() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let body = json!({"move": "e4", "ply": 0, "gameNumber": 1});
    let replies = all((0..20).map(|_| white.send("moves", body.clone()))).await;
    assert_eq!(with_status(&replies, 200), 20);
    let versions: BTreeSet<_> = replies
        .iter()
        .map(|reply| reply.json["version"].as_u64())
        .collect();
    assert_eq!(versions, BTreeSet::from([Some(3)]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_different_moves_at_once_one_is_made() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let moves =
        ["e4", "d4", "c4", "Nf3"].map(|text| json!({"move": text, "ply": 0, "gameNumber": 1}));
    let replies = all(moves.into_iter().map(|body| white.send("moves", body))).await;
    assert_eq!(
        (with_status(&replies, 200), with_status(&replies, 409)),
        (1, 3)
    );
    assert_eq!(white.room().await["ply"], 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_move_and_an_absence_claim_one_wins() {
    let mut won = (0, 0);
    for _ in 0..12 {
        let world = World::start().await;
        let (white, black) = world.pair().await;
        world.clock.forward(Span::hours(49));
        let replies = all([
            Box::pin(white.send("moves", json!({"move": "e4", "ply": 0, "gameNumber": 1})))
                as std::pin::Pin<Box<dyn Future<Output = Reply>>>,
            Box::pin(black.send("absence-claim", json!({"gameNumber": 1}))),
        ])
        .await;
        assert_eq!(
            (with_status(&replies, 200), with_status(&replies, 409)),
            (1, 1),
            "{replies:?}"
        );
        let room = white.room().await;
        assert_eq!(room["version"], 3);
        match room["status"].as_str().unwrap() {
            "playing" => won.0 += 1,
            _ => won.1 += 1,
        }
    }
    assert_eq!(won.0 + won.1, 12);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_rematch_offers_at_once_start_one_game() {
    for _ in 0..6 {
        let world = World::start().await;
        let (white, black) = world.pair().await;
        play_all(&white, &black, &["f3", "e5", "g4", "Qh4"]).await;
        let seats = [&white, &black, &white, &black];
        let replies = all(seats.map(|seat| seat.send("rematch", json!({"gameNumber": 1})))).await;
        assert_eq!(with_status(&replies, 200), 4, "{replies:?}");
        let room = white.room().await;
        assert_eq!(
            (&room["gameNumber"], &room["version"], &room["you"]),
            (&json!(2), &json!(8), &json!("black"))
        );
        let _ = world
            .get(&format!("/rooms/{}/games/1", white.id), None)
            .await
            .is(200);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_resignations_and_an_acceptance_end_a_game_once() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let _ = white.act("draw-offer", json!({})).await.is(200);
    let replies = all([
        Box::pin(white.send("resignation", json!({"gameNumber": 1})))
            as std::pin::Pin<Box<dyn Future<Output = Reply>>>,
        Box::pin(black.send("resignation", json!({"gameNumber": 1}))),
        Box::pin(black.send("draw-offer/acceptance", json!({"ply": 2, "gameNumber": 1}))),
    ])
    .await;
    assert_eq!(
        (with_status(&replies, 200), with_status(&replies, 409)),
        (1, 2),
        "{replies:?}"
    );
    let wins = white.room().await["wins"].clone();
    let games = ["white", "black", "draws"].map(|who| wins[who].as_u64().unwrap());
    assert_eq!(games.iter().sum::<u64>(), 1);
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_comes_back_as_success() {
    let mut broken = None;
    let world = World::over(|engine| {
        let faults = Faults::new(engine.http_client());
        broken = Some(faults.clone());
        Engine::client_over(faults)
    })
    .await;
    let faults = broken.unwrap();
    for fault in [
        Fault::LoseAnswer,
        Fault::Throttle,
        Fault::Unreachable,
        Fault::Conflict,
    ] {
        faults.plan_for("PutItem", fault, 1);
        let host = world.invite(json!({"game": "chess"})).await;
        faults.plan_for("PutItem", fault, 1);
        let accepted = world
            .post(&format!("/invites/{}/acceptance", host.id), None, json!({}))
            .await
            .is(201);
        let guest = world.seat(&accepted);
        faults.plan_for("PutItem", fault, 1);
        let moved = host.play("e4").await;
        assert_eq!(moved["version"], 3, "{fault:?}: one move, one version");
        faults.plan_for("PutItem", fault, 1);
        let _ = guest.act("resignation", json!({})).await.is(200);
        faults.plan_for("PutItem", fault, 1);
        let _ = host.act("rematch", json!({})).await.is(200);
        let in_transaction = if fault == Fault::Conflict {
            Fault::CancelForConflict
        } else {
            fault
        };
        faults.plan_for("TransactWriteItems", in_transaction, 1);
        let second = guest.act("rematch", json!({})).await.is(200).json;
        assert_eq!(
            (&second["gameNumber"], &second["version"]),
            (&json!(2), &json!(6)),
            "{fault:?}"
        );
        assert_eq!(faults.still_planned(), 0, "{fault:?} never happened");
    }
    // A store that stays broken is said to be busy, and nothing is half done.
    let (white, _black) = world.pair().await;
    faults.plan_for("PutItem", Fault::Throttle, 50);
    let busy = white
        .act("moves", json!({"move": "e4"}))
        .await
        .is_problem(503, "try-again");
    assert_eq!(busy.header("retry-after"), "1");
    faults.clear();
    assert_eq!(white.room().await["version"], 2);
    assert_eq!(white.play("e4").await["version"], 3);
}
