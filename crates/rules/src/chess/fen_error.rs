//! What can be wrong with a position that is set up.

use core::fmt;

use super::Square;
use super::fen::MAX_FIRST_MOVE;
use crate::{Color, PositionFlaw, Reason};

/// What is wrong with a FEN, or with the position in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenError {
    /// The number of fields is not 4, 5 or 6.
    FieldCount(usize),
    /// The board does not have eight ranks.
    RankCount(usize),
    /// A rank (1 to 8) does not describe eight squares.
    RankLength(u8),
    /// A rank (1 to 8) has two digits in a row. Neighbouring empty squares are one digit: `8`, not `44`.
    SplitDigits(u8),
    /// A rank (1 to 8) has a letter that is no piece.
    UnknownPiece(u8, char),
    /// The side to move is neither `w` nor `b`.
    UnknownTurn,
    /// The castling rights are neither `-` nor some of `KQkq`, each once.
    BadCastling,
    /// The en passant square is neither `-` nor a square.
    BadEnPassant,
    /// The halfmove clock is not a number from 0 to 4294967295.
    BadHalfmoveClock,
    /// The fullmove number is not a number from 0 to 4294967295.
    BadFullmoveNumber,
    /// The fullmove number is so high that a whole game could not be counted from it. The highest number is
    /// 4,000,000,000.
    FullmoveNumberTooHigh(u32),
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

impl FenError {
    /// Its kind, without the details: what the API's `code` says.
    #[must_use]
    pub const fn flaw(&self) -> PositionFlaw {
        match self {
            FenError::FieldCount(_) => PositionFlaw::FieldCount,
            FenError::RankCount(_) => PositionFlaw::RankCount,
            FenError::RankLength(_) => PositionFlaw::RankLength,
            FenError::SplitDigits(_) => PositionFlaw::SplitDigits,
            FenError::UnknownPiece(..) => PositionFlaw::UnknownPiece,
            FenError::UnknownTurn => PositionFlaw::UnknownTurn,
            FenError::BadCastling => PositionFlaw::BadCastling,
            FenError::BadEnPassant => PositionFlaw::BadEnPassant,
            FenError::BadHalfmoveClock
            | FenError::BadFullmoveNumber
            | FenError::FullmoveNumberTooHigh(_) => PositionFlaw::BadCounter,
            FenError::KingCount(..) => PositionFlaw::KingCount,
            FenError::TooManyPieces(..) => PositionFlaw::TooManyPieces,
            FenError::TooManyPawns(..) => PositionFlaw::TooManyPawns,
            FenError::PawnOnLastRank(_) => PositionFlaw::PawnOnLastRank,
            FenError::OpponentInCheck(_) => PositionFlaw::OpponentInCheck,
            FenError::TooManyCheckers(_) => PositionFlaw::TooManyCheckers,
            FenError::AlreadyOver(_) => PositionFlaw::AlreadyOver,
        }
    }
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
            FenError::SplitDigits(rank) => write!(
                f,
                "rank {rank} has two digits in a row; neighbouring empty squares are one digit, such as 8 and not 44"
            ),
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
                f.write_str("the halfmove clock must be a number from 0 to 4294967295")
            }
            FenError::BadFullmoveNumber => {
                f.write_str("the fullmove number must be a number from 0 to 4294967295")
            }
            FenError::FullmoveNumberTooHigh(found) => write!(
                f,
                "a game can begin with fullmove number {MAX_FIRST_MOVE} at most, not {found}"
            ),
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
