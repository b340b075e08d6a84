//! Games as text: Portable Game Notation, export format.

use core::fmt;

use super::{Game, Ply, Position, san};
use crate::{Color, Outcome};

/// The result of a game, as PGN writes it.
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

/// A game with what PGN says about it. `to_string` gives the text, with a line feed at the end.
///
/// Any text may be put into the tags: quotes and backslashes are escaped, control characters left out. `SetUp` and `FEN`
/// are added for a game that did not begin with the starting position.
#[derive(Clone, Debug)]
pub struct Pgn<'a> {
    /// The event, `?` where unknown.
    pub event: &'a str,
    /// The place, `?` where unknown; for games on the net, the address of the service.
    pub site: &'a str,
    /// `YYYY.MM.DD`, with `??` for what is unknown.
    pub date: &'a str,
    /// The round, `?` where unknown, `-` where it makes no sense.
    pub round: &'a str,
    /// The name of the player with the white pieces.
    pub white: &'a str,
    /// The name of the player with the black pieces.
    pub black: &'a str,
    /// The result, which the board alone does not tell (resignation, time).
    pub result: GameResult,
    /// Why the game ended, such as `normal`, `time forfeit` or `abandoned`.
    pub termination: Option<&'a str>,
    /// Further tags, written after the others in this order. A name keeps only its letters, digits and `_`.
    pub extra: &'a [(&'a str, &'a str)],
    /// The moves, and the position they began with.
    pub game: &'a Game,
}

impl<'a> Pgn<'a> {
    /// A game of which nothing but the moves is known; the result is that of the board.
    #[must_use]
    pub fn new(game: &'a Game) -> Pgn<'a> {
        Pgn {
            event: "?",
            site: "?",
            date: "????.??.??",
            round: "?",
            white: "?",
            black: "?",
            result: game.outcome().into(),
            termination: None,
            extra: &[],
            game,
        }
    }
}

/// Lines of movetext are no longer than this (PGN 4.3).
const LINE: usize = 80;

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        tag(f, "Event", self.event)?;
        tag(f, "Site", self.site)?;
        tag(f, "Date", self.date)?;
        tag(f, "Round", self.round)?;
        tag(f, "White", self.white)?;
        tag(f, "Black", self.black)?;
        tag(f, "Result", &result)?;
        let initial = self.game.initial();
        if *initial != Position::start() {
            tag(f, "SetUp", "1")?;
            tag(f, "FEN", &initial.fen())?;
        }
        if let Some(termination) = self.termination {
            tag(f, "Termination", termination)?;
        }
        for (name, value) in self.extra {
            tag(f, name, value)?;
        }
        f.write_str("\n")?;

        let mut column = 0;
        let mut word = |text: &str| {
            let breaks = column > 0 && column + 1 + text.len() > LINE;
            let gap = match column {
                0 => "",
                _ if breaks => "\n",
                _ => " ",
            };
            column = if breaks {
                text.len()
            } else {
                column + gap.len() + text.len()
            };
            write!(f, "{gap}{text}")
        };
        let mut position = *initial;
        for (index, ply) in self.game.moves().iter().enumerate() {
            let number = position.fullmove_number();
            match position.turn() {
                Color::White => word(&format!("{number}."))?,
                Color::Black if index == 0 => word(&format!("{number}..."))?,
                Color::Black => {}
            }
            match *ply {
                Ply::Move(chosen) => {
                    word(&san(&position, chosen))?;
                    position = position.play_unchecked(chosen);
                }
                Ply::Pass => {
                    word("--")?;
                    position = position.pass().unwrap_or(position);
                }
            }
        }
        word(&result)?;
        f.write_str("\n")
    }
}

fn tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
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
