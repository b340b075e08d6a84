//! How a position stands: a sum of weights, each for a full and an empty board, of what is counted on it.

use rules::Color;
use rules::damas::{King, Position, Table};

use super::terms::*;
use super::weights::{FLYING, SHORT};
use crate::search::MOST;

type Weights = [[i16; 2]; TERMS];

/// What takes note of the terms: the engine sums weights up, the tuner keeps the counts.
trait Ledger {
    fn add(&mut self, term: usize, count: i32);
}

struct Sum {
    weights: &'static Weights,
    full: i32,
    empty: i32,
}

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        let [full, empty] = self.weights.get(term).copied().unwrap_or_default();
        self.full += i32::from(full) * count;
        self.empty += i32::from(empty) * count;
    }
}

struct Trace(Vec<i8>);

impl Ledger for Trace {
    fn add(&mut self, term: usize, count: i32) {
        if let Some(place) = self.0.get_mut(term) {
            *place += count as i8;
        }
    }
}

/// The count of every term as the side to move sees it, and the share of the full board in 1/24: for tuning.
#[must_use]
pub fn trace(position: &Position, table: &Table) -> (Vec<i8>, i32) {
    let mut trace = Trace(vec![0; TERMS]);
    count(position, table, &mut trace);
    (trace.0, phase(position))
}

fn phase(position: &Position) -> i32 {
    (position.occupied().len() as i32).min(24)
}

/// How the side to move stands, in hundredths of a man.
pub(super) fn evaluate(position: &Position, table: &Table) -> i32 {
    let weights = match table.king {
        King::Flying => &FLYING,
        King::Short => &SHORT,
    };
    let mut sum = Sum {
        weights,
        full: 0,
        empty: 0,
    };
    count(position, table, &mut sum);
    let phase = phase(position);
    let raw = (sum.full * phase + sum.empty * (24 - phase)) / 24;
    scale(position, table, raw).clamp(-MOST, MOST)
}

/// The long diagonal, from 1 to 32.
const LONG: u32 = 1 << 0 | 1 << 4 | 1 << 9 | 1 << 13 | 1 << 18 | 1 << 22 | 1 << 27 | 1 << 31;

/// A flying king alone is caught by three only if they have the long diagonal, and never by two unless it stands badly: what
/// the search does not find won is nearly drawn. By hand.
fn scale(position: &Position, table: &Table, score: i32) -> i32 {
    let strong = if score > 0 {
        position.turn()
    } else {
        !position.turn()
    };
    let weak_kings = position.kings(!strong);
    if table.king == King::Short || weak_kings.is_empty() {
        return score;
    }
    let pieces = position.pieces(strong).len();
    let holds = weak_kings.bits() & LONG != 0;
    match pieces {
        0..=2 => score / 8,
        3 if holds => score / 8,
        4 if holds => score / 2,
        _ => score,
    }
}

const EVEN: u32 = 0x0F0F_0F0F;
const EVEN_INNER: u32 = 0x0E0E_0E0E;
const ODD_INNER: u32 = 0x7070_7070;

const fn up_left(set: u32) -> u32 {
    (set & EVEN) << 4 | (set & ODD_INNER) << 5
}
const fn up_right(set: u32) -> u32 {
    (set & EVEN_INNER) << 3 | (set & !EVEN) << 4
}
const fn down_left(set: u32) -> u32 {
    (set & EVEN) >> 4 | (set & ODD_INNER) >> 3
}
const fn down_right(set: u32) -> u32 {
    (set & EVEN_INNER) >> 5 | (set & !EVEN) >> 4
}

/// Everything that a man of white on this square could ever reach or meet: the widening cone before it.
static CONE: [u32; 32] = {
    let mut cones = [0; 32];
    let mut square = 0;
    while square < 32 {
        let mut row = 1u32 << square;
        while row != 0 {
            row = up_left(row) | up_right(row);
            cones[square] |= row;
        }
        square += 1;
    }
    cones
};

/// A board as one side sees it: turned round for black, which turns the numbers round too.
struct View {
    men: u32,
    kings: u32,
    enemy_men: u32,
    enemy_kings: u32,
    empty: u32,
}

impl View {
    fn of(position: &Position, side: Color) -> View {
        let turn = |set: u32| match side {
            Color::White => set,
            Color::Black => set.reverse_bits(),
        };
        View {
            men: turn(position.men(side).bits()),
            kings: turn(position.kings(side).bits()),
            enemy_men: turn(position.men(!side).bits()),
            enemy_kings: turn(position.kings(!side).bits()),
            empty: turn(!position.occupied().bits()),
        }
    }
}

