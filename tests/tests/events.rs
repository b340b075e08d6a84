//! The events in `tests/fixtures/events`, each given to its function's real binary: those of API Gateway, and odd ones.
//!
//! `tests/lambda/run` builds the binaries and runs these; without it they are left out.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::path::Path;

use api::Function;
use journeys::Reply;
use journeys::functions::Stack;
use rooms::{RoomId, RoomStore, SeatToken, Span, Timestamp};
use serde_json::{Value, json};
use testkit::play;

fn fixture(name: &str) -> Value {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events");
    let path = directory.join(name).with_extension("json");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// What stands for `$ID`, `$TOKEN` (white's) and `$RIVAL` (black's) in a fixture.
struct Room {
    id: String,
    white: String,
    black: String,
}

/// Makes the room that a case wants.
async fn room(stack: &Stack, state: &str) -> Room {
    let chess = json!({"game": "chess", "seat": "white", "name": "Alfil"});
    let (id, white, black) = match state {
        "none" => {
            let fresh = RoomId::new(ago(Span::minutes(1)), 7).to_string();
            (fresh, "0".repeat(22), "1".repeat(22))
        }
        "waiting" => {
            let (id, white) = stack.invite(chess).await;
            (id, white, String::new())
        }
        "absent" => absent(stack).await,
        "huffable" => {
            let body = json!({
                "game": "damas", "seat": "white", "table": {"preset": "family"},
                "initialFen": "W:W1,6,8,11,12:B15,31,32",
            });
            stack.pair(body).await
        }
        _ => stack.pair(chess).await,
    };
    stack.keep(&json!({"id": id, "seatToken": white}));
    let path = |what: &str| format!("/rooms/{id}/{what}");
    let send = async |token: &str, what: &str, body: Value| {
        let _ = stack.post(&path(what), Some(token), body).await.is(200);
    };
    let moves: &[&str] = match state {
        "moved" => &["e2e4"],
        "opened" | "offered" => &["e2e4", "e7e5"],
        "huffable" => &["1-5"],
        _ => &[],
    };
    for (ply, text) in moves.iter().enumerate() {
        let mover = if ply % 2 == 0 { &white } else { &black };
        send(
            mover,
            "moves",
            json!({"move": text, "ply": ply, "gameNumber": 1}),
        )
        .await;
    }
    match state {
        "offered" => send(&white, "draw-offer", json!({"ply": 2, "gameNumber": 1})).await,
        "finished" | "rematched" => send(&white, "resignation", json!({"gameNumber": 1})).await,
        "none" | "waiting" | "absent" | "huffable" | "playing" | "moved" | "opened" => {}
        other => panic!("no fixture may want a room that is {other}"),
    }
    if state == "rematched" {
        send(&black, "rematch", json!({"gameNumber": 1})).await;
    }
    Room { id, white, black }
}

fn ago(span: Span) -> Timestamp {
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap();
    Timestamp::from_millis(u64::try_from(now.as_millis()).unwrap() - span.as_millis())
}

/// A room in which black has been on turn for three days.
async fn absent(stack: &Stack) -> (String, String, String) {
    let at = ago(Span::days(3));
    let id = RoomId::new(at, 11 + u128::from(at.as_millis()));
    let store = stack.store();
    let waiting = rooms::create(play::invitation(id), at, 0);
    let _ = store.create(&waiting).await.unwrap();
    let joined = play::change(&waiting, &play::guest(), &play::accept(), at);
    let joined = play::store_change(&store, &joined).await;
    let moved = play::change(&joined, &play::host(), &play::move_at(0, "e4"), at);
    play::store_change(&store, &moved).await;
    let token = |number| SeatToken::from_random(number).reveal().to_owned();
    (id.to_string(), token(1), token(2))
}

/// A value with a room's secrets in their places.
fn filled(value: &Value, room: &Room) -> Value {
    match value {
        Value::String(text) => Value::from(
            text.replace("$ID", &room.id)
                .replace("$TOKEN", &room.white)
                .replace("$RIVAL", &room.black)
                .replace("$DEEP", &"[".repeat(10_000))
                .replace("$HUGE", &"x".repeat(5 * 1024 * 1024))
                .replace("$LONG", &"7".repeat(10_000)),
        ),
        Value::Array(values) => values.iter().map(|value| filled(value, room)).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.clone(), filled(value, room)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

/// The first event of a fixture with what a case changes: `with` sets, `without` takes away, `event` is another one.
fn event(usual: &Value, case: &Value, room: &Room) -> Value {
    if let Some(other) = case.as_object().and_then(|case| case.get("event")) {
        return other.clone();
    }
    let mut event = usual.clone();
    let parent = |pointer: &str| {
        let (parent, name) = pointer.rsplit_once('/').expect("a pointer begins with /");
        (parent.to_owned(), name.to_owned())
    };
    for (pointer, value) in case["with"].as_object().into_iter().flatten() {
        let (above, name) = parent(pointer);
        if let Some(above) = event.pointer_mut(&above) {
            above[name] = value.clone();
        }
    }
    for pointer in case["without"].as_array().into_iter().flatten() {
        let (above, name) = parent(pointer.as_str().unwrap());
        if let Some(above) = event.pointer_mut(&above).and_then(Value::as_object_mut) {
            above.remove(&name);
        }
    }
    filled(&event, room)
}

/// Asserts that everything in `wanted` is in `got`.
fn holds(wanted: &Value, got: &Value, told: &str) {
    match wanted {
        Value::Object(members) => {
            for (name, value) in members {
                holds(value, &got[name], told);
            }
        }
        other => assert_eq!(other, got, "{told}"),
    }
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn every_function_answers_the_events_of_its_fixture() {
    let stack = Stack::start().await;
    for function in Function::ALL {
        let fixture = fixture(function.name());
        if function == Function::CheckAbsences {
            let swept = stack.invoke(function, &fixture["event"]).await;
            assert_eq!(swept["left"], 0, "{swept}");
            continue;
        }
        for case in fixture["cases"].as_array().expect("cases") {
            let room = room(&stack, case["room"].as_str().expect("a room")).await;
            let reply = stack
                .reply(function, &event(&fixture["event"], case, &room))
                .await;
            let told = format!("{}, {}: {}", function.name(), case["name"], reply.text);
            assert_eq!(reply.status, case["status"], "{told}");
            for (name, value) in case["headers"].as_object().into_iter().flatten() {
                assert_eq!(reply.header(name), filled(value, &room), "{told}");
            }
            holds(&filled(&case["body"], &room), &reply.json, &told);
            match case["text"].as_str() {
                Some("") => assert_eq!(reply.text, "", "{told}"),
                Some(part) => assert!(reply.text.contains(part), "{told}"),
                None => {}
            }
        }
    }
    stack.end().await;
}

/// The first case's room for each odd event: every function is asked in a state in which it has something to do.
async fn odd_reply(stack: &Stack, function: Function, fixture: &Value, odd: &Value) -> Reply {
    let room = room(stack, fixture["cases"][0]["room"].as_str().unwrap()).await;
    stack
        .reply(function, &event(&fixture["event"], odd, &room))
        .await
}

/// Whether a function looks at the body of its requests.
fn reads_body(fixture: &Value) -> bool {
    fixture["event"].get("body").is_some()
}

#[tokio::test]
#[ignore = "tests/lambda/run builds the functions and runs this"]
async fn no_event_is_too_odd_for_a_proper_answer_and_the_process_goes_on() {
    let stack = Stack::start().await;
    let odds = fixture("odd");
    for function in Function::ALL {
        let fixture = fixture(function.name());
        let sandbox = stack.sandbox(function).await;
        let pid = sandbox.pid();
        for odd in odds.as_array().unwrap() {
            if function == Function::CheckAbsences {
                let swept = stack.invoke(function, &odd["event"]).await;
                assert!(swept["seen"].is_u64(), "{swept}");
                continue;
            }
            let reply = odd_reply(&stack, function, &fixture, odd).await;
            let told = format!(
                "{}, {}: {} {}",
                function.name(),
                odd["name"],
                reply.status,
                reply.text
            );
            assert!(reply.status < 500, "{told}");
            let kind = reply.header("content-type");
            if reply.status >= 400 && !kind.starts_with("text/html") && !reply.text.is_empty() {
                assert_eq!(kind, "application/problem+json", "{told}");
                assert_eq!(reply.json["status"], reply.status, "{told}");
            }
            let usual = u16::try_from(fixture["cases"][0]["status"].as_u64().unwrap()).unwrap();
            let expected = odd["expect"].as_str().unwrap();
            match expected.strip_suffix(" where a body is read") {
                Some(problem) if reads_body(&fixture) => {
                    assert_eq!(reply.json["type"], format!("/problems/{problem}"), "{told}");
                }
                // Who reads no body does not mind one.
                Some(_) => assert_eq!(reply.status, usual, "{told}"),
                None => match expected {
                    // A browser is told on a page.
                    "malformed" if kind.starts_with("text/html") => {
                        assert!(reply.text.contains("malformed"), "{told}");
                        assert_eq!(reply.status, 400, "{told}");
                    }
                    "malformed" => assert_eq!(reply.json["type"], "/problems/malformed", "{told}"),
                    "as usual" => assert_eq!(reply.status, usual, "{told}"),
                    "as usual or 404" => assert!([usual, 404].contains(&reply.status), "{told}"),
                    "an answer" => {}
                    other => panic!("nobody knows how to expect {other}"),
                },
            }
        }
        // The very process that was given all this answers as ever.
        assert_eq!((sandbox.pid(), sandbox.exited()), (pid, None));
        if function != Function::CheckAbsences {
            let reply = odd_reply(&stack, function, &fixture, &json!({})).await;
            assert_eq!(
                reply.status, fixture["cases"][0]["status"],
                "{}",
                reply.text
            );
        }
    }
    let lines = stack.end().await;
    let bad: Vec<_> = lines
        .iter()
        .filter(|line| line["level"] == "ERROR")
        .collect();
    assert!(bad.is_empty(), "{bad:?}");
}

#[test]
fn every_function_has_a_fixture_and_there_are_no_others() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/events");
    let mut there: Vec<_> = std::fs::read_dir(directory)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let mut wanted: Vec<_> = Function::ALL
        .iter()
        .map(|function| format!("{}.json", function.name()))
        .collect();
    wanted.push("odd.json".to_owned());
    there.sort();
    wanted.sort();
    assert_eq!(there, wanted);
}
