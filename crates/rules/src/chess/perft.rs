//! Counting the paths of legal moves, the field's test of a move generator.

use super::Role;
use super::attacks::Squares;
use super::generate::{Visitor, generate};
use super::position::{Position, for_turn};
use super::side::{Black, Side, White};
use crate::Color;

/// How many paths of `depth` legal moves there are. The moves of the last step are counted, not made.
///
/// ```
/// use rules::chess::{Position, perft};
///
/// assert_eq!(perft(&Position::start(), 3), 8902);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_turn!(position, S => count::<S, true>(position, depth)),
    }
}

/// The same number, with every move made, those of the last step too.
#[must_use]
pub fn perft_full(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => for_turn!(position, S => count::<S, false>(position, depth)),
    }
}

fn count<S: Side, const BULK: bool>(position: &Position, depth: u32) -> u64 {
    if BULK && depth == 1 {
        let mut leaves = Leaves(0);
        generate::<S, _>(position, &mut leaves);
        return leaves.0;
    }
    let mut walk = Walk::<BULK> {
        depth: depth - 1,
        nodes: 0,
    };
    generate::<S, _>(position, &mut walk);
    walk.nodes
}

/// Counts moves without making them.
struct Leaves(u64);

impl Visitor for Leaves {
    const COUNTS: bool = true;
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, _: u32, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, targets: u64) {
        self.0 += u64::from(targets.count_ones());
    }
    #[inline]
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 += u64::from(targets.count_ones()) * 4;
    }
    #[inline]
    fn en_passant<S: Side>(&mut self, _: &Position, _: u32, _: u32) {
        self.0 += 1;
    }
    #[inline]
    fn castling<S: Side>(&mut self, _: &Position, _: bool) {
        self.0 += 1;
    }
}

/// Makes every move and goes on from there.
struct Walk<const BULK: bool> {
    depth: u32,
    nodes: u64,
}

impl<const BULK: bool> Walk<BULK> {
    #[inline]
    fn enter<S: Side>(&mut self, after: Position) {
        if !BULK && self.depth == 0 {
            core::hint::black_box(&after);
            self.nodes += 1;
        } else {
            self.nodes += count::<S::Other, BULK>(&after, self.depth);
        }
    }
}

impl<const BULK: bool> Visitor for Walk<BULK> {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, position: &Position, from: u32, targets: u64) {
        for to in Squares(targets) {
            self.enter::<S>(position.after_piece::<S, ROLE>(from, to));
        }
    }
    #[inline]
    fn pawns<S: Side>(&mut self, position: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            self.enter::<S>(position.after_pawn::<S>(to.wrapping_add_signed(back), to));
        }
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, position: &Position, targets: u64) {
        for to in Squares(targets) {
            self.enter::<S>(position.after_double_step::<S>(to));
        }
    }
    fn promotions<S: Side>(&mut self, position: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            for role in Role::PROMOTIONS {
                self.enter::<S>(position.after_promotion::<S>(
                    to.wrapping_add_signed(back),
                    to,
                    role,
                ));
            }
        }
    }
    fn en_passant<S: Side>(&mut self, position: &Position, from: u32, to: u32) {
        self.enter::<S>(position.after_en_passant::<S>(from, to));
    }
    fn castling<S: Side>(&mut self, position: &Position, short: bool) {
        self.enter::<S>(position.after_castling::<S>(short));
    }
}
