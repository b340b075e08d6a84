//! Moves as people write them: standard algebraic notation (FIDE appendix C, with English letters).

use super::text::{bare, only};
use super::{Move, MoveError, Position, Role, Square};

/// Longer than the longest spelling of a move, such as `Qa1xb2 e.p.++!!`.
const LONGEST: usize = 20;

/// A legal move in standard algebraic notation: the fewest letters that tell it from the other *legal* moves, `+` for
/// check, `#` for mate. A move that is not legal comes out as UCI.
///
/// ```
/// use rules::chess::{Position, parse_uci, san};
///
/// let position = Position::from_fen("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1").unwrap();
/// assert_eq!(san(&position, parse_uci(&position, "e1g1").unwrap()), "O-O");
/// assert_eq!(san(&position, parse_uci(&position, "h1h8").unwrap()), "Rh8+");
/// ```
#[must_use]
pub fn san(position: &Position, chosen: Move) -> String {
    let legal = position.legal_moves();
    let Some(piece) = position
        .piece_at(chosen.from)
        .filter(|_| legal.contains(&chosen))
    else {
        return chosen.to_string();
    };
    let mut text = String::with_capacity(8);
    let takes = position.occupied().has(chosen.to);
    match piece.role {
        Role::King if chosen.from.file().abs_diff(chosen.to.file()) == 2 => {
            text.push_str(if chosen.to.file() == 6 {
                "O-O"
            } else {
                "O-O-O"
            });
        }
        Role::Pawn => {
            if chosen.from.file() != chosen.to.file() {
                text.push(file_letter(chosen.from));
                text.push('x');
            }
            text.push_str(&chosen.to.to_string());
            if let Some(role) = chosen.promotion {
                text.push('=');
                text.push(role.letter());
            }
        }
        role => {
            text.push(role.letter());
            text.push_str(&origin(position, chosen, role, &legal));
            if takes {
                text.push('x');
            }
            text.push_str(&chosen.to.to_string());
        }
    }
    let after = position.play_unchecked(chosen);
    if after.is_check() {
        text.push(if after.has_legal_moves() { '+' } else { '#' });
    }
    text
}

/// What tells this piece from others of its kind that can go to the same square: nothing, file, rank, or both.
fn origin(position: &Position, chosen: Move, role: Role, legal: &[Move]) -> String {
    let of_role = position.pieces(position.turn(), role);
    let rivals = || {
        let same = |other: &&Move| {
            other.to == chosen.to && other.from != chosen.from && of_role.has(other.from)
        };
        legal.iter().filter(same).map(|other| other.from)
    };
    if rivals().next().is_none() {
        String::new()
    } else if rivals().all(|from| from.file() != chosen.from.file()) {
        file_letter(chosen.from).to_string()
    } else if rivals().all(|from| from.rank() != chosen.from.rank()) {
        (chosen.from.rank() + 1).to_string()
    } else {
        chosen.from.to_string()
    }
}

fn file_letter(square: Square) -> char {
    char::from(b'a' + square.file())
}

/// Reads standard algebraic notation with the freedom that people take: castling with zeros, `+ # ! ? x =` missing or
/// too many, more of the origin than needed (`Ng1f3`), the long form (`e2-e4`, `Ng1-f3`), `e.p.` behind a capture,
/// figurines (`♘f3`), dashes of every length, a number in front (`1.`, `12...`), `$1` behind.
///
/// # Errors
/// [`MoveError::Malformed`] where the text is no notation, else what a legal move lacks; see the variants.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveError> {
    read_san(position, &bare(text).ok_or(MoveError::Malformed)?)
}

