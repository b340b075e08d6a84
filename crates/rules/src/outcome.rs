//! What both games share: the two sides, and how a game ends on the board.

use core::fmt;
use core::ops::Not;

/// A side. White moves first in both games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Color {
    /// Brass in chess; the men on 1–12 in damas.
    White,
    /// Steel in chess; the men on 21–32 in damas.
    Black,
}

impl Color {
    /// Both sides, white first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// `0` for white, `1` for black.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why the board itself ended a game. `Display` gives the name used in the API, such as `fifty-moves`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// Chess: the king is attacked and no legal move exists (FIDE 5.1.1).
    Checkmate,
    /// Chess: no legal move, and the king is not attacked (FIDE 5.2.1).
    Stalemate,
    /// Chess: no mate can be given with what is left (seed 004 "Material insuficiente").
    InsufficientMaterial,
    /// Both games: the same position for the third time (seed 004 "Repetición").
    ThreefoldRepetition,
    /// Chess: 100 half-moves without a capture or a pawn move (seed 004 "50 jugadas").
    FiftyMoves,
    /// Damas: a side has no pieces left and loses.
    NoPieces,
    /// Damas, `blocked: loses`: the side on turn has pieces but no move, and loses.
    Blocked,
    /// Damas, `blocked: count`: the side on turn cannot move; more pieces, then more kings, win.
    PieceCount,
    /// Damas: king moves without a capture for too long.
    QuietKings,
    /// Damas: the same few kings on both sides for too long.
    EqualMaterial,
    /// Both games: [`MOVE_LIMIT`] entries were made, and nobody has won.
    MoveLimit,
}

/// A game with this many entries is drawn. Moves, passes and huffs are entries, and so is what was undone.
///
/// No game of chess gets there: the longest one has 11,797 half-moves. The limit bounds what one game can store and what a
/// replay of it can cost.
pub const MOVE_LIMIT: usize = 12_000;

impl Reason {
    /// Every reason, in the order of the declarations above.
    pub const ALL: [Reason; 11] = [
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::InsufficientMaterial,
        Reason::ThreefoldRepetition,
        Reason::FiftyMoves,
        Reason::NoPieces,
        Reason::Blocked,
        Reason::PieceCount,
        Reason::QuietKings,
        Reason::EqualMaterial,
        Reason::MoveLimit,
    ];

    /// The name used in the API and in stored games.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::InsufficientMaterial => "insufficient-material",
            Reason::ThreefoldRepetition => "threefold-repetition",
            Reason::FiftyMoves => "fifty-moves",
            Reason::NoPieces => "no-pieces",
            Reason::Blocked => "blocked",
            Reason::PieceCount => "piece-count",
            Reason::QuietKings => "quiet-kings",
            Reason::EqualMaterial => "equal-material",
            Reason::MoveLimit => "move-limit",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The end of a game by the rules of the board: who won, if anyone, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// `None` is a draw.
    pub winner: Option<Color>,
    /// Why it ended.
    pub reason: Reason,
}

impl Outcome {
    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome {
            winner: None,
            reason,
        }
    }

    /// The draw of a game that has this many entries and has not ended otherwise; `None` if it goes on.
    #[must_use]
    pub const fn move_limit(entries: usize) -> Option<Outcome> {
        if entries >= MOVE_LIMIT {
            Some(Outcome::draw(Reason::MoveLimit))
        } else {
            None
        }
    }
}
