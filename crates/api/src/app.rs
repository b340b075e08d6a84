//! What every endpoint is given: the store, the clock, randomness and the operator's settings.

use std::sync::{Arc, OnceLock};

use http::{HeaderValue, Method, StatusCode, header};
use rooms::{
    Caller, Command, Folded, Freshness, NextGame, Party, Policy, Rival, Room, RoomId, RoomStore,
    Timestamp, Verdict, Written,
};
use serde::Serialize;
use serde_json::Value;

use crate::endpoints;
use crate::metric::Metric;
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::view::Onlooker;

/// How often a command is decided anew because somebody else wrote first. Two people share a room: more is a fault.
const TRIES: usize = 8;

/// What an operator sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Where people reach the stack, such as `https://jaque.example`, without a trailing slash. Links are made of it,
    /// never of a request's Host.
    pub public_url: String,
    /// The rules that an operator may set.
    pub policy: Policy,
    /// How many games against the strongest rival a caller may start in a day; 0 is no limit.
    pub hard_games: u32,
}

type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;
type Random = Arc<dyn Fn() -> Option<u128> + Send + Sync>;
type Counter = Arc<dyn Fn(Metric, u64) + Send + Sync>;

/// The application, over any store.
#[derive(Clone)]
pub struct App<S> {
    /// Where rooms are kept.
    pub store: S,
    /// The operator's settings.
    pub settings: Settings,
    now: Now,
    random: Random,
    counter: Counter,
    document: Arc<OnceLock<Value>>,
}

impl<S: RoomStore> App<S> {
    /// An application on the system's clock and randomness.
    #[must_use]
    pub fn new(store: S, settings: Settings) -> App<S> {
        App {
            store,
            settings,
            now: Arc::new(system_time),
            random: Arc::new(system_random),
            counter: Arc::new(|_, _| ()),
            document: Arc::default(),
        }
    }

    /// The same on another clock, for tests.
    #[must_use]
    pub fn with_clock(mut self, now: impl Fn() -> Timestamp + Send + Sync + 'static) -> App<S> {
        self.now = Arc::new(now);
        self
    }

    /// The same with somebody who counts.
    #[must_use]
    pub fn with_counter(mut self, count: impl Fn(Metric, u64) + Send + Sync + 'static) -> App<S> {
        self.counter = Arc::new(count);
        self
    }

    /// The OpenAPI document. It is made once: that takes longer than any other answer.
    pub(crate) fn document(&self) -> &Value {
        self.document
            .get_or_init(|| crate::openapi::openapi(&self.settings.public_url))
    }

    /// Counts.
    pub(crate) fn count(&self, metric: Metric, value: u64) {
        (self.counter)(metric, value);
    }

