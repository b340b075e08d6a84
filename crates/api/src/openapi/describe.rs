//! One operation of the document: its parameters, its body and its answers.

#![allow(
    clippy::indexing_slicing,
    reason = "indexing by name adds to JSON objects made here"
)]

use serde_json::{Map, Value, json};

use super::schemas::{each_game_its_options, reference};
use super::{ALWAYS, BODY, Operation, ROOM, SEAT, Success, tag};
use crate::body;
use crate::endpoints::{PDN, PGN, REGISTERED_PGN, fields};
use crate::problem::{KINDS, Kind};
use crate::routes::{Function, Route};

/// One operation: a path of the document, and what is answered there.
pub(super) struct Place {
    pub(super) route: Route,
    /// The path as the document writes it.
    pub(super) path: String,
    /// The `operationId`.
    pub(super) id: String,
    pub(super) operation: Operation,
}

impl Place {
    /// The operation as the document describes it.
    pub(super) fn describe(&self) -> Value {
        let function = self.route.function;
        let mut described = json!({
            "operationId": self.id,
            "summary": self.operation.summary,
            "tags": [tag(function)],
            "parameters": self.parameters(),
            "responses": self.responses(),
        });
        if let Success::Game = self.operation.success {
            described["description"] = format!(
                "Who sends `Accept: {PGN}`, `Accept: {REGISTERED_PGN}` or `Accept: {PDN}` gets the file of the game, as from \
                 the paths that end in `.pgn` and `.pdn`."
            )
            .into();
        }
        if let Some(fields) = fields(function) {
            let required = fields.iter().any(|field| field.required);
            let mut schema = body::schema(fields);
            if function == Function::CreateInvite
                && let Some(members) = schema.as_object_mut()
            {
                members.extend(each_game_its_options());
            }
            described["requestBody"] =
                json!({"required": required, "content": {"application/json": {"schema": schema}}});
        }
        let problems = self.problems();
        if problems.iter().any(|kind| kind.name == "token-required") {
            described["security"] = json!([{"seatToken": []}]);
        } else if problems.iter().any(|kind| kind.name == "token-unknown") {
            described["security"] = json!([{}, {"seatToken": []}]);
        }
        described
    }

    fn parameters(&self) -> Value {
        let mut parameters = Vec::new();
        for name in self
            .path
            .split(['{', '}'])
            .enumerate()
            .filter_map(|(index, part)| (index % 2 == 1).then_some(part))
        {
            let (schema, about) = match name {
                "id" => (body::Kind::Id.schema(), "the room's id, a ULID"),
                "n" => (
                    body::Kind::Number(1, u32::MAX).schema(),
                    "the game's number, from 1",
                ),
                "name" => (
                    json!({"type": "string", "enum": KINDS.map(|kind| kind.name).to_vec()}),
                    "the last part of a problem's `type`",
                ),
                _ => (
                    json!({"type": "string"}),
                    "the file's name, which changes with its content",
                ),
            };
            parameters.push(json!({"name": name, "in": "path", "required": true, "schema": schema, "description": about}));
        }
        let function = self.route.function;
        let number = body::Kind::Number(0, u32::MAX).schema();
        if function == Function::GetRoom {
            parameters.push(json!({
                "name": "since", "in": "query", "schema": number,
                "description": "how many entries of `moves` you have; only those after are sent"
            }));
        } else if function == Function::BoardImage {
            parameters.push(json!({
                "name": "v", "in": "query", "schema": number,
                "description": "the room's `version`, for caches"
            }));
        } else if let Success::Page = self.operation.success {
            parameters.push(json!({
                "name": "lang", "in": "query", "schema": {"type": "string"},
                "description": "the language of the page: `es`, `en` or `pt`; left out or another, `Accept-Language` decides"
            }));
        }
        if self.is_polled() {
            parameters.push(json!({
                "name": "If-None-Match", "in": "header", "schema": {"type": "string"},
                "description": "the `ETag` you have; 304 if nothing has changed"
            }));
        }
        parameters.into()
    }

    fn is_polled(&self) -> bool {
        matches!(self.operation.success, Success::Polled | Success::Picture)
    }

