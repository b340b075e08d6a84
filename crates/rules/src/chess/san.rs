//! Moves as people write them: standard algebraic notation (FIDE appendix C, with English letters).

use super::text::only;
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
/// too many, more of the origin than needed (`Ng1f3`), the long form (`e2-e4`, `Ng1-f3`), `e.p.` behind a capture.
///
/// # Errors
/// [`MoveError::Malformed`] where the text is no notation, else what a legal move lacks; see the variants.
pub fn parse_san(position: &Position, text: &str) -> Result<Move, MoveError> {
    let meant = Meant::read(text.trim()).ok_or(MoveError::Malformed)?;
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
enum Meant {
    /// The file where the king stops.
    Castling {
        file: u8,
    },
    Piece {
        to: Square,
        wanted: Wanted,
    },
}

struct Wanted {
    /// `None` where the whole origin is given without a letter.
    role: Option<Role>,
    file: Option<u8>,
    rank: Option<u8>,
    promotion: Option<Role>,
}

impl Meant {
    fn read(text: &str) -> Option<Meant> {
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

/// `e8=Q`, `e8Q`, `e8(Q)`, `e8/Q`, and the same with a small letter after a sign.
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
    let promotes = signless.ends_with(['1', '8'])
        && (letter.is_ascii_uppercase() || signless.len() < rest.len());
    if promotes {
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
mod tests {
    use super::super::parse_uci;
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn read(fen: &str, text: &str) -> Result<String, MoveError> {
        parse_san(&position(fen), text).map(|chosen| chosen.to_string())
    }

    fn written(fen: &str, uci: &str) -> String {
        let position = position(fen);
        san(&position, parse_uci(&position, uci).unwrap())
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
    const PASSES: &str = "7k/8/8/2pP4/8/8/8/K7 w - c6 0 1";

    #[test]
    fn every_spelling_of_castling_is_read() {
        for text in [
            "O-O", "0-0", "o-o", "O-O+", "0-0!", "Kg1", "Ke1g1", "Ke1-g1",
        ] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("e1g1"), "{text}");
        }
        for text in ["O-O-O", "0-0-0", "0-0-0#", "Kc1"] {
            assert_eq!(read(CASTLES, text).as_deref(), Ok("e1c1"), "{text}");
        }
        assert_eq!(written(CASTLES, "e1h1"), "O-O");
        assert_eq!(written(CASTLES, "e1c1"), "O-O-O");
        assert_eq!(
            read("4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "O-O"),
            Err(MoveError::Illegal)
        );
        assert_eq!(
            read("4k3/8/8/8/8/8/8/5K1R w - - 0 1", "O-O"),
            Err(MoveError::Illegal)
        );
    }

    #[test]
    fn signs_may_be_missing_or_too_many() {
        for text in [
            "Nf3", "Nf3+", "Nf3#", "Nxf3", "Nf3!?", "Nf3 !", "Ng1f3", "Ngf3", "N1f3", "Ng1-f3",
            "Nf3=",
        ] {
            assert_eq!(read(START, text).as_deref(), Ok("g1f3"), "{text}");
        }
        for text in [
            "e4", "e2e4", "e2-e4", "ee4", "Pe4", "Pe2-e4", "e2xe4", "e4+", " e4 ",
        ] {
            assert_eq!(read(START, text).as_deref(), Ok("e2e4"), "{text}");
        }
    }

    #[test]
    fn a_pawn_takes_in_every_spelling() {
        for text in [
            "dxc6",
            "dc6",
            "d:c6",
            "d5xc6",
            "d5c6",
            "xc6",
            "c6",
            "dxc6 e.p.",
            "dxc6e.p.",
            "dxc6 ep+",
        ] {
            assert_eq!(read(PASSES, text).as_deref(), Ok("d5c6"), "{text}");
        }
        assert_eq!(written(PASSES, "d5c6"), "dxc6");
    }

    #[test]
    fn a_pawn_without_its_file_is_in_doubt_between_two_captures() {
        let fen = "7k/8/3r4/2P1P3/8/8/8/K7 w - - 0 1";
        assert!(
            matches!(read(fen, "xd6"), Err(MoveError::Ambiguous { choices }) if choices.len() == 2)
        );
        assert_eq!(read(fen, "cd6").as_deref(), Ok("c5d6"));
        assert_eq!(
            read("7k/8/3r4/3PP3/8/8/8/K7 w - - 0 1", "d6").as_deref(),
            Ok("e5d6")
        );
    }

    #[test]
    fn a_promotion_is_read_with_and_without_its_sign() {
        for text in [
            "a8=Q", "a8Q", "a8(Q)", "a8/Q", "a7a8Q", "a7-a8=Q", "a8=q", "a8=Q+", "a8Q#",
        ] {
            assert_eq!(read(PROMOTES, text).as_deref(), Ok("a7a8q"), "{text}");
        }
        assert_eq!(read(PROMOTES, "axb8=N").as_deref(), Ok("a7b8n"));
        assert_eq!(read(PROMOTES, "ab8B").as_deref(), Ok("a7b8b"));
        assert_eq!(written(PROMOTES, "a7b8r"), "axb8=R+");
        assert!(
            matches!(read(PROMOTES, "a8"), Err(MoveError::PromotionRequired { choices }) if choices.len() == 4)
        );
        assert!(matches!(
            read(PROMOTES, "a8="),
            Err(MoveError::PromotionRequired { .. })
        ));
        assert_eq!(read(PROMOTES, "a8=K"), Err(MoveError::Malformed));
    }

    #[test]
    fn the_origin_is_given_only_as_far_as_legal_moves_need_it() {
        assert_eq!(written("R6R/8/8/8/6k1/8/8/K7 w - - 0 1", "a8d8"), "Rad8");
        assert_eq!(written("7k/8/8/R7/8/8/8/R3K3 w - - 0 1", "a1a3"), "R1a3");
        assert_eq!(written("2k5/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4"), "Qh4e4");
        assert_eq!(written("2k5/8/8/8/7Q/8/8/K6Q w - - 0 1", "h1e1"), "Q1e1");
        let pinned = "4r2k/8/8/8/8/4N3/8/4K1N1 w - - 0 1";
        assert_eq!(written(pinned, "g1e2"), "Ne2");
        let pinned = "4r2k/8/8/8/8/8/4N3/4K1N1 w - - 0 1";
        assert_eq!(written(pinned, "g1f3"), "Nf3");
        let rivals = "4r2k/8/8/8/8/8/4N3/4KN2 w - - 0 1";
        assert_eq!(
            written(rivals, "f1g3"),
            "Ng3",
            "the other knight is pinned and cannot go there"
        );
        assert_eq!(written(&rivals.replace("4r2k", "7k"), "f1g3"), "Nfg3");
    }

    #[test]
    fn check_and_mate_are_marked() {
        assert_eq!(written("7k/8/6K1/8/8/8/R7/8 w - - 0 1", "a2a8"), "Ra8#");
        assert_eq!(written("7k/8/5K2/8/8/8/R7/8 w - - 0 1", "a2a8"), "Ra8+");
    }

    #[test]
    fn text_that_means_several_moves_is_refused_with_the_choices() {
        let fen = "4k3/8/8/8/8/8/8/RN2KN2 w - - 0 1";
        let Err(MoveError::Ambiguous { choices }) = read(fen, "Nd2") else {
            panic!("Nd2 was read")
        };
        assert_eq!(choices.len(), 2);
        assert_eq!(read(fen, "Nbd2").as_deref(), Ok("b1d2"));
        assert_eq!(read(fen, "Nfd2").as_deref(), Ok("f1d2"));
        assert_eq!(read(fen, "Ncd2"), Err(MoveError::Illegal));
    }

    #[test]
    fn text_that_is_no_notation_is_malformed() {
        for text in [
            "",
            " ",
            "e",
            "4",
            "x",
            "Nx",
            "Xe4",
            "e9",
            "Nf9",
            "O-O-O-O",
            "0-1",
            "1-0",
            "--",
            "Nf3f4f5",
            "♘f3",
            "N♘",
            "e4e5e6",
            "Nf3 Nf6",
            "!!",
            "=Q",
            "Q",
            "e2e4e",
            "aaaaaaaaaaaaaaaaaaaaaaaaaa",
        ] {
            assert_eq!(read(START, text), Err(MoveError::Malformed), "{text}");
        }
    }

    #[test]
    fn well_formed_text_of_no_legal_move_is_illegal() {
        for text in ["e5", "Nd4", "Ke2", "O-O", "exd3", "Qh5", "e8=Q"] {
            assert_eq!(read(START, text), Err(MoveError::Illegal), "{text}");
        }
    }

    #[test]
    fn a_move_that_is_not_legal_is_written_as_uci() {
        let position = position(START);
        let absurd = Move::from_bits(63 << 6 | 4 << 12).unwrap();
        assert_eq!(san(&position, absurd), "a1h8q");
    }
}
