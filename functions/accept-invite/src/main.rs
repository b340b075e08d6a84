//! `POST /invites/{id}/acceptance`: takes the free seat, once.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::AcceptInvite>().await
}
