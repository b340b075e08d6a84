//! Moves as chess engines write them.

use super::text::only;
use super::{Move, MoveError, Piece, Position, Role, Square};

/// Reads a move as the Universal Chess Interface writes it: `e2e4`, `e7e8q` (the letter in capitals too). Castling is
/// `e1g1`; `e1h1`, the king onto its own rook, is read as the same move.
///
/// # Errors
/// [`MoveError::Malformed`] where the text has not this form, [`MoveError::PromotionRequired`] where the promotion is
/// missing, else [`MoveError::Illegal`].
pub fn parse_uci(position: &Position, text: &str) -> Result<Move, MoveError> {
    let (squares, letter) = match text.len() {
        4 => (text, None),
        5 => {
            let (squares, letter) = text.split_at_checked(4).ok_or(MoveError::Malformed)?;
            (squares, letter.chars().next())
        }
        _ => return Err(MoveError::Malformed),
    };
    let (from, to) = squares.split_at_checked(2).ok_or(MoveError::Malformed)?;
    let from: Square = from.parse().map_err(|_| MoveError::Malformed)?;
    let to: Square = to.parse().map_err(|_| MoveError::Malformed)?;
    let promotion = match letter.map(Role::from_letter) {
        None => None,
        Some(Some(role)) if Role::PROMOTIONS.contains(&role) => Some(role),
        Some(_) => return Err(MoveError::Malformed),
    };
    let chosen = Move {
        from,
        to: castling_target(position, from, to).unwrap_or(to),
        promotion,
    };
    if position.is_legal(chosen) {
        return Ok(chosen);
    }
    if promotion.is_some() {
        return Err(MoveError::Illegal);
    }
    let promotions = Role::PROMOTIONS.map(|role| Move {
        promotion: Some(role),
        ..chosen
    });
    only(
        promotions
            .into_iter()
            .filter(|&choice| position.is_legal(choice))
            .collect(),
    )
}

/// Where the king stops when it is put onto its own rook.
fn castling_target(position: &Position, from: Square, to: Square) -> Option<Square> {
    let own = |role| {
        Some(Piece {
            color: position.turn(),
            role,
        })
    };
    let castles = from.rank() == to.rank()
        && position.piece_at(from) == own(Role::King)
        && position.piece_at(to) == own(Role::Rook);
    if !castles {
        return None;
    }
    Square::at(if to.file() > from.file() { 6 } else { 2 }, from.rank())
}
