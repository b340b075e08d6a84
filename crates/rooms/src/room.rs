//! The room and its stages. A stage holds exactly what exists in it: a room that waits has no turn.

use rules::{Color, Reason};

use crate::game::{Game, PastGame};
use crate::id::RoomId;
use crate::limits;
use crate::name::Name;
use crate::rival::Rival;
use crate::terms::{SeatChoice, Terms};
use crate::time::{Span, Timestamp};
use crate::token::TokenHash;

/// One of the two people of a room. Colours change from game to game, the party does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Party {
    /// Who made the invite.
    Host,
    /// Who accepted it.
    Guest,
}

impl Party {
    /// The other one.
    #[must_use]
    pub const fn other(self) -> Party {
        match self {
            Party::Host => Party::Guest,
            Party::Guest => Party::Host,
        }
    }
}

/// A person with a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Person {
    /// The name they gave, if any.
    pub name: Option<Name>,
    /// The hash of their seat token.
    pub token: TokenHash,
}

/// Who has the second seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guest {
    /// Somebody who accepted the invite.
    Person(Person),
    /// A computer, there from the beginning.
    Rival(Rival),
}

/// Who plays a colour, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Player {
    /// A person, by the name they gave.
    Person(Option<Name>),
    /// A computer.
    Rival(Rival),
}

impl Player {
    /// The person's name or the rival's.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Player::Person(name) => name.as_ref().map(Name::as_str),
            Player::Rival(rival) => Some(rival.name()),
        }
    }
}

/// Games won in this room, by person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wins {
    /// By the host.
    pub host: u32,
    /// By the guest.
    pub guest: u32,
    /// By nobody.
    pub draws: u32,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The rules of the board ended it.
    Board(Reason),
    /// Both agreed to a draw.
    Agreement,
    /// The loser gave up.
    Resignation,
    /// The loser stayed away and the winner claimed.
    Absence,
    /// The loser's clock ran out.
    Timeout,
}

impl EndReason {
    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            EndReason::Board(reason) => reason.name(),
            EndReason::Agreement => "agreement",
            EndReason::Resignation => "resignation",
            EndReason::Absence => "absence",
            EndReason::Timeout => "timeout",
        }
    }

    /// Every reason there is.
    pub fn all() -> impl Iterator<Item = EndReason> {
        let people = [
            EndReason::Agreement,
            EndReason::Resignation,
            EndReason::Absence,
            EndReason::Timeout,
        ];
        Reason::ALL.into_iter().map(EndReason::Board).chain(people)
    }

    /// The reason with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<EndReason> {
        EndReason::all().find(|reason| reason.name() == name)
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// `None` is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: EndReason,
    /// When.
    pub at: Timestamp,
}

/// Two people and the game between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Who plays against the host.
    pub guest: Guest,
    /// The present game, or the last one.
    pub game: Game,
}

/// How far a room has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The second seat is free.
    Waiting,
    /// A game is on.
    Playing(Pairing),
    /// The last game is over; a rematch may follow.
    Finished {
        /// The people and the game.
        pairing: Pairing,
        /// How it ended.
        end: End,
        /// Who has offered a rematch.
        rematch: Option<Party>,
    },
    /// Nothing was played for too long: no winner.
    Expired {
        /// When its time ran out (not when it was noticed).
        at: Timestamp,
        /// The unfinished game, if it had begun.
        pairing: Option<Pairing>,
    },
    /// Called off.
    Cancelled {
        /// When.
        at: Timestamp,
        /// The game that had begun, if any.
        pairing: Option<Pairing>,
    },
}

/// The game that a rematch would begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextGame {
    /// The computer in the second seat, if there is one.
    pub rival: Option<Rival>,
    /// Its number in the room.
    pub number: u32,
}

/// A [`Stage`] without what is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The second seat is free.
    Waiting,
    /// A game is on.
    Playing,
    /// The last game is over.
    Finished,
    /// Nothing was played for too long.
    Expired,
    /// Called off.
    Cancelled,
}

