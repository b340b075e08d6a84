//! Moves, and what the board makes of them.

use rules::MoveFlaw;

use super::Refusal;
use crate::board::MoveFault;
use crate::room::{Party, Room};
use crate::time::Timestamp;

pub(super) fn play(
    room: Room,
    caller: Party,
    text: &str,
    ply: u32,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    let present = &room.paired(game)?.game;
    let standing = present.ply();
    // Compared as moves, not as text: `e1h1` sent again for a stored `e1g1` is the same move.
    if ply < standing && present.board().was_played(text, ply, color) {
        return Ok(None);
    }
    let (room, mut pairing) = room.playing()?;
    if ply != standing {
        return Err(Refusal::StalePly { standing });
    }
    if pairing.game.turn() != color {
        return Err(Refusal::NotYourTurn);
    }
    let board = pairing.game.board();
    let illegal = |flaw| Refusal::IllegalMove {
        text: text.to_owned(),
        flaw,
        legal: board.legal_moves(),
    };
    let act = board.parse(text).map_err(|fault| match fault {
        MoveFault::Illegal(flaw) => illegal(flaw),
        MoveFault::PromotionRequired(choices) => Refusal::PromotionRequired { choices },
        MoveFault::Ambiguous(choices) => Refusal::AmbiguousMove { choices },
        MoveFault::AmbiguousCapture(choices) => Refusal::AmbiguousCapture { choices },
    })?;
    let refused = illegal(MoveFlaw::CannotReach);
    pairing.game.play(act, now).map_err(|_| refused)?;
    Ok(Some(room.after_play(pairing, now)))
}
