//! One game between the two: its entries, its offers, and the board they lead to.

use rules::Color;

use crate::board::{Act, Board, Corrupt, Written};
use crate::id::RoomId;
use crate::room::{End, Player};
use crate::terms::Terms;
use crate::time::Timestamp;

/// One entry of the append-only list of what was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What was done.
    pub act: Act,
    /// When.
    pub at: Timestamp,
}

/// What became of an offer of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferState {
    /// It waits for an answer.
    Open,
    /// It ended the game.
    Accepted,
    /// It was refused.
    Refused {
        /// Half-moves standing then.
        at_ply: u32,
    },
    /// It lapsed with the other side's move.
    Lapsed {
        /// Half-moves standing after that move.
        at_ply: u32,
    },
}

/// An offer of a draw. All of a game's are kept, so that any of them sent again is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawOffer {
    /// Who offered.
    pub by: Color,
    /// Half-moves standing when it was made.
    pub ply: u32,
    /// What became of it.
    pub state: OfferState,
}

/// A game in progress or just over. Its board always follows from its entries.
#[derive(Clone, Debug)]
pub struct Game {
    number: u32,
    started_at: Timestamp,
    entries: Vec<Entry>,
    offers: Vec<DrawOffer>,
    board: Board,
}

impl PartialEq for Game {
    fn eq(&self, other: &Game) -> bool {
        // The board follows from the entries; what it started from is the room's terms.
        self.number == other.number
            && self.started_at == other.started_at
            && self.entries == other.entries
            && self.offers == other.offers
            && self.board.fen() == other.board.fen()
    }
}

impl Eq for Game {}

impl Game {
    /// A game that begins now.
    ///
    /// # Errors
    /// [`Corrupt`] if the terms' position cannot be played on; terms are checked when a room is created.
    pub fn start(terms: &Terms, number: u32, at: Timestamp) -> Result<Game, Corrupt> {
        Game::unplayed(terms, number, at, Vec::new(), Vec::new())
    }

    /// A game as it was stored, replayed.
    ///
    /// # Errors
    /// [`Corrupt`] if the entries do not follow the rules.
    pub fn restore(
        terms: &Terms,
        number: u32,
        started_at: Timestamp,
        entries: Vec<Entry>,
        offers: Vec<DrawOffer>,
    ) -> Result<Game, Corrupt> {
        let mut game = Game::unplayed(terms, number, started_at, entries, offers)?;
        game.replay(false)?;
        Ok(game)
    }

    /// A game as it was stored, its board still as it began. Only a [`Folded`](crate::Folded) room holds one.
    ///
    /// # Errors
    /// [`Corrupt`] if the terms' position cannot be played on.
    pub fn unplayed(
        terms: &Terms,
        number: u32,
        started_at: Timestamp,
        entries: Vec<Entry>,
        offers: Vec<DrawOffer>,
    ) -> Result<Game, Corrupt> {
        let board = Board::start(terms).map_err(|fault| Corrupt(fault.to_string()))?;
        Ok(Game {
            number,
            started_at,
            entries,
            offers,
            board,
        })
    }

    /// Plays the entries on the board of an [unplayed](Game::unplayed) game. One that `goes_on` has not ended, whatever
    /// the board says.
    pub(crate) fn replay(&mut self, goes_on: bool) -> Result<(), Corrupt> {
        let acts = self.entries.iter().map(|entry| entry.act);
        self.board.replay(acts, goes_on)
    }

    /// Its number in the room, from 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// When it began.
    #[must_use]
    pub const fn started_at(&self) -> Timestamp {
        self.started_at
    }

    /// All that was played, in order.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// All offers of a draw, in order.
    #[must_use]
    pub fn offers(&self) -> &[DrawOffer] {
        &self.offers
    }

    /// The board now.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Half-moves that stand.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.board.ply()
    }

    /// Whose turn it is (or would be).
    #[must_use]
    pub fn turn(&self) -> Color {
        self.board.turn()
    }

    /// When the turn of the side on turn began: with the last half-move, or with the huff that undid it. A huff that
    /// removes a piece leaves the turn where it was.
    #[must_use]
    pub fn turn_started_at(&self) -> Timestamp {
        let turned = |entry: &&Entry| !matches!(entry.act, Act::Huff(Some(_)));
        self.entries
            .iter()
            .rev()
            .find(turned)
            .map_or(self.started_at, |entry| entry.at)
    }

    /// When something was last played, else when the game began.
    #[must_use]
    pub fn last_played_at(&self) -> Timestamp {
        self.turn_started_at()
    }

    /// When the last half-move was made, if there was one.
    #[must_use]
    pub fn last_move_at(&self) -> Option<Timestamp> {
        self.entries
            .iter()
            .rev()
            .find(|entry| entry.act.is_half_move())
            .map(|entry| entry.at)
    }

    /// The offer of a draw that waits for an answer.
    #[must_use]
    pub fn open_offer(&self) -> Option<&DrawOffer> {
        self.offers
            .iter()
            .rev()
            .find(|offer| offer.state == OfferState::Open)
    }

    /// The entries from the `since`th on, as the move list writes them, and their times.
    #[must_use]
    pub fn written(&self, since: usize) -> Vec<(Written, Timestamp)> {
        let times = self.entries.iter().skip(since).map(|entry| entry.at);
        self.board.written(since).into_iter().zip(times).collect()
    }

    /// Plays what was read on this board; the other side's open offer lapses with a move.
    pub(crate) fn play(&mut self, act: Act, at: Timestamp) -> Result<(), Corrupt> {
        let mover = self.turn();
        self.board.play(act)?;
        self.entries.push(Entry { act, at });
        let at_ply = self.ply();
        for offer in &mut self.offers {
            if act.is_half_move() && offer.state == OfferState::Open && offer.by != mover {
                offer.state = OfferState::Lapsed { at_ply };
            }
        }
        Ok(())
    }

    /// Adds an offer of a draw made when `ply` half-moves stood.
    pub(crate) fn offer(&mut self, by: Color, ply: u32, state: OfferState) {
        self.offers.push(DrawOffer { by, ply, state });
    }

    /// Closes the open offer, if there is one.
    pub(crate) fn close_offer(&mut self, state: OfferState) {
        for offer in &mut self.offers {
            if offer.state == OfferState::Open {
                offer.state = state;
            }
        }
    }
}

/// A finished game as it is archived when the next one begins. No token, and no hash of one, is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastGame {
    /// The room it was played in.
    pub room: RoomId,
    /// What it was played under.
    pub terms: Terms,
    /// Who played white.
    pub white: Player,
    /// Who played black.
    pub black: Player,
    /// The game.
    pub game: Game,
    /// How it ended.
    pub end: End,
}