fn count(position: &Position, table: &Table, ledger: &mut impl Ledger) {
    for side in Color::ALL {
        let sign = if side == position.turn() { 1 } else { -1 };
        let view = View::of(position, side);
        men(&view, sign, ledger);
        kings(&view, sign, table, ledger);
    }
    let (white, black) = (
        position.pieces(Color::White).len(),
        position.pieces(Color::Black).len(),
    );
    // With as many pieces, who moves last is a matter of parity: an odd number on the rows from which the side to move starts.
    if white == black
        && position.kings(Color::White).is_empty()
        && position.kings(Color::Black).is_empty()
    {
        let rows = match position.turn() {
            Color::White => EVEN,
            Color::Black => !EVEN,
        };
        let odd = (position.occupied().bits() & rows).count_ones() % 2 == 1;
        ledger.add(OPPOSITION, if odd { 1 } else { -1 });
    }
    ledger.add(TEMPO, 1);
}

fn men(view: &View, sign: i32, ledger: &mut impl Ledger) {
    let own = view.men | view.kings;
    let enemy = view.enemy_men | view.enemy_kings;
    // Edges count as backing: nothing can land there.
    let left = !up_right(!own);
    let right = !up_left(!own);
    let mut rest = view.men;
    while rest != 0 {
        let square = (rest.trailing_zeros() & 31) as usize;
        let bit = 1u32 << square;
        rest &= rest - 1;
        ledger.add(MAN, sign);
        ledger.add(MEN + square, sign);
        let backing = usize::from(left & bit != 0) + usize::from(right & bit != 0);
        ledger.add(BACKED + backing, sign);
        if CONE.get(square).copied().unwrap_or(0) & enemy == 0 {
            ledger.add(RUNNING + square / 4, sign);
        }
    }
    let steps = (up_left(view.men) & view.empty).count_ones()
        + (up_right(view.men) & view.empty).count_ones();
    ledger.add(STEPS + steps.min(STEPS_MOST) as usize, sign);
    if view.enemy_men != 0 {
        ledger.add(FIRST_ROW + (view.men & 15) as usize, sign);
    }
}

fn kings(view: &View, sign: i32, table: &Table, ledger: &mut impl Ledger) {
    if view.kings == 0 {
        return;
    }
    let count = view.kings.count_ones() as i32;
    ledger.add(FIRST_KING, sign);
    ledger.add(MORE_KINGS, sign * (count - 1));
    if view.kings & LONG != 0 && view.enemy_kings & LONG == 0 {
        ledger.add(LONG_DIAGONAL, sign);
    }
    let mut rest = view.kings;
    while rest != 0 {
        let square = rest.trailing_zeros() & 31;
        let bit = 1u32 << square;
        rest &= rest - 1;
        ledger.add(KINGS + square as usize, sign);
        let mut reach = 0;
        for step in [up_left, up_right, down_left, down_right] {
            let mut at = step(bit) & view.empty;
            while at != 0 {
                reach |= at;
                if table.king == King::Short {
                    break;
                }
                at = step(at) & view.empty;
            }
        }
        let moves = reach.count_ones().min(KING_MOBILITY_MOST);
        ledger.add(KING_MOBILITY + moves as usize, sign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::damas::Preset;

    fn at(fen: &str) -> i32 {
        evaluate(&Position::from_fen(fen).unwrap(), &Table::default())
    }

    #[test]
    fn both_sides_see_the_same_board_from_their_own_end() {
        for (one, turned) in [
            ("W:W5,12,K20:B10,21,30", "B:W23,12,3:B28,21,K13"),
            ("W:W1,2,3,11:B31,22,K25", "B:W2,11,K8:B32,31,30,22"),
        ] {
            for preset in Preset::ALL {
                let table = preset.table();
                let of = |fen| evaluate(&Position::from_fen(fen).unwrap(), &table);
                assert_eq!(of(one), of(turned), "{one}");
            }
        }
    }

    #[test]
    fn more_men_are_better_and_a_king_better_still() {
        assert!(at("W:W9,10,11:B22,23") > 0);
        assert!(at("W:WK10,11,9:B22,23,24") > 0);
        assert!(at("W:W9,10:B22,23,24") < 0);
    }

    #[test]
    fn a_lone_king_on_the_long_diagonal_is_nearly_safe() {
        assert!(at("W:WK2,K3,K8:BK1") < at("W:WK2,K3,K8:BK20") / 2);
    }
}