    /// The time now.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        (self.now)()
    }

    /// 128 random bits.
    ///
    /// # Errors
    /// `try-again` if the system has none to give.
    pub fn random(&self) -> Result<u128, Problem> {
        (self.random)().ok_or_else(|| {
            Problem::new("try-again", "the system gave no random bits; try again")
                .with_header(header::RETRY_AFTER, "1")
        })
    }

    /// Reads a room that must exist.
    ///
    /// # Errors
    /// `room-not-found`; `room-expired` if the id is so old that the room can have been removed.
    pub async fn room(&self, id: RoomId, freshness: Freshness) -> Result<Room, Problem> {
        Ok(self.folded(id, freshness).await?.open()?)
    }

    /// The same without a replay.
    ///
    /// # Errors
    /// As [`App::room`].
    pub async fn folded(&self, id: RoomId, freshness: Freshness) -> Result<Folded, Problem> {
        match self.store.read_folded(id, freshness).await? {
            Some(room) => Ok(room),
            None => Err(self.missing(id)),
        }
    }

    /// The same for a reader who has seen `known` of it. A cheap read may lag behind that; then, and only then, the reader
    /// gets a fresh one.
    ///
    /// # Errors
    /// As [`App::room`].
    pub async fn folded_since(&self, id: RoomId, known: Option<u64>) -> Result<Folded, Problem> {
        match self.store.read_folded(id, Freshness::Eventual).await? {
            Some(room) if known.is_none_or(|known| room.version() >= known) => Ok(room),
            _ => self.folded(id, Freshness::Consistent).await,
        }
    }

    /// Whose token the request carries, before anything is replayed for it. A room that is gone is so for everybody: then
    /// an unknown token is nobody's.
    ///
    /// # Errors
    /// `token-unknown` if it is not of this room.
    pub fn party_before(&self, room: &Folded, request: &Request) -> Result<Option<Party>, Problem> {
        let token = request.token();
        let party = token.as_ref().and_then(|token| room.party_of(token));
        let is_unknown = token.is_some() && party.is_none();
        if is_unknown && !room.is_gone(self.now(), &self.settings.policy) {
            return Err((&rooms::Refusal::TokenUnknown).into());
        }
        Ok(party)
    }

    /// What to say of a room that the store does not know. An id carries its own date.
    #[must_use]
    pub fn missing(&self, id: RoomId) -> Problem {
        if self.now() >= id.made_at() + rooms::limits::EXPIRY {
            (&rooms::Refusal::RoomExpired).into()
        } else {
            Problem::new(
                "room-not-found",
                "there is no room of this id; check the link",
            )
        }
    }

    /// Whose token the request carries, in this room.
    ///
    /// # Errors
    /// `token-unknown` if it is not of this room.
    pub fn party(&self, room: &Room, request: &Request) -> Result<Option<Party>, Problem> {
        match request.token() {
            None => Ok(None),
            Some(token) => match room.party_of(&token) {
                Some(party) => Ok(Some(party)),
                None => Err((&rooms::Refusal::TokenUnknown).into()),
            },
        }
    }

    /// How a party sees a room now, and what it may do there by the operator's limits too.
    ///
    /// Costs a read of the caller's day where a rematch might be refused for it, and nothing anywhere else.
    pub(crate) async fn seen_by(
        &self,
        request: &Request,
        id: RoomId,
        next: Option<NextGame>,
        party: Option<Party>,
        since: usize,
    ) -> Onlooker<'_> {
        let mut onlooker = self.onlooker(party, since);
        if let Some(next) = next.filter(|_| party.is_some()) {
            onlooker.at_limit = self.is_at_limit(request, id, next).await;
        }
        onlooker
    }

    /// Whether the caller's day has no room for the game that a rematch would begin.
    async fn is_at_limit(&self, request: &Request, id: RoomId, next: NextGame) -> bool {
        let Some(caller) = self.limited(request, next.rival) else {
            return false;
        };
        let game = game_name(id, next.number);
        let limit = self.settings.hard_games;
        match self.store.would_admit(&caller, &game, limit).await {
            Ok(fits) => !fits,
            // The rematch itself will tell: what has been done, or is watched, is not refused for this.
            Err(fault) => {
                tracing::warn!(%fault, "a caller's day could not be read");
                false
            }
        }
    }

    /// The caller's day, where games against this rival are counted.
    fn limited(&self, request: &Request, rival: Option<Rival>) -> Option<Caller> {
        let hard = self.settings.hard_games > 0 && rival == Some(Rival::Empresario);
        let address = request.caller.filter(|_| hard)?;
        Some(Caller::new(address, self.now()))
    }

    /// How a party sees rooms now.
    #[must_use]
    pub(crate) fn onlooker(&self, party: Option<Party>, since: usize) -> Onlooker<'_> {
        Onlooker {
            party,
            now: self.now(),
            since,
            at_limit: false,
            policy: &self.settings.policy,
            public_url: &self.settings.public_url,
        }
    }

    /// Carries a command out: read, decide, one conditional write; again from the decision if somebody else was first.
    ///
    /// # Errors
    /// The refusal as a problem, with the present room where that helps.
    pub async fn command(&self, request: &Request, command: &Command) -> Result<Room, Problem> {
        let id = request.room_id()?;
        let token = request.token();
        let folded = self.folded(id, Freshness::Consistent).await?;
        let is_nobody = self.party_before(&folded, request)?.is_none();
        if is_nobody && command.needs_seat() && !folded.is_gone(self.now(), &self.settings.policy) {
            return Err((&rooms::Refusal::TokenRequired).into());
        }
        let mut room = folded.open()?;
        for _ in 0..TRIES {
            let now = self.now();
            let verdict = rooms::decide(&room, token.as_ref(), command, now, &self.settings.policy);
            let change = match verdict {
                Ok(Verdict::Already) => {
                    self.count(Metric::Replays, 1);
                    return Ok(room);
                }
                Ok(Verdict::Change(change)) => change,
                Err(refusal) => {
                    if matches!(command, Command::Accept(_)) {
                        self.count(Metric::RefusedJoins, 1);
                    }
                    return Err(self.refused(&room, request, &refusal).await);
                }
            };
            // A rematch begins another game.
            if change.archive.is_some() {
                let room = &change.room;
                self.admit(request, room.rival(), room.id, room.game_number())
                    .await?;
            }
            match self.store.write(&change).await? {
                Written::Stored => {
                    if matches!(command, Command::Move { .. }) {
                        self.count(Metric::Moves, 1);
                    }
                    return Ok(change.room);
                }
                Written::Lost(Some(present)) => {
                    self.count(Metric::StaleWrites, 1);
                    room = *present;
                }
                Written::Lost(None) => return Err(self.missing(id)),
            }
        }
        Err(Problem::new(
            "try-again",
            "too many others write to this room; nothing is lost, send the same request again",
        )
        .with_header(header::RETRY_AFTER, "1"))
    }

    /// Lets a game begin, or not: those against the strongest rival are counted by caller where the operator says so.
    /// Before the write: what is counted and then not begun has cost as much.
    ///
    /// # Errors
    /// `too-many-requests`, with when to try again.
    pub(crate) async fn admit(
        &self,
        request: &Request,
        rival: Option<Rival>,
        id: RoomId,
        number: u32,
    ) -> Result<(), Problem> {
        let Some(caller) = self.limited(request, rival) else {
            return Ok(());
        };
        let limit = self.settings.hard_games;
        let game = game_name(id, number);
        if self.store.admit(&caller, &game, limit).await? {
            return Ok(());
        }
        let seconds = caller.until().since(self.now()).as_millis().div_ceil(1000);
        Err(Problem::new(
            "too-many-requests",
            format!(
                "{} against {} can be started in a day (UTC); the other rivals have no limit",
                counted(limit, "game"),
                Rival::Empresario
            ),
        )
        .with_header(header::RETRY_AFTER, &seconds.to_string()))
    }

    /// A refusal, with the room for those whom the room tells what to do.
    pub async fn refused(
        &self,
        room: &Room,
        request: &Request,
        refusal: &rooms::Refusal,
    ) -> Problem {
        let problem = Problem::from(refusal);
        if matches!(problem.kind().status, 401 | 403) {
            return problem;
        }
        let party = request.token().and_then(|token| room.party_of(&token));
        let view = self
            .seen_by(request, room.id, room.next_game(), party, 0)
            .await
            .look(room);
        match serde_json::to_value(view) {
            Ok(view) => problem.with("room", view),
            Err(_) => problem,
        }
    }

    /// The room as the caller of a command sees it.
    pub(crate) async fn room_answer(
        &self,
        request: &Request,
        room: &Room,
    ) -> Result<Response, Problem> {
        let party = self.party(room, request)?;
        let onlooker = self
            .seen_by(request, room.id, room.next_game(), party, 0)
            .await;
        let mut response = json(StatusCode::OK, &onlooker.look(room))?;
        set_header(&mut response, header::ETAG, &onlooker.etag(room));
        set_header(&mut response, header::CACHE_CONTROL, "private, no-cache");
        Ok(response)
    }
}

