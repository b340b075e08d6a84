//! `POST /invites`: makes an invite.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::CreateInvite>().await
}
