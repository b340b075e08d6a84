//! One game of a room, as JSON or in the format its players' programs read.

use http::{StatusCode, header};
use rooms::{
    Board, DrawOffers, End, EndReason, Game, GameKind, Name, PastGame, Player, Refusal, Room,
    RoomStore, Stage, Terms,
};
use rules::Color;
use rules::{GameResult, chess, damas};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::accept::{self, Wish};
use crate::app::{App, Endpoint, json, set_header};
use crate::entries::MoveView;
use crate::openapi::names::{AnyTable, GameName, Id, Moment};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::view::{ResultView, SeatView, SeatsView, rfc3339, room_url};

/// The media type of PGN that programs know best.
pub(crate) const PGN: &str = "application/x-chess-pgn";

/// The media type of PGN that is registered.
pub(crate) const REGISTERED_PGN: &str = "application/vnd.chess-pgn";

/// The media type that PDN is sent as; it has none of its own.
pub(crate) const PDN: &str = "text/plain";

/// What a file can be sent as: PGN as each of these, PDN as the last.
const FILES: [&str; 3] = [PGN, REGISTERED_PGN, PDN];

/// Answers with a game.
#[derive(Clone, Copy, Debug)]
pub struct ExportGame;

/// One game of a room.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Game")]
pub(crate) struct GameView {
    /// The room it was played in.
    #[schemars(with = "Id")]
    pub id: String,
    /// The room's link.
    #[schemars(extend("format" = "uri"))]
    pub url: String,
    /// Its number in the room.
    pub game_number: u32,
    /// Which game.
    #[schemars(with = "GameName")]
    pub game: &'static str,
    /// Who played what.
    pub seats: SeatsView,
    /// Every option it was played under.
    #[schemars(with = "AnyTable")]
    pub table: Map<String, Value>,
    /// The position it started from, if not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_fen: Option<String>,
    /// The last position.
    pub fen: String,
    /// What was played.
    pub moves: Vec<MoveView>,
    /// The position before any move, then the one after each entry of `moves`.
    pub positions: Vec<String>,
    /// How it ended; absent while it goes on, or if it was left unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<ResultView>,
    /// When it began.
    #[schemars(with = "Moment")]
    pub started_at: String,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Moment>")]
    pub ended_at: Option<String>,
}

/// A game with what belongs to it, wherever it was stored.
struct Record {
    terms: Terms,
    game: Game,
    white: Player,
    black: Player,
    end: Option<End>,
    /// Left unfinished for good.
    abandoned: bool,
    url: String,
    id: String,
}

impl Endpoint for ExportGame {
    const FUNCTION: Function = Function::ExportGame;

    async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
        let id = request.room_id()?;
        let (number, format) = wanted(request)?;
        let folded = app.folded_since(id, None).await?;
        app.party_before(&folded, request)?;
        let room = folded.open()?;
        // An expired room's game can still be fetched: the page that says it is closed offers it.
        let kept = !room.is_gone(app.now(), &app.settings.policy)
            || app.now()
                < room
                    .clone()
                    .settled(app.now())
                    .kept_until(app.settings.policy.retention);
        if !kept {
            return Err(app.refused(&room, request, &Refusal::RoomExpired).await);
        }
        let url = room_url(&app.settings.public_url, &room);
        let last = room.game().map_or(0, Game::number);
        let record = if number == last && last > 0 {
            present(room.clone().settled(app.now()), url)
        } else if (1..last).contains(&number) {
            app.store
                .read_game(id, number)
                .await?
                .map(|past| archived(past, url))
        } else {
            None
        };
        let Some(record) = record else {
            let detail = match last {
                0 => "no game has begun in this room".to_owned(),
                1 => "there is no such game in this room; its only game is number 1".to_owned(),
                _ => format!("there is no such game in this room; its games are 1 to {last}"),
            };
            return Err(Problem::new("no-such-path", detail));
        };
        match format {
            Format::Json => json(StatusCode::OK, &record.view()),
            Format::File(kind) => Ok(record.file(kind)),
            Format::Named(ending, kind) if ending == record.ending() => Ok(record.file(kind)),
            Format::Named(..) => Err(Problem::new(
                "no-such-path",
                format!(
                    "this is a game of {}: its file ends with `.{}`",
                    record.terms.game(),
                    record.ending()
                ),
            )),
        }
    }
}

