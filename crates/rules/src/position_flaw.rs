//! What is wrong with a set-up position: one code for each fault, for programs and for the texts of every language.

/// What is wrong with a set-up position of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionFlaw {
    /// Chess: the FEN has too few or too many fields.
    FieldCount,
    /// Chess: the board has not eight ranks.
    RankCount,
    /// Chess: a rank has not eight squares.
    RankLength,
    /// Chess: a rank has two digits in a row.
    SplitDigits,
    /// Chess: a letter is no piece.
    UnknownPiece,
    /// Chess: the side to move is neither `w` nor `b`.
    UnknownTurn,
    /// Chess: the castling rights cannot be read.
    BadCastling,
    /// Chess: the en passant square cannot be read.
    BadEnPassant,
    /// Chess: the counters are no numbers, or too high.
    BadCounter,
    /// Chess: a side has no king, or several.
    KingCount,
    /// Chess: a side has more than 16 pieces.
    TooManyPieces,
    /// Chess: a side has more than 8 pawns.
    TooManyPawns,
    /// Chess: a pawn stands on the first or the last rank.
    PawnOnLastRank,
    /// Chess: the side that is not to move is in check.
    OpponentInCheck,
    /// Chess: more than two pieces give check.
    TooManyCheckers,
    /// Damas: the text has not the shape of a position.
    NotADamasPosition,
    /// Damas: a square is no number from 1 to 32, or a range runs backwards.
    NoSuchSquare,
    /// Damas: two pieces stand on one square.
    SquareTakenTwice,
    /// Damas: a man stands where it would have become a king.
    ManOnLastRow,
    /// Damas: the board is empty.
    EmptyBoard,
    /// Damas: a side has more than twelve pieces.
    MoreThanTwelve,
    /// Both games: the game would be over at once.
    AlreadyOver,
}

impl PositionFlaw {
    /// Every flaw, in the order of the declarations above.
    pub const ALL: [PositionFlaw; 22] = [
        PositionFlaw::FieldCount,
        PositionFlaw::RankCount,
        PositionFlaw::RankLength,
        PositionFlaw::SplitDigits,
        PositionFlaw::UnknownPiece,
        PositionFlaw::UnknownTurn,
        PositionFlaw::BadCastling,
        PositionFlaw::BadEnPassant,
        PositionFlaw::BadCounter,
        PositionFlaw::KingCount,
        PositionFlaw::TooManyPieces,
        PositionFlaw::TooManyPawns,
        PositionFlaw::PawnOnLastRank,
        PositionFlaw::OpponentInCheck,
        PositionFlaw::TooManyCheckers,
        PositionFlaw::NotADamasPosition,
        PositionFlaw::NoSuchSquare,
        PositionFlaw::SquareTakenTwice,
        PositionFlaw::ManOnLastRow,
        PositionFlaw::EmptyBoard,
        PositionFlaw::MoreThanTwelve,
        PositionFlaw::AlreadyOver,
    ];

    /// The code in the API. It does not change between versions.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            PositionFlaw::FieldCount => "field-count",
            PositionFlaw::RankCount => "rank-count",
            PositionFlaw::RankLength => "rank-length",
            PositionFlaw::SplitDigits => "split-digits",
            PositionFlaw::UnknownPiece => "unknown-piece",
            PositionFlaw::UnknownTurn => "unknown-turn",
            PositionFlaw::BadCastling => "bad-castling",
            PositionFlaw::BadEnPassant => "bad-en-passant",
            PositionFlaw::BadCounter => "bad-counter",
            PositionFlaw::KingCount => "king-count",
            PositionFlaw::TooManyPieces => "too-many-pieces",
            PositionFlaw::TooManyPawns => "too-many-pawns",
            PositionFlaw::PawnOnLastRank => "pawn-on-last-rank",
            PositionFlaw::OpponentInCheck => "opponent-in-check",
            PositionFlaw::TooManyCheckers => "too-many-checkers",
            PositionFlaw::NotADamasPosition => "not-a-damas-position",
            PositionFlaw::NoSuchSquare => "no-such-square",
            PositionFlaw::SquareTakenTwice => "square-taken-twice",
            PositionFlaw::ManOnLastRow => "man-on-last-row",
            PositionFlaw::EmptyBoard => "empty-board",
            PositionFlaw::MoreThanTwelve => "more-than-twelve",
            PositionFlaw::AlreadyOver => "already-over",
        }
    }
}
