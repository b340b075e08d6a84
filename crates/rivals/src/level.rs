//! The four characters.

use core::fmt;
use core::str::FromStr;

use crate::search::{Frailty, Limits, Settings};

/// How well a computer rival plays. The order is from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// The tamer: very easy.
    Domador,
    /// The driver: easy.
    Chofer,
    /// The jailer: medium.
    Carcelero,
    /// The impresario: hard.
    Empresario,
}

impl Level {
    /// Every level, the weakest first.
    pub const ALL: [Level; 4] = [
        Level::Domador,
        Level::Chofer,
        Level::Carcelero,
        Level::Empresario,
    ];

    /// The name used in the API, on the command line and in UCI.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Level::Domador => "domador",
            Level::Chofer => "chofer",
            Level::Carcelero => "carcelero",
            Level::Empresario => "empresario",
        }
    }

    /// How it plays chess after so many half-moves.
    #[must_use]
    pub fn chess(self, ply: usize, seed: u64) -> Settings {
        let (nodes, noise, blindness) = match self {
            Level::Domador => (30, 400, 360),
            Level::Chofer => (200, 50, 100),
            Level::Carcelero => (900, 12, 4),
            Level::Empresario => (180_000, 0, 0),
        };
        settings(nodes, noise, blindness, ply, seed)
    }

    /// How it plays damas after so many half-moves.
    #[must_use]
    pub fn damas(self, ply: usize, seed: u64) -> Settings {
        let (nodes, noise, blindness) = match self {
            Level::Domador => (40, 60, 200),
            Level::Chofer => (200, 30, 80),
            Level::Carcelero => (3000, 10, 10),
            Level::Empresario => (250_000, 0, 0),
        };
        settings(nodes, noise, blindness, ply, seed)
    }
}

/// Until this ply, moves nearly as good as the best are played too.
const OPENING: usize = 12;
/// How nearly, in centipawns.
const VARIETY: i32 = 30;

fn settings(nodes: u64, noise: i32, blindness: u16, ply: usize, seed: u64) -> Settings {
    let mut settings = Settings::new(Limits::nodes(nodes));
    settings.seed = seed;
    settings.frailty = Frailty {
        noise,
        blindness,
        variety: if ply < OPENING { VARIETY } else { 0 },
    };
    settings
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text is not the name of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownLevel;

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a level: domador, chofer, carcelero or empresario was expected")
    }
}

impl core::error::Error for UnknownLevel {}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        Level::ALL
            .into_iter()
            .find(|level| level.name() == text)
            .ok_or(UnknownLevel)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_reads_as_it_prints() {
        for level in Level::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert_eq!("Domador".parse::<Level>(), Err(UnknownLevel));
    }
}
