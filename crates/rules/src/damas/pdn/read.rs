//! Reads one game of PDN, ours or another program's.

use super::{GAME_TYPE, PASS};
use crate::damas::fen::FenError;
use crate::damas::game::{Game, HuffTarget, PlayError};
use crate::damas::notation::MoveError;
use crate::damas::position::Position;
use crate::damas::table::{OptionError, Table};
use crate::move_text::without_number;
use core::fmt;

/// A game that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// All tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The game, played through.
    pub game: Game,
}

/// Where and why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnError {
    /// The line, the first being 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: PdnProblem,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PdnProblem {
    /// A tag is not written `[Name "value"]`.
    Tag,
    /// The game is of another kind of draughts.
    GameType,
    /// An option in the `Table` tag.
    Option(OptionError),
    /// A position.
    Position(FenError),
    /// A comment, variation or set-up command has no end.
    Unfinished,
    /// A set-up command in mid-game that does not show the position of the game.
    SetUp,
    /// A word is no move, or not one that can be made there.
    Move {
        /// The word.
        text: String,
        /// Why not.
        error: MoveError,
    },
    /// A move, pass or huff that is not possible there.
    Play(PlayError),
}

impl fmt::Display for PdnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.problem {
            PdnProblem::Tag => f.write_str("a tag is written `[Name \"value\"]`"),
            PdnProblem::GameType => write!(
                f,
                "this is another kind of draughts; ours is \"{GAME_TYPE}\""
            ),
            PdnProblem::Option(error) => write!(f, "{error}"),
            PdnProblem::Position(error) => write!(f, "{error}"),
            PdnProblem::Unfinished => f.write_str("this has no end"),
            PdnProblem::SetUp => {
                f.write_str("the position set up here is not the one the game has come to")
            }
            PdnProblem::Move { text, error } => write!(f, "`{text}`: {error}"),
            PdnProblem::Play(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for PdnError {}

/// Reads the first game in a text and plays it through. Comments, variations, move numbers and glyphs are skipped; huffs are
/// understood as [`Pdn`](super::Pdn) writes them.
///
/// # Errors
/// [`PdnError`], with the line.
///
/// ```
/// use rules::damas::read_pdn;
/// let record = read_pdn("[Event \"?\"]\n\n1. 11-15 22-19 {a gift} 2. 15x22 27x18 *")?;
/// assert_eq!(record.game.ply(), 4);
/// let error = read_pdn("1. 11-14\n22-17 *").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `22-17`: this move is not legal here");
/// # Ok::<(), rules::damas::PdnError>(())
/// ```
pub fn read_pdn(text: &str) -> Result<Record, PdnError> {
    let mut reader = Reader {
        rest: text.trim_start_matches('\u{feff}'),
        line: 1,
        begun: false,
    };
    reader.record().map_err(|problem| PdnError {
        line: reader.line,
        problem,
    })
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// Whether anything was read.
    begun: bool,
}

/// A piece of PDN.
enum Token<'a> {
    Tag(&'a str, String),
    Comment(&'a str),
    SetUp(&'a str),
    Word(&'a str),
    Open,
    Close,
}

impl<'a> Reader<'a> {
    fn record(&mut self) -> Result<Record, PdnProblem> {
        let mut tags = Vec::new();
        let mut announced = Announced {
            table: Table::default(),
            position: Position::start(),
        };
        let mut token = self.token()?;
        while let Some(Token::Tag(name, value)) = token {
            announced.heed(name, &value)?;
            tags.push((name.to_owned(), value));
            token = self.token()?;
        }
        let mut game = Game::new(announced.position, announced.table);
        let mut depth = 0usize;
        while let Some(now) = token {
            match now {
                Token::Open => depth += 1,
                Token::Close => depth = depth.saturating_sub(1),
                Token::Comment(comment) if depth == 0 => obey(&mut game, comment)?,
                Token::SetUp(set_up) if depth == 0 => check(&mut game, set_up)?,
                Token::Word(word) if depth == 0 => {
                    let word = without_number(word);
                    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                        break;
                    }
                    step(&mut game, word)?;
                }
                // The next game begins without a result before it.
                Token::Tag(..) if depth == 0 => break,
                _ => {}
            }
            token = self.token()?;
        }
        if depth > 0 {
            Err(PdnProblem::Unfinished)
        } else {
            Ok(Record { tags, game })
        }
    }

    fn token(&mut self) -> Result<Option<Token<'a>>, PdnProblem> {
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            let skipped = self.take(blank);
            let Some(first) = self.rest.chars().next() else {
                return Ok(None);
            };
            // A line that begins with `%`, and what follows a `;`, is no part of the game (PGN 5 and 6).
            let fresh = skipped.ends_with('\n') || !self.begun;
            self.begun = true;
            if first == ';' || first == '%' && fresh {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
                continue;
            }
            return match first {
                '(' => Ok(self.one(Token::Open)),
                ')' => Ok(self.one(Token::Close)),
                '{' => self.between('}').map(|text| Some(Token::Comment(text))),
                '/' => self.between('/').map(|text| Some(Token::SetUp(text))),
                '[' => self.tag().map(Some),
                _ => {
                    let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                    let end = self.rest.find(ends).unwrap_or(self.rest.len());
                    Ok(Some(Token::Word(self.take(end.max(first.len_utf8())))))
                }
            };
        }
    }

    /// Takes `length` bytes and counts the lines in them.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self
            .rest
            .split_at_checked(length)
            .unwrap_or((self.rest, ""));
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn one(&mut self, token: Token<'a>) -> Option<Token<'a>> {
        self.take(1);
        Some(token)
    }

    /// What is between this character and the next `close`.
    fn between(&mut self, close: char) -> Result<&'a str, PdnProblem> {
        let inside = self.rest.get(1..).unwrap_or_default();
        let length = inside.find(close).ok_or(PdnProblem::Unfinished)?;
        self.take(1);
        let inside = self.take(length);
        self.take(1);
        Ok(inside)
    }

    fn tag(&mut self) -> Result<Token<'a>, PdnProblem> {
        self.take(1);
        let (name, _) = self.rest.split_once('"').ok_or(PdnProblem::Tag)?;
        if name.contains([']', '\n']) {
            return Err(PdnProblem::Tag);
        }
        self.take(name.len() + 1);
        let mut value = String::new();
        let mut letters = self.rest.char_indices();
        let end = loop {
            match letters.next() {
                Some((end, '"')) => break end,
                Some((_, '\\')) => value.extend(letters.next().map(|(_, escaped)| escaped)),
                Some((_, '\n')) | None => return Err(PdnProblem::Tag),
                Some((_, letter)) => value.push(letter),
            }
        };
        self.take(end + 1);
        let close = self.rest.find(']').ok_or(PdnProblem::Tag)?;
        if !self.take(close + 1).trim_end_matches(']').trim().is_empty() {
            return Err(PdnProblem::Tag);
        }
        Ok(Token::Tag(name.trim(), value))
    }
}

/// What the tags announce.
struct Announced {
    table: Table,
    position: Position,
}

impl Announced {
    fn heed(&mut self, name: &str, value: &str) -> Result<(), PdnProblem> {
        let kind = |text: &str| text.split(',').next().unwrap_or_default().trim().to_owned();
        match name {
            "GameType" if kind(value) != kind(GAME_TYPE) => return Err(PdnProblem::GameType),
            "Table" => {
                for option in value.split(',').filter(|option| !option.trim().is_empty()) {
                    let (field, value) = option.split_once(':').unwrap_or((option, ""));
                    let (field, value) = (field.trim(), value.trim());
                    // The one option of a room that is not the board's.
                    if field != "drawOffer" {
                        self.table.set(field, value).map_err(PdnProblem::Option)?;
                    }
                }
            }
            "FEN" => self.position = Position::from_fen(value).map_err(PdnProblem::Position)?,
            _ => {}
        }
        Ok(())
    }
}

/// Makes the move that a word names, or the pass.
fn step(game: &mut Game, word: &str) -> Result<(), PdnProblem> {
    let word = word.trim_end_matches(['!', '?']);
    if word.is_empty() || word.starts_with('$') {
        return Ok(());
    }
    if word == PASS {
        return game.pass().map_err(PdnProblem::Play);
    }
    let mv = game.read(word).map_err(|error| PdnProblem::Move {
        text: word.chars().take(40).collect(),
        error,
    })?;
    game.play(mv).map(drop).map_err(PdnProblem::Play)
}

/// Does what a comment commands: `[%undone 12-15]`, `[%huff 14]`.
fn obey(game: &mut Game, comment: &str) -> Result<(), PdnProblem> {
    let command = |name: &str| {
        let (_, after) = comment.split_once("[%")?;
        let (command, _) = after.split_once(']')?;
        command.strip_prefix(name).map(str::trim)
    };
    if let Some(text) = command("undone ") {
        step(game, text)?;
        game.huff(HuffTarget::Undo).map_err(PdnProblem::Play)
    } else if let Some(Ok(square)) = command("huff ").map(str::parse) {
        game.huff(HuffTarget::Piece(square))
            .map_err(PdnProblem::Play)
    } else {
        Ok(())
    }
}

/// Compares a set-up command with the game; before the first move it may begin another position.
fn check(game: &mut Game, set_up: &str) -> Result<(), PdnProblem> {
    let fen = set_up
        .trim()
        .strip_prefix("FEN")
        .unwrap_or(set_up)
        .trim()
        .trim_matches('"');
    let position = Position::from_fen(fen).map_err(PdnProblem::Position)?;
    if game.log().is_empty() {
        *game = Game::new(position, *game.table());
    }
    if *game.position() == position {
        Ok(())
    } else {
        Err(PdnProblem::SetUp)
    }
}
