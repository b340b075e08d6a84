//! The OpenAPI document, the routes and what the server really answers agree.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use std::collections::{BTreeMap, BTreeSet};

use api::{KINDS, ROUTES};
use journeys::{World, play_all};
use serde_json::{Value, json};

#[tokio::test]
async fn the_document_has_every_route_and_none_more() {
    let world = World::start().await;
    let document = world.get("/openapi.json", None).await.is(200).json;
    assert_eq!(document["openapi"], "3.1.0");
    let mut described = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            described.insert((method.to_uppercase(), path.clone()));
        }
    }
    let mut routed = BTreeSet::new();
    for route in ROUTES {
        routed.insert((route.method.to_owned(), route.path.to_owned()));
        if route.method == "GET" {
            routed.insert(("HEAD".to_owned(), route.path.to_owned()));
        }
    }
    assert_eq!(described, routed);
    let mut operations = BTreeSet::new();
    for methods in document["paths"].as_object().unwrap().values() {
        for operation in methods.as_object().unwrap().values() {
            assert!(
                operations.insert(operation["operationId"].as_str().unwrap().to_owned()),
                "{operation}"
            );
            references(operation, &mut |name| {
                assert!(
                    document["components"]["schemas"].get(name).is_some(),
                    "no schema {name}"
                );
            });
        }
    }
    references(&document["components"], &mut |name| {
        assert!(
            document["components"]["schemas"].get(name).is_some(),
            "no schema {name}"
        );
    });
    let listed: BTreeSet<_> =
        document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(Value::as_str)
            .collect();
    assert_eq!(listed.len(), KINDS.len());
}

fn references(value: &Value, visit: &mut impl FnMut(&str)) {
    match value {
        Value::Object(members) => {
            if let Some(name) = members.get("$ref").and_then(Value::as_str) {
                visit(name.rsplit('/').next().unwrap());
            }
            members.values().for_each(|value| references(value, visit));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, visit)),
        _ => {}
    }
}

/// Whether a value is of the kind that one of several schemas describes: an object with the members it requires, or of its type.
fn is_kind(document: &Value, schema: &Value, value: &Value) -> bool {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return is_kind(document, &document["components"]["schemas"][name], value);
    }
    match value {
        Value::Object(members) => {
            let mut names = schema["required"].as_array().into_iter().flatten();
            schema["type"] == "object"
                && names.all(|name| members.contains_key(name.as_str().unwrap()))
        }
        Value::String(_) => schema["type"] == "string",
        Value::Number(_) => schema["type"] == "integer",
        _ => true,
    }
}

/// Whether a value has only members that the schema knows, and all that it requires.
fn fits(document: &Value, schema: &Value, value: &Value, at: &str) {
    if let Some(name) = schema["$ref"].as_str() {
        let name = name.rsplit('/').next().unwrap();
        return fits(
            document,
            &document["components"]["schemas"][name],
            value,
            at,
        );
    }
    if let Some(options) = schema["anyOf"].as_array() {
        let mut options = options.iter().filter(|option| option["type"] != "null");
        let some = options.find(|option| is_kind(document, option, value));
        let some = some.unwrap_or_else(|| panic!("{at}: {value} is none of {schema}"));
        return fits(document, some, value, at);
    }
    assert!(
        !value.is_null(),
        "{at} is null: an optional field that does not apply is absent"
    );
    let allowed = schema["enum"].as_array();
    assert!(
        allowed.is_none_or(|allowed| allowed.contains(value)),
        "{at}: {value} is not one of {allowed:?}"
    );
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds[0].as_str().unwrap_or_default(),
        kind => kind.as_str().unwrap_or_default(),
    };
    match value {
        Value::Object(members) if kind == "object" => {
            let properties = schema["properties"].as_object();
            for (name, value) in members {
                match properties.and_then(|properties| properties.get(name)) {
                    Some(schema) => fits(document, schema, value, &format!("{at}.{name}")),
                    None => assert!(
                        schema
                            .get("additionalProperties")
                            .is_some_and(|more| more != &json!(false)),
                        "{at}.{name} is undocumented"
                    ),
                }
            }
            for name in schema["required"].as_array().into_iter().flatten() {
                assert!(
                    members.contains_key(name.as_str().unwrap()),
                    "{at} lacks {name}"
                );
            }
        }
        Value::Array(list) => {
            assert_eq!(kind, "array", "{at}");
            list.iter()
                .for_each(|value| fits(document, &schema["items"], value, at));
        }
        Value::String(_) => assert_eq!(kind, "string", "{at}"),
        Value::Number(_) => assert!(matches!(kind, "integer" | "number"), "{at}"),
        Value::Bool(_) => assert_eq!(kind, "boolean", "{at}"),
        _ => panic!("{at}: {value} where the document says {kind}"),
    }
}

