//! What a seat does in a game. All the same way: read the body, carry the command out, answer with the room.

use rooms::{Command, RoomStore};

use crate::app::{App, Endpoint};
use crate::body::{Body, Field, Kind, optional, required};
use crate::problem::Problem;
use crate::request::{Request, Response};
use crate::routes::Function;
use crate::table::SQUARE;

const ANY_NUMBER: Kind = Kind::Number(0, u32::MAX);
const GAME_NUMBER: Field = required(
    "gameNumber",
    ANY_NUMBER,
    "the `gameNumber` of the room you saw",
);
const PLY: Field = required(
    "ply",
    ANY_NUMBER,
    "the `ply` of the room you saw: half-moves that stand",
);

pub(super) const MOVE: [Field; 3] = [
    required(
        "move",
        Kind::Text(100),
        "the move. chess: UCI such as `e2e4` or `e7e8q`, or SAN such as `Nf3` or `e8=Q`, with the letters K Q R B N or \
         figurines. damas: the numbers of the squares, such as `10-14` or `15x22`; a capture may leave out the squares \
         on its way where it stays the only one. Dashes of every length, `:` and `×` in captures, a number in front \
         such as `1.` and a judgement behind such as `!` or `$1` are read too",
    ),
    PLY,
    GAME_NUMBER,
];
pub(super) const OFFER: [Field; 2] = [PLY, GAME_NUMBER];
pub(super) const ANSWER: [Field; 2] = [
    required("ply", ANY_NUMBER, "the `ply` that `drawOffer` carries"),
    GAME_NUMBER,
];
pub(super) const HUFF: [Field; 3] = [
    optional(
        "square",
        SQUARE,
        "the piece to remove, one of `huffable`; not needed where the move is undone",
    ),
    PLY,
    GAME_NUMBER,
];
pub(super) const GAME: [Field; 1] = [GAME_NUMBER];

fn number(body: &Body, name: &str) -> u32 {
    // `Body::read` has made sure that a required number is there.
    body.number(name).unwrap_or_default()
}

macro_rules! command {
    ($(#[$doc:meta])* $name:ident, $fields:expr, $command:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name;

        impl Endpoint for $name {
            const FUNCTION: Function = Function::$name;

            async fn answer<S: RoomStore>(app: &App<S>, request: &Request) -> Result<Response, Problem> {
                let body = Body::read(request, &$fields)?;
                let command: fn(&Body) -> Command = $command;
                let room = app.command(request, &command(&body)).await?;
                app.room_answer(request, &room).await
            }
        }
    };
}

command!(
    /// Makes a move.
    SubmitMove,
    MOVE,
    |body| Command::Move {
        text: body.text("move").unwrap_or_default().to_owned(),
        ply: number(body, "ply"),
        game: number(body, "gameNumber"),
    }
);
command!(
    /// Offers a draw.
    ProposeDraw,
    OFFER,
    |body| Command::OfferDraw { ply: number(body, "ply"), game: number(body, "gameNumber") }
);
command!(
    /// Accepts the rival's offer of a draw.
    AcceptDraw,
    ANSWER,
    |body| Command::AcceptDraw { ply: number(body, "ply"), game: number(body, "gameNumber") }
);
command!(
    /// Refuses the rival's offer of a draw.
    DeclineDraw,
    ANSWER,
    |body| Command::DeclineDraw { ply: number(body, "ply"), game: number(body, "gameNumber") }
);
command!(
    /// Gives the game up.
    Resign,
    GAME,
    |body| Command::Resign { game: number(body, "gameNumber") }
);
command!(
    /// Claims the win over an absent rival.
    ClaimAbsence,
    GAME,
    |body| Command::ClaimAbsence { game: number(body, "gameNumber") }
);
command!(
    /// Answers the rival's wrong move.
    Huff,
    HUFF,
    |body| Command::Huff {
        square: body.number("square"),
        ply: number(body, "ply"),
        game: number(body, "gameNumber"),
    }
);
command!(
    /// Offers a rematch, or accepts one.
    OfferRematch,
    GAME,
    |body| Command::OfferRematch { game: number(body, "gameNumber") }
);
