//! What the exchanges on one square bring: static exchange evaluation.

use rules::Color;
use rules::chess::{Bitboard, Move, Piece, Position, Role, Square};

use super::terms::MATERIAL;
use super::weights::WEIGHTS;

/// What a piece counts in an exchange: the mean of its tuned values in the middle game and the endgame. A king is dearer than all.
const VALUES: [i32; 6] = {
    let mut values = [10_000; 6];
    let mut role = 0;
    while role < 5 {
        let [middle, end] = WEIGHTS[MATERIAL + role];
        values[role] = (middle as i32 + end as i32) / 2;
        role += 1;
    }
    values
};

#[inline]
pub(super) fn value(role: Role) -> i32 {
    VALUES.get(role.index()).copied().unwrap_or(0)
}

#[inline]
fn role_at(position: &Position, square: Square) -> Option<Role> {
    let bit = square.bitboard();
    Role::ALL.into_iter().find(|&role| {
        let both = position.pieces(Color::White, role).0 | position.pieces(Color::Black, role).0;
        both & bit.0 != 0
    })
}

/// What the move takes.
#[inline]
pub(super) fn victim(position: &Position, mv: Move) -> Option<Role> {
    if position.occupied().has(mv.to) {
        return role_at(position, mv.to);
    }
    // A pawn that changes its file takes, on an empty square in passing.
    let passing = position.en_passant() == Some(mv.to)
        && mv.from.file() != mv.to.file()
        && position.pieces(position.turn(), Role::Pawn).has(mv.from);
    passing.then_some(Role::Pawn)
}

/// All pieces of both sides that attack the square, when these squares are occupied.
fn attackers(position: &Position, square: Square, occupied: Bitboard) -> u64 {
    let from = |role| Piece {
        color: Color::White,
        role,
    };
    let of = |role| position.pieces(Color::White, role).0 | position.pieces(Color::Black, role).0;
    let black_pawn = Piece {
        color: Color::Black,
        role: Role::Pawn,
    };
    let queens = of(Role::Queen);
    let bishops = from(Role::Bishop).attacks(square, occupied).0;
    let rooks = from(Role::Rook).attacks(square, occupied).0;
    from(Role::Pawn).attacks(square, occupied).0 & position.pieces(Color::Black, Role::Pawn).0
        | black_pawn.attacks(square, occupied).0 & position.pieces(Color::White, Role::Pawn).0
        | from(Role::Knight).attacks(square, occupied).0 & of(Role::Knight)
        | from(Role::King).attacks(square, occupied).0 & of(Role::King)
        | bishops & (of(Role::Bishop) | queens)
        | rooks & (of(Role::Rook) | queens)
}

/// Whether the move, and the best exchanges on its square after it, bring at least this much. Pins are not looked at.
pub(super) fn brings(position: &Position, mv: Move, at_least: i32) -> bool {
    let Some(mover) = role_at(position, mv.from) else {
        return true;
    };
    let won = victim(position, mv).map_or(0, value);
    let on_square = mv.promotion.unwrap_or(mover);
    let promoted = value(on_square) - value(mover);
    // What the side to move is ahead of its demand, if nothing takes back.
    let mut balance = won + promoted - at_least;
    if balance < 0 {
        return false;
    }
    balance -= value(on_square);
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().0 & !mv.from.bitboard().0 | mv.to.bitboard().0;
    let mut side = !position.turn();
    let mine = position.turn();
    let mut all = attackers(position, mv.to, Bitboard(occupied));
    loop {
        all &= occupied;
        let ours = all & position.side(side).0;
        if ours == 0 {
            break;
        }
        let Some((role, piece)) = Role::ALL.into_iter().find_map(|role| {
            let pieces = ours & position.pieces(side, role).0;
            (pieces != 0).then_some((role, pieces & pieces.wrapping_neg()))
        }) else {
            break;
        };
        // A king does not take what is protected.
        if role == Role::King && all & position.side(!side).0 != 0 {
            break;
        }
        occupied &= !piece;
        side = !side;
        balance = -balance - 1 - value(role);
        if balance >= 0 {
            break;
        }
        all = attackers(position, mv.to, Bitboard(occupied));
    }
    side != mine
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::chess::parse_uci;

    fn worth(fen: &str, mv: &str) -> i32 {
        let position = Position::from_fen(fen).unwrap();
        let mv = parse_uci(&position, mv).unwrap();
        (-3000..=3000)
            .rev()
            .find(|&at_least| brings(&position, mv, at_least))
            .unwrap()
    }

    #[test]
    fn taking_what_nothing_protects_brings_its_value() {
        let pawn = value(Role::Pawn);
        assert_eq!(
            worth("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            pawn
        );
        assert_eq!(worth("7k/8/8/2pP4/8/8/8/K7 w - c6 0 1", "d5c6"), pawn);
        assert_eq!(worth("6k1/8/8/8/8/8/8/K6R w - - 0 1", "h1h4"), 0);
    }

    #[test]
    fn a_piece_behind_another_joins_in() {
        let fen = "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1";
        assert_eq!(worth(fen, "d3e5"), value(Role::Pawn) - value(Role::Knight));
    }

    #[test]
    fn a_king_does_not_take_what_is_protected() {
        assert_eq!(
            worth("7k/6p1/8/8/8/8/6R1/K5R1 w - - 0 1", "g2g7"),
            value(Role::Pawn)
        );
        let lost = worth("7k/6p1/8/8/8/8/6R1/K7 w - - 0 1", "g2g7");
        assert_eq!(lost, value(Role::Pawn) - value(Role::Rook));
    }
}
