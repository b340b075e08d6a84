//! The table (*mesa*): the options a room of damas is played under.
//!
//! Seed 000 leaves "opciones de mesa" to the players and seed 002 names the styles; each field below is one of those
//! choices. The first value of each is the default, and the defaults together are the preset `classic`.

use core::fmt;
use core::hash::{Hash, Hasher};

/// Declares one option: an enum, its values and their names, first value as default.
macro_rules! option {
    (
        $(#[$doc:meta])* $name:ident = $field:literal {
            $(#[$first_doc:meta])* $first:ident = $first_text:literal,
            $($(#[$value_doc:meta])* $value:ident = $text:literal),+ $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[$first_doc])* #[default] $first,
            $($(#[$value_doc])* $value),+
        }

        impl $name {
            /// Every value, the default first.
            pub const ALL: [$name; <[&str]>::len(&[$first_text, $($text),+])] = [$name::$first, $($name::$value),+];
            /// The names of all values, in the same order.
            pub const NAMES: [&'static str; <[&str]>::len(&[$first_text, $($text),+])] = [$first_text, $($text),+];
            /// The name of the field in the API.
            pub const FIELD: &'static str = $field;

            /// The name used in the API and in stored games.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $name::$first => $first_text,
                    $($name::$value => $text),+
                }
            }

            /// The value of this name, if there is one.
            #[must_use]
            pub fn from_name(name: &str) -> Option<$name> {
                $name::ALL.into_iter().find(|value| value.name() == name)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

option! {
    /// How far a king goes (seed 002 "La dama": "puede mover como si fuera un alfil", or "una casilla").
    King = "king" {
        /// Any number of empty squares; captures at any distance, landing on any empty square behind.
        Flying = "flying",
        /// One step; captures an adjacent enemy, landing right behind it.
        Short = "short",
    }
}

option! {
    /// Which of the complete captures remain (seed 000 "Ley de la Cantidad", "Ley de la Calidad").
    Law = "law" {
        /// The most pieces and, among equals, the most kings.
        QuantityQuality = "quantity-quality",
        /// The most pieces.
        Quantity = "quantity",
        /// Any.
        Free = "free",
    }
}

option! {
    /// The king's priority, asked before the law (seed 002, "regla de la especialidad").
    Specialty = "specialty" {
        /// None.
        None = "none",
        /// A king that can capture must.
        WithKing = "with-king",
        /// The same, and then the most kings captured.
        WithKingThenOfKing = "with-king-then-of-king",
    }
}

option! {
    /// Which way men capture.
    MenCapture = "menCapture" {
        /// "Siempre en dirección de ataque" (seeds 000 and 002).
        Forward = "forward",
        /// Backwards too, as in Brazilian draughts (FMJD).
        Both = "both",
    }
}

option! {
    /// What becomes of a side that has pieces but no move (seed 002 "Final de partida", rules 1 and 2).
    Blocked = "blocked" {
        /// It loses.
        Loses = "loses",
        /// More pieces win, then more kings; else it is a draw.
        Count = "count",
    }
}

option! {
    /// *Soplar*: what the opponent may do about a capture that was not made (seed 002 "Comer").
    Huffing = "huffing" {
        /// Only legal moves are accepted.
        Off = "off",
        /// "El juego más formal": the move is taken back and a legal one must be played.
        Formal = "formal",
        /// "El juego más familiar": a piece that should have captured leaves the board.
        Family = "family",
    }
}

option! {
    /// Which bottom corner is a playing square, for display only: the numbers stay with the squares.
    Board = "board" {
        /// White's right.
        Right = "right",
        /// White's left: the page mirrors the board.
        Left = "left",
    }
}

/// Every option with its values, the default first. The API's documents and errors are made from this table.
///
/// `kingCapture` has no default of its own: where it is not given, kings capture as they move. (`drawOffer`, which
/// chess has too, belongs to the room, not to the board.)
pub const OPTIONS: [(&str, &[&str]); 8] = [
    (King::FIELD, &King::NAMES),
    (KING_CAPTURE, &King::NAMES),
    (Law::FIELD, &Law::NAMES),
    (Specialty::FIELD, &Specialty::NAMES),
    (MenCapture::FIELD, &MenCapture::NAMES),
    (Blocked::FIELD, &Blocked::NAMES),
    (Huffing::FIELD, &Huffing::NAMES),
    (Board::FIELD, &Board::NAMES),
];

const KING_CAPTURE: &str = "kingCapture";

/// The options of one room. The default is the preset `classic`.
///
/// Two tables are equal when the same rules follow from them: `kingCapture` left out or given as what `king` says
/// makes no difference.
#[derive(Clone, Copy, Debug, Default)]
pub struct Table {
    /// How a king moves.
    pub king: King,
    /// How a king captures, where that was said; see [`Table::king_captures`].
    pub king_capture: Option<King>,
    /// Which captures remain.
    pub law: Law,
    /// The king's priority.
    pub specialty: Specialty,
    /// Whether men may also capture backwards.
    pub men_capture: MenCapture,
    /// What becomes of a side without a move.
    pub blocked: Blocked,
    /// What the opponent may do about a capture not made.
    pub huffing: Huffing,
    /// How the board is shown.
    pub board: Board,
}

impl Table {
    /// How a king captures: as it moves, unless [`Table::king_capture`] says otherwise (seed 000 names the two apart).
    #[inline]
    #[must_use]
    pub fn king_captures(&self) -> King {
        self.king_capture.unwrap_or(self.king)
    }

    /// Every option in effect, in the order of [`OPTIONS`].
    ///
    /// ```
    /// use rules::damas::Preset;
    /// let english = Preset::English.table().options();
    /// assert_eq!(english[..3], [("king", "short"), ("kingCapture", "short"), ("law", "free")]);
    /// ```
    #[must_use]
    pub fn options(&self) -> [(&'static str, &'static str); 8] {
        [
            (King::FIELD, self.king.name()),
            (KING_CAPTURE, self.king_captures().name()),
            (Law::FIELD, self.law.name()),
            (Specialty::FIELD, self.specialty.name()),
            (MenCapture::FIELD, self.men_capture.name()),
            (Blocked::FIELD, self.blocked.name()),
            (Huffing::FIELD, self.huffing.name()),
            (Board::FIELD, self.board.name()),
        ]
    }

    /// The fewest options that make this table out of the classic one, in the order of [`OPTIONS`].
    #[must_use]
    pub fn changes(&self) -> Vec<(&'static str, &'static str)> {
        let classic = Table {
            king: self.king,
            ..Table::default()
        };
        let mut changes: Vec<_> = (self.options().into_iter().zip(classic.options()))
            .filter_map(|(mine, default)| (mine != default).then_some(mine))
            .collect();
        if self.king != King::default() {
            changes.insert(0, (King::FIELD, self.king.name()));
        }
        changes
    }

    /// Sets one option by name. The order in which options are set makes no difference.
    ///
    /// # Errors
    /// [`OptionError`] if no option or no value of it has that name; the table is then unchanged.
    ///
    /// ```
    /// use rules::damas::{Blocked, Preset};
    /// let mut table = Preset::Taringa.table();
    /// table.set("blocked", "count")?;
    /// assert_eq!(table.blocked, Blocked::Count);
    /// let error = table.set("blocked", "draws").unwrap_err();
    /// assert_eq!(error.to_string(), "`blocked` is `loses` or `count`, not `draws`");
    /// # Ok::<(), rules::damas::OptionError>(())
    /// ```
    pub fn set(&mut self, field: &str, value: &str) -> Result<(), OptionError> {
        let Some((name, values)) = OPTIONS.into_iter().find(|(name, _)| *name == field) else {
            return Err(OptionError::UnknownOption {
                option: field.to_owned(),
            });
        };
        let wrong = || OptionError::UnknownValue {
            option: name,
            value: value.to_owned(),
            values,
        };
        match name {
            King::FIELD => self.king = King::from_name(value).ok_or_else(wrong)?,
            KING_CAPTURE => self.king_capture = Some(King::from_name(value).ok_or_else(wrong)?),
            Law::FIELD => self.law = Law::from_name(value).ok_or_else(wrong)?,
            Specialty::FIELD => self.specialty = Specialty::from_name(value).ok_or_else(wrong)?,
            MenCapture::FIELD => {
                self.men_capture = MenCapture::from_name(value).ok_or_else(wrong)?;
            }
            Blocked::FIELD => self.blocked = Blocked::from_name(value).ok_or_else(wrong)?,
            Huffing::FIELD => self.huffing = Huffing::from_name(value).ok_or_else(wrong)?,
            _ => self.board = Board::from_name(value).ok_or_else(wrong)?,
        }
        Ok(())
    }
}

impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.options() == other.options()
    }
}

impl Eq for Table {}

impl Hash for Table {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.options().hash(state);
    }
}

/// An option that does not exist, or a value that it does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionError {
    /// No option of damas has this name.
    UnknownOption {
        /// What was given.
        option: String,
    },
    /// The option has no such value.
    UnknownValue {
        /// The option.
        option: &'static str,
        /// What was given.
        value: String,
        /// The values that it has.
        values: &'static [&'static str],
    },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionError::UnknownOption { option } => {
                write!(f, "damas has no option `{option}`; its options are ")?;
                list(f, OPTIONS.iter().map(|(name, _)| *name), "and")
            }
            OptionError::UnknownValue {
                option,
                value,
                values,
            } => {
                write!(f, "`{option}` is ")?;
                list(f, values.iter().copied(), "or")?;
                write!(f, ", not `{value}`")
            }
        }
    }
}

impl core::error::Error for OptionError {}

/// Writes `` `a`, `b` or `c` ``.
fn list<'a>(
    f: &mut fmt::Formatter<'_>,
    names: impl ExactSizeIterator<Item = &'a str>,
    last: &str,
) -> fmt::Result {
    let end = names.len();
    for (place, name) in names.enumerate() {
        match place {
            0 => write!(f, "`{name}`")?,
            _ if place + 1 == end => write!(f, " {last} `{name}`")?,
            _ => write!(f, ", `{name}`")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_takes_every_value_that_the_table_of_options_names() {
        for (field, values) in OPTIONS {
            for value in values {
                let mut table = Table::default();
                table.set(field, value).unwrap();
                assert!(table.options().contains(&(field, value)), "{field} {value}");
                let mut again = Table::default();
                for (field, value) in table.changes() {
                    again.set(field, value).unwrap();
                }
                assert_eq!(again, table, "{field} {value}");
            }
            assert_eq!(
                Table::default().options().map(|(name, _)| name),
                OPTIONS.map(|(name, _)| name)
            );
        }
    }

    #[test]
    fn a_king_captures_as_it_moves_unless_told_otherwise_whatever_the_order() {
        let set = |options: &[(&str, &str)]| {
            let mut table = Table::default();
            for (field, value) in options {
                table.set(field, value).unwrap();
            }
            table
        };
        assert_eq!(set(&[("king", "short")]).king_captures(), King::Short);
        let apart = set(&[("king", "short"), ("kingCapture", "flying")]);
        assert_eq!(apart.king_captures(), King::Flying);
        assert_eq!(apart, set(&[("kingCapture", "flying"), ("king", "short")]));
        assert_eq!(set(&[("kingCapture", "flying")]), Table::default());
        assert_eq!(
            apart.changes(),
            [("king", "short"), ("kingCapture", "flying")]
        );
    }

    #[test]
    fn an_unknown_option_is_named_with_those_that_exist() {
        let mut table = Table::default();
        let error = table.set("kings", "flying").unwrap_err();
        assert_eq!(
            error.to_string(),
            "damas has no option `kings`; its options are `king`, `kingCapture`, `law`, `specialty`, `menCapture`, \
             `blocked`, `huffing` and `board`"
        );
        assert_eq!(
            table.set("law", "").unwrap_err().to_string(),
            "`law` is `quantity-quality`, `quantity` or `free`, not ``"
        );
        assert_eq!(table, Table::default());
    }
}
