//! The AWS SDK's way to the engine: an HTTP client that opens no socket.

use std::sync::Arc;

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use super::dispatch;
use super::engine::Opened;

/// The header that names the operation, as `DynamoDB_20120810.PutItem`.
const TARGET: &str = "x-amz-target";

/// An HTTP client for the AWS SDK whose every request is answered by the engine in this process.
#[derive(Clone)]
pub struct EmbeddedClient {
    opened: Arc<Opened>,
}

impl EmbeddedClient {
    pub(super) fn new(opened: Arc<Opened>) -> Self {
        Self { opened }
    }
}

impl std::fmt::Debug for EmbeddedClient {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EmbeddedClient")
    }
}

impl HttpClient for EmbeddedClient {
    fn http_connector(
        &self,
        _: &HttpConnectorSettings,
        _: &RuntimeComponents,
    ) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}

impl HttpConnector for EmbeddedClient {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let opened = Arc::clone(&self.opened);
        HttpConnectorFuture::new(async move {
            // The engine blocks behind one mutex; on the runtime's own threads 64 clients starve each other for
            // seconds. What is started here is finished even if the caller goes away, as it would be over a network.
            let answer = tokio::task::spawn_blocking(move || {
                let operation = request
                    .headers()
                    .get(TARGET)
                    .and_then(|t| t.rsplit('.').next());
                let body = request.body().bytes().unwrap_or_default();
                dispatch::answer(&opened, operation.unwrap_or_default(), body)
            })
            .await
            .map_err(|e| ConnectorError::other(Box::new(e), None))?;
            let status = StatusCode::try_from(answer.status)
                .map_err(|e| ConnectorError::other(Box::new(e), None))?;
            let mut response = HttpResponse::new(status, SdkBody::from(answer.body));
            response
                .headers_mut()
                .insert("content-type", "application/x-amz-json-1.0");
            Ok(response)
        })
    }
}
