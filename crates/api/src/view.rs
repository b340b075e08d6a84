//! The room as the API shows it.

use std::borrow::Cow;

use rooms::{Action, DrawOffer, Party, Player, Policy, Room, Span, Stage, Timestamp};
use rules::Color;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;
use serde_json::{Map, Value};
use time::OffsetDateTime;

use crate::entries::MoveView;
use crate::openapi::names::{
    ActionName, AnyTable, ColorName, GameName, Id, Moment, ReasonName, RivalName, ScoreName,
    Square, StatusName, Token,
};

/// RFC 3339 in UTC with milliseconds.
#[must_use]
pub(crate) fn rfc3339(at: Timestamp) -> String {
    let nanos = i128::from(at.as_millis()).saturating_mul(1_000_000);
    // Beyond the year 9999 there is no RFC 3339.
    let time =
        OffsetDateTime::from_unix_timestamp_nanos(nanos).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    let (date, clock) = (time.date(), time.time());
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z",
        date.year(),
        u8::from(date.month()),
        date.day(),
        clock.hour(),
        clock.minute(),
        clock.second(),
        clock.millisecond()
    )
}

/// A room, as one caller sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Room")]
pub(crate) struct RoomView {
    /// The room's id, a ULID.
    #[schemars(with = "Id")]
    pub id: String,
    /// The link to send: to join, to play, to watch.
    #[schemars(extend("format" = "uri"))]
    pub url: String,
    /// Grows by one with each accepted command.
    pub version: u64,
    /// How far the room has come.
    #[schemars(with = "StatusName")]
    pub status: &'static str,
    /// Which game.
    #[schemars(with = "GameName")]
    pub game: &'static str,
    /// Every option the room is played under.
    #[schemars(with = "AnyTable")]
    pub table: Map<String, Value>,
    /// The number of the present game, from 1.
    pub game_number: u32,
    /// Who sits where.
    pub seats: SeatsView,
    /// The caller's seat; absent for spectators.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ColorName>")]
    pub you: Option<&'static str>,
    /// The position every game of the room starts from, if it is not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_fen: Option<String>,
    /// The position now.
    pub fen: String,
    /// Whose turn it is, while playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ColorName>")]
    pub turn: Option<&'static str>,
    /// Half-moves that stand.
    pub ply: u32,
    /// The square of the king in check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
    /// What was played, in order; with `since`, only what came after.
    pub moves: Vec<MoveView>,
    /// Legal moves of the side on turn, while playing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_moves: Option<Vec<String>>,
    /// To the seat that may huff: the squares of the pieces that should have captured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Square>>")]
    pub huffable: Option<Vec<u8>>,
    /// The offer of a draw that waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw_offer: Option<DrawOfferView>,
    /// The offer of a rematch that waits for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rematch_offer: Option<RematchOfferView>,
    /// How the game ended, once it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// The functions this caller may call now.
    #[schemars(with = "Vec<ActionName>")]
    pub actions: Vec<&'static str>,
    /// In how many milliseconds to look again.
    pub poll_after: u64,
    /// When the invite was made.
    #[schemars(with = "Moment")]
    pub created_at: String,
    /// When the turn of the side on turn began.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Moment>")]
    pub turn_started_at: Option<String>,
    /// When the last move was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Moment>")]
    pub last_move_at: Option<String>,
    /// After this moment the waiting seat may claim the win.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Moment>")]
    pub claimable_at: Option<String>,
    /// When the room expires if nothing is played; once it has ended, until when it can be read.
    #[schemars(with = "Moment")]
    pub expires_at: String,
    /// The server's time, for clients whose clock is wrong.
    #[schemars(with = "Moment")]
    pub server_time: String,
    /// Games won in this room by whoever holds each colour now.
    pub wins: WinsView,
}

/// Who sits where.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[schemars(rename = "Seats")]
pub(crate) struct SeatsView {
    /// White (brass).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<SeatView>,
    /// Black (steel).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<SeatView>,
}

/// A taken seat.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Seat")]
pub(crate) struct SeatView {
    /// The name its owner gave.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The computer that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<RivalName>")]
    pub rival: Option<&'static str>,
}

