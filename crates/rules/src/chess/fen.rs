//! Positions as text: Forsyth–Edwards notation.

use core::fmt::Write as _;
use core::str::FromStr;

use super::position::{BLACK, NO_SQUARE};
use super::{Bitboard, FenError, Piece, Position, Role, Square};
use crate::{Color, Reason};

const STARTING_RIGHTS: [(char, u8, Color, u64, u64); 4] = [
    ('K', 1, Color::White, 1 << 4, 1 << 7),
    ('Q', 2, Color::White, 1 << 4, 1),
    ('k', 4, Color::Black, 1 << 60, 1 << 63),
    ('q', 8, Color::Black, 1 << 60, 1 << 56),
];

impl Position {
    /// Reads a FEN, with both counters, the first of them or none (0 and 1 are then taken). Castling rights without king
    /// and rook at home and an en passant square where no pawn can legally take are dropped. A fullmove number of 0 is
    /// read as 1.
    ///
    /// # Errors
    /// A [`FenError`] where the text is not a FEN, or the position could not be played on: see its variants. A position
    /// in which the game is over is read; [`Position::playable_from_fen`] refuses that too.
    ///
    /// ```
    /// use rules::chess::{FenError, Position};
    ///
    /// let position = Position::from_fen("7k/8/8/8/8/8/8/K6Q b - -").unwrap();
    /// assert!(position.is_check());
    /// assert_eq!(position.fen(), "7k/8/8/8/8/8/8/K6Q b - - 0 1");
    /// assert_eq!(Position::from_fen("8/8/8 w - -"), Err(FenError::RankCount(3)));
    /// ```
    pub fn from_fen(fen: &str) -> Result<Position, FenError> {
        let mut fields = fen.split_ascii_whitespace();
        let count = fields.clone().count();
        if !(4..=6).contains(&count) {
            return Err(FenError::FieldCount(count));
        }
        let mut next = || fields.next().unwrap_or("");

        let boards = read_board(next())?;
        let turn = match next() {
            "w" => Color::White,
            "b" => Color::Black,
            _ => return Err(FenError::UnknownTurn),
        };
        let rights = read_rights(next())?;
        let en_passant = match next() {
            "-" => None,
            text => Some(text.parse::<Square>().map_err(|_| FenError::BadEnPassant)?),
        };
        let halfmove_clock = match next() {
            "" => 0,
            text => read_number(text).ok_or(FenError::BadHalfmoveClock)?,
        };
        let fullmove_number = match next() {
            "" => 1,
            text => read_number(text).ok_or(FenError::BadFullmoveNumber)?.max(1),
        };
        let mut position = Position {
            boards,
            turn,
            rights: 0,
            en_passant: NO_SQUARE,
            halfmove_clock,
            fullmove_number,
        };
        position.check()?;
        position.keep_rights(rights);
        position.keep_en_passant(en_passant);
        Ok(position)
    }

    /// As [`Position::from_fen`], for a position that a game may start from.
    ///
    /// # Errors
    /// Those of `from_fen`, and [`FenError::AlreadyOver`] for mate, stalemate, insufficient material and a halfmove clock
    /// of 100 or more.
    pub fn playable_from_fen(fen: &str) -> Result<Position, FenError> {
        let position = Position::from_fen(fen)?;
        match position.over() {
            Some(reason) => Err(FenError::AlreadyOver(reason)),
            None => Ok(position),
        }
    }

    /// Why the game is over in this position, whatever came before it, in the order of the outcomes.
    pub(super) fn over(&self) -> Option<Reason> {
        if !self.has_legal_moves() {
            return Some(if self.is_check() {
                Reason::Checkmate
            } else {
                Reason::Stalemate
            });
        }
        if self.insufficient_material() {
            return Some(Reason::InsufficientMaterial);
        }
        (self.halfmove_clock >= 100).then_some(Reason::FiftyMoves)
    }

