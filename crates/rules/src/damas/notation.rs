//! Moves as text: read in any spelling that names exactly one, written in one spelling.

use super::moves::{Move, Moves};
use super::position::Position;
use super::reach::Reach;
use super::route::{Path, Wanted};
use super::square::{Square, Squares};
use super::table::{Huffing, Law, Table};
use crate::MoveFlaw;
use crate::move_text::bare;
use core::fmt;

/// Why a text is not taken as a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is not written like a move.
    Malformed,
    /// It is written like a move, but none that can be made here.
    Illegal,
    /// Several captures are meant by it.
    Ambiguous {
        /// Their full paths; each of them names one move.
        choices: Vec<String>,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Malformed => MoveFlaw::NotDamasNotation.fmt(f),
            MoveError::Illegal => f.write_str("this move is not legal here"),
            MoveError::Ambiguous { choices } => {
                write!(
                    f,
                    "several captures begin and end so; write the whole path: {}",
                    choices.join(", ")
                )
            }
        }
    }
}

impl core::error::Error for MoveError {}

/// A move with its two texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenMove {
    /// The move.
    pub mv: Move,
    /// The full path: start, every landing, end. Of several routes the smallest, squares compared as numbers.
    pub text: String,
    /// PDN: first and last square, the full path only where several captures share them.
    pub notation: String,
}

impl Position {
    /// Reads a move: a legal one first, by its full path or by any part of it that begins at the start, ends at the end and
    /// names no other; on a table with huffing also a wrong one, by its full path only.
    ///
    /// `-` is written in quiet moves and `x` in captures; `:`, `×` and `X` are read as `x`, and dashes of every length as `-`.
    /// A capture may be written with dashes too. A number in front (`1.`, with its full stop) and a judgement behind (`!`,
    /// `$1`) say nothing.
    ///
    /// A text that is the full path of a legal move names that move, even if others begin and end on the same squares; one
    /// of more than two squares that is the full path of a wrong move is not taken as a part of a legal one. A dash between
    /// two squares names a wrong quiet move before it names a capture: that is how the wrong move is written.
    ///
    /// # Errors
    /// [`MoveError`]: not a move at all, not possible here, or several moves.
    ///
    /// ```
    /// use rules::damas::{MoveError, Position, Table};
    /// let (start, table) = (Position::start(), Table::default());
    /// let mv = start.parse_move(&table, "11-14")?;
    /// assert_eq!(start.move_text(&table, mv), "11-14");
    /// assert_eq!(start.parse_move(&table, "11-15-18"), Err(MoveError::Illegal));
    /// assert_eq!(start.parse_move(&table, "c3-d4"), Err(MoveError::Malformed));
    /// # Ok::<(), MoveError>(())
    /// ```
    pub fn parse_move(&self, table: &Table, text: &str) -> Result<Move, MoveError> {
        self.parse_legal_or_wrong(table, text).map(|(mv, _)| mv)
    }

