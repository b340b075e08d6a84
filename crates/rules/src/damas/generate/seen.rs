//! The set of states that a capture has been through.

use crate::damas::square::Squares;

/// A state is the square that the capturing piece has reached and the set it has jumped. Everything that can follow
/// depends on these two only, so a state that two routes lead to is followed once. Without that the number of routes,
/// with it only the number of states bounds the work.
#[derive(Default)]
pub(super) struct Seen {
    few: [u64; FEW],
    len: usize,
    /// An open-addressing table, a power of two long, 0 where free; empty while `few` suffices.
    many: Vec<u64>,
}

/// So many states are looked through one by one before a table is made. Games hardly ever have more.
const FEW: usize = 16;

impl Seen {
    /// Forgets everything: another piece captures now.
    #[inline]
    pub(super) fn clear(&mut self) {
        self.len = 0;
        self.many.clear();
    }

    /// Adds a state and says whether it is new. `at` is a single square.
    #[inline]
    pub(super) fn insert(&mut self, at: Squares, taken: Squares) -> bool {
        // Never 0, since `at` is not empty.
        let state = u64::from(taken.bits()) << 32 | u64::from(at.bits());
        if !self.many.is_empty() {
            return self.insert_in_table(state);
        }
        if self.few.iter().take(self.len).any(|&seen| seen == state) {
            return false;
        }
        match self.few.get_mut(self.len) {
            Some(place) => *place = state,
            None => {
                self.rebuild();
                return self.insert_in_table(state);
            }
        }
        self.len += 1;
        true
    }

    #[cold]
    fn insert_in_table(&mut self, state: u64) -> bool {
        if self.len * 2 >= self.many.len() {
            self.rebuild();
        }
        let new = put(&mut self.many, state);
        self.len += usize::from(new);
        new
    }

    /// Moves all states to a table four times as large.
    fn rebuild(&mut self) {
        let mut larger = vec![0; (self.many.len() * 4).max(FEW * 8)];
        let old = if self.many.is_empty() {
            self.few.get(..self.len).unwrap_or_default()
        } else {
            &self.many
        };
        for &state in old.iter().filter(|&&state| state != 0) {
            put(&mut larger, state);
        }
        self.many = larger;
    }
}

/// Puts a state into a table that is not full; `false` if it was there.
fn put(table: &mut [u64], state: u64) -> bool {
    let mask = table.len().wrapping_sub(1);
    let mut place = (state.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
    // Ends: at most half of the table is taken.
    while let Some(slot) = table.get_mut(place) {
        if *slot == 0 {
            *slot = state;
            return true;
        }
        if *slot == state {
            return false;
        }
        place = (place + 1) & mask;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_is_new_once_however_many_there_are() {
        let mut seen = Seen::default();
        for _ in 0..2 {
            for taken in 0..3000 {
                for at in [1, 1 << 31] {
                    assert!(seen.insert(Squares::from_bits(at), Squares::from_bits(taken)));
                    assert!(!seen.insert(Squares::from_bits(at), Squares::from_bits(taken)));
                }
            }
            assert!(!seen.insert(Squares::from_bits(1), Squares::EMPTY));
            seen.clear();
        }
    }
}
