//! `GET /openapi.json`: the OpenAPI document.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::DescribeApi>().await
}
