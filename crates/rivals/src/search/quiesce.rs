//! The search for quiet: captures and promotions until the evaluation means something.

use super::order::{is_bad_capture, pick};
use super::table::Bound;
use super::{Board, INFINITE, MAX_PLY, Search, Technique, UNJUDGED, WIN};

impl<B: Board> Search<'_, B> {
    pub(super) fn quiesce(
        &mut self,
        board: &B,
        mut alpha: i32,
        beta: i32,
        ply: i32,
        before: u16,
    ) -> i32 {
        self.clear_line(ply);
        if self.count() {
            return 0;
        }
        let key = board.key();
        let quiet = board.quiet();
        if board.drawn() {
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
        let mut known = 0;
        let mut stored = None;
        let uses_table = self.settings.uses(Technique::TranspositionTable);
        if uses_table && let Some(entry) = self.table.get(key) {
            known = entry.code;
            stored = entry.stand();
            let score = entry.score(ply);
            let enough = entry.bound.answers(score, alpha, beta);
            if enough {
                return score;
            }
        }

        let begin = self.list.len();
        let mut best = -INFINITE;
        let mut stand = UNJUDGED;
        if quiet {
            if !board.mobile() {
                return board.stuck() * (WIN - ply);
            }
            stand = stored.unwrap_or_else(|| self.judge(board, key));
            best = stand;
            if best >= beta || !self.settings.uses(Technique::Quiescence) {
                if uses_table && stored.is_none() && best >= beta {
                    self.table.put(key, 0, (best, stand), ply, 0, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
            board.forcing(&mut self.list);
        } else {
            board.moves(&mut self.list);
            if self.list.len() == begin {
                return board.stuck() * (WIN - ply);
            }
        }
        let exchanges = self.settings.uses(Technique::Exchanges);
        self.order.rank(
            board,
            self.list.get_mut(begin..).unwrap_or_default(),
            known,
            ply,
            before,
        );
        let mut best_code = 0;
        let first_alpha = alpha;
        let mut at = begin;
        self.keys.push(key);
        while let Some(candidate) = pick(
            board,
            self.list.get_mut(at..).unwrap_or_default(),
            exchanges && quiet,
        ) {
            at += 1;
            if quiet {
                if is_bad_capture(candidate.rank) {
                    break;
                }
                if let Some(gain) = board.gain(candidate.mv)
                    && exchanges
                    && stand + gain + self.constants.hope <= alpha
                {
                    continue;
                }
                if self.overlooks(board, key, &candidate, before, ply) {
                    continue;
                }
            }
            let after = board.play(candidate.mv);
            let score = -self.quiesce(&after, -beta, -alpha, ply + 1, candidate.code);
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_code = candidate.code;
                    self.extend_line(ply as usize, candidate.mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        self.list.truncate(begin);
        if self.stopped {
            return 0;
        }
        if uses_table {
            let bound = if best >= beta {
                Bound::Lower
            } else if best > first_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.table.put(key, best_code, (best, stand), ply, 0, bound);
        }
        best
    }
}
