//! `POST /rooms/{id}/rematch`: offers or accepts another game.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::OfferRematch>().await
}
