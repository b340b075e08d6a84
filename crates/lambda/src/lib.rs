//! From a Lambda event to an endpoint and back: what the functions share.
//!
//! The event is read leniently, field by field: whatever a gateway lets through must become an answer, never a crash.

#![warn(clippy::indexing_slicing)]

mod emf;
mod environment;
mod event;

use std::pin::Pin;
use std::sync::Arc;

use api::{App, Endpoint, check_absences, serve};
use dynamo::DynamoStore;
use lambda_runtime::{LambdaEvent, service_fn};
use rooms::Span;
use serde_json::Value;

pub use event::{Answer, Event};
/// What ends a function's process.
pub use lambda_runtime::Error;

/// How long a sweep may go on; the schedule's function has a timeout of a minute.
const SWEEP_BUDGET: Span = Span::seconds(45);

/// Runs the function of an endpoint until the process ends.
///
/// # Errors
/// If the environment is incomplete, or the runtime goes away.
pub async fn run<E: Endpoint>() -> Result<(), Error> {
    let app = start().await?;
    lambda_runtime::run(service_fn(move |event: LambdaEvent<Value>| {
        answer::<E>(Arc::clone(&app), event.payload)
    }))
    .await
}

type Boxed<T> = Pin<Box<dyn Future<Output = Result<T, Error>> + Send>>;

/// Answers one event. Boxed: under the runtime's layers the SDK's types would be too deep for the compiler.
fn answer<E: Endpoint>(app: Arc<App<DynamoStore>>, event: Value) -> Boxed<Answer> {
    Box::pin(async move {
        let request = Event::read(event).into_request();
        Ok(Answer::from(serve::<E, DynamoStore>(&app, &request).await))
    })
}

/// Runs the function that the schedule calls.
///
/// # Errors
/// If the environment is incomplete, or the runtime goes away.
pub async fn run_check_absences() -> Result<(), Error> {
    let app = start().await?;
    lambda_runtime::run(service_fn(move |_: LambdaEvent<Value>| {
        let app = Arc::clone(&app);
        let swept: Boxed<Value> = Box::pin(async move {
            let report = check_absences(&app, SWEEP_BUDGET).await?;
            tracing::info!(?report, "swept");
            Ok(serde_json::to_value(report)?)
        });
        swept
    }))
    .await
}

async fn start() -> Result<Arc<App<DynamoStore>>, Error> {
    lambda_runtime::tracing::init_default_subscriber();
    Ok(Arc::new(environment::app().await?))
}
