//! `GET /rooms/{id}/games/{n}`: one game as JSON or PGN.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::ExportGame>().await
}
