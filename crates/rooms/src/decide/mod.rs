//! What a command makes of a room. The order of the checks is the API's order of refusals.

mod actions;
mod draws;
mod ends;
mod huff;
mod moves;
mod refusal;
mod seats;
mod sweep;

pub use actions::{Action, actions};
pub use refusal::Refusal;
pub use seats::{Acceptance, Invitation, create, is_same_invitation};
pub use sweep::{Sweep, sweep};

use rules::Outcome;

use crate::limits;
use crate::room::{End, EndReason, Pairing, Party, Room, Stage};
use crate::store::Change;
use crate::time::{Span, Timestamp};
use crate::token::TokenHash;

/// What somebody wants done in a room. `game` and `ply` say what they saw: nobody acts on something they did not see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take the free seat.
    Accept(Acceptance),
    /// Call the invite off.
    Cancel,
    /// Make a move, in any notation.
    Move {
        /// The move as the player wrote it.
        text: String,
        /// Half-moves standing on the board the player saw.
        ply: u32,
        /// The game the player saw.
        game: u32,
    },
    /// Offer a draw.
    OfferDraw {
        /// Half-moves standing on the board the player saw.
        ply: u32,
        /// The game the player saw.
        game: u32,
    },
    /// Accept the offer made at `ply`.
    AcceptDraw {
        /// The ply that the offer carries.
        ply: u32,
        /// The game the player saw.
        game: u32,
    },
    /// Refuse the offer made at `ply`.
    DeclineDraw {
        /// The ply that the offer carries.
        ply: u32,
        /// The game the player saw.
        game: u32,
    },
    /// Give the game up.
    Resign {
        /// The game the player saw.
        game: u32,
    },
    /// Claim the win because the rival has stayed away.
    ClaimAbsence {
        /// The game the player saw.
        game: u32,
    },
    /// Answer the rival's wrong move.
    Huff {
        /// The square of the piece to remove, where the table removes one.
        square: Option<u32>,
        /// Half-moves standing on the board the player saw.
        ply: u32,
        /// The game the player saw.
        game: u32,
    },
    /// Offer another game, or accept the other's offer of one.
    OfferRematch {
        /// The finished game.
        game: u32,
    },
}

impl Command {
    /// Whether it is for those with a seat alone. Everything is but taking the free one.
    #[must_use]
    pub const fn needs_seat(&self) -> bool {
        !matches!(self, Command::Accept(_))
    }
}

/// What an operator may set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// How long an ended room stays readable.
    pub retention: Span,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            retention: limits::RETENTION,
        }
    }
}

/// What a command comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It changes the room: write this.
    Change(Box<Change>),
    /// It has happened before: answer with the present room, write nothing.
    Already,
}

/// Decides a command on a room as it was read.
///
/// What time has done by `now` is folded in first; one write records both.
///
/// # Errors
/// A [`Refusal`]; then nothing is to be written.
pub fn decide(
    room: &Room,
    token: Option<&TokenHash>,
    command: &Command,
    now: Timestamp,
    policy: &Policy,
) -> Result<Verdict, Refusal> {
    let read_version = room.version;
    let room = room.clone().settled(now);
    if room.is_gone(now, policy) {
        return Err(Refusal::RoomExpired);
    }
    let caller = match token {
        None => None,
        Some(token) => Some(room.party_of(token).ok_or(Refusal::TokenUnknown)?),
    };
    let past = matches!(command, Command::OfferRematch { .. })
        .then(|| room.past_game())
        .flatten();
    let changed = match (command, caller) {
        (Command::Accept(acceptance), caller) => seats::accept(room, caller, acceptance, now)?,
        (_, None) => return Err(Refusal::TokenRequired),
        (Command::Cancel, Some(party)) => seats::cancel(room, party, now)?,
        (Command::Move { text, ply, game }, Some(party)) => {
            moves::play(room, party, text, *ply, *game, now)?
        }
        (Command::OfferDraw { ply, game }, Some(party)) => {
            draws::offer(room, party, *ply, *game, now)?
        }
        (Command::AcceptDraw { ply, game }, Some(party)) => {
            draws::answer(room, party, *ply, *game, true, now)?
        }
        (Command::DeclineDraw { ply, game }, Some(party)) => {
            draws::answer(room, party, *ply, *game, false, now)?
        }
        (Command::Resign { game }, Some(party)) => ends::resign(room, party, *game, now)?,
        (Command::ClaimAbsence { game }, Some(party)) => {
            ends::claim_absence(room, party, *game, now)?
        }
        (Command::Huff { square, ply, game }, Some(party)) => {
            huff::huff(room, party, *square, *ply, *game, now)?
        }
        (Command::OfferRematch { game }, Some(party)) => {
            ends::offer_rematch(room, party, *game, now)?
        }
    };
    let Some(room) = changed else {
        return Ok(Verdict::Already);
    };
    let room = room.answered(now);
    let archive = past.filter(|past| room.game_number() > past.game.number());
    Ok(Verdict::Change(Box::new(change(
        room,
        read_version,
        archive,
        policy,
    ))))
}

