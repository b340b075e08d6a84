//! Two people and their games, over HTTP, from invite to rematch.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::{World, play_all};
use rooms::Span;
use serde_json::json;

#[tokio::test]
async fn two_people_play_to_mate_and_again_with_colours_swapped() {
    let world = World::start().await;
    let made = world
        .post("/invites", None, json!({"game": "chess", "name": "Alfil"}))
        .await
        .is(201);
    assert_eq!(
        made.json["url"],
        format!("https://jaque.test/r/{}", made.json["id"].as_str().unwrap())
    );
    assert_eq!(
        made.header("location"),
        format!(
            "https://jaque.test/rooms/{}",
            made.json["id"].as_str().unwrap()
        )
    );
    let personal = made.json["personalUrl"].as_str().unwrap();
    assert_eq!(
        personal,
        format!(
            "{}#{}",
            made.json["url"].as_str().unwrap(),
            made.json["seatToken"].as_str().unwrap()
        )
    );
    let white = world.seat(&made);
    assert_eq!(white.room().await["actions"], json!(["cancel-invite"]));

    let stranger = world
        .get(&format!("/rooms/{}", white.id), None)
        .await
        .is(200)
        .json;
    assert_eq!(stranger["actions"], json!(["accept-invite"]));
    assert_eq!(stranger["status"], "waiting");
    assert!(
        stranger.get("you").is_none()
            && stranger.get("turn").is_none()
            && stranger["seats"].get("black").is_none()
    );

    let accepted = world
        .post(
            &format!("/invites/{}/acceptance", white.id),
            None,
            json!({"name": "Torre"}),
        )
        .await
        .is(201);
    assert_eq!(
        (&accepted.json["you"], &accepted.json["status"]),
        (&json!("black"), &json!("playing"))
    );
    let black = world.seat(&accepted);

    play_all(&white, &black, &["f3", "e5", "g4"]).await;
    let over = black
        .act("moves", json!({"move": "d8h4"}))
        .await
        .is(200)
        .json;
    assert_eq!(
        over["result"],
        json!({"winner": "black", "reason": "checkmate", "score": "0-1"})
    );
    assert_eq!(
        (&over["status"], &over["check"]),
        (&json!("finished"), &json!("e1"))
    );
    assert_eq!(over["moves"][3]["notation"], "Qh4#");
    assert!(
        over.get("turn").is_none()
            && over.get("legalMoves").is_none()
            && over.get("claimableAt").is_none()
    );
    assert_eq!(over["wins"], json!({"white": 0, "black": 1, "draws": 0}));

    let offered = white.act("rematch", json!({})).await.is(200).json;
    assert_eq!(offered["rematchOffer"], json!({"by": "white"}));
    assert_eq!(white.room().await["actions"], json!([]));
    let second = black.act("rematch", json!({})).await.is(200).json;
    assert_eq!(
        (&second["gameNumber"], &second["you"], &second["ply"]),
        (&json!(2), &json!("white"), &json!(0))
    );
    assert_eq!(
        second["seats"],
        json!({"white": {"name": "Torre"}, "black": {"name": "Alfil"}})
    );
    assert_eq!(second["wins"], json!({"white": 1, "black": 0, "draws": 0}));

    let (black, white) = (white, black);
    play_all(&white, &black, &["d4", "d5"]).await;
    let offered = white.act("draw-offer", json!({})).await.is(200).json;
    assert_eq!(offered["drawOffer"], json!({"by": "white", "ply": 2}));
    assert_eq!(
        black.room().await["actions"],
        json!(["accept-draw", "decline-draw", "resign"])
    );
    let drawn = black
        .act("draw-offer/acceptance", json!({"ply": 2}))
        .await
        .is(200)
        .json;
    assert_eq!(
        drawn["result"],
        json!({"reason": "agreement", "score": "1/2-1/2"})
    );

    let first = world
        .get(&format!("/rooms/{}/games/1.pgn", white.id), None)
        .await
        .is(200);
    assert!(
        first
            .header("content-type")
            .starts_with("application/x-chess-pgn")
    );
    for line in [
        "[White \"Alfil\"]",
        "[Black \"Torre\"]",
        "[Result \"0-1\"]",
        "[Round \"1\"]",
        "1. f3 e5 2. g4 Qh4# 0-1",
    ] {
        assert!(first.text.contains(line), "{line} in {}", first.text);
    }
    let second = world
        .ask(
            "GET",
            &format!("/rooms/{}/games/2", white.id),
            &[("accept", "application/x-chess-pgn")],
            None,
        )
        .await
        .is(200);
    assert!(
        second.text.contains("[White \"Torre\"]") && second.text.contains("1. d4 d5 1/2-1/2"),
        "{}",
        second.text
    );
    let json = world
        .get(&format!("/rooms/{}/games/1", white.id), None)
        .await
        .is(200)
        .json;
    assert_eq!(
        (&json["result"]["reason"], &json["moves"][3]["notation"]),
        (&json!("checkmate"), &json!("Qh4#"))
    );
    let _ = world
        .get(&format!("/rooms/{}/games/3", white.id), None)
        .await
        .is_problem(404, "no-such-path");
    let _ = world
        .get(&format!("/rooms/{}/games/x", white.id), None)
        .await
        .is_problem(404, "no-such-path");
}

