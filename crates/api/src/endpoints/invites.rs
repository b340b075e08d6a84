//! Creating, accepting and calling off an invite.

use http::{StatusCode, header};
use rooms::{
    Acceptance, Command, Freshness, GameKind, Invitation, Name, Rival, Room, RoomId, RoomStore,
    SeatChoice, SeatToken, Terms, Written,
};

use crate::app::{App, Endpoint, json, set_header};
use crate::body::{Body, Field, Kind, optional, required};
use crate::metric::Metric;
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::table;
use crate::view::{SeatedRoomView, SecretsView, room_url};

const NAME: Field = optional(
    "name",
    Kind::Name,
    "your name: 1-40 characters (Unicode code points after NFC and trimming), something to see among them, none that controls, turns or hides text",
);
const SEAT_TOKEN: Field = optional(
    "seatToken",
    Kind::Token,
    "your secret, if you make it yourself so that a lost answer can be asked for again: 22-64 letters and digits, at \
     least 128 random bits",
);

pub(super) const CREATE: [Field; 8] = [
    required(
        "game",
        Kind::OneOf(|| GameKind::ALL.map(GameKind::name).to_vec()),
        "which game",
    ),
    optional(
        "seat",
        Kind::OneOf(|| SeatChoice::ALL.map(SeatChoice::name).to_vec()),
        "the seat you take: `white` if you do not say",
    ),
    NAME,
    optional(
        "rival",
        Kind::OneOf(|| Rival::ALL.map(Rival::name).to_vec()),
        "a computer that takes the other seat at once, the weakest first; left out, the seat is free for whoever accepts",
    ),
    optional(
        "table",
        Kind::Object(table::members),
        "the options of the table; those that are named override the preset's. Chess has `drawOffer` alone",
    ),
    optional(
        "initialFen",
        Kind::Text(200),
        "a position to start from, in FEN, that can be played on",
    ),
    optional(
        "id",
        Kind::Id,
        "the room's id, if you make it yourself: a ULID of the last five minutes; the same id, token and body sent \
         again answer with the same room",
    ),
    SEAT_TOKEN,
];
pub(super) const ACCEPT: [Field; 2] = [NAME, SEAT_TOKEN];

/// Makes an invite.
#[derive(Clone, Copy, Debug)]
pub struct CreateInvite;

impl Endpoint for CreateInvite {
    const FUNCTION: Function = Function::CreateInvite;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let body = Body::read(request, &CREATE)?;
        let game = body
            .text("game")
            .and_then(GameKind::from_name)
            .unwrap_or(GameKind::Chess);
        let seat = body
            .text("seat")
            .and_then(SeatChoice::from_name)
            .unwrap_or_default();
        let (table, draw_offers) = table::read(game, body.object("table"))?;
        let terms = Terms::new(table, draw_offers, body.text("initialFen"))
            .map_err(|fault| Problem::from(fault).with("field", "initialFen"))?;
        let name = name(&body)?;
        let now = app.now();
        let token = token(app, &body)?;
        let made: Option<RoomId> = match body.text("id") {
            None => None,
            Some(text) => Some(
                text.parse()
                    .map_err(|fault: rooms::InvalidId| invalid_id(fault.to_string()))?,
            ),
        };
        let id = match made {
            Some(id) => id,
            None => RoomId::new(now, app.random()?),
        };
        let invitation = Invitation {
            id,
            terms,
            seat,
            rival: body.text("rival").and_then(|name| name.parse().ok()),
            name,
            token: token.hash(),
        };
        let age = now.since(id.made_at());
        if made.is_some()
            && (age > rooms::limits::ID_AGE || id.made_at() > now + rooms::limits::ID_AHEAD)
        {
            // Too late to make it, but not to ask again for what was made in time.
            return match app.store.read_folded(id, Freshness::Consistent).await? {
                Some(folded) if folded.is_of(&invitation) => {
                    app.count(Metric::Replays, 1);
                    created(app, request, &folded.open()?, &token).await
                }
                _ => Err(invalid_id(
                    "the id must be a ULID made within the last five minutes".to_owned(),
                )),
            };
        }
        let chance = app.random()? as u64;
        // Before the rival thinks about a first move.
        app.admit(request, invitation.rival, id, 1).await?;
        let room = rooms::create(invitation.clone(), now, chance);
        match app.store.create(&room).await? {
            Written::Stored => created(app, request, &room, &token).await,
            Written::Lost(Some(room)) if rooms::is_same_invitation(&room, &invitation) => {
                app.count(Metric::Replays, 1);
                created(app, request, &room, &token).await
            }
            Written::Lost(_) => Err(Problem::new(
                "id-taken",
                "this id is in use by another room; make a new one",
            )
            .with("field", "id")),
        }
    }
}

