//! The answer to whatever no route takes.

use http::{Method, StatusCode, header};
use rooms::RoomStore;

use super::pages;
use crate::app::{App, Endpoint, set_header};
use crate::cors;
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::{Function, Matched, find_route};

/// Answers 404, or 405 where only the method is wrong; `OPTIONS` too, which a gateway may or may not answer itself.
#[derive(Clone, Copy, Debug)]
pub struct NotFound;

impl Endpoint for NotFound {
    const FUNCTION: Function = Function::NotFound;

    async fn answer<S: RoomStore>(_: &App<S>, request: &Request) -> Result<Response, Problem> {
        let asks = request.method == Method::OPTIONS;
        if asks && request.headers.contains_key(header::ORIGIN) {
            return Ok(cors::preflight());
        }
        if let Some(response) = pages::moved(request) {
            return Ok(response);
        }
        match find_route(&request.method, &request.path) {
            Matched::OtherMethod(methods) => {
                let allowed = methods.join(", ");
                if asks {
                    let mut response = Response::new(Vec::new());
                    *response.status_mut() = StatusCode::NO_CONTENT;
                    set_header(&mut response, header::ALLOW, &allowed);
                    return Ok(response);
                }
                let detail = format!("this path takes {allowed}");
                Err(Problem::new("method-not-allowed", detail).with_header(header::ALLOW, &allowed))
            }
            _ => Err(Problem::new(
                "no-such-path",
                "there is nothing at this path; `/openapi.json` lists what there is",
            )),
        }
    }
}
