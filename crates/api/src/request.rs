//! A request as the endpoints see it, whoever received it; and the answer.

use std::net::IpAddr;

use http::{HeaderMap, Method, header};
use rooms::{RoomId, SeatToken, TokenHash};

use crate::accept;
use crate::problem::Problem;
use crate::routes::Params;

/// The largest body that is read, in bytes.
pub const MAX_BODY: usize = 16 * 1024;

/// What goes back.
pub type Response = http::Response<Vec<u8>>;

/// What came in.
#[derive(Clone, Debug)]
pub struct Request {
    /// The method.
    pub method: Method,
    /// The raw path; endpoints use `params`, only the answer to unknown paths looks here.
    pub path: String,
    /// The parameters in the path, decoded.
    pub params: Params,
    /// The raw query string, without its `?`.
    pub query: String,
    /// The headers.
    pub headers: HeaderMap,
    /// Where it came from, if whoever received it can tell.
    pub caller: Option<IpAddr>,
    /// The body, decoded; at most one byte longer than [`MAX_BODY`].
    pub body: Vec<u8>,
}

impl Request {
    /// The room that the path names.
    ///
    /// # Errors
    /// `room-not-found` if it names none.
    pub fn room_id(&self) -> Result<RoomId, Problem> {
        self.params
            .get("id")
            .parse()
            .map_err(|fault: rooms::InvalidId| {
                Problem::new(
                    "room-not-found",
                    format!("there is no room of this name: {fault}"),
                )
            })
    }

    /// The bearer token, if one was sent that can be a token.
    #[must_use]
    pub fn bearer(&self) -> Option<SeatToken> {
        let text = self.only(header::AUTHORIZATION)?;
        let (scheme, token) = text.trim().split_once(' ')?;
        if scheme.eq_ignore_ascii_case("bearer") {
            SeatToken::new(token.trim()).ok()
        } else {
            None
        }
    }

    /// The hash of the bearer token, if anything was sent. What cannot be a token becomes a hash that no room knows.
    #[must_use]
    pub fn token(&self) -> Option<TokenHash> {
        self.headers.get(header::AUTHORIZATION)?;
        Some(
            self.bearer()
                .map_or(TokenHash::from_bytes([0; 32]), |token| token.hash()),
        )
    }

    /// The first value of a query parameter, decoded.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<String> {
        self.queries(name).next()
    }

    fn queries(&self, name: &str) -> impl Iterator<Item = String> {
        self.query.split('&').filter_map(move |pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key) == name).then(|| decode(value))
        })
    }

    /// A query parameter that is a whole number from 0 to 4294967295, if it was sent; `about` says what it means.
    ///
    /// # Errors
    /// `malformed`, naming the parameter, if it is another text, or there more than once.
    pub fn number(&self, name: &'static str, about: &str) -> Result<Option<u32>, Problem> {
        let mut values = self.queries(name);
        let Some(text) = values.next() else {
            return Ok(None);
        };
        if values.next().is_some() {
            return Err(Problem::malformed(
                Some(name),
                format!("`{name}` is there twice; say it once"),
            ));
        }
        // Rust would read `+1`, and a client's mistake would go unseen.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.map(Some).ok_or_else(|| {
            let most = u32::MAX;
            let detail = format!("`{name}` must be a whole number from 0 to {most}: {about}");
            Problem::malformed(Some(name), detail)
        })
    }

    /// Whether the answer may be compressed with gzip.
    #[must_use]
    pub fn accepts_gzip(&self) -> bool {
        accept::weighted(&self.headers, header::ACCEPT_ENCODING)
            .any(|(coding, weight)| coding.eq_ignore_ascii_case("gzip") && weight > 0.0)
    }

    /// Whether the client has the answer with this `ETag`. The comparison is weak (RFC 9110, 8.8.3.2): some proxies
    /// drop the `W/`.
    #[must_use]
    pub(crate) fn has(&self, etag: &str) -> bool {
        let opaque = |etag: &str| etag.strip_prefix("W/").unwrap_or(etag).to_owned();
        self.header_values(header::IF_NONE_MATCH)
            .any(|known| known == "*" || opaque(known) == opaque(etag))
    }

    /// Whether the client is a browser that opens a link, or a person's like: it names HTML in `Accept`, and wants it
    /// more than JSON.
    #[must_use]
    pub(crate) fn wants_page(&self) -> bool {
        let page = accept::wish(&self.headers, "text/html");
        let json = ["application/json", "application/problem+json"]
            .map(|kind| accept::wish(&self.headers, kind));
        page.is_some() && json.into_iter().all(|json| page > json)
    }

    /// The value of a header that can be there once; nothing where it is there twice, for nobody knows which is meant.
    #[must_use]
    pub(crate) fn only(&self, name: header::HeaderName) -> Option<&str> {
        let mut lines = self.headers.get_all(name).into_iter();
        let line = lines.next()?;
        lines.next().is_none().then(|| line.to_str().ok())?
    }

    /// The values of a header of comma-separated values.
    pub fn header_values(&self, name: header::HeaderName) -> impl Iterator<Item = &str> {
        accept::values(&self.headers, name)
    }
}

fn decode(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced)
        .decode_utf8_lossy()
        .into_owned()
}
