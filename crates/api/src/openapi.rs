//! The OpenAPI 3.1 document, made from the routes, the fields of the bodies, the views and the kinds of problems.

#![allow(
    clippy::indexing_slicing,
    reason = "indexing by name adds to JSON objects made here"
)]

use schemars::{SchemaGenerator, generate::SchemaSettings};
use serde_json::{Map, Value, json};

use crate::body;
use crate::endpoints::{GameView, PDN, PGN, REGISTERED_PGN, fields};
use crate::problem::{KINDS, Kind, codes};
use crate::routes::{Function, ROUTES, Route};
use crate::view::{RoomView, SeatedRoomView};

/// What a function is for, what it answers when all is well, and which problems are its own.
struct Operation {
    summary: &'static str,
    success: Success,
    problems: &'static [&'static str],
}

enum Success {
    Room,
    Seated,
    NoContent,
    Polled,
    Game,
    Document,
    Page,
    Picture,
}

const SEAT: [&str; 6] = [
    "token-required",
    "token-unknown",
    "not-your-seat",
    "waiting-for-rival",
    "room-cancelled",
    "stale-game",
];
const ROOM: [&str; 2] = ["room-not-found", "room-expired"];
const BODY: [&str; 5] = [
    "malformed",
    "too-large",
    "unsupported-type",
    "unsupported-encoding",
    "invalid-option",
];
const ALWAYS: [&str; 2] = ["too-many-requests", "try-again"];

fn operation(function: Function) -> Option<Operation> {
    let of = |summary, success, problems| {
        Some(Operation {
            summary,
            success,
            problems,
        })
    };
    match function {
        Function::CreateInvite => of(
            "Make an invite",
            Success::Seated,
            &["invalid-id", "invalid-position", "id-taken", "room-expired"],
        ),
        Function::AcceptInvite => of(
            "Take the free seat of an invite",
            Success::Seated,
            &[
                "token-unknown",
                "room-cancelled",
                "seat-taken",
                "own-invite",
                "id-taken",
            ],
        ),
        Function::CancelInvite => of(
            "Call an invite off while the seat is free",
            Success::NoContent,
            &[
                "token-required",
                "token-unknown",
                "not-your-seat",
                "seat-taken",
            ],
        ),
        Function::GetRoom => of(
            "Read a room: to poll, to watch, to replay",
            Success::Polled,
            &["malformed", "token-unknown"],
        ),
        Function::SubmitMove => of(
            "Make a move",
            Success::Room,
            &[
                "game-over",
                "stale-ply",
                "not-your-turn",
                "illegal-move",
                "ambiguous-move",
                "promotion-required",
                "ambiguous-capture",
            ],
        ),
        Function::ProposeDraw => of(
            "Offer a draw; an offer that crosses the rival's is agreement",
            Success::Room,
            &[
                "game-over",
                "stale-ply",
                "not-your-turn",
                "offer-too-soon",
                "cannot-pass",
                "rival-answers",
            ],
        ),
        Function::AcceptDraw => of(
            "Accept the rival's offer of a draw",
            Success::Room,
            &["game-over", "no-offer"],
        ),
        Function::DeclineDraw => of(
            "Refuse the rival's offer of a draw",
            Success::Room,
            &["game-over", "no-offer"],
        ),
        Function::Resign => of("Give the game up", Success::Room, &["game-over"]),
        Function::ClaimAbsence => of(
            "Claim the win once the rival has been away from their turn for more than 48 hours",
            Success::Room,
            &["game-over", "your-turn", "too-early"],
        ),
        Function::OfferRematch => of(
            "Offer a rematch after the end; the second offer starts it, colours swapped",
            Success::Room,
            &["game-not-over", "too-many-games"],
        ),
        Function::Huff => of(
            "Huff: answer the rival's wrong move (damas, on tables with huffing)",
            Success::Room,
            &[
                "game-over",
                "stale-ply",
                "not-your-turn",
                "nothing-to-huff",
                "not-huffable",
            ],
        ),
        Function::ExportGame => of(
            "One game of a room as JSON; as PGN (chess) or PDN (damas) by `Accept`, or with `.pgn` or `.pdn` behind its number",
            Success::Game,
            &["no-such-path", "token-unknown"],
        ),
        Function::DescribeApi => of("This document", Success::Document, &[]),
        Function::BoardImage => of(
            "The position as a PNG of 1200×630, for link previews; with the room's `version` as `v` it never changes",
            Success::Picture,
            &["malformed"],
        ),
        Function::SharePage => of(
            "A page for a browser, or a file that it is made of",
            Success::Page,
            &[],
        ),
        Function::NotFound | Function::CheckAbsences => None,
    }
}

