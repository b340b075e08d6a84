//! Each bound of the OpenAPI document is the bound that the code keeps: what is just within is taken, what is just
//! beyond is refused. The values are made from the document, so a new field is tried as soon as it is described.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

use journeys::contract::{document, problem, validator};
use journeys::{Reply, World};
use jsonschema::Validator;
use proptest::strategy::{Strategy, ValueTree};
use proptest::string::string_regex;
use proptest::test_runner::TestRunner;
use rooms::RoomId;
use serde_json::{Value, json};

/// Values of every type.
fn of_any_type() -> Vec<Value> {
    vec![
        json!(true),
        json!([]),
        json!([1]),
        json!({}),
        json!({"nothing": "here"}),
        json!(""),
        json!("7"),
        json!(7),
        json!(-7),
        json!(1.5),
        json!(1e300),
    ]
}

/// Values about the bounds of a schema, on both sides.
fn about(schema: &Value, runner: &mut TestRunner) -> Vec<Value> {
    let mut values = of_any_type();
    for bound in ["minimum", "maximum"] {
        if let Some(bound) = schema[bound].as_i64() {
            let whole = [bound - 1, bound, bound + 1];
            values.extend(whole.map(|number| json!(number)));
            values.extend(whole.map(|number| json!(number as f64)));
            values.push(json!(bound as f64 + 0.5));
        }
    }
    for bound in ["minLength", "maxLength"] {
        if let Some(bound) = schema[bound].as_u64() {
            let bound = usize::try_from(bound).unwrap();
            // One, two and four bytes each, and one that is not to be seen.
            for c in ["a", "ñ", "🐎", " "] {
                let lengths = [bound.saturating_sub(1), bound, bound + 1];
                values.extend(lengths.map(|length| json!(c.repeat(length))));
            }
        }
    }
    if let Some(pattern) = schema["pattern"]
        .as_str()
        .filter(|text| text.starts_with('^'))
    {
        let inner = pattern.trim_start_matches('^').trim_end_matches('$');
        let fitting = string_regex(inner).unwrap();
        for _ in 0..20 {
            let text = fitting.new_tree(runner).unwrap().current();
            values.extend([
                json!(format!("{text}-")),
                json!(format!("-{text}")),
                json!(format!("8{text}")),
                json!(text.to_lowercase()),
                json!(text),
            ]);
        }
    }
    for value in schema["enum"].as_array().into_iter().flatten() {
        let text = value.as_str().unwrap();
        values.extend([
            json!(text),
            json!(text.to_uppercase()),
            json!(format!("{text} ")),
        ]);
    }
    for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
        values.extend(
            about(schema, runner)
                .into_iter()
                .map(|value| json!({name: value})),
        );
    }
    values
}

/// Whether a body was refused for what the document can say. What else is wrong is for the rules or the room to judge.
fn is_refused(reply: &Reply) -> bool {
    matches!(
        problem(reply),
        "malformed" | "invalid-option" | "invalid-id"
    )
}

/// Sends a body; the document and the server must judge alike.
async fn judged_alike(
    world: &World,
    path: &str,
    token: Option<&str>,
    ready: &Validator,
    body: &Value,
) -> bool {
    let fits = ready.is_valid(body);
    let reply = world.post(path, token, body.clone()).await;
    assert!(reply.status < 500, "{}: {}", reply.asked, reply.text);
    assert_eq!(
        fits,
        !is_refused(&reply),
        "the document says {fits}: {} {}",
        reply.asked,
        reply.text
    );
    fits
}