    /// The same, and whether the move is wrong.
    pub(super) fn parse_legal_or_wrong(
        &self,
        table: &Table,
        text: &str,
    ) -> Result<(Move, bool), MoveError> {
        let (squares, capture) = split(text).ok_or(MoveError::Malformed)?;
        let &[from, ref via @ .., to] = &squares[..] else {
            return Err(MoveError::Malformed);
        };
        let legal = self.legal_moves(table);
        let step = (!capture && via.is_empty()).then_some(Squares::EMPTY);
        let jumps = Reach::of(self, table, from).and_then(|reach| reach.follow(&squares));
        let mv = |captures| Move { from, to, captures };
        let spelt = [step, jumps].into_iter().flatten().map(mv);
        if let Some(mv) = spelt.into_iter().find(|mv| legal.contains(mv)) {
            return Ok((mv, false));
        }
        // A wrong move is taken only as it is written: a quiet one with `-`, a capture with `x`.
        let wrong = (if capture { jumps } else { step })
            .filter(|_| table.huffing != Huffing::Off)
            .map(mv)
            .filter(|&mv| self.huffable_after(table, &legal, mv).is_some());
        let mut meant: Vec<Move> = (legal.iter().copied())
            .filter(|_| capture || wrong.is_none())
            .filter(|mv| mv.is_capture() && (mv.from, mv.to) == (from, to))
            .filter(|&mv| {
                let complete = table.law == Law::Free;
                let wanted = Wanted { mv, via, complete };
                via.is_empty() || wrong.is_none() && !self.find_routes(table, wanted, 1).is_empty()
            })
            .collect();
        match &meant[..] {
            [] => wrong.map(|mv| (mv, true)).ok_or(MoveError::Illegal),
            [mv] => Ok((*mv, false)),
            _ => {
                meant.sort_unstable();
                let choices = meant
                    .into_iter()
                    .map(|mv| self.path(table, &legal, mv).to_string());
                Err(MoveError::Ambiguous {
                    choices: choices.collect(),
                })
            }
        }
    }

    /// The full path of a legal or wrong move: start, every landing, end, such as `11-14` or `22x15x6`. Where one move has
    /// several routes it is the smallest, squares compared as numbers.
    #[must_use]
    pub fn move_text(&self, table: &Table, mv: Move) -> String {
        self.path(table, &self.legal_moves(table), mv).to_string()
    }

    /// The move in PDN: first and last square, the full path only where several legal captures share them. A wrong move is
    /// always written in full.
    #[must_use]
    pub fn notation(&self, table: &Table, mv: Move) -> String {
        self.written(table, mv).notation
    }

    /// Both texts of a legal or wrong move.
    #[must_use]
    pub fn written(&self, table: &Table, mv: Move) -> WrittenMove {
        if !mv.is_capture() {
            // It has one path, and no other move to be confused with.
            let text = Path::ends(mv).to_string();
            return WrittenMove {
                mv,
                notation: text.clone(),
                text,
            };
        }
        self.write(table, &self.legal_moves(table), mv)
    }

    /// Every legal move with its texts, in the order of the identities.
    #[must_use]
    pub fn written_moves(&self, table: &Table) -> Vec<WrittenMove> {
        let legal = self.legal_moves(table);
        legal
            .sorted()
            .into_iter()
            .map(|mv| self.write(table, &legal, mv))
            .collect()
    }

    fn write(&self, table: &Table, legal: &Moves, mv: Move) -> WrittenMove {
        let text = self.path(table, legal, mv).to_string();
        let sharing = legal
            .iter()
            .filter(|other| (other.from, other.to) == (mv.from, mv.to))
            .count();
        let short = sharing == 1 && legal.contains(&mv);
        WrittenMove {
            mv,
            notation: if short {
                Path::ends(mv).to_string()
            } else {
                text.clone()
            },
            text,
        }
    }

    fn path(&self, table: &Table, legal: &Moves, mv: Move) -> Path {
        // Where the law asks for the most pieces, no legal capture could have gone on.
        let complete = table.law == Law::Free && legal.contains(&mv);
        self.smallest_route(table, mv, complete)
            .unwrap_or_else(|| Path::ends(mv))
    }
}

/// The squares of `22x15x6` and whether they are joined by `x`. `None` if it is not written like that.
pub(super) fn split(text: &str) -> Option<(Vec<Square>, bool)> {
    /// A capture jumps at most the 18 squares that are not on the edge.
    const MOST: usize = 19;
    let text = bare(text)?.replace(['X', ':'], "x");
    let capture = text.contains('x');
    let separator = if capture { 'x' } else { '-' };
    let squares: Vec<Square> = text
        .split(separator)
        .take(MOST + 1)
        .map(|part| part.trim().parse().ok())
        .collect::<Option<_>>()?;
    (2..=MOST)
        .contains(&squares.len())
        .then_some((squares, capture))
}
