//! What the material on the board still allows.

use super::{Bitboard, Position, Role};
use crate::Color;

impl Position {
    /// Whether nobody can give mate with what is left: kings alone, one bishop or knight besides, or any number of
    /// bishops that all stand on squares of one colour (seed 004 "Material insuficiente"; FIDE 5.2.2 without positions
    /// that are dead for other reasons).
    #[must_use]
    pub fn insufficient_material(&self) -> bool {
        let heavy = self.of_role(Role::Pawn) | self.of_role(Role::Rook) | self.of_role(Role::Queen);
        if heavy != 0 {
            return false;
        }
        let knights = self.of_role(Role::Knight);
        let bishops = self.of_role(Role::Bishop);
        if knights == 0 {
            return on_one_colour(bishops);
        }
        bishops == 0 && knights.count_ones() == 1
    }

    /// Whether `color` could mate by any series of legal moves, the rival helping, as far as material tells (FIDE 6.9).
    /// When it could not, running out of time against it is a draw.
    ///
    /// `false` for a lone king; for one knight, unless the rival has a piece that may shut in its own king (a pawn,
    /// knight, bishop or rook; a queen always has an answer); and for bishops of one square colour, unless there is a
    /// knight, a pawn or a bishop of the other colour on either side.
    #[must_use]
    pub fn can_ever_mate(&self, color: Color) -> bool {
        let own = self.of_color(color);
        let rival = self.of_color(!color);
        let knights = self.of_role(Role::Knight);
        let bishops = self.of_role(Role::Bishop);
        let heavy = self.of_role(Role::Pawn) | self.of_role(Role::Rook) | self.of_role(Role::Queen);
        if own & heavy != 0 {
            return true;
        }
        if own & knights != 0 {
            let harmless = self.of_role(Role::King) | self.of_role(Role::Queen);
            return own.count_ones() > 2 || rival & !harmless != 0;
        }
        if own & bishops != 0 {
            return knights | self.of_role(Role::Pawn) != 0 || !on_one_colour(bishops);
        }
        false
    }
}

const fn on_one_colour(bishops: u64) -> bool {
    bishops & Bitboard::DARK.0 == 0 || bishops & !Bitboard::DARK.0 == 0
}