impl SeatView {
    /// The seat of a player.
    #[must_use]
    pub(crate) fn of(player: &Player) -> SeatView {
        match player {
            Player::Person(name) => SeatView {
                name: name.as_ref().map(ToString::to_string),
                rival: None,
            },
            Player::Rival(rival) => SeatView {
                name: None,
                rival: Some(rival.name()),
            },
        }
    }
}

/// An open offer of a draw.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "DrawOffer")]
pub(crate) struct DrawOfferView {
    /// Who offered.
    #[schemars(with = "ColorName")]
    pub by: &'static str,
    /// The ply that an answer must carry.
    pub ply: u32,
}

/// An open offer of a rematch.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "RematchOffer")]
pub(crate) struct RematchOfferView {
    /// Who offered.
    #[schemars(with = "ColorName")]
    pub by: &'static str,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Result")]
pub(crate) struct ResultView {
    /// Who won; absent for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<ColorName>")]
    pub winner: Option<&'static str>,
    /// Why.
    #[schemars(with = "ReasonName")]
    pub reason: &'static str,
    /// `1-0`, `0-1` or `1/2-1/2`.
    #[schemars(with = "ScoreName")]
    pub score: &'static str,
}

impl ResultView {
    /// The result of an end.
    #[must_use]
    pub(crate) fn of(end: &rooms::End) -> ResultView {
        ResultView {
            winner: end.winner.map(Color::name),
            reason: end.reason.name(),
            score: match end.winner {
                Some(Color::White) => "1-0",
                Some(Color::Black) => "0-1",
                None => "1/2-1/2",
            },
        }
    }
}

/// Games won.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Wins")]
pub(crate) struct WinsView {
    /// By whoever holds white now.
    pub white: u32,
    /// By whoever holds black now.
    pub black: u32,
    /// By nobody.
    pub draws: u32,
}

/// A room with the caller's secrets, answered once: to its creator and to whoever accepts.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SeatedRoomView {
    /// The room.
    #[serde(flatten)]
    pub room: RoomView,
    /// The secrets.
    #[serde(flatten)]
    pub secrets: SecretsView,
}

impl JsonSchema for SeatedRoomView {
    fn schema_name() -> Cow<'static, str> {
        "SeatedRoom".into()
    }

    /// Both of its parts, and a copy of neither.
    fn json_schema(schemas: &mut SchemaGenerator) -> Schema {
        let room = schemas.subschema_for::<RoomView>();
        let secrets = schemas.subschema_for::<SecretsView>();
        json_schema!({
            "description": "A room with the caller's secrets, answered once: to its creator and to who accepts.",
            "allOf": [room, secrets],
        })
    }
}

/// The secrets of a seat, for its owner alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Secrets")]
pub(crate) struct SecretsView {
    /// The secret of this seat, for the room's whole life. Send it as `Authorization: Bearer …`.
    #[schemars(with = "Token")]
    pub seat_token: String,
    /// The link that moves this seat to another device of its owner. Not the one to send to the rival.
    #[schemars(extend("format" = "uri"))]
    pub personal_url: String,
}

/// Who is looking, when, at how much, and what the operator has set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Onlooker<'a> {
    /// The caller's seat, if they have one.
    pub party: Option<Party>,
    /// The time.
    pub now: Timestamp,
    /// Entries the caller already has.
    pub since: usize,
    /// Whether the operator's limit of hard games lets the caller begin no other one today.
    pub at_limit: bool,
    /// The operator's settings.
    pub policy: &'a Policy,
    /// Where the stack is reached, without a trailing slash.
    pub public_url: &'a str,
}

