//! The inner nodes: principal variation search (Marsland and Campbell 1982) with what prunes it.
//!
//! What it prunes and reduces by is in [`Constants`](super::Constants), which a tuner chose for each game.

use super::order::{is_bad_capture, is_plain, pick};
use super::table::{Bound, WON};
use super::{Board, Constants, INFINITE, MAX_PLY, Search, Technique, UNJUDGED, WIN};

/// log2 of n in 1/16, by squaring: no float, so that it is the same everywhere.
const fn log2_16(n: u32) -> i32 {
    if n == 0 {
        return 0;
    }
    let whole = n.ilog2();
    // The mantissa in 1/2^16, from 1 up to 2.
    let mut mantissa = ((n as u64) << 16) >> whole;
    let mut result = whole as i32;
    let mut bit = 0;
    while bit < 4 {
        mantissa = (mantissa * mantissa) >> 16;
        result *= 2;
        if mantissa >= 2 << 16 {
            mantissa >>= 1;
            result += 1;
        }
        bit += 1;
    }
    result
}

const LOG2: [i32; 64] = {
    let mut table = [0; 64];
    let mut n = 0;
    while n < 64 {
        table[n] = log2_16(n as u32);
        n += 1;
    }
    table
};

fn log2(n: i32) -> i32 {
    LOG2.get(n.clamp(0, 63) as usize).copied().unwrap_or(0)
}

/// How many plies less a late quiet move gets: it grows with the logarithms of depth and number.
fn reduction(constants: &Constants, depth: i32, number: i32) -> i32 {
    let growth = log2(depth) * log2(number) * constants.reduce_growth / 1024;
    (constants.reduce + growth) / 1024
}

/// Quiet moves remembered to be blamed when a later one cuts.
const BLAMED: usize = 32;

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    pub(super) ply: i32,
    /// The code of the move that led here, 0 for a pass.
    pub(super) before: u16,
}

