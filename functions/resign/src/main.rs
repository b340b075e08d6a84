//! `POST /rooms/{id}/resignation`: gives the game up.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::Resign>().await
}