/// The document, for a stack that is reached at `public_url`.
#[must_use]
pub fn openapi(public_url: &str) -> Value {
    let mut schemas = SchemaGenerator::new(SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    }));
    for_views(&mut schemas);
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let Some(operation) = operation(route.function) else {
            continue;
        };
        let methods = paths.entry(route.path).or_insert_with(|| json!({}));
        methods[route.method.to_lowercase()] = describe(route, &operation, false);
        if route.method == "GET" {
            methods["head"] = describe(route, &operation, true);
        }
    }
    let mut components = schemas.take_definitions(true);
    components.insert("Problem".to_owned(), problem_schema());
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Jaque",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "Games by link: one makes an invite, sends the link, and each plays a turn whenever they can.\n\n\
                Every command names what its sender saw (`gameNumber`, `ply`) and may be sent again until it is answered: \
                once it has happened, it answers 200 with the present room. Poll a room by its `pollAfter` with \
                `If-None-Match`. Errors are RFC 9457 problem details; the gateway's own 429 and 503 are plain JSON \
                with a `message` and no `type`."
        },
        "servers": [{"url": public_url}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "seatToken": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The seat token that the invite or the acceptance answered with. None is needed to watch."
                }
            }
        }
    })
}

fn for_views(schemas: &mut SchemaGenerator) {
    schemas.subschema_for::<RoomView>();
    schemas.subschema_for::<SeatedRoomView>();
    schemas.subschema_for::<GameView>();
}

fn describe(route: Route, operation: &Operation, head: bool) -> Value {
    let function = route.function;
    let id = if function == Function::SharePage && route.path != "/" {
        format!(
            "{}-{}",
            function.name(),
            route.path.split('/').nth(1).unwrap_or_default()
        )
    } else {
        function.name().to_owned()
    };
    let mut described = json!({
        "operationId": if head { format!("{id}-head") } else { id },
        "summary": operation.summary,
        "parameters": parameters(route),
        "responses": responses(route, operation, head),
    });
    if let Some(fields) = fields(function) {
        let required = fields.iter().any(|field| field.required);
        described["requestBody"] = json!({"required": required, "content": {"application/json": {"schema": body::schema(fields)}}});
    }
    let problems = problems(route, operation);
    if problems.iter().any(|kind| kind.name == "token-required") {
        described["security"] = json!([{"seatToken": []}]);
    } else if problems.iter().any(|kind| kind.name == "token-unknown") {
        described["security"] = json!([{}, {"seatToken": []}]);
    }
    described
}

fn parameters(route: Route) -> Value {
    let mut parameters = Vec::new();
    for name in route
        .path
        .split('/')
        .filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
    {
        let about = match name {
            "id" => "the room's id, a ULID",
            "n" => "the game's number, from 1; with `.pgn` or `.pdn` behind it, as a file",
            "file" => "the file's name, which changes with its content",
            _ => "the last part of a problem's `type`",
        };
        let schema = json!({"type": "string"});
        parameters.push(json!({"name": name, "in": "path", "required": true, "schema": schema, "description": about}));
    }
    if route.function == Function::GetRoom {
        parameters.push(json!({
            "name": "since", "in": "query", "schema": {"type": "integer", "minimum": 0},
            "description": "how many entries of `moves` you have; only those after are sent"
        }));
        parameters.push(json!({
            "name": "If-None-Match", "in": "header", "schema": {"type": "string"},
            "description": "the `ETag` you have; 304 if nothing has changed"
        }));
    }
    if route.function == Function::BoardImage {
        parameters.push(json!({
            "name": "v", "in": "query", "schema": {"type": "integer"},
            "description": "the room's `version`, for caches"
        }));
    }
    parameters.into()
}

