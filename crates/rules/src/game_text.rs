//! What PGN and PDN share: tags, lines of movetext, the result and the pass.

use core::fmt;

use crate::{Color, Outcome};

/// How a pass is written.
pub(crate) const PASS: &str = "--";

/// Lines of movetext have fewer than eighty characters (PGN 4.3, which PDN follows), unless a single word has more.
const LINE: usize = 79;

/// The result of a game, as PGN and PDN write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: in play, or broken off without a result.
    #[default]
    Unfinished,
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> GameResult {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Color::White)) => GameResult::WhiteWins,
            Some(Some(Color::Black)) => GameResult::BlackWins,
            Some(None) => GameResult::Draw,
            None => GameResult::Unfinished,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::WhiteWins => "1-0",
            GameResult::BlackWins => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unfinished => "*",
        })
    }
}

/// Writes words with spaces or line feeds between them.
pub(crate) struct Line<'f, 'g> {
    f: &'f mut fmt::Formatter<'g>,
    column: usize,
}

impl<'f, 'g> Line<'f, 'g> {
    pub(crate) const fn new(f: &'f mut fmt::Formatter<'g>) -> Self {
        Line { f, column: 0 }
    }

    pub(crate) fn word(&mut self, text: &str) -> fmt::Result {
        let breaks = self.column > 0 && self.column + 1 + text.len() > LINE;
        let gap = match self.column {
            0 => "",
            _ if breaks => "\n",
            _ => " ",
        };
        self.column = if breaks {
            text.len()
        } else {
            self.column + gap.len() + text.len()
        };
        write!(self.f, "{gap}{text}")
    }

    /// Ends the last line.
    pub(crate) fn end(self) -> fmt::Result {
        self.f.write_str("\n")
    }
}

/// Writes the tags behind the seven that every game has, in the order of ASCII (PGN 8.1.1). A name keeps only its
/// letters, digits and `_`; a tag without any of these is left out.
pub(crate) fn further_tags<'a>(
    f: &mut fmt::Formatter<'_>,
    tags: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> fmt::Result {
    let allowed = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
    let mut tags: Vec<(String, &str)> = tags
        .into_iter()
        .map(|(name, value)| (name.chars().filter(allowed).collect(), value))
        .filter(|(name, _): &(String, _)| !name.is_empty())
        .collect();
    tags.sort_by(|(one, _), (other, _)| one.cmp(other));
    tags.iter()
        .try_for_each(|(name, value)| tag(f, name, value))
}

/// Writes one tag. Its name has letters, digits and `_` only.
pub(crate) fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} \"")?;
    for letter in value.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            control if control.is_control() => {}
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"]\n")
}
