//! The one place where the domain meets the rules of a particular game.

mod fault;

use core::fmt;

use rules::damas::{self, HuffTarget, Huffing, Logged};
use rules::{Color, Outcome, chess};

pub use self::fault::{Corrupt, HuffFault, InvalidPosition, MoveFault};
use crate::terms::{Table, Terms};

/// What a player does on the board in one entry of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// A move of chess.
    Chess(chess::Move),
    /// A move of damas, legal or (where the table has huffing) wrong.
    Damas(damas::Move),
    /// The turn passed, with an offer of a draw.
    Pass,
    /// The rival's wrong move answered: the piece on this square removed, or (`None`) the move undone.
    Huff(Option<damas::Square>),
}

impl Act {
    /// Whether it is a half-move: a move or a pass. A huff is none.
    #[must_use]
    pub const fn is_half_move(self) -> bool {
        !matches!(self, Act::Huff(_))
    }
}

/// An entry of the move list as people read it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Written {
    /// A move, or `--` for a pass.
    Move {
        /// The move in full, as the API takes it.
        text: String,
        /// The move in the game's notation.
        notation: String,
        /// It was wrong: a capture was due.
        wrong: bool,
        /// It was huffed and undone.
        undone: bool,
    },
    /// A huff.
    Huff {
        /// The square of the piece that was removed; `None` if the move was undone.
        square: Option<u8>,
        /// Who huffed.
        by: Color,
    },
}

/// How the API writes a pass.
const PASS: &str = "--";

/// A game of either kind with its history.
#[derive(Clone, Debug)]
pub enum Board {
    /// Chess.
    Chess(Box<chess::Game>),
    /// Spanish draughts.
    Damas(Box<damas::Game>),
}

impl Board {
    /// The board as a game under these terms starts.
    ///
    /// # Errors
    /// [`InvalidPosition`] if the start position cannot be played on.
    pub fn start(terms: &Terms) -> Result<Board, InvalidPosition> {
        let fen = terms.initial_fen.as_deref();
        match &terms.table {
            Table::Chess => {
                let position = fen.map_or(
                    Ok(chess::Position::start()),
                    chess::Position::playable_from_fen,
                )?;
                Ok(Board::Chess(Box::new(chess::Game::new(position))))
            }
            Table::Damas { options, .. } => {
                let position = fen.map_or(Ok(damas::Position::start()), |fen| {
                    damas::Position::playable_from_fen(fen, options)
                })?;
                Ok(Board::Damas(Box::new(damas::Game::new(position, *options))))
            }
        }
    }

    /// Whose turn it is on the board.
    #[must_use]
    pub fn turn(&self) -> Color {
        match self {
            Board::Chess(game) => game.position().turn(),
            Board::Damas(game) => game.position().turn(),
        }
    }

    /// Half-moves that stand.
    #[must_use]
    pub fn ply(&self) -> u32 {
        let ply = match self {
            Board::Chess(game) => game.ply(),
            Board::Damas(game) => game.ply(),
        };
        u32::try_from(ply).unwrap_or(u32::MAX)
    }