#[tokio::test]
async fn every_bound_of_a_body_is_the_bound_that_the_code_keeps() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let mut runner = TestRunner::deterministic();
    let (mut taken, mut refused) = (0, 0);
    for (path, methods) in document()["paths"].as_object().unwrap() {
        let schema = &methods["post"]["requestBody"]["content"]["application/json"]["schema"];
        let Some(properties) = schema["properties"].as_object() else {
            continue;
        };
        let ready = validator(schema);
        let token = path.starts_with("/rooms").then_some(white.token.as_str());
        let path = path.replace("{id}", &white.id);
        let required: Vec<_> = schema["required"]
            .as_array()
            .into_iter()
            .flatten()
            .collect();
        for game in ["chess", "damas"] {
            let mut base = json!({});
            for name in required.iter().filter_map(|name| name.as_str()) {
                base[name] = match name {
                    "game" => json!(game),
                    "move" => json!("e2e4"),
                    _ => json!(1),
                };
            }
            assert!(ready.is_valid(&base), "{base}");
            let mut bodies = Vec::new();
            for name in &required {
                let mut body = base.clone();
                body.as_object_mut().unwrap().remove(name.as_str().unwrap());
                bodies.push(body);
            }
            let mut body = base.clone();
            body["colour"] = json!("white");
            bodies.push(body);
            for (name, property) in properties {
                for value in about(property, &mut runner) {
                    // Whether an id is of now is not for a schema to say.
                    let is_id = name == "id"
                        && value
                            .as_str()
                            .is_some_and(|id| id.parse::<RoomId>().is_ok());
                    let mut body = base.clone();
                    body[name] = value;
                    if is_id {
                        assert!(ready.is_valid(&body), "{body}");
                    } else {
                        bodies.push(body);
                    }
                }
            }
            if properties.contains_key("id") {
                let id = RoomId::new(world.clock.now(), 7).to_string();
                for id in [id.to_lowercase(), id] {
                    let mut body = base.clone();
                    body["id"] = json!(id);
                    bodies.push(body);
                }
            }
            for body in &bodies {
                match judged_alike(&world, &path, token, &ready, body).await {
                    true => taken += 1,
                    false => refused += 1,
                }
            }
            if !properties.contains_key("game") {
                break;
            }
        }
    }
    assert!(
        taken > 150 && refused > 500,
        "{taken} taken, {refused} refused"
    );
}

#[tokio::test]
async fn every_bound_of_a_parameter_is_the_bound_that_the_code_keeps() {
    let world = World::start().await;
    let (white, _black) = world.pair().await;
    let mut tried = 0;
    for (template, methods) in document()["paths"].as_object().unwrap() {
        let Some(operation) = methods.get("get") else {
            continue;
        };
        let filled = template
            .replace("{id}", &white.id)
            .replace("{name}", "stale-ply")
            .replace("{n}", "1");
        for parameter in operation["parameters"].as_array().unwrap() {
            let schema = &parameter["schema"];
            let (name, ready) = (parameter["name"].as_str().unwrap(), validator(schema));
            let mut texts: Vec<String> = ["", "x", "-1", "+1", "1.5"].map(str::to_owned).into();
            for bound in ["minimum", "maximum"] {
                let bound = schema[bound].as_i64().into_iter();
                texts.extend(
                    bound
                        .flat_map(|bound| [bound - 1, bound, bound + 1])
                        .map(|number| number.to_string()),
                );
            }
            for value in schema["enum"].as_array().into_iter().flatten() {
                texts.push(value.as_str().unwrap().to_owned());
            }
            let is_number = schema["type"] == "integer";
            for text in texts {
                let value = if is_number {
                    serde_json::from_str(&text).unwrap_or_else(|_| json!(text))
                } else {
                    json!(text)
                };
                let fits = ready.is_valid(&value);
                let (path, wrong) = match (parameter["in"].as_str().unwrap(), is_number) {
                    ("query", true) => (format!("{filled}?{name}={text}"), 400),
                    // There is one game: its number alone is to be found.
                    ("path", _)
                        if !text.is_empty()
                            && (!fits || text == "1" || !is_number)
                            && name != "id"
                            && name != "file" =>
                    {
                        (
                            template
                                .replace("{id}", &white.id)
                                .replace(&format!("{{{name}}}"), &text),
                            404,
                        )
                    }
                    _ => continue,
                };
                // The file of the other game is not there at all.
                if template.ends_with(".pdn") && fits {
                    continue;
                }
                let reply = world.get(&path, Some(&white.token)).await;
                assert_eq!(
                    reply.status != wrong,
                    fits,
                    "{}: {}",
                    reply.asked,
                    reply.text
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 50, "{tried}");
}

#[test]
fn the_patterns_are_the_parsers() {
    let (id, token) = (
        validator(&json!({"type": "string", "pattern": RoomId::PATTERN})),
        validator(&json!({"type": "string", "pattern": rooms::SeatToken::PATTERN})),
    );
    let good = "01KB0000000000000000000000";
    for c in (0..=0x24F).filter_map(char::from_u32) {
        for at in [0, 1, 25] {
            let mut text: Vec<_> = good.chars().collect();
            text[at] = c;
            let text: String = text.into_iter().collect();
            assert_eq!(
                id.is_valid(&json!(text)),
                text.parse::<RoomId>().is_ok(),
                "{text:?}"
            );
            assert_eq!(
                token.is_valid(&json!(text)),
                rooms::SeatToken::new(text.as_str()).is_ok(),
                "{text:?}"
            );
        }
    }
    for text in ["", &good[1..], &format!("{good}0"), &format!("{good}\n")] {
        assert!(
            !id.is_valid(&json!(text)) && text.parse::<RoomId>().is_err(),
            "{text:?}"
        );
    }
}