/// Takes the free seat.
#[derive(Clone, Copy, Debug)]
pub struct AcceptInvite;

impl Endpoint for AcceptInvite {
    const FUNCTION: Function = Function::AcceptInvite;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let body = Body::read(request, &ACCEPT)?;
        let name = name(&body)?;
        let token = token(app, &body)?;
        let command = Command::Accept(Acceptance {
            name,
            token: token.hash(),
        });
        let room = app.command(request, &command).await?;
        // Whoever sits already and asks again with the token in the header is given that one back.
        let held = [Some(token), request.bearer()].into_iter().flatten();
        let Some(token) = held
            .into_iter()
            .find(|token| room.party_of(&token.hash()).is_some())
        else {
            return Err((&rooms::Refusal::SeatTaken).into());
        };
        seated(app, request, &room, &token).await
    }
}

/// Calls an invite off.
#[derive(Clone, Copy, Debug)]
pub struct CancelInvite;

impl Endpoint for CancelInvite {
    const FUNCTION: Function = Function::CancelInvite;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        app.command(request, &Command::Cancel).await?;
        let mut response = Response::new(Vec::new());
        *response.status_mut() = StatusCode::NO_CONTENT;
        Ok(response)
    }
}

fn name(body: &Body) -> Result<Option<Name>, Problem> {
    let text = body.text("name");
    text.map(Name::new)
        .transpose()
        .map_err(|fault| Problem::invalid_option("name", fault.to_string()))
}

fn token<S: RoomStore>(app: &App<S>, body: &Body) -> Result<SeatToken, Problem> {
    match body.text("seatToken") {
        Some(text) => SeatToken::new(text)
            .map_err(|fault| Problem::invalid_option("seatToken", fault.to_string())),
        None => app.random().map(SeatToken::from_random),
    }
}

fn invalid_id(detail: String) -> Problem {
    Problem::new("invalid-id", detail).with("field", "id")
}

async fn created<S: RoomStore>(
    app: &App<S>,
    request: &Request,
    room: &Room,
    token: &SeatToken,
) -> Result<Response, Problem> {
    if room.is_gone(app.now(), &app.settings.policy) {
        return Err((&rooms::Refusal::RoomExpired).into());
    }
    let mut response = seated(app, request, room, token).await?;
    set_header(
        &mut response,
        header::LOCATION,
        &format!("{}/rooms/{}", app.settings.public_url, room.id),
    );
    Ok(response)
}

/// 201 with the room and the caller's secrets.
async fn seated<S: RoomStore>(
    app: &App<S>,
    request: &Request,
    room: &Room,
    token: &SeatToken,
) -> Result<Response, Problem> {
    let party = room.party_of(&token.hash());
    let onlooker = app
        .seen_by(request, room.id, room.next_game(), party, 0)
        .await;
    let personal_url = format!(
        "{}#{}",
        room_url(&app.settings.public_url, room),
        token.reveal()
    );
    let view = SeatedRoomView {
        room: onlooker.look(room),
        secrets: SecretsView {
            seat_token: token.reveal().to_owned(),
            personal_url,
        },
    };
    let mut response = json(StatusCode::CREATED, &view)?;
    set_header(&mut response, header::ETAG, &onlooker.etag(room));
    set_header(&mut response, header::CACHE_CONTROL, "no-store");
    Ok(response)
}
