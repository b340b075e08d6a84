//! `GET /rooms/{id}/board.png`: the position as a picture, for link previews.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::BoardImage>().await
}