    /// The position in the game's FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        match self {
            Board::Chess(game) => game.position().fen(),
            Board::Damas(game) => game.position().fen(),
        }
    }

    /// The square of the king in check, if one is.
    #[must_use]
    pub fn check(&self) -> Option<String> {
        match self {
            Board::Chess(game) => {
                let position = game.position();
                position
                    .is_check()
                    .then(|| position.king(position.turn()).to_string())
            }
            Board::Damas(_) => None,
        }
    }

    /// Whether the side on turn has a move to make. It may have none while a wrong move waits to be huffed.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        match self {
            Board::Chess(game) => game.position().has_legal_moves(),
            Board::Damas(game) => !game.legal_moves().is_empty(),
        }
    }

    /// Every legal move of the side on turn, as the API writes it.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            Board::Chess(game) => {
                let mut moves: Vec<String> = game
                    .position()
                    .legal_moves()
                    .iter()
                    .map(ToString::to_string)
                    .collect();
                moves.sort_unstable();
                moves
            }
            Board::Damas(game) if game.outcome().is_none() => {
                let written = game.position().written_moves(game.table());
                written.into_iter().map(|written| written.text).collect()
            }
            Board::Damas(_) => Vec::new(),
        }
    }

    /// Reads a move's text in any notation the game allows.
    ///
    /// # Errors
    /// [`MoveFault`] says what to send instead.
    pub fn parse(&self, text: &str) -> Result<Act, MoveFault> {
        match self {
            Board::Chess(game) => read_chess(game.position(), text),
            Board::Damas(game) => read_damas(game, text),
        }
    }

    /// Whether `text` names the half-move that `by` made when `ply` half-moves stood, and that stands. Compared as moves,
    /// not as text.
    #[must_use]
    pub fn was_played(&self, text: &str, ply: u32, by: Color) -> bool {
        let index = usize::try_from(ply).unwrap_or(usize::MAX);
        match self {
            Board::Chess(game) => {
                let mut position = *game.initial();
                for entry in game.moves().iter().take(index) {
                    position = after(&position, *entry);
                }
                match game.moves().get(index) {
                    Some(chess::Ply::Move(made)) => {
                        position.turn() == by
                            && read_chess(&position, text) == Ok(Act::Chess(*made))
                    }
                    _ => false,
                }
            }
            Board::Damas(game) => {
                let standing = game.log().iter().filter(|logged| stands(logged));
                match standing
                    .skip(index)
                    .map(|logged| (logged.before, logged.entry))
                    .next()
                {
                    Some((before, damas::Entry::Move { mv, .. })) => {
                        before.turn() == by && before.parse_move(game.table(), text) == Ok(mv)
                    }
                    _ => false,
                }
            }
        }
    }

    /// Carries out what was read here.
    ///
    /// # Errors
    /// [`Corrupt`] if it is not possible here, which only a damaged store can bring about.
    pub fn play(&mut self, act: Act) -> Result<(), Corrupt> {
        let ply = self.ply();
        let corrupt =
            |fault: &dyn fmt::Display| Corrupt(format!("after {ply} half-moves: {fault}"));
        match (self, act) {
            (Board::Chess(game), Act::Chess(mv)) => game.play(mv).map_err(|fault| corrupt(&fault)),
            (Board::Chess(game), Act::Pass) => game.pass().map_err(|fault| corrupt(&fault)),
            (Board::Damas(game), Act::Damas(mv)) => {
                game.play(mv).map(drop).map_err(|fault| corrupt(&fault))
            }
            (Board::Damas(game), Act::Pass) => game.pass().map_err(|fault| corrupt(&fault)),
            (Board::Damas(game), Act::Huff(square)) => {
                let target = square.map_or(HuffTarget::Undo, HuffTarget::Piece);
                game.huff(target).map_err(|fault| corrupt(&fault))
            }
            _ => Err(corrupt(&"an entry of another game")),
        }
    }

    /// Carries out what was stored, on a board that stands at its start.
    ///
    /// Earlier versions ended some games later than the rules do now, or never: what was played after such an end is played
    /// here too. Whether the game is over says the write that made its last entry. Where it `goes_on`, it is over only
    /// with the entry that comes next.
    ///
    /// # Errors
    /// [`Corrupt`] at the first entry that is not possible where it stands.
    pub(crate) fn replay(
        &mut self,
        acts: impl Iterator<Item = Act>,
        goes_on: bool,
    ) -> Result<(), Corrupt> {
        for act in acts {
            self.go_on();
            self.play(act)?;
        }
        if goes_on {
            self.go_on();
        }
        Ok(())
    }

    /// Lets a game of damas go on after an end by the rules. Those of chess ask nobody.
    fn go_on(&mut self) {
        if let Board::Damas(game) = self {
            game.go_on();
        }
    }

    /// The entries from the `since`th on, as the move list writes them.
    #[must_use]
    pub fn written(&self, since: usize) -> Vec<Written> {
        match self {
            Board::Chess(game) => {
                let mut position = *game.initial();
                let mut list = Vec::with_capacity(game.ply().saturating_sub(since));
                for (index, entry) in game.moves().iter().enumerate() {
                    if index >= since {
                        let (text, notation) = match entry {
                            chess::Ply::Move(mv) => (mv.to_string(), chess::san(&position, *mv)),
                            chess::Ply::Pass => (PASS.to_owned(), PASS.to_owned()),
                        };
                        list.push(Written::Move {
                            text,
                            notation,
                            wrong: false,
                            undone: false,
                        });
                    }
                    position = after(&position, *entry);
                }
                list
            }
            Board::Damas(game) => {
                let entries = game.log().iter().skip(since);
                entries
                    .map(|logged| write_damas(game.table(), logged))
                    .collect()
            }
        }
    }

    /// The position before any entry, then the one after each, in the game's FEN.
    #[must_use]
    pub fn positions(&self) -> Vec<String> {
        match self {
            Board::Chess(game) => {
                let mut position = *game.initial();
                let later = game.moves().iter().map(|entry| {
                    position = after(&position, *entry);
                    position.fen()
                });
                core::iter::once(game.initial().fen())
                    .chain(later)
                    .collect()
            }
            Board::Damas(game) => {
                let before = game.log().iter().map(|logged| &logged.before);
                let all = before.chain([game.position()]);
                all.map(damas::Position::fen).collect()
            }
        }
    }

    /// Why the side on turn may not pass, if it may not.
    #[must_use]
    pub fn no_pass(&self) -> Option<&'static str> {
        match self {
            Board::Chess(game) => {
                let own_last = game
                    .ply()
                    .checked_sub(2)
                    .and_then(|index| game.moves().get(index));
                if game.position().is_check() {
                    Some("the turn cannot be passed in check")
                } else if own_last == Some(&chess::Ply::Pass) {
                    Some("the turn cannot be passed twice without a move of one's own in between")
                } else {
                    None
                }
            }
            Board::Damas(game) => game.no_pass().map(|why| match why {
                damas::NoPass::CaptureDue => "the turn cannot be passed while a capture is due",
                damas::NoPass::WrongMoveOpen => {
                    "the turn cannot be passed while a wrong move may be huffed"
                }
                damas::NoPass::Twice => {
                    "the turn cannot be passed twice without a move of one's own in between"
                }
            }),
        }
    }

    /// The squares whose piece the side on turn may huff; for a table on which the move is undone, of the pieces that
    /// should have captured. Empty if nothing may be huffed.
    #[must_use]
    pub fn huffable(&self) -> Vec<u8> {
        match self {
            Board::Chess(_) => Vec::new(),
            Board::Damas(game) => game.huffable().iter().map(damas::Square::number).collect(),
        }
    }

    /// Reads what is to be huffed. Where the wrong move is undone whole, the square says nothing.
    ///
    /// # Errors
    /// [`HuffFault`] if there is nothing to huff, or not that.
    pub fn parse_huff(&self, square: Option<u32>) -> Result<Act, HuffFault> {
        let Board::Damas(game) = self else {
            return Err(HuffFault::Nothing);
        };
        if !game.is_wrong_open() {
            return Err(HuffFault::Nothing);
        }
        if game.table().huffing == Huffing::Formal {
            return Ok(Act::Huff(None));
        }
        let square = square.and_then(|number| damas::Square::new(u8::try_from(number).ok()?));
        match square.filter(|square| game.huffable().contains(*square)) {
            Some(square) => Ok(Act::Huff(Some(square))),
            None => Err(HuffFault::NotHuffable(self.huffable())),
        }
    }

    /// Whether the last huff of the game was this one: by this side, when so many half-moves stood, of this piece.
    #[must_use]
    pub fn was_huffed(&self, square: Option<u32>, ply: u32, by: Color) -> bool {
        let Board::Damas(game) = self else {
            return false;
        };
        let is_huff = |logged: &Logged| matches!(logged.entry, damas::Entry::Huff(_));
        let Some(index) = game.log().iter().rposition(is_huff) else {
            return false;
        };
        let earlier = game
            .log()
            .iter()
            .take(index)
            .filter(|logged| stands(logged))
            .count();
        game.log()
            .get(index)
            .is_some_and(|logged| match logged.entry {
                // The move that was undone stood when it was huffed.
                damas::Entry::Huff(None) => {
                    logged.before.turn() == by && earlier.saturating_add(1) == ply as usize
                }
                damas::Entry::Huff(Some(taken)) => {
                    logged.before.turn() == by
                        && earlier == ply as usize
                        && square == Some(u32::from(taken.number()))
                }
                _ => false,
            })
    }

    /// How the board itself has ended the game, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Board::Chess(game) => game.outcome(),
            Board::Damas(game) => game.outcome(),
        }
    }
}