impl<B: Board> Search<'_, B> {
    pub(super) fn pvs(&mut self, board: &B, mut alpha: i32, mut beta: i32, node: Node) -> i32 {
        let Node {
            mut depth,
            ply,
            before,
        } = node;
        let quiet = board.quiet();
        if !quiet && ply < 2 * self.depth && self.settings.uses(Technique::Extensions) {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce(board, alpha, beta, ply, before);
        }
        self.clear_line(ply);
        if self.count() {
            return 0;
        }
        let key = board.key();
        if self.draws(board, key) {
            return if quiet || board.has_move() {
                0
            } else {
                board.stuck() * (WIN - ply)
            };
        }
        if let Some(score) = self.known(board) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.judge(board, key);
        }
        // No line from here wins faster than in one ply, or loses faster than now.
        alpha = alpha.max(ply - WIN);
        beta = beta.min(WIN - ply - 1);
        if alpha >= beta {
            return alpha;
        }
        let principal = beta - alpha > 1;

        let uses_table = self.settings.uses(Technique::TranspositionTable);
        let mut known = 0;
        let mut stand = None;
        if uses_table && let Some(entry) = self.table.get(key) {
            known = entry.code;
            stand = entry.stand();
            let score = entry.score(ply);
            let enough = entry.bound.answers(score, alpha, beta);
            if enough && !principal && i32::from(entry.depth) >= depth {
                return score;
            }
        }

        let stand = match stand {
            _ if !quiet => UNJUDGED,
            Some(stand) => stand,
            None => self.judge(board, key),
        };
        if let Some(place) = self.evaluations.get_mut(ply as usize) {
            *place = stand;
        }
        // Before a ply that was not judged, anything improves.
        let earlier = self
            .evaluations
            .get((ply - 2).max(0) as usize)
            .copied()
            .unwrap_or(0);
        let improving = quiet && (ply < 2 || stand > earlier);

        if quiet && !principal {
            if let Some(score) =
                self.futile(board, alpha, beta, (depth, ply, before), stand, improving)
            {
                return score;
            }
            if let Some(score) = self.null_move(board, key, beta, (depth, ply, before), stand) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        if known == 0 && depth >= 4 && uses_table {
            depth -= 1;
        }
        self.moves_of(
            board,
            key,
            (alpha, beta),
            Node { depth, ply, before },
            (known, stand, improving),
        )
    }

    /// What is far outside the window near the frontier stays there.
    fn futile(
        &mut self,
        board: &B,
        alpha: i32,
        beta: i32,
        (depth, ply, before): (i32, i32, u16),
        stand: i32,
        improving: bool,
    ) -> Option<i32> {
        if !self.settings.uses(Technique::Futility) || beta.abs() >= WON || alpha.abs() >= WON {
            return None;
        }
        if depth <= 7
            && stand - self.constants.reverse * (depth - i32::from(improving)) >= beta
            && board.mobile()
        {
            return Some(stand);
        }
        if depth <= 2 && stand + self.constants.razor * depth < alpha {
            let score = self.quiesce(board, alpha, alpha + 1, ply, before);
            if score <= alpha {
                return Some(score);
            }
        }
        None
    }

    /// If passing is good enough, some move will be (Donninger 1993).
    fn null_move(
        &mut self,
        board: &B,
        key: u64,
        beta: i32,
        (depth, ply, before): (i32, i32, u16),
        stand: i32,
    ) -> Option<i32> {
        if !B::PASSES
            || depth < 3
            || before == 0
            || stand < beta
            || beta <= -WON
            || !self.settings.uses(Technique::NullMove)
        {
            return None;
        }
        let passed = board.pass()?;
        let constants = &self.constants;
        let reduced = (constants.pass + constants.pass_ply * depth) / 16
            + ((stand - beta) / constants.pass_gain).min(2);
        let below = Node {
            depth: depth - 1 - reduced,
            ply: ply + 1,
            before: 0,
        };
        self.keys.push(key);
        let score = -self.pvs(&passed, -beta, 1 - beta, below);
        self.keys.pop();
        (score >= beta && !self.stopped).then(|| score.min(WON - 1))
    }

    fn moves_of(
        &mut self,
        board: &B,
        key: u64,
        (mut alpha, beta): (i32, i32),
        Node { depth, ply, before }: Node,
        (known, stand, improving): (u16, i32, bool),
    ) -> i32 {
        let begin = self.list.len();
        board.moves(&mut self.list);
        let end = self.list.len();
        if begin == end {
            return board.stuck() * (WIN - ply);
        }
        self.order.rank(
            board,
            self.list.get_mut(begin..end).unwrap_or_default(),
            known,
            ply,
            before,
        );
        let quiet = board.quiet();
        let principal = beta - alpha > 1;
        let side = board.side();
        let exchanges = self.settings.uses(Technique::Exchanges);
        let prunes = quiet && !principal;
        let first_alpha = alpha;
        let mut best = -INFINITE;
        let mut best_code = 0;
        let mut blamed = [0u16; BLAMED];
        let mut quiets = 0usize;
        let mut number = 0;
        let mut at = begin;
        self.keys.push(key);
        while let Some(candidate) = pick(
            board,
            self.list.get_mut(at..end).unwrap_or_default(),
            exchanges && quiet,
        ) {
            at += 1;
            let plain = is_plain(candidate.rank);
            let losing = is_bad_capture(candidate.rank);
            if number > 0 && quiet && self.overlooks(board, key, &candidate, before, ply) {
                continue;
            }
            if prunes
                && best > -WON
                && self.prunes(
                    board, &candidate, alpha, depth, stand, improving, quiets, plain, losing,
                )
            {
                quiets += usize::from(plain);
                continue;
            }
            let after = board.play(candidate.mv);
            let below = Node {
                depth: depth - 1,
                ply: ply + 1,
                before: candidate.code,
            };
            number += 1;
            let mut score;
            if number == 1 {
                score = -self.pvs(&after, -beta, -alpha, below);
            } else {
                let mut less = 0;
                if depth >= 3
                    && number > 2 + i32::from(principal)
                    && (plain || losing)
                    && quiet
                    && after.quiet()
                    && self.settings.uses(Technique::LateMoveReductions)
                {
                    less = reduction(&self.constants, depth, number) + i32::from(!improving)
                        - i32::from(principal);
                    less -=
                        self.order.history(side, candidate.code) / self.constants.reduce_history;
                    less = less.clamp(0, depth - 2);
                }
                let reduced = Node {
                    depth: below.depth - less,
                    ..below
                };
                score = -self.pvs(&after, -alpha - 1, -alpha, reduced);
                if score > alpha && less > 0 && !self.stopped {
                    score = -self.pvs(&after, -alpha - 1, -alpha, below);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = -self.pvs(&after, -beta, -alpha, below);
                }
            }
            if self.stopped {
                break;
            }
            let is_quiet = plain || board.gain(candidate.mv).is_none();
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = candidate.code;
                    if principal {
                        self.extend_line(ply as usize, candidate.mv);
                    }
                    if score >= beta {
                        if is_quiet {
                            let others = blamed.get(..quiets.min(BLAMED)).unwrap_or_default();
                            let uses = |technique| self.settings.uses(technique);
                            let kinds = (uses(Technique::Killers), uses(Technique::History));
                            self.order.learn(
                                side,
                                candidate.code,
                                others,
                                (depth, ply, before),
                                kinds,
                            );
                        }
                        break;
                    }
                }
            }
            if is_quiet {
                if let Some(place) = blamed.get_mut(quiets) {
                    *place = candidate.code;
                }
                quiets += 1;
            }
        }
        self.keys.pop();
        self.list.truncate(begin);
        if self.stopped {
            return 0;
        }
        if best == -INFINITE {
            // Everything was overlooked or pruned.
            return alpha;
        }
        if self.settings.uses(Technique::TranspositionTable) {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table
                .put(key, best_code, (best, stand), ply, depth, bound);
        }
        best
    }

    /// Whether a move near the frontier is not worth playing.
    #[expect(
        clippy::too_many_arguments,
        reason = "one condition, moved out of a long loop"
    )]
    fn prunes(
        &self,
        board: &B,
        candidate: &super::Candidate<B::Move>,
        alpha: i32,
        depth: i32,
        stand: i32,
        improving: bool,
        quiets: usize,
        plain: bool,
        losing: bool,
    ) -> bool {
        let constants = &self.constants;
        if plain {
            let many = (constants.late + constants.late_ply * depth * depth)
                / (16 * (2 - i32::from(improving)));
            if depth <= 6
                && quiets as i32 >= many
                && B::PASSES
                && self.settings.uses(Technique::LateMovePruning)
            {
                return true;
            }
            if !self.settings.uses(Technique::Futility) {
                return false;
            }
            if depth <= 6
                && alpha.abs() < WON
                && stand + constants.futile + constants.futile_ply * depth <= alpha
            {
                return true;
            }
            return depth <= 6
                && self.settings.uses(Technique::Exchanges)
                && !board.exchange(candidate.mv, -constants.quiet_exchange * depth);
        }
        losing
            && depth <= 6
            && self.settings.uses(Technique::Exchanges)
            && !board.exchange(candidate.mv, -constants.capture_exchange * depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_right_to_a_sixteenth() {
        for n in 1..64u32 {
            let exact = f64::from(n).log2() * 16.0;
            let error = exact - f64::from(log2_16(n));
            assert!((-0.01..1.0).contains(&error), "{n}: {error}");
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_number() {
        let constants = crate::chess::Chess::CONSTANTS
            .with("reduce", 640)
            .and_then(|constants| constants.with("reduce_growth", 1024))
            .unwrap();
        let reduction = |depth, number| reduction(&constants, depth, number);
        assert_eq!(reduction(3, 3), (640 + 25 * 25) / 1024);
        assert!(reduction(12, 20) > reduction(6, 20));
        assert!(reduction(12, 40) > reduction(12, 10));
    }
}