impl Status {
    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Status::Waiting => "waiting",
            Status::Playing => "playing",
            Status::Finished => "finished",
            Status::Expired => "expired",
            Status::Cancelled => "cancelled",
        }
    }
}

impl Stage {
    /// Which stage it is.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self {
            Stage::Waiting => Status::Waiting,
            Stage::Playing(_) => Status::Playing,
            Stage::Finished { .. } => Status::Finished,
            Stage::Expired { .. } => Status::Expired,
            Stage::Cancelled { .. } => Status::Cancelled,
        }
    }
}

/// One link, two people, one game after another between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// Its public id.
    pub id: RoomId,
    /// Grows by one with each accepted command, never with a refused one. Starts at 1.
    pub version: u64,
    /// What it is played under.
    pub terms: Terms,
    /// What the host asked for, kept to know a repeated create.
    pub seat_choice: SeatChoice,
    /// When the invite was made.
    pub created_at: Timestamp,
    /// Who made it.
    pub host: Person,
    /// The host's colour in the present game.
    pub host_color: Color,
    /// The score between the two.
    pub wins: Wins,
    /// How far it has come.
    pub stage: Stage,
    /// When the sweep is to look at it. Never later than needed, often earlier: changing it costs an index write, so a
    /// later deadline is left for the sweep to re-arm. `None`: nothing is due any more.
    pub wake_at: Option<Timestamp>,
}

impl Room {
    /// The people and the present or last game, once there are two.
    #[must_use]
    pub const fn pairing(&self) -> Option<&Pairing> {
        match &self.stage {
            Stage::Waiting => None,
            Stage::Playing(pairing) | Stage::Finished { pairing, .. } => Some(pairing),
            Stage::Expired { pairing, .. } | Stage::Cancelled { pairing, .. } => pairing.as_ref(),
        }
    }

    /// The same, to be changed.
    pub(crate) const fn pairing_mut(&mut self) -> Option<&mut Pairing> {
        match &mut self.stage {
            Stage::Waiting => None,
            Stage::Playing(pairing) | Stage::Finished { pairing, .. } => Some(pairing),
            Stage::Expired { pairing, .. } | Stage::Cancelled { pairing, .. } => pairing.as_mut(),
        }
    }

    /// The game that a rematch would begin, once the last one is over.
    #[must_use]
    pub fn next_game(&self) -> Option<NextGame> {
        matches!(self.stage, Stage::Finished { .. }).then(|| NextGame {
            rival: self.rival(),
            number: self.game_number().saturating_add(1),
        })
    }

    /// How far it has come by `now`: what [`Room::settled`] makes of its stage.
    #[must_use]
    pub fn status_at(&self, now: Timestamp) -> Status {
        if self.deadline().is_some_and(|deadline| now >= deadline) {
            Status::Expired
        } else {
            self.stage.status()
        }
    }

    /// The present or last game, once there was one.
    #[must_use]
    pub fn game(&self) -> Option<&Game> {
        self.pairing().map(|pairing| &pairing.game)
    }

    /// The number of the present game; 1 while waiting.
    #[must_use]
    pub fn game_number(&self) -> u32 {
        self.game().map_or(1, Game::number)
    }

    /// The person behind a party, if the seat is taken by one.
    #[must_use]
    pub fn person(&self, party: Party) -> Option<&Person> {
        match (party, self.pairing().map(|pairing| &pairing.guest)) {
            (Party::Host, _) => Some(&self.host),
            (Party::Guest, Some(Guest::Person(person))) => Some(person),
            (Party::Guest, Some(Guest::Rival(_)) | None) => None,
        }
    }

    /// The computer in the second seat, if there is one.
    #[must_use]
    pub fn rival(&self) -> Option<Rival> {
        match self.pairing()?.guest {
            Guest::Rival(rival) => Some(rival),
            Guest::Person(_) => None,
        }
    }

