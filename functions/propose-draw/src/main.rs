//! `POST /rooms/{id}/draw-offer`: offers a draw.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::ProposeDraw>().await
}
