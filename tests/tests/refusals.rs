//! Every refusal of chess without accounts: its status, its type, and a version that stays.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{Reply, Seat, World};
use rooms::Span;
use serde_json::{Value, json};

/// Checks refusals in one room: after each, the version is what it was.
struct Room<'a> {
    world: &'a World,
    seat: &'a Seat<'a>,
    version: u64,
}

impl<'a> Room<'a> {
    async fn of(world: &'a World, seat: &'a Seat<'a>) -> Room<'a> {
        let version = seat.room().await["version"].as_u64().unwrap();
        Room {
            world,
            seat,
            version,
        }
    }

    async fn refuses(&self, reply: Reply, status: u16, name: &str) -> Value {
        let reply = reply.is_problem(status, name);
        let now = self.seat.room().await["version"].as_u64().unwrap();
        assert_eq!(
            now, self.version,
            "{name} raised the version: {}",
            reply.asked
        );
        if matches!(status, 409 | 422) {
            assert_eq!(
                reply.json["room"]["version"], self.version,
                "{}",
                reply.text
            );
        }
        reply.json
    }

    async fn post(&self, token: Option<&str>, what: &str, body: Value) -> Reply {
        self.world
            .post(&format!("/rooms/{}/{what}", self.seat.id), token, body)
            .await
    }
}

const UNKNOWN: &str = "nobodynobodynobodynobody22";

#[tokio::test]
async fn a_room_that_waits_refuses_what_needs_two() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    let room = Room::of(&world, &host).await;
    for (what, body) in [
        ("moves", json!({"move": "e4", "ply": 0, "gameNumber": 1})),
        ("draw-offer", json!({"ply": 0, "gameNumber": 1})),
        ("draw-offer/acceptance", json!({"ply": 0, "gameNumber": 1})),
        ("draw-offer/refusal", json!({"ply": 0, "gameNumber": 1})),
        ("resignation", json!({"gameNumber": 1})),
        ("absence-claim", json!({"gameNumber": 1})),
        ("rematch", json!({"gameNumber": 1})),
    ] {
        room.refuses(
            room.post(None, what, body.clone()).await,
            401,
            "token-required",
        )
        .await;
        room.refuses(
            room.post(Some(UNKNOWN), what, body.clone()).await,
            401,
            "token-unknown",
        )
        .await;
        room.refuses(
            room.post(Some(&host.token), what, body).await,
            409,
            "waiting-for-rival",
        )
        .await;
    }
    let path = format!("/invites/{}/acceptance", host.id);
    room.refuses(
        world.post(&path, Some(&host.token), json!({})).await,
        409,
        "own-invite",
    )
    .await;
    room.refuses(
        world
            .post(&path, None, json!({"seatToken": host.token}))
            .await,
        409,
        "own-invite",
    )
    .await;
    room.refuses(
        world.post(&path, Some(UNKNOWN), json!({})).await,
        401,
        "token-unknown",
    )
    .await;
    room.refuses(
        world
            .ask("DELETE", &format!("/invites/{}", host.id), &[], None)
            .await,
        401,
        "token-required",
    )
    .await;
    room.refuses(
        world
            .get(&format!("/rooms/{}", host.id), Some(UNKNOWN))
            .await,
        401,
        "token-unknown",
    )
    .await;
    room.refuses(
        world
            .get(&format!("/rooms/{}", host.id), Some("not a token"))
            .await,
        401,
        "token-unknown",
    )
    .await;

    let _ = host.cancel().await.is(204);
    let _ = host.cancel().await.is(204);
    let room = Room::of(&world, &host).await;
    assert_eq!(host.room().await["status"], "cancelled");
    room.refuses(
        world.post(&path, None, json!({})).await,
        409,
        "room-cancelled",
    )
    .await;
    let moved = room
        .post(
            Some(&host.token),
            "moves",
            json!({"move": "e4", "ply": 0, "gameNumber": 1}),
        )
        .await;
    room.refuses(moved, 409, "room-cancelled").await;
}

