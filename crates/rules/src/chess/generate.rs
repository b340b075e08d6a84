//! Legal moves, found once for every use: the generator tells a [`Visitor`] sets of targets, and the visitor counts
//! them, lists them, looks for one of them or plays them.

use super::Role;
use super::attacks::{Squares, bishop, rook};
use super::position::{NO_SQUARE, Position};
use super::side::Side;
use super::tables::{KING, KNIGHT, LINES, TOWARDS};

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

#[cfg(test)]
mod tests {
    use super::super::{Position, parse_uci};

    fn moves(fen: &str) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let mut moves: Vec<String> = position
            .legal_moves()
            .iter()
            .map(ToString::to_string)
            .collect();
        moves.sort();
        moves
    }

    fn from(fen: &str, square: &str) -> Vec<String> {
        moves(fen)
            .into_iter()
            .filter(|text| text.starts_with(square))
            .collect()
    }

    #[test]
    fn castling_is_refused_out_of_through_and_into_check() {
        for (rank, allowed) in [
            ("4r3", ""),
            ("5r2", "e1c1"),
            ("6r1", "e1c1"),
            ("3r4", "e1g1"),
            ("2r5", "e1g1"),
            ("7r", "e1c1 e1g1"),
        ] {
            let fen = format!("{rank}/1k6/8/8/8/8/8/R3K2R w KQ - 0 1");
            let castlings: Vec<String> = from(&fen, "e1")
                .into_iter()
                .filter(|text| text == "e1g1" || text == "e1c1")
                .collect();
            assert_eq!(castlings.join(" "), allowed, "black rook: {rank}");
        }
    }

    #[test]
    fn castling_long_is_allowed_while_only_the_rook_is_attacked_or_crosses_an_attack() {
        let castles = |fen| from(fen, "e1").contains(&"e1c1".to_owned());
        assert!(
            castles("1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1"),
            "b1 is attacked, which the king never touches"
        );
        assert!(
            castles("r6k/8/8/8/8/8/8/R3K3 w Q - 0 1"),
            "the rook itself is attacked"
        );
        assert!(
            !castles("7k/8/8/8/8/8/8/RN2K3 w Q - 0 1"),
            "b1 is in the way"
        );
    }

    #[test]
    fn castling_needs_the_right_not_only_the_pieces_at_home() {
        assert!(!from("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1").contains(&"e1g1".to_owned()));
        assert!(from("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "e1").contains(&"e1c1".to_owned()));
    }

    #[test]
    fn taking_a_rook_at_home_ends_the_right_to_castle_with_it() {
        let position = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
        let chosen = parse_uci(&position, "a1a8").unwrap();
        assert_eq!(
            position.play(chosen).unwrap().fen(),
            "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1"
        );
    }

    #[test]
    fn a_pinned_piece_moves_only_along_the_pin() {
        assert_eq!(from("4r2k/8/8/8/8/4N3/8/4K3 w - - 0 1", "e3"), [""; 0]);
        let rook = from("4r2k/8/8/8/8/4R3/8/4K3 w - - 0 1", "e3");
        assert_eq!(rook, ["e3e2", "e3e4", "e3e5", "e3e6", "e3e7", "e3e8"]);
        assert_eq!(
            from("7k/8/8/8/7b/8/5B2/4K3 w - - 0 1", "f2"),
            ["f2g3", "f2h4"]
        );
        assert_eq!(
            from("7k/8/8/8/7b/6Q1/8/4K3 w - - 0 1", "g3"),
            ["g3f2", "g3h4"]
        );
        assert_eq!(from("7k/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "f2"), ["f2g3"]);
        assert_eq!(
            from("4r2k/8/8/8/8/3p4/4P3/4K3 w - - 0 1", "e2"),
            ["e2e3", "e2e4"]
        );
        assert_eq!(from("7k/8/8/K2P3r/8/8/8/8 w - - 0 1", "d5"), [""; 0]);
    }

    #[test]
    fn a_double_check_is_answered_by_the_king_alone() {
        let answers = moves("4k3/8/5N2/8/8/8/3q4/1K2R3 b - - 0 1");
        assert!(
            answers.iter().all(|text| text.starts_with("e8")),
            "{answers:?}"
        );
    }

    #[test]
    fn the_king_does_not_step_back_along_the_line_of_the_checker() {
        assert!(!from("7k/8/8/8/8/8/4K3/4r3 w - - 0 1", "e2").contains(&"e2e3".to_owned()));
        assert!(!from("4r2k/8/8/8/8/4K3/8/8 w - - 0 1", "e3").contains(&"e3e2".to_owned()));
    }

    #[test]
    fn en_passant_is_refused_where_it_opens_the_king_by_rank_file_or_diagonal() {
        for fen in [
            "8/8/8/K1pP3r/8/8/8/7k w - c6 0 1",
            "3r3k/8/8/2pP4/3K4/8/8/8 w - c6 0 1",
            "6bk/8/8/2pP4/2K5/8/8/8 w - c6 0 1",
            "7k/b7/8/2pP4/3K4/8/8/8 w - c6 0 1",
        ] {
            assert!(!moves(fen).contains(&"d5c6".to_owned()), "{fen}");
        }
        assert!(moves("7k/8/8/2pP4/8/8/8/K7 w - c6 0 1").contains(&"d5c6".to_owned()));
    }

    #[test]
    fn en_passant_answers_the_check_of_the_pawn_that_it_takes() {
        assert!(moves("7k/8/8/2pP4/3K4/8/8/8 w - c6 0 1").contains(&"d5c6".to_owned()));
    }

    #[test]
    fn a_pawn_on_the_seventh_rank_has_four_moves_to_each_square() {
        assert_eq!(from("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7").len(), 8);
        assert_eq!(from("7k/8/8/8/8/8/p7/1N5K b - - 0 1", "a2").len(), 8);
    }

    #[test]
    fn a_pawn_does_not_jump_over_a_piece() {
        assert_eq!(from("7k/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2"), [""; 0]);
        assert_eq!(from("7k/8/8/8/4n3/8/4P3/K7 w - - 0 1", "e2"), ["e2e3"]);
        assert_eq!(from("7k/8/8/8/8/4P3/8/K7 w - - 0 1", "e3"), ["e3e4"]);
    }
}
