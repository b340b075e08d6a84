//! What time does to a room, on a clock that the test turns.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use api::check_absences;
use journeys::World;
use rooms::{Freshness, RoomStore, Span};
use serde_json::json;

const ALMOST: Span = Span::millis(48 * 3_600_000 - 1_000);

#[tokio::test]
async fn a_win_by_absence_can_be_claimed_after_48_hours_and_no_sooner() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    white.play("e4").await;
    let _ = white
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "too-early");
    world.clock.forward(ALMOST);
    let early = white
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "too-early");
    assert_eq!(early.json["claimableAt"], white.room().await["claimableAt"]);
    assert_eq!(early.json["room"]["version"], 3);
    assert!(
        !white.room().await["actions"]
            .as_array()
            .unwrap()
            .contains(&json!("claim-absence"))
    );
    world.clock.forward(Span::seconds(1));
    let _ = white
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "too-early");
    world.clock.forward(Span::seconds(1));
    let _ = black
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "your-turn");
    assert!(
        white.room().await["actions"]
            .as_array()
            .unwrap()
            .contains(&json!("claim-absence"))
    );
    let won = white.act("absence-claim", json!({})).await.is(200).json;
    assert_eq!(
        won["result"],
        json!({"winner": "white", "reason": "absence", "score": "1-0"})
    );
    let again = white.act("absence-claim", json!({})).await.is(200).json;
    assert_eq!(again["version"], won["version"]);
    let _ = black
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "game-over");
    let pgn = world
        .get(&format!("/rooms/{}/games/1.pgn", white.id), None)
        .await
        .is(200)
        .text;
    assert!(pgn.contains("[Termination \"abandoned\"]"), "{pgn}");
}

#[tokio::test]
async fn a_late_move_counts_until_the_claim_and_offers_and_polls_move_no_deadline() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    white.play("e4").await;
    black.play("e5").await;
    let claimable = black.room().await["claimableAt"].clone();
    world.clock.forward(Span::hours(47));
    let _ = black.act("draw-offer", json!({})).await.is(200);
    assert_eq!(black.room().await["claimableAt"], claimable);
    world.clock.forward(Span::hours(5));
    assert!(
        black.room().await["actions"]
            .as_array()
            .unwrap()
            .contains(&json!("claim-absence"))
    );
    white.play("Nf3").await;
    let _ = black
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "your-turn");
    let _ = white
        .act("absence-claim", json!({}))
        .await
        .is_problem(409, "too-early");
}

#[tokio::test]
async fn on_day_eight_a_room_is_closed_though_nothing_swept_it() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    white.play("e4").await;
    world.clock.forward(Span::days(7));
    let path = format!("/rooms/{}", white.id);
    let gone = world
        .get(&path, Some(&white.token))
        .await
        .is_problem(410, "room-expired");
    let room = &gone.json["room"];
    assert_eq!(
        (&room["status"], &room["you"], &room["version"]),
        (&json!("expired"), &json!("white"), &json!(3))
    );
    assert!(room.get("result").is_none() && room.get("turn").is_none());
    assert_eq!(
        (&room["actions"], &room["moves"][0]["notation"]),
        (&json!([]), &json!("e4"))
    );
    for (what, body) in [
        ("moves", json!({"move": "e5", "ply": 1, "gameNumber": 1})),
        ("resignation", json!({"gameNumber": 1})),
        ("absence-claim", json!({"gameNumber": 1})),
        ("rematch", json!({"gameNumber": 1})),
    ] {
        let _ = black.send(what, body).await.is_problem(410, "room-expired");
    }
    let _ = world
        .post(
            &format!("/invites/{}/acceptance", white.id),
            None,
            json!({}),
        )
        .await
        .is_problem(410, "room-expired");
    // Its moves can still be fetched.
    let pgn = world
        .get(&format!("{path}/games/1.pgn"), None)
        .await
        .is(200)
        .text;
    assert!(
        pgn.contains("1. e4 *") && pgn.contains("[Termination \"abandoned\"]"),
        "{pgn}"
    );
}

