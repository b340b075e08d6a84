//! What a browser gets that opens a link.

use http::{HeaderValue, StatusCode, header};
use rooms::{Freshness, RoomStore};

use crate::app::{App, Endpoint};
use crate::entries::MoveView;
use crate::problem::{Problem, kind_of};
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::view::status;

/// Answers with a page.
#[derive(Clone, Copy, Debug)]
pub struct SharePage;

impl Endpoint for SharePage {
    const FUNCTION: Function = Function::SharePage;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        if !request.params.get("name").is_empty() {
            let name = request.params.get("name");
            let Some(kind) = kind_of(name) else {
                return Ok(html(
                    StatusCode::NOT_FOUND,
                    page::missing("There is no problem of this name."),
                ));
            };
            return Ok(html(
                StatusCode::OK,
                page::problem(kind.name, kind.status, kind.title),
            ));
        }
        if request.params.get("id").is_empty() {
            return Ok(html(StatusCode::OK, page::start(&app.settings.public_url)));
        }
        let found = match request.room_id() {
            Ok(id) => app.room(id, Freshness::Eventual).await,
            Err(problem) => Err(problem),
        };
        let room = match found {
            Ok(room) => room,
            Err(problem) if problem.kind().status == 410 => {
                return Ok(html(StatusCode::GONE, page::expired()));
            }
            Err(problem) if problem.kind().status == 404 => {
                return Ok(html(
                    StatusCode::NOT_FOUND,
                    page::missing("There is no room behind this link."),
                ));
            }
            Err(problem) => return Err(problem),
        };
        let now = app.now();
        if room.is_gone(now, &app.settings.policy) {
            return Ok(html(StatusCode::GONE, page::expired()));
        }
        let view = app.onlooker(None, 0).look(&room);
        let name =
            |seat: &Option<crate::view::SeatView>| seat.as_ref().and_then(|seat| seat.name.clone());
        let options = room.terms.options();
        let table: Vec<_> = options
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let page = page::Room {
            id: &view.id,
            url: &view.url,
            game: view.game,
            status: status(&room.clone().settled(now)),
            white: name(&view.seats.white),
            black: name(&view.seats.black),
            fen: &view.fen,
            moves: view.moves.iter().map(MoveView::notation).collect(),
            table: table.join(", "),
        };
        Ok(html(StatusCode::OK, page::room(&page)))
    }
}

fn html(status: StatusCode, page: String) -> Response {
    let mut response = Response::new(page.into_bytes());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=2"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(page::POLICY),
    );
    response
}
