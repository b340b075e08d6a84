//! What a browser gets that opens a link: pages, and the files that they are made of.

use http::{StatusCode, header};
use page::{Gone, Language, Preview, Seats, Start};
use rooms::{Freshness, Rival, Room, RoomStore};
use rules::damas::Preset;
use serde_json::{Value, json};

use super::pages::{html, language, missing};
use crate::app::{App, Endpoint, set_header};
use crate::problem::{Problem, kind_of};
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::table;
use crate::view::{RoomView, SeatView, rfc3339};

/// What a picture of a position measures; the function `board-image` draws it so.
const PREVIEW_SIZE: (u32, u32) = (1200, 630);

/// Answers with a page.
#[derive(Clone, Copy, Debug)]
pub struct SharePage;

impl Endpoint for SharePage {
    const FUNCTION: Function = Function::SharePage;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let language = language(request);
        let (file, name) = (request.params.get("file"), request.params.get("name"));
        if !file.is_empty() {
            return Ok(match page::asset(file) {
                Some(found) => asset(request, found),
                None => missing(language, "page.missingAsset"),
            });
        }
        if !name.is_empty() {
            return Ok(match kind_of(name) {
                Some(kind) => {
                    let page = page::problem(language, kind.name, kind.status);
                    html(StatusCode::OK, page)
                }
                None => missing(language, "page.missingProblem"),
            });
        }
        if request.params.get("id").is_empty() {
            // A gateway may take `/r/` for a room's link whose id is empty.
            if request.path.starts_with("/r") {
                return Ok(missing(language, "page.missingRoom"));
            }
            let start = Start {
                public_url: &app.settings.public_url,
                data: &start_data(app).to_string(),
            };
            let page = page::start(language, &start);
            return Ok(html(StatusCode::OK, page));
        }
        let found = match request.room_id() {
            Ok(id) => app.folded(id, Freshness::Eventual).await,
            Err(problem) => Err(problem),
        };
        match found {
            Ok(folded) if folded.is_gone(app.now(), &app.settings.policy) => {
                Ok(gone(app, language, Some(&folded.open()?)))
            }
            Ok(folded) => {
                app.party_before(&folded, request)?;
                room_page(app, language, &folded.open()?)
            }
            Err(problem) if problem.kind().status == 410 => Ok(gone(app, language, None)),
            Err(problem) if problem.kind().status == 404 => {
                Ok(missing(language, "page.missingRoom"))
            }
            Err(problem) => Err(problem),
        }
    }
}

/// What there is to choose from on the start page.
fn start_data<S: RoomStore>(app: &App<S>) -> Value {
    let object = |pairs: Vec<(&'static str, &'static str)>| {
        let members = pairs.into_iter().map(|(name, value)| (name, value.into()));
        Value::Object(
            members
                .map(|(name, value): (_, Value)| (name.to_owned(), value))
                .collect(),
        )
    };
    // Lists, for an object would lose their order.
    let presets = Preset::ALL
        .map(|preset| json!([preset.name(), object(table::of_preset(preset))]))
        .to_vec();
    let options: Vec<Value> = table::members()
        .into_iter()
        .filter(|(name, _)| *name != table::PRESET)
        .map(|member| json!(member))
        .collect();
    let create = super::fields(Function::CreateInvite).unwrap_or_default();
    let minutes = create.iter().any(|field| field.name == "minutes");
    json!({
        "serverTime": rfc3339(app.now()),
        "presets": presets,
        "options": options,
        "rivals": Rival::ALL.map(Rival::name),
        "minutes": minutes,
    })
}

fn room_page<S: RoomStore>(
    app: &App<S>,
    language: Language,
    room: &Room,
) -> Result<Response, Problem> {
    let view = app.onlooker(None, 0).look(room);
    let name = |seat: &Option<SeatView>| {
        let seat = seat.as_ref()?;
        let rival = || Some(language.text(&format!("rival.{}", seat.rival?)));
        seat.name.clone().or_else(rival)
    };
    let options = room.terms.options();
    let damas = matches!(room.terms.table, rooms::Table::Damas { .. });
    let preset = damas.then(|| room.terms.preset().unwrap_or_default());
    let data = data_of(&view)?;
    let shown = page::Room {
        id: &view.id,
        url: &view.url,
        game: view.game,
        status: view.status,
        seats: Seats {
            white: name(&view.seats.white),
            black: name(&view.seats.black),
        },
        turn: view.turn,
        preset: preset.map(Preset::name),
        changed: preset.is_some_and(|preset| table::of_preset(preset) != options),
        options,
        preview: Preview {
            image: format!(
                "{}/rooms/{}/board.png?v={}",
                app.settings.public_url, view.id, view.version
            ),
            size: PREVIEW_SIZE,
        },
        data: &data,
    };
    let page = page::room(language, &shown);
    Ok(html(StatusCode::OK, page))
}

