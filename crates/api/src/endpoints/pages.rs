//! What all pages have in common, and the pages that say what went wrong.

use http::{HeaderValue, Method, StatusCode, header};
use page::Language;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::accept;
use crate::app::set_header;
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::{Function, Matched, find_route};

/// The language asked for: by a link of the page's own first, then by the browser.
pub(super) fn language(request: &Request) -> Language {
    let asked = request.query("lang");
    let chosen = asked.and_then(|code| Language::from_code(&code));
    chosen.unwrap_or_else(|| {
        Language::accepted(accept::weighted(&request.headers, header::ACCEPT_LANGUAGE))
    })
}

/// A page as an answer.
pub(super) fn html(status: StatusCode, page: String) -> Response {
    let mut response = Response::new(Vec::new());
    *response.status_mut() = status;
    let cache = HeaderValue::from_static("public, max-age=2");
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    filled(response, page)
}

/// An answer with a page in it, and the headers that pages have.
fn filled(mut response: Response, page: String) -> Response {
    *response.body_mut() = page.into_bytes();
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(page::POLICY),
    );
    response
}

/// The page of something that does not exist; `what` is the key of the text that says what.
pub(super) fn missing(language: Language, what: &str) -> Response {
    html(StatusCode::NOT_FOUND, page::missing(language, what))
}

/// A problem as the answer to a request: a page where pages are answered and a browser asks, else problem details.
pub(crate) fn refusal(function: Function, request: &Request, problem: Problem) -> Response {
    let has_pages = matches!(function, Function::SharePage | Function::NotFound);
    if !has_pages || !request.wants_page() {
        return problem.into_response();
    }
    let (language, kind) = (language(request), problem.kind());
    let page = match kind.name {
        // Under `/r` most likely a link to a room that is not whole.
        "no-such-path" if first_segment(&request.path) == Some("r") => {
            page::missing(language, "page.missingRoom")
        }
        "no-such-path" => page::missing(language, "problem.no-such-path"),
        name => page::problem(language, name, kind.status),
    };
    filled(problem.into_response(), page)
}

fn segments(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

fn first_segment(path: &str) -> Option<&str> {
    segments(path).next()
}

/// What may not stand in a path as it is (RFC 3986, 3.3). `%` may: what it begins is escaped already.
const NO_PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'|')
    .add(b'}');

/// The way to the page of which a path is another spelling: with a slash behind it, or with several in one place.
/// The browser keeps the fragment, and with it the token of a personal link.
///
/// Not for a client that wants JSON rather than a page.
pub(super) fn moved(request: &Request) -> Option<Response> {
    let wish = |kind| accept::wish(&request.headers, kind);
    let is_read = matches!(request.method, Method::GET | Method::HEAD);
    if !is_read || wish("application/json") > wish("text/html") {
        return None;
    }
    // One slash and then a segment: never `//`, which would lead to another host.
    let mut path = String::new();
    for segment in segments(&request.path) {
        path.push('/');
        path.extend(utf8_percent_encode(segment, NO_PATH));
    }
    if path.is_empty() {
        path.push('/');
    }
    match find_route(&Method::GET, &path) {
        Matched::Route(route, _) if route.function == Function::SharePage => {}
        _ => return None,
    }
    if path == request.path {
        return None;
    }
    if !request.query.is_empty() {
        path.push('?');
        path.push_str(&request.query);
    }
    let mut response = Response::new(Vec::new());
    *response.status_mut() = StatusCode::PERMANENT_REDIRECT;
    set_header(&mut response, header::LOCATION, &path);
    set_header(
        &mut response,
        header::CACHE_CONTROL,
        "public, max-age=86400",
    );
    Some(response)
}
