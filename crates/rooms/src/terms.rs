//! What a room is played under, fixed when it is created and shown before anyone joins.

use core::fmt;

use crate::board::{Board, InvalidPosition};

/// Which game a room plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// Chess by the FIDE Laws.
    Chess,
}

impl GameKind {
    /// Every game.
    pub const ALL: [GameKind; 1] = [GameKind::Chess];

    /// The name in the API and in the store.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            GameKind::Chess => "chess",
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

/// The game, its table and the position it starts from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Which game.
    pub game: GameKind,
    /// The position every game of the room starts from, in FEN as the rules print it; `None` is the game's own.
    pub initial_fen: Option<String>,
}

impl Terms {
    /// Checks what a host asks for.
    ///
    /// # Errors
    /// [`InvalidPosition`] if a game cannot be played on from `initial_fen`.
    pub fn new(game: GameKind, initial_fen: Option<&str>) -> Result<Terms, InvalidPosition> {
        let usual = Terms {
            game,
            initial_fen: None,
        };
        let asked = Terms {
            game,
            initial_fen: initial_fen.map(ToOwned::to_owned),
        };
        let fen = Board::start(&asked)?.fen();
        // The usual start, written out, is the usual start.
        let initial_fen = (fen != Board::start(&usual)?.fen()).then_some(fen);
        Ok(Terms { game, initial_fen })
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
