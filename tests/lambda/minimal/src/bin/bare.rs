//! The least that answers a request, without a store.

use lambda_http::{Body, Error, Request, Response, run, service_fn, tracing};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    tracing::init_default_subscriber();
    run(service_fn(|_: Request| async {
        Ok::<_, Error>(Response::new(Body::Text("here".to_owned())))
    }))
    .await
}
