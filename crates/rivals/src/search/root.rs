//! The root: iterations, their windows, and what of it all is reported.

use super::hash::mix;
use super::pvs::Node;
use super::table::WON;
use super::{Board, Candidate, INFINITE, Report, Score, Search, Technique, WIN, wins_at_once};

/// The first iteration may take this many nodes, whatever the budget: a move must be found.
const FIRST_ITERATION: u64 = 4096;

/// A move of the root.
struct Choice<M> {
    mv: M,
    code: u16,
    /// What it seems to be worth beyond its score.
    bonus: i32,
}

impl<B: Board> Search<'_, B> {
    /// The best move, as far as the settings let it be found; `None` if there is no legal move. `tell` hears of every
    /// finished iteration.
    pub(crate) fn run(
        &mut self,
        board: &B,
        tell: &mut dyn FnMut(&Report<B::Move>),
    ) -> Option<Report<B::Move>> {
        self.side = board.side();
        let mut list: Vec<Candidate<B::Move>> = Vec::new();
        board.moves(&mut list);
        // The order in which rules list moves is nobody's promise.
        list.sort_by_key(|candidate| candidate.mv);
        self.order.rank(board, &mut list, 0, 0, 0);
        list.sort_by_key(|candidate| -candidate.rank);
        let first = list.first()?.mv;
        if let Some(winner) = list
            .iter()
            .find(|candidate| wins_at_once(board, candidate.mv))
        {
            let report = Report {
                depth: 1,
                score: Score::Wins(1),
                nodes: 1,
                line: vec![winner.mv],
            };
            tell(&report);
            return Some(report);
        }
        let mut choices = self.choices(board, &list);
        let mut last = Report {
            depth: 0,
            score: Score::Centipawns(0),
            nodes: 0,
            line: vec![first],
        };
        let mut score = 0;
        for depth in 1..=i32::from(
            self.settings
                .limits
                .depth
                .clamp(1, super::limits::MAX_DEPTH),
        ) {
            self.depth = depth;
            self.budget = self.settings.limits.nodes;
            if depth == 1 {
                self.budget = self.budget.max(FIRST_ITERATION);
            }
            if self.nodes >= self.budget {
                break;
            }
            let found = self.iteration(board, &mut choices, depth, score);
            score = if found.abs() < INFINITE { found } else { score };
            let Some(line) = self.lines.first().filter(|line| !line.is_empty()) else {
                break;
            };
            last = Report {
                depth: depth as u8,
                score: described(score),
                nodes: self.nodes,
                line: line.clone(),
            };
            if self.stopped {
                break;
            }
            tell(&last);
            // A win cannot get nearer than the depth that found it.
            if score.abs() >= WON && WIN - score.abs() <= depth {
                break;
            }
        }
        last.nodes = self.nodes;
        Some(last)
    }

    fn choices(&self, board: &B, list: &[Candidate<B::Move>]) -> Vec<Choice<B::Move>> {
        let key = board.key();
        let variety = u64::try_from(self.settings.frailty.variety).unwrap_or(0);
        let seed = mix(self.settings.seed);
        list.iter()
            .map(|candidate| Choice {
                mv: candidate.mv,
                code: candidate.code,
                bonus: (mix(key ^ mix(u64::from(candidate.code) ^ seed)) % (variety + 1)) as i32,
            })
            .collect()
    }

    /// One iteration, its window widened until the score is inside.
    fn iteration(
        &mut self,
        board: &B,
        choices: &mut [Choice<B::Move>],
        depth: i32,
        last: i32,
    ) -> i32 {
        let mut margin = self.constants.window;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && last.abs() < WON && self.settings.uses(Technique::Aspiration) {
            (alpha, beta) = (last - margin, last + margin);
        }
        loop {
            let score = self.root(board, choices, depth, alpha, beta);
            if self.stopped || score > alpha && score < beta {
                return score;
            }
            margin *= 2;
            if margin > 32 * self.constants.window {
                (alpha, beta) = (-INFINITE, INFINITE);
            } else if score <= alpha {
                alpha = last - margin;
            } else {
                beta = last + margin;
            }
        }
    }

    /// The root's moves within a window. The first line is then the best move's, or what it was if time was too short for
    /// any.
    fn root(
        &mut self,
        board: &B,
        choices: &mut [Choice<B::Move>],
        depth: i32,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        let key = board.key();
        if let Some(place) = self.evaluations.first_mut() {
            *place = board.evaluate();
        }
        self.keys.push(key);
        let mut best = -INFINITE;
        for at in 0..choices.len() {
            let Some(choice) = choices.get(at) else {
                break;
            };
            let (mv, code, bonus) = (choice.mv, choice.code, choice.bonus);
            let after = board.play(mv);
            let below = Node {
                depth: depth - 1,
                ply: 1,
                before: code,
            };
            // A bonus shifts the window; scores are compared with it.
            let (low, high) = (alpha - bonus, beta - bonus);
            let mut score = -INFINITE;
            if at > 0 {
                score = -self.pvs(&after, -low - 1, -low, below) + bonus;
            }
            if !self.stopped && (at == 0 || score > alpha) {
                score = -self.pvs(&after, -high, -low, below) + bonus;
            }
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha || at == 0 {
                    alpha = alpha.max(score);
                    self.extend_line(0, mv);
                    if let Some(front) = choices.get_mut(..=at) {
                        front.rotate_right(1);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.keys.pop();
        if best == -INFINITE { alpha } else { best }
    }
}

/// A score in words.
fn described(score: i32) -> Score {
    if score >= WON {
        Score::Wins(((WIN - score + 1) / 2).max(1))
    } else if score <= -WON {
        Score::Loses(((WIN + score) / 2).max(0))
    } else {
        Score::Centipawns(score)
    }
}
