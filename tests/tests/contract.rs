//! The OpenAPI document, the routes and what the server really answers agree.
//!
//! Every other test holds what it is answered against the document (`World::ask`). These look the other way: whatever
//! the document says can be met.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::{BTreeMap, BTreeSet};

use api::{KINDS, MAX_BODY, Matched, ROUTES, find_route};
use journeys::contract::{self, document, validator};
use journeys::{Seat, World, play_all};
use serde_json::{Value, json};

/// Every operation: method, path and description.
fn operations() -> Vec<(String, &'static str, &'static Value)> {
    let paths = document()["paths"].as_object().unwrap();
    let of = |(path, methods): (&'static String, &'static Value)| {
        let methods = methods.as_object().unwrap().iter();
        methods.map(|(method, operation)| (method.to_uppercase(), path.as_str(), operation))
    };
    paths.iter().flat_map(of).collect()
}

#[tokio::test]
async fn the_document_has_every_route_and_none_more() {
    let world = World::start().await;
    let served = world.get("/openapi.json", None).await.is(200).json;
    assert_eq!(&served, document());
    assert_eq!(served["openapi"], "3.1.0");
    let (mut described, mut names) = (BTreeSet::new(), BTreeSet::new());
    let tags = served["tags"].as_array().unwrap();
    for (method, path, operation) in operations() {
        let asked = path.replace("{n}", "1").replace(['{', '}'], "");
        let Matched::Route(route, _) = find_route(&method.parse().unwrap(), &asked) else {
            panic!("{method} {path} has no route");
        };
        // `{n}.pgn` is a value of `{n}` to the routes.
        assert!(path.starts_with(route.path), "{path}: {route:?}");
        described.insert((route.method, route.path));
        let name = operation["operationId"].as_str().unwrap();
        assert!(name.starts_with(route.function.name()), "{name}");
        assert!(names.insert(name), "two are called {name}");
        let tag = &operation["tags"][0];
        assert!(tags.iter().any(|known| known["name"] == *tag), "{tag}");
    }
    let routed: BTreeSet<_> = ROUTES.map(|route| (route.method, route.path)).into();
    assert_eq!(described, routed);
    let kinds = &served["components"]["schemas"]["Problem"]["properties"]["type"]["enum"];
    let kinds = kinds.as_array().unwrap().iter();
    let kinds: Vec<_> = kinds.map(|kind| kind.as_str().unwrap()).collect();
    assert_eq!(kinds, KINDS.map(|kind| format!("/problems/{}", kind.name)));
}

#[test]
fn every_schema_can_be_used_and_none_allows_null() {
    let mut used = 0;
    let mut visit = |schema: &Value, place: &str| {
        assert!(
            !validator(schema).is_valid(&Value::Null) || place.contains("binary"),
            "{place} allows null"
        );
        used += 1;
    };
    let schemas = document()["components"]["schemas"].as_object().unwrap();
    for (name, schema) in schemas {
        visit(schema, name);
        for (property, schema) in schema["properties"].as_object().into_iter().flatten() {
            visit(schema, &format!("{name}.{property}"));
        }
    }
    for (_, path, operation) in operations() {
        for parameter in operation["parameters"].as_array().unwrap() {
            visit(&parameter["schema"], path);
        }
        let contents = operation["responses"].as_object().unwrap().values();
        let contents = contents.chain([&operation["requestBody"]]);
        for content in contents.flat_map(|content| content["content"].as_object()) {
            content
                .values()
                .for_each(|media| visit(&media["schema"], path));
        }
    }
    assert!(used > 200, "{used}");
}

/// The problems that are not for a client to bring about.
const OURS: [&str; 3] = ["too-many-requests", "internal-fault", "try-again"];

/// What an operation needs at least in its body, as good as can be without knowing the room.
fn least(operation: &Value) -> Option<Value> {
    let schema = operation
        .pointer("/requestBody/content/application~1json/schema")?
        .as_object()?;
    let required = schema.get("required").and_then(Value::as_array);
    let mut body = json!({});
    for name in required.into_iter().flatten().filter_map(Value::as_str) {
        body[name] = match name {
            "game" => json!("chess"),
            "move" => json!("e2e4"),
            "ply" => json!(0),
            "gameNumber" => json!(1),
            other => panic!("what is a good `{other}`?"),
        };
    }
    Some(body)
}

