//! In what order moves are looked at.

use super::{Board, Candidate};

/// What earlier nodes tell about quiet moves.
pub(crate) struct Order {
    /// Two moves that cut at this distance from the root.
    killers: Vec<[u16; 2]>,
    /// How often the move from here to there cut, by side.
    history: Vec<i16>,
    /// The move that refuted the opponent's last one, by side and that one's squares.
    replies: Vec<u16>,
}

/// From and to.
const SQUARES: usize = 4096;
const MOST: i32 = 16_000;

const TABLE_MOVE: i32 = 1 << 30;
const GOOD_CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 22;
const BAD_CAPTURE: i32 = -(1 << 26);

fn index(side: usize, code: u16) -> usize {
    (side & 1) * SQUARES + usize::from(code) % SQUARES
}

impl Order {
    pub(crate) fn new(plies: usize) -> Order {
        Order {
            killers: vec![[0; 2]; plies],
            history: vec![0; 2 * SQUARES],
            replies: vec![0; 2 * SQUARES],
        }
    }

    pub(crate) fn history(&self, side: usize, code: u16) -> i32 {
        self.history.get(index(side, code)).map_or(0, |&h| h.into())
    }

    /// Ranks moves. `known` is the code of the move that the table has.
    pub(crate) fn rank<B: Board>(
        &self,
        board: &B,
        list: &mut [Candidate<B::Move>],
        known: u16,
        ply: i32,
        before: u16,
    ) {
        let side = board.side();
        let killers = self.killers.get(ply as usize).copied().unwrap_or_default();
        let reply = self.replies.get(index(side, before)).copied().unwrap_or(0);
        for candidate in list {
            let code = candidate.code;
            candidate.rank = if known != 0 && code == known {
                TABLE_MOVE
            } else if let Some(gain) = board.gain(candidate.mv) {
                GOOD_CAPTURE + gain
            } else if code == killers[0] {
                KILLER + 2
            } else if code == killers[1] {
                KILLER + 1
            } else if reply != 0 && code == reply {
                KILLER
            } else {
                self.history(side, code)
            };
        }
    }

    /// A quiet move cut; those before it did not.
    pub(crate) fn learn(
        &mut self,
        side: usize,
        best: u16,
        others: &[u16],
        (depth, ply, before): (i32, i32, u16),
        (killers, history): (bool, bool),
    ) {
        if killers {
            if let Some(killers) = self.killers.get_mut(ply as usize)
                && killers[0] != best
            {
                *killers = [best, killers[0]];
            }
            if let Some(reply) = self.replies.get_mut(index(side, before)) {
                *reply = best;
            }
        }
        if history {
            let bonus = (depth * depth * 16 + 32 * depth).min(1600);
            self.shift(side, best, bonus);
            for &other in others {
                self.shift(side, other, -bonus);
            }
        }
    }

    /// Moves a history number by `bonus`, less the nearer it is to its limit.
    fn shift(&mut self, side: usize, code: u16, bonus: i32) {
        if let Some(history) = self.history.get_mut(index(side, code)) {
            let old = i32::from(*history);
            let new = old + bonus - old * bonus.abs() / MOST;
            *history = new.clamp(-MOST, MOST) as i16;
        }
    }
}

/// Takes the best of the moves that are left to the front and gives it. Captures that lose go behind the quiet moves.
pub(crate) fn pick<B: Board>(
    board: &B,
    list: &mut [Candidate<B::Move>],
    exchanges: bool,
) -> Option<Candidate<B::Move>> {
    loop {
        let mut best = 0;
        let mut rank = list.first()?.rank;
        for (at, candidate) in list.iter().enumerate().skip(1) {
            if candidate.rank > rank {
                best = at;
                rank = candidate.rank;
            }
        }
        if exchanges && (GOOD_CAPTURE / 2..TABLE_MOVE).contains(&rank) {
            let candidate = list.get_mut(best)?;
            if !board.exchange(candidate.mv, 0) {
                candidate.rank += BAD_CAPTURE - GOOD_CAPTURE;
                continue;
            }
        }
        list.swap(0, best);
        return list.first().copied();
    }
}

/// Whether [`pick`] put this move behind the quiet ones.
pub(crate) const fn is_bad_capture(rank: i32) -> bool {
    rank < BAD_CAPTURE / 2
}

/// Whether the rank is that of a quiet move without special merit.
pub(crate) const fn is_plain(rank: i32) -> bool {
    rank < KILLER && rank > BAD_CAPTURE / 2
}
