//! The functions' real binaries as Lambda runs them: each one started by itself, given events of API Gateway.
//!
//! `tests/lambda/run` builds the binaries and runs these; without it they are left out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use api::{Function, Metric};
use journeys::functions::{Stack, counted, directory};
use rooms::{Freshness, RoomId, RoomStore, Span, Stage, Timestamp};
use serde_json::{Value, json};
use testkit::{Outcome, Sandbox, play};

/// Makes a move, which must be accepted.
async fn make(stack: &Stack, id: &str, token: &str, ply: u32, text: &str) -> Value {
    let body = json!({"move": text, "ply": ply, "gameNumber": 1});
    stack
        .post(&format!("/rooms/{id}/moves"), Some(token), body)
        .await
        .is(200)
        .json
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn a_whole_chess_game_is_played_from_invite_to_export() {
    let stack = Stack::start().await;
    let (id, white) = stack
        .invite(json!({"game": "chess", "seat": "white", "name": "Alfil"}))
        .await;
    let room = format!("/rooms/{id}");
    let page = stack.get(&format!("/r/{id}"), None).await.is(200);
    assert!(page.text.starts_with("<!doctype html>"), "{}", page.text);
    let joined = stack
        .post(
            &format!("/invites/{id}/acceptance"),
            None,
            json!({"name": "Torre"}),
        )
        .await
        .is(201);
    let black = joined.json["seatToken"].as_str().unwrap().to_owned();

    let mut tag = joined.header("etag").to_owned();
    let moves = ["e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6", "Qxf7"];
    for (ply, text) in (0..).zip(moves) {
        let (mover, waiter) = if ply % 2 == 0 {
            (&white, &black)
        } else {
            (&black, &white)
        };
        if ply == 2 {
            let offer = json!({"ply": 2, "gameNumber": 1});
            let path = format!("{room}/draw-offer");
            let _ = stack.post(&path, Some(mover), offer.clone()).await.is(200);
            let path = format!("{room}/draw-offer/refusal");
            let _ = stack.post(&path, Some(waiter), offer).await.is(200);
        }
        let made = make(&stack, &id, mover, ply, text).await;
        assert_eq!(made["ply"], ply + 1, "{text}");
        // The rival polls: news once, then none.
        let bearer = format!("Bearer {waiter}");
        let with = |tag: &str| {
            vec![
                ("authorization".to_owned(), bearer.clone()),
                ("if-none-match".to_owned(), tag.to_owned()),
            ]
        };
        let poll = async |tag: &str, method: &str| {
            let headers = with(tag);
            let headers: Vec<_> = headers
                .iter()
                .map(|(n, v)| (n.as_str(), v.as_str()))
                .collect();
            stack.ask(method, &room, &headers, None).await
        };
        let news = poll(&tag, "GET").await.is(200);
        assert_eq!(news.json["ply"], ply + 1);
        tag = news.header("etag").to_owned();
        let none = poll(&tag, "GET").await.is(304);
        assert_eq!(
            (none.text.as_str(), none.header("etag")),
            ("", tag.as_str())
        );
        let _ = poll(&tag, "HEAD").await.is(304);
        let head = poll("\"0\"", "HEAD").await.is(200);
        assert_eq!(
            (head.text.as_str(), head.header("etag")),
            ("", tag.as_str())
        );
    }
    let over = stack.get(&room, Some(&white)).await.is(200).json;
    assert_eq!(
        over["result"],
        json!({"winner": "white", "reason": "checkmate", "score": "1-0"})
    );
    let pgn = stack
        .get(&format!("{room}/games/1.pgn"), None)
        .await
        .is(200);
    assert!(pgn.text.contains("4. Qxf7# 1-0"), "{}", pgn.text);
    let again = json!({"gameNumber": 1});
    let path = format!("{room}/rematch");
    let _ = stack.post(&path, Some(&black), again.clone()).await.is(200);
    let next = stack.post(&path, Some(&white), again).await.is(200).json;
    assert_eq!(
        (&next["gameNumber"], &next["status"]),
        (&json!(2), &json!("playing"))
    );
    let kept = stack.get(&format!("{room}/games/1"), None).await.is(200);
    assert_eq!(kept.json["moves"].as_array().unwrap().len(), moves.len());
    // Sent once more, a rematch has happened already; and nobody else gets a seat.
    let again = json!({"gameNumber": 1});
    let path = format!("{room}/rematch");
    let _ = stack.post(&path, Some(&black), again).await.is(200);
    let path = format!("/invites/{id}/acceptance");
    let _ = stack.post(&path, None, json!({})).await.is(409);
    let lines = stack.end().await;
    for (metric, count) in [
        (Metric::Moves, 7),
        (Metric::Replays, 1),
        (Metric::RefusedJoins, 1),
        (Metric::StaleWrites, 0),
    ] {
        assert_eq!(counted(&lines, metric), count, "{metric:?}");
    }
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn a_whole_damas_game_is_played_with_a_huff_from_invite_to_export() {
    let stack = Stack::start().await;
    // White must capture with 11 over 15; black then has nothing to fear.
    let fen = "W:W1,6,8,11,12:B15,31,32";
    let body =
        json!({"game": "damas", "seat": "white", "table": {"preset": "family"}, "initialFen": fen});
    let (id, white, black) = stack.pair(body).await;
    let room = format!("/rooms/{id}");
    let wrong = make(&stack, &id, &white, 0, "1-5").await;
    assert_eq!(wrong["moves"][0]["wrong"], true);
    let seen = stack.get(&room, Some(&black)).await.is(200).json;
    assert_eq!(seen["huffable"], json!([11, 12]));
    let huff = json!({"square": 11, "ply": 1, "gameNumber": 1});
    let path = format!("{room}/huff");
    let huffed = stack.post(&path, Some(&black), huff).await.is(200).json;
    assert_eq!(
        (&huffed["fen"], &huffed["turn"], &huffed["ply"]),
        (&json!("B:W5,6,8,12:B15,31,32"), &json!("black"), &json!(1))
    );
    // From here on both play what is legal first in the room's own list, until the game ends.
    let mut state = huffed;
    for _ in 0..300 {
        if state["status"] == "finished" {
            break;
        }
        let mover = if state["turn"] == "white" {
            &white
        } else {
            &black
        };
        let seen = stack.get(&room, Some(mover)).await.is(200).json;
        let chosen = seen["legalMoves"]
            .as_array()
            .expect("moves")
            .first()
            .expect("a move");
        let text = chosen.as_str().expect("a move is text");
        let ply = u32::try_from(seen["ply"].as_u64().unwrap()).unwrap();
        state = make(&stack, &id, mover, ply, text).await;
    }
    assert_eq!(state["status"], "finished", "{state}");
    assert!(state["result"]["reason"].is_string(), "{state}");
    let pdn = stack
        .get(&format!("{room}/games/1.pdn"), None)
        .await
        .is(200);
    let record = rules::damas::read_pdn(&pdn.text).unwrap_or_else(|f| panic!("{f}\n{}", pdn.text));
    assert_eq!(state["fen"], record.game.position().fen());
    stack.end().await;
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn the_sweep_twice_and_two_at_once_does_nothing_twice() {
    let stack = Stack::start().await;
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    let now = u64::try_from(now.as_millis()).unwrap();
    let ago = |span: Span| Timestamp::from_millis(now - span.as_millis());
    let store = stack.store();
    let mut rooms = Vec::new();
    for number in 0..60_u128 {
        // Every third is not due yet.
        let due = number % 3 != 0;
        let made = ago(if due { Span::days(8) } else { Span::days(1) });
        let id = RoomId::new(
            made,
            number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
        );
        let room = rooms::create(play::invitation(id), made, 0);
        assert_eq!(store.create(&room).await.unwrap(), rooms::Written::Stored);
        stack.keep(&json!({"id": id.to_string()}));
        rooms.push((id, due));
    }
    let event: Value =
        serde_json::from_str(include_str!("../fixtures/events/check-absences.json")).unwrap();
    let event = &event["event"];
    let other = stack.another(Function::CheckAbsences).await;
    let (first, second) = tokio::join!(
        stack.invoke(Function::CheckAbsences, event),
        other.invoke(event)
    );
    let Outcome::Answered(second) = second else {
        panic!("{second:?}: {}", other.end());
    };
    // What one wrote the other may have found written, or have lost a race for; never both wrote it.
    let sum = |name: &str| first[name].as_u64().unwrap() + second[name].as_u64().unwrap();
    assert_eq!(sum("expired"), 40, "{first} {second}");
    assert_eq!(sum("purged"), 0, "{first} {second}");
    let third = stack.invoke(Function::CheckAbsences, event).await;
    for name in ["expired", "purged", "left"] {
        assert_eq!(third[name], 0, "{third}");
    }
    for (id, due) in rooms {
        let room = store
            .read(id, Freshness::Consistent)
            .await
            .unwrap()
            .unwrap();
        assert_eq!(matches!(room.stage, Stage::Expired { .. }), due, "{id}");
    }
    let _ = other.end();
    let lines = stack.end().await;
    assert!(
        lines
            .iter()
            .any(|line| line["fields"]["message"] == "swept"),
        "{lines:?}"
    );
    let expired = first["expired"].as_u64().unwrap();
    assert_eq!(counted(&lines, Metric::Expired), expired, "{lines:?}");
    let day = Span::days(1).as_millis();
    assert!(counted(&lines, Metric::SweepLag) > day, "{lines:?}");
}

/// What the schedule costs does not grow with the rooms that there are, but with those that are due.
#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn a_sweep_of_ten_thousand_rooms_looks_at_the_hundred_that_are_due() {
    const ROOMS: u128 = 10_000;
    const DUE: u64 = 100;
    let stack = Stack::start().await;
    let now = api::system_time();
    let ago = |span: Span| Timestamp::from_millis(now.as_millis() - span.as_millis());
    let store = stack.store();
    for number in 0..ROOMS {
        let due = number % (ROOMS / u128::from(DUE)) == 0;
        let made = ago(if due { Span::days(8) } else { Span::days(1) });
        let random = number.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        let room = rooms::create(play::invitation(RoomId::new(made, random)), made, 0);
        assert_eq!(store.create(&room).await.unwrap(), rooms::Written::Stored);
    }
    let event: Value =
        serde_json::from_str(include_str!("../fixtures/events/check-absences.json")).unwrap();
    let event = &event["event"];
    let other = stack.another(Function::CheckAbsences).await;
    let _ = stack.sandbox(Function::CheckAbsences).await;
    let _ = stack.endpoint.take_units();
    let begun = std::time::Instant::now();
    let (first, second) = tokio::join!(
        stack.invoke(Function::CheckAbsences, event),
        other.invoke(event)
    );
    let took = begun.elapsed();
    let both = stack.endpoint.take_units();
    let Outcome::Answered(second) = second else {
        panic!("{second:?}: {}", other.end());
    };
    let third = stack.invoke(Function::CheckAbsences, event).await;
    let again = stack.endpoint.take_units();
    println!(
        "two at once, {took:?}: {first} and {second}: {both:?}; once more: {third}: {again:?}"
    );
    let sum = |name: &str| first[name].as_u64().unwrap() + second[name].as_u64().unwrap();
    assert_eq!(sum("expired"), DUE);
    assert!(sum("seen") <= 2 * DUE, "{first} {second}");
    assert_eq!(third["seen"], 0, "{third}");
    // Recording an expiry is one write and an index entry less; who loses a race has paid for the write as well.
    assert!(both.read <= 2.0 * DUE as f64 + 8.0, "{both:?}");
    assert!(both.write <= 2.0 * 3.0 * DUE as f64, "{both:?}");
    // Four shards of nothing.
    assert!(again.read <= 2.0 && again.write == 0.0, "{again:?}");
    let _ = other.end();
    stack.end().await;
}

/// One event for each endpoint that reads the store.
fn reads(id: &str) -> Value {
    json!({
        "version": "2.0", "routeKey": "GET /rooms/{id}", "rawPath": format!("/rooms/{id}"),
        "rawQueryString": "", "headers": {}, "pathParameters": {"id": id},
        "requestContext": {"http": {"method": "GET"}}, "isBase64Encoded": false,
    })
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn a_store_out_of_reach_is_said_to_be_busy_and_the_function_lives_on() {
    // Nobody listens here: the port was free a moment ago, and is given up.
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", free.local_addr().unwrap());
    drop(free);
    let stack = Stack::with(&[("AWS_ENDPOINT_URL_DYNAMODB", &url)]).await;
    let id = play::room_id(1).to_string();
    stack.keep(&json!({"id": id}));
    for function in [Function::GetRoom, Function::ExportGame, Function::SharePage] {
        let mut event = reads(&id);
        event["pathParameters"]["n"] = "1".into();
        for _ in 0..2 {
            let reply = stack
                .reply(function, &event)
                .await
                .is_problem(503, "try-again");
            assert_eq!(reply.header("retry-after"), "1");
        }
    }
    let _ = stack
        .post("/invites", None, json!({"game": "chess"}))
        .await
        .is_problem(503, "try-again");
    let sweep = stack.sandbox(Function::CheckAbsences).await;
    let failed = sweep.invoke(&json!({})).await;
    // The schedule's function fails, so that Lambda tries again and the alarm sees it; its process lives on.
    assert!(matches!(failed, Outcome::Failed(_)), "{failed:?}");
    assert_eq!(sweep.exited(), None);
    let lines = stack.end().await;
    let busy: Vec<_> = lines
        .iter()
        .filter(|line| line["fields"]["message"] == "store busy")
        .collect();
    assert_eq!(busy.len(), 7, "{lines:?}");
    for line in busy {
        let request = &line["span"]["requestId"];
        assert!(request.as_str().is_some_and(|id| id.len() == 36), "{line}");
    }
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn a_table_that_is_missing_or_forbidden_is_a_fault_of_ours_and_no_crash() {
    let stack = Stack::with(&[("TABLE_NAME", "another")]).await;
    let id = play::room_id(2).to_string();
    stack.keep(&json!({"id": id}));
    let ask = async |function| {
        stack
            .reply(function, &reads(&id))
            .await
            .is_problem(500, "internal-fault")
    };
    let missing = ask(Function::GetRoom).await;
    stack.endpoint.refuse_with(Some("AccessDeniedException"));
    let denied = ask(Function::GetRoom).await;
    for reply in [missing, denied] {
        for told in ["another", "AccessDenied", "ResourceNotFound", "dynamodb"] {
            assert!(!reply.text.contains(told), "{}", reply.text);
        }
    }
    stack
        .endpoint
        .refuse_with(Some("ProvisionedThroughputExceededException"));
    let event = reads(&id);
    let busy = stack.reply(Function::GetRoom, &event).await;
    let _ = busy.is_problem(503, "try-again");
    let lines = stack.end().await;
    assert_eq!(
        lines.iter().filter(|line| line["level"] == "ERROR").count(),
        2,
        "{lines:?}"
    );
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn every_function_starts_by_itself_and_ends_if_it_is_not_told_where_the_table_is() {
    let stack = Stack::start().await;
    for function in Function::ALL {
        let sandbox = stack.sandbox(function).await;
        assert_eq!(
            (sandbox.name(), sandbox.invocations()),
            (function.name(), 0)
        );
        let binary = directory().join(function.name());
        for (missing, told) in [
            ("TABLE_NAME", ("PUBLIC_URL", "https://jaque.test")),
            ("PUBLIC_URL", ("TABLE_NAME", "jaque")),
        ] {
            let alone = Sandbox::start(&binary, &[told]).await;
            let fault = alone.ready().await.expect_err("it has not all it needs");
            assert!(fault.contains(missing), "{}: {fault}", function.name());
        }
    }
    assert_eq!(stack.end().await, [Value::Null; 0]);
}
