//! Moves as people and programs write them.

use core::fmt;

use super::{Move, Position, parse_san, parse_uci};

/// Why a text is not a move of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// The text is neither UCI (`e2e4`) nor SAN (`Nf3`).
    Malformed,
    /// The text is well formed, but no legal move is meant by it.
    Illegal,
    /// A pawn reaches the last rank and the text does not say what it becomes (FIDE 3.7.3.3).
    PromotionRequired {
        /// The moves that it could be.
        choices: Vec<Move>,
    },
    /// Several legal moves are meant by the text.
    Ambiguous {
        /// The moves that it could be.
        choices: Vec<Move>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let choices = match self {
            MoveError::Malformed => {
                return f.write_str(
                    "not a move: from and to such as e2e4, or notation such as Nf3, was expected",
                );
            }
            MoveError::Illegal => return f.write_str("not a legal move in this position"),
            MoveError::PromotionRequired { choices } => {
                f.write_str("the pawn is promoted, so the move must say to what; one of")?;
                choices
            }
            MoveError::Ambiguous { choices } => {
                f.write_str("more than one legal move is meant by this; one of")?;
                choices
            }
        };
        choices.iter().try_for_each(|choice| write!(f, " {choice}"))
    }
}

impl core::error::Error for MoveError {}

/// Reads a move in UCI ([`parse_uci`]) or SAN ([`parse_san`]); the result is always a legal move of the position.
///
/// # Errors
/// A [`MoveError`]: the text is no move, no legal one, or more than one.
///
/// ```
/// use rules::chess::{MoveError, Position, parse_move};
///
/// let position = Position::start();
/// assert_eq!(parse_move(&position, "Nf3"), parse_move(&position, "g1f3"));
/// assert_eq!(parse_move(&position, "e5"), Err(MoveError::Illegal));
/// assert_eq!(parse_move(&position, "hello"), Err(MoveError::Malformed));
/// ```
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let text = text.trim();
    match parse_uci(position, text) {
        Err(MoveError::Malformed) => parse_san(position, text),
        read => read,
    }
}

/// The one move that is left of those a text may mean.
pub(super) fn only(choices: Vec<Move>) -> Result<Move, MoveError> {
    match choices.as_slice() {
        [] => Err(MoveError::Illegal),
        [one] => Ok(*one),
        [first, others @ ..] => {
            if others
                .iter()
                .all(|other| (other.from, other.to) == (first.from, first.to))
            {
                Err(MoveError::PromotionRequired { choices })
            } else {
                Err(MoveError::Ambiguous { choices })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uci_and_san_are_both_read() {
        let position = Position::start();
        for text in ["g1f3", "Nf3", " Nf3\n"] {
            assert_eq!(
                parse_move(&position, text)
                    .map(|chosen| chosen.to_string())
                    .as_deref(),
                Ok("g1f3")
            );
        }
    }

    #[test]
    fn a_refusal_names_the_choices() {
        let position = Position::from_fen("7k/P7/8/8/8/8/8/K7 w - - 0 1").unwrap();
        let error = parse_move(&position, "a7a8").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the pawn is promoted, so the move must say to what; one of a7a8q a7a8r a7a8b a7a8n"
        );
        assert_eq!(
            parse_move(&position, "a8"),
            Err(error),
            "the same choices in the same order"
        );
    }
}
