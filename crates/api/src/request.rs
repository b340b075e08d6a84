//! A request as the endpoints see it, whoever received it; and the answer.

use std::net::IpAddr;

use http::{HeaderMap, Method, header};
use rooms::{RoomId, SeatToken, TokenHash};

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
        let text = self.headers.get(header::AUTHORIZATION)?.to_str().ok()?;
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
        self.query.split('&').find_map(|pair| {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decode(key) == name).then(|| decode(value))
        })
    }

    /// A query parameter that is a whole number from 0 to 4294967295, if it was sent.
    ///
    /// # Errors
    /// `malformed`, naming the parameter, if it is another text.
    pub fn query_number(&self, name: &'static str) -> Result<Option<u32>, Problem> {
        let Some(text) = self.query(name) else {
            return Ok(None);
        };
        // Rust would read `+1`, and a client's mistake would go unseen.
        let number = text.parse().ok().filter(|_| !text.starts_with('+'));
        number.map(Some).ok_or_else(|| {
            let most = u32::MAX;
            let detail = format!("`{name}` must be a whole number from 0 to {most}");
            Problem::malformed(Some(name), detail)
        })
    }

    /// Whether the answer may be compressed with gzip.
    #[must_use]
    pub fn accepts_gzip(&self) -> bool {
        self.header_values(header::ACCEPT_ENCODING).any(|coding| {
            let mut parts = coding.split(';').map(str::trim);
            let named = parts
                .next()
                .is_some_and(|name| name.eq_ignore_ascii_case("gzip"));
            let refused = parts
                .find_map(|part| part.strip_prefix("q=")?.parse().ok())
                .is_some_and(|quality: f32| quality <= 0.0);
            named && !refused
        })
    }

    /// The values of a header of comma-separated values.
    pub fn header_values(&self, name: header::HeaderName) -> impl Iterator<Item = &str> {
        let lines = self.headers.get_all(name).into_iter();
        lines
            .filter_map(|line| line.to_str().ok())
            .flat_map(|line| line.split(','))
            .map(str::trim)
    }
}

fn decode(text: &str) -> String {
    let spaced = text.replace('+', " ");
    percent_encoding::percent_decode_str(&spaced)
        .decode_utf8_lossy()
        .into_owned()
}
