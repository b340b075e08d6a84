//! Called by the schedule: records what time has done to rooms.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run_check_absences().await
}