#[tokio::test]
async fn every_answer_is_as_the_document_says() {
    let world = World::start().await;
    let (white, black) = world.pair_from(json!({"game": "chess", "name": "Alfil", "initialFen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"})).await;
    play_all(&white, &black, &["e4", "Kd7"]).await;
    let _ = white.act("draw-offer", json!({})).await;
    let _ = black.room().await;
    let _ = black
        .send("draw-offer/refusal", json!({"ply": 2, "gameNumber": 1}))
        .await;
    let _ = black.act("moves", json!({"move": "Ke9"})).await;
    let _ = white.act("moves", json!({"move": "Ke9"})).await;
    let _ = white.act("absence-claim", json!({})).await;
    let _ = black.act("absence-claim", json!({})).await;
    let _ = white.act("resignation", json!({})).await;
    let _ = white.act("rematch", json!({})).await;
    let _ = white.room().await;
    let _ = black.act("rematch", json!({})).await;
    let _ = world
        .get(&format!("/rooms/{}/games/1", white.id), None)
        .await;
    let _ = world
        .get(&format!("/rooms/{}/games/7", white.id), None)
        .await;
    let _ = world.get(&format!("/rooms/{}", white.id), None).await;
    let _ = world.get("/rooms/x", None).await;
    let _ = world.invite(json!({"game": "chess"})).await.cancel().await;
    world.clock.forward(rooms::Span::days(8));
    let _ = world.get(&format!("/rooms/{}", white.id), None).await;
    let document = world.get("/openapi.json", None).await.is(200).json;

    let mut checked = BTreeMap::<String, u32>::new();
    let answers = world.answers.lock().unwrap().clone();
    for reply in answers
        .iter()
        .filter(|reply| !reply.asked.contains("openapi"))
    {
        let mut words = reply.asked.split(' ');
        let (method, path) = (words.next().unwrap(), words.next().unwrap());
        let api::Matched::Route(route, _) = api::find_route(&method.parse().unwrap(), path) else {
            panic!("{path}")
        };
        let responses = &document["paths"][route.path][&method.to_lowercase()]["responses"];
        let described = &responses[reply.status.to_string()];
        assert!(
            described.is_object(),
            "{} answered {}, which is not described: {}",
            reply.asked,
            reply.status,
            reply.text
        );
        let kind = reply.header("content-type").split(';').next().unwrap();
        if reply.status == 204 {
            continue;
        }
        let schema = &described["content"][kind]["schema"];
        assert!(
            schema.is_object(),
            "{}: no {kind} described for {}",
            reply.asked,
            reply.status
        );
        fits(&document, schema, &reply.json, route.path);
        if reply.status >= 400 {
            let name = reply.json["type"]
                .as_str()
                .unwrap()
                .rsplit('/')
                .next()
                .unwrap();
            assert!(
                described["description"].as_str().unwrap().contains(name),
                "{name} is not described for {}",
                route.path
            );
        }
        *checked
            .entry(format!("{} {}", route.path, reply.status))
            .or_default() += 1;
    }
    assert!(checked.len() > 12, "{checked:?}");
}
