//! What browsers elsewhere may do: any origin, no credentials. The one place that says it: the local server and the
//! function `not-found` answer with it, and the template is held to it.

use http::{HeaderMap, HeaderValue, StatusCode, header};

use crate::app::set_header;
use crate::request::Response;

/// Methods that may be asked for.
pub const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
/// Headers that may be sent.
pub const ALLOW_HEADERS: [&str; 3] = ["authorization", "content-type", "if-none-match"];
/// Headers of answers that scripts may read.
pub const EXPOSE_HEADERS: [&str; 3] = ["etag", "location", "retry-after"];
/// For how many seconds a browser may remember this.
pub const MAX_AGE: u32 = 86_400;

/// Lets scripts of any origin read an answer. On AWS the gateway does this.
pub fn expose(headers: &mut HeaderMap) {
    headers.insert(
        header::ACCESS_CONTROL_ALLOW_ORIGIN,
        HeaderValue::from_static("*"),
    );
    if let Ok(exposed) = HeaderValue::from_str(&EXPOSE_HEADERS.join(",")) {
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, exposed);
    }
}

/// The answer to a preflight, of any path: what the browser then asks for gets an answer that the script can read,
/// a refusal too.
pub(crate) fn preflight() -> Response {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::NO_CONTENT;
    set_header(&mut response, header::ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    set_header(
        &mut response,
        header::ACCESS_CONTROL_ALLOW_METHODS,
        &METHODS.join(","),
    );
    set_header(
        &mut response,
        header::ACCESS_CONTROL_ALLOW_HEADERS,
        &ALLOW_HEADERS.join(","),
    );
    set_header(
        &mut response,
        header::ACCESS_CONTROL_MAX_AGE,
        &MAX_AGE.to_string(),
    );
    response
}
