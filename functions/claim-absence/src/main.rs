//! `POST /rooms/{id}/absence-claim`: claims the win over an absent rival.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::ClaimAbsence>().await
}
