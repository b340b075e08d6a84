//! Resignation, absence, rematch.

use super::Refusal;
use crate::game::Game;
use crate::limits;
use crate::room::{EndReason, Guest, Pairing, Party, Room, Stage};
use crate::time::Timestamp;

pub(super) fn resign(
    room: Room,
    caller: Party,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    room.paired(game)?;
    if ended_by(&room, EndReason::Resignation, !color) {
        return Ok(None);
    }
    let (room, pairing) = room.playing()?;
    Ok(Some(room.finished(
        pairing,
        Some(!color),
        EndReason::Resignation,
        now,
    )))
}

pub(super) fn claim_absence(
    room: Room,
    caller: Party,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    room.paired(game)?;
    if ended_by(&room, EndReason::Absence, color) {
        return Ok(None);
    }
    let (room, pairing) = room.playing()?;
    if pairing.game.turn() == color {
        return Err(Refusal::YourTurn);
    }
    let claimable_at = pairing.game.turn_started_at() + limits::ABSENCE;
    if now <= claimable_at {
        return Err(Refusal::TooEarly { claimable_at });
    }
    Ok(Some(room.finished(
        pairing,
        Some(color),
        EndReason::Absence,
        now,
    )))
}

pub(super) fn offer_rematch(
    mut room: Room,
    caller: Party,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    // A later game exists only because both offered a rematch of every game before it.
    if (1..room.game_number()).contains(&game) && !matches!(room.stage, Stage::Cancelled { .. }) {
        return Ok(None);
    }
    room.paired(game)?;
    let (pairing, end, offered) = match room.stage {
        Stage::Finished {
            pairing,
            end,
            rematch,
        } => (pairing, end, rematch),
        _ => return Err(Refusal::GameNotOver),
    };
    room.stage = match offered {
        Some(party) if party == caller => return Ok(None),
        _ if game >= limits::GAMES => return Err(Refusal::TooManyGames),
        None if matches!(pairing.guest, Guest::Person(_)) => Stage::Finished {
            pairing,
            end,
            rematch: Some(caller),
        },
        // Both have offered; a rival accepts at once.
        _ => {
            room.host_color = !room.host_color;
            let number = game.saturating_add(1);
            let game = Game::start(&room.terms, number, now).map_err(|_| Refusal::GameNotOver)?;
            Stage::Playing(Pairing {
                guest: pairing.guest,
                game,
            })
        }
    };
    Ok(Some(room))
}

/// Whether the game ended so, with this winner: then whoever brings it about again is told it has happened.
fn ended_by(room: &Room, reason: EndReason, winner: rules::Color) -> bool {
    matches!(&room.stage, Stage::Finished { end, .. } if end.reason == reason && end.winner == Some(winner))
}
