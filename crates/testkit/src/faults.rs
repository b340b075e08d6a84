//! An HTTP client for the AWS SDK that breaks on purpose.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};

use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpClient,
    SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::{HttpRequest, HttpResponse};
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use aws_smithy_runtime_api::http::StatusCode;
use aws_smithy_types::body::SdkBody;

use crate::meter::operation;

/// One way in which a request goes wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The request is carried out, then the connection breaks before the answer arrives.
    LoseAnswer,
    /// The request is carried out, but the answer takes longer than anyone waits.
    AnswerTooLate,
    /// The connection breaks before anything was sent.
    Unreachable,
    /// `ProvisionedThroughputExceededException`; nothing is carried out.
    Throttle,
    /// `TransactionConflictException`: a transaction is at the item right now; nothing is carried out.
    Conflict,
    /// A transaction cancelled for a conflict at its first item; nothing is carried out.
    CancelForConflict,
    /// A transaction cancelled for throttling at its second item; nothing is carried out.
    CancelForThrottling,
    /// `InternalServerError`, a fault of the service's own; nothing is carried out.
    ServiceBroken,
    /// `AccessDeniedException`: the caller may not do this; nothing is carried out.
    Denied,
}

/// Wraps an HTTP client and makes planned requests go wrong. Clones share the plan.
#[derive(Debug, Clone)]
pub struct Faults {
    inner: SharedHttpClient,
    plan: Arc<Mutex<Plan>>,
}

#[derive(Debug, Default)]
struct Plan {
    /// For which operation (all of them: `None`), and how.
    waiting: VecDeque<(Option<&'static str>, Fault)>,
    happened: usize,
}

impl Faults {
    /// Nothing goes wrong until something is planned.
    pub fn new(inner: impl HttpClient + 'static) -> Self {
        Self {
            inner: SharedHttpClient::new(inner),
            plan: Arc::default(),
        }
    }

    /// Makes the next `times` requests go wrong, whatever they are.
    pub fn plan(&self, fault: Fault, times: usize) {
        self.add(None, fault, times);
    }

    /// Makes the next `times` requests of one operation (`PutItem`) go wrong; others pass.
    pub fn plan_for(&self, operation: &'static str, fault: Fault, times: usize) {
        self.add(Some(operation), fault, times);
    }

    /// How many requests went wrong so far.
    #[must_use]
    pub fn happened(&self) -> usize {
        self.plan.lock().unwrap().happened
    }

    /// How many planned faults are still to come. A test asserts zero, lest it prove nothing.
    #[must_use]
    pub fn still_planned(&self) -> usize {
        self.plan.lock().unwrap().waiting.len()
    }

    /// Forgets what has not happened yet.
    pub fn clear(&self) {
        self.plan.lock().unwrap().waiting.clear();
    }

    fn add(&self, operation: Option<&'static str>, fault: Fault, times: usize) {
        self.plan
            .lock()
            .unwrap()
            .waiting
            .extend(std::iter::repeat_n((operation, fault), times));
    }

    fn take(&self, operation: &str) -> Option<Fault> {
        let mut plan = self.plan.lock().unwrap();
        let at = plan
            .waiting
            .iter()
            .position(|(only, _)| only.is_none_or(|only| only == operation))?;
        plan.happened += 1;
        plan.waiting.remove(at).map(|(_, fault)| fault)
    }
}

impl HttpClient for Faults {
    fn http_connector(
        &self,
        settings: &HttpConnectorSettings,
        components: &RuntimeComponents,
    ) -> SharedHttpConnector {
        let inner = self.inner.http_connector(settings, components);
        SharedHttpConnector::new(FaultyConnector {
            inner,
            faults: self.clone(),
        })
    }
}

#[derive(Debug)]
struct FaultyConnector {
    inner: SharedHttpConnector,
    faults: Faults,
}

impl HttpConnector for FaultyConnector {
    fn call(&self, request: HttpRequest) -> HttpConnectorFuture {
        let Some(fault) = self.faults.take(operation(&request)) else {
            return self.inner.call(request);
        };
        let inner = self.inner.clone();
        HttpConnectorFuture::new(async move {
            let reset =
                || ConnectorError::io(io::Error::from(io::ErrorKind::ConnectionReset).into());
            match fault {
                Fault::LoseAnswer => {
                    inner.call(request).await?;
                    Err(reset())
                }
                Fault::AnswerTooLate => {
                    inner.call(request).await?;
                    Err(ConnectorError::timeout(
                        io::Error::from(io::ErrorKind::TimedOut).into(),
                    ))
                }
                Fault::Unreachable => Err(reset()),
                Fault::Throttle => Ok(refusal(400, "ProvisionedThroughputExceededException", "")),
                Fault::Conflict => Ok(refusal(400, "TransactionConflictException", "")),
                Fault::CancelForConflict => Ok(cancelled(["TransactionConflict", "None"])),
                Fault::CancelForThrottling => Ok(cancelled(["None", "ThrottlingError"])),
                Fault::ServiceBroken => Ok(refusal(500, "InternalServerError", "")),
                Fault::Denied => Ok(refusal(400, "AccessDeniedException", "")),
            }
        })
    }
}

fn cancelled(reasons: [&str; 2]) -> HttpResponse {
    let reasons: Vec<String> = reasons
        .iter()
        .map(|code| format!(r#"{{"Code":"{code}"}}"#))
        .collect();
    refusal(
        400,
        "TransactionCanceledException",
        &format!(r#","CancellationReasons":[{}]"#, reasons.join(",")),
    )
}

pub(crate) fn refusal(status: u16, kind: &str, more: &str) -> HttpResponse {
    let body = format!(
        r#"{{"__type":"com.amazonaws.dynamodb.v20120810#{kind}","message":"made to fail by a test"{more}}}"#
    );
    HttpResponse::new(StatusCode::try_from(status).unwrap(), SdkBody::from(body))
}
