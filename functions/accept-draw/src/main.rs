//! `POST /rooms/{id}/draw-offer/acceptance`: accepts a draw.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::AcceptDraw>().await
}
