//! The options of a table, as an invite names them and as a room shows them.

use rooms::{DrawOffers, GameKind, Table, Terms};
use rules::damas::{OPTIONS, OptionError, Preset};
use serde_json::{Map, Value};

use crate::body::{Kind, unknown};
use crate::problem::Problem;

/// The member that names a preset.
pub(crate) const PRESET: &str = "preset";

/// A square of the board of damas, by its number.
pub(crate) const SQUARE: Kind = Kind::Number(1, 32);

/// Every member that `table` may have in some game, with its values.
pub(crate) fn members() -> Vec<(&'static str, Vec<&'static str>)> {
    members_of(GameKind::Damas)
}

/// Every member that `table` may have in a game, with its values.
pub(crate) fn members_of(game: GameKind) -> Vec<(&'static str, Vec<&'static str>)> {
    let offers = (
        DrawOffers::FIELD,
        DrawOffers::ALL.map(DrawOffers::name).to_vec(),
    );
    if game == GameKind::Chess {
        return vec![offers];
    }
    let presets = (PRESET, Preset::ALL.map(Preset::name).to_vec());
    let options = OPTIONS
        .into_iter()
        .map(|(name, values)| (name, values.to_vec()));
    [presets]
        .into_iter()
        .chain(options)
        .chain([offers])
        .collect()
}

/// Reads the table of an invite: the preset first, then the options that override it.
pub(crate) fn read(
    game: GameKind,
    given: Option<&Map<String, Value>>,
) -> Result<(Table, DrawOffers), Problem> {
    let empty = Map::new();
    let given = given.unwrap_or(&empty);
    let texts = given
        .iter()
        .filter(|(_, value)| !value.is_null())
        .map(|(name, value)| match value.as_str() {
            Some(value) => Ok((name.as_str(), value)),
            None => Err(Problem::malformed(
                Some(&field(name)),
                format!("`{}` must be text", field(name)),
            )),
        })
        .collect::<Result<Vec<_>, _>>()?;
    let one_of = |name: &str, values: Vec<&'static str>| {
        let listed: Vec<_> = values.iter().map(|value| format!("`{value}`")).collect();
        let field = field(name);
        Problem::invalid_option(
            &field,
            format!("`{field}` must be one of {}", listed.join(", ")),
        )
        .with("values", values)
    };
    let mut draw_offers = DrawOffers::default();
    let mut options = Preset::Classic.table();
    let mut preset = None;
    if game == GameKind::Damas
        && let Some((_, name)) = texts.iter().find(|(name, _)| *name == PRESET)
    {
        let named = Preset::from_name(name)
            .ok_or_else(|| one_of(PRESET, Preset::ALL.map(Preset::name).to_vec()))?;
        options = named.table();
        draw_offers = if named.passes_turn() {
            DrawOffers::PassesTurn
        } else {
            DrawOffers::Free
        };
        preset = Some(named);
    }
    for (name, value) in texts {
        match (game, name) {
            (_, DrawOffers::FIELD) => {
                draw_offers = DrawOffers::from_name(value)
                    .ok_or_else(|| one_of(name, DrawOffers::ALL.map(DrawOffers::name).to_vec()))?;
            }
            (GameKind::Damas, PRESET) => {}
            (GameKind::Chess, _) => {
                let known = members_of(game);
                return Err(unknown(&field(name), known.iter().map(|(name, _)| *name)));
            }
            (GameKind::Damas, _) => options.set(name, value).map_err(|fault| match fault {
                OptionError::UnknownOption { .. } => {
                    unknown(&field(name), members().iter().map(|(name, _)| *name))
                }
                OptionError::UnknownValue { values, .. } => one_of(name, values.to_vec()),
            })?,
        }
    }
    let table = match game {
        GameKind::Chess => Table::Chess,
        GameKind::Damas => Table::Damas { options, preset },
    };
    Ok((table, draw_offers))
}

/// The table as a room shows it: every option in effect, and the preset if one was named.
pub(crate) fn show(terms: &Terms) -> Map<String, Value> {
    let preset = terms.preset().map(|preset| (PRESET, preset.name()));
    let members = preset.into_iter().chain(terms.options());
    members
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect()
}

/// Every option with its value as a preset has it; the page shows them before a room is made.
pub(crate) fn of_preset(preset: Preset) -> Vec<(&'static str, &'static str)> {
    let terms = Terms {
        table: Table::Damas {
            options: preset.table(),
            preset: Some(preset),
        },
        draw_offers: if preset.passes_turn() {
            DrawOffers::PassesTurn
        } else {
            DrawOffers::Free
        },
        initial_fen: None,
    };
    terms.options()
}

fn field(name: &str) -> String {
    format!("table.{name}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn shown(game: GameKind, table: &Value) -> Value {
        let (table, offers) = read(game, table.as_object()).unwrap();
        Value::Object(show(&Terms::new(table, offers, None).unwrap()))
    }

    #[test]
    fn named_options_override_the_preset_in_any_order() {
        let table = shown(
            GameKind::Damas,
            &json!({"blocked": "count", "preset": "taringa", "board": "left"}),
        );
        assert_eq!(table["drawOffer"], "passes-turn");
        assert_eq!(
            (&table["preset"], &table["blocked"]),
            (&json!("taringa"), &json!("count"))
        );
        assert_eq!(
            (&table["board"], &table["king"]),
            (&json!("left"), &json!("flying"))
        );
        let free = shown(
            GameKind::Damas,
            &json!({"drawOffer": "free", "preset": "taringa"}),
        );
        assert_eq!(free["drawOffer"], "free");
    }

    #[test]
    fn a_king_captures_as_it_moves_unless_it_is_said() {
        assert_eq!(
            shown(GameKind::Damas, &json!({"king": "short"}))["kingCapture"],
            "short"
        );
        let apart = shown(
            GameKind::Damas,
            &json!({"king": "short", "kingCapture": "flying"}),
        );
        assert_eq!(
            (&apart["king"], &apart["kingCapture"]),
            (&json!("short"), &json!("flying"))
        );
    }

    #[test]
    fn chess_has_no_option_but_the_draw_offer_and_shows_it_where_it_is_unusual() {
        assert_eq!(shown(GameKind::Chess, &json!({})), json!({}));
        assert_eq!(
            shown(GameKind::Chess, &json!({"drawOffer": "free"})),
            json!({})
        );
        assert_eq!(
            shown(GameKind::Chess, &json!({"drawOffer": "passes-turn"})),
            json!({"drawOffer": "passes-turn"})
        );
    }

    #[test]
    fn what_is_wrong_is_named_with_what_there_is() {
        for (game, table, field) in [
            (GameKind::Chess, json!({"king": "short"}), "table.king"),
            (GameKind::Damas, json!({"king": "tall"}), "table.king"),
            (GameKind::Damas, json!({"preset": "polish"}), "table.preset"),
            (GameKind::Damas, json!({"size": "10"}), "table.size"),
            (
                GameKind::Damas,
                json!({"drawOffer": "never"}),
                "table.drawOffer",
            ),
            (GameKind::Damas, json!({"huffing": true}), "table.huffing"),
        ] {
            let problem = read(game, table.as_object()).unwrap_err();
            let body: Value = serde_json::from_slice(problem.into_response().body()).unwrap();
            assert_eq!(body["field"], field, "{body}");
        }
    }
}
