//! `$default`: 404 and 405 as problem details.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::NotFound>().await
}
