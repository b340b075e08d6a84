//! Every answer that a test is given is held against the OpenAPI document: its status, its media type, its schema.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

use crate::Reply;

/// The document. Tests are served under this address.
#[must_use]
pub fn document() -> &'static Value {
    static DOCUMENT: OnceLock<Value> = OnceLock::new();
    DOCUMENT.get_or_init(|| api::openapi(crate::PUBLIC_URL))
}

/// The operation that answers a method on a path, and the path as the document writes it.
#[must_use]
pub fn operation(method: &str, path: &str) -> Option<(&'static str, &'static Value)> {
    let path = path.split('?').next().unwrap_or_default();
    let method = match method {
        "HEAD" => "get".to_owned(),
        method => method.to_lowercase(),
    };
    let paths = document()["paths"].as_object()?.iter();
    let fitting = paths.filter(|(template, _)| fits(template, path));
    // `/games/{n}.pgn` says more than `/games/{n}`.
    let (template, methods) = fitting.max_by_key(|(template, _)| literal(template))?;
    Some((template.as_str(), methods.get(method)?))
}

/// How many characters of a path's template stand for themselves.
fn literal(template: &str) -> usize {
    template.split('{').map(after).map(str::len).sum()
}

/// What follows a parameter's name.
fn after(part: &str) -> &str {
    part.split_once('}').map_or(part, |(_, rest)| rest)
}

fn fits(template: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(want), Some(part)) => match want.split_once('{') {
                Some((before, rest)) => {
                    let middle = part
                        .strip_prefix(before)
                        .and_then(|part| part.strip_suffix(after(rest)));
                    if middle.is_none_or(str::is_empty) {
                        return false;
                    }
                }
                None if want == part => {}
                None => return false,
            },
            _ => return false,
        }
    }
}

/// Holds an answer against the document.
///
/// # Panics
/// If the document does not say that this operation may answer so.
pub fn check(reply: &Reply) {
    let mut words = reply.asked.split(' ');
    let (method, path) = (
        words.next().unwrap_or_default(),
        words.next().unwrap_or_default(),
    );
    let what = || format!("{} answered {}: {}", reply.asked, reply.status, reply.text);
    if method == "OPTIONS" {
        return;
    }
    let kind = reply.header("content-type").split(';').next().unwrap_or("");
    let Some((mut template, mut operation)) = operation(method, path) else {
        // Where nothing is, every answer is a problem.
        assert!(matches!(reply.status, 400 | 404 | 405 | 413), "{}", what());
        if method == "HEAD" {
            return;
        }
        return valid(
            "nowhere",
            &json!({"$ref": "#/components/schemas/Problem"}),
            reply,
        );
    };
    // Asked for by `Accept`, a file comes from the path of the game, as it would from its own.
    let by_accept = [
        ("application/x-chess-pgn", "/rooms/{id}/games/{n}.pgn"),
        ("text/plain", "/rooms/{id}/games/{n}.pdn"),
    ];
    if operation["operationId"] == "export-game"
        && let Some((_, path)) = by_accept.into_iter().find(|(file, _)| *file == kind)
    {
        (template, operation) = (path, &document()["paths"][path]["get"]);
    }
    let described = &operation["responses"][reply.status.to_string()];
    assert!(described.is_object(), "not described: {}", what());
    if method == "HEAD" || matches!(reply.status, 204 | 304) {
        assert_eq!(reply.text, "", "{}", what());
        assert!(
            described["content"].is_null() || method == "HEAD",
            "{}",
            what()
        );
        return;
    }
    let content = &described["content"][kind];
    assert!(content.is_object(), "no {kind} is described: {}", what());
    if reply.status >= 400 && kind == "application/problem+json" {
        let name = problem(reply);
        let named = described["x-problems"].as_array().into_iter().flatten();
        assert!(
            named.filter_map(Value::as_str).any(|kind| kind == name),
            "{name} is not described: {}",
            what()
        );
    }
    valid(
        &format!("{template} {method} {} {kind}", reply.status),
        &content["schema"],
        reply,
    );
    // Every header that is promised is there.
    for (name, _) in described["headers"].as_object().into_iter().flatten() {
        assert!(!reply.header(name).is_empty(), "no {name}: {}", what());
    }
}

/// The name of the problem that an answer is; empty if it is none.
#[must_use]
pub fn problem(reply: &Reply) -> &str {
    let kind = reply.json["type"].as_str();
    kind.and_then(|kind| kind.strip_prefix("/problems/"))
        .unwrap_or_default()
}

/// Holds a body against a schema. `place` names it, so that it is made ready once.
fn valid(place: &str, schema: &Value, reply: &Reply) {
    static READY: OnceLock<Mutex<HashMap<String, &'static Validator>>> = OnceLock::new();
    let is_json = reply.header("content-type").contains("json");
    if !is_json || !reply.header("content-encoding").is_empty() {
        return;
    }
    let ready = {
        let mut ready = READY.get_or_init(Mutex::default).lock().unwrap();
        *ready
            .entry(place.to_owned())
            .or_insert_with(|| Box::leak(Box::new(validator(schema))))
    };
    let faults: Vec<_> = ready
        .iter_errors(&reply.json)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{}: {faults:#?}", reply.asked);
    assert_eq!(null_in(&reply.json), None, "{}", reply.asked);
}

/// Where in a value there is a `null`, if there is one.
fn null_in(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some(String::new()),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, value)| Some(format!("/{name}{}", null_in(value)?))),
        Value::Array(items) => items.iter().find_map(null_in),
        _ => None,
    }
}

/// What checks values against a schema of the document. Objects may have no members but those that the schema names:
/// the document leaves room for later ones, the tests do not.
#[must_use]
pub fn validator(schema: &Value) -> Validator {
    let mut schema = in_full(schema);
    close(&mut schema, false);
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft202012)
        .should_validate_formats(true)
        .build(&schema)
        .expect("the document holds JSON Schemas")
}

/// A schema with what it refers to in the place of each reference.
fn in_full(schema: &Value) -> Value {
    match schema {
        Value::Object(members) => {
            let mut full: Map<_, _> = members
                .iter()
                .filter(|(name, _)| *name != "$ref")
                .map(|(name, value)| (name.clone(), in_full(value)))
                .collect();
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                let pointer = reference.strip_prefix('#').unwrap_or_default();
                let target = document().pointer(pointer);
                let target = target.unwrap_or_else(|| panic!("{reference} leads nowhere"));
                if let Value::Object(target) = in_full(target) {
                    full.extend(target);
                }
            }
            Value::Object(full)
        }
        Value::Array(items) => items.iter().map(in_full).collect(),
        _ => schema.clone(),
    }
}

/// Lets no object have members that its schema does not name. A part of an `allOf` names only some of them.
fn close(schema: &mut Value, is_part: bool) {
    match schema {
        Value::Object(members) => {
            let names_members = members.contains_key("properties") || members.contains_key("allOf");
            for (name, value) in members.iter_mut() {
                match name.as_str() {
                    "if" | "then" | "else" => {}
                    "allOf" => value
                        .as_array_mut()
                        .into_iter()
                        .flatten()
                        .for_each(|part| close(part, true)),
                    "properties" => value
                        .as_object_mut()
                        .into_iter()
                        .flat_map(Map::values_mut)
                        .for_each(|value| close(value, false)),
                    _ => close(value, false),
                }
            }
            if names_members && !is_part {
                members.insert("unevaluatedProperties".to_owned(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| close(item, false)),
        _ => {}
    }
}