    fn check(&self) -> Result<(), FenError> {
        for color in Color::ALL {
            let kings = self.pieces(color, Role::King).count();
            if kings != 1 {
                return Err(FenError::KingCount(color, kings));
            }
            let pieces = self.side(color).count();
            if pieces > 16 {
                return Err(FenError::TooManyPieces(color, pieces));
            }
            let pawns = self.pieces(color, Role::Pawn).count();
            if pawns > 8 {
                return Err(FenError::TooManyPawns(color, pawns));
            }
        }
        let misplaced = Bitboard(self.of_role(Role::Pawn) & 0xFF00_0000_0000_00FF);
        if let Some(square) = misplaced.first() {
            return Err(FenError::PawnOnLastRank(square));
        }
        let waiting = self.king(!self.turn).index();
        if self.attackers(u32::from(waiting), self.turn, self.occupied_bits()) != 0 {
            return Err(FenError::OpponentInCheck(!self.turn));
        }
        match self.checkers().count() {
            0..=2 => Ok(()),
            found => Err(FenError::TooManyCheckers(found)),
        }
    }

    /// FIDE 3.8.2.1: only with king and rook where they started.
    fn keep_rights(&mut self, rights: u8) {
        for (_, right, color, king, rook) in STARTING_RIGHTS {
            let own = self.of_color(color);
            let at_home = own & self.of_role(Role::King) & king != 0
                && own & self.of_role(Role::Rook) & rook != 0;
            if rights & right != 0 && at_home {
                self.rights |= right;
            }
        }
    }

    /// FIDE 3.7.3.1: a pawn has just passed over the square, and another can legally take it.
    fn keep_en_passant(&mut self, square: Option<Square>) {
        let Some(square) = square else { return };
        let target = square.bit();
        let (rank, came_from, stands_on) = match self.turn {
            Color::White => (5, target << 8, target >> 8),
            Color::Black => (2, target >> 8, target << 8),
        };
        let pawn = self.of_role(Role::Pawn) & self.of_color(!self.turn) & stands_on;
        let passed =
            square.rank() == rank && self.occupied_bits() & (target | came_from) == 0 && pawn != 0;
        if passed && self.en_passant_is_legal(square.index()) {
            self.en_passant = square.index();
        }
    }

    /// The position as FEN with all six fields. The en passant square is there only when a pawn can legally take.
    #[must_use]
    pub fn fen(&self) -> String {
        let mut fen = String::with_capacity(80);
        for rank in (0..8).rev() {
            let mut empty = 0u8;
            for square in (0..8).filter_map(|file| Square::at(file, rank)) {
                match self.piece_at(square) {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            fen.push(char::from(b'0' + empty));
                        }
                        empty = 0;
                        fen.push(piece.letter());
                    }
                }
            }
            if empty > 0 {
                fen.push(char::from(b'0' + empty));
            }
            if rank > 0 {
                fen.push('/');
            }
        }
        fen.push_str(if self.turn == Color::White {
            " w "
        } else {
            " b "
        });
        if self.rights == 0 {
            fen.push('-');
        }
        fen.extend(
            STARTING_RIGHTS
                .iter()
                .filter(|right| self.rights & right.1 != 0)
                .map(|right| right.0),
        );
        // Writing to a string cannot fail.
        let _ = match self.en_passant() {
            Some(square) => write!(fen, " {square}"),
            None => write!(fen, " -"),
        };
        let _ = write!(fen, " {} {}", self.halfmove_clock, self.fullmove_number);
        fen
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Position, FenError> {
        Position::from_fen(fen)
    }
}

fn read_board(text: &str) -> Result<[u64; 8], FenError> {
    let ranks = text.split('/').count();
    if ranks != 8 {
        return Err(FenError::RankCount(ranks));
    }
    let mut boards = [0u64; 8];
    for (rank, pieces) in (0..8u8).rev().zip(text.split('/')) {
        let name = rank + 1;
        let mut file = 0u8;
        for letter in pieces.chars() {
            if let Some(piece) = Piece::from_letter(letter) {
                let square = Square::at(file, rank).ok_or(FenError::RankLength(name))?;
                let color = if piece.color == Color::White {
                    0
                } else {
                    BLACK
                };
                boards[color] |= square.bit();
                boards[piece.role as usize & 7] |= square.bit();
                file += 1;
            } else if ('1'..='8').contains(&letter) {
                file += letter as u8 - b'0';
            } else {
                return Err(FenError::UnknownPiece(name, letter));
            }
            if file > 8 {
                return Err(FenError::RankLength(name));
            }
        }
        if file != 8 {
            return Err(FenError::RankLength(name));
        }
    }
    Ok(boards)
}

