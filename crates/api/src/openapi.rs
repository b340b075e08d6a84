//! The OpenAPI 3.1 document, made from the routes, the fields of the bodies, the views and the kinds of problems.

mod describe;
pub(crate) mod names;
mod schemas;

use serde_json::{Map, Value, json};

use crate::endpoints::{PDN, PGN};
use crate::problem::{KINDS, codes};
use crate::routes::{Function, ROUTES, Route};
use crate::table;
use describe::Place;

/// What a function is for, what it answers when all is well, and which problems are its own.
#[derive(Clone, Copy)]
struct Operation {
    summary: &'static str,
    success: Success,
    problems: &'static [&'static str],
}

/// What an operation answers when all is well.
#[derive(Clone, Copy)]
enum Success {
    Room,
    Seated,
    NoContent,
    Polled,
    Game,
    /// A game as a file of this media type.
    File(&'static str),
    Document,
    Page,
    /// A file that a page is made of.
    Asset,
    Picture,
}

/// The groups of operations, with what each is for.
const TAGS: [(&str, &str); 4] = [
    ("invites", "making, accepting and calling off an invite"),
    ("rooms", "reading a room, and its games"),
    ("play", "what the two people of a room do"),
    ("site", "this document, and what a browser opens"),
];

const SEAT: [&str; 5] = [
    "token-required",
    "token-unknown",
    "waiting-for-rival",
    "room-cancelled",
    "stale-game",
];
const ROOM: [&str; 2] = ["room-not-found", "room-expired"];
const BODY: [&str; 3] = ["unsupported-type", "unsupported-encoding", "invalid-option"];
/// A query string or a body can be sent where none is wanted.
const ALWAYS: [&str; 5] = [
    "malformed",
    "too-large",
    "too-many-requests",
    "internal-fault",
    "try-again",
];

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
            &["token-unknown"],
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
            &["game-over", "no-offer", "not-your-seat"],
        ),
        Function::DeclineDraw => of(
            "Refuse the rival's offer of a draw",
            Success::Room,
            &["game-over", "no-offer", "not-your-seat"],
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
            "One game of a room",
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

/// The group of a function.
const fn tag(function: Function) -> &'static str {
    match function {
        Function::CreateInvite | Function::AcceptInvite | Function::CancelInvite => "invites",
        Function::GetRoom | Function::ExportGame | Function::BoardImage => "rooms",
        Function::SharePage
        | Function::DescribeApi
        | Function::NotFound
        | Function::CheckAbsences => "site",
        _ => "play",
    }
}

/// The operations of a route. Most have one. A game as a file has a path and a media type of its own.
fn places(route: Route) -> Vec<Place> {
    let function = route.function;
    let Some(operation) = operation(function) else {
        return Vec::new();
    };
    let place = |ending: &str, summary, success| Place {
        route,
        path: format!("{}{ending}", route.path),
        id: format!("{}{}", function.name(), ending.replace('.', "-")),
        operation: Operation {
            summary,
            success,
            ..operation
        },
    };
    let usual = place("", operation.summary, operation.success);
    match (function, route.path.split('/').nth(1)) {
        (Function::ExportGame, _) => vec![
            usual,
            place(".pgn", "One game of chess as PGN", Success::File(PGN)),
            place(".pdn", "One game of damas as PDN", Success::File(PDN)),
        ],
        (Function::SharePage, Some(part)) if !part.is_empty() => {
            let success = match part {
                "assets" => Success::Asset,
                _ => operation.success,
            };
            vec![Place {
                id: format!("{}-{part}", function.name()),
                operation: Operation {
                    success,
                    ..operation
                },
                ..usual
            }]
        }
        _ => vec![usual],
    }
}

/// The document, for a stack that is reached at `public_url`.
#[must_use]
pub fn openapi(public_url: &str) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for place in ROUTES.into_iter().flat_map(places) {
        let methods = paths.entry(place.path.clone()).or_insert_with(|| json!({}));
        if let Some(methods) = methods.as_object_mut() {
            methods.insert(place.route.method.to_lowercase(), place.describe());
        }
    }
    let tags = TAGS.map(|(name, about)| json!({"name": name, "description": about}));
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Jaque",
            "version": env!("CARGO_PKG_VERSION"),
            "license": {"name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0"},
            "description": "Games by link: one makes an invite, sends the link, and each plays a turn whenever they can.\n\n\
                Every command names what its sender saw (`gameNumber`, `ply`) and may be sent again until it is answered: \
                once it has happened, it answers 200 with the present room. Poll a room by its `pollAfter` with \
                `If-None-Match`. `HEAD` works where `GET` does, and answers the same without a body.\n\n\
                No answer holds `null`: a member that does not apply is absent. In a request, a member that is `null` \
                counts as left out.\n\n\
                Errors are RFC 9457 problem details; the gateway's own 429 and 503 are plain JSON \
                with a `message` and no `type`."
        },
        "servers": [{"url": public_url}],
        "tags": tags,
        "paths": paths,
        "components": {
            "schemas": schemas::components(),
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

/// Which kinds of problem have which codes.
fn code_words() -> String {
    let lists = codes().map(|(kind, codes)| format!("`{kind}`: {}", codes.join(", ")));
    format!("what exactly is wrong. {}", lists.join(". "))
}

/// The schema of every problem.
fn problem_schema() -> Value {
    // Generated code gets a constant for each type; without these its name would be a number, which a new kind moves.
    let constants = KINDS.map(|kind| kind.name.to_uppercase().replace('-', "_"));
    let mut statuses = KINDS.map(|kind| kind.status).to_vec();
    statuses.sort_unstable();
    statuses.dedup();
    json!({
        "type": "object",
        "description": "RFC 9457 problem details; members that help come with some kinds.",
        "required": ["type", "title", "status", "detail"],
        "properties": {
            "type": {
                "type": "string",
                "enum": KINDS.map(|kind| format!("/problems/{}", kind.name)).to_vec(),
                "x-enum-varnames": constants.to_vec(),
            },
            "title": {"type": "string"},
            "status": {"type": "integer", "enum": statuses},
            "detail": {"type": "string", "description": "what happened, what was expected, what to do"},
            "field": {"type": "string", "description": "the field that is wrong"},
            "code": {
                "type": "string",
                "enum": codes().into_iter().flat_map(|(_, codes)| codes).collect::<Vec<_>>(),
                "description": code_words(),
            },
            "values": {"type": "array", "items": {"type": "string"}, "description": "what the field may hold"},
            "choices": {"type": "array", "items": {"type": "string"}, "description": "the full moves to choose from"},
            "legalMoves": {"type": "array", "items": {"type": "string"}, "description": "what is legal"},
            "huffable": {"type": "array", "items": table::SQUARE.schema(), "description": "squares of pieces to huff"},
            "claimableAt": {"type": "string", "format": "date-time", "description": "the claim is open after this moment"},
            "ply": {"type": "integer", "minimum": 0, "maximum": u32::MAX, "description": "half-moves that stand"},
            "fromPly": {"type": "integer", "minimum": 0, "maximum": u32::MAX, "description": "half-moves that must stand first"},
            "gameNumber": {"type": "integer", "minimum": 1, "maximum": u32::MAX, "description": "the present game"},
            "room": {"$ref": "#/components/schemas/Room"}
        }
    })
}
