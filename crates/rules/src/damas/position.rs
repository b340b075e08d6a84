//! A position: who stands where, and who is to move.

use super::geometry::last_row;
use super::moves::Move;
use super::square::{Square, Squares};
use super::table::{Blocked, Table};
use crate::{Color, Outcome, Reason};
use core::fmt;

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Piece {
    /// *Peón*: moves and captures forward.
    Man,
    /// *Dama*: a man that ended a move on its last row.
    King,
}

/// Who stands where and who is to move. No man stands on its last row, and at least one piece stands somewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    /// Pieces of white and of black.
    sides: [Squares; 2],
    /// Those of them that are kings.
    kings: Squares,
    turn: Color,
}

impl Position {
    /// The start: white on 1–12, black on 21–32, white to move (seeds 000 and 002).
    #[must_use]
    pub const fn start() -> Position {
        Position {
            sides: [
                Squares::from_bits(0x0000_0FFF),
                Squares::from_bits(0xFFF0_0000),
            ],
            kings: Squares::EMPTY,
            turn: Color::White,
        }
    }

    /// From sets that the caller has checked: disjoint, not all empty, no man on its last row.
    pub(super) const fn from_parts(
        white: Squares,
        black: Squares,
        kings: Squares,
        turn: Color,
    ) -> Position {
        Position {
            sides: [white, black],
            kings,
            turn,
        }
    }

    /// Who is to move.
    #[inline]
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// All pieces of a side.
    #[inline]
    #[must_use]
    pub const fn pieces(&self, side: Color) -> Squares {
        self.sides[side.index()]
    }

    /// The men of a side.
    #[inline]
    #[must_use]
    pub const fn men(&self, side: Color) -> Squares {
        self.pieces(side).without(self.kings)
    }

    /// The kings of a side.
    #[inline]
    #[must_use]
    pub const fn kings(&self, side: Color) -> Squares {
        Squares::from_bits(self.pieces(side).bits() & self.kings.bits())
    }

    /// The kings of both sides.
    #[inline]
    pub(super) const fn all_kings(&self) -> Squares {
        self.kings
    }

    /// Every square on which a piece stands.
    #[inline]
    #[must_use]
    pub const fn occupied(&self) -> Squares {
        Squares::from_bits(self.sides[0].bits() | self.sides[1].bits())
    }

    /// What stands on a square.
    ///
    /// ```
    /// use rules::{Color, damas::{Piece, Position, Square}};
    /// let start = Position::start();
    /// assert_eq!(start.at(Square::new(12).unwrap()), Some((Color::White, Piece::Man)));
    /// assert_eq!(start.at(Square::new(13).unwrap()), None);
    /// ```
    #[must_use]
    pub const fn at(&self, square: Square) -> Option<(Color, Piece)> {
        let piece = if self.kings.contains(square) {
            Piece::King
        } else {
            Piece::Man
        };
        if self.pieces(Color::White).contains(square) {
            Some((Color::White, piece))
        } else if self.pieces(Color::Black).contains(square) {
            Some((Color::Black, piece))
        } else {
            None
        }
    }

    /// The position after a move of the side on turn. A man whose move ends on its last row becomes a king (seed 002
    /// "La dama": "acaba un movimiento").
    ///
    /// The move is not checked; whoever has it from elsewhere than [`Position::legal_moves`] plays it in a
    /// [`Game`](super::Game), which does.
    #[inline]
    #[must_use]
    pub fn play(&self, mv: Move) -> Position {
        let (from, to) = (Squares::from(mv.from), Squares::from(mv.to));
        let mut next = *self;
        let crowned = to & last_row(self.turn == Color::White);
        let king = if self.kings.meets(from) { to } else { crowned };
        next.sides[self.turn.index()] = self.sides[self.turn.index()].without(from) | to;
        next.sides[(!self.turn).index()] = self.sides[(!self.turn).index()].without(mv.captures);
        next.kings = self.kings.without(from | mv.captures) | king;
        next.turn = !self.turn;
        next
    }

    /// The same position with the other side on turn: a pass, or an offer of a draw that passes the turn (seed 000).
    #[inline]
    #[must_use]
    pub const fn pass(&self) -> Position {
        Position {
            turn: if matches!(self.turn, Color::White) {
                Color::Black
            } else {
                Color::White
            },
            ..*self
        }
    }

    /// The same position without the piece on `square`: it was huffed (seed 002: "lo coge y la saca del juego").
    #[must_use]
    pub fn without(&self, square: Square) -> Position {
        let gone = Squares::from(square);
        Position {
            sides: self.sides.map(|side| side.without(gone)),
            kings: self.kings.without(gone),
            turn: self.turn,
        }
    }

    /// Whether the move makes a king out of a man.
    #[must_use]
    pub fn promotes(&self, mv: Move) -> bool {
        !self.kings.contains(mv.from) && last_row(self.turn == Color::White).contains(mv.to)
    }

    /// A number for this position and the side to move, for hash tables. Equal positions have equal keys; different ones
    /// nearly always differ, so compare the positions where it must be certain.
    #[must_use]
    pub const fn key(&self) -> u64 {
        let pieces = (self.sides[0].bits() as u64) << 32 | self.sides[1].bits() as u64;
        let rest = (self.turn as u64) << 32 | self.kings.bits() as u64;
        // Two rounds of the splitmix64 finaliser, the second part added in between.
        mix(mix(pieces).wrapping_add(rest.wrapping_mul(0x9E37_79B9_7F4A_7C15)))
    }

    /// Whether the game is over for lack of pieces or moves, draws by repetition or counting aside: the verdict on the
    /// side on turn (seed 002 "Final de partida").
    #[must_use]
    pub fn verdict(&self, table: &Table) -> Option<Outcome> {
        self.verdict_no_pieces()
            .or_else(|| self.verdict_blocked(table))
    }

    /// `no-pieces`, and nothing else.
    pub(super) fn verdict_no_pieces(&self) -> Option<Outcome> {
        // The side on turn is asked first; both cannot be empty.
        let loser = [self.turn, !self.turn]
            .into_iter()
            .find(|&side| self.pieces(side).is_empty())?;
        Some(Outcome {
            winner: Some(!loser),
            reason: Reason::NoPieces,
        })
    }

    /// `blocked` or `piece-count`, whichever the table says, if the side on turn has no move.
    fn verdict_blocked(&self, table: &Table) -> Option<Outcome> {
        if self.has_move(table) {
            return None;
        }
        Some(match table.blocked {
            Blocked::Loses => Outcome {
                winner: Some(!self.turn),
                reason: Reason::Blocked,
            },
            Blocked::Count => {
                let count = |side| (self.pieces(side).len(), self.kings(side).len());
                let winner = match count(self.turn).cmp(&count(!self.turn)) {
                    core::cmp::Ordering::Less => Some(!self.turn),
                    core::cmp::Ordering::Equal => None,
                    core::cmp::Ordering::Greater => Some(self.turn),
                };
                Outcome {
                    winner,
                    reason: Reason::PieceCount,
                }
            }
        })
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Default for Position {
    fn default() -> Position {
        Position::start()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fen())
    }
}
