//! The OpenAPI document.

use http::{StatusCode, header};
use rooms::RoomStore;

use crate::app::{App, Endpoint, json, set_header};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;

/// Answers with the OpenAPI document.
#[derive(Clone, Copy, Debug)]
pub struct DescribeApi;

impl Endpoint for DescribeApi {
    const FUNCTION: Function = Function::DescribeApi;

    async fn answer<S: RoomStore>(app: &App<S>, _: &Request) -> Result<Response, Problem> {
        let mut response = json(StatusCode::OK, app.document())?;
        set_header(&mut response, header::CACHE_CONTROL, "public, max-age=300");
        Ok(response)
    }
}