#[tokio::test]
async fn a_preview_bot_does_not_take_the_seat() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    for path in [
        format!("/r/{}", host.id),
        format!("/rooms/{}", host.id),
        format!("/invites/{}/acceptance", host.id),
    ] {
        for method in ["GET", "HEAD"] {
            let _ = world
                .ask(
                    method,
                    &path,
                    &[("user-agent", "TelegramBot (like TwitterBot)")],
                    None,
                )
                .await;
        }
    }
    let room = host.room().await;
    assert_eq!(
        (&room["status"], &room["version"]),
        (&json!("waiting"), &json!(1))
    );
}

#[tokio::test]
async fn a_create_or_an_acceptance_whose_answer_was_lost_can_be_sent_again() {
    let world = World::start().await;
    let id = rooms::RoomId::new(world.clock.now(), 99).to_string();
    let body = json!({"game": "chess", "seat": "random", "id": id, "seatToken": "hosthosthosthosthosthost22"});
    let first = world.post("/invites", None, body.clone()).await.is(201);
    let again = world.post("/invites", None, body.clone()).await.is(201);
    assert_eq!(first.json["you"], again.json["you"]);
    let mut other = body.clone();
    other["name"] = json!("other");
    let _ = world
        .post("/invites", None, other)
        .await
        .is_problem(409, "id-taken");

    let path = format!("/invites/{id}/acceptance");
    let guest = json!({"seatToken": "guestguestguestguestguest2", "name": "Torre"});
    let joined = world.post(&path, None, guest.clone()).await.is(201);
    let again = world.post(&path, None, guest).await.is(201);
    assert_eq!(
        (&joined.json["version"], &joined.json["you"]),
        (&again.json["version"], &again.json["you"])
    );
    let by_header = world
        .post(&path, Some("guestguestguestguestguest2"), json!({}))
        .await
        .is(201);
    assert_eq!(by_header.json["seatToken"], "guestguestguestguestguest2");

    // However far the room has come, and however late.
    world.clock.forward(Span::hours(1));
    let late = world.post("/invites", None, body).await.is(201);
    assert_eq!(late.json["status"], "playing");
    let stale = json!({"game": "chess", "id": rooms::RoomId::new(rooms::Timestamp::from_millis(5), 1).to_string()});
    let _ = world
        .post("/invites", None, stale)
        .await
        .is_problem(422, "invalid-id");
}

#[tokio::test]
async fn a_poller_that_gets_304_has_missed_nothing() {
    let world = World::start().await;
    let (white, black) = world.pair().await;
    let path = format!("/rooms/{}", white.id);
    let bearer = format!("Bearer {}", black.token);
    let poll = |etag: String| {
        let (world, path, bearer) = (&world, &path, &bearer);
        async move {
            world
                .ask(
                    "GET",
                    path,
                    &[("authorization", bearer), ("if-none-match", &etag)],
                    None,
                )
                .await
        }
    };
    let seen = world.get(&path, Some(&black.token)).await.is(200);
    let etag = seen.header("etag").to_owned();
    assert!(etag.starts_with("W/\""), "{etag}");
    assert_eq!(seen.header("cache-control"), "private, no-cache");
    let unchanged = poll(etag.clone()).await.is(304);
    assert_eq!(
        (unchanged.text.as_str(), unchanged.header("etag")),
        ("", etag.as_str())
    );

    white.play("e4").await;
    let moved = poll(etag).await.is(200);
    let etag = moved.header("etag").to_owned();
    let _ = poll(etag.clone()).await.is(304);
    // The turn has gone to black, who stays away: white may claim, and a watcher must see that without a write.
    world.clock.forward(Span::hours(49));
    let claimable = poll(etag).await.is(200);
    assert_eq!(claimable.json["version"], moved.json["version"]);
    let _ = poll(claimable.header("etag").to_owned()).await.is(304);

    let watching = world.get(&path, None).await.is(200);
    assert_eq!(watching.header("cache-control"), "public, max-age=2");
    assert!(watching.header("vary").contains("Authorization"));
    let head = world.ask("HEAD", &path, &[], None).await.is(200);
    assert_eq!(
        (head.text.as_str(), head.header("etag")),
        ("", watching.header("etag"))
    );
    let since = world
        .get(&format!("{path}?since=1"), None)
        .await
        .is(200)
        .json;
    assert_eq!((&since["moves"], &since["ply"]), (&json!([]), &json!(1)));
}

