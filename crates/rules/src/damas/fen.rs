//! Positions as PDN FEN: `W:W1,2,K7:B21,K30` (PDN 3.0 "FEN tag").

use super::geometry::last_row;
use super::position::Position;
use super::square::{Square, Squares};
use super::table::Table;
use crate::{Color, PositionFlaw, Reason};
use core::fmt;
use core::fmt::Write as _;

/// Most pieces that a side may have where a game begins: what it has at the start of a whole game.
const MOST_PIECES: u32 = 12;

/// Why a text is no position, or none that a game can begin from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The text has not the shape `W:W1,2,K7:B21,K30`.
    Malformed {
        /// The part that was not understood.
        part: String,
    },
    /// A square is no number from 1 to 32, or a range runs backwards.
    NoSquare {
        /// What stands in its place.
        part: String,
    },
    /// Two pieces on one square.
    Twice {
        /// That square.
        square: Square,
    },
    /// A man on the row where it would have become a king.
    ManOnLastRow {
        /// Its square.
        square: Square,
    },
    /// Neither side has a piece.
    Empty,
    /// Only to begin a game: more than twelve pieces.
    TooMany {
        /// Whose.
        side: Color,
    },
    /// Only to begin a game: it would be over at once.
    Over {
        /// Why.
        reason: Reason,
    },
}

impl FenError {
    /// Its kind, without the details: what the API's `code` says.
    #[must_use]
    pub const fn flaw(&self) -> PositionFlaw {
        match self {
            FenError::Malformed { .. } => PositionFlaw::NotADamasPosition,
            FenError::NoSquare { .. } => PositionFlaw::NoSuchSquare,
            FenError::Twice { .. } => PositionFlaw::SquareTakenTwice,
            FenError::ManOnLastRow { .. } => PositionFlaw::ManOnLastRow,
            FenError::Empty => PositionFlaw::EmptyBoard,
            FenError::TooMany { .. } => PositionFlaw::MoreThanTwelve,
            FenError::Over { .. } => PositionFlaw::AlreadyOver,
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::Malformed { part } => {
                write!(
                    f,
                    "`{part}` is not understood; a position looks like `W:W1,2,K7:B21,K30`"
                )
            }
            FenError::NoSquare { part } => {
                write!(f, "`{part}` is no square or range of squares from 1 to 32")
            }
            FenError::Twice { square } => write!(f, "two pieces stand on {square}"),
            FenError::ManOnLastRow { square } => {
                write!(
                    f,
                    "the man on {square} stands on its last row; a king is written `K{square}`"
                )
            }
            FenError::Empty => f.write_str("the board is empty"),
            FenError::TooMany { side } => write!(f, "{side} has more than {MOST_PIECES} pieces"),
            FenError::Over { reason } => write!(f, "the game would be over at once ({reason})"),
        }
    }
}

impl core::error::Error for FenError {}

impl Position {
    /// Reads a position. Ranges (`W1-12`) and a full stop at the end are accepted, and either side may come first.
    ///
    /// A side may have no pieces, or more than twelve: this reads any position that can be looked at. For one that a game
    /// can begin from, see [`Position::playable_from_fen`].
    ///
    /// # Errors
    /// [`FenError`], saying which part is wrong.
    ///
    /// ```
    /// use rules::damas::Position;
    /// assert_eq!(Position::from_fen("W:W1-12:B21-32"), Ok(Position::start()));
    /// let error = Position::from_fen("W:W30:B21").unwrap_err();
    /// assert_eq!(error.to_string(), "the man on 30 stands on its last row; a king is written `K30`");
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let trimmed = fen.trim();
        let text = trimmed.strip_suffix('.').unwrap_or(trimmed);
        let malformed = |part: &str| FenError::Malformed {
            part: excerpt(part),
        };
        let mut parts = text.split(':');
        let (Some(turn), Some(first), Some(second), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(malformed(text));
        };
        let turn = color(turn).ok_or_else(|| malformed(turn))?;
        let mut sides = [None, None];
        let mut kings = Squares::EMPTY;
        for part in [first, second] {
            let (letter, list) = part.split_at_checked(1).ok_or_else(|| malformed(part))?;
            let side = color(letter).ok_or_else(|| malformed(part))?;
            if sides[side.index()].is_some() {
                return Err(malformed(part));
            }
            let others: Squares = sides
                .into_iter()
                .flatten()
                .fold(Squares::EMPTY, |all, one| all | one);
            sides[side.index()] = Some(read_side(list, side, others, &mut kings)?);
        }
        let [white, black] = sides.map(Option::unwrap_or_default);
        if (white | black).is_empty() {
            return Err(FenError::Empty);
        }
        Ok(Position::from_parts(white, black, kings, turn))
    }

    /// Reads a position from which a game can begin on this table: both sides have pieces, at most twelve each, and the
    /// side on turn can move.
    ///
    /// # Errors
    /// [`FenError`], saying what is wrong.
    pub fn playable_from_fen(fen: &str, table: &Table) -> Result<Position, FenError> {
        let position = Position::from_fen(fen)?;
        if let Some(side) = Color::ALL
            .into_iter()
            .find(|&side| position.pieces(side).len() > MOST_PIECES)
        {
            return Err(FenError::TooMany { side });
        }
        match position.verdict(table) {
            Some(outcome) => Err(FenError::Over {
                reason: outcome.reason,
            }),
            None => Ok(position),
        }
    }

    /// The position as PDN FEN, squares in rising order.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut fen = String::from(letter(self.turn()));
        for side in Color::ALL {
            fen.push(':');
            fen.push_str(letter(side));
            for (place, square) in self.pieces(side).iter().enumerate() {
                let comma = if place == 0 { "" } else { "," };
                let king = if self.all_kings().contains(square) {
                    "K"
                } else {
                    ""
                };
                // Writing to a String cannot fail.
                let _ = write!(fen, "{comma}{king}{square}");
            }
        }
        fen
    }
}

