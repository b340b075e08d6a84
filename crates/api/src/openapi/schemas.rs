//! The schemas that operations refer to.

use rooms::GameKind;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::names::table_name;
use super::problem_schema;
use crate::endpoints::GameView;
use crate::table;
use crate::view::{RoomView, SeatedRoomView};

/// Where schemas are in the document.
const COMPONENTS: &str = "/components/schemas";

/// A reference to a schema.
pub(super) fn reference(name: &str) -> Value {
    json!({"$ref": format!("#{COMPONENTS}/{name}")})
}

/// Every schema of the document, by name.
pub(super) fn components() -> Map<String, Value> {
    let mut schemas = SchemaGenerator::new(SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = COMPONENTS.into();
        settings.meta_schema = None;
    }));
    schemas.subschema_for::<RoomView>();
    schemas.subschema_for::<SeatedRoomView>();
    schemas.subschema_for::<GameView>();
    let mut components = schemas.take_definitions(true);
    components.values_mut().for_each(as_it_is_sent);
    for name in ["Room", "Game"] {
        if let Some(schema) = components.get_mut(name).and_then(Value::as_object_mut) {
            schema.extend(each_game_its_table());
        }
    }
    components.insert("Problem".to_owned(), problem_schema());
    components
}

/// What `schemars` cannot know: a view's member that is `None` is left out, never `null`; and what Rust's numbers hold.
fn as_it_is_sent(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::Array(kinds)) = members.get_mut("type") {
                kinds.retain(|kind| kind != "null");
                if let [kind] = kinds.as_slice() {
                    let kind = kind.clone();
                    members.insert("type".to_owned(), kind);
                }
            }
            if let Some(Value::Array(choices)) = members.get_mut("anyOf") {
                choices.retain(|choice| choice.get("type").is_none_or(|kind| kind != "null"));
                if let [Value::Object(choice)] = choices.as_slice() {
                    let choice = choice.clone();
                    members.remove("anyOf");
                    members.extend(choice);
                }
            }
            let most = match members.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(json!(u8::MAX)),
                Some("uint32") => Some(json!(u32::MAX)),
                // JSON numbers are exact up to here in every language.
                Some("uint64") => Some(json!((1_u64 << 53) - 1)),
                _ => None,
            };
            if let Some(most) = most {
                members.remove("format");
                members.entry("maximum").or_insert(most);
            }
            members.values_mut().for_each(as_it_is_sent);
        }
        Value::Array(items) => items.iter_mut().for_each(as_it_is_sent),
        _ => {}
    }
}

/// The members of a schema that say which game has which table. Generators of clients pass them over, validators do not.
fn each_game_its_table() -> Map<String, Value> {
    let table = |game| json!({"properties": {"table": reference(table_name(game))}});
    by_game(table(GameKind::Chess), Some(table(GameKind::Damas)))
}

/// The members of the schema of an invite that say which options a game has.
pub(super) fn each_game_its_options() -> Map<String, Value> {
    let names: Vec<_> = table::members_of(GameKind::Chess)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let chess = json!({"properties": {"table": {"propertyNames": {"enum": names}}}});
    by_game(chess, None)
}

/// One schema where the game is chess, another where it is damas.
fn by_game(chess: Value, damas: Option<Value>) -> Map<String, Value> {
    let is_chess = json!({"properties": {"game": {"const": GameKind::Chess.name()}}});
    let mut members = Map::new();
    members.insert("if".to_owned(), is_chess);
    members.insert("then".to_owned(), chess);
    if let Some(damas) = damas {
        members.insert("else".to_owned(), damas);
    }
    members
}
