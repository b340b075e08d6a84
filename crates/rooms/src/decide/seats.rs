//! Creating, accepting and calling off.

use rules::Color;

use super::Refusal;
use crate::game::Game;
use crate::id::RoomId;
use crate::name::Name;
use crate::rival::Rival;
use crate::room::{Guest, Pairing, Party, Person, Room, Stage, Wins};
use crate::terms::{SeatChoice, Terms};
use crate::time::Timestamp;
use crate::token::TokenHash;

/// What somebody who makes an invite asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The id of the room to be.
    pub id: RoomId,
    /// What it is to be played under.
    pub terms: Terms,
    /// The seat the host wants.
    pub seat: SeatChoice,
    /// The computer that is to have the other seat; `None` leaves it free for whoever accepts.
    pub rival: Option<Rival>,
    /// The host's name.
    pub name: Option<Name>,
    /// The hash of the host's token.
    pub token: TokenHash,
}

/// What somebody who takes the free seat brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acceptance {
    /// The guest's name.
    pub name: Option<Name>,
    /// The hash of the guest's token.
    pub token: TokenHash,
}

/// The room that an invitation makes. `chance` decides a random seat. A rival sits down at once, and moves if it is to move.
#[must_use]
pub fn create(invitation: Invitation, now: Timestamp, chance: u64) -> Room {
    let host_color = match invitation.seat {
        SeatChoice::White => Color::White,
        SeatChoice::Black => Color::Black,
        SeatChoice::Random if chance & 1 == 0 => Color::White,
        SeatChoice::Random => Color::Black,
    };
    let mut room = Room {
        id: invitation.id,
        version: 1,
        terms: invitation.terms,
        seat_choice: invitation.seat,
        created_at: now,
        host: Person {
            name: invitation.name,
            token: invitation.token,
        },
        host_color,
        wins: Wins::default(),
        stage: Stage::Waiting,
        wake_at: None,
    };
    let game = invitation
        .rival
        .and_then(|rival| Some((rival, Game::start(&room.terms, 1, now).ok()?)));
    if let Some((rival, game)) = game {
        let guest = Guest::Rival(rival);
        room.stage = Stage::Playing(Pairing { guest, game });
        room = room.answered(now);
    }
    room.wake_at = room.deadline();
    room
}

/// Whether a room came from this very invitation: then sending it again is a retry, however far the room has come.
#[must_use]
pub fn is_same_invitation(room: &Room, invitation: &Invitation) -> bool {
    room.id == invitation.id
        && room.terms == invitation.terms
        && room.seat_choice == invitation.seat
        && room.host.name == invitation.name
        && room.host.token == invitation.token
        && room.rival() == invitation.rival
}

/// Whether the guest asks again for what they have. With their token in the header they may leave the name out.
fn is_same_acceptance(room: &Room, acceptance: &Acceptance) -> bool {
    let Some(guest) = room.person(Party::Guest) else {
        return false;
    };
    let asks_for_any = guest.token != acceptance.token && acceptance.name.is_none();
    asks_for_any || guest.name == acceptance.name
}

pub(super) fn accept(
    mut room: Room,
    caller: Option<Party>,
    acceptance: &Acceptance,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    if matches!(room.stage, Stage::Cancelled { .. }) {
        return Err(Refusal::RoomCancelled);
    }
    match caller.or_else(|| room.party_of(&acceptance.token)) {
        Some(Party::Host) => return Err(Refusal::OwnInvite),
        Some(Party::Guest) if is_same_acceptance(&room, acceptance) => return Ok(None),
        Some(Party::Guest) => return Err(Refusal::SeatedOtherwise),
        None => {}
    }
    // The client brought the host's token as its own beside somebody else's: one token, one person.
    if acceptance.token == room.host.token {
        return Err(Refusal::OwnInvite);
    }
    if room.stage != Stage::Waiting {
        return Err(Refusal::SeatTaken);
    }
    let guest = Guest::Person(Person {
        name: acceptance.name.clone(),
        token: acceptance.token,
    });
    let game = Game::start(&room.terms, 1, now).map_err(|_| Refusal::RoomCancelled)?;
    room.stage = Stage::Playing(Pairing { guest, game });
    Ok(Some(room))
}

pub(super) fn cancel(
    mut room: Room,
    caller: Party,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    if caller != Party::Host {
        return Err(Refusal::NotYourSeat {
            why: "only who made the invite may call it off; you may resign",
        });
    }
    match room.stage {
        Stage::Waiting => {
            room.stage = Stage::Cancelled {
                at: now,
                pairing: None,
            };
            Ok(Some(room))
        }
        Stage::Cancelled { .. } => Ok(None),
        _ => Err(Refusal::SeatTaken),
    }
}