impl Onlooker<'_> {
    /// The room as this onlooker sees it.
    #[must_use]
    pub(crate) fn look(&self, room: &Room) -> RoomView {
        let room = room.clone().settled(self.now);
        let game = room.game();
        let playing = matches!(room.stage, Stage::Playing(_));
        let start = rooms::Board::start(&room.terms).ok();
        let board = game.map(rooms::Game::board).or(start.as_ref());
        let moves = game
            .map(|game| game.written(self.since))
            .unwrap_or_default();
        let during = |value: Option<Timestamp>| value.filter(|_| playing).map(rfc3339);
        RoomView {
            id: room.id.to_string(),
            url: room_url(self.public_url, &room),
            version: room.version,
            status: room.stage.status().name(),
            game: room.terms.game().name(),
            table: crate::table::show(&room.terms),
            game_number: room.game_number(),
            seats: SeatsView {
                white: seat(&room, Color::White),
                black: seat(&room, Color::Black),
            },
            you: self.party.map(|party| room.color_of(party).name()),
            initial_fen: room.terms.initial_fen.clone(),
            fen: board.map(rooms::Board::fen).unwrap_or_default(),
            turn: board.filter(|_| playing).map(|board| board.turn().name()),
            ply: board.map_or(0, rooms::Board::ply),
            check: board.and_then(rooms::Board::check),
            moves: moves.iter().map(MoveView::of).collect(),
            huffable: self.huffable(&room),
            legal_moves: board.filter(|_| playing).map(rooms::Board::legal_moves),
            draw_offer: game
                .filter(|_| playing)
                .and_then(rooms::Game::open_offer)
                .map(|DrawOffer { by, ply, .. }| DrawOfferView {
                    by: by.name(),
                    ply: *ply,
                }),
            rematch_offer: match &room.stage {
                Stage::Finished {
                    rematch: Some(party),
                    ..
                } => Some(RematchOfferView {
                    by: room.color_of(*party).name(),
                }),
                _ => None,
            },
            result: match &room.stage {
                Stage::Finished { end, .. } => Some(ResultView::of(end)),
                _ => None,
            },
            actions: rooms::actions(&room, self.party, self.now, self.policy)
                .into_iter()
                .filter(|action| !(self.at_limit && *action == Action::OfferRematch))
                .map(Action::name)
                .collect(),
            poll_after: self.poll_after(&room),
            created_at: rfc3339(room.created_at),
            turn_started_at: during(game.map(rooms::Game::turn_started_at)),
            last_move_at: game.and_then(rooms::Game::last_move_at).map(rfc3339),
            claimable_at: room.claimable_at().map(rfc3339),
            expires_at: rfc3339(
                room.deadline()
                    .unwrap_or_else(|| room.kept_until(self.policy.retention)),
            ),
            server_time: rfc3339(self.now),
            wins: wins(&room),
        }
    }

    /// Quick while both may be looking, slow when the answer can take a day.
    fn poll_after(&self, room: &Room) -> u64 {
        // A rival has answered already: what comes next is the person's own doing, on another device at most.
        if room.rival().is_some() && self.party.is_some() {
            return SLOW;
        }
        let last = room
            .game()
            .map_or(room.created_at, rooms::Game::last_played_at);
        let quiet = self.now.since(room.ended_at().unwrap_or(last));
        let steps = [
            (Span::minutes(2), 2_000),
            (Span::minutes(15), 5_000),
            (Span::hours(1), 15_000),
            (Span::hours(12), 30_000),
        ];
        steps
            .into_iter()
            .find(|(until, _)| quiet < *until)
            .map_or(SLOW, |(_, wait)| wait)
    }

    /// What this onlooker may huff.
    fn huffable(&self, room: &Room) -> Option<Vec<u8>> {
        let Stage::Playing(pairing) = &room.stage else {
            return None;
        };
        let own_turn = self
            .party
            .is_some_and(|party| room.color_of(party) == pairing.game.turn());
        let squares = pairing.game.board().huffable();
        (own_turn && !squares.is_empty()).then_some(squares)
    }
}

/// How long to wait where nothing is expected, in milliseconds.
const SLOW: u64 = 60_000;

/// The public link of a room.
#[must_use]
pub(crate) fn room_url(public_url: &str, room: &Room) -> String {
    format!("{public_url}/r/{}", room.id)
}

fn seat(room: &Room, color: Color) -> Option<SeatView> {
    room.player(color).as_ref().map(SeatView::of)
}

fn wins(room: &Room) -> WinsView {
    let of = |color| match room.party_with(color) {
        Party::Host => room.wins.host,
        Party::Guest => room.wins.guest,
    };
    WinsView {
        white: of(Color::White),
        black: of(Color::Black),
        draws: room.wins.draws,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339_in_utc_with_milliseconds() {
        assert_eq!(
            rfc3339(Timestamp::from_millis(0)),
            "1970-01-01T00:00:00.000Z"
        );
        assert_eq!(
            rfc3339(Timestamp::from_millis(1_796_009_605_007)),
            "2026-11-30T03:33:25.007Z"
        );
        assert_eq!(
            rfc3339(Timestamp::from_millis(u64::MAX)),
            "1970-01-01T00:00:00.000Z"
        );
    }
}
