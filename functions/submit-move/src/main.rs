//! `POST /rooms/{id}/moves`: makes a move.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::SubmitMove>().await
}
