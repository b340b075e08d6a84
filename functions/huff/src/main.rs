//! `POST /rooms/{id}/huff`: answers the rival's wrong move.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::Huff>().await
}
