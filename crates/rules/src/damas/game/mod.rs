//! A game: a position, how it came about, and whether it is over.

mod draws;
mod entry;
mod error;

pub use self::entry::{Entry, HuffTarget, Logged};
pub use self::error::{NoPass, PlayError, ReplayError};

use std::collections::HashMap;

use self::draws::{Limits, is_equal_material};
use super::moves::{Move, Moves};
use super::notation::MoveError;
use super::position::Position;
use super::square::Squares;
use super::table::{Huffing, Table};
use crate::{Outcome, Reason};

/// A position as it stood in the game, with its counters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Standing {
    position: Position,
    /// Half-moves that stand.
    ply: usize,
    /// Half-moves in a row by kings without a capture.
    quiet: u32,
    /// How often this position has now occurred.
    occurrences: u32,
    /// Where in the line the positions begin that can still come again.
    since: usize,
}

/// A game under one table: moves, passes and huffs, the counters, and the outcome as soon as there is one.
///
/// ```
/// use rules::damas::{Game, Position, Table};
/// let mut game = Game::new(Position::start(), Table::default());
/// for text in ["11-15", "22-19", "15x22"] {
///     game.play(game.read(text)?)?;
/// }
/// assert_eq!(game.ply(), 3);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    table: Table,
    draws: bool,
    log: Vec<Logged>,
    first: Standing,
    /// Every later position that stands, oldest first; `since` counts `first` as 0.
    line: Vec<Standing>,
    /// How often each position stands in the line, counted apart for each `since`: what was before cannot come again.
    stood: HashMap<(usize, Position), u32>,
    /// The pieces that may be huffed for the wrong move just made, if the game is not over.
    open: Option<Squares>,
    must_play_legal: bool,
    outcome: Option<Outcome>,
}

impl Game {
    /// A game that begins here. It may be over at once.
    #[must_use]
    pub fn new(position: Position, table: Table) -> Game {
        Game::begin(position, table, true)
    }

    /// The same without automatic draws: it ends only where a side has no pieces or no move.
    #[must_use]
    pub fn without_draws(position: Position, table: Table) -> Game {
        Game::begin(position, table, false)
    }

    fn begin(position: Position, table: Table, draws: bool) -> Game {
        let first = Standing {
            position,
            ply: 0,
            quiet: 0,
            occurrences: 1,
            since: 0,
        };
        let mut game = Game {
            table,
            draws,
            log: Vec::new(),
            first,
            line: Vec::new(),
            stood: HashMap::from([((0, position), 1)]),
            open: None,
            must_play_legal: false,
            outcome: None,
        };
        game.judge(false);
        game
    }

    /// A game from its entries, as they were stored.
    ///
    /// # Errors
    /// [`ReplayError`] at the first entry that cannot have been made there, or that was not what it says (`wrong`,
    /// `undone`).
    pub fn replay(
        position: Position,
        table: Table,
        entries: impl IntoIterator<Item = Entry>,
    ) -> Result<Game, ReplayError> {
        let mut game = Game::new(position, table);
        let mut given = Vec::new();
        for (at, entry) in entries.into_iter().enumerate() {
            given.push(entry);
            match entry {
                Entry::Move { mv, .. } => game.play(mv).map(drop),
                Entry::Huff(square) => {
                    game.huff(square.map_or(HuffTarget::Undo, HuffTarget::Piece))
                }
                Entry::Pass => game.pass(),
            }
            .map_err(|error| ReplayError {
                at,
                error: Some(error),
            })?;
        }
        let differs = game
            .entries()
            .zip(given)
            .position(|(made, given)| made != given);
        differs.map_or(Ok(game), |at| Err(ReplayError { at, error: None }))
    }

    /// The options it is played under.
    #[must_use]
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// Where it began.
    #[must_use]
    pub const fn initial(&self) -> &Position {
        &self.first.position
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.now().position
    }

