//! Draws by agreement: one offer at a time, and nobody accepts what they did not see.

use rules::Color;

use super::Refusal;
use crate::board::Act;
use crate::game::{DrawOffer, Game, OfferState};
use crate::limits;
use crate::room::{EndReason, Guest, Pairing, Party, Room, Stage};
use crate::terms::DrawOffers;
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
    if matches!(pairing.guest, Guest::Rival(_)) {
        return Err(Refusal::RivalAnswers);
    }
    if room.terms.draw_offers == DrawOffers::PassesTurn {
        return pass(room, pairing, color, now).map(Some);
    }
    match pairing.game.open_offer().map(|offer| offer.by) {
        // Both offer: they agree, whatever wait the second one had before them.
        Some(by) if by != color => {
            pairing.game.close_offer(OfferState::Accepted);
            pairing.game.offer(color, ply, OfferState::Accepted);
            return Ok(Some(room.finished(
                pairing,
                None,
                EndReason::Agreement,
                now,
            )));
        }
        Some(_) => return Err(Refusal::OfferOpen),
        None => {}
    }
    let from_ply = may_offer_from(&pairing.game, color);
    if standing < from_ply {
        return Err(Refusal::OfferTooSoon { from_ply });
    }
    pairing.game.offer(color, ply, OfferState::Open);
    Ok(Some(Room {
        stage: Stage::Playing(pairing),
        ..room
    }))
}

/// Where offering passes the turn: instead of a move, and never in answer to an offer.
fn pass(room: Room, mut pairing: Pairing, color: Color, now: Timestamp) -> Result<Room, Refusal> {
    let game = &mut pairing.game;
    if game.turn() != color {
        return Err(Refusal::NotYourTurn);
    }
    let ply = game.ply();
    if let Some(refusal) = no_pass(game) {
        return Err(refusal);
    }
    game.play(Act::Pass, now).map_err(|_| Refusal::CannotPass {
        why: "the turn cannot be passed here",
    })?;
    game.offer(color, ply, OfferState::Open);
    Ok(room.after_play(pairing, now))
}

/// Why the side on turn may not pass, if it may not.
pub(super) fn no_pass(game: &Game) -> Option<Refusal> {
    if game.ply() < limits::FIRST_DRAW_OFFER {
        Some(Refusal::OfferTooSoon {
            from_ply: limits::FIRST_DRAW_OFFER,
        })
    } else if game.open_offer().is_some() {
        Some(Refusal::CannotPass {
            why: "an offer is no answer to an offer: accept it, refuse it or make a move",
        })
    } else {
        game.board()
            .no_pass()
            .map(|why| Refusal::CannotPass { why })
    }
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
