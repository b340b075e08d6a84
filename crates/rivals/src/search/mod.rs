//! One search for both games: principal variation search with iterative deepening.
//!
//! It knows a game by the trait [`Board`] alone. It has no clock and no state outside itself: who calls it says where it ends, by
//! [`Limits`] and by a predicate that is asked now and then.

mod board;
mod constants;
mod hash;
mod limits;
mod order;
mod pvs;
mod quiesce;
mod root;
mod table;

pub(crate) use board::{Board, Candidate, target};
pub use constants::Constants;
pub(crate) use hash::mix;
pub(crate) use limits::TABLE_BYTES;
pub use limits::{Frailty, Limits, Report, Score, Settings, Technique};

use hash::{error, happens};
use order::Order;
use table::Table;

/// Beyond any score.
const INFINITE: i32 = 32_000;
/// In place of an evaluation where there is none; fits no table entry and no score.
const UNJUDGED: i32 = -40_000;
/// The side to move has lost here and now; a win in n plies is `WIN - n`.
pub(crate) const WIN: i32 = 30_000;
/// Scores of evaluations stay within this, far from wins.
pub(crate) const MOST: i32 = 20_000;
/// A line is never longer than this, so recursion is bounded.
const MAX_PLY: i32 = 96;

/// The predicate that ends a search from outside; it is told the number of nodes, and asked every so many of them.
pub(crate) type Stop<'a> = &'a mut dyn FnMut(u64) -> bool;
const ASK_EVERY: u64 = 512;

/// A search under way.
pub(crate) struct Search<'a, B: Board> {
    settings: Settings,
    constants: Constants,
    stop: Stop<'a>,
    nodes: u64,
    /// The nodes at which it ends.
    budget: u64,
    stopped: bool,
    table: Table,
    order: Order,
    /// One list for the moves of all nodes of the present line, each node's behind its parent's.
    list: Vec<Candidate<B::Move>>,
    /// The keys of the game's positions that could come again, then of the present line.
    keys: Vec<u64>,
    /// How many of the keys are of the game.
    played: usize,
    /// Static evaluations along the present line.
    evaluations: Vec<i32>,
    /// The expected line from each ply on.
    lines: Vec<Vec<B::Move>>,
    /// Whose move it is at the root.
    side: usize,
    /// The iteration.
    depth: i32,
}

impl<'a, B: Board> Search<'a, B> {
    /// `earlier` are the keys of the positions before the root, oldest first.
    pub(crate) fn new(settings: Settings, earlier: Vec<u64>, stop: Stop<'a>) -> Search<'a, B> {
        let plies = MAX_PLY as usize + 2;
        Search {
            constants: settings.constants.unwrap_or(B::CONSTANTS),
            settings,
            stop,
            nodes: 0,
            budget: settings.limits.nodes,
            stopped: false,
            table: Table::new(settings.limits.nodes, settings.table_bytes),
            order: Order::new(plies),
            list: Vec::with_capacity(512),
            played: earlier.len(),
            keys: earlier,
            evaluations: vec![0; plies],
            lines: vec![Vec::new(); plies],
            side: 0,
            depth: 0,
        }
    }

    /// Counts a node. Whether the search is over.
    #[inline]
    fn count(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.budget
            || self.nodes.is_multiple_of(ASK_EVERY) && (self.stop)(self.nodes)
        {
            self.stopped = true;
        }
        self.stopped
    }

    /// How the side to move seems to stand to this player.
    #[inline]
    fn judge(&self, board: &B, key: u64) -> i32 {
        let truth = if self.settings.uses(Technique::Evaluation) {
            board.evaluate()
        } else {
            board.material()
        };
        let noise = self.settings.frailty.noise;
        if noise == 0 {
            return truth;
        }
        (truth + error(mix(key ^ self.settings.seed), noise)).clamp(-MOST, MOST)
    }

    /// What this player knows the position to be worth. Who errs has not learnt endings by heart.
    #[inline]
    fn known(&self, board: &B) -> Option<i32> {
        let Frailty {
            noise, blindness, ..
        } = self.settings.frailty;
        let learnt = noise == 0 && blindness == 0 && self.settings.uses(Technique::Endings);
        if learnt { board.known() } else { None }
    }

    /// Whether the player does not think of this reply of the opponent.
    #[inline]
    fn overlooks(
        &self,
        board: &B,
        key: u64,
        reply: &Candidate<B::Move>,
        before: u16,
        ply: i32,
    ) -> bool {
        let chance = self.settings.frailty.blindness;
        if chance == 0 || board.side() == self.side || target(reply.code) == target(before) {
            return false;
        }
        let hash = mix(key ^ mix(u64::from(reply.code) ^ self.settings.seed));
        happens(hash, chance) && !(ply == 1 && wins_at_once(board, reply.mv))
    }

    /// Drawn by the rules, or by a repetition that either side could insist on: once more within the search, or the third
    /// time in the game.
    fn draws(&self, board: &B, key: u64) -> bool {
        if board.drawn() {
            return true;
        }
        let reversible = board.reversible();
        if reversible < 4 {
            return false;
        }
        // The last key is that of the parent; only every second position has this side to move.
        let now = self.keys.len();
        let mut before = 0;
        let earlier = self.keys.iter().enumerate().rev().take(reversible);
        for (at, &other) in earlier.skip(1).step_by(2) {
            if other == key {
                before += 1;
                if at > self.played || before == 2 {
                    return true;
                }
            }
        }
        debug_assert!(now >= self.played);
        false
    }

    /// Makes `mv` and the line below it the line from `ply` on.
    fn extend_line(&mut self, ply: usize, mv: B::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        if let (Some(line), Some(rest)) = (upper.last_mut(), lower.first()) {
            line.clear();
            line.push(mv);
            line.extend_from_slice(rest);
        }
    }

    fn clear_line(&mut self, ply: i32) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
    }
}

/// Whether the move ends the game with a win.
pub(crate) fn wins_at_once<B: Board>(board: &B, mv: B::Move) -> bool {
    let after = board.play(mv);
    // Without a check no chess move mates; in damas a side without moves has no capture either.
    (!after.quiet() || !B::PASSES) && !after.has_move() && after.stuck() < 0
}