    /// Half-moves that stand: moves and passes, without what was undone; a huff is none.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.now().ply
    }

    /// Lets a game go on that a draw has ended, or the lack of a move. For stored games alone: earlier versions of these
    /// rules ended fewer games, and what was played then can still be read. The next entry is judged as any other.
    pub fn go_on(&mut self) {
        let is_over_for_good = |over: Outcome| matches!(over.reason, Reason::NoPieces);
        self.outcome = self.outcome.filter(|&over| is_over_for_good(over));
    }

    /// Everything that was done, each with the position it was done in.
    #[must_use]
    pub fn log(&self) -> &[Logged] {
        &self.log
    }

    /// Everything that was done.
    pub fn entries(&self) -> impl ExactSizeIterator<Item = Entry> + '_ {
        self.log.iter().map(|logged| logged.entry)
    }

    /// How it ended, if it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// How often the present position has occurred, this time included: same pieces, same squares, same side to move.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.now().occurrences
    }

    /// Half-moves in a row up to now that were king moves without a capture, or passes.
    #[must_use]
    pub fn quiet_king_plies(&self) -> u32 {
        self.now().quiet
    }

    /// The highest that count has been in what stands of the game.
    #[must_use]
    pub fn max_quiet_king_plies(&self) -> u32 {
        self.line
            .iter()
            .map(|standing| standing.quiet)
            .max()
            .unwrap_or(0)
    }

    /// After how many half-moves a position first stood for the third time.
    #[must_use]
    pub fn third_at(&self) -> Option<usize> {
        self.line
            .iter()
            .find(|standing| standing.occurrences == 3)
            .map(|standing| standing.ply)
    }

    /// The legal moves of the side on turn; none once the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> Moves {
        if self.outcome.is_some() {
            Moves::new()
        } else {
            self.position().legal_moves(&self.table)
        }
    }

    /// Whether a wrong move was just made that the side on turn may huff.
    #[must_use]
    pub const fn is_wrong_open(&self) -> bool {
        self.open.is_some() && self.outcome.is_none()
    }

    /// The pieces that should have captured, while a wrong move is open. Under `family` the side on turn may huff any one of
    /// them; under `formal` it may have the move taken back.
    #[must_use]
    pub fn huffable(&self) -> Squares {
        self.open
            .filter(|_| self.outcome.is_none())
            .unwrap_or_default()
    }

    /// Whether a wrong move of the side on turn was taken back and a legal one must follow.
    #[must_use]
    pub const fn must_play_legal(&self) -> bool {
        self.must_play_legal
    }

    /// Reads a move as [`Position::parse_move`] does, wrong ones only where they would be let through now.
    ///
    /// # Errors
    /// [`MoveError`]
    pub fn read(&self, text: &str) -> Result<Move, MoveError> {
        match self.position().parse_legal_or_wrong(&self.table, text)? {
            (_, true) if self.must_play_legal => Err(MoveError::Illegal),
            (mv, _) => Ok(mv),
        }
    }

    /// Makes a move; one that is open to be huffed is thereby forgiven. Says whether the move was wrong.
    ///
    /// # Errors
    /// [`PlayError::GameOver`], or [`PlayError::IllegalMove`] if it is neither legal nor, on a table with huffing, a wrong
    /// move that may be made now.
    pub fn play(&mut self, mv: Move) -> Result<bool, PlayError> {
        self.check_not_over()?;
        let position = *self.position();
        let legal = position.legal_moves(&self.table);
        let mut open = None;
        if !legal.contains(&mv) {
            if self.table.huffing == Huffing::Off || self.must_play_legal {
                return Err(PlayError::IllegalMove);
            }
            open = Some(
                position
                    .huffable_after(&self.table, &legal, mv)
                    .ok_or(PlayError::IllegalMove)?,
            );
        }
        let quiet = !mv.is_capture() && position.kings(position.turn()).contains(mv.from);
        self.log.push(Logged {
            entry: Entry::Move {
                mv,
                wrong: open.is_some(),
                undone: false,
            },
            before: position,
        });
        let forgives = self.open.is_some();
        self.stand(position.play(mv), 1, quiet);
        self.open = open;
        self.must_play_legal = false;
        self.judge(forgives);
        Ok(open.is_some())
    }

    /// Passes the turn: an offer of a draw on a table where that is how it is made. Counts as a half-move, and for every
    /// counter. Whether offers are made so, from which ply, and that none answers another is for the room to say.
    ///
    /// # Errors
    /// [`PlayError::GameOver`], or [`PlayError::CannotPass`] if a capture is due, a wrong move is open, or the side's own
    /// last half-move was a pass.
    pub fn pass(&mut self) -> Result<(), PlayError> {
        self.check_not_over()?;
        if let Some(why) = self.no_pass() {
            return Err(PlayError::CannotPass(why));
        }
        let before = *self.position();
        self.log.push(Logged {
            entry: Entry::Pass,
            before,
        });
        self.stand(before.pass(), 1, true);
        self.judge(false);
        Ok(())
    }

    /// Why the side on turn may not pass, as far as the board knows; `None` if it may.
    #[must_use]
    pub fn no_pass(&self) -> Option<NoPass> {
        let position = self.position();
        let own_last = self.log.iter().rev().find(|logged| {
            logged.before.turn() == position.turn()
                && matches!(
                    logged.entry,
                    Entry::Pass | Entry::Move { undone: false, .. }
                )
        });
        if self.open.is_some() {
            Some(NoPass::WrongMoveOpen)
        } else if position.must_capture(&self.table) {
            Some(NoPass::CaptureDue)
        } else if own_last.is_some_and(|logged| logged.entry == Entry::Pass) {
            Some(NoPass::Twice)
        } else {
            None
        }
    }

    /// Huffs the wrong move just made (seed 002 "soplar"). That is not a move: the side on turn stays on turn under `family`,
    /// the offender is on turn again under `formal`.
    ///
    /// # Errors
    /// [`PlayError::GameOver`]; [`PlayError::NothingToHuff`] if no wrong move is open; [`PlayError::NotHuffable`] if that is
    /// not what this table lets be huffed.
    pub fn huff(&mut self, target: HuffTarget) -> Result<(), PlayError> {
        self.check_not_over()?;
        let huffable = self.open.ok_or(PlayError::NothingToHuff)?;
        let before = *self.position();
        match (self.table.huffing, target) {
            (Huffing::Family, HuffTarget::Piece(square)) if huffable.contains(square) => {
                self.stand(before.without(square), 0, false);
            }
            (Huffing::Formal, HuffTarget::Undo) => {
                self.take_back();
                self.must_play_legal = true;
                if let Some(Logged {
                    entry: Entry::Move { undone, .. },
                    ..
                }) = self.log.last_mut()
                {
                    *undone = true;
                }
            }
            _ => return Err(PlayError::NotHuffable { huffable }),
        }
        self.log.push(Logged {
            entry: Entry::Huff(target.square()),
            before,
        });
        self.open = None;
        self.judge(false);
        Ok(())
    }

    /// What a computer rival huffs, if it can: the most valuable piece and, among equals, the one on the lowest square.
    #[must_use]
    pub fn best_huff(&self) -> Option<HuffTarget> {
        let huffable = self.open.filter(|_| self.outcome.is_none())?;
        if self.table.huffing == Huffing::Formal {
            return Some(HuffTarget::Undo);
        }
        let kings = huffable & self.position().all_kings();
        kings.first().or(huffable.first()).map(HuffTarget::Piece)
    }

    fn now(&self) -> &Standing {
        self.line.last().unwrap_or(&self.first)
    }

    fn check_not_over(&self) -> Result<(), PlayError> {
        if self.outcome.is_some() {
            Err(PlayError::GameOver)
        } else {
            Ok(())
        }
    }

    /// Adds a position to the line, `plies` half-moves on. After a `quiet` half-move the earlier positions can come again;
    /// after any other the counters start again.
    fn stand(&mut self, position: Position, plies: usize, quiet: bool) {
        let last = *self.now();
        let since = if quiet {
            last.since
        } else {
            self.line.len() + 1
        };
        let occurrences = self.stood.entry((since, position)).or_default();
        *occurrences += 1;
        self.line.push(Standing {
            position,
            ply: last.ply + plies,
            quiet: if quiet { last.quiet + 1 } else { 0 },
            occurrences: *occurrences,
            since,
        });
    }

    /// Takes the last position off the line, with all that it counted.
    fn take_back(&mut self) {
        if let Some(undone) = self.line.pop() {
            let stood = (undone.since, undone.position);
            if undone.occurrences > 1 {
                self.stood.insert(stood, undone.occurrences - 1);
            } else {
                self.stood.remove(&stood);
            }
        }
    }

    /// Sees whether the game is over, in the order of the rules: no pieces, no move, and the draws.
    ///
    /// After a wrong move only `no-pieces` is declared; the rest after the huff or the move that forgives, even where that
    /// move is wrong itself: two sides that answer wrong moves with wrong moves would else play for ever. The limit of
    /// entries waits for nobody.
    fn judge(&mut self, forgives: bool) {
        let position = *self.position();
        self.outcome = position.verdict_no_pieces();
        if self.outcome.is_some() {
            return;
        }
        if forgives || self.open.is_none() {
            self.outcome = position
                .verdict(&self.table)
                .or_else(|| self.counted().filter(|_| self.draws).map(Outcome::draw));
        }
        if self.outcome.is_none() && self.draws {
            self.outcome = Outcome::move_limit(self.log.len());
        }
    }

    /// Why the game is a draw by what was counted, if it is.
    fn counted(&self) -> Option<Reason> {
        let Standing {
            position,
            quiet,
            occurrences,
            ..
        } = *self.now();
        let limits = Limits::of(&self.table);
        if occurrences >= 3 {
            Some(Reason::ThreefoldRepetition)
        } else if quiet >= limits.quiet_kings {
            Some(Reason::QuietKings)
        } else if quiet >= limits.equal_material && is_equal_material(&position) {
            Some(Reason::EqualMaterial)
        } else {
            None
        }
    }
}
