//! Legal moves, found once for every use: the generator tells a [`Visitor`] sets of targets, and the visitor counts
//! them, lists them, looks for one of them or plays them.

use super::attacks::{Squares, bishop, rook};
use super::position::{NO_SQUARE, Position};
use super::side::Side;
use super::tables::{KING, KNIGHT, LINES, TOWARDS};
use super::{Move, MoveList, Role};

pub(super) const PAWN: usize = Role::Pawn as usize;
pub(super) const KNIGHTS: usize = Role::Knight as usize;
pub(super) const BISHOP: usize = Role::Bishop as usize;
pub(super) const ROOK: usize = Role::Rook as usize;
pub(super) const QUEEN: usize = Role::Queen as usize;
pub(super) const KINGS: usize = Role::King as usize;

/// What is done with the legal moves. `back` is what is added to a pawn's target to get its square.
pub(super) trait Visitor {
    /// Only the number of moves matters, not which piece makes them.
    const COUNTS: bool = false;
    /// A piece that is no pawn, and where it may go; maybe nowhere, maybe told again with other targets.
    fn piece<S: Side, const ROLE: usize>(&mut self, position: &Position, from: u32, targets: u64);
    /// Single steps and captures that do not promote.
    fn pawns<S: Side>(&mut self, position: &Position, targets: u64, back: i32);
    fn double_steps<S: Side>(&mut self, position: &Position, targets: u64);
    /// Each target stands for four moves.
    fn promotions<S: Side>(&mut self, position: &Position, targets: u64, back: i32);
    fn en_passant<S: Side>(&mut self, position: &Position, from: u32, to: u32);
    fn castling<S: Side>(&mut self, position: &Position, short: bool);
}

#[inline]
const fn several(set: u64) -> bool {
    set & set.wrapping_sub(1) != 0
}

/// Tells the visitor every legal move of side `S`, which is to move.
#[inline]
pub(super) fn generate<S: Side, V: Visitor>(position: &Position, visitor: &mut V) {
    let boards = &position.boards;
    let own = boards[S::OWN];
    let rival = boards[S::RIVAL];
    let occupied = own | rival;
    let king_bit = boards[KINGS] & own;
    let king = king_bit.trailing_zeros() & 63;
    let around = &LINES[king as usize];
    let diagonal = (boards[BISHOP] | boards[QUEEN]) & rival;
    let straight = (boards[ROOK] | boards[QUEEN]) & rival;

    let mut checkers = KNIGHT[king as usize] & boards[KNIGHTS] & rival
        | S::pawn_attacks(king_bit) & boards[PAWN] & rival;
    // The lines from the king to whoever pins, that piece included. A piece that is pinned on one diagonal cannot reach
    // another diagonal through the king, nor from rank to file: the union of the lines is enough.
    let mut pins_diagonal = 0;
    let mut pins_straight = 0;
    for sniper in Squares(around.bishop() & diagonal) {
        let line = TOWARDS[king as usize][(sniper & 63) as usize];
        let between = line & occupied & !(1 << sniper);
        if between == 0 {
            checkers |= 1 << sniper;
        } else if !several(between) && between & own != 0 {
            pins_diagonal |= line;
        }
    }
    for sniper in Squares(around.rook & straight) {
        let line = TOWARDS[king as usize][(sniper & 63) as usize];
        let between = line & occupied & !(1 << sniper);
        if between == 0 {
            checkers |= 1 << sniper;
        } else if !several(between) && between & own != 0 {
            pins_straight |= line;
        }
    }

    king_moves::<S, V>(
        position, visitor, king, occupied, checkers, diagonal, straight,
    );

    let answers = if checkers == 0 {
        !0
    } else if several(checkers) {
        return;
    } else {
        checkers | TOWARDS[king as usize][(checkers.trailing_zeros() & 63) as usize]
    };
    let targets = answers & !own;
    let free = own & !(pins_diagonal | pins_straight);

    pawn_moves::<S, V>(
        position,
        visitor,
        answers,
        free,
        pins_diagonal,
        pins_straight,
    );

    for from in Squares(boards[KNIGHTS] & free) {
        visitor.piece::<S, KNIGHTS>(position, from, KNIGHT[(from & 63) as usize] & targets);
    }
    if V::COUNTS {
        for from in Squares((boards[BISHOP] | boards[QUEEN]) & free) {
            visitor.piece::<S, BISHOP>(position, from, bishop(from, occupied) & targets);
        }
        for from in Squares((boards[ROOK] | boards[QUEEN]) & free) {
            visitor.piece::<S, ROOK>(position, from, rook(from, occupied) & targets);
        }
    } else {
        for from in Squares(boards[BISHOP] & free) {
            visitor.piece::<S, BISHOP>(position, from, bishop(from, occupied) & targets);
        }
        for from in Squares(boards[ROOK] & free) {
            visitor.piece::<S, ROOK>(position, from, rook(from, occupied) & targets);
        }
        for from in Squares(boards[QUEEN] & free) {
            let lines = bishop(from, occupied) | rook(from, occupied);
            visitor.piece::<S, QUEEN>(position, from, lines & targets);
        }
    }
    if pins_diagonal | pins_straight != 0 {
        let diagonally = own & pins_diagonal;
        let straightly = own & pins_straight;
        let targets_diagonal = targets & pins_diagonal;
        let targets_straight = targets & pins_straight;
        for from in Squares(boards[BISHOP] & diagonally) {
            visitor.piece::<S, BISHOP>(position, from, bishop(from, occupied) & targets_diagonal);
        }
        for from in Squares(boards[ROOK] & straightly) {
            visitor.piece::<S, ROOK>(position, from, rook(from, occupied) & targets_straight);
        }
        for from in Squares(boards[QUEEN] & diagonally) {
            visitor.piece::<S, QUEEN>(position, from, bishop(from, occupied) & targets_diagonal);
        }
        for from in Squares(boards[QUEEN] & straightly) {
            visitor.piece::<S, QUEEN>(position, from, rook(from, occupied) & targets_straight);
        }
    }
}