/// The same for a text that is [`bare`] already.
pub(super) fn read_san(position: &Position, text: &str) -> Result<Move, MoveError> {
    let meant = Meant::read(text).ok_or(MoveError::Malformed)?;
    let legal = position.legal_moves();
    let (target, wanted) = match meant {
        Meant::Castling { file } => {
            let castles = |choice: &Move| {
                let king = position.king(position.turn());
                choice.from == king
                    && king.file() == 4
                    && choice.to.file() == file
                    && choice.to.rank() == king.rank()
            };
            return only(legal.iter().copied().filter(castles).collect());
        }
        Meant::Piece { to, wanted } => (to, wanted),
    };
    let role_at = |square| position.piece_at(square).map(|piece| piece.role);
    let fits = |choice: &Move| {
        choice.to == target
            && wanted
                .role
                .is_none_or(|role| role_at(choice.from) == Some(role))
            && wanted.file.is_none_or(|file| choice.from.file() == file)
            && wanted.rank.is_none_or(|rank| choice.from.rank() == rank)
            && (wanted.promotion.is_none() || choice.promotion == wanted.promotion)
    };
    // No square can be stepped to and taken on, so a pawn without its file is in doubt only between two captures.
    only(legal.iter().copied().filter(fits).collect())
}

/// What a text says, before it is compared with the legal moves.
pub(super) enum Meant {
    /// The file where the king stops.
    Castling {
        file: u8,
    },
    Piece {
        to: Square,
        wanted: Wanted,
    },
}

/// What a text says of the piece that moves.
pub(super) struct Wanted {
    /// `None` where the whole origin is given without a letter.
    pub(super) role: Option<Role>,
    pub(super) file: Option<u8>,
    pub(super) rank: Option<u8>,
    pub(super) promotion: Option<Role>,
}

impl Meant {
    pub(super) fn read(text: &str) -> Option<Meant> {
        if text.len() > LONGEST || !text.is_ascii() {
            return None;
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']).trim_end();
        let text = text
            .strip_suffix("e.p.")
            .or_else(|| text.strip_suffix("ep"))
            .unwrap_or(text)
            .trim_end();
        let text = text.trim_end_matches(['+', '#', '!', '?', '=']);
        match text {
            "O-O" | "0-0" | "o-o" | "OO" | "00" => return Some(Meant::Castling { file: 6 }),
            "O-O-O" | "0-0-0" | "o-o-o" | "OOO" | "000" => {
                return Some(Meant::Castling { file: 2 });
            }
            _ => {}
        }
        let (text, promotion) = split_promotion(text);
        let (letter, text) = match text.chars().next()? {
            letter if letter.is_ascii_uppercase() => {
                (Some(Role::from_letter(letter)?), text.get(1..)?)
            }
            _ => (None, text),
        };
        let (origin, target) = text.split_at_checked(text.len().checked_sub(2)?)?;
        let to: Square = target.parse().ok()?;
        let (file, rank) = read_origin(origin)?;
        let role = match letter {
            None if file.is_some() && rank.is_some() => None,
            None => Some(Role::Pawn),
            some => some,
        };
        Some(Meant::Piece {
            to,
            wanted: Wanted {
                role,
                file,
                rank,
                promotion,
            },
        })
    }
}

/// `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, and the same with a small letter. No square ends with a letter, so none is mistaken.
fn split_promotion(text: &str) -> (&str, Option<Role>) {
    let bare = text.strip_suffix(')').unwrap_or(text);
    let Some(letter) = bare.chars().next_back() else {
        return (text, None);
    };
    let Some(role) = Role::from_letter(letter).filter(|role| Role::PROMOTIONS.contains(role))
    else {
        return (text, None);
    };
    let rest = bare.get(..bare.len() - 1).unwrap_or("");
    let signless = rest.trim_end_matches(['=', '(', '/']);
    if signless.ends_with(|c: char| c.is_ascii_digit()) {
        (signless, Some(role))
    } else {
        (text, None)
    }
}

/// File and rank from what stands between the piece's letter and its target; a sign of capture or a hyphen adds nothing.
fn read_origin(text: &str) -> Option<(Option<u8>, Option<u8>)> {
    let file = |byte: u8| (b'a'..=b'h').contains(&byte).then(|| byte - b'a');
    let rank = |byte: u8| (b'1'..=b'8').contains(&byte).then(|| byte - b'1');
    match *text
        .strip_suffix(['x', ':', '-'])
        .unwrap_or(text)
        .as_bytes()
    {
        [] => Some((None, None)),
        [one] => match (file(one), rank(one)) {
            (None, None) => None,
            origin => Some(origin),
        },
        [first, second] => Some((Some(file(first)?), Some(rank(second)?))),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
