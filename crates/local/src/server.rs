//! The endpoints behind one HTTP server: what API Gateway does for the stack on AWS.

use std::io::ErrorKind::{ConnectionAborted, ConnectionReset};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use api::{App, Function, MAX_BODY, Matched, Problem, Request, cors, dispatch, find_route};
use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, State};
use axum::response::Response;
use axum::{Extension, Router};
use http::{HeaderMap, header};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use rooms::RoomStore;
use tokio::net::TcpListener;
use tokio_io_timeout::TimeoutStream;

use crate::pool::Pool;

/// How long clients are waited for.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// For the head of a request, and for the next one on a connection that is kept open.
    pub head: Duration,
    /// For its body.
    pub body: Duration,
    /// For them to take any part of an answer.
    pub answer: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(30),
            body: Duration::from_secs(20),
            answer: Duration::from_secs(30),
        }
    }
}

/// How long to wait for a connection to end when there can be no more.
const FULL: Duration = Duration::from_secs(1);

/// Serves until `stop` resolves; then ends what is under way and returns. Connections live on this runtime, and requests are
/// carried out on `pool`.
pub async fn serve<S: RoomStore + 'static>(
    app: Arc<App<S>>,
    listener: TcpListener,
    patience: Patience,
    pool: Pool,
    stop: impl Future<Output = ()> + Send + 'static,
) {
    let router = router(app, patience, pool);
    let open = GracefulShutdown::new();
    let mut stop = pin!(stop);
    loop {
        let accepted = tokio::select! {
            () = &mut stop => break,
            accepted = listener.accept() => accepted,
        };
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(fault) => {
                // A client that has gone again is nobody's concern; of file descriptors some will come free.
                if !matches!(fault.kind(), ConnectionAborted | ConnectionReset) {
                    tracing::warn!(%fault, "no connection can be taken now");
                    tokio::time::sleep(FULL).await;
                }
                continue;
            }
        };
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience.answer));
        let service = router.clone().layer(Extension(ConnectInfo(peer)));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(patience.head)
            // Who has asked and closes that side still waits for the answer.
            .half_close(true)
            .serve_connection(
                TokioIo::new(Box::pin(stream)),
                TowerToHyperService::new(service),
            );
        // What goes wrong on a connection has been answered there, or the client is gone.
        tokio::spawn(open.watch(connection));
    }
    drop(listener);
    open.shutdown().await;
}

fn router<S: RoomStore + 'static>(app: Arc<App<S>>, patience: Patience, pool: Pool) -> Router {
    Router::new()
        .fallback(answer::<S>)
        .with_state((app, patience, pool))
}

async fn answer<S: RoomStore + 'static>(
    State((app, patience, pool)): State<(Arc<App<S>>, Patience, Pool)>,
    request: axum::extract::Request,
) -> Response {
    let (head, body) = request.into_parts();
    let answered = match read(&head.headers, body, patience.body).await {
        Ok(body) => {
            let request = Request {
                method: head.method,
                path: head.uri.path().to_owned(),
                params: api::Params::default(),
                query: head.uri.query().unwrap_or_default().to_owned(),
                headers: head.headers,
                caller: head
                    .extensions
                    .get::<ConnectInfo<SocketAddr>>()
                    .map(|it| it.0.ip()),
                body,
            };
            let function = function(&request);
            let work = async move { dispatch(&app, request).await };
            pool.run(function, work).await
        }
        Err(problem) => Err(problem),
    };
    let mut response = answered
        .unwrap_or_else(|problem| api::dressed(problem.into_response()))
        .map(Body::from);
    cors::expose(response.headers_mut());
    response
}

/// Which function is asked for, if any.
fn function(request: &Request) -> Option<Function> {
    match find_route(&request.method, &request.path) {
        Matched::Route(route, _) => Some(route.function),
        Matched::OtherMethod(_) | Matched::Nowhere => None,
    }
}

async fn read(headers: &HeaderMap, body: Body, patience: Duration) -> Result<Vec<u8>, Problem> {
    // What says itself too large need not be waited for.
    let said = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse().ok());
    if said.is_some_and(|length: u64| length > MAX_BODY as u64) {
        return Err(Problem::too_large());
    }
    match tokio::time::timeout(patience, to_bytes(body, MAX_BODY)).await {
        Ok(Ok(bytes)) => Ok(bytes.to_vec()),
        Ok(Err(fault)) if is_limit(&fault) => Err(Problem::too_large()),
        Ok(Err(_)) => Err(Problem::malformed(
            None,
            "the body broke off or is not framed as it says",
        )),
        Err(_) => Err(Problem::malformed(None, "the body did not arrive in time")),
    }
}

/// Whether reading a body failed because it is too long, and not because it broke.
fn is_limit(fault: &axum::Error) -> bool {
    let source = std::error::Error::source(fault);
    source.is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>)
}