#[cfg(test)]
mod tests {
    use super::super::tables::KING;
    use super::*;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    #[test]
    fn material_that_cannot_mate_is_a_draw() {
        for fen in [
            "7k/8/8/8/8/8/8/K7 w - - 0 1",
            "7k/8/8/8/8/8/8/KB6 w - - 0 1",
            "7k/8/8/8/8/8/8/KN6 w - - 0 1",
            "6nk/8/8/8/8/8/8/K7 w - - 0 1",
            "5b1k/8/8/8/8/8/8/K1B5 w - - 0 1",
            "6k1/8/8/8/8/8/1B1B4/K1B5 w - - 0 1",
            "5bk1/4b3/8/8/8/8/1B1B4/K1B5 w - - 0 1",
        ] {
            assert!(position(fen).insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn material_with_a_mate_however_unlikely_plays_on() {
        for fen in [
            "7k/8/8/8/8/8/8/KNN5 w - - 0 1",
            "6nk/8/8/8/8/8/8/KN6 w - - 0 1",
            "6nk/8/8/8/8/8/8/KB6 w - - 0 1",
            "7k/8/8/8/8/8/8/KBN5 w - - 0 1",
            "7k/8/8/8/8/8/8/KBB5 w - - 0 1",
            "5b1k/8/8/8/8/8/8/KB6 w - - 0 1",
            "7k/8/8/8/8/8/P7/K7 w - - 0 1",
            "6rk/8/8/8/8/8/8/K7 w - - 0 1",
            "6qk/8/8/8/8/8/8/K7 w - - 0 1",
        ] {
            assert!(!position(fen).insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn who_could_still_mate_when_the_other_runs_out_of_time() {
        // The board, and whether white, then black, could mate.
        for (pieces, white, black) in [
            ("7k/8/8/8/8/8/8/K7", false, false),
            ("7k/8/8/8/8/8/8/KQ6", true, false),
            ("7k/8/8/8/8/8/P7/K7", true, false),
            ("7k/8/8/8/8/8/8/KN6", false, false),
            ("6qk/8/8/8/8/8/8/KN6", false, true),
            ("5qqk/8/8/8/8/8/8/KN6", false, true),
            ("6rk/8/8/8/8/8/8/KN6", true, true),
            ("6nk/8/8/8/8/8/8/KN6", true, true),
            ("6bk/8/8/8/8/8/8/KN6", true, true),
            ("7k/7p/8/8/8/8/8/KN6", true, true),
            ("7k/8/8/8/8/8/8/KNN5", true, false),
            ("7k/8/8/8/8/8/8/KB6", false, false),
            ("6rk/8/8/8/8/8/8/KB6", false, true),
            ("6qk/8/8/8/8/8/8/KB6", false, true),
            ("6bk/8/8/8/8/8/8/KB6", false, false),
            ("5b1k/8/8/8/8/8/8/KB6", true, true),
            ("6nk/8/8/8/8/8/8/KB6", true, true),
            ("7k/7p/8/8/8/8/8/KB6", true, true),
            ("7k/8/8/8/8/8/8/KBB5", true, false),
            ("7k/8/8/8/8/8/8/KBN5", true, false),
        ] {
            let position = position(&format!("{pieces} w - - 0 1"));
            assert_eq!(
                position.can_ever_mate(Color::White),
                white,
                "white in {pieces}"
            );
            assert_eq!(
                position.can_ever_mate(Color::Black),
                black,
                "black in {pieces}"
            );
        }
    }

    /// Whether black, with this piece on some square, can stand mated by a white king and `attacker`.
    fn a_mate_exists(attacker: char, defender: char) -> bool {
        // By symmetry the mated king stands on one of the ten squares a1 b1 c1 d1 b2 c2 d2 c3 d3 d4.
        let corner = [0u8, 1, 2, 3, 9, 10, 11, 18, 19, 27];
        let mut boards = [0u64; 8];
        let piece = |letter| super::super::Piece::from_letter(letter).unwrap().role as usize;
        for black_king in corner {
            for white_king in 0..64 {
                for attacks in 0..64 {
                    for defends in 0..64 {
                        let squares =
                            1u64 << black_king | 1 << white_king | 1 << attacks | 1 << defends;
                        if squares.count_ones() < 4 {
                            continue;
                        }
                        boards.fill(0);
                        boards[0] = 1 << white_king | 1 << attacks;
                        boards[7] = 1 << black_king | 1 << defends;
                        boards[Role::King as usize] = 1 << white_king | 1 << black_king;
                        boards[piece(attacker)] |= 1 << attacks;
                        boards[piece(defender)] |= 1 << defends;
                        let position = Position {
                            boards,
                            turn: Color::Black,
                            ..Position::start()
                        };
                        let position = Position {
                            rights: 0,
                            ..position
                        };
                        let adjacent = KING[black_king as usize] & 1 << white_king != 0;
                        if !adjacent && position.is_check() && !position.has_legal_moves() {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    #[test]
    fn no_placing_of_the_pieces_is_a_mate_where_none_is_claimed_to_exist() {
        for (attacker, defender) in [('N', 'q'), ('B', 'q'), ('B', 'r')] {
            assert!(
                !a_mate_exists(attacker, defender),
                "{attacker} against {defender}"
            );
        }
        for (attacker, defender) in [('N', 'r'), ('N', 'b'), ('N', 'n'), ('B', 'n'), ('B', 'b')] {
            assert!(
                a_mate_exists(attacker, defender),
                "{attacker} against {defender}"
            );
        }
    }
}
