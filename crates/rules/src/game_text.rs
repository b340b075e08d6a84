//! What PGN and PDN share: tags, lines of movetext, the result and the pass.

use core::fmt;

use crate::{Color, Outcome};

/// How a pass is written.
pub(crate) const PASS: &str = "--";

/// Lines of movetext are no longer than this (PGN 4.3, which PDN follows), unless a single word is.
const LINE: usize = 80;

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

pub(crate) fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    let name: String = name
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    if name.is_empty() {
        return Ok(());
    }
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
