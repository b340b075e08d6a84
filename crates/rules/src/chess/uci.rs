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

/// Where the king stops when it is put from its home square onto its own rook in the corner.
fn castling_target(position: &Position, from: Square, to: Square) -> Option<Square> {
    let own = |role| {
        Some(Piece {
            color: position.turn(),
            role,
        })
    };
    let castles = from.file() == 4
        && from.rank() == to.rank()
        && position.piece_at(from) == own(Role::King)
        && position.piece_at(to) == own(Role::Rook);
    match to.file() {
        7 if castles => Square::at(6, from.rank()),
        0 if castles => Square::at(2, from.rank()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        parse_uci(&Position::from_fen(fen).unwrap(), text).map(|chosen| chosen.to_string())
    }

    #[test]
    fn both_spellings_of_castling_are_one_move() {
        for (text, meant) in [
            ("e1g1", "e1g1"),
            ("e1h1", "e1g1"),
            ("e1c1", "e1c1"),
            ("e1a1", "e1c1"),
        ] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok(meant));
        }
        let black = CASTLES.replace(" w ", " b ");
        assert_eq!(read(&black, "e8h8").as_deref(), Ok("e8g8"));
        assert_eq!(read(&black, "e8a8").as_deref(), Ok("e8c8"));
    }

    #[test]
    fn a_king_does_not_castle_with_a_rook_that_has_no_right_to() {
        let fen = "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1";
        assert_eq!(read(fen, "e1h1"), Err(MoveError::Illegal));
        assert_eq!(read(fen, "e1g1"), Err(MoveError::Illegal));
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "e1f1"),
            Err(MoveError::Illegal)
        );
    }

    #[test]
    fn a_king_put_onto_its_rook_from_elsewhere_does_not_step_beside_it() {
        assert_eq!(
            read("4k3/8/8/8/8/8/8/R2K3R w - - 0 1", "d1a1"),
            Err(MoveError::Illegal)
        );
        assert_eq!(
            read("4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "f1h1"),
            Err(MoveError::Illegal)
        );
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4K1R1 w - - 0 1", "e1g1"),
            Err(MoveError::Illegal)
        );
    }

    #[test]
    fn a_promotion_must_say_to_what() {
        let fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
        let Err(MoveError::PromotionRequired { choices }) = read(fen, "a7b8") else {
            panic!("a7b8 was read without its promotion");
        };
        let choices: Vec<String> = choices.iter().map(ToString::to_string).collect();
        assert_eq!(choices, ["a7b8q", "a7b8r", "a7b8b", "a7b8n"]);
        assert_eq!(read(fen, "a7b8q").as_deref(), Ok("a7b8q"));
        assert_eq!(read(fen, "a7b8N").as_deref(), Ok("a7b8n"));
        assert_eq!(read(fen, "a7b8k"), Err(MoveError::Malformed));
        assert_eq!(read(fen, "a7b8p"), Err(MoveError::Malformed));
        assert_eq!(read(fen, "a1a2q"), Err(MoveError::Illegal));
    }

    #[test]
    fn text_of_another_form_is_malformed() {
        for text in [
            "", "e2", "e2e", "e2e9", "i2e4", "e2e4qq", "e2 e4", "0000", "--", "ééé", "e2é4", "E2E4",
        ] {
            assert_eq!(read(CASTLES, text), Err(MoveError::Malformed), "{text}");
        }
    }
}
