//! The lists of names that the API uses, as schemas. A view says `#[schemars(with = "…")]` where it holds one of them.

use std::borrow::Cow;

use rooms::{EndReason, GameKind, Rival};
use rules::Color;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde_json::{Map, Value, json};

use crate::body::Kind;
use crate::table;

/// Every status of a room.
const STATUSES: [&str; 5] = ["waiting", "playing", "finished", "expired", "cancelled"];

/// Every way to write a result.
const SCORES: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

macro_rules! names {
    ($($name:ident, $about:literal, $values:expr;)*) => {$(
        #[doc = $about]
        pub(crate) enum $name {}

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "enum": $values, "description": $about})
            }
        }
    )*};
}

names! {
    GameName, "A game.", GameKind::ALL.map(GameKind::name).to_vec();
    ColorName, "A colour, and the seat that has it.", [Color::White, Color::Black].map(Color::name).to_vec();
    StatusName, "How far a room has come.", STATUSES.to_vec();
    RivalName, "A computer opponent, the weakest first.", Rival::ALL.map(Rival::name).to_vec();
    ReasonName, "Why a game ended.", EndReason::all().map(EndReason::name).collect::<Vec<_>>();
    ScoreName, "White's points, then black's.", SCORES.to_vec();
    ActionName, "A function that a caller may call: its name is the `operationId`.", rooms::Action::ALL.map(rooms::Action::name).to_vec();
}

macro_rules! inlined {
    ($($name:ident, $about:literal, $schema:expr;)*) => {$(
        #[doc = $about]
        pub(crate) enum $name {}

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                let schema: Value = $schema;
                Schema::try_from(schema).unwrap_or_default()
            }
        }
    )*};
}

inlined! {
    Moment, "A moment: RFC 3339 in UTC with milliseconds.", json!({"type": "string", "format": "date-time"});
    Id, "The id of a room.", Kind::Id.schema();
    Token, "A secret.", Kind::Token.schema();
    Square, "A square of the board of damas.", table::SQUARE.schema();
}

/// The options in effect at a table of any game.
pub(crate) enum AnyTable {}

impl JsonSchema for AnyTable {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Table".into()
    }

    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        // A reader that takes the first that fits must meet the one with required members first.
        let damas = schemas.subschema_for::<DamasTable>();
        let chess = schemas.subschema_for::<ChessTable>();
        json_schema!({"anyOf": [damas, chess]})
    }
}

enum ChessTable {}

impl JsonSchema for ChessTable {
    fn schema_name() -> Cow<'static, str> {
        table_name(GameKind::Chess).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "The option of a table of chess, where it is not the usual.",
            "type": "object",
            "properties": options(GameKind::Chess),
            "additionalProperties": false,
        })
    }
}

enum DamasTable {}

impl JsonSchema for DamasTable {
    fn schema_name() -> Cow<'static, str> {
        table_name(GameKind::Damas).into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let properties = options(GameKind::Damas);
        let required: Vec<_> = properties
            .keys()
            .filter(|name| *name != table::PRESET)
            .cloned()
            .collect();
        json_schema!({
            "description": "Every option in effect at a table of damas, and the preset if one was named.",
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    }
}

/// The options of a game, each with the values it can have.
fn options(game: GameKind) -> Map<String, Value> {
    table::members_of(game)
        .into_iter()
        .map(|(name, values)| (name.to_owned(), json!({"type": "string", "enum": values})))
        .collect()
}

/// What the schema of a game's table is called.
pub(crate) const fn table_name(game: GameKind) -> &'static str {
    match game {
        GameKind::Chess => "ChessTable",
        GameKind::Damas => "DamasTable",
    }
}
