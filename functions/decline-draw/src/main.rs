//! `POST /rooms/{id}/draw-offer/refusal`: refuses a draw.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::DeclineDraw>().await
}
