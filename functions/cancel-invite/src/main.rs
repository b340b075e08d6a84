//! `DELETE /invites/{id}`: calls an invite off.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::CancelInvite>().await
}