#[inline]
fn king_moves<S: Side, V: Visitor>(
    position: &Position,
    visitor: &mut V,
    king: u32,
    occupied: u64,
    checkers: u64,
    diagonal: u64,
    straight: u64,
) {
    let boards = &position.boards;
    let rival = boards[S::RIVAL];
    let steps = KING[king as usize] & !boards[S::OWN];

    // FIDE 3.8.2: nothing stands between king and rook, and the king does not leave, cross or reach an attacked square.
    let home = S::KING_HOME;
    let short_safe: u64 = 0b11 << (home + 1);
    let long_safe: u64 = 0b11 << (home - 2);
    let long_empty: u64 = 0b111 << (home - 3);
    let may_castle = checkers == 0 && position.rights & (S::SHORT | S::LONG) != 0;
    let short = may_castle && position.rights & S::SHORT != 0 && occupied & short_safe == 0;
    let long = may_castle && position.rights & S::LONG != 0 && occupied & long_empty == 0;

    let mut safe = steps;
    if short {
        safe |= short_safe;
    }
    if long {
        safe |= long_safe;
    }
    if safe == 0 {
        return;
    }
    let rival_king = (boards[KINGS] & rival).trailing_zeros() & 63;
    safe &= !(S::Other::pawn_attacks(boards[PAWN] & rival) | KING[rival_king as usize]);
    for from in Squares(boards[KNIGHTS] & rival) {
        safe &= !KNIGHT[(from & 63) as usize];
    }
    // The king does not hide the squares behind itself.
    let seen_through = occupied ^ 1 << king;
    for from in Squares(diagonal) {
        if LINES[(from & 63) as usize].bishop() & safe != 0 {
            safe &= !bishop(from, seen_through);
        }
    }
    for from in Squares(straight) {
        if LINES[(from & 63) as usize].rook & safe != 0 {
            safe &= !rook(from, seen_through);
        }
    }
    visitor.piece::<S, KINGS>(position, king, safe & steps);
    if short && safe & short_safe == short_safe {
        visitor.castling::<S>(position, true);
    }
    if long && safe & long_safe == long_safe {
        visitor.castling::<S>(position, false);
    }
}

