//! Positions as text: Forsyth–Edwards notation.

use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;

use super::position::{BLACK, NO_SQUARE};
use super::{Bitboard, Piece, Position, Role, Square};
use crate::{Color, Reason};

/// What is wrong with a FEN, or with the position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The number of fields is not 4, 5 or 6.
    FieldCount(usize),
    /// The board does not have eight ranks.
    RankCount(usize),
    /// A rank (1 to 8) does not describe eight squares.
    RankLength(u8),
    /// A rank (1 to 8) has a letter that is no piece.
    UnknownPiece(u8, char),
    /// The side to move is neither `w` nor `b`.
    UnknownTurn,
    /// The castling rights are neither `-` nor some of `KQkq`, each once.
    BadCastling,
    /// The en passant square is neither `-` nor a square.
    BadEnPassant,
    /// The halfmove clock is not a number from 0 to 65535.
    BadHalfmoveClock,
    /// The fullmove number is not a number from 0 to 65535.
    BadFullmoveNumber,
    /// A side has no king, or several: the number it has.
    KingCount(Color, u32),
    /// A side has more than 16 pieces: the number it has.
    TooManyPieces(Color, u32),
    /// A side has more than 8 pawns: the number it has.
    TooManyPawns(Color, u32),
    /// A pawn stands on the first or the last rank.
    PawnOnLastRank(Square),
    /// The side that is *not* to move is in check: its king could be taken. Adjacent kings are this fault too.
    OpponentInCheck(Color),
    /// More than two pieces give check, which no move can bring about: the number of them.
    TooManyCheckers(u32),
    /// The game is over in this position: by mate, stalemate, material or the fifty-move counter.
    AlreadyOver(Reason),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::FieldCount(found) => write!(
                f,
                "a fen has 4 to 6 fields (board, side to move, castling, en passant, two counters), this has {found}"
            ),
            FenError::RankCount(found) => {
                write!(
                    f,
                    "the board must have 8 ranks separated by /, this has {found}"
                )
            }
            FenError::RankLength(rank) => write!(f, "rank {rank} must describe exactly 8 squares"),
            FenError::UnknownPiece(rank, letter) => write!(
                f,
                "rank {rank} has {letter:?}, but only the pieces PNBRQK or pnbrqk and the digits 1 to 8 can stand there"
            ),
            FenError::UnknownTurn => f.write_str("the side to move must be w or b"),
            FenError::BadCastling => {
                f.write_str("the castling rights must be - or some of the letters KQkq, each once")
            }
            FenError::BadEnPassant => {
                f.write_str("the en passant square must be - or a square such as e3")
            }
            FenError::BadHalfmoveClock => {
                f.write_str("the halfmove clock must be a number from 0 to 65535")
            }
            FenError::BadFullmoveNumber => {
                f.write_str("the fullmove number must be a number from 0 to 65535")
            }
            FenError::KingCount(color, found) => {
                write!(f, "{color} must have exactly one king, not {found}")
            }
            FenError::TooManyPieces(color, found) => {
                write!(f, "{color} can have at most 16 pieces, not {found}")
            }
            FenError::TooManyPawns(color, found) => {
                write!(f, "{color} can have at most 8 pawns, not {found}")
            }
            FenError::PawnOnLastRank(square) => {
                write!(
                    f,
                    "no pawn can stand on the first or last rank, but one is on {square}"
                )
            }
            FenError::OpponentInCheck(color) => {
                write!(f, "{color} is not to move, so its king cannot be in check")
            }
            FenError::TooManyCheckers(found) => {
                write!(f, "at most two pieces can give check at once, not {found}")
            }
            FenError::AlreadyOver(reason) => {
                write!(
                    f,
                    "the game must not be over yet, but this position is {reason}"
                )
            }
        }
    }
}

impl core::error::Error for FenError {}

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
