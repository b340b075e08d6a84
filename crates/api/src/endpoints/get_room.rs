//! Reading a room. Changes nothing, whoever reads: previews and mail scanners open links.

use http::{Method, StatusCode, header};
use rooms::{Freshness, Refusal, RoomStore};

use crate::app::{App, Endpoint, json, set_header};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::view::version_in;

/// Answers with the room, or 304 to whoever has it already.
#[derive(Clone, Copy, Debug)]
pub struct GetRoom;

impl Endpoint for GetRoom {
    const FUNCTION: Function = Function::GetRoom;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let id = request.room_id()?;
        let since = request.query_number("since")?.unwrap_or_default();
        let since = usize::try_from(since).unwrap_or(usize::MAX);
        let known = request
            .header_values(header::IF_NONE_MATCH)
            .filter_map(version_in)
            .max();
        // A read may lag behind what the client has seen elsewhere; then, and only then, pay for a fresh one.
        let room = match app.store.read(id, Freshness::Eventual).await? {
            Some(room) if known.is_none_or(|known| room.version >= known) => room,
            _ => app.room(id, Freshness::Consistent).await?,
        };
        if room.is_gone(app.now(), &app.settings.policy) {
            return Err(app.refused(&room, request, &Refusal::RoomExpired));
        }
        let party = app.party(&room, request)?;
        let onlooker = app.onlooker(party, since);
        let etag = onlooker.etag(&room);
        // The comparison is weak: some proxies drop the `W/`.
        let opaque = |etag: &str| etag.trim_start_matches("W/").to_owned();
        let is_known = request
            .header_values(header::IF_NONE_MATCH)
            .any(|known| known == "*" || opaque(known) == opaque(&etag));
        let mut response = if is_known && request.method == Method::GET {
            Response::new(Vec::new())
        } else {
            json(StatusCode::OK, &onlooker.look(&room))?
        };
        if is_known {
            if request.method == Method::HEAD {
                let length = response.body().len().to_string();
                set_header(&mut response, header::CONTENT_LENGTH, &length);
            }
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        set_header(&mut response, header::ETAG, &etag);
        let cache = if party.is_some() {
            "private, no-cache"
        } else {
            "public, max-age=2"
        };
        set_header(&mut response, header::CACHE_CONTROL, cache);
        Ok(response)
    }
}
