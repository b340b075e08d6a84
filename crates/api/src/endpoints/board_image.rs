//! The position as a picture: what chat programs show beside a link. They do not show SVG.

use http::{Method, StatusCode, header};
use rooms::{Freshness, Refusal, RoomStore};

use crate::app::{App, Endpoint, set_header};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;

/// Answers with a picture of the position.
#[derive(Clone, Copy, Debug)]
pub struct BoardImage;

impl Endpoint for BoardImage {
    const FUNCTION: Function = Function::BoardImage;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let id = request.room_id()?;
        let wanted = request.query_number("v")?.map(u64::from);
        // A read may lag behind the page that named this version.
        let room = match app.store.read(id, Freshness::Eventual).await? {
            Some(room) if wanted.is_none_or(|wanted| room.version >= wanted) => room,
            _ => app.room(id, Freshness::Consistent).await?,
        };
        if room.is_gone(app.now(), &app.settings.policy) {
            return Err(app.refused(&room, request, &Refusal::RoomExpired));
        }
        let tag = format!("\"board-{}\"", room.version);
        let known = request
            .header_values(header::IF_NONE_MATCH)
            .any(|known| known == "*" || known.trim_start_matches("W/") == tag);
        let mut response = if known && request.method == Method::GET {
            let mut response = Response::new(Vec::new());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let view = app.onlooker(None, 0).look(&room);
            let mirrored = view.table.get("board").is_some_and(|board| board == "left");
            let last = view
                .moves
                .iter()
                .rev()
                .find_map(crate::entries::MoveView::played);
            let picture = picture::Picture {
                game: view.game,
                fen: &view.fen,
                last: last.unwrap_or_default(),
                turn: view.turn,
                mirrored,
            };
            let png = picture.png().map_err(|fault| {
                tracing::error!(%fault, "a position could not be drawn");
                Problem::fault()
            })?;
            let mut response = Response::new(png);
            set_header(&mut response, header::CONTENT_TYPE, "image/png");
            response
        };
        set_header(&mut response, header::ETAG, &tag);
        // Under its version a picture stays what it is; without one it is the picture of now.
        let cache = if wanted == Some(room.version) {
            "public, max-age=31536000, immutable"
        } else {
            "public, max-age=60"
        };
        set_header(&mut response, header::CACHE_CONTROL, cache);
        Ok(response)
    }
}
