//! How a position stands: a sum of weights, each for the middle game and the endgame, of what is counted on the board.

use rules::Color;
use rules::chess::{Bitboard, Piece, Position, Role, Square};

use super::terms::*;
use super::weights::WEIGHTS;
use crate::search::MOST;

/// What takes note of the terms: the engine sums weights up, the tuner keeps the counts.
trait Ledger {
    fn add(&mut self, term: usize, count: i32);
    /// From now on counts are the other side's.
    fn turn(&mut self);
}

/// Both weights of each term in one number, the endgame's in the upper half, so that one addition does for two.
static PACKED: [i64; TERMS] = {
    let mut packed = [0; TERMS];
    let mut term = 0;
    while term < TERMS {
        let [middle, end] = WEIGHTS[term];
        packed[term] = ((end as i64) << 32) + middle as i64;
        term += 1;
    }
    packed
};

#[derive(Default)]
struct Sum(i64);

impl Sum {
    const fn middle(&self) -> i32 {
        self.0 as i32
    }

    /// A negative lower half has borrowed one from the upper.
    const fn end(&self) -> i32 {
        ((self.0 - self.0 as i32 as i64) >> 32) as i32
    }
}

impl Ledger for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        self.0 += PACKED.get(term).copied().unwrap_or_default() * i64::from(count);
    }

    #[inline(always)]
    fn turn(&mut self) {
        self.0 = -self.0;
    }
}

struct Trace {
    counts: Vec<i8>,
    sign: i8,
}

impl Ledger for Trace {
    fn add(&mut self, term: usize, count: i32) {
        if let Some(place) = self.counts.get_mut(term) {
            *place += self.sign * count as i8;
        }
    }

    fn turn(&mut self) {
        self.sign = -self.sign;
    }
}

/// The count of every term as the side to move sees it, and the share of the middle game in 1/24: for tuning.
#[must_use]
pub fn trace(position: &Position) -> (Vec<i8>, i32) {
    let mut trace = Trace {
        counts: vec![0; TERMS],
        sign: 1,
    };
    count(position, &mut trace);
    (trace.counts, phase(position))
}

/// The share of the middle game: 24 with all pieces on the board. The pieces' shares are chosen by hand, in the order of
/// their values.
fn phase(position: &Position) -> i32 {
    let of = |role| {
        let both = position.pieces(Color::White, role).0 | position.pieces(Color::Black, role).0;
        both.count_ones() as i32
    };
    let both = |one, other| {
        let minor = |side, role| position.pieces(side, role).0;
        let set = minor(Color::White, one)
            | minor(Color::White, other)
            | minor(Color::Black, one)
            | minor(Color::Black, other);
        set.count_ones() as i32
    };
    let sum = both(Role::Knight, Role::Bishop) + 2 * of(Role::Rook) + 4 * of(Role::Queen);
    sum.min(24)
}

/// How the side to move stands, in centipawns.
pub(super) fn evaluate(position: &Position) -> i32 {
    let mut sum = Sum::default();
    count(position, &mut sum);
    let phase = phase(position);
    let raw = (sum.middle() * phase + sum.end() * (24 - phase)) / 24;
    let scaled = scale(position, raw) + chase(position);
    scaled.clamp(-MOST, MOST)
}

/// A side without pawns that is not a rook ahead hardly ever wins: the laws of chess have no mate by a lone minor piece.
/// Bishops of opposite colours and nothing else but pawns halve an advantage. Both by hand.
fn scale(position: &Position, score: i32) -> i32 {
    let strong = if score > 0 {
        position.turn()
    } else {
        !position.turn()
    };
    let weak = !strong;
    let of = |side, role| position.pieces(side, role);
    if of(strong, Role::Pawn).is_empty() {
        let minors =
            |side| (of(side, Role::Knight).count() + of(side, Role::Bishop).count()) as i32;
        let force = |side| {
            let (rooks, queens) = (of(side, Role::Rook).count(), of(side, Role::Queen).count());
            3 * minors(side) + 5 * rooks as i32 + 9 * queens as i32
        };
        if force(strong) - force(weak) < 4 {
            let two_minors = minors(strong) >= 2 && force(weak) == 0;
            return if two_minors { score } else { score / 8 };
        }
    }
    let alone = |side| {
        let others = of(side, Role::Knight).0 | of(side, Role::Rook).0 | of(side, Role::Queen).0;
        let bishops = of(side, Role::Bishop).0;
        others == 0 && bishops != 0 && bishops & (bishops - 1) == 0
    };
    let dark = |side| of(side, Role::Bishop).0 & Bitboard::DARK.0 != 0;
    if alone(strong) && alone(weak) && dark(strong) != dark(weak) {
        return score / 2;
    }
    score
}

