//! What becomes of the complete captures: only those of the best score are legal.

use crate::damas::moves::{Move, Moves};

/// Takes complete captures, each identity once.
pub(super) trait Sink {
    fn take(&mut self, mv: Move, score: u32);
}

/// Keeps the captures of the best score.
pub(super) struct Best<'m> {
    pub(super) moves: &'m mut Moves,
    pub(super) score: u32,
}

impl Sink for Best<'_> {
    #[inline]
    fn take(&mut self, mv: Move, score: u32) {
        if score < self.score {
            return;
        }
        if score > self.score {
            self.moves.clear();
            self.score = score;
        }
        self.moves.push(mv);
    }
}

/// Counts the captures of the best score.
#[derive(Default)]
pub(super) struct Count {
    pub(super) moves: u64,
    score: u32,
}

impl Sink for Count {
    #[inline]
    fn take(&mut self, _: Move, score: u32) {
        if score > self.score {
            *self = Count { moves: 0, score };
        }
        self.moves += u64::from(score == self.score);
    }
}
