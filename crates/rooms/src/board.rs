//! The one place where the domain meets the rules of a particular game.

use core::fmt;

use rules::{Color, Outcome, chess};

use crate::terms::{GameKind, Terms};

/// What a player does on the board in one entry of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A move of chess.
    Chess(chess::Move),
}

/// Why a move's text was not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveFault {
    /// It is not a legal move here.
    Illegal,
    /// The pawn promotes: to what? The full moves to choose from.
    PromotionRequired(Vec<String>),
    /// It fits more than one legal move. The full moves to choose from.
    Ambiguous(Vec<String>),
}

/// A stored game does not follow the rules: the store was damaged, or is of another version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Corrupt(pub String);

impl fmt::Display for Corrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the stored game cannot be replayed: {}", self.0)
    }
}

impl core::error::Error for Corrupt {}

/// A start position that cannot be played on, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPosition(pub String);

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for InvalidPosition {}

/// A game of either kind with its history.
#[derive(Clone, Debug)]
pub enum Board {
    /// Chess.
    Chess(Box<chess::Game>),
}

impl Board {
    /// The board as a game under these terms starts.
    ///
    /// # Errors
    /// [`InvalidPosition`] if the start position cannot be played on.
    pub fn start(terms: &Terms) -> Result<Board, InvalidPosition> {
        match terms.game {
            GameKind::Chess => {
                let position = match &terms.initial_fen {
                    None => chess::Position::start(),
                    Some(fen) => chess::Position::playable_from_fen(fen)
                        .map_err(|fault| InvalidPosition(fault.to_string()))?,
                };
                Ok(Board::Chess(Box::new(chess::Game::new(position))))
            }
        }
    }

    /// Whose turn it is on the board.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self {
            Board::Chess(game) => game.position().turn(),
        }
    }

    /// Half-moves that stand.
    #[must_use]
    pub fn ply(&self) -> u32 {
        match self {
            Board::Chess(game) => u32::try_from(game.ply()).unwrap_or(u32::MAX),
        }
    }

    /// The position in the game's FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        match self {
            Board::Chess(game) => game.position().fen(),
        }
    }

    /// The square of the king in check, if one is.
    #[must_use]
    pub fn check(&self) -> Option<String> {
        match self {
            Board::Chess(game) => {
                let position = game.position();
                position
                    .is_check()
                    .then(|| position.king(position.turn()).to_string())
            }
        }
    }

    /// Every legal move of the side on turn, as the API writes it.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            Board::Chess(game) => {
                let mut moves: Vec<String> = game
                    .position()
                    .legal_moves()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                moves.sort_unstable();
                moves
            }
        }
    }

    /// Reads a move's text in any notation the game allows.
    ///
    /// # Errors
    /// [`MoveFault`] says what to send instead.
    pub fn parse(&self, text: &str) -> Result<Act, MoveFault> {
        match self {
            Board::Chess(game) => chess::parse_move(game.position(), text.trim())
                .map(Act::Chess)
                .map_err(|fault| {
                    let list =
                        |moves: Vec<chess::Move>| moves.iter().map(ToString::to_string).collect();
                    match fault {
                        chess::MoveError::PromotionRequired { choices } => {
                            MoveFault::PromotionRequired(list(choices))
                        }
                        chess::MoveError::Ambiguous { choices } => {
                            MoveFault::Ambiguous(list(choices))
                        }
                        chess::MoveError::Malformed | chess::MoveError::Illegal => {
                            MoveFault::Illegal
                        }
                    }
                }),
        }
    }

    /// Carries out what [`Board::parse`] read here.
    ///
    /// # Errors
    /// [`Corrupt`] if it is not legal here, which only a damaged store can bring about.
    pub fn play(&mut self, act: Act) -> Result<(), Corrupt> {
        match (self, act) {
            (Board::Chess(game), Act::Chess(mv)) => game
                .play(mv)
                .map_err(|_| Corrupt(format!("{mv} is not legal after {} half-moves", game.ply()))),
        }
    }

    /// How the text of the move list writes an act that is about to be played here: the full move and its notation.
    #[must_use]
    pub fn write(&self, act: Act) -> (String, String) {
        match (self, act) {
            (Board::Chess(game), Act::Chess(mv)) => {
                (mv.to_string(), chess::san(game.position(), mv))
            }
        }
    }

    /// How the board itself has ended the game, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Board::Chess(game) => game.outcome(),
        }
    }
}
