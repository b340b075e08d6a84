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

/// The highest fullmove number that a game can begin with. The longest game has fewer than 12,000 moves, so its last number
/// is far below what the counter can hold.
pub(super) const MAX_FIRST_MOVE: u32 = 4_000_000_000;

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
    /// Those of `from_fen`; [`FenError::AlreadyOver`] for mate, stalemate, insufficient material and a halfmove clock of
    /// 100 or more; [`FenError::FullmoveNumberTooHigh`] above 4,000,000,000.
    pub fn playable_from_fen(fen: &str) -> Result<Position, FenError> {
        let position = Position::from_fen(fen)?;
        if position.fullmove_number > MAX_FIRST_MOVE {
            return Err(FenError::FullmoveNumberTooHigh(position.fullmove_number));
        }
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
        let mut after_digit = false;
        for letter in pieces.chars() {
            // One position has one text: eight empty squares are `8`, never `44`.
            if after_digit && letter.is_ascii_digit() {
                return Err(FenError::SplitDigits(name));
            }
            after_digit = letter.is_ascii_digit();
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
fn read_number(text: &str) -> Option<u32> {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        text.parse().ok()
    } else {
        None
    }
}

#[cfg(test)]
mod tests;
