//! Games as text: Portable Draughts Notation (PDN 3.0).
//!
//! What PDN has no word for is written so that [`read_pdn`] and people understand it:
//! - A pass is `--`, as in PGN.
//! - A wrong move that was taken back (`huffing: formal`) is a comment `{[%undone 12-15]}` before the move that was
//!   made in its place: what stands outside comments is the game as it stands.
//! - A huffed piece (`huffing: family`) is a comment `{[%huff 14]}` and the PDN set-up command `/FEN "…"/` with the
//!   position that it left, as PDN 3.0 recommends for what the rules of a game cannot explain.

mod read;

pub use self::read::{PdnError, PdnProblem, Record, read_pdn};

use super::game::{Entry, Game, Logged};
use super::position::Position;
use crate::game_text::{GameResult, Line, PASS, further_tags, tag};
use core::fmt;

/// The `GameType` of Spanish draughts: white begins, 8×8, numbered squares from white's bottom right.
pub const GAME_TYPE: &str = "24,W,8,8,N1,1";

/// A game with what PDN says about it. `to_string` gives the text, with a line feed at the end.
///
/// Any text may be put into the tags: quotes and backslashes are escaped, control characters left out. `GameType` is
/// always written, `Table` where the options are not the classic ones, `SetUp` and `FEN` for a game that did not begin with
/// the starting position.
///
/// ```
/// use rules::damas::{Game, Pdn, Position, Preset};
/// let mut game = Game::new(Position::start(), Preset::English.table());
/// game.play(game.read("11-14")?)?;
/// let text = Pdn::new(&game).to_string();
/// assert!(text.contains("[GameType \"24,W,8,8,N1,1\"]\n[Table \"king: short, law: free\"]\n"));
/// assert!(text.ends_with("\n\n1. 11-14 *\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pdn<'a> {
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
    /// Options of the room that are not the board's, such as `("drawOffer", "passes-turn")`, for the `Table` tag.
    pub options: &'a [(&'a str, &'a str)],
    /// Further tags. All tags after the first seven are written in the order of ASCII. A name keeps only its letters, digits and `_`.
    pub extra: &'a [(&'a str, &'a str)],
    /// What was played, and the position it began with.
    pub game: &'a Game,
}

impl<'a> Pdn<'a> {
    /// A game of which nothing but the moves is known; the result is that of the board.
    #[must_use]
    pub fn new(game: &'a Game) -> Pdn<'a> {
        Pdn {
            event: "?",
            site: "?",
            date: "????.??.??",
            round: "?",
            white: "?",
            black: "?",
            result: game.outcome().into(),
            termination: None,
            options: &[],
            extra: &[],
            game,
        }
    }

    /// The value of the `Table` tag: `king: short, law: free`; empty for the classic table.
    fn table(&self) -> String {
        let changes = self.game.table().changes();
        let all = changes.iter().chain(self.options);
        let all: Vec<String> = all
            .map(|(field, value)| format!("{field}: {value}"))
            .collect();
        all.join(", ")
    }
}

impl fmt::Display for Pdn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = self.result.to_string();
        tag(f, "Event", self.event)?;
        tag(f, "Site", self.site)?;
        tag(f, "Date", self.date)?;
        tag(f, "Round", self.round)?;
        tag(f, "White", self.white)?;
        tag(f, "Black", self.black)?;
        tag(f, "Result", &result)?;
        let table = self.table();
        let table = (!table.is_empty()).then_some(("Table", table.as_str()));
        let initial = self.game.initial();
        let fen = (*initial != Position::start()).then(|| initial.fen());
        let set_up = fen
            .iter()
            .flat_map(|fen| [("FEN", fen.as_str()), ("SetUp", "1")]);
        let termination = self.termination.map(|why| ("Termination", why));
        let further = [("GameType", GAME_TYPE)]
            .into_iter()
            .chain(table)
            .chain(set_up);
        further_tags(
            f,
            further.chain(termination).chain(self.extra.iter().copied()),
        )?;
        f.write_str("\n")?;
        let mut line = Line::new(f);
        movetext(self.game, &mut line)?;
        line.word(&result)?;
        line.end()
    }
}

/// Writes the moves, numbered, and what else was done.
fn movetext(game: &Game, line: &mut Line<'_, '_>) -> fmt::Result {
    let black_began = usize::from(game.initial().turn() == crate::Color::Black);
    let mut ply = black_began;
    // Black's moves are numbered at the beginning and after anything that is no move.
    let mut interrupted = true;
    for &Logged { entry, before } in game.log() {
        let text = match entry {
            Entry::Move {
                mv, undone: true, ..
            } => {
                line.word(&format!(
                    "{{[%undone {}]}}",
                    before.move_text(game.table(), mv)
                ))?;
                interrupted = true;
                continue;
            }
            Entry::Huff(None) => continue,
            Entry::Huff(Some(square)) => {
                line.word(&format!("{{[%huff {square}]}}"))?;
                line.word(&format!("/FEN \"{}\"/", before.without(square).fen()))?;
                interrupted = true;
                continue;
            }
            Entry::Move { mv, .. } => before.notation(game.table(), mv),
            Entry::Pass => PASS.to_owned(),
        };
        if ply.is_multiple_of(2) {
            line.word(&format!("{}.", ply / 2 + 1))?;
        } else if interrupted {
            line.word(&format!("{}...", ply / 2 + 1))?;
        }
        line.word(&text)?;
        interrupted = false;
        ply += 1;
    }
    Ok(())
}