/// Asks an operation about a room.
async fn ask(
    world: &World,
    (method, path, operation): &(String, &str, &Value),
    id: &str,
    token: Option<&str>,
    change: impl FnOnce(&mut Value),
) {
    let asset = page_asset();
    let path = path
        .replace("{id}", id)
        .replace("{n}", "1")
        .replace("{name}", "stale-ply")
        .replace("{file}", &asset);
    let bearer = format!("Bearer {}", token.unwrap_or_default());
    let mut headers = vec![("content-type", "application/json")];
    headers.extend(token.map(|_| ("authorization", bearer.as_str())));
    let body = least(operation).map(|mut body| {
        change(&mut body);
        body.to_string()
    });
    let _ = world.ask(method, &path, &headers, body.as_deref()).await;
}

fn page_asset() -> String {
    page::ASSETS[0].file.to_owned()
}

/// Everything that can be wrong with any operation.
async fn general(world: &World) {
    let (white, black) = world.pair().await;
    let cancelled = world.invite(json!({"game": "chess"})).await;
    let _ = cancelled.cancel().await.is(204);
    let json_kind = [("content-type", "application/json")];
    let large = " ".repeat(MAX_BODY + 1);
    for operation in &operations() {
        let (method, path, described) = operation;
        let waiting = world.invite(json!({"game": "chess"})).await;
        let nowhere = path
            .replace("{id}", &white.id)
            .replace("{n}", "7")
            .replace(['{', '}'], "");
        let _ = world.ask(method, &nowhere, &[], None).await;
        let unreadable = format!("{nowhere}?a={{");
        let _ = world.ask(method, &unreadable, &[], None).await;
        let _ = world.ask(method, &nowhere, &json_kind, Some(&large)).await;
        if least(described).is_some() {
            let plain = [("content-type", "text/plain")];
            let _ = world.ask(method, &nowhere, &plain, Some("{}")).await;
        }
        ask(world, operation, &white.id, None, |body| {
            body["colour"] = json!(1);
        })
        .await;
        ask(world, operation, "x", None, |_| ()).await;
        ask(world, operation, &white.id, Some("nobody"), |_| ()).await;
        ask(world, operation, &white.id, None, |_| ()).await;
        ask(world, operation, &waiting.id, Some(&waiting.token), |_| ()).await;
        ask(
            world,
            operation,
            &cancelled.id,
            Some(&cancelled.token),
            |_| (),
        )
        .await;
        ask(world, operation, &cancelled.id, None, |_| ()).await;
        if least(described).is_some_and(|body| body.get("gameNumber").is_some()) {
            let stale = |body: &mut Value| body["gameNumber"] = json!(9);
            ask(world, operation, &white.id, Some(&white.token), stale).await;
        }
        // A game of the other kind, and one that has not begun.
        ask(world, operation, &waiting.id, None, |_| ()).await;
    }
    let _ = white.cancel().await;
    let _ = black.cancel().await;
    // What is refused once a game is over, and before.
    let everything = |seat: Seat<'_>| {
        let token = seat.token.clone();
        async move {
            for operation in operations()
                .iter()
                .filter(|(_, path, _)| path.contains("/{id}/"))
            {
                ask(world, operation, &seat.id, Some(&token), |_| ()).await;
            }
        }
    };
    everything(black.clone()).await;
    let over = world.pair().await;
    let _ = over.0.act("resignation", json!({})).await.is(200);
    everything(over.1).await;
    everything(over.0).await;
}

/// What can be wrong with an invite alone.
async fn with_invites(world: &World) -> Value {
    let id = rooms::RoomId::new(world.clock.now(), 7).to_string();
    let made = json!({"game": "chess", "id": id, "seatToken": "0123456789abcdefghijkl"});
    let _ = world.post("/invites", None, made.clone()).await.is(201);
    for (name, value) in [
        ("seat", json!("black")),
        ("id", json!("00000000000000000000000000")),
        ("initialFen", json!("8/8")),
    ] {
        let mut other = made.clone();
        other[name] = value;
        let _ = world.post("/invites", None, other).await;
    }
    let host = world.invite(json!({"game": "chess"})).await;
    let path = format!("/invites/{}/acceptance", host.id);
    let _ = world.post(&path, Some(&host.token), json!({})).await;
    made
}