/// The room as everyone may see it, so that the board can be drawn before anything is asked for.
fn data_of(view: &RoomView) -> Result<String, Problem> {
    let room = serde_json::to_value(view).map_err(|fault| {
        tracing::error!(%fault, "a room could not be written");
        Problem::fault()
    })?;
    Ok(json!({"id": view.id, "serverTime": view.server_time, "room": room}).to_string())
}

/// The page of a closed room, with its last game for as long as that is kept.
fn gone<S: RoomStore>(app: &App<S>, language: Language, room: Option<&Room>) -> Response {
    let file = room.and_then(|room| {
        let kept = room
            .clone()
            .settled(app.now())
            .kept_until(app.settings.policy.retention);
        let ending = match room.terms.table {
            rooms::Table::Chess => "pgn",
            rooms::Table::Damas { .. } => "pdn",
        };
        let number = room.game()?.number();
        (app.now() < kept).then(|| format!("/rooms/{}/games/{number}.{ending}", room.id))
    });
    html(StatusCode::GONE, page::gone(language, &Gone { file }))
}

fn asset(request: &Request, asset: &page::Asset) -> Response {
    let compressed = asset.gzip.filter(|_| request.accepts_gzip());
    let mut response = Response::new(compressed.unwrap_or(asset.plain).to_vec());
    if compressed.is_some() {
        set_header(&mut response, header::CONTENT_ENCODING, "gzip");
    }
    set_header(&mut response, header::CONTENT_TYPE, asset.kind);
    // The name holds the content's hash: what is behind it never changes.
    set_header(
        &mut response,
        header::CACHE_CONTROL,
        "public, max-age=31536000, immutable",
    );
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{KINDS, codes};

    #[test]
    fn whatever_the_api_can_say_has_a_text_in_every_language() {
        let mut keys: Vec<String> = Vec::new();
        keys.extend(KINDS.map(|kind| format!("problem.{}", kind.name)));
        for (kind, codes) in codes() {
            keys.extend(codes.iter().map(|code| format!("problem.{kind}.{code}")));
        }
        keys.extend(rooms::EndReason::all().map(|reason| format!("reason.{}", reason.name())));
        for preset in Preset::ALL {
            keys.push(format!("preset.{}", preset.name()));
            keys.push(format!("preset.{}.about", preset.name()));
        }
        for (option, values) in table::members() {
            if option == table::PRESET {
                continue;
            }
            keys.push(format!("option.{option}"));
            keys.push(format!("option.{option}.about"));
            keys.extend(
                values
                    .iter()
                    .map(|value| format!("option.{option}.{value}")),
            );
        }
        for rival in Rival::ALL {
            keys.push(format!("rival.{rival}"));
            keys.push(format!("rival.{rival}.about"));
        }
        for game in rooms::GameKind::ALL {
            keys.push(format!("game.{}", game.name()));
        }
        for status in ["waiting", "playing", "finished", "cancelled"] {
            keys.push(format!("page.{status}"));
        }
        keys.extend(
            [
                "page.missingRoom",
                "page.missingProblem",
                "page.missingAsset",
            ]
            .map(str::to_owned),
        );
        assert!(keys.len() > 100);
        for language in Language::ALL {
            for key in &keys {
                assert!(language.has(key), "{} has no {key}", language.code());
            }
        }
    }

    #[test]
    fn every_text_of_a_code_is_of_one_that_the_api_can_send() {
        let known: Vec<String> = codes()
            .into_iter()
            .flat_map(|(kind, codes)| {
                codes
                    .into_iter()
                    .map(move |code| format!("problem.{kind}.{code}"))
            })
            .collect();
        let of_codes: Vec<_> = Language::Spanish
            .entries()
            .map(|(key, _)| key)
            .filter(|key| key.starts_with("problem.") && key.matches('.').count() > 1)
            .collect();
        assert_eq!(of_codes.len(), known.len());
        for key in of_codes {
            assert!(known.iter().any(|known| known == key), "{key}");
        }
    }
}
