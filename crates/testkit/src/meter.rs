//! Adds up what DynamoDB would charge.

use std::sync::{Arc, Mutex};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_types::body::SdkBody;
use aws_smithy_types::byte_stream::ByteStream;
use serde_json::Value;

/// Request units, indexes included.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Units {
    /// Read request units: 1 for a consistent read of up to 4 KiB, half for an eventual one.
    pub read: f64,
    /// Write request units: 1 for each begun KiB, and again for each index entry that changes.
    pub write: f64,
    /// How many requests were made, retries included.
    pub requests: u32,
}

/// Wraps an HTTP client: asks for `ReturnConsumedCapacity` in every request that knows it, and adds up the answers.
/// Clones share the sum. The program under test is left as it is.
#[derive(Debug, Clone)]
pub struct Meter {
    inner: SharedHttpClient,
    sum: Arc<Mutex<Units>>,
}

impl Meter {
    /// A meter at zero.
    pub fn new(inner: impl HttpClient + 'static) -> Self {
        Self {
            inner: SharedHttpClient::new(inner),
            sum: Arc::default(),
        }
    }

    /// The same sum over a connector.
    pub(crate) fn on(&self, inner: impl HttpConnector + 'static) -> SharedHttpConnector {
        SharedHttpConnector::new(MeteredConnector {
            inner: SharedHttpConnector::new(inner),
            sum: self.sum.clone(),
        })
    }

    /// What was charged since the last time, or the beginning.
    #[must_use]
    pub fn take(&self) -> Units {
        std::mem::take(&mut *self.sum.lock().unwrap())
    }
}

impl HttpClient for Meter {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        self.on(self.inner.http_connector(settings, components))
    }
}

#[derive(Debug)]
struct MeteredConnector {
    inner: SharedHttpConnector,
    sum: Arc<Mutex<Units>>,
}

impl HttpConnector for MeteredConnector {
    fn call(&self, mut request: HttpRequest) -> HttpConnectorFuture {
        let writes = match operation(&request) {
            "GetItem" | "Query" => false,
            "PutItem" | "UpdateItem" | "DeleteItem" | "TransactWriteItems" => true,
            _ => return self.inner.call(request),
        };
        ask_for_capacity(&mut request);
        let (inner, sum) = (self.inner.clone(), self.sum.clone());
        HttpConnectorFuture::new(async move {
            sum.lock().unwrap().requests += 1;
            let mut response: HttpResponse = inner.call(request).await?;
            let body = ByteStream::new(response.take_body())
                .collect()
                .await
                .map_err(|e| ConnectorError::other(e.into(), None))?
                .into_bytes();
            let units = consumed(&body);
            let mut sum = sum.lock().unwrap();
            if writes {
                sum.write += units;
            } else {
                sum.read += units;
            }
            *response.body_mut() = SdkBody::from(body);
            Ok(response)
        })
    }
}

/// The part of `X-Amz-Target` after the dot.
pub(crate) fn operation(request: &HttpRequest) -> &str {
    request
        .headers()
        .get("x-amz-target")
        .and_then(|target| target.rsplit('.').next())
        .unwrap_or_default()
}

fn ask_for_capacity(request: &mut HttpRequest) {
    let body = request.body().bytes().unwrap_or_default();
    let mut json: Value = serde_json::from_slice(body).expect("the SDK sends JSON");
    json["ReturnConsumedCapacity"] = "INDEXES".into();
    let body = json.to_string();
    request
        .headers_mut()
        .insert("content-length", body.len().to_string());
    *request.body_mut() = SdkBody::from(body);
}

fn consumed(body: &[u8]) -> f64 {
    let json: Value = serde_json::from_slice(body).unwrap_or_default();
    match &json["ConsumedCapacity"] {
        Value::Array(tables) => tables
            .iter()
            .filter_map(|table| table["CapacityUnits"].as_f64())
            .sum(),
        one => one["CapacityUnits"].as_f64().unwrap_or_default(),
    }
}