    fn success(&self) -> (&'static str, Value) {
        let etag = json!({"ETag": {"schema": {"type": "string"}, "description": "weak; changes with all that can be seen"}});
        let mut created = etag.clone();
        if self.route.function == Function::CreateInvite {
            created["Location"] =
                json!({"schema": {"type": "string", "format": "uri"}, "description": "the room"});
        }
        let content =
            |kind: &str, schema: Value| Value::Object(Map::from_iter([media(kind, &schema)]));
        let of = |kind: &str, schema, about| json!({"description": about, "content": content(kind, schema)});
        let room = |about: &str| json!({"description": about, "headers": etag, "content": content(JSON, reference("Room"))});
        match self.operation.success {
            Success::Room => ("200", room("the room afterwards")),
            Success::Polled => ("200", room("the room")),
            Success::Seated => (
                "201",
                json!({
                    "description": "the room, and the secrets of the caller's seat",
                    "headers": created,
                    "content": content(JSON, reference("SeatedRoom")),
                }),
            ),
            Success::NoContent => ("204", json!({"description": "called off, now or before"})),
            Success::Game => ("200", of(JSON, reference("Game"), "the game")),
            Success::File(kind) => ("200", of(kind, text(), "the game as a file")),
            Success::Document => ("200", of(JSON, json!({"type": "object"}), "OpenAPI 3.1")),
            Success::Page => ("200", of(HTML, text(), "a page")),
            Success::Asset => {
                let kinds = page::ASSETS.iter().map(|asset| {
                    let kind = asset.kind.split(';').next().unwrap_or_default();
                    let is_text = kind.starts_with("text/");
                    media(kind, &if is_text { text() } else { binary() })
                });
                let content: Map<_, _> = kinds.collect();
                (
                    "200",
                    json!({"description": "the file", "content": content}),
                )
            }
            Success::Picture => {
                let content = content("image/png", binary());
                (
                    "200",
                    json!({"description": "the picture", "headers": etag, "content": content}),
                )
            }
        }
    }

    fn responses(&self) -> Value {
        let (status, answer) = self.success();
        let mut responses = Map::new();
        responses.insert(status.to_owned(), answer);
        if self.is_polled() {
            responses.insert(
                "304".to_owned(),
                json!({"description": "nothing has changed"}),
            );
        }
        let mut by_status: Vec<(u16, Vec<Kind>)> = Vec::new();
        for kind in self.problems() {
            match by_status
                .iter_mut()
                .find(|(status, _)| *status == kind.status)
            {
                Some((_, kinds)) => kinds.push(kind),
                None => by_status.push((kind.status, vec![kind])),
            }
        }
        for (status, kinds) in by_status {
            let names: Vec<_> = kinds
                .iter()
                .map(|kind| format!("`{}`: {}", kind.name, kind.title))
                .collect();
            // A browser that opens a link to nothing gets a page.
            let is_page = matches!(self.operation.success, Success::Page | Success::Asset)
                && matches!(status, 404 | 410);
            let (kind, schema) = if is_page {
                (HTML, text())
            } else {
                (PROBLEM, reference("Problem"))
            };
            let mut answer = json!({"description": names.join("; ")});
            answer["content"] = Map::from_iter([media(kind, &schema)]).into();
            answer["x-problems"] = kinds.iter().map(|kind| kind.name).collect();
            if matches!(status, 429 | 503) {
                answer["headers"] = json!({"Retry-After": {
                    "schema": {"type": "integer", "minimum": 0},
                    "description": "after so many seconds the same request can be sent again"
                }});
            }
            responses.insert(status.to_string(), answer);
        }
        responses.into()
    }

    /// Every kind of problem that may be answered here.
    fn problems(&self) -> Vec<Kind> {
        let mut names: Vec<&str> = self.operation.problems.to_vec();
        if fields(self.route.function).is_some() {
            names.extend(BODY);
        }
        if self.path.contains("{id}") {
            names.extend(ROOM);
            // Every read of a room refuses a token that is not of it.
            if self.route.method == "GET" {
                names.push("token-unknown");
            }
        }
        if self.path.contains("{file}") || self.path.contains("{name}") {
            names.push("no-such-path");
        }
        if let Success::Room = self.operation.success {
            names.extend(SEAT);
        }
        names.extend(ALWAYS);
        KINDS
            .into_iter()
            .filter(|kind| names.contains(&kind.name))
            .collect()
    }
}

const JSON: &str = "application/json";
const PROBLEM: &str = "application/problem+json";
const HTML: &str = "text/html";

/// A media type, and what is sent as it.
fn media(kind: &str, schema: &Value) -> (String, Value) {
    (kind.to_owned(), json!({"schema": schema}))
}

fn text() -> Value {
    json!({"type": "string"})
}

fn binary() -> Value {
    json!({"type": "string", "format": "binary"})
}
