//! What is wrong with a move that was refused, for people: worked out only then.

use super::san::{Meant, Wanted};
use super::text::bare;
use super::{Bitboard, Position, Role, Square};
use crate::{Color, MoveFlaw};

/// What is wrong with a text that [`parse_move`](super::parse_move) read as no legal move.
///
/// ```
/// use rules::MoveFlaw;
/// use rules::chess::{Position, move_flaw};
///
/// let start = Position::start();
/// assert_eq!(move_flaw(&start, "hello"), MoveFlaw::NotChessNotation);
/// assert_eq!(move_flaw(&start, "e2e5"), MoveFlaw::CannotReach);
/// assert_eq!(move_flaw(&start, "O-O"), MoveFlaw::NoCastling);
/// ```
#[must_use]
pub fn move_flaw(position: &Position, text: &str) -> MoveFlaw {
    match bare(text).as_deref().and_then(Meant::read) {
        None => MoveFlaw::NotChessNotation,
        Some(Meant::Castling { .. }) => MoveFlaw::NoCastling,
        Some(Meant::Piece { to, wanted }) => flaw_of(position, to, &wanted),
    }
}

fn flaw_of(position: &Position, to: Square, wanted: &Wanted) -> MoveFlaw {
    let own = position.side(position.turn());
    let named = |from: &Square| {
        wanted.file.is_none_or(|file| from.file() == file)
            && wanted.rank.is_none_or(|rank| from.rank() == rank)
            && wanted
                .role
                .is_none_or(|role| position.pieces(position.turn(), role).has(*from))
    };
    let movers: Vec<Square> = own.into_iter().filter(named).collect();
    let legal = position.legal_moves();
    if movers.is_empty() {
        MoveFlaw::NoSuchPiece
    } else if wanted.promotion.is_some()
        && (legal.iter()).any(|chosen| {
            chosen.to == to && chosen.promotion.is_none() && movers.contains(&chosen.from)
        })
    {
        MoveFlaw::NoPromotion
    } else if movers.iter().any(|&from| is_castling(position, from, to)) {
        MoveFlaw::NoCastling
    } else if movers.iter().any(|&from| goes(position, from, to)) {
        MoveFlaw::KingAttacked
    } else {
        MoveFlaw::CannotReach
    }
}

/// Whether the king is moved as in castling: two squares along its own rank from home, or onto its own rook there.
fn is_castling(position: &Position, from: Square, to: Square) -> bool {
    let turn = position.turn();
    position.king(turn) == from
        && from.file() == 4
        && from.rank() == home_rank(turn)
        && from.rank() == to.rank()
        && (matches!(to.file(), 2 | 6) || position.pieces(turn, Role::Rook).has(to))
}

const fn home_rank(color: Color) -> u8 {
    match color {
        Color::White => 0,
        Color::Black => 7,
    }
}

/// Whether the piece goes to this square by its own rule, without regard to its king.
fn goes(position: &Position, from: Square, to: Square) -> bool {
    let turn = position.turn();
    let occupied = position.occupied_bits();
    let attackers = position.attackers(u32::from(to.index()), turn, occupied);
    let attacks = Bitboard(attackers).has(from);
    if position.side(turn).has(to) {
        false
    } else if position.pieces(turn, Role::Pawn).has(from) {
        let takes = position.side(!turn).has(to) || position.en_passant() == Some(to);
        attacks && takes || steps(position, from, to)
    } else {
        attacks
    }
}

/// Whether a pawn steps from here to there.
fn steps(position: &Position, from: Square, to: Square) -> bool {
    let turn = position.turn();
    let way = from.rank().abs_diff(to.rank());
    let forward = match turn {
        Color::White => to.rank() > from.rank(),
        Color::Black => to.rank() < from.rank(),
    };
    let second = home_rank(turn).abs_diff(1);
    let between = Square::at(from.file(), from.rank().midpoint(to.rank()));
    let free = |square: Square| !position.occupied().has(square);
    from.file() == to.file()
        && forward
        && free(to)
        && (way == 1 || way == 2 && from.rank() == second && between.is_some_and(free))
}

#[cfg(test)]
mod tests {
    use super::super::{MoveError, parse_move};
    use super::*;

    fn flaw(fen: &str, text: &str) -> MoveFlaw {
        let position = Position::from_fen(fen).unwrap();
        let refused = parse_move(&position, text);
        assert!(
            matches!(refused, Err(MoveError::Illegal | MoveError::Malformed)),
            "{text}: {refused:?}"
        );
        move_flaw(&position, text)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn a_text_that_cannot_be_read_is_no_notation() {
        for text in ["", "hello", "Cf3", "10-14", "1. 1. e4", &"x".repeat(500)] {
            assert_eq!(flaw(START, text), MoveFlaw::NotChessNotation, "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_readable_move_is_named() {
        let pinned = "4r2k/8/8/8/8/4N3/3P4/4K3 w - - 0 1";
        let checked = "4r2k/8/8/8/8/8/3P4/4K1N1 w - - 0 1";
        let castles = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
        let black = "4k2r/p7/8/8/8/8/8/4K3 b - - 0 1";
        for (fen, text, expected) in [
            (START, "e3e4", MoveFlaw::NoSuchPiece),
            (START, "e7e5", MoveFlaw::NoSuchPiece),
            (START, "Nc1b3", MoveFlaw::NoSuchPiece),
            (START, "e2e5", MoveFlaw::CannotReach),
            (START, "Nd4", MoveFlaw::CannotReach),
            (START, "Ke2", MoveFlaw::CannotReach),
            (START, "exd3", MoveFlaw::CannotReach),
            (START, "Qh5", MoveFlaw::CannotReach),
            (START, "e4=Q", MoveFlaw::NoPromotion),
            (START, "e2e4q", MoveFlaw::NoPromotion),
            (START, "e8=Q", MoveFlaw::CannotReach),
            (START, "O-O", MoveFlaw::NoCastling),
            (START, "O-O-O", MoveFlaw::NoCastling),
            (castles, "e1g1", MoveFlaw::NoCastling),
            (castles, "e1h1", MoveFlaw::NoCastling),
            (castles, "Rh8q", MoveFlaw::NoPromotion),
            (castles, "h1h8q", MoveFlaw::NoPromotion),
            (pinned, "Nc4", MoveFlaw::KingAttacked),
            (pinned, "e3c4", MoveFlaw::KingAttacked),
            (checked, "d4", MoveFlaw::KingAttacked),
            (checked, "d2d3", MoveFlaw::KingAttacked),
            (checked, "Ke2", MoveFlaw::KingAttacked),
            (checked, "d5", MoveFlaw::CannotReach),
            (black, "a7a4", MoveFlaw::CannotReach),
            (black, "a6a7", MoveFlaw::NoSuchPiece),
            (black, "e8g8", MoveFlaw::NoCastling),
        ] {
            assert_eq!(flaw(fen, text), expected, "{text} in {fen}");
        }
    }
}
