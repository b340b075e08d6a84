//! Errors as RFC 9457 problem details. The one place that maps what went wrong to a status.

use http::{HeaderName, HeaderValue, StatusCode, header};
use rooms::{Corrupt, Refusal, StoreError};
use rules::{MoveFlaw, PositionFlaw};
use serde_json::{Map, Value};

use crate::request::Response;

/// One kind of problem: its `type` is `/problems/<name>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The last part of `type`.
    pub name: &'static str,
    /// The HTTP status.
    pub status: u16,
    /// What kind of thing happened, in a few words.
    pub title: &'static str,
}

const fn kind(name: &'static str, status: u16, title: &'static str) -> Kind {
    Kind {
        name,
        status,
        title,
    }
}

/// Every kind of problem.
pub const KINDS: [Kind; 40] = [
    kind("malformed", 400, "the request cannot be read"),
    kind("token-required", 401, "a token is needed"),
    kind("token-unknown", 401, "the token is not of this room"),
    kind("not-your-seat", 403, "not for this seat to do"),
    kind("room-not-found", 404, "no such room"),
    kind("no-such-path", 404, "no such path"),
    kind("method-not-allowed", 405, "not with this method"),
    kind("waiting-for-rival", 409, "nobody has joined yet"),
    kind("room-cancelled", 409, "the invite was called off"),
    kind("not-your-turn", 409, "the rival is on turn"),
    kind("your-turn", 409, "you are on turn"),
    kind("stale-ply", 409, "the board has moved on"),
    kind("stale-game", 409, "another game is on"),
    kind("game-over", 409, "the game has ended"),
    kind("game-not-over", 409, "the game has not ended"),
    kind("too-many-games", 409, "the room has had all its games"),
    kind("seat-taken", 409, "the seat is taken"),
    kind("own-invite", 409, "this is your own invite"),
    kind("id-taken", 409, "the id is in use"),
    kind("too-early", 409, "not absent long enough"),
    kind("no-offer", 409, "no such draw offer"),
    kind("offer-too-soon", 409, "no draw offer yet"),
    kind("rival-answers", 409, "a computer agrees to no draw"),
    kind("cannot-pass", 409, "the turn cannot be passed"),
    kind("nothing-to-huff", 409, "nothing to huff"),
    kind("room-expired", 410, "the room is closed"),
    kind("too-large", 413, "the body is too large"),
    kind("unsupported-type", 415, "the body is not JSON"),
    kind("unsupported-encoding", 415, "the body is compressed"),
    kind("illegal-move", 422, "not a legal move"),
    kind("ambiguous-move", 422, "more than one move fits"),
    kind("promotion-required", 422, "the promotion is missing"),
    kind("ambiguous-capture", 422, "more than one capture fits"),
    kind("not-huffable", 422, "not this piece"),
    kind("invalid-option", 422, "a field or value is not offered"),
    kind("invalid-id", 422, "the id cannot be used"),
    kind("invalid-position", 422, "the position cannot be played on"),
    kind("too-many-requests", 429, "too many requests"),
    kind("internal-fault", 500, "a fault of ours"),
    kind("try-again", 503, "busy, try again"),
];

/// The kind with this name.
#[must_use]
pub(crate) fn kind_of(name: &str) -> Option<Kind> {
    KINDS.into_iter().find(|kind| kind.name == name)
}

/// The kinds that say more exactly by a `code` what is wrong, with every code that each can have.
#[must_use]
pub(crate) fn codes() -> [(&'static str, Vec<&'static str>); 2] {
    [
        ("illegal-move", MoveFlaw::ALL.map(MoveFlaw::code).to_vec()),
        (
            "invalid-position",
            PositionFlaw::ALL.map(PositionFlaw::code).to_vec(),
        ),
    ]
}