#[tokio::test]
async fn a_game_refuses_what_is_stale_illegal_or_out_of_turn() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let path = format!("/invites/{}/acceptance", white.id);
    let room = Room::of(&world, &white).await;
    room.refuses(world.post(&path, None, json!({})).await, 409, "seat-taken")
        .await;
    room.refuses(white.cancel().await, 409, "seat-taken").await;
    room.refuses(black.cancel().await, 403, "not-your-seat")
        .await;
    let by = |seat: &Seat<'_>, text: &str, ply: u32, game: u32| {
        let (seat, body) = (
            seat.clone().token,
            json!({"move": text, "ply": ply, "gameNumber": game}),
        );
        let room = &room;
        async move { room.post(Some(&seat), "moves", body).await }
    };
    room.refuses(by(&black, "e5", 0, 1).await, 409, "not-your-turn")
        .await;
    room.refuses(by(&white, "e4", 1, 1).await, 409, "stale-ply")
        .await;
    let stale = room
        .refuses(by(&white, "e4", 0, 2).await, 409, "stale-game")
        .await;
    assert_eq!(stale["gameNumber"], 1);
    room.refuses(by(&white, "e4", 0, 0).await, 409, "stale-game")
        .await;
    let illegal = room
        .refuses(by(&white, "e2e5", 0, 1).await, 422, "illegal-move")
        .await;
    assert_eq!(illegal["legalMoves"].as_array().unwrap().len(), 20);
    room.refuses(by(&white, "♔ <script>", 0, 1).await, 422, "illegal-move")
        .await;
    room.refuses(by(&white, "", 0, 1).await, 422, "illegal-move")
        .await;
    room.refuses(
        room.post(
            Some(&white.token),
            "draw-offer",
            json!({"ply": 0, "gameNumber": 1}),
        )
        .await,
        409,
        "offer-too-soon",
    )
    .await;
    room.refuses(
        room.post(
            Some(&black.token),
            "draw-offer/acceptance",
            json!({"ply": 0, "gameNumber": 1}),
        )
        .await,
        409,
        "no-offer",
    )
    .await;
    room.refuses(
        room.post(Some(&white.token), "rematch", json!({"gameNumber": 1}))
            .await,
        409,
        "game-not-over",
    )
    .await;
    room.refuses(
        room.post(
            Some(&white.token),
            "absence-claim",
            json!({"gameNumber": 1}),
        )
        .await,
        409,
        "your-turn",
    )
    .await;
    room.refuses(
        room.post(
            Some(&black.token),
            "absence-claim",
            json!({"gameNumber": 1}),
        )
        .await,
        409,
        "too-early",
    )
    .await;

    // Retries of a move: compared as moves, by seat and ply.
    let moved = by(&white, "e4", 0, 1).await.is(200).json;
    let again = by(&white, "e2e4", 0, 1).await.is(200).json;
    assert_eq!(moved["version"], again["version"]);
    let room = Room::of(&world, &white).await;
    let stale = room
        .refuses(
            room.post(
                Some(&white.token),
                "moves",
                json!({"move": "d4", "ply": 0, "gameNumber": 1}),
            )
            .await,
            409,
            "stale-ply",
        )
        .await;
    assert_eq!(
        (&stale["ply"], &stale["room"]["fen"]),
        (&json!(1), &moved["fen"])
    );
    room.refuses(
        room.post(
            Some(&white.token),
            "moves",
            json!({"move": "d4", "ply": 1, "gameNumber": 1}),
        )
        .await,
        409,
        "not-your-turn",
    )
    .await;

    let _ = white.act("resignation", json!({})).await.is(200);
    let room = Room::of(&world, &white).await;
    room.refuses(
        room.post(
            Some(&black.token),
            "moves",
            json!({"move": "e5", "ply": 1, "gameNumber": 1}),
        )
        .await,
        409,
        "game-over",
    )
    .await;
    room.refuses(
        room.post(Some(&black.token), "resignation", json!({"gameNumber": 1}))
            .await,
        409,
        "game-over",
    )
    .await;
    room.refuses(
        room.post(
            Some(&black.token),
            "draw-offer",
            json!({"ply": 1, "gameNumber": 1}),
        )
        .await,
        409,
        "game-over",
    )
    .await;
    let retried = room
        .post(Some(&white.token), "resignation", json!({"gameNumber": 1}))
        .await
        .is(200)
        .json;
    assert_eq!(retried["version"], room.version);
    let retried = room
        .post(
            Some(&white.token),
            "moves",
            json!({"move": "e4", "ply": 0, "gameNumber": 1}),
        )
        .await
        .is(200)
        .json;
    assert_eq!(retried["version"], room.version);
}

