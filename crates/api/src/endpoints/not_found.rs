//! The answer to whatever no route takes.

use http::header;
use rooms::RoomStore;

use crate::app::{App, Endpoint};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::{Function, Matched, find_route};

/// Answers 404, or 405 where only the method is wrong.
#[derive(Clone, Copy, Debug)]
pub struct NotFound;

impl Endpoint for NotFound {
    const FUNCTION: Function = Function::NotFound;

    async fn answer<S: RoomStore>(_: &App<S>, request: &Request) -> Result<Response, Problem> {
        Err(match find_route(&request.method, &request.path) {
            Matched::OtherMethod(methods) => {
                let allowed = methods.join(", ");
                Problem::new("method-not-allowed", format!("this path takes {allowed}"))
                    .with_header(header::ALLOW, &allowed)
            }
            _ => Problem::new(
                "no-such-path",
                "there is nothing at this path; `/openapi.json` lists what there is",
            ),
        })
    }
}