fn responses(route: Route, operation: &Operation, head: bool) -> Value {
    let content = |kind: &str, schema: Value| {
        if head {
            json!({})
        } else {
            json!({kind: {"schema": schema}})
        }
    };
    let schema = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let json_of = |name: &str| content("application/json", schema(name));
    let etag = json!({"ETag": {"schema": {"type": "string"}, "description": "weak; changes with all that can be seen"}});
    let (status, mut answer) = match operation.success {
        Success::Room => (
            "200",
            json!({"description": "the room afterwards", "headers": etag, "content": json_of("Room")}),
        ),
        Success::Polled => (
            "200",
            json!({"description": "the room", "headers": etag, "content": json_of("Room")}),
        ),
        Success::Seated => (
            "201",
            json!({"description": "the room, and the secrets of the caller's seat", "content": json_of("SeatedRoom")}),
        ),
        Success::NoContent => ("204", json!({"description": "called off, now or before"})),
        Success::Game => {
            let mut content = json_of("Game");
            if !head {
                content[PGN] = json!({"schema": {"type": "string"}});
                content[REGISTERED_PGN] = json!({"schema": {"type": "string"}});
                content[PDN] = json!({"schema": {"type": "string"}});
            }
            (
                "200",
                json!({"description": "the game", "content": content}),
            )
        }
        Success::Document => (
            "200",
            json!({"description": "OpenAPI 3.1", "content": content("application/json", json!({"type": "object"}))}),
        ),
        Success::Page => (
            "200",
            json!({"description": "HTML", "content": content("text/html", json!({"type": "string"}))}),
        ),
        Success::Picture => (
            "200",
            json!({"description": "the picture", "headers": etag, "content": content("image/png", json!({}))}),
        ),
    };
    if route.path == "/assets/{file}" {
        answer = json!({"description": "the file", "content": content("*/*", json!({}))});
    }
    if route.function == Function::CreateInvite {
        answer["headers"] =
            json!({"Location": {"schema": {"type": "string"}, "description": "the room"}});
    }
    let mut responses = Map::new();
    responses.insert(status.to_owned(), answer);
    if matches!(operation.success, Success::Polled | Success::Picture) {
        responses.insert(
            "304".to_owned(),
            json!({"description": "nothing has changed"}),
        );
    }
    let mut by_status: Vec<(u16, Vec<Kind>)> = Vec::new();
    for kind in problems(route, operation) {
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
        let answer = if matches!(operation.success, Success::Page) && status != 503 && status != 429
        {
            json!({"description": names.join("; "), "content": content("text/html", json!({"type": "string"}))})
        } else {
            json!({"description": names.join("; "), "content": content("application/problem+json", schema("Problem"))})
        };
        responses.insert(status.to_string(), answer);
    }
    responses.into()
}

fn problems(route: Route, operation: &Operation) -> Vec<Kind> {
    let mut names: Vec<&str> = operation.problems.to_vec();
    if fields(route.function).is_some() {
        names.extend(BODY);
    }
    if route.path.contains("{id}") {
        names.extend(ROOM);
        // Every read of a room refuses a token that is not of it.
        if route.method == "GET" {
            names.push("token-unknown");
        }
    }
    if route.path.contains("{file}") || route.path.contains("{name}") {
        names.push("no-such-path");
    }
    if matches!(operation.success, Success::Room) {
        names.extend(SEAT);
    }
    names.extend(ALWAYS);
    KINDS
        .into_iter()
        .filter(|kind| names.contains(&kind.name))
        .collect()
}

/// Which kinds of problem have which codes.
fn code_words() -> String {
    let lists = codes().map(|(kind, codes)| format!("`{kind}`: {}", codes.join(", ")));
    format!("what exactly is wrong. {}", lists.join(". "))
}

fn problem_schema() -> Value {
    json!({
        "type": "object",
        "description": "RFC 9457 problem details; members that help come with some kinds.",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {"type": "string", "enum": KINDS.map(|kind| format!("/problems/{}", kind.name)).to_vec()},
            "title": {"type": "string"},
            "status": {"type": "integer"},
            "detail": {"type": "string", "description": "what happened, what was expected, what to do"},
            "field": {"type": "string", "description": "the field that is wrong"},
            "code": {
                "type": "string",
                "enum": codes().into_iter().flat_map(|(_, codes)| codes).collect::<Vec<_>>(),
                "description": code_words(),
            },
            "values": {"type": "array", "items": {"type": "string"}, "description": "what the field may hold"},
            "choices": {"type": "array", "items": {"type": "string"}, "description": "the full moves to choose from"},
            "legalMoves": {"type": "array", "items": {"type": "string"}},
            "huffable": {"type": "array", "items": {"type": "integer"}, "description": "squares of pieces to huff"},
            "claimableAt": {"type": "string", "format": "date-time"},
            "ply": {"type": "integer", "description": "half-moves that stand"},
            "fromPly": {"type": "integer", "description": "half-moves that must stand first"},
            "gameNumber": {"type": "integer", "description": "the present game"},
            "room": {"$ref": "#/components/schemas/Room"}
        }
    })
}