    /// Who plays a colour in the present game, if the seat is taken.
    #[must_use]
    pub fn player(&self, color: Color) -> Option<Player> {
        let party = self.party_with(color);
        match self.person(party) {
            Some(person) => Some(Player::Person(person.name.clone())),
            None => self.rival().map(Player::Rival),
        }
    }

    /// Whose token this is. Looked up in this room only, and in constant time for each seat.
    #[must_use]
    pub fn party_of(&self, token: &TokenHash) -> Option<Party> {
        let is = |party| {
            self.person(party)
                .is_some_and(|person| person.token == *token)
        };
        match (is(Party::Host), is(Party::Guest)) {
            (true, _) => Some(Party::Host),
            (false, true) => Some(Party::Guest),
            (false, false) => None,
        }
    }

    /// The colour a party plays in the present game.
    #[must_use]
    pub fn color_of(&self, party: Party) -> Color {
        match party {
            Party::Host => self.host_color,
            Party::Guest => !self.host_color,
        }
    }

    /// Who plays a colour in the present game.
    #[must_use]
    pub fn party_with(&self, color: Color) -> Party {
        if color == self.host_color {
            Party::Host
        } else {
            Party::Guest
        }
    }

    /// When the rival on turn began to be absent enough to claim: the claim is open *after* this moment. A computer
    /// claims nothing.
    #[must_use]
    pub fn claimable_at(&self) -> Option<Timestamp> {
        match &self.stage {
            Stage::Playing(pairing) if self.rival().is_none() => {
                Some(pairing.game.turn_started_at() + limits::ABSENCE)
            }
            _ => None,
        }
    }

    /// When the room expires if nothing is played: only while waiting or playing.
    #[must_use]
    pub fn deadline(&self) -> Option<Timestamp> {
        match &self.stage {
            Stage::Waiting => Some(self.created_at + limits::EXPIRY),
            Stage::Playing(pairing) => Some(pairing.game.last_played_at() + limits::EXPIRY),
            _ => None,
        }
    }

    /// When the last game ended, the room expired or was called off.
    #[must_use]
    pub const fn ended_at(&self) -> Option<Timestamp> {
        match &self.stage {
            Stage::Waiting | Stage::Playing(_) => None,
            Stage::Finished { end, .. } => Some(end.at),
            Stage::Expired { at, .. } | Stage::Cancelled { at, .. } => Some(*at),
        }
    }

    /// Until when an ended room is kept for readers. A room that has not ended is kept so long after its deadline.
    #[must_use]
    pub fn kept_until(&self, retention: Span) -> Timestamp {
        let end = self
            .ended_at()
            .or_else(|| self.deadline())
            .unwrap_or(self.created_at);
        end + retention
    }

    /// Whether earlier games are archived beside the room. Then the sweep removes all of it together, and the store's
    /// own expiry must leave the room alone.
    #[must_use]
    pub fn has_archive(&self) -> bool {
        self.game_number() > 1
    }

    /// What time has made of the room by `now`, without counting as a change: an unplayed room is expired.
    #[must_use]
    pub fn settled(mut self, now: Timestamp) -> Room {
        let Some(at) = self.deadline().filter(|&deadline| now >= deadline) else {
            return self;
        };
        self.stage = match self.stage {
            Stage::Playing(pairing) => Stage::Expired {
                at,
                pairing: Some(pairing),
            },
            _ => Stage::Expired { at, pairing: None },
        };
        self
    }

    /// The finished game as it is archived when the next one begins.
    #[must_use]
    pub fn past_game(&self) -> Option<PastGame> {
        let Stage::Finished { pairing, end, .. } = &self.stage else {
            return None;
        };
        let player = |color| self.player(color).unwrap_or(Player::Person(None));
        Some(PastGame {
            room: self.id,
            terms: self.terms.clone(),
            white: player(Color::White),
            black: player(Color::Black),
            game: pairing.game.clone(),
            end: *end,
        })
    }
}
