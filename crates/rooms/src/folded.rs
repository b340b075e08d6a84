//! A room as the store gives it, before its game is replayed.

use rules::Color;

use crate::board::Corrupt;
use crate::decide::{Invitation, Policy, is_same_invitation};
use crate::room::{NextGame, Party, Room, Stage, Status};
use crate::time::Timestamp;
use crate::token::TokenHash;

/// A room whose game is a list of entries and no board yet.
///
/// A replay costs more than the rest of a read together. What this type answers needs none: whose token a request carries,
/// and whether the reader has this state already. [`Folded::open`] replays.
#[derive(Clone, Debug)]
pub struct Folded(Room);

impl Folded {
    /// A room as it was stored, its game [unplayed](crate::Game::unplayed).
    #[must_use]
    pub const fn new(room: Room) -> Folded {
        Folded(room)
    }

    /// The room's version.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.0.version
    }

    /// Whose token this is, as [`Room::party_of`].
    #[must_use]
    pub fn party_of(&self, token: &TokenHash) -> Option<Party> {
        self.0.party_of(token)
    }

    /// The colour a party plays in the present game.
    #[must_use]
    pub fn color_of(&self, party: Party) -> Color {
        self.0.color_of(party)
    }

    /// How far the room has come by `now`.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status {
        self.0.status_at(now)
    }

    /// The game that a rematch would begin, as [`Room::next_game`].
    #[must_use]
    pub fn next_game(&self) -> Option<NextGame> {
        self.0.next_game()
    }

    /// From when on a win may be claimed, as [`Room::claimable_at`].
    #[must_use]
    pub fn claimable_at(&self) -> Option<Timestamp> {
        self.0.claimable_at()
    }

    /// Whether it came from this very invitation, as [`is_same_invitation`].
    #[must_use]
    pub fn is_of(&self, invitation: &Invitation) -> bool {
        is_same_invitation(&self.0, invitation)
    }

    /// Whether readers are told 410, as [`Room::is_gone`].
    #[must_use]
    pub fn is_gone(&self, now: Timestamp, policy: &Policy) -> bool {
        self.0.is_gone(now, policy)
    }

    /// Replays the game.
    ///
    /// # Errors
    /// [`Corrupt`] if its entries do not follow the rules.
    pub fn open(mut self) -> Result<Room, Corrupt> {
        let goes_on = matches!(self.0.stage, Stage::Playing(_));
        if let Some(pairing) = self.0.pairing_mut() {
            pairing.game.replay(goes_on)?;
        }
        Ok(self.0)
    }
}