const fn letter(side: Color) -> &'static str {
    match side {
        Color::White => "W",
        Color::Black => "B",
    }
}

fn color(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&side| letter(side) == text)
}

/// Reads `1,2,K7,9-12`; `others` is what the other side holds already.
fn read_side(
    list: &str,
    side: Color,
    others: Squares,
    kings: &mut Squares,
) -> Result<Squares, FenError> {
    let mut mine = Squares::EMPTY;
    for item in list.split(',').filter(|_| !list.is_empty()) {
        let (king, range) = item
            .strip_prefix('K')
            .map_or((false, item), |rest| (true, rest));
        let (low, high) = range.split_once('-').unwrap_or((range, range));
        let (Ok(low), Ok(high)) = (low.parse::<Square>(), high.parse::<Square>()) else {
            return Err(FenError::NoSquare {
                part: excerpt(item),
            });
        };
        if low > high {
            return Err(FenError::NoSquare {
                part: excerpt(item),
            });
        }
        for square in Square::all().filter(|square| (low..=high).contains(square)) {
            if (mine | others).contains(square) {
                return Err(FenError::Twice { square });
            }
            mine |= square.into();
            if king {
                *kings |= square.into();
            } else if last_row(side == Color::White).contains(square) {
                return Err(FenError::ManOnLastRow { square });
            }
        }
    }
    Ok(mine)
}

/// The beginning of a text that was not understood: errors go to people, whatever was sent.
fn excerpt(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_it_was_read() {
        for fen in [
            "W:W1,2,K7:B21,K30",
            "B:WK3:B5,K32",
            "B:W3,K11:B",
            Position::start().fen().as_str(),
        ] {
            assert_eq!(Position::from_fen(fen).unwrap().fen(), fen);
        }
    }

    #[test]
    fn sides_ranges_and_a_full_stop_are_read_in_any_order() {
        let position = Position::from_fen(" B:BK1-3,21:W07,10-12. ").unwrap();
        assert_eq!(position.fen(), "B:W7,10,11,12:BK1,K2,K3,21");
    }

    #[test]
    fn a_text_that_is_no_position_is_refused_with_the_part_that_is_wrong() {
        for (fen, error) in [
            (
                "",
                "`` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "W:W1",
                "`W:W1` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "w:W1:B32",
                "`w` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "W:W1:W2",
                "`W2` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "W::B2",
                "`` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "W:ñ1:B2",
                "`ñ1` is not understood; a position looks like `W:W1,2,K7:B21,K30`",
            ),
            (
                "W:W1,:B32",
                "`` is no square or range of squares from 1 to 32",
            ),
            (
                "W:W0:B32",
                "`0` is no square or range of squares from 1 to 32",
            ),
            (
                "W:W5-3:B32",
                "`5-3` is no square or range of squares from 1 to 32",
            ),
            (
                "W:WKK5:B32",
                "`KK5` is no square or range of squares from 1 to 32",
            ),
            (
                "W:W007:B32",
                "`007` is no square or range of squares from 1 to 32",
            ),
            (
                "W:W+7:B32",
                "`+7` is no square or range of squares from 1 to 32",
            ),
            (
                "W:W1-3-5:B32",
                "`1-3-5` is no square or range of squares from 1 to 32",
            ),
            ("W:W1-4,3:B32", "two pieces stand on 3"),
            ("W:W1,K1:B32", "two pieces stand on 1"),
            ("W:W1-12:B12-32", "two pieces stand on 12"),
            ("W:W1,1:B32", "two pieces stand on 1"),
            ("W:W1,9:B9", "two pieces stand on 9"),
            (
                "W:W5:B3",
                "the man on 3 stands on its last row; a king is written `K3`",
            ),
            ("W:W:B", "the board is empty"),
        ] {
            assert_eq!(
                Position::from_fen(fen).unwrap_err().to_string(),
                error,
                "{fen}"
            );
        }
    }

    #[test]
    fn a_game_begins_only_where_both_sides_can_play() {
        let refusal = |fen| Position::playable_from_fen(fen, &Table::default()).unwrap_err();
        assert_eq!(
            refusal("W:W:B21"),
            FenError::Over {
                reason: Reason::NoPieces
            }
        );
        assert_eq!(
            refusal("W:W1:B"),
            FenError::Over {
                reason: Reason::NoPieces
            }
        );
        assert_eq!(
            refusal("W:W16:B20,23"),
            FenError::Over {
                reason: Reason::Blocked
            }
        );
        assert_eq!(
            refusal("W:W1-13:B32"),
            FenError::TooMany { side: Color::White }
        );
        assert!(Position::playable_from_fen("B:W16:B20,23", &Table::default()).is_ok());
    }

    #[test]
    fn an_error_does_not_repeat_a_long_text_whole() {
        let error = Position::from_fen(&"é".repeat(10_000)).unwrap_err();
        assert!(error.to_string().chars().count() < 150, "{error}");
    }
}
