//! HTTP in, HTTP out, for whatever receives requests and wherever rooms are kept.
//!
//! [`ROUTES`] is the one list of paths. An [`Endpoint`] answers a [`Request`] for each function; [`dispatch`] finds it.
//! What goes wrong becomes a [`Problem`] in one place. No server, no AWS, no store is known here.

#![warn(clippy::indexing_slicing)]

mod accept;
mod app;
mod body;
pub mod cors;
mod endpoints;
mod entries;
mod etag;
mod metric;
mod openapi;
mod problem;
mod request;
mod routes;
mod sweep;
mod table;
mod unique;
mod view;

pub use app::{App, Endpoint, Settings, dressed, serve, system_time};
#[cfg(feature = "board-image")]
pub use endpoints::BoardImage;
pub use endpoints::{
    AcceptDraw, AcceptInvite, CancelInvite, ClaimAbsence, CreateInvite, DeclineDraw, DescribeApi,
    ExportGame, GetRoom, Huff, NotFound, OfferRematch, ProposeDraw, Resign, SharePage, SubmitMove,
};
pub use metric::Metric;
pub use openapi::openapi;
pub use problem::{KINDS, Kind, Problem};
pub use request::{MAX_BODY, Request, Response};
pub use routes::{Function, Matched, Params, ROUTES, Route, Throttle, find_route};
pub use sweep::{SweepReport, check_absences};

use rooms::RoomStore;

/// Answers a request that no gateway has routed: finds the function by [`ROUTES`] and runs it.
pub async fn dispatch<S: RoomStore>(app: &App<S>, mut request: Request) -> Response {
    let function = match find_route(&request.method, &request.path) {
        Matched::Route(route, params) => {
            request.params = params;
            route.function
        }
        Matched::OtherMethod(_) | Matched::Nowhere => Function::NotFound,
    };
    let request = &request;
    match function {
        Function::CreateInvite => serve::<CreateInvite, S>(app, request).await,
        Function::AcceptInvite => serve::<AcceptInvite, S>(app, request).await,
        Function::CancelInvite => serve::<CancelInvite, S>(app, request).await,
        Function::GetRoom => serve::<GetRoom, S>(app, request).await,
        Function::SubmitMove => serve::<SubmitMove, S>(app, request).await,
        Function::ProposeDraw => serve::<ProposeDraw, S>(app, request).await,
        Function::AcceptDraw => serve::<AcceptDraw, S>(app, request).await,
        Function::DeclineDraw => serve::<DeclineDraw, S>(app, request).await,
        Function::Resign => serve::<Resign, S>(app, request).await,
        Function::ClaimAbsence => serve::<ClaimAbsence, S>(app, request).await,
        Function::OfferRematch => serve::<OfferRematch, S>(app, request).await,
        Function::Huff => serve::<Huff, S>(app, request).await,
        Function::ExportGame => serve::<ExportGame, S>(app, request).await,
        #[cfg(feature = "board-image")]
        Function::BoardImage => serve::<BoardImage, S>(app, request).await,
        #[cfg(not(feature = "board-image"))]
        Function::BoardImage => serve::<NotFound, S>(app, request).await,
        Function::SharePage => serve::<SharePage, S>(app, request).await,
        Function::DescribeApi => serve::<DescribeApi, S>(app, request).await,
        Function::NotFound | Function::CheckAbsences => serve::<NotFound, S>(app, request).await,
    }
}
