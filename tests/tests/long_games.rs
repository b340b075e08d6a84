//! Games that would not end, over HTTP; and what is answered before a game is replayed.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{World, longest};
use rooms::Act;
use rules::{MOVE_LIMIT, chess};
use serde_json::json;

#[tokio::test]
async fn wrong_moves_that_answer_wrong_moves_end_in_a_draw() {
    let world = World::start().await;
    let (white, black) = world
        .pair_from(
            json!({"game": "damas", "table": {"preset": "family"}, "initialFen": "W:WK10:BK19"}),
        )
        .await;
    let mut last = json!(null);
    for ply in 0..8 {
        let mover = if ply % 2 == 0 { &white } else { &black };
        let text = ["10-14", "19-23", "14-10", "23-19"][ply % 4];
        let body = json!({"move": text, "ply": ply, "gameNumber": 1});
        last = mover.send("moves", body).await.is(200).json;
    }
    assert_eq!(
        (&last["status"], &last["result"]["reason"]),
        (&json!("finished"), &json!("threefold-repetition")),
        "{last}"
    );
}

#[tokio::test]
async fn the_longest_game_is_read_and_gone_on_with_until_the_limit() {
    let world = World::start().await;
    let (white, black, next) = longest::room(&world, 4).await;
    let room = white.room().await;
    assert_eq!(room["ply"], MOVE_LIMIT - 4);
    assert_eq!(room["moves"].as_array().unwrap().len(), MOVE_LIMIT - 4);
    for ((mover, text), ply) in [
        (&white, "1-5"),
        (&black, "19-23"),
        (&white, "10-14"),
        (&black, "23-19"),
    ]
    .into_iter()
    .zip(next[0].ply..)
    {
        let body = json!({"move": text, "ply": ply, "gameNumber": 1});
        let room = mover.send("moves", body).await.is(200).json;
        let is_last = ply + 1 == MOVE_LIMIT;
        assert_eq!(room["status"] == "finished", is_last, "after {text}");
        if is_last {
            assert_eq!(room["result"]["reason"], "move-limit");
            assert!(room["result"]["winner"].is_null());
        }
    }
    let file = world
        .get(&format!("/rooms/{}/games/1.pdn", white.id), None)
        .await
        .is(200);
    assert!(file.text.contains("[Result \"1/2-1/2\"]"));
}

/// Rooms that an earlier version left behind: it declared no draw after a wrong move.
#[tokio::test]
async fn a_game_that_the_rules_of_today_would_have_ended_is_read_and_gone_on_with() {
    let world = World::start().await;
    // At 8 half-moves the third occurrence has just come; later it came long ago, and at last the limit too.
    for entries in [8, 9, 40, MOVE_LIMIT, MOVE_LIMIT + 4_000] {
        let (white, black) = longest::pair(&world).await;
        longest::store(&world, &white, &longest::acts(entries)).await;
        let path = format!("/rooms/{}", white.id);
        let mover = if entries % 2 == 0 { &white } else { &black };
        let room = mover.room().await;
        assert_eq!(
            (&room["status"], &room["ply"]),
            (&json!("playing"), &json!(entries))
        );
        assert!(!room["legalMoves"].as_array().unwrap().is_empty());
        assert!(
            room["actions"]
                .as_array()
                .unwrap()
                .contains(&json!("submit-move"))
        );
        let game = world.get(&format!("{path}/games/1"), None).await.is(200);
        let positions = game.json["positions"].as_array().unwrap();
        assert_eq!(positions.len(), entries + 1);
        assert_eq!(positions.last(), Some(&room["fen"]));
        // The next entry is judged as any other.
        let text = longest::move_at(entries);
        let body = json!({"move": text, "ply": entries, "gameNumber": 1});
        let room = mover.send("moves", body).await.is(200).json;
        assert_eq!(room["status"], "finished");
        assert_eq!(room["result"]["reason"], "threefold-repetition");
        let again = world.get(&path, None).await.is(200);
        assert_eq!(again.json["result"], room["result"]);
    }
}

#[tokio::test]
async fn the_token_and_the_tag_are_looked_at_before_the_game_is_replayed() {
    let world = World::start().await;
    let (white, _) = world.pair().await;
    let room = world
        .get(&format!("/rooms/{}", white.id), Some(&white.token))
        .await
        .is(200);
    let tag = room.header("etag").to_owned();
    // A move that is not legal at the start: no replay gets past it.
    let elsewhere = chess::Position::from_fen("4k3/8/8/8/4P3/8/8/4K3 w - - 0 1").unwrap();
    let stray = chess::parse_move(&elsewhere, "e4e5").unwrap();
    longest::store(&world, &white, &[Act::Chess(stray)]).await;
    let path = format!("/rooms/{}", white.id);
    let stranger = "A".repeat(26);
    for what in ["", "/board.png", "/games/1.pgn"] {
        let asked = format!("{path}{what}");
        let _ = world
            .get(&asked, Some(&stranger))
            .await
            .is_problem(401, "token-unknown");
    }
    let body = json!({"move": "e2e4", "ply": 0, "gameNumber": 1});
    let _ = world
        .post(&format!("{path}/moves"), Some(&stranger), body)
        .await
        .is_problem(401, "token-unknown");
    for (what, body) in [
        ("moves", json!({"move": "e2e4", "ply": 0, "gameNumber": 1})),
        ("draw-offer", json!({"ply": 0, "gameNumber": 1})),
        ("resignation", json!({"gameNumber": 1})),
        ("rematch", json!({"gameNumber": 1})),
    ] {
        let _ = world
            .post(&format!("{path}/{what}"), None, body)
            .await
            .is_problem(401, "token-required");
    }
    // Somebody who brings the room's id as that of an invitation of their own, long after it was made.
    world.clock.forward(rooms::Span::hours(1));
    let body = json!({"game": "chess", "id": white.id, "seatToken": stranger});
    let _ = world
        .post("/invites", None, body)
        .await
        .is_problem(422, "invalid-id");
    // The version has grown by one since.
    let known = tag.replacen("\"2-", "\"3-", 1);
    assert_ne!(known, tag);
    let bearer = format!("Bearer {}", white.token);
    let headers = [
        ("authorization", bearer.as_str()),
        ("if-none-match", &known),
    ];
    let _ = world.ask("GET", &path, &headers, None).await.is(304);
    // A reader that needs the game is told that it cannot be read.
    let _ = world.get(&path, Some(&white.token)).await.is(500);
}
