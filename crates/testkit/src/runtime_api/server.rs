//! The four requests a runtime makes.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode};
use axum::routing::{get, post};
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::sync::{mpsc, oneshot, watch};

/// The largest answer that Lambda takes of a function.
const LARGEST_ANSWER: usize = 6 * 1024 * 1024;

/// One event on its way to the function.
pub(super) struct Work {
    pub(super) id: String,
    pub(super) event: String,
    pub(super) deadline: Duration,
    pub(super) answer: oneshot::Sender<Said>,
}

/// What the function said of an event.
pub(super) enum Said {
    Answer(Value),
    Error(Value),
}

/// What the sandbox and its Runtime API share.
pub(super) struct Shared {
    arn: String,
    work: tokio::sync::Mutex<mpsc::UnboundedReceiver<Work>>,
    waiting: Mutex<HashMap<String, oneshot::Sender<Said>>>,
    /// When the function first asked for work.
    pub(super) ready: watch::Sender<Option<Instant>>,
    /// What it said it could not start for.
    pub(super) unready: Mutex<Option<Value>>,
}

/// Listens; returns where, and where to put work.
pub(super) async fn listen(arn: String) -> (String, Arc<Shared>, mpsc::UnboundedSender<Work>) {
    let (sender, work) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared {
        arn,
        work: tokio::sync::Mutex::new(work),
        waiting: Mutex::default(),
        ready: watch::Sender::new(None),
        unready: Mutex::default(),
    });
    let base = "/2018-06-01/runtime";
    let router = Router::new()
        .route(&format!("{base}/invocation/next"), get(next))
        .route(
            &format!("{base}/invocation/{{id}}/response"),
            post(response),
        )
        .route(&format!("{base}/invocation/{{id}}/error"), post(error))
        .route(&format!("{base}/init/error"), post(init_error))
        .with_state(Arc::clone(&shared));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, shared, sender)
}

/// `GET …/invocation/next`: waits until there is an event.
async fn next(State(shared): State<Arc<Shared>>) -> Response<Body> {
    shared.ready.send_if_modified(|ready| {
        let first = ready.is_none();
        ready.get_or_insert_with(Instant::now);
        first
    });
    let Some(work) = shared.work.lock().await.recv().await else {
        // The sandbox is going away, and the process with it.
        return answer(StatusCode::GONE, "{}");
    };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    let deadline = (now + work.deadline).as_millis().to_string();
    shared
        .waiting
        .lock()
        .unwrap()
        .insert(work.id.clone(), work.answer);
    Response::builder()
        .header("content-type", "application/json")
        .header("lambda-runtime-aws-request-id", work.id)
        .header("lambda-runtime-deadline-ms", deadline)
        .header("lambda-runtime-invoked-function-arn", &shared.arn)
        .header(
            "lambda-runtime-trace-id",
            "Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700;Parent=9a9197af755a6419;Sampled=0",
        )
        .body(Body::from(work.event))
        .unwrap()
}

/// `POST …/invocation/{id}/response`.
async fn response(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    body: Body,
) -> Response<Body> {
    let Ok(bytes) = to_bytes(body, LARGEST_ANSWER).await else {
        let said = serde_json::json!({
            "errorType": "Function.ResponseSizeTooLarge",
            "errorMessage": "the answer is larger than Lambda takes",
        });
        settle(&shared, &id, Said::Error(said));
        return answer(StatusCode::PAYLOAD_TOO_LARGE, "{}");
    };
    let said = match serde_json::from_slice(&bytes) {
        Ok(value) => Said::Answer(value),
        Err(fault) => Said::Error(format!("the answer is no JSON: {fault}").into()),
    };
    settle(&shared, &id, said)
}

/// `POST …/invocation/{id}/error`.
async fn error(
    State(shared): State<Arc<Shared>>,
    Path(id): Path<String>,
    body: Body,
) -> Response<Body> {
    let value = read(body).await;
    settle(&shared, &id, Said::Error(value))
}

/// `POST …/init/error`.
async fn init_error(State(shared): State<Arc<Shared>>, body: Body) -> Response<Body> {
    let value = read(body).await;
    *shared.unready.lock().unwrap() = Some(value);
    answer(StatusCode::ACCEPTED, r#"{"status":"OK"}"#)
}

async fn read(body: Body) -> Value {
    let bytes = to_bytes(body, LARGEST_ANSWER).await.unwrap_or_default();
    serde_json::from_slice(&bytes)
        .unwrap_or_else(|_| Value::from(String::from_utf8_lossy(&bytes).into_owned()))
}

fn settle(shared: &Shared, id: &str, said: Said) -> Response<Body> {
    match shared.waiting.lock().unwrap().remove(id) {
        Some(waiting) => {
            // Whoever asked may have given up.
            let _ = waiting.send(said);
            answer(StatusCode::ACCEPTED, r#"{"status":"OK"}"#)
        }
        None => answer(
            StatusCode::BAD_REQUEST,
            r#"{"errorType":"InvalidRequestID","errorMessage":"nothing waits under this id"}"#,
        ),
    }
}

fn answer(status: StatusCode, body: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    response
}
