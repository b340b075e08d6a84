//! Reading a room. Changes nothing, whoever reads: previews and mail scanners open links.

use http::{Method, StatusCode, header};
use rooms::{Refusal, RoomStore};

use crate::app::{App, Endpoint, json, set_header};
use crate::etag::version_in;
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;

/// Answers with the room, or 304 to whoever has it already.
#[derive(Clone, Copy, Debug)]
pub struct GetRoom;

impl Endpoint for GetRoom {
    const FUNCTION: Function = Function::GetRoom;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let id = request.room_id()?;
        let since = request.number("since", "how many entries of `moves` you have")?;
        let since = usize::try_from(since.unwrap_or_default()).unwrap_or(usize::MAX);
        let known = request
            .header_values(header::IF_NONE_MATCH)
            .filter_map(version_in)
            .max();
        let folded = app.folded_since(id, known).await?;
        let party = app.party_before(&folded, request)?;
        if folded.is_gone(app.now(), &app.settings.policy) {
            return Err(app
                .refused(&folded.open()?, request, &Refusal::RoomExpired)
                .await);
        }
        let next = folded.next_game();
        let onlooker = app.seen_by(request, id, next, party, since).await;
        let etag = onlooker.etag_before(&folded);
        let is_known = request.has(&etag);
        let mut response = if is_known && request.method == Method::GET {
            Response::new(Vec::new())
        } else {
            json(StatusCode::OK, &onlooker.look(&folded.open()?))?
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
