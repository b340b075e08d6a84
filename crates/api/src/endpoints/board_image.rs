//! The position as a picture: what chat programs show beside a link. They do not show SVG.

use http::{StatusCode, header};
use rooms::{Refusal, RoomStore};

use crate::app::{App, Endpoint, set_header};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;

/// So many entries hold the last move: a huff may have come after it, and each side may have passed.
const LAST: usize = 4;

/// Answers with a picture of the position.
#[derive(Clone, Copy, Debug)]
pub struct BoardImage;

impl Endpoint for BoardImage {
    const FUNCTION: Function = Function::BoardImage;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let id = request.room_id()?;
        let wanted = request.number("v", "the `version` of the room you saw")?;
        let wanted = wanted.map(u64::from);
        let folded = app.folded_since(id, wanted).await?;
        app.party_before(&folded, request)?;
        if folded.is_gone(app.now(), &app.settings.policy) {
            return Err(app
                .refused(&folded.open()?, request, &Refusal::RoomExpired)
                .await);
        }
        let version = folded.version();
        let tag = format!("\"board-{version}\"");
        let mut response = if request.has(&tag) {
            let mut response = Response::new(Vec::new());
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response
        } else {
            let room = folded.open()?;
            // Only the last move is shown: it is among the last entries, for a huff answers a move.
            let entries = room.game().map_or(0, |game| game.entries().len());
            let view = app.onlooker(None, entries.saturating_sub(LAST)).look(&room);
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
        let cache = if wanted == Some(version) {
            "public, max-age=31536000, immutable"
        } else {
            "public, max-age=60"
        };
        set_header(&mut response, header::CACHE_CONTROL, cache);
        Ok(response)
    }
}