#[tokio::test]
async fn a_set_up_position_is_played_on_and_exported() {
    let world = World::start().await;
    let fen = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1";
    let (white, black) = world
        .pair_from(json!({"game": "chess", "initialFen": fen}))
        .await;
    assert_eq!(white.room().await["initialFen"], fen);
    let castled = white
        .act("moves", json!({"move": "e1h1"}))
        .await
        .is(200)
        .json;
    assert_eq!(
        (
            &castled["moves"][0]["move"],
            &castled["moves"][0]["notation"]
        ),
        (&json!("e1g1"), &json!("O-O"))
    );
    black.play("Ke7").await;
    let choices = white
        .act("moves", json!({"move": "a7a8"}))
        .await
        .is_problem(422, "promotion-required");
    assert_eq!(choices.json["choices"].as_array().unwrap().len(), 4);
    white.play("a8=N").await;
    let pgn = world
        .get(&format!("/rooms/{}/games/1.pgn", white.id), None)
        .await
        .is(200)
        .text;
    for part in [
        "[SetUp \"1\"]",
        &format!("[FEN \"{fen}\"]"),
        "[Termination \"unterminated\"]",
        "1. O-O Ke7 2. a8=N *",
    ] {
        assert!(pgn.contains(part), "{part} in {pgn}");
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let usual = world
        .invite(json!({"game": "chess", "initialFen": start}))
        .await
        .room()
        .await;
    assert!(usual.get("initialFen").is_none());
}

#[tokio::test]
async fn browsers_elsewhere_may_call_without_credentials() {
    let world = World::start().await;
    let headers = [
        ("origin", "https://elsewhere.example"),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "authorization,content-type",
        ),
    ];
    let preflight = world
        .ask("OPTIONS", "/rooms/01/moves", &headers, None)
        .await
        .is(204);
    assert_eq!(preflight.header("access-control-allow-origin"), "*");
    assert!(
        preflight
            .header("access-control-allow-methods")
            .contains("DELETE")
    );
    assert!(
        preflight
            .header("access-control-allow-headers")
            .contains("authorization")
    );
    assert_eq!(preflight.header("access-control-allow-credentials"), "");
    let answer = world.ask("GET", "/nowhere", &headers[..1], None).await;
    assert!(
        answer
            .header("access-control-expose-headers")
            .contains("etag")
    );
}

#[tokio::test]
async fn pages_say_what_a_link_is_and_dead_links_say_why() {
    let world = World::start().await;
    let host = world
        .invite(json!({"game": "chess", "name": "<b>Alfil</b>"}))
        .await;
    let page = world.get(&format!("/r/{}", host.id), None).await.is(200);
    assert!(page.header("content-type").starts_with("text/html"));
    assert!(
        page.text
            .contains("&lt;b&gt;Alfil&lt;/b&gt; te invita a una partida de ajedrez")
            && page
                .text
                .contains(&format!("/rooms/{}/board.png?v=1", host.id))
            && !page.text.contains("<b>"),
        "{}",
        page.text
    );
    assert_eq!(page.header("x-robots-tag"), "noindex");
    let _ = world.get("/", None).await.is(200);
    let _ = world.get("/problems/stale-ply", None).await.is(200);
    let _ = world.get("/problems/nonsense", None).await.is(404);
    let _ = world.get("/r/nonsense", None).await.is(404);
    world.clock.forward(Span::days(7));
    let dead = world.get(&format!("/r/{}", host.id), None).await.is(410);
    assert!(
        dead.text.contains("Esta sala está cerrada"),
        "{}",
        dead.text
    );
    let old = rooms::RoomId::new(rooms::Timestamp::from_millis(1_700_000_000_000), 5);
    let _ = world
        .get(&format!("/rooms/{old}"), None)
        .await
        .is_problem(410, "room-expired");
    let _ = world.get(&format!("/r/{old}"), None).await.is(410);
    let young = rooms::RoomId::new(world.clock.now(), 5);
    let _ = world
        .get(&format!("/rooms/{young}"), None)
        .await
        .is_problem(404, "room-not-found");
}

#[tokio::test]
async fn head_tells_the_length_of_get_and_etags_are_compared_weakly() {
    let world = World::start().await;
    let host = world.invite(json!({"game": "chess"})).await;
    let path = format!("/rooms/{}", host.id);
    let got = world.get(&path, None).await.is(200);
    let length = got.text.len().to_string();
    let head = world.ask("HEAD", &path, &[], None).await.is(200);
    assert_eq!(
        (head.header("content-length"), head.text.as_str()),
        (length.as_str(), "")
    );
    let etag = got.header("etag").to_owned();
    let known = [("if-none-match", etag.as_str())];
    let _ = world
        .ask(
            "GET",
            &path,
            &[("if-none-match", etag.trim_start_matches("W/"))],
            None,
        )
        .await
        .is(304);
    let head = world.ask("HEAD", &path, &known, None).await.is(304);
    assert_eq!(head.header("content-length"), length);
}

#[tokio::test]
async fn a_file_is_sent_where_it_is_liked_best() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let path = format!("/rooms/{}/games/1", white.id);
    for (accept, file) in [
        ("application/x-chess-pgn", true),
        ("application/x-chess-pgn, */*;q=0.1", true),
        ("application/x-chess-pgn;q=0", false),
        ("application/x-chess-pgn;q=0.1, application/json", false),
        ("*/*", false),
    ] {
        let answer = world
            .ask("GET", &path, &[("accept", accept)], None)
            .await
            .is(200);
        assert_eq!(
            answer.header("content-type").contains("pgn"),
            file,
            "{accept}"
        );
    }
}