/// A game by the name under which a caller's day counts it.
fn game_name(id: RoomId, number: u32) -> String {
    format!("{id}#{number}")
}

/// A number and what it counts, for English texts: `1 game`, `2 games`.
fn counted(number: u32, one: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// A JSON answer.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Result<Response, Problem> {
    let body = serde_json::to_vec(value).map_err(|fault| {
        tracing::error!(%fault, "an answer could not be written");
        Problem::fault()
    })?;
    let mut response = Response::new(body);
    *response.status_mut() = status;
    set_header(&mut response, header::CONTENT_TYPE, "application/json");
    Ok(response)
}

/// Sets a header whose value is known to be plain text.
pub(crate) fn set_header(response: &mut Response, name: header::HeaderName, value: &str) {
    if let Ok(value) = HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

/// An endpoint: what one function does with a request.
pub trait Endpoint {
    /// The function.
    const FUNCTION: Function;

    /// Answers a request.
    fn answer<S: RoomStore>(
        app: &App<S>,
        request: &Request,
    ) -> impl Future<Output = Result<Response, Problem>> + Send;
}

/// Runs an endpoint and finishes its answer: problems become responses, `HEAD` loses its body.
pub async fn serve<E: Endpoint, S: RoomStore>(app: &App<S>, request: &Request) -> Response {
    let answer = match legible(request) {
        Ok(()) => E::answer(app, request).await,
        Err(problem) => Err(problem),
    };
    let mut response =
        dressed(answer.unwrap_or_else(|problem| endpoints::refusal(E::FUNCTION, request, problem)));
    if request.accepts_gzip() {
        compress(&mut response);
    }
    if request.method == Method::HEAD {
        // `HEAD` tells the length that `GET` would send; an endpoint that answers 304 has set it itself.
        if !response.headers().contains_key(header::CONTENT_LENGTH) {
            let length = response.body().len().to_string();
            set_header(&mut response, header::CONTENT_LENGTH, &length);
        }
        response.body_mut().clear();
    }
    response
}

/// An answer with the headers that all have, also where no endpoint was asked.
#[must_use]
pub fn dressed(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    );
    headers.insert("x-robots-tag", HeaderValue::from_static("noindex"));
    headers.insert(
        header::VARY,
        HeaderValue::from_static("Authorization, Accept, Accept-Encoding, Accept-Language"),
    );
    response
}

