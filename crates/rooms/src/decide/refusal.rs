//! Why a command changed nothing.

use core::fmt;

use rules::MoveFlaw;

use crate::limits;
use crate::time::Timestamp;

/// Why a command was refused. The room stays as it was, its version too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing was played for seven days, or the room ended long ago.
    RoomExpired,
    /// The command needs a seat token.
    TokenRequired,
    /// The token is not of this room.
    TokenUnknown,
    /// The token is of this room, but its owner may not do this.
    NotYourSeat {
        /// Why not.
        why: &'static str,
    },
    /// The second seat is still free.
    WaitingForRival,
    /// The host called the invite off.
    RoomCancelled,
    /// The command names another game than the present one.
    StaleGame {
        /// The present game.
        number: u32,
    },
    /// The game has ended.
    GameOver,
    /// The command was made on another position than the present one.
    StalePly {
        /// Half-moves standing.
        standing: u32,
    },
    /// The rival is on turn.
    NotYourTurn,
    /// The caller is on turn: the rival cannot be absent.
    YourTurn,
    /// A rematch before the end.
    GameNotOver,
    /// The room has had as many games as one room can have.
    TooManyGames,
    /// Somebody else sits there.
    SeatTaken,
    /// The caller has this seat already, under another name.
    SeatedOtherwise,
    /// The host opened their own invite.
    OwnInvite,
    /// The absence is not long enough yet.
    TooEarly {
        /// The claim is open after this moment.
        claimable_at: Timestamp,
    },
    /// No such offer waits for an answer.
    NoOffer,
    /// A draw may not be offered yet.
    OfferTooSoon {
        /// Half-moves that must stand first.
        from_ply: u32,
    },
    /// The other seat is a computer's, which agrees to nothing.
    RivalAnswers,
    /// The caller's own offer of a draw still waits for an answer.
    OfferOpen,
    /// Not a legal move.
    IllegalMove {
        /// The text that was sent.
        text: String,
        /// Why it is none.
        flaw: MoveFlaw,
        /// What is legal.
        legal: Vec<String>,
    },
    /// A pawn promotes, and the move does not say to what.
    PromotionRequired {
        /// The full moves to choose from.
        choices: Vec<String>,
    },
    /// The text fits more than one capture.
    AmbiguousCapture {
        /// The full paths to choose from.
        choices: Vec<String>,
    },
    /// No wrong move of the rival waits to be huffed.
    NothingToHuff,
    /// Not this piece.
    NotHuffable {
        /// The squares of the pieces that may be huffed.
        huffable: Vec<u8>,
    },
    /// The turn may not be passed.
    CannotPass {
        /// Why not.
        why: &'static str,
    },
    /// The text fits more than one legal move.
    AmbiguousMove {
        /// The full moves to choose from.
        choices: Vec<String>,
    },
}

impl Refusal {
    /// Its name in the API: the last part of the problem's `type`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Refusal::RoomExpired => "room-expired",
            Refusal::TokenRequired => "token-required",
            Refusal::TokenUnknown => "token-unknown",
            Refusal::NotYourSeat { .. } => "not-your-seat",
            Refusal::WaitingForRival => "waiting-for-rival",
            Refusal::RoomCancelled => "room-cancelled",
            Refusal::StaleGame { .. } => "stale-game",
            Refusal::GameOver => "game-over",
            Refusal::StalePly { .. } => "stale-ply",
            Refusal::NotYourTurn => "not-your-turn",
            Refusal::YourTurn => "your-turn",
            Refusal::GameNotOver => "game-not-over",
            Refusal::TooManyGames => "too-many-games",
            Refusal::SeatTaken => "seat-taken",
            Refusal::SeatedOtherwise => "id-taken",
            Refusal::OwnInvite => "own-invite",
            Refusal::TooEarly { .. } => "too-early",
            Refusal::NoOffer => "no-offer",
            Refusal::OfferTooSoon { .. } | Refusal::OfferOpen => "offer-too-soon",
            Refusal::RivalAnswers => "rival-answers",
            Refusal::IllegalMove { .. } => "illegal-move",
            Refusal::PromotionRequired { .. } => "promotion-required",
            Refusal::AmbiguousMove { .. } => "ambiguous-move",
            Refusal::AmbiguousCapture { .. } => "ambiguous-capture",
            Refusal::NothingToHuff => "nothing-to-huff",
            Refusal::NotHuffable { .. } => "not-huffable",
            Refusal::CannotPass { .. } => "cannot-pass",
        }
    }
}

