//! Moves as people and programs write them.

use core::fmt;

use super::san::read_san;
use super::{Move, Position, parse_uci};
use crate::{MoveFlaw, move_text};

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
                return MoveFlaw::NotChessNotation.fmt(f);
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

/// Reads a move in UCI ([`parse_uci`]) or SAN ([`parse_san`](super::parse_san)); the result is always a legal move of the position.
///
/// Both are read as people write them: a number in front (`1.`, `12...`), a judgement behind (`!`, `$1`), dashes of every
/// length, figurines.
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
    let text = bare(text).ok_or(MoveError::Malformed)?;
    let squares = text.trim_end_matches(['+', '#']);
    let squares = match squares.as_bytes() {
        [_, _, b'-', ..] => squares.replacen('-', "", 1),
        _ => squares.to_owned(),
    };
    match parse_uci(position, &squares) {
        Err(MoveError::Malformed) => read_san(position, &text),
        read => read,
    }
}

/// What people write for a move, with English letters for the pieces and the keyboard's characters only.
pub(super) fn bare(text: &str) -> Option<String> {
    let text = move_text::bare(text)?;
    // Telephones put a sign behind a figurine that says how it is to be drawn.
    let letters = text
        .chars()
        .filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}'));
    Some(letters.map(letter).collect())
}

/// The letter of a figurine, of either colour: people use whichever their keyboard has.
const fn letter(figurine: char) -> char {
    match figurine {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        other => other,
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
        for text in [
            "g1f3",
            "Nf3",
            " Nf3\n",
            "g1-f3",
            "g1–f3",
            "1. g1f3",
            "1.Nf3",
            "g1f3!",
            "g1f3 $1",
            "♘f3",
            "1... Nf3+",
        ] {
            assert_eq!(
                parse_move(&position, text)
                    .map(|chosen| chosen.to_string())
                    .as_deref(),
                Ok("g1f3")
            );
        }
    }

    #[test]
    fn castling_and_promotion_are_read_with_what_people_write_around_them() {
        let read = |fen: &str, text: &str| {
            parse_move(&Position::from_fen(fen).unwrap(), text).map(|chosen| chosen.to_string())
        };
        let castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for text in ["e1h1", "e1-h1", "1. e1h1!", "e1g1+", "O–O", "0-0 $1", "Kg1"] {
            assert_eq!(read(castles, text).as_deref(), Ok("e1g1"), "{text}");
        }
        let promotes = "8/4P2k/8/8/8/8/8/K7 w - - 0 1";
        for text in [
            "e7e8Q", "e7e8q#", "e7-e8q", "e8q", "e8Q", "e8=Q", "e8(Q)", "e8=♕", "60. e8q!",
        ] {
            assert_eq!(read(promotes, text).as_deref(), Ok("e7e8q"), "{text}");
        }
        for text in ["e7e8", "e7-e8", "e8", "e7e8+", "1. e8!"] {
            let refused = read(promotes, text);
            assert!(
                matches!(refused, Err(MoveError::PromotionRequired { .. })),
                "{text} {refused:?}"
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