/// An answer smaller than this is not worth compressing.
const WORTH_COMPRESSING: usize = 1000;

/// Compresses text that is not compressed yet. The ETags of rooms are weak, so they hold for it too.
fn compress(response: &mut Response) {
    let kind = response.headers().get(header::CONTENT_TYPE);
    let is_text = kind
        .and_then(|kind| kind.to_str().ok())
        .is_some_and(|kind| kind.starts_with("text/") || kind.contains("json"));
    let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    if is_text
        && !is_compressed
        && response.body().len() > WORTH_COMPRESSING
        && let Some(compressed) = page::gzip(response.body())
    {
        *response.body_mut() = compressed;
        set_header(response, header::CONTENT_ENCODING, "gzip");
    }
}

/// Refuses a query string that is no URI's: some gateways let raw `<`, `"` and spaces through.
fn legible(request: &Request) -> Result<(), Problem> {
    let is_uri = |c: char| {
        c.is_ascii_graphic() && !matches!(c, '"' | '<' | '>' | '\\' | '^' | '`' | '{' | '|' | '}')
    };
    if request.query.chars().all(is_uri) {
        Ok(())
    } else {
        Err(Problem::malformed(
            None,
            "the query string holds characters that must be percent-encoded",
        ))
    }
}

/// The time by the system's clock.
#[must_use]
pub fn system_time() -> Timestamp {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap_or_default();
    Timestamp::from_millis(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

fn system_random() -> Option<u128> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).ok()?;
    Some(u128::from_ne_bytes(bytes))
}
