//! `GET /rooms/{id}`: the room, or 304.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::GetRoom>().await
}