fn read_chess(position: &chess::Position, text: &str) -> Result<Act, MoveFault> {
    chess::parse_move(position, text)
        .map(Act::Chess)
        .map_err(|fault| {
            let list = |moves: Vec<chess::Move>| moves.iter().map(ToString::to_string).collect();
            match fault {
                chess::MoveError::PromotionRequired { choices } => {
                    MoveFault::PromotionRequired(list(choices))
                }
                chess::MoveError::Ambiguous { choices } => MoveFault::Ambiguous(list(choices)),
                chess::MoveError::Malformed | chess::MoveError::Illegal => {
                    MoveFault::Illegal(chess::move_flaw(position, text))
                }
            }
        })
}

fn read_damas(game: &damas::Game, text: &str) -> Result<Act, MoveFault> {
    game.read(text)
        .map(Act::Damas)
        .map_err(|fault| match fault {
            damas::MoveError::Malformed | damas::MoveError::Illegal => {
                MoveFault::Illegal(game.position().move_flaw(game.table(), text))
            }
            damas::MoveError::Ambiguous { choices } => MoveFault::AmbiguousCapture(choices),
        })
}

fn after(position: &chess::Position, entry: chess::Ply) -> chess::Position {
    match entry {
        chess::Ply::Move(mv) => position.play_unchecked(mv),
        // What was played was possible.
        chess::Ply::Pass => position.pass().unwrap_or(*position),
    }
}

fn stands(logged: &Logged) -> bool {
    matches!(
        logged.entry,
        damas::Entry::Pass | damas::Entry::Move { undone: false, .. }
    )
}

fn write_damas(table: &damas::Table, logged: &Logged) -> Written {
    match logged.entry {
        damas::Entry::Move { mv, wrong, undone } => {
            let written = logged.before.written(table, mv);
            Written::Move {
                text: written.text,
                notation: written.notation,
                wrong,
                undone,
            }
        }
        damas::Entry::Huff(square) => Written::Huff {
            square: square.map(damas::Square::number),
            by: logged.before.turn(),
        },
        damas::Entry::Pass => Written::Move {
            text: PASS.to_owned(),
            notation: PASS.to_owned(),
            wrong: false,
            undone: false,
        },
    }
}
