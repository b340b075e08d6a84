//! What one caller or one room can have so much of and no more, and how people are told before they ask for it.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{World, last_game};
use serde_json::{Value, json};

fn may_have_a_rematch(room: &Value) -> bool {
    let actions = room["actions"].as_array().unwrap();
    actions.contains(&json!("offer-rematch"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_acceptance_is_the_same_seat_and_one_under_another_name_is_told_so() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    let path = format!("/invites/{}/acceptance", host.id);
    let token = "guestguestguestguestguest2";
    let guest = json!({"seatToken": token, "name": "Torre"});
    let first = world.post(&path, None, guest.clone()).await.is(201).json;
    for body in [
        json!({"seatToken": token, "name": "Caballo"}),
        json!({"seatToken": token}),
    ] {
        let refused = world.post(&path, None, body).await;
        let refused = refused.is_problem(409, "id-taken").json;
        assert_eq!(refused["field"], "name");
        assert_eq!(refused["room"]["version"], first["version"]);
    }
    let other = json!({"name": "Caballo"});
    let _ = world
        .post(&path, Some(token), other)
        .await
        .is_problem(409, "id-taken");
    // The true repeat, then and after a move, and the token in the header alone, are given the seat as it is.
    for body in [guest.clone(), json!({"name": "Torre"}), json!({})] {
        let again = world.post(&path, Some(token), body).await.is(201).json;
        for name in ["seatToken", "personalUrl", "you", "version", "seats"] {
            assert_eq!(again[name], first[name], "{name}");
        }
    }
    host.play("e4").await;
    let late = world.post(&path, None, guest).await.is(201).json;
    assert_eq!(
        (&late["you"], &late["version"]),
        (&json!("black"), &json!(3))
    );
    assert_eq!(late["seats"]["black"]["name"], "Torre");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_has_had_all_its_games_lists_no_rematch_and_says_what_to_do() {
    let world = World::start().await;
    let person = world
        .invite(json!({"game": "chess", "rival": "domador"}))
        .await;
    last_game::finish(&world, &person).await;
    assert!(!may_have_a_rematch(&person.room().await));
    let refused = person.act("rematch", json!({})).await;
    let refused = refused.is_problem(409, "too-many-games").json;
    let told = refused["detail"].as_str().unwrap();
    assert!(told.contains("999") && told.contains("new room"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_game_a_day_is_told_as_one() {
    let world = World::with_hard_games(1).await;
    let hard = json!({"game": "damas", "rival": "empresario"});
    let person = world.invite(hard.clone()).await;
    let refused = world.post("/invites", None, hard).await;
    let refused = refused.is_problem(429, "too-many-requests").json;
    let told = refused["detail"].as_str().unwrap();
    assert!(told.starts_with("1 game against empresario "), "{told}");
    let path = format!("/rooms/{}/games/7", person.id);
    let missing = world.get(&path, None).await;
    let missing = missing.is_problem(404, "no-such-path").json;
    let told = missing["detail"].as_str().unwrap();
    assert!(!told.contains("1 to 1"), "{told}");
    // Somebody who watches an old board is told how many stand without a word that counts them.
    let (white, black) = world.pair().await;
    white.play("e4").await;
    let stale = json!({"move": "d5", "ply": 0, "gameNumber": 1});
    let refused = black.send("moves", stale).await;
    let refused = refused.is_problem(409, "stale-ply").json;
    let told = refused["detail"].as_str().unwrap();
    assert!(!told.contains("1 half-moves"), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rematch_that_the_days_limit_will_refuse_is_not_listed() {
    let world = World::with_hard_games(2).await;
    let hard = json!({"game": "damas", "rival": "empresario"});
    let one = world.invite(hard.clone()).await;
    let over = one.act("resignation", json!({})).await.is(200).json;
    assert!(may_have_a_rematch(&over), "one more may be begun");
    let path = format!("/rooms/{}", one.id);
    let seen = world.get(&path, Some(&one.token)).await.is(200);
    assert!(may_have_a_rematch(&seen.json));
    let other = world.invite(hard).await;

    // Nothing was written to the first room, and yet its seat may do less: that is part of its ETag.
    let bearer = format!("Bearer {}", one.token);
    let known = [
        ("authorization", bearer.as_str()),
        ("if-none-match", seen.header("etag")),
    ];
    let now = world.ask("GET", &path, &known, None).await.is(200);
    assert!(!may_have_a_rematch(&now.json), "{}", now.text);
    assert_eq!(now.json["version"], seen.json["version"]);
    let known = [known[0], ("if-none-match", now.header("etag"))];
    let _ = world.ask("GET", &path, &known, None).await.is(304);
    let refused = one.send("rematch", json!({"gameNumber": 1})).await;
    let refused = refused.is_problem(429, "too-many-requests");
    assert!(refused.header("retry-after").parse::<u32>().unwrap() > 0);
    // So says the answer that ends a game, and the room that comes with a refusal.
    let over = other.act("resignation", json!({})).await.is(200).json;
    assert!(!may_have_a_rematch(&over));
    let late = other.act("moves", json!({"move": "9-13"})).await;
    let late = late.is_problem(409, "game-over").json;
    assert!(!may_have_a_rematch(&late["room"]));

    // The others' rooms are not asked about; and the next day it is there again, and done.
    let easy = json!({"game": "damas", "rival": "carcelero"});
    let easy = world.invite(easy).await;
    let over = easy.act("resignation", json!({})).await.is(200).json;
    assert!(may_have_a_rematch(&over));
    world.clock.forward(rooms::Span::days(1));
    assert!(may_have_a_rematch(&one.room().await));
    let next = one.send("rematch", json!({"gameNumber": 1})).await.is(200);
    assert_eq!(next.json["gameNumber"], 2);
}
