//! Draws by agreement: one offer at a time, and nobody accepts what they did not see.

use rules::Color;

use super::Refusal;
use crate::game::{DrawOffer, Game, OfferState};
use crate::limits;
use crate::room::{EndReason, Party, Room, Stage};
use crate::time::Timestamp;

pub(super) fn offer(
    room: Room,
    caller: Party,
    ply: u32,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    let present = &room.paired(game)?.game;
    let standing = present.ply();
    if offer_at(present, color, ply).is_some() {
        return Ok(None);
    }
    let (room, mut pairing) = room.playing()?;
    if ply != standing {
        return Err(Refusal::StalePly { standing });
    }
    match pairing.game.open_offer().map(|offer| offer.by) {
        // Both offer: they agree, whatever wait the second one had before them.
        Some(by) if by != color => {
            pairing.game.close_offer(OfferState::Accepted);
            pairing.game.offer(color, OfferState::Accepted);
            return Ok(Some(room.finished(
                pairing,
                None,
                EndReason::Agreement,
                now,
            )));
        }
        Some(_) => {
            return Err(Refusal::OfferTooSoon {
                from_ply: standing.saturating_add(limits::DRAW_OFFER_WAIT),
            });
        }
        None => {}
    }
    let from_ply = may_offer_from(&pairing.game, color);
    if standing < from_ply {
        return Err(Refusal::OfferTooSoon { from_ply });
    }
    pairing.game.offer(color, OfferState::Open);
    Ok(Some(Room {
        stage: Stage::Playing(pairing),
        ..room
    }))
}

pub(super) fn answer(
    room: Room,
    caller: Party,
    ply: u32,
    game: u32,
    accepts: bool,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    let own = room
        .game()
        .filter(|present| present.number() == game)
        .and_then(|present| {
            let own = offer_at(present, color, ply)?;
            offer_at(present, !color, ply).is_none().then_some(*own)
        });
    if own.is_some() {
        return Err(Refusal::NotYourSeat {
            why: "this offer is your own; the other seat answers it",
        });
    }
    let present = &room.paired(game)?.game;
    let offered = offer_at(present, !color, ply).map(|offer| offer.state);
    match (offered, accepts) {
        (Some(OfferState::Accepted), true) | (Some(OfferState::Refused { .. }), false) => {
            return Ok(None);
        }
        _ => {}
    }
    let (room, mut pairing) = room.playing()?;
    if offered != Some(OfferState::Open) {
        return Err(Refusal::NoOffer);
    }
    if accepts {
        pairing.game.close_offer(OfferState::Accepted);
        Ok(Some(room.finished(
            pairing,
            None,
            EndReason::Agreement,
            now,
        )))
    } else {
        let at_ply = pairing.game.ply();
        pairing.game.close_offer(OfferState::Refused { at_ply });
        Ok(Some(Room {
            stage: Stage::Playing(pairing),
            ..room
        }))
    }
}

/// The offer a seat made when `ply` half-moves stood.
fn offer_at(game: &Game, by: Color, ply: u32) -> Option<&DrawOffer> {
    game.offers()
        .iter()
        .rev()
        .find(|offer| offer.by == by && offer.ply == ply)
}

/// How many half-moves must stand before a seat without an open offer may offer.
pub(super) fn may_offer_from(game: &Game, by: Color) -> u32 {
    match game
        .offers()
        .iter()
        .rev()
        .find(|offer| offer.by == by)
        .map(|offer| offer.state)
    {
        Some(OfferState::Refused { at_ply } | OfferState::Lapsed { at_ply }) => {
            at_ply.saturating_add(limits::DRAW_OFFER_WAIT)
        }
        _ => limits::FIRST_DRAW_OFFER,
    }
}
