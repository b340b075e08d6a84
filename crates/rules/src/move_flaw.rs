//! Why a text is no move that can be made: one code for each reason, for programs and for the texts of every language.

use core::fmt;

/// Why a text is no move that can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveFlaw {
    /// Chess: the text cannot be read.
    NotChessNotation,
    /// Damas: the text cannot be read.
    NotDamasNotation,
    /// No own piece, or none of this kind, stands where the move begins.
    NoSuchPiece,
    /// The piece does not go there.
    CannotReach,
    /// Chess: the own king would be attacked after the move (FIDE 3.9.2).
    KingAttacked,
    /// Chess: castling is not possible now (FIDE 3.8.2).
    NoCastling,
    /// Chess: the text names a promotion, but the move is none.
    NoPromotion,
    /// Damas: a capture is obligatory, and the move captures nothing.
    CaptureDue,
    /// Damas: it captures, but the law asks for another capture, or for more of this one.
    OtherCaptureDue,
    /// Damas: it is written as a capture, and nothing can be captured so.
    NothingToCapture,
}

impl MoveFlaw {
    /// Every flaw, in the order of the declarations above.
    pub const ALL: [MoveFlaw; 10] = [
        MoveFlaw::NotChessNotation,
        MoveFlaw::NotDamasNotation,
        MoveFlaw::NoSuchPiece,
        MoveFlaw::CannotReach,
        MoveFlaw::KingAttacked,
        MoveFlaw::NoCastling,
        MoveFlaw::NoPromotion,
        MoveFlaw::CaptureDue,
        MoveFlaw::OtherCaptureDue,
        MoveFlaw::NothingToCapture,
    ];

    /// The code in the API. It does not change between versions.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            MoveFlaw::NotChessNotation => "not-chess-notation",
            MoveFlaw::NotDamasNotation => "not-damas-notation",
            MoveFlaw::NoSuchPiece => "no-such-piece",
            MoveFlaw::CannotReach => "cannot-reach",
            MoveFlaw::KingAttacked => "king-attacked",
            MoveFlaw::NoCastling => "no-castling",
            MoveFlaw::NoPromotion => "no-promotion",
            MoveFlaw::CaptureDue => "capture-due",
            MoveFlaw::OtherCaptureDue => "other-capture-due",
            MoveFlaw::NothingToCapture => "nothing-to-capture",
        }
    }

    /// Whether the text could not be read at all.
    #[must_use]
    pub const fn is_unreadable(self) -> bool {
        matches!(
            self,
            MoveFlaw::NotChessNotation | MoveFlaw::NotDamasNotation
        )
    }
}

impl fmt::Display for MoveFlaw {
    /// What is wrong and, where the text cannot be read, how moves are written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            MoveFlaw::NotChessNotation => {
                "a move is written as from and to, such as `e2e4`, or in notation, such as `Nf3`, with the letters \
                 K Q R B N for king, queen, rook, bishop and knight"
            }
            MoveFlaw::NotDamasNotation => {
                "a move is written with the numbers of its squares, such as `10-14`, a capture such as `15x22`"
            }
            MoveFlaw::NoSuchPiece => "no such piece of yours stands where this move begins",
            MoveFlaw::CannotReach => "the piece cannot go there",
            MoveFlaw::KingAttacked => "your king would be attacked after it",
            MoveFlaw::NoCastling => "castling is not possible now",
            MoveFlaw::NoPromotion => "no pawn is promoted by it, so it names no piece to become",
            MoveFlaw::CaptureDue => "a capture must be made",
            MoveFlaw::OtherCaptureDue => {
                "the law of this table asks for another capture, or for more of this one"
            }
            MoveFlaw::NothingToCapture => {
                "nothing can be captured so; a move without a capture is written with a dash"
            }
        })
    }
}