#[tokio::test]
async fn draw_offers_lapse_are_refused_once_and_nobody_answers_their_own() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let moves = [
        "Nf3", "Nf6", "Nc3", "Nc6", "d4", "d5", "e3", "e6", "Bd3", "Bd6", "O-O", "O-O", "a3", "a6",
        "b3", "b6", "Bb2", "Bb7", "Qe2", "Qe7", "Rfd1", "Rfd8", "h3", "h6",
    ];
    let play = |ply: usize| {
        let seat = if ply.is_multiple_of(2) {
            &white
        } else {
            &black
        };
        async move { seat.play(moves[ply]).await }
    };
    play(0).await;
    play(1).await;
    let offered = white.act("draw-offer", json!({})).await.is(200).json;
    let room = Room::of(&world, &white).await;
    let offer = json!({"ply": 2, "gameNumber": 1});
    room.refuses(
        white.send("draw-offer/acceptance", offer.clone()).await,
        403,
        "not-your-seat",
    )
    .await;
    room.refuses(
        white.send("draw-offer/refusal", offer.clone()).await,
        403,
        "not-your-seat",
    )
    .await;
    room.refuses(
        black
            .send("draw-offer/acceptance", json!({"ply": 1, "gameNumber": 1}))
            .await,
        409,
        "no-offer",
    )
    .await;
    assert_eq!(
        white.send("draw-offer", offer.clone()).await.is(200).json["version"],
        offered["version"]
    );
    let refused = black
        .send("draw-offer/refusal", offer.clone())
        .await
        .is(200)
        .json;
    assert!(refused.get("drawOffer").is_none());
    assert_eq!(
        black
            .send("draw-offer/refusal", offer.clone())
            .await
            .is(200)
            .json["version"],
        refused["version"]
    );
    assert_eq!(
        white.send("draw-offer", offer.clone()).await.is(200).json["version"],
        refused["version"]
    );
    let room = Room::of(&world, &white).await;
    room.refuses(
        black.send("draw-offer/acceptance", offer).await,
        409,
        "no-offer",
    )
    .await;
    play(2).await;
    let room = Room::of(&world, &white).await;
    let soon = room
        .refuses(
            white.act("draw-offer", json!({})).await,
            409,
            "offer-too-soon",
        )
        .await;
    assert_eq!(soon["fromPly"], 22);
    // Black offers; white's move lets it lapse; accepting it later is not possible.
    play(3).await;
    let _ = black.act("draw-offer", json!({})).await.is(200);
    play(4).await;
    let room = Room::of(&world, &white).await;
    room.refuses(
        white
            .send("draw-offer/acceptance", json!({"ply": 4, "gameNumber": 1}))
            .await,
        409,
        "no-offer",
    )
    .await;
    for ply in 5..22 {
        play(ply).await;
    }
    // White's wait is over. Black crosses the offer, though black's own wait is not: they agree.
    let _ = white.act("draw-offer", json!({})).await.is(200);
    play(22).await;
    let agreed = black.act("draw-offer", json!({})).await.is(200).json;
    assert_eq!(
        agreed["result"],
        json!({"reason": "agreement", "score": "1/2-1/2"})
    );
    let again = black
        .send("draw-offer", json!({"ply": 23, "gameNumber": 1}))
        .await
        .is(200)
        .json;
    let other = white
        .send("draw-offer", json!({"ply": 22, "gameNumber": 1}))
        .await
        .is(200)
        .json;
    let accepted = black
        .send("draw-offer/acceptance", json!({"ply": 22, "gameNumber": 1}))
        .await
        .is(200)
        .json;
    assert_eq!(
        [&again["version"], &other["version"], &accepted["version"]],
        [&agreed["version"]; 3]
    );
}