enum Format {
    Json,
    /// The file of whatever game it is, as this media type where the game has it.
    File(&'static str),
    /// The file with this ending, likewise.
    Named(&'static str, &'static str),
}

/// The media type of a file that `Accept` wants most, and how much. The first of equals wins.
fn file_wanted(request: &Request) -> (Wish, &'static str) {
    FILES
        .into_iter()
        .map(|kind| (accept::wish(&request.headers, kind), kind))
        .reduce(|best, other| if other.0 > best.0 { other } else { best })
        .filter(|best| best.0.is_some())
        .unwrap_or((Wish::NONE, PGN))
}

/// The number and the format that a request asks for.
fn wanted(request: &Request) -> Result<(u32, Format), Problem> {
    let name = request.params.get("n");
    let (file, kind) = file_wanted(request);
    let json = accept::wish(&request.headers, "application/json");
    // A file that is named is meant, though JSON is named too.
    let accepts_file = file > json || (file == json && file.is_exact());
    let (number, format) = match name.split_once('.') {
        Some((number, "pgn")) => (number, Format::Named("pgn", kind)),
        Some((number, "pdn")) => (number, Format::Named("pdn", kind)),
        None if accepts_file => (name, Format::File(kind)),
        // Another ending makes no number of it.
        None | Some(_) => (name, Format::Json),
    };
    // `+1` and `01` are numbers to the parser, and other names of the same game to nobody.
    match number.parse::<u32>() {
        Ok(parsed) if parsed.to_string() == number => Ok((parsed, format)),
        _ => Err(Problem::new(
            "no-such-path",
            "a game is named by its number, such as `1`, with `.pgn` (chess) or `.pdn` (damas) for a file",
        )),
    }
}

fn present(room: Room, url: String) -> Option<Record> {
    let player = |color| room.player(color).unwrap_or(Player::Person(None));
    let end = match &room.stage {
        Stage::Finished { end, .. } => Some(*end),
        _ => None,
    };
    Some(Record {
        white: player(Color::White),
        black: player(Color::Black),
        abandoned: matches!(room.stage, Stage::Expired { .. } | Stage::Cancelled { .. }),
        end,
        url,
        id: room.id.to_string(),
        game: room.game()?.clone(),
        terms: room.terms,
    })
}

fn archived(past: PastGame, url: String) -> Record {
    Record {
        terms: past.terms,
        game: past.game,
        white: past.white,
        black: past.black,
        end: Some(past.end),
        abandoned: false,
        url,
        id: past.room.to_string(),
    }
}

/// How a file names a player: `?` stands for a name that nobody gave.
fn tag(player: &Player) -> String {
    match player {
        Player::Person(name) => name.as_ref().map_or("?", Name::as_str).to_owned(),
        Player::Rival(rival) => format!("{rival} (computer)"),
    }
}

impl Record {
    fn result(&self) -> GameResult {
        match self.end.map(|end| end.winner) {
            None => GameResult::Unfinished,
            Some(None) => GameResult::Draw,
            Some(Some(Color::White)) => GameResult::WhiteWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
        }
    }

    fn moves(&self) -> Vec<MoveView> {
        self.game.written(0).iter().map(MoveView::of).collect()
    }

    const fn ending(&self) -> &'static str {
        match self.terms.game() {
            GameKind::Chess => "pgn",
            GameKind::Damas => "pdn",
        }
    }

    fn view(&self) -> GameView {
        GameView {
            id: self.id.clone(),
            url: self.url.clone(),
            game_number: self.game.number(),
            game: self.terms.game().name(),
            seats: SeatsView {
                white: Some(SeatView::of(&self.white)),
                black: Some(SeatView::of(&self.black)),
            },
            table: crate::table::show(&self.terms),
            initial_fen: self.terms.initial_fen.clone(),
            fen: self.game.board().fen(),
            moves: self.moves(),
            positions: self.game.board().positions(),
            result: self.end.as_ref().map(ResultView::of),
            started_at: rfc3339(self.game.started_at()),
            ended_at: self.end.map(|end| rfc3339(end.at)),
        }
    }

    fn file(&self, kind: &'static str) -> Response {
        let started = rfc3339(self.game.started_at());
        let date = started.get(..10).unwrap_or_default().replace('-', ".");
        let round = self.game.number().to_string();
        let (white, black) = (tag(&self.white), tag(&self.black));
        let (event, site) = ("Jaque", self.url.as_str());
        let (date, round) = (date.as_str(), round.as_str());
        let (white, black) = (white.as_str(), black.as_str());
        let termination = Some(match self.end.map(|end| end.reason) {
            None if self.abandoned => "abandoned",
            None => "unterminated",
            Some(EndReason::Absence) => "abandoned",
            Some(EndReason::Timeout) => "time forfeit",
            Some(_) => "normal",
        });
        let result = self.result();
        let offers = [(DrawOffers::FIELD, self.terms.draw_offers.name())];
        let options: &[_] = if self.terms.draw_offers == DrawOffers::Free {
            &[]
        } else {
            &offers
        };
        let (text, kind) = match self.game.board() {
            Board::Chess(game) => {
                let pgn = chess::Pgn {
                    event,
                    site,
                    date,
                    round,
                    white,
                    black,
                    result,
                    termination,
                    extra: &[],
                    game,
                };
                (pgn.to_string(), kind)
            }
            Board::Damas(game) => {
                let extra = &[];
                let pdn = damas::Pdn {
                    event,
                    site,
                    date,
                    round,
                    white,
                    black,
                    result,
                    termination,
                    options,
                    extra,
                    game,
                };
                (pdn.to_string(), PDN)
            }
        };
        let mut response = Response::new(text.into_bytes());
        set_header(
            &mut response,
            header::CONTENT_TYPE,
            &format!("{kind}; charset=utf-8"),
        );
        let file = format!(
            "attachment; filename=\"{}-{round}.{}\"",
            self.id,
            self.ending()
        );
        set_header(&mut response, header::CONTENT_DISPOSITION, &file);
        response
    }
}