impl fmt::Display for Refusal {
    /// What happened, what was expected and what to do, in plain words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let days = limits::EXPIRY.as_millis() / 86_400_000;
        let hours = limits::ABSENCE.as_millis() / 3_600_000;
        match self {
            Refusal::RoomExpired => write!(
                f,
                "this room is closed: nothing was played in it for {days} days, or its last game ended long ago; \
                 make a new invite"
            ),
            Refusal::TokenRequired => {
                f.write_str("this needs a seat token: send the header `Authorization: Bearer <seatToken>`")
            }
            Refusal::TokenUnknown => f.write_str(
                "this token is not of this room; use the one that the invite or the acceptance answered with, \
                 or send none to watch",
            ),
            Refusal::NotYourSeat { why } => f.write_str(why),
            Refusal::WaitingForRival => {
                f.write_str("nobody has accepted the invite yet; send the room's link to someone")
            }
            Refusal::RoomCancelled => f.write_str("the invite was called off; make a new one"),
            Refusal::StaleGame { number } => {
                write!(f, "the room is at game {number}; read it again and act on that game")
            }
            Refusal::GameOver => f.write_str("the game has ended; a rematch can be offered"),
            Refusal::StalePly { standing } => write!(
                f,
                "the board has moved on: its `ply` is {standing} now; look at the room that comes with this \
                 answer and act on it"
            ),
            Refusal::NotYourTurn => f.write_str("the rival is on turn; wait for the rival's move"),
            Refusal::YourTurn => f.write_str("you are on turn, so the rival cannot be absent; make a move"),
            Refusal::GameNotOver => f.write_str("a rematch can be offered once the game has ended"),
            Refusal::TooManyGames => write!(
                f,
                "a room has {} games at most, and this was the last one; make a new room",
                limits::GAMES
            ),
            Refusal::SeatedOtherwise => f.write_str(
                "this token has the seat already, under another name; send the acceptance as it was sent first",
            ),
            Refusal::SeatTaken => f.write_str("somebody has taken the seat; the game can be watched"),
            Refusal::OwnInvite => f.write_str("this is your own invite; send its link to somebody else"),
            Refusal::TooEarly { .. } => write!(
                f,
                "the win can be claimed once more than {hours} hours have passed since the rival's turn began; \
                 see `claimableAt`"
            ),
            Refusal::NoOffer => f.write_str("no draw offer with this ply waits for an answer"),
            Refusal::RivalAnswers => f.write_str(
                "a computer rival agrees to no draw; play on, or resign",
            ),
            Refusal::OfferOpen => f.write_str(
                "your own offer of a draw still waits for an answer; it lapses with the rival's next move",
            ),
            Refusal::OfferTooSoon { from_ply } => write!(
                f,
                "a draw can be offered from ply {} on, one offer at a time, and {} plies after a refused or lapsed \
                 one; here from ply {from_ply} on",
                limits::FIRST_DRAW_OFFER,
                limits::DRAW_OFFER_WAIT
            ),
            Refusal::IllegalMove { text, flaw, .. } => {
                let shown: String = text.chars().filter(|c| !c.is_control()).take(20).collect();
                if flaw.is_unreadable() {
                    write!(f, "`{shown}` cannot be read as a move: {flaw}; `legalMoves` lists what is legal")
                } else {
                    write!(f, "`{shown}` is not a legal move here: {flaw}; `legalMoves` lists what is")
                }
            }
            Refusal::PromotionRequired { .. } => {
                f.write_str("the pawn promotes: add the piece, such as `e7e8q`; `choices` lists the moves")
            }
            Refusal::AmbiguousCapture { .. } => {
                f.write_str("this fits more than one capture; send the full path of one, from `choices`")
            }
            Refusal::NothingToHuff => f.write_str("no wrong move of the rival waits to be huffed here"),
            Refusal::NotHuffable { .. } => {
                f.write_str("this piece may not be huffed; `huffable` lists the squares of those that may")
            }
            Refusal::CannotPass { why } => f.write_str(why),
            Refusal::AmbiguousMove { .. } => {
                f.write_str("this fits more than one legal move; send one of `choices`")
            }
        }
    }
}

impl core::error::Error for Refusal {}