fn read_rights(text: &str) -> Result<u8, FenError> {
    if text == "-" {
        return Ok(0);
    }
    let mut rights = 0;
    for letter in text.chars() {
        let known = STARTING_RIGHTS.iter().find(|right| right.0 == letter);
        let right = known.ok_or(FenError::BadCastling)?.1;
        if rights & right != 0 {
            return Err(FenError::BadCastling);
        }
        rights |= right;
    }
    Ok(rights)
}

/// Digits only: `parse` alone would let a sign through.
fn read_number(text: &str) -> Option<u16> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(fen: &str) -> FenError {
        match Position::playable_from_fen(fen) {
            Err(error) => error,
            Ok(position) => panic!("{fen} was read as {position}"),
        }
    }

    fn rewritten(fen: &str) -> String {
        Position::from_fen(fen).unwrap().fen()
    }

    #[test]
    fn a_fen_comes_out_as_it_went_in() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
            "8/2p5/3p4/KP5r/5pPk/8/4P3/1R6 b - g3 0 1",
            "6k1/8/8/8/8/8/8/K6R w - - 99 65535",
        ] {
            assert_eq!(rewritten(fen), fen);
        }
    }

    #[test]
    fn the_counters_may_be_missing() {
        let whole = "6k1/8/8/8/8/8/8/K6R w - - 0 1";
        assert_eq!(rewritten("6k1/8/8/8/8/8/8/K6R w - -"), whole);
        assert_eq!(rewritten("6k1/8/8/8/8/8/8/K6R w - - 0"), whole);
        assert_eq!(rewritten("  6k1/8/8/8/8/8/8/K6R   w - - 0 0 "), whole);
    }

    #[test]
    fn castling_rights_without_king_and_rook_at_home_are_dropped() {
        assert_eq!(
            rewritten("r3k3/8/8/8/8/8/8/R2K3R w KQkq - 0 1"),
            "r3k3/8/8/8/8/8/8/R2K3R w q - 0 1"
        );
        assert_eq!(
            rewritten("4k2b/8/8/8/8/8/8/r3K2R w KQk - 0 1")
                .split(' ')
                .nth(2),
            Some("K")
        );
    }

    #[test]
    fn an_en_passant_square_that_cannot_be_is_dropped() {
        for (fen, why) in [
            (
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "nobody can take",
            ),
            ("7k/8/8/3Pp3/8/8/8/K7 w - d6 0 1", "no pawn passed there"),
            (
                "7k/8/4n3/3Pp3/8/8/8/K7 w - e6 0 1",
                "the square is not empty",
            ),
            (
                "7k/4n3/8/3Pp3/8/8/8/K7 w - e6 0 1",
                "the pawn cannot have come from there",
            ),
            (
                "7k/8/8/8/3pP3/8/8/K7 w - e3 0 1",
                "the wrong side is to move",
            ),
            (
                "7k/8/8/3Pp3/8/8/8/K7 w - e5 0 1",
                "not on the third or sixth rank",
            ),
            (
                "7k/8/8/3Pp3/8/8/8/K7 w - e8 0 1",
                "not on the third or sixth rank",
            ),
            (
                "7k/8/8/3Pn3/8/8/8/K7 w - e6 0 1",
                "a knight makes no double step",
            ),
            (
                "8/8/8/K1Pp3r/8/8/8/7k w - d6 0 1",
                "the capture opens the rank to the king",
            ),
        ] {
            assert_eq!(rewritten(fen).split(' ').nth(3), Some("-"), "{why}");
        }
        assert_eq!(
            rewritten("7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1")
                .split(' ')
                .nth(3),
            Some("e6")
        );
    }

    #[test]
    fn a_text_that_is_no_fen_is_refused_with_its_fault() {
        for (fen, expected) in [
            ("", FenError::FieldCount(0)),
            ("6k1/8/8/8/8/8/8/K6R w -", FenError::FieldCount(3)),
            ("6k1/8/8/8/8/8/8/K6R w - - 0 1 x", FenError::FieldCount(7)),
            ("7k/8/8/8/8/8/K6R w - - 0 1", FenError::RankCount(7)),
            ("7k/8/8/8/8/8/8/8/K6R w - - 0 1", FenError::RankCount(9)),
            ("7k/8/8/8/8/8/8/K7R w - - 0 1", FenError::RankLength(1)),
            ("7k/8/8/8/8/7/8/K6R w - - 0 1", FenError::RankLength(3)),
            ("7k/88/8/8/8/8/8/K6R w - - 0 1", FenError::RankLength(7)),
            ("7k/8/8/8/8/8//K6R w - - 0 1", FenError::RankLength(2)),
            (
                "7k/8/8/9/8/8/8/K6R w - - 0 1",
                FenError::UnknownPiece(5, '9'),
            ),
            (
                "7k/8/8/0/8/8/8/K6R w - - 0 1",
                FenError::UnknownPiece(5, '0'),
            ),
            (
                "7k/8/8/ñ7/8/8/8/K6R w - - 0 1",
                FenError::UnknownPiece(5, 'ñ'),
            ),
            ("6k1/8/8/8/8/8/8/K6R W - - 0 1", FenError::UnknownTurn),
            ("6k1/8/8/8/8/8/8/K6R w KX - 0 1", FenError::BadCastling),
            ("6k1/8/8/8/8/8/8/K6R w KK - 0 1", FenError::BadCastling),
            ("6k1/8/8/8/8/8/8/K6R w - e9 0 1", FenError::BadEnPassant),
            ("6k1/8/8/8/8/8/8/K6R w - - -1 1", FenError::BadHalfmoveClock),
            ("6k1/8/8/8/8/8/8/K6R w - - +1 1", FenError::BadHalfmoveClock),
            (
                "6k1/8/8/8/8/8/8/K6R w - - 65536 1",
                FenError::BadHalfmoveClock,
            ),
            (
                "6k1/8/8/8/8/8/8/K6R w - - 0 99999999999999999999",
                FenError::BadFullmoveNumber,
            ),
            (
                "6k1/8/8/8/8/8/8/K6R w - - 0 1.5",
                FenError::BadFullmoveNumber,
            ),
        ] {
            assert_eq!(fault(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_position_that_cannot_be_played_on_is_refused_with_its_fault() {
        let square = |text: &str| text.parse::<Square>().unwrap();
        for (fen, expected) in [
            (
                "7k/8/8/8/8/8/8/7R w - - 0 1",
                FenError::KingCount(Color::White, 0),
            ),
            (
                "7k/k7/8/8/8/8/8/K6R w - - 0 1",
                FenError::KingCount(Color::Black, 2),
            ),
            (
                "7k/8/8/8/8/RRRRR3/RRRRRRRR/K4RRR b - - 0 1",
                FenError::TooManyPieces(Color::White, 17),
            ),
            (
                "7k/pppppppp/p7/8/8/8/8/K7 w - - 0 1",
                FenError::TooManyPawns(Color::Black, 9),
            ),
            (
                "P6k/8/8/8/8/8/8/K7 w - - 0 1",
                FenError::PawnOnLastRank(square("a8")),
            ),
            (
                "7k/8/8/8/8/8/8/K4p2 w - - 0 1",
                FenError::PawnOnLastRank(square("f1")),
            ),
            (
                "7k/8/8/8/8/8/8/K6R w - - 0 1",
                FenError::OpponentInCheck(Color::Black),
            ),
            (
                "8/8/8/8/8/8/kK6/7R w - - 0 1",
                FenError::OpponentInCheck(Color::Black),
            ),
            (
                "4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1",
                FenError::TooManyCheckers(3),
            ),
        ] {
            assert_eq!(fault(fen), expected, "{fen}");
        }
    }

    #[test]
    fn a_position_that_is_over_is_read_but_no_game_starts_from_it() {
        for (fen, reason) in [
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                Reason::Checkmate,
            ),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Reason::Stalemate),
            ("7k/8/8/8/8/8/8/KB6 w - - 0 1", Reason::InsufficientMaterial),
            ("6k1/8/8/8/8/8/8/K6R w - - 100 90", Reason::FiftyMoves),
        ] {
            assert!(Position::from_fen(fen).is_ok(), "{fen}");
            assert_eq!(fault(fen), FenError::AlreadyOver(reason), "{fen}");
        }
        assert!(Position::playable_from_fen("6k1/8/8/8/8/8/8/K6R w - - 99 90").is_ok());
    }

    #[test]
    fn a_fault_says_what_was_wrong_and_what_was_expected() {
        let says = |fen| fault(fen).to_string();
        assert_eq!(
            says("7k/k7/8/8/8/8/8/K6R w - - 0 1"),
            "black must have exactly one king, not 2"
        );
        assert_eq!(
            says("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
            "the game must not be over yet, but this position is stalemate"
        );
    }
}