#[inline]
fn pawn_moves<S: Side, V: Visitor>(
    position: &Position,
    visitor: &mut V,
    answers: u64,
    free: u64,
    pins_diagonal: u64,
    pins_straight: u64,
) {
    let boards = &position.boards;
    let own = boards[S::OWN];
    let rival = boards[S::RIVAL];
    let empty = !(own | rival);
    let pawns = boards[PAWN] & own;
    let unpinned = pawns & free;
    let diagonally = pawns & pins_diagonal;
    let straightly = pawns & pins_straight;

    let steps = (S::forward(unpinned) | S::forward(straightly) & pins_straight) & empty;
    let doubles = S::forward(steps & S::THIRD_RANK) & empty & answers;
    let singles = steps & answers;
    let takeable = rival & answers;
    let takes_a = (S::forward_a(unpinned) | S::forward_a(diagonally) & pins_diagonal) & takeable;
    let takes_h = (S::forward_h(unpinned) | S::forward_h(diagonally) & pins_diagonal) & takeable;

    let (back_a, back_h) = if S::WHITE { (-7, -9) } else { (9, 7) };
    visitor.pawns::<S>(position, singles & !S::LAST_RANK, -S::STEP);
    visitor.double_steps::<S>(position, doubles);
    visitor.pawns::<S>(position, takes_a & !S::LAST_RANK, back_a);
    visitor.pawns::<S>(position, takes_h & !S::LAST_RANK, back_h);
    if pawns & S::SEVENTH_RANK != 0 {
        visitor.promotions::<S>(position, singles & S::LAST_RANK, -S::STEP);
        visitor.promotions::<S>(position, takes_a & S::LAST_RANK, back_a);
        visitor.promotions::<S>(position, takes_h & S::LAST_RANK, back_h);
    }
    if position.en_passant != NO_SQUARE {
        let to = u32::from(position.en_passant & 63);
        let target = 1u64 << to;
        let victim = S::Other::forward(target);
        for from in Squares(S::Other::pawn_attacks(target) & pawns) {
            if position.en_passant_leaves_king_safe(1 << from, target, victim) {
                visitor.en_passant::<S>(position, from, to);
            }
        }
    }
}

/// Where the king goes when it castles.
#[inline]
pub(super) const fn castling_target<S: Side>(short: bool) -> u32 {
    if short {
        S::KING_HOME + 2
    } else {
        S::KING_HOME - 2
    }
}

/// Lists the moves.
impl Visitor for MoveList {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, from: u32, targets: u64) {
        for to in Squares(targets) {
            self.push(Move::quiet(from, to));
        }
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            self.push(Move::quiet(to.wrapping_add_signed(back), to));
        }
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, position: &Position, targets: u64) {
        self.pawns::<S>(position, targets, -2 * S::STEP);
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        for to in Squares(targets) {
            for role in Role::PROMOTIONS {
                let quiet = Move::quiet(to.wrapping_add_signed(back), to);
                self.push(Move {
                    promotion: Some(role),
                    ..quiet
                });
            }
        }
    }
    fn en_passant<S: Side>(&mut self, _: &Position, from: u32, to: u32) {
        self.push(Move::quiet(from, to));
    }
    fn castling<S: Side>(&mut self, _: &Position, short: bool) {
        self.push(Move::quiet(S::KING_HOME, castling_target::<S>(short)));
    }
}

/// Asks whether there is any move.
pub(super) struct Check(pub(super) bool);

impl Visitor for Check {
    const COUNTS: bool = true;
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, _: u32, targets: u64) {
        self.0 |= targets != 0;
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 |= targets != 0;
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, targets: u64) {
        self.0 |= targets != 0;
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, _: i32) {
        self.0 |= targets != 0;
    }
    fn en_passant<S: Side>(&mut self, _: &Position, _: u32, _: u32) {
        self.0 = true;
    }
    fn castling<S: Side>(&mut self, _: &Position, _: bool) {
        self.0 = true;
    }
}

/// Looks for one move.
pub(super) struct Find {
    pub(super) chosen: Move,
    pub(super) found: bool,
}

impl Find {
    #[inline]
    fn look(&mut self, from: u32, targets: u64) {
        let here =
            u32::from(self.chosen.from.index()) == from && targets & self.chosen.to.bit() != 0;
        self.found |= here && self.chosen.promotion.is_none();
    }
    #[inline]
    fn look_back(&mut self, targets: u64, back: i32) {
        let to = u32::from(self.chosen.to.index());
        self.look(to.wrapping_add_signed(back), targets);
    }
}

impl Visitor for Find {
    #[inline]
    fn piece<S: Side, const ROLE: usize>(&mut self, _: &Position, from: u32, targets: u64) {
        self.look(from, targets);
    }
    #[inline]
    fn pawns<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        self.look_back(targets, back);
    }
    #[inline]
    fn double_steps<S: Side>(&mut self, _: &Position, targets: u64) {
        self.look_back(targets, -2 * S::STEP);
    }
    fn promotions<S: Side>(&mut self, _: &Position, targets: u64, back: i32) {
        let from = u32::from(self.chosen.to.index()).wrapping_add_signed(back);
        let here =
            u32::from(self.chosen.from.index()) == from && targets & self.chosen.to.bit() != 0;
        self.found |= here
            && self
                .chosen
                .promotion
                .is_some_and(|role| Role::PROMOTIONS.contains(&role));
    }
    fn en_passant<S: Side>(&mut self, _: &Position, from: u32, to: u32) {
        self.look(from, 1 << to);
    }
    fn castling<S: Side>(&mut self, _: &Position, short: bool) {
        self.look(S::KING_HOME, 1 << castling_target::<S>(short));
    }
}