#[tokio::test]
async fn an_invite_nobody_accepts_expires_after_seven_days() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    world.clock.forward(Span::millis(7 * 86_400_000 - 1));
    assert_eq!(host.room().await["status"], "waiting");
    world.clock.forward(Span::millis(1));
    let _ = world
        .get(&format!("/rooms/{}", host.id), None)
        .await
        .is_problem(410, "room-expired");
    let _ = host.cancel().await.is_problem(410, "room-expired");
}

#[tokio::test]
async fn a_finished_game_can_be_read_for_ninety_days() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let _ = white.act("resignation", json!({})).await.is(200);
    world.clock.forward(Span::days(89));
    assert_eq!(white.room().await["result"]["reason"], "resignation");
    world.clock.forward(Span::days(1));
    let path = format!("/rooms/{}", white.id);
    let gone = world
        .get(&path, Some(&white.token))
        .await
        .is_problem(410, "room-expired");
    assert_eq!(gone.json["room"]["status"], "finished");
    let _ = world
        .get(&format!("{path}/games/1"), None)
        .await
        .is_problem(410, "room-expired");
    let _ = white
        .send("rematch", json!({"gameNumber": 1}))
        .await
        .is_problem(410, "room-expired");
}

#[tokio::test]
async fn the_sweep_run_twice_in_parallel_changes_nothing_more() {
    let world = World::start().await;
    let mut ids = Vec::new();
    for _ in 0..20 {
        let (white, _black) = world.pair().await;
        white.play("e4").await;
        ids.push(white.id.clone());
    }
    world.clock.forward(Span::days(3));
    let early = check_absences(&world.app, Span::minutes(1)).await.unwrap();
    assert_eq!(early.seen, 0, "nothing is due: {early:?}");
    world.clock.forward(Span::days(5));
    let budget = Span::minutes(1);
    let (one, two) = tokio::join!(
        check_absences(&world.app, budget),
        check_absences(&world.app, budget)
    );
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!(one.expired + two.expired, 20, "{one:?} {two:?}");
    for id in &ids {
        let room = world
            .app
            .store
            .read(id.parse().unwrap(), Freshness::Consistent)
            .await
            .unwrap()
            .unwrap();
        assert_eq!((room.version, room.wake_at), (4, None));
        assert!(matches!(room.stage, rooms::Stage::Expired { .. }));
    }
    let after = check_absences(&world.app, budget).await.unwrap();
    assert_eq!(after.seen, 0, "{after:?}");
}

#[tokio::test]
async fn a_room_with_earlier_games_is_removed_with_them_once_it_has_been_kept() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let _ = white.act("resignation", json!({})).await.is(200);
    let _ = white.act("rematch", json!({})).await.is(200);
    let _ = black.act("rematch", json!({})).await.is(200);
    let _ = white.act("resignation", json!({})).await.is(200);
    let id: rooms::RoomId = white.id.parse().unwrap();
    for _ in 0..12 {
        world.clock.forward(Span::days(7));
        let report = check_absences(&world.app, Span::minutes(1)).await.unwrap();
        assert_eq!((report.purged, report.expired), (0, 0), "{report:?}");
        let _ = world
            .get(&format!("/rooms/{id}/games/1"), None)
            .await
            .is(200);
    }
    world.clock.forward(Span::days(7));
    let report = check_absences(&world.app, Span::minutes(1)).await.unwrap();
    assert_eq!(report.purged, 1, "{report:?}");
    assert!(
        world
            .app
            .store
            .read(id, Freshness::Consistent)
            .await
            .unwrap()
            .is_none()
    );
    assert!(world.app.store.read_game(id, 1).await.unwrap().is_none());
    let _ = world
        .get(&format!("/rooms/{id}"), None)
        .await
        .is_problem(410, "room-expired");
}
