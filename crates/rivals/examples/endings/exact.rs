//! What every position of a few pieces is worth, worked out backwards from the ends.
//!
//! Positions are kept from the side to move: with black on turn the board is turned round, which in damas is the same position.
//! Draws by counting and by repetition are not in it: "won" is won by a player who has all the time.

use rules::Color;
use rules::damas::{Move, Position, Squares, Table};

/// With perfect play, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Worth {
    /// Won after so many half-moves.
    Won(u8),
    /// Lost after so many half-moves.
    Lost(u8),
    /// Neither side can win.
    Drawn,
}

/// Not known yet, and in the end: drawn.
const OPEN: u8 = u8::MAX;
/// The last that is written down; no ending of so few pieces is that long.
const LONGEST: u8 = 250;

/// Plies to the end by the number of a position: even is lost for the side to move, odd is won.
pub(crate) struct Exact {
    table: Table,
    most: usize,
    starts: Vec<usize>,
    plies: Vec<u8>,
}

impl Exact {
    /// Positions of up to `most` pieces on a table.
    pub(crate) fn new(table: Table, most: usize) -> Exact {
        let mut starts = vec![0, 0];
        for pieces in 1..=most {
            starts.push(starts[pieces] + choose(32, pieces) * 4usize.pow(pieces as u32));
        }
        let plies = vec![OPEN; starts[most + 1]];
        let mut exact = Exact {
            table,
            most,
            starts,
            plies,
        };
        exact.work_out();
        exact
    }

    /// What a position is worth; `None` if it has too many pieces.
    pub(crate) fn worth(&self, position: &Position) -> Option<Worth> {
        if position.occupied().len() as usize > self.most {
            return None;
        }
        if position.pieces(position.turn()).is_empty() {
            return Some(Worth::Lost(0));
        }
        let plies = *self.plies.get(self.number(position))?;
        Some(match plies {
            OPEN => Worth::Drawn,
            plies if plies % 2 == 0 => Worth::Lost(plies),
            plies => Worth::Won(plies),
        })
    }

    /// The best moves: those that win soonest, keep the draw, or lose last.
    pub(crate) fn best(&self, position: &Position) -> Vec<Move> {
        let rank = |worth| match worth {
            Some(Worth::Lost(plies)) => 1000 - i32::from(plies),
            Some(Worth::Won(plies)) => i32::from(plies) - 1000,
            Some(Worth::Drawn) | None => 0,
        };
        let moves = position.legal_moves(&self.table).sorted();
        let ranks: Vec<i32> = moves
            .iter()
            .map(|&mv| rank(self.worth(&position.play(mv))))
            .collect();
        let most = ranks.iter().max().copied();
        let pairs = moves.into_iter().zip(ranks);
        pairs
            .filter_map(|(mv, rank)| (Some(rank) == most).then_some(mv))
            .collect()
    }

    /// How many positions there are, and how many of them are won, lost and drawn.
    pub(crate) fn counts(&self, positions: &[(usize, Position)]) -> [usize; 4] {
        let mut counts = [positions.len(), 0, 0, 0];
        for (_, position) in positions {
            match self.worth(position) {
                Some(Worth::Won(_)) => counts[1] += 1,
                Some(Worth::Lost(_)) => counts[2] += 1,
                Some(Worth::Drawn) | None => counts[3] += 1,
            }
        }
        counts
    }