/// A problem to answer with.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    name: &'static str,
    detail: String,
    extra: Map<String, Value>,
    headers: Vec<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// A problem of a kind in [`KINDS`], with what happened, what was expected and what to do.
    #[must_use]
    pub fn new(name: &'static str, detail: impl Into<String>) -> Problem {
        Problem {
            name,
            detail: detail.into(),
            extra: Map::new(),
            headers: Vec::new(),
        }
    }

    /// The request cannot be read; `field` names the culprit where there is one.
    #[must_use]
    pub fn malformed(field: Option<&str>, detail: impl Into<String>) -> Problem {
        let problem = Problem::new("malformed", detail);
        match field {
            Some(field) => problem.with("field", field),
            None => problem,
        }
    }

    /// A fault of ours. Whoever finds it logs it: the answer tells nothing of it.
    #[must_use]
    pub fn fault() -> Problem {
        Problem::new(
            "internal-fault",
            "a fault of ours, not of your request; it has been logged",
        )
    }

    /// The body is larger than is read.
    #[must_use]
    pub fn too_large() -> Problem {
        Problem::new(
            "too-large",
            format!(
                "the body is larger than {} KiB",
                crate::request::MAX_BODY / 1024
            ),
        )
    }

    /// A field or a value that is not offered.
    #[must_use]
    pub fn invalid_option(field: &str, detail: impl Into<String>) -> Problem {
        Problem::new("invalid-option", detail).with("field", field)
    }

    /// The same with one more member that helps.
    #[must_use]
    pub fn with(mut self, member: &str, value: impl Into<Value>) -> Problem {
        self.extra.insert(member.to_owned(), value.into());
        self
    }

    /// The same with a header.
    #[must_use]
    pub fn with_header(mut self, name: HeaderName, value: &str) -> Problem {
        if let Ok(value) = HeaderValue::from_str(value) {
            self.headers.push((name, value));
        }
        self
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Its kind. A name that is in no table is a fault of ours, and says so.
    #[must_use]
    pub fn kind(&self) -> Kind {
        kind_of(self.name).unwrap_or(kind("internal-fault", 500, "a fault of ours"))
    }

    /// The answer to send.
    #[must_use]
    pub fn into_response(self) -> Response {
        let kind = self.kind();
        let mut members = Map::new();
        members.insert("type".to_owned(), format!("/problems/{}", kind.name).into());
        members.insert("title".to_owned(), kind.title.into());
        members.insert("status".to_owned(), kind.status.into());
        members.insert("detail".to_owned(), self.detail.into());
        members.extend(self.extra);
        let mut response = Response::new(Value::Object(members).to_string().into_bytes());
        *response.status_mut() =
            StatusCode::from_u16(kind.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/problem+json"),
        );
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.extend(self.headers);
        if kind.status == 401 {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Problem {
        let problem = Problem::new(refusal.name(), refusal.to_string());
        match refusal {
            Refusal::TooEarly { claimable_at } => {
                problem.with("claimableAt", crate::view::rfc3339(*claimable_at))
            }
            Refusal::SeatedOtherwise => problem.with("field", "name"),
            Refusal::StaleGame { number } => problem.with("gameNumber", *number),
            Refusal::StalePly { standing } => problem.with("ply", *standing),
            Refusal::OfferTooSoon { from_ply } => problem.with("fromPly", *from_ply),
            Refusal::IllegalMove { flaw, legal, .. } => problem
                .with("code", flaw.code())
                .with("legalMoves", legal.clone()),
            Refusal::NotHuffable { huffable } => problem.with("huffable", huffable.clone()),
            Refusal::PromotionRequired { choices }
            | Refusal::AmbiguousMove { choices }
            | Refusal::AmbiguousCapture { choices } => problem.with("choices", choices.clone()),
            _ => problem,
        }
    }
}

impl From<Corrupt> for Problem {
    fn from(fault: Corrupt) -> Problem {
        StoreError::from(fault).into()
    }
}

impl From<rooms::InvalidPosition> for Problem {
    fn from(fault: rooms::InvalidPosition) -> Problem {
        Problem::new("invalid-position", fault.detail).with("code", fault.flaw.code())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Busy(why) => {
                tracing::warn!(why, "store busy");
                Problem::new(
                    "try-again",
                    "the store is busy; nothing is lost, send the same request again",
                )
                .with_header(header::RETRY_AFTER, "1")
            }
            StoreError::Full(why) => {
                tracing::error!(why, "store full");
                Problem::new(
                    "try-again",
                    "the store has no space left; nothing of this request was kept: send it again later",
                )
                .with_header(header::RETRY_AFTER, "60")
            }
            StoreError::Damaged(why) => {
                tracing::error!(why, "store damaged");
                Problem::fault()
            }
            StoreError::Unreadable(why) | StoreError::Refused(why) => {
                tracing::error!(why, "store fault");
                Problem::fault()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_a_name_of_its_own_and_an_error_status() {
        for (index, kind) in KINDS.iter().enumerate() {
            assert!((400..600).contains(&kind.status), "{}", kind.name);
            assert!(
                KINDS
                    .iter()
                    .skip(index + 1)
                    .all(|other| other.name != kind.name),
                "{}",
                kind.name
            );
        }
    }

    #[test]
    fn every_refusal_of_the_domain_has_a_kind() {
        let (at, list) = (rooms::Timestamp::from_millis(0), Vec::new);
        let refusals = [
            Refusal::RoomExpired,
            Refusal::TokenRequired,
            Refusal::TokenUnknown,
            Refusal::NotYourSeat { why: "" },
            Refusal::WaitingForRival,
            Refusal::RoomCancelled,
            Refusal::StaleGame { number: 1 },
            Refusal::GameOver,
            Refusal::StalePly { standing: 1 },
            Refusal::NotYourTurn,
            Refusal::YourTurn,
            Refusal::GameNotOver,
            Refusal::TooManyGames,
            Refusal::SeatTaken,
            Refusal::SeatedOtherwise,
            Refusal::OwnInvite,
            Refusal::TooEarly { claimable_at: at },
            Refusal::NoOffer,
            Refusal::OfferTooSoon { from_ply: 1 },
            Refusal::OfferOpen,
            Refusal::IllegalMove {
                text: String::new(),
                flaw: MoveFlaw::CannotReach,
                legal: list(),
            },
            Refusal::PromotionRequired { choices: list() },
            Refusal::AmbiguousMove { choices: list() },
        ];
        for refusal in refusals {
            assert!(kind_of(refusal.name()).is_some(), "{}", refusal.name());
        }
    }

    #[test]
    fn a_problem_is_rfc_9457_json() {
        let response = Problem::malformed(Some("ply"), "`ply` is missing").into_response();
        assert_eq!(response.status(), 400);
        assert_eq!(
            response.headers()[header::CONTENT_TYPE],
            "application/problem+json"
        );
        let body: Value = serde_json::from_slice(response.body()).unwrap();
        assert_eq!(body["type"], "/problems/malformed");
        assert_eq!(body["field"], "ply");
    }
}
