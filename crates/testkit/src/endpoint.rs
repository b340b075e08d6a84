//! DynamoDB's own protocol on a port of this machine, over whatever answers the SDK inside this process.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use aws_smithy_runtime_api::client::http::{HttpClient, HttpConnector, SharedHttpConnector};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Response, StatusCode};
use tokio::net::TcpListener;

use crate::faults::refusal;
use crate::{Meter, Units};

/// The largest request that DynamoDB takes.
const LARGEST: usize = 16 * 1024 * 1024;

/// A DynamoDB for other processes: every request is handed to a connector of this one. Loopback only.
#[derive(Clone)]
pub struct DynamoEndpoint {
    url: String,
    inside: Arc<Inside>,
}

struct Inside {
    connector: SharedHttpConnector,
    meter: Meter,
    refusing: Mutex<Option<&'static str>>,
    requests: AtomicUsize,
}

impl std::fmt::Debug for DynamoEndpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "DynamoEndpoint({})", self.url)
    }
}

impl DynamoEndpoint {
    /// Listens on a free port.
    ///
    /// # Panics
    /// If there is none.
    pub async fn over<C: HttpConnector + HttpClient + Clone + 'static>(
        connector: C,
    ) -> DynamoEndpoint {
        let meter = Meter::new(connector.clone());
        let inside = Arc::new(Inside {
            connector: meter.on(connector),
            meter,
            refusing: Mutex::default(),
            requests: AtomicUsize::new(0),
        });
        let router = Router::new()
            .fallback(forward)
            .with_state(Arc::clone(&inside));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move { axum::serve(listener, router).await });
        DynamoEndpoint { url, inside }
    }

    /// Where it listens: the value of `AWS_ENDPOINT_URL_DYNAMODB`.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.url
    }

    /// What was charged since the last time, or the beginning.
    #[must_use]
    pub fn take_units(&self) -> Units {
        self.inside.meter.take()
    }

    /// How many requests have arrived.
    #[must_use]
    pub fn requests(&self) -> usize {
        self.inside.requests.load(Ordering::SeqCst)
    }

    /// From now on answers everything with this exception, such as `AccessDeniedException`; with `None`, no longer.
    ///
    /// # Panics
    /// If a request panicked.
    pub fn refuse_with(&self, exception: Option<&'static str>) {
        *self.inside.refusing.lock().unwrap() = exception;
    }
}

async fn forward(State(inside): State<Arc<Inside>>, request: Request) -> Response<Body> {
    inside.requests.fetch_add(1, Ordering::SeqCst);
    let refusing = *inside.refusing.lock().unwrap();
    let (head, body) = request.into_parts();
    let answered = if let Some(exception) = refusing {
        Ok(refusal(400, exception, ""))
    } else {
        let bytes = to_bytes(body, LARGEST).await.unwrap_or_default();
        let mut asked = HttpRequest::new(SdkBody::from(bytes));
        if let Some(target) = head.headers.get("x-amz-target") {
            let target = target.to_str().unwrap().to_owned();
            asked.headers_mut().insert("x-amz-target", target);
        }
        inside.connector.call(asked).await
    };
    let mut answer = answered.expect("the connector answers");
    let status = StatusCode::from_u16(answer.status().as_u16()).unwrap();
    let body = ByteStream::new(answer.take_body()).collect().await;
    Response::builder()
        .status(status)
        .header("content-type", "application/x-amz-json-1.0")
        .body(Body::from(body.unwrap().into_bytes()))
        .unwrap()
}