#[tokio::test]
async fn what_cannot_be_read_or_is_not_offered_is_named() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let room = Room::of(&world, &white).await;
    let path = format!("/rooms/{}/moves", white.id);
    let bearer = format!("Bearer {}", white.token);
    let raw = |kind: &'static str, body: String| {
        let (world, path, bearer) = (&world, &path, &bearer);
        async move {
            world
                .ask(
                    "POST",
                    path,
                    &[("authorization", bearer), ("content-type", kind)],
                    Some(&body),
                )
                .await
        }
    };
    let json_kind = "application/json";
    room.refuses(
        raw("text/plain", "{}".into()).await,
        415,
        "unsupported-type",
    )
    .await;
    room.refuses(
        raw(
            json_kind,
            format!("{{\"move\": \"{}\"}}", "x".repeat(17_000)),
        )
        .await,
        413,
        "too-large",
    )
    .await;
    room.refuses(raw(json_kind, "{\"move\": ".into()).await, 400, "malformed")
        .await;
    for (body, field) in [
        (json!({"ply": 0, "gameNumber": 1}), "move"),
        (json!({"move": "e4", "gameNumber": 1}), "ply"),
        (json!({"move": "e4", "ply": 0}), "gameNumber"),
        (json!({"move": 4, "ply": 0, "gameNumber": 1}), "move"),
        (json!({"move": "e4", "ply": "0", "gameNumber": 1}), "ply"),
        (
            json!({"move": "e4", "ply": 0, "gameNumber": -1}),
            "gameNumber",
        ),
    ] {
        let reply = room
            .refuses(
                room.post(Some(&white.token), "moves", body).await,
                400,
                "malformed",
            )
            .await;
        assert_eq!(reply["field"], field);
    }
    for (body, name, field) in [
        (json!({}), "malformed", "game"),
        (json!({"game": 1}), "malformed", "game"),
        (json!({"game": "go"}), "invalid-option", "game"),
        (
            json!({"game": "chess", "seat": "north"}),
            "invalid-option",
            "seat",
        ),
        (
            json!({"game": "chess", "name": "  "}),
            "invalid-option",
            "name",
        ),
        (
            json!({"game": "chess", "name": "x".repeat(41)}),
            "invalid-option",
            "name",
        ),
        (
            json!({"game": "chess", "name": "a\u{202e}b"}),
            "invalid-option",
            "name",
        ),
        (
            json!({"game": "chess", "seatToken": "short"}),
            "invalid-option",
            "seatToken",
        ),
        (
            json!({"game": "chess", "seatToken": "endswithadashendswithadash-"}),
            "invalid-option",
            "seatToken",
        ),
        (
            json!({"game": "chess", "table": {"king": "short"}}),
            "invalid-option",
            "table.king",
        ),
        (
            json!({"game": "chess", "rated": true}),
            "invalid-option",
            "rated",
        ),
        (
            json!({"game": "chess", "id": "nonsense"}),
            "invalid-id",
            "id",
        ),
        (
            json!({"game": "chess", "initialFen": "8/8/8/8/8/8/8/8 w - - 0 1"}),
            "invalid-position",
            "initialFen",
        ),
        (
            json!({"game": "chess", "initialFen": "k7/8/1Q6/8/8/8/8/K7 b - - 0 1"}),
            "invalid-position",
            "initialFen",
        ),
        (
            json!({"game": "chess", "initialFen": "k7/8/8/8/8/8/8/KB6 w - - 0 1"}),
            "invalid-position",
            "initialFen",
        ),
    ] {
        let status = if name == "malformed" { 400 } else { 422 };
        let reply = world
            .post("/invites", None, body)
            .await
            .is_problem(status, name);
        assert_eq!(reply.json["field"], field, "{}", reply.text);
    }
    for since in ["-1", "%2B1", "", "1.0", "99999999999999999999999"] {
        let path = format!("/rooms/{}?since={since}", white.id);
        room.refuses(world.get(&path, None).await, 400, "malformed")
            .await;
    }
    let _ = world
        .get("/rooms/x", None)
        .await
        .is_problem(404, "room-not-found");
    let _ = world
        .get("/nowhere", None)
        .await
        .is_problem(404, "no-such-path");
    let wrong = world
        .ask("PATCH", &format!("/rooms/{}", white.id), &[], None)
        .await
        .is_problem(405, "method-not-allowed");
    assert_eq!(wrong.header("allow"), "GET, HEAD");
}

#[tokio::test]
async fn refusals_come_in_the_contracts_order() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let path = format!("/rooms/{}/moves", white.id);
    let bad = json!({"move": "zz", "ply": 5, "gameNumber": 9});
    // Size, type and JSON before the room; the room before the token; the token before the game, the ply and the turn.
    let nowhere = format!("/rooms/{}/moves", rooms::RoomId::new(world.clock.now(), 1));
    let _ = world
        .post(&nowhere, None, json!({"move": 1}))
        .await
        .is_problem(400, "malformed");
    let _ = world
        .post(&nowhere, None, bad.clone())
        .await
        .is_problem(404, "room-not-found");
    let _ = world
        .post(&path, None, bad.clone())
        .await
        .is_problem(401, "token-required");
    let _ = world
        .post(&path, Some(&black.token), bad.clone())
        .await
        .is_problem(409, "stale-game");
    let _ = world
        .post(
            &path,
            Some(&black.token),
            json!({"move": "zz", "ply": 5, "gameNumber": 1}),
        )
        .await
        .is_problem(409, "stale-ply");
    let _ = world
        .post(
            &path,
            Some(&black.token),
            json!({"move": "zz", "ply": 0, "gameNumber": 1}),
        )
        .await
        .is_problem(409, "not-your-turn");
    let _ = world
        .post(
            &path,
            Some(&white.token),
            json!({"move": "zz", "ply": 0, "gameNumber": 1}),
        )
        .await
        .is_problem(422, "illegal-move");
    world.clock.forward(Span::days(7));
    let _ = world
        .post(&path, None, bad)
        .await
        .is_problem(410, "room-expired");
}