    fn work_out(&mut self) {
        let positions = self.positions();
        // Where each leads, by number; an end at once is `None`.
        let mut reach: Vec<u32> = Vec::new();
        let mut spans = Vec::with_capacity(positions.len());
        for (number, position) in &positions {
            let begun = reach.len();
            if position.verdict(&self.table).is_some() {
                self.plies[*number] = 0;
            } else {
                for &mv in &position.legal_moves(&self.table) {
                    let next = position.play(mv);
                    if next.pieces(next.turn()).is_empty() {
                        self.plies[*number] = 1;
                    } else {
                        reach.push(self.number(&next) as u32);
                    }
                }
            }
            spans.push((*number, begun, reach.len()));
        }
        for ply in 1..LONGEST {
            let mut found = 0;
            let known = self.plies.clone();
            spans.retain(|&(number, begun, end)| {
                if self.plies[number] != OPEN {
                    return false;
                }
                let next = &reach[begun..end];
                let settled = if ply % 2 == 1 {
                    next.iter().any(|&at| known[at as usize] == ply - 1)
                } else {
                    next.iter()
                        .all(|&at| known[at as usize] % 2 == 1 && known[at as usize] != OPEN)
                };
                if settled {
                    self.plies[number] = ply;
                    found += 1;
                }
                !settled
            });
            // A gap of two plies is the end: nothing is left to lead on.
            if found == 0 && ply > 2 && !known.contains(&(ply - 1)) {
                break;
            }
        }
    }

    /// Every position with white to move and pieces on both sides, with its number.
    pub(crate) fn positions(&self) -> Vec<(usize, Position)> {
        let mut found = Vec::new();
        for pieces in 2..=self.most {
            each_set(pieces, &mut |set: u32| {
                for code in 0..4u32.pow(pieces as u32) {
                    if let Some(position) = build(set, code) {
                        found.push((self.number(&position), position));
                    }
                }
            });
        }
        found
    }

    fn number(&self, position: &Position) -> usize {
        let turn = |set: Squares| match position.turn() {
            Color::White => set.bits(),
            Color::Black => set.bits().reverse_bits(),
        };
        let (own, other) = (position.turn(), !position.turn());
        let kings = turn(position.kings(own)) | turn(position.kings(other));
        let enemies = turn(position.pieces(other));
        let mut rest = turn(position.occupied());
        let pieces = rest.count_ones() as usize;
        let (mut rank, mut code, mut at) = (0, 0, 0);
        while rest != 0 {
            let square = rest.trailing_zeros();
            rest &= rest - 1;
            rank += choose(square as usize, at + 1);
            let what = (kings >> square & 1) | (enemies >> square & 1) << 1;
            code |= (what as usize) << (2 * at);
            at += 1;
        }
        self.starts[pieces] + rank * 4usize.pow(pieces as u32) + code
    }
}

/// Sets of `pieces` squares, in any order.
fn each_set(pieces: usize, tell: &mut impl FnMut(u32)) {
    let mut set: u64 = (1 << pieces) - 1;
    while set < 1 << 32 {
        tell(set as u32);
        let lowest = set & set.wrapping_neg();
        let ripple = set + lowest;
        set = ripple | (((set ^ ripple) >> 2) / lowest);
    }
}

/// The position with two bits for each piece: king, enemy. `None` where a man stands on its last row or a side has nothing.
fn build(set: u32, code: u32) -> Option<Position> {
    let mut sides = [String::new(), String::new()];
    let (mut rest, mut at) = (set, 0);
    while rest != 0 {
        let square = rest.trailing_zeros();
        rest &= rest - 1;
        let (king, enemy) = (code >> (2 * at) & 1 == 1, code >> (2 * at + 1) & 1 == 1);
        at += 1;
        if !king && (!enemy && square >= 28 || enemy && square < 4) {
            return None;
        }
        let side = &mut sides[usize::from(enemy)];
        if !side.is_empty() {
            side.push(',');
        }
        if king {
            side.push('K');
        }
        side.push_str(&(square + 1).to_string());
    }
    if sides.iter().any(String::is_empty) {
        return None;
    }
    Position::from_fen(&format!("W:W{}:B{}", sides[0], sides[1])).ok()
}

const fn choose(of: usize, pick: usize) -> usize {
    let (mut ways, mut at) = (1, 0);
    if pick > of {
        return 0;
    }
    while at < pick {
        ways = ways * (of - at) / (at + 1);
        at += 1;
    }
    ways
}
