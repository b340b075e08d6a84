//! A move, and a list of moves that lives on the stack while it is short.

use super::square::{Square, Squares};
use core::fmt;
use core::ops::Deref;

/// A move by its identity: where it starts, where it ends, and what it captures. Routes that agree in these three are
/// one move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: Square,
    /// Where it ends; in a capture this may be where it started.
    pub to: Square,
    /// The captured pieces; none in a quiet move.
    pub captures: Squares,
}

/// Set in the first byte of a stored move that captures.
const CAPTURES: u8 = 0x80;

impl Move {
    /// Whether it captures anything.
    #[inline]
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captures.is_empty()
    }

    /// The stored form: two bytes, the numbers of both squares; for a capture the first has its high bit set and the set
    /// of captured squares follows in four more, lowest squares first. This form does not change between versions.
    ///
    /// ```
    /// use rules::damas::{Move, Square, Squares};
    /// let [from, over, to] = [11, 15, 18].map(|n| Square::new(n).unwrap());
    /// let quiet = Move { from, to: over, captures: Squares::EMPTY };
    /// assert_eq!(quiet.to_bytes(), [11, 15]);
    /// let capture = Move { from, to, captures: over.into() };
    /// assert_eq!(capture.to_bytes(), [0x80 | 11, 18, 0, 0x40, 0, 0]);
    /// assert_eq!(Move::from_bytes(&capture.to_bytes()), Some((capture, 6)));
    /// ```
    #[must_use]
    pub fn to_bytes(self) -> Vec<u8> {
        if self.is_capture() {
            let mut bytes = vec![self.from.number() | CAPTURES, self.to.number()];
            bytes.extend_from_slice(&self.captures.bits().to_le_bytes());
            bytes
        } else {
            vec![self.from.number(), self.to.number()]
        }
    }

    /// Reads a stored move from the front of `bytes` and says how many it took. `None` if no move is stored there.
    ///
    /// Whether the move is legal is for the position to say.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<(Move, usize)> {
        let (&[first, second], rest) = bytes.split_first_chunk()?;
        let (from, to) = (Square::new(first & !CAPTURES)?, Square::new(second)?);
        if first & CAPTURES == 0 {
            return Some((
                Move {
                    from,
                    to,
                    captures: Squares::EMPTY,
                },
                2,
            ));
        }
        let captures = Squares::from_bits(u32::from_le_bytes(*rest.first_chunk()?));
        (!captures.is_empty()).then_some((Move { from, to, captures }, 6))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_capture() {
            write!(f, "{}x{}{:?}", self.from, self.to, self.captures)
        } else {
            write!(f, "{}-{}", self.from, self.to)
        }
    }
}

/// How many moves fit on the stack. Games hardly ever have more; kings in made-up positions do.
const INLINE: usize = 32;

/// A list of moves. It derefs to a slice.
#[derive(Clone)]
pub struct Moves {
    inline: [Move; INLINE],
    len: usize,
    /// Holds *all* moves once they are more than [`INLINE`], and nothing before.
    spill: Vec<Move>,
}

impl Moves {
    pub(super) fn new() -> Moves {
        let nothing = Square::from_index(0);
        let filler = Move {
            from: nothing,
            to: nothing,
            captures: Squares::EMPTY,
        };
        Moves {
            inline: [filler; INLINE],
            len: 0,
            spill: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn push(&mut self, mv: Move) {
        if let (true, Some(place)) = (self.spill.is_empty(), self.inline.get_mut(self.len)) {
            *place = mv;
            self.len += 1;
        } else {
            self.push_to_spill(mv);
        }
    }

    #[cold]
    fn push_to_spill(&mut self, mv: Move) {
        if self.spill.is_empty() {
            self.spill.extend_from_slice(&self.inline);
        }
        self.spill.push(mv);
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.spill.clear();
    }

    /// The moves as a slice, in no particular order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[Move] {
        if self.spill.is_empty() {
            self.inline.get(..self.len).unwrap_or_default()
        } else {
            &self.spill
        }
    }

    /// The moves ordered by start, end and captured squares.
    #[must_use]
    pub fn sorted(&self) -> Vec<Move> {
        let mut moves = self.to_vec();
        moves.sort_unstable();
        moves
    }
}

impl Deref for Moves {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a Moves {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_longer_than_its_place_on_the_stack_keeps_every_move_in_order() {
        let mut moves = Moves::new();
        let all: Vec<Move> = (0..100u32)
            .map(|i| Move {
                from: Square::from_index(i % 32),
                to: Square::from_index(i / 32),
                captures: Squares::from_bits(i),
            })
            .collect();
        for &mv in &all {
            moves.push(mv);
        }
        assert_eq!(moves.as_slice(), all);
        moves.clear();
        assert!(moves.is_empty());
        moves.push(all[7]);
        assert_eq!(moves.as_slice(), [all[7]]);
    }

    #[test]
    fn stored_moves_of_wrong_length_or_square_are_refused() {
        for bytes in [
            &[][..],
            &[11],
            &[0, 5],
            &[5, 0],
            &[33, 5],
            &[5, 33],
            &[0x8B, 18, 1, 0, 0],
            &[0x8B, 18, 0, 0, 0, 0],
        ] {
            assert_eq!(Move::from_bytes(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn a_stored_move_tells_where_the_next_one_begins() {
        let bytes = [0x80 | 11, 18, 0, 0x40, 0, 0, 22, 18];
        let (first, read) = Move::from_bytes(&bytes).unwrap();
        assert_eq!(format!("{first:?}"), "11x18{15}");
        let (second, end) = Move::from_bytes(&bytes[read..]).unwrap();
        assert_eq!(format!("{second:?}"), "22-18");
        assert_eq!(read + end, bytes.len());
    }
}