/// A changed room, made ready to be written.
fn change(
    mut room: Room,
    read_version: u64,
    archive: Option<crate::game::PastGame>,
    policy: &Policy,
) -> Change {
    room.version = read_version.saturating_add(1);
    room.wake_at = match (room.wake_at, room.due_at(policy)) {
        (_, None) => None,
        (None, due) => due,
        // Later deadlines are left for the sweep to find: an index key that changes costs two more write units.
        (Some(set), Some(due)) => Some(set.min(due)),
    };
    Change {
        read_version,
        room,
        archive,
    }
}

impl Room {
    /// Whether readers are told 410: expired, or ended and kept long enough.
    #[must_use]
    pub fn is_gone(&self, now: Timestamp, policy: &Policy) -> bool {
        let expired = self.deadline().is_some_and(|deadline| now >= deadline);
        let kept_out = self
            .ended_at()
            .is_some_and(|end| now >= end + policy.retention);
        expired || kept_out || matches!(self.stage, Stage::Expired { .. })
    }

    /// When the room next needs the sweep: to record its expiry, or to be removed with its earlier games.
    #[must_use]
    pub fn due_at(&self, policy: &Policy) -> Option<Timestamp> {
        self.deadline().or_else(|| {
            self.has_archive()
                .then(|| self.kept_until(policy.retention))
        })
    }

    /// The same room with its game over.
    fn finished(
        mut self,
        pairing: Pairing,
        winner: Option<rules::Color>,
        reason: EndReason,
        at: Timestamp,
    ) -> Room {
        let tally = match winner.map(|color| self.party_with(color)) {
            Some(Party::Host) => &mut self.wins.host,
            Some(Party::Guest) => &mut self.wins.guest,
            None => &mut self.wins.draws,
        };
        *tally = tally.saturating_add(1);
        self.stage = Stage::Finished {
            pairing,
            end: End { winner, reason, at },
            rematch: None,
        };
        self
    }

    /// The same room after something was played: its game goes on, or the board has ended it, or the number of its entries.
    pub(crate) fn after_play(self, pairing: Pairing, now: Timestamp) -> Room {
        let game = &pairing.game;
        let over = game.board().outcome();
        match over.or_else(|| Outcome::move_limit(game.entries().len())) {
            Some(outcome) => self.finished(
                pairing,
                outcome.winner,
                EndReason::Board(outcome.reason),
                now,
            ),
            None => Room {
                stage: Stage::Playing(pairing),
                ..self
            },
        }
    }

    /// The people and the game, for a command that needs both seats taken.
    fn paired(&self, game: u32) -> Result<&Pairing, Refusal> {
        let pairing = match &self.stage {
            Stage::Waiting => return Err(Refusal::WaitingForRival),
            Stage::Cancelled { .. } => return Err(Refusal::RoomCancelled),
            Stage::Expired { .. } => return Err(Refusal::RoomExpired),
            Stage::Playing(pairing) | Stage::Finished { pairing, .. } => pairing,
        };
        let number = pairing.game.number();
        if game == number {
            Ok(pairing)
        } else {
            Err(Refusal::StaleGame { number })
        }
    }

    /// The game in progress, taken out to be changed.
    fn playing(mut self) -> Result<(Room, Pairing), Refusal> {
        match core::mem::replace(&mut self.stage, Stage::Waiting) {
            Stage::Playing(pairing) => Ok((self, pairing)),
            _ => Err(Refusal::GameOver),
        }
    }
}
