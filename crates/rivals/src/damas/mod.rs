//! Damas for the search, on any table.

mod constants;
mod endings;
mod evaluate;
mod terms;
mod weights;

use rules::Color;
use rules::damas::{Entry, Game, King, Move, Position, Table};

pub use constants::CONSTANTS;
pub use endings::{ENDINGS, ending};
pub use evaluate::trace;
pub use terms::{TERMS, groups};

use crate::search::{Board, Candidate, Constants, MOST};

/// A position on its table, with the count that the draws need.
#[derive(Clone, Copy)]
pub(crate) struct Damas<'t> {
    position: Position,
    table: &'t Table,
    /// Half-moves in a row by kings without a capture.
    quiet_kings: u32,
    /// Whether a capture is due.
    due: bool,
}

impl<'t> Damas<'t> {
    pub(crate) fn new(position: Position, table: &'t Table, quiet_kings: u32) -> Damas<'t> {
        Damas {
            due: position.must_capture(table),
            position,
            table,
            quiet_kings,
        }
    }

    pub(crate) fn of(game: &'t Game) -> Damas<'t> {
        Damas::new(*game.position(), game.table(), game.quiet_king_plies())
    }
}

/// The keys of the positions before the present one that stand, oldest first. A huffed piece leaves a position that cannot
/// come again, so it need not be among them.
pub(crate) fn earlier(game: &Game) -> Vec<u64> {
    let stands = |entry| matches!(entry, Entry::Pass | Entry::Move { undone: false, .. });
    let log = game.log().iter().filter(|logged| stands(logged.entry));
    log.map(|logged| logged.before.key()).collect()
}

/// What a king counts when captures are ordered, in men, and when men alone are counted. By hand; the weights do not depend on it.
const KING_TAKEN: u32 = 3;

/// After so many half-moves of kings without a capture it is a draw, where kings fly.
const QUIET_KINGS: u32 = 40;

impl Board for Damas<'_> {
    type Move = Move;

    const PASSES: bool = false;
    const CONSTANTS: Constants = CONSTANTS;

    #[inline]
    fn side(&self) -> usize {
        self.position.turn().index()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.position.key()
    }

    fn moves(&self, list: &mut Vec<Candidate<Move>>) {
        let moves = self.position.legal_moves(self.table);
        list.extend(moves.iter().map(|&mv| Candidate::new(mv, code(mv))));
    }

    /// A capture that can be made must be, so a quiet position has none.
    fn forcing(&self, _: &mut Vec<Candidate<Move>>) {}

    fn play(&self, mv: Move) -> Self {
        let by_king = self.position.kings(self.position.turn()).contains(mv.from);
        let quiet = by_king && !mv.is_capture();
        let quiet_kings = if quiet {
            self.quiet_kings.saturating_add(1)
        } else {
            0
        };
        Damas::new(self.position.play(mv), self.table, quiet_kings)
    }

    fn pass(&self) -> Option<Self> {
        None
    }

    fn evaluate(&self) -> i32 {
        evaluate::evaluate(&self.position, self.table)
    }

    fn material(&self) -> i32 {
        let of = |side| {
            let (men, kings) = (
                self.position.men(side).len(),
                self.position.kings(side).len(),
            );
            100 * (men + KING_TAKEN * kings) as i32
        };
        of(self.position.turn()) - of(!self.position.turn())
    }

    #[inline]
    fn quiet(&self) -> bool {
        !self.due
    }

    fn has_move(&self) -> bool {
        self.due || self.position.has_move(self.table)
    }

    fn mobile(&self) -> bool {
        self.has_move()
    }

    fn stuck(&self) -> i32 {
        let winner = self
            .position
            .verdict(self.table)
            .and_then(|outcome| outcome.winner);
        winner.map_or(0, |side| if side == self.position.turn() { 1 } else { -1 })
    }

    /// The counts of `rules::damas::Game`; a test plays games to hold them against it.
    fn drawn(&self) -> bool {
        let (quiet_kings, equal_material) = match self.table.king {
            King::Flying => (QUIET_KINGS, 10),
            King::Short => (80, 20),
        };
        self.quiet_kings >= quiet_kings
            || self.quiet_kings >= equal_material && equal_kings(&self.position)
    }

    #[inline]
    fn reversible(&self) -> usize {
        self.quiet_kings as usize
    }

    fn known(&self) -> Option<i32> {
        let plies = endings::plies_to_win(&self.position)?;
        let left = QUIET_KINGS.checked_sub(self.quiet_kings)?;
        (endings::apply(self.table) && u32::from(plies) < left).then(|| MOST - i32::from(plies))
    }

    fn gain(&self, mv: Move) -> Option<i32> {
        if !mv.is_capture() {
            return None;
        }
        let kings = (mv.captures & self.position.kings(!self.position.turn())).len();
        let men = mv.captures.len() - kings;
        Some(100 * (men + KING_TAKEN * kings) as i32)
    }

    /// Captures are complete by themselves, and what follows is due: it is searched.
    fn exchange(&self, _: Move, _: i32) -> bool {
        true
    }
}

/// As many kings on both sides, two at most, and nothing else.
fn equal_kings(position: &Position) -> bool {
    let [white, black] = Color::ALL.map(|side| position.kings(side).len());
    let all = position.occupied().len();
    white == black && white <= 2 && all == white + black
}

/// Squares, and as much of the captured set as there is room for.
fn code(mv: Move) -> u16 {
    let squares = mv.from.index() as u16 | (mv.to.index() as u16) << 6;
    if !mv.is_capture() {
        return squares;
    }
    let folded = mv.captures.bits().wrapping_mul(0x9E37_79B9) >> 29;
    squares | 1 << 15 | (folded as u16) << 12
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::mix;
    use rules::damas::Preset;

    #[test]
    fn the_search_counts_draws_as_the_game_does() {
        let mut drawn = 0;
        for seed in 0..200u64 {
            let preset = Preset::ALL[seed as usize % Preset::ALL.len()];
            let start = Position::from_fen("W:WK1,K7:BK30,K31").unwrap();
            let mut game = Game::new(start, preset.table());
            for ply in 0..200 {
                if game.outcome().is_some() {
                    break;
                }
                let moves = game.legal_moves().sorted();
                let at = mix(seed << 32 | ply) as usize % moves.len();
                let before = game.clone();
                let after = Damas::of(&before).play(moves[at]);
                game.play(moves[at]).unwrap();
                assert_eq!(after.quiet_kings, game.quiet_king_plies());
                let reason = game.outcome().map(|outcome| outcome.reason.name());
                match reason {
                    Some("quiet-kings" | "equal-material") => {
                        drawn += 1;
                        assert!(after.drawn());
                    }
                    None => assert!(!after.drawn()),
                    Some(_) => {}
                }
            }
        }
        assert!(drawn > 20, "{drawn}");
    }
}
