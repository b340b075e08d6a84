//! What a room is played under, fixed when it is created and shown before anyone joins.

use core::fmt;

use rules::damas;

use crate::board::{Board, InvalidPosition};

/// Which game a room plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Chess by the FIDE Laws.
    Chess,
    /// Spanish draughts.
    Damas,
}

impl GameKind {
    /// Every game.
    pub const ALL: [GameKind; 2] = [GameKind::Chess, GameKind::Damas];

    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Chess => "chess",
            GameKind::Damas => "damas",
        }
    }

    /// The game with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<GameKind> {
        GameKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What offering a draw does (the option `drawOffer`, of both games).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum DrawOffers {
    /// Nothing but offer; at any time.
    #[default]
    Free,
    /// It passes the turn, instead of a move (seed 000: "sirve para pasar de turno").
    PassesTurn,
}

impl DrawOffers {
    /// The option's name.
    pub const FIELD: &'static str = "drawOffer";

    /// Every value, the default first.
    pub const ALL: [DrawOffers; 2] = [DrawOffers::Free, DrawOffers::PassesTurn];

    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DrawOffers::Free => "free",
            DrawOffers::PassesTurn => "passes-turn",
        }
    }

    /// The value with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<DrawOffers> {
        DrawOffers::ALL
            .into_iter()
            .find(|value| value.name() == name)
    }
}

/// The game and the options that are its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Table {
    /// Chess has none.
    Chess,
    /// Spanish draughts.
    Damas {
        /// Every option in effect.
        options: damas::Table,
        /// The preset they were named by, if they were.
        preset: Option<damas::Preset>,
    },
}

/// The game, its table and the position it starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The game and its options.
    pub table: Table,
    /// What offering a draw does.
    pub draw_offers: DrawOffers,
    /// The position every game of the room starts from, in FEN as the rules print it; `None` is the game's own.
    pub initial_fen: Option<String>,
}

impl Terms {
    /// Checks what a host asks for.
    ///
    /// # Errors
    /// [`InvalidPosition`] if a game cannot be played on from `initial_fen`.
    pub fn new(
        table: Table,
        draw_offers: DrawOffers,
        initial_fen: Option<&str>,
    ) -> Result<Terms, InvalidPosition> {
        let usual = Terms {
            table,
            draw_offers,
            initial_fen: None,
        };
        let asked = Terms {
            initial_fen: initial_fen.map(ToOwned::to_owned),
            ..usual.clone()
        };
        let fen = Board::start(&asked)?.fen();
        // The usual start, written out, is the usual start.
        let initial_fen = (fen != Board::start(&usual)?.fen()).then_some(fen);
        Ok(Terms {
            initial_fen,
            ..usual
        })
    }

    /// Chess from the usual start, without options.
    #[must_use]
    pub const fn chess() -> Terms {
        Terms {
            table: Table::Chess,
            draw_offers: DrawOffers::Free,
            initial_fen: None,
        }
    }

    /// Which game.
    #[must_use]
    pub const fn game(&self) -> GameKind {
        match self.table {
            Table::Chess => GameKind::Chess,
            Table::Damas { .. } => GameKind::Damas,
        }
    }

    /// The preset that named the options, if one did.
    #[must_use]
    pub const fn preset(&self) -> Option<damas::Preset> {
        match self.table {
            Table::Chess => None,
            Table::Damas { preset, .. } => preset,
        }
    }

    /// Every option in effect, by name. Chess shows its only one where it is not the usual.
    #[must_use]
    pub fn options(&self) -> Vec<(&'static str, &'static str)> {
        let offers = (DrawOffers::FIELD, self.draw_offers.name());
        match &self.table {
            Table::Chess => (self.draw_offers != DrawOffers::Free)
                .then_some(offers)
                .into_iter()
                .collect(),
            Table::Damas { options, .. } => options.options().into_iter().chain([offers]).collect(),
        }
    }
}

/// Which seat a host asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum SeatChoice {
    /// White, which moves first.
    #[default]
    White,
    /// Black.
    Black,
    /// Whichever chance gives.
    Random,
}

impl SeatChoice {
    /// Every choice, the default first.
    pub const ALL: [SeatChoice; 3] = [SeatChoice::White, SeatChoice::Black, SeatChoice::Random];

    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            SeatChoice::White => "white",
            SeatChoice::Black => "black",
            SeatChoice::Random => "random",
        }
    }

    /// The choice with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<SeatChoice> {
        SeatChoice::ALL
            .into_iter()
            .find(|choice| choice.name() == name)
    }
}
