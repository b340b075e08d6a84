//! Named tables.

use super::table::{Blocked, Huffing, King, Law, Specialty, Table};
use core::fmt;

/// A named table; options given beside it override it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Preset {
    /// The rules of seed 000: flying kings, quantity and quality.
    #[default]
    Classic,
    /// Classic, as in the rooms of T!: to offer a draw passes the turn (seed 000 "sirve para pasar de turno").
    Taringa,
    /// The same with short kings, the other table that seed 000 allows.
    TaringaShort,
    /// Short kings: the "práctica en internet" of seed 002.
    Internet,
    /// Short kings and free choice of capture: the anglo-saxon game of seed 002.
    English,
    /// A king that can capture must (seed 002 "especialidad").
    Specialty,
    /// The same, and then the most kings captured (seed 002, its extension).
    SpecialtyOfKing,
    /// "El juego más familiar" of seed 002: a piece that did not capture is huffed, and a blocked game is counted.
    Family,
    /// "El juego más formal" of seed 002: a wrong move is taken back.
    Formal,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Preset; 9] = [
        Preset::Classic,
        Preset::Taringa,
        Preset::TaringaShort,
        Preset::Internet,
        Preset::English,
        Preset::Specialty,
        Preset::SpecialtyOfKing,
        Preset::Family,
        Preset::Formal,
    ];

    /// The name used in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Preset::Classic => "classic",
            Preset::Taringa => "taringa",
            Preset::TaringaShort => "taringa-short",
            Preset::Internet => "internet",
            Preset::English => "english",
            Preset::Specialty => "specialty",
            Preset::SpecialtyOfKing => "specialty-of-king",
            Preset::Family => "family",
            Preset::Formal => "formal",
        }
    }

    /// The preset of this name, if there is one.
    ///
    /// ```
    /// use rules::damas::{King, Preset};
    /// assert_eq!(Preset::from_name("internet").map(|p| p.table().king), Some(King::Short));
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Its options.
    #[must_use]
    pub fn table(self) -> Table {
        let classic = Table::default();
        match self {
            Preset::Classic | Preset::Taringa => classic,
            Preset::TaringaShort | Preset::Internet => Table {
                king: King::Short,
                ..classic
            },
            Preset::English => Table {
                king: King::Short,
                law: Law::Free,
                ..classic
            },
            Preset::Specialty => Table {
                specialty: Specialty::WithKing,
                ..classic
            },
            Preset::SpecialtyOfKing => Table {
                specialty: Specialty::WithKingThenOfKing,
                ..classic
            },
            Preset::Family => Table {
                huffing: Huffing::Family,
                blocked: Blocked::Count,
                ..classic
            },
            Preset::Formal => Table {
                huffing: Huffing::Formal,
                ..classic
            },
        }
    }

    /// Whether an offer of a draw passes the turn under this preset (`drawOffer: passes-turn`, an option of the room).
    #[must_use]
    pub const fn passes_turn(self) -> bool {
        matches!(self, Preset::Taringa | Preset::TaringaShort)
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_found_by_its_name_and_changes_only_what_it_names() {
        let changes = |preset: Preset| {
            let changes: Vec<String> = preset
                .table()
                .changes()
                .iter()
                .map(|(f, v)| format!("{f}: {v}"))
                .collect();
            format!(
                "{preset} = {} ({})",
                changes.join(", "),
                preset.passes_turn()
            )
        };
        assert_eq!(
            Preset::ALL.map(changes),
            [
                "classic =  (false)",
                "taringa =  (true)",
                "taringa-short = king: short (true)",
                "internet = king: short (false)",
                "english = king: short, law: free (false)",
                "specialty = specialty: with-king (false)",
                "specialty-of-king = specialty: with-king-then-of-king (false)",
                "family = blocked: count, huffing: family (false)",
                "formal = huffing: formal (false)",
            ]
        );
        for preset in Preset::ALL {
            assert_eq!(Preset::from_name(preset.name()), Some(preset));
        }
        assert_eq!(Preset::from_name("Classic"), None);
    }
}