/// Against a bare king: to the edge, and the own king near. By hand; it only has to show the way.
fn chase(position: &Position) -> i32 {
    let bare = |side| {
        let men = position.side(side).0;
        men & men.wrapping_sub(1) == 0
    };
    let Some(weak) = Color::ALL.into_iter().find(|&side| bare(side)) else {
        return 0;
    };
    if bare(!weak) {
        return 0;
    }
    let king = position.king(weak);
    let from_centre = |n: u8| (2 * i32::from(n) - 7).abs() / 2;
    let edge = from_centre(king.file()) + from_centre(king.rank());
    let bonus = 10 * edge + 4 * (7 - distance(king, position.king(!weak)));
    if weak == position.turn() {
        -bonus
    } else {
        bonus
    }
}

fn distance(a: Square, b: Square) -> i32 {
    let files = i32::from(a.file().abs_diff(b.file()));
    let ranks = i32::from(a.rank().abs_diff(b.rank()));
    files.max(ranks)
}

const FILE_A: u64 = 0x0101_0101_0101_0101;
const FILE_H: u64 = FILE_A << 7;

const fn beside(set: u64) -> u64 {
    (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The squares before these, towards the eighth rank for white.
const fn north_fill(mut set: u64) -> u64 {
    set |= set << 8;
    set |= set << 16;
    set | set << 32
}

const fn south_fill(mut set: u64) -> u64 {
    set |= set >> 8;
    set |= set >> 16;
    set | set >> 32
}

/// A side as the other terms need it.
struct Side {
    color: Color,
    king: Square,
    pawns: u64,
    pawn_attacks: u64,
    /// Squares that its pawns attack or might attack once they have gone on.
    pawn_spans: u64,
    /// Around its king.
    zone: u64,
    attacks: [u64; 6],
    all: u64,
}

impl Side {
    fn of(position: &Position, color: Color) -> Side {
        let pawns = position.pieces(color, Role::Pawn).0;
        let sides = beside(pawns);
        let (pawn_attacks, spans) = match color {
            Color::White => (sides << 8, north_fill(sides << 8)),
            Color::Black => (sides >> 8, south_fill(sides >> 8)),
        };
        let king = position.king(color);
        let around = Piece {
            color,
            role: Role::King,
        }
        .attacks(king, Bitboard::EMPTY)
        .0;
        Side {
            color,
            king,
            pawns,
            pawn_attacks,
            pawn_spans: spans,
            zone: around | king.bitboard().0,
            attacks: [pawn_attacks, 0, 0, 0, 0, around],
            all: pawn_attacks | around,
        }
    }

    /// Forward one rank.
    const fn forward(&self, set: u64) -> u64 {
        match self.color {
            Color::White => set << 8,
            Color::Black => set >> 8,
        }
    }

    /// All squares in front of these on their files.
    const fn front(&self, set: u64) -> u64 {
        match self.color {
            Color::White => north_fill(set << 8),
            Color::Black => south_fill(set >> 8),
        }
    }

    const fn rank(&self, square: Square) -> usize {
        (match self.color {
            Color::White => square.rank(),
            Color::Black => 7 - square.rank(),
        }) as usize
    }
}

fn count(position: &Position, ledger: &mut impl Ledger) {
    let mut own = Side::of(position, position.turn());
    let mut enemy = Side::of(position, !position.turn());
    pieces(position, &mut own, &enemy, ledger);
    ledger.turn();
    pieces(position, &mut enemy, &own, ledger);
    rest(position, &enemy, &own, ledger);
    ledger.turn();
    rest(position, &own, &enemy, ledger);
    ledger.add(TEMPO, 1);
}

/// What needs to know all that both sides attack.
fn rest(position: &Position, side: &Side, enemy: &Side, ledger: &mut impl Ledger) {
    pawns(position, side, enemy, ledger);
    shelter(side, enemy, ledger);
    danger(position, side, enemy, ledger);
    threats(position, side, enemy, ledger);
}

#[inline]
fn place(ledger: &mut impl Ledger, side: &Side, role: Role, square: Square) {
    let file = square.file().min(7 - square.file());
    let at = SQUARES + role.index() * 32 + side.rank(square) * 4 + usize::from(file);
    ledger.add(at, 1);
}

/// Material, squares and mobility, and what the pieces attack.
#[inline(always)]
fn pieces(position: &Position, side: &mut Side, enemy: &Side, ledger: &mut impl Ledger) {
    let occupied = position.occupied().0;
    let all_pawns = side.pawns | enemy.pawns;
    let free = !(side.pawns | side.king.bitboard().0 | enemy.pawn_attacks);
    place(ledger, side, Role::King, side.king);
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    for (role, (mobility, most)) in roles.into_iter().zip(MOBILITY_AT) {
        let set = position.pieces(side.color, role);
        // Sliders see through those of their kind, with which they attack together.
        let through = match role {
            Role::Bishop => position.pieces(side.color, Role::Queen).0,
            Role::Rook => set.0 | position.pieces(side.color, Role::Queen).0,
            _ => 0,
        };
        let mut attacks = 0;
        for square in set {
            ledger.add(MATERIAL + role.index(), 1);
            place(ledger, side, role, square);
            let piece = Piece {
                color: side.color,
                role,
            };
            let reach = piece.attacks(square, Bitboard(occupied & !through)).0;
            attacks |= reach;
            let moves = (reach & free).count_ones().min(most);
            ledger.add(mobility + moves as usize, 1);
            let bit = square.bitboard().0;
            match role {
                Role::Knight | Role::Bishop
                    if bit & side.pawn_attacks & !enemy.pawn_spans != 0
                        && side.rank(square) >= 3 =>
                {
                    ledger.add(OUTPOST + usize::from(role == Role::Bishop), 1);
                }
                Role::Rook => {
                    let file = FILE_A << square.file();
                    if file & all_pawns == 0 {
                        ledger.add(ROOK_FILE + 1, 1);
                    } else if file & side.pawns == 0 {
                        ledger.add(ROOK_FILE, 1);
                    }
                }
                _ => {}
            }
        }
        if role == Role::Bishop && set.count() >= 2 {
            ledger.add(BISHOP_PAIR, 1);
        }
        if let Some(place) = side.attacks.get_mut(role.index()) {
            *place = attacks;
        }
        side.all |= attacks;
    }
}

fn pawns(position: &Position, side: &Side, enemy: &Side, ledger: &mut impl Ledger) {
    let occupied = position.occupied().0;
    let beside_all = beside(side.pawns);
    // Pawns with an own pawn beside or diagonally behind.
    let supported = side.pawns & (beside_all | side.pawn_attacks);
    for square in Bitboard(side.pawns) {
        let bit = square.bitboard().0;
        let rank = side.rank(square);
        ledger.add(MATERIAL, 1);
        place(ledger, side, Role::Pawn, square);
        let front = side.front(bit);
        let file = FILE_A << square.file();
        let neighbours = beside(file);
        if supported & bit != 0 {
            ledger.add(CONNECTED + rank, 1);
        } else if side.pawns & neighbours == 0 {
            ledger.add(ISOLATED, 1);
        } else if side.pawns & neighbours & !side.front(bit | beside(bit)) == 0
            && enemy.pawn_attacks & side.forward(bit) != 0
        {
            ledger.add(BACKWARD, 1);
        }
        if side.pawns & front != 0 {
            ledger.add(DOUBLED, 1);
        } else if enemy.pawns & (front | beside(front)) == 0 {
            ledger.add(PASSED + rank, 1);
            if rank >= 4 {
                if side.forward(bit) & occupied == 0 {
                    ledger.add(FREE_PASSED + usize::from(rank == 4), 1);
                }
                let ahead = Bitboard(side.forward(bit)).first().unwrap_or(square);
                let near = |king| distance(king, ahead) as usize;
                ledger.add(PASSED_ENEMY_KING + near(enemy.king), 1);
                ledger.add(PASSED_OWN_KING + near(side.king), 1);
            }
        }
    }
}

/// The pawns before the king, own and enemy.
fn shelter(side: &Side, enemy: &Side, ledger: &mut impl Ledger) {
    let king_rank = side.rank(side.king);
    let ahead_of_king = match side.color {
        Color::White => !0 << (8 * side.king.rank()),
        Color::Black => !0 >> (8 * (7 - side.king.rank())),
    };
    let middle = side.king.file().clamp(1, 6);
    for file in middle - 1..=middle + 1 {
        let on_file = FILE_A << file & ahead_of_king;
        let other = 8 * usize::from(file != side.king.file());
        // The distance from the king's rank to the nearest pawn ahead; 0 is none.
        let ahead = |pawns: u64| {
            let pawns = Bitboard(pawns & on_file);
            pawns
                .map(|square| side.rank(square).saturating_sub(king_rank))
                .min()
                .map_or(0, |distance| distance.clamp(1, 7))
        };
        ledger.add(SHIELD + other + ahead(side.pawns), 1);
        ledger.add(STORM + other + ahead(enemy.pawns), 1);
    }
}

/// What the enemy's king has to fear.
fn danger(position: &Position, side: &Side, enemy: &Side, ledger: &mut impl Ledger) {
    let occupied = position.occupied();
    let mut units = 0;
    let mut attackers = 0;
    let [_, knights, bishops, rooks, queens, _] = side.attacks;
    for set in [knights, bishops, rooks, queens] {
        let near = (set & enemy.zone).count_ones();
        units += near;
        attackers += u32::from(near > 0);
    }
    // What only the king protects counts again.
    let [pawn, knight, bishop, rook, queen, _] = enemy.attacks;
    let weak = side.all & enemy.zone & !(pawn | knight | bishop | rook | queen);
    units += weak.count_ones();
    let has_queen = !position.pieces(side.color, Role::Queen).is_empty();
    let table = if has_queen {
        DANGER
    } else {
        DANGER_WITHOUT_QUEEN
    };
    ledger.add(table + units.min(DANGER_MOST) as usize, 1);
    ledger.add(ATTACKERS + attackers.min(5) as usize, 1);
    let safe = !enemy.all & !position.side(side.color).0;
    let lines = |role| {
        Piece {
            color: side.color,
            role,
        }
        .attacks(enemy.king, occupied)
        .0
    };
    let straight = lines(Role::Rook);
    let diagonal = lines(Role::Bishop);
    for (at, squares) in [
        lines(Role::Knight) & knights,
        diagonal & bishops,
        straight & rooks,
        (straight | diagonal) & queens,
    ]
    .into_iter()
    .enumerate()
    {
        if squares & safe != 0 {
            let checks = (squares & safe).count_ones() as i32;
            ledger.add(SAFE_CHECKS + at, checks.min(3));
        }
    }
}

fn threats(position: &Position, side: &Side, enemy: &Side, ledger: &mut impl Ledger) {
    let [_, knights, bishops, rooks, _, _] = side.attacks;
    let by = [side.pawn_attacks, knights | bishops, rooks];
    for role in [
        Role::Pawn,
        Role::Knight,
        Role::Bishop,
        Role::Rook,
        Role::Queen,
    ] {
        let targets = position.pieces(enemy.color, role).0;
        for (kind, attacks) in by.into_iter().enumerate() {
            let attacked = targets & attacks;
            if attacked != 0 {
                let count = attacked.count_ones() as i32;
                ledger.add(THREATS + kind * 5 + role.index(), count);
            }
        }
    }
    let hanging = position.side(enemy.color).0 & !enemy.pawns & side.all & !enemy.all;
    if hanging != 0 {
        ledger.add(HANGING, hanging.count_ones() as i32);
    }
}
