//! What a caller may do now: exactly what [`super::decide`] would accept.

use super::{Policy, draws};
use crate::game::Game;
use crate::limits;
use crate::room::{Party, Room, Stage};
use crate::terms::DrawOffers;
use crate::time::Timestamp;

/// Something a caller may do, by the name of the function that does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Take the free seat.
    AcceptInvite,
    /// Call the invite off.
    CancelInvite,
    /// Make a move.
    SubmitMove,
    /// Offer a draw.
    ProposeDraw,
    /// Accept the open offer.
    AcceptDraw,
    /// Refuse the open offer.
    DeclineDraw,
    /// Give up.
    Resign,
    /// Claim the win.
    ClaimAbsence,
    /// Offer or accept another game.
    OfferRematch,
    /// Answer the rival's wrong move.
    Huff,
}

impl Action {
    /// Every action.
    pub const ALL: [Action; 10] = [
        Action::AcceptInvite,
        Action::CancelInvite,
        Action::SubmitMove,
        Action::ProposeDraw,
        Action::AcceptDraw,
        Action::DeclineDraw,
        Action::Resign,
        Action::ClaimAbsence,
        Action::OfferRematch,
        Action::Huff,
    ];

    /// The name of the function.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Action::AcceptInvite => "accept-invite",
            Action::CancelInvite => "cancel-invite",
            Action::SubmitMove => "submit-move",
            Action::ProposeDraw => "propose-draw",
            Action::AcceptDraw => "accept-draw",
            Action::DeclineDraw => "decline-draw",
            Action::Resign => "resign",
            Action::ClaimAbsence => "claim-absence",
            Action::OfferRematch => "offer-rematch",
            Action::Huff => "huff",
        }
    }
}

/// What this caller may do in the room at `now`.
///
/// All of it would be accepted. A draw offer that crosses the rival's would be too and is not listed.
#[must_use]
pub fn actions(room: &Room, caller: Option<Party>, now: Timestamp, policy: &Policy) -> Vec<Action> {
    if room.is_gone(now, policy) {
        return Vec::new();
    }
    match (&room.stage, caller) {
        (Stage::Waiting, None) => vec![Action::AcceptInvite],
        (Stage::Waiting, Some(Party::Host)) => vec![Action::CancelInvite],
        (Stage::Playing(pairing), Some(party)) => while_playing(room, &pairing.game, party, now),
        (Stage::Finished { rematch, .. }, Some(party))
            if *rematch != Some(party) && room.game_number() < limits::GAMES =>
        {
            vec![Action::OfferRematch]
        }
        _ => Vec::new(),
    }
}

fn while_playing(room: &Room, game: &Game, party: Party, now: Timestamp) -> Vec<Action> {
    let color = room.color_of(party);
    let mut actions = Vec::with_capacity(5);
    let on_turn = game.turn() == color;
    if on_turn && game.board().has_moves() {
        actions.push(Action::SubmitMove);
    }
    if on_turn && !game.board().huffable().is_empty() {
        actions.push(Action::Huff);
    }
    let may_offer = room.rival().is_none()
        && match room.terms.draw_offers {
            DrawOffers::Free => {
                game.open_offer().is_none() && game.ply() >= draws::may_offer_from(game, color)
            }
            DrawOffers::PassesTurn => on_turn && draws::no_pass(game).is_none(),
        };
    if may_offer {
        actions.push(Action::ProposeDraw);
    }
    // An offer that crosses would be accepted as agreement too, but one button for it is enough.
    if game.open_offer().is_some_and(|offer| offer.by != color) {
        actions.extend([Action::AcceptDraw, Action::DeclineDraw]);
    }
    actions.push(Action::Resign);
    if !on_turn && now > game.turn_started_at() + limits::ABSENCE {
        actions.push(Action::ClaimAbsence);
    }
    actions
}