/// What can be wrong in a game of chess alone.
async fn with_chess(world: &World) {
    let (white, black) = world.pair().await;
    let _ = white.act("moves", json!({"move": "e2e5"})).await;
    let _ = white.act("draw-offer", json!({})).await;
    let _ = white.act("rematch", json!({})).await;
    let _ = black.act("moves", json!({"move": "e7e5"})).await;
    play_all(&white, &black, &["e4", "e5"]).await;
    let stale = json!({"ply": 0, "gameNumber": 1});
    let _ = white.send("draw-offer", stale).await;
    let stale = json!({"move": "d2d4", "ply": 0, "gameNumber": 1});
    let _ = white.send("moves", stale).await;
    let _ = white.act("draw-offer", json!({})).await.is(200);
    for (seat, answer, ply) in [
        (&white, "acceptance", 2),
        (&white, "refusal", 2),
        (&black, "acceptance", 1),
        (&black, "refusal", 1),
    ] {
        let answered = json!({"ply": ply, "gameNumber": 1});
        let _ = seat.send(&format!("draw-offer/{answer}"), answered).await;
    }
    let _ = white.act("absence-claim", json!({})).await;
    let _ = black.act("absence-claim", json!({})).await;
    for (fen, text) in [
        ("7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8"),
        ("7k/8/8/8/8/8/8/KN3N2 w - - 0 1", "Nd2"),
    ] {
        let seat = world
            .pair_from(json!({"game": "chess", "initialFen": fen}))
            .await
            .0;
        let _ = seat.act("moves", json!({"move": text})).await;
    }
    let rival = json!({"game": "chess", "rival": "domador"});
    let _ = world.invite(rival).await.act("draw-offer", json!({})).await;
    let passing = json!({"game": "chess", "table": {"drawOffer": "passes-turn"}});
    let (white, black) = world.pair_from(passing).await;
    play_all(&white, &black, &["e4", "d5"]).await;
    let _ = black.act("draw-offer", json!({})).await;
    let _ = white.act("draw-offer", json!({})).await.is(200);
    let _ = black.act("draw-offer", json!({})).await;
}

/// What can be wrong in a game of damas alone.
async fn with_damas(world: &World) {
    let twins = json!({"game": "damas", "table": {"law": "free", "specialty": "with-king"}, "initialFen": "W:WK29:B5,6,7,11,23,26"});
    let (white, _) = world.pair_from(twins).await;
    let _ = white.act("moves", json!({"move": "29x1"})).await;
    let due = json!({"game": "damas", "table": {"preset": "family"}, "initialFen": "W:W1,6,8,11,12:B15,31,32"});
    let (white, black) = world.pair_from(due).await;
    let huff = |square: u32, ply: u32| json!({"square": square, "ply": ply, "gameNumber": 1});
    let _ = white.send("huff", huff(1, 0)).await;
    white.play("1-5").await;
    let _ = white.send("huff", huff(11, 1)).await;
    let _ = black.send("huff", huff(11, 0)).await;
    let _ = black.send("huff", huff(1, 1)).await;
    for file in ["1.pgn", "1.pdn", "1"] {
        let _ = world
            .get(&format!("/rooms/{}/games/{file}", white.id), None)
            .await;
    }
}

#[tokio::test]
async fn every_problem_that_the_document_names_can_be_met() {
    let world = World::start().await;
    let made = with_invites(&world).await;
    general(&world).await;
    with_chess(&world).await;
    with_damas(&world).await;
    let (white, _black) = world.pair().await;
    // An expired room can still be exported for a while.
    for span in [rooms::limits::EXPIRY, rooms::limits::RETENTION] {
        world.clock.forward(span);
        for operation in &operations() {
            ask(&world, operation, &white.id, Some(&white.token), |_| ()).await;
        }
    }
    let _ = world.post("/invites", None, made).await;

    let mut met = BTreeMap::<&str, BTreeSet<String>>::new();
    for reply in world.answers.lock().unwrap().iter() {
        let words: Vec<_> = reply.asked.split(' ').collect();
        let Some((_, operation)) = contract::operation(words[0], words[1]) else {
            continue;
        };
        let names = &operation["responses"][reply.status.to_string()]["x-problems"];
        let name = match contract::problem(reply) {
            // A page does not name its problem; there is one for each status.
            "" => names[0].as_str().unwrap_or_default(),
            name => name,
        };
        let operation = operation["operationId"].as_str().unwrap();
        met.entry(operation).or_default().insert(name.to_owned());
    }
    let mut unmet = Vec::new();
    for (_, _, operation) in operations() {
        let id = operation["operationId"].as_str().unwrap();
        let answers = operation["responses"].as_object().unwrap().values();
        let named = answers.filter_map(|answer| answer["x-problems"].as_array());
        let named = named.flatten().filter_map(Value::as_str);
        let unseen = named.filter(|name| !OURS.contains(name) && !met[id].contains(*name));
        unmet.extend(unseen.map(|name| format!("{id}: {name}")));
    }
    assert!(
        unmet.is_empty(),
        "the document names what nothing here made: {unmet:#?}"
    );
}
