//! `GET /`, `/r/{id}`, `/assets/{file}`, `/problems/{name}`: what a browser gets.

use lambda::Error;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    lambda::run::<api::SharePage>().await
}
