//! What pieces attack.

use super::side::FILE_A;
use super::tables::{FILE_TO_INDEX, LINES, REACH, REACH_FILE};

/// What a bishop on this square attacks. The occupied squares of each diagonal are gathered into an index by a
/// multiplication ("kindergarten bitboards"): two tables of 4 KiB serve every line and stay in the nearest cache.
#[inline]
pub(super) fn bishop(square: u32, occupied: u64) -> u64 {
    let lines = &LINES[(square & 63) as usize];
    let file = (square as usize & 7) << 6;
    let up = ((occupied & lines.up).wrapping_mul(FILE_A << 1) >> 58) as usize;
    let down = ((occupied & lines.down).wrapping_mul(FILE_A << 1) >> 58) as usize;
    REACH[file | up] & lines.up | REACH[file | down] & lines.down
}

/// What a rook on this square attacks.
#[inline]
pub(super) fn rook(square: u32, occupied: u64) -> u64 {
    let lines = &LINES[(square & 63) as usize];
    let file = square & 7;
    let rank = (square as usize & 56) << 3;
    let across = ((occupied & lines.rank).wrapping_mul(FILE_A << 1) >> 58) as usize;
    let upright = ((occupied >> file & FILE_A).wrapping_mul(FILE_TO_INDEX) >> 58) as usize;
    REACH[(file as usize) << 6 | across] & lines.rank | REACH_FILE[rank | upright] << file
}

/// The squares of a set, as indices, lowest first.
pub(super) struct Squares(pub(super) u64);

impl Iterator for Squares {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }
        let square = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks square by square, as a person does.
    fn walk(square: u32, occupied: u64, directions: [(i32, i32); 4]) -> u64 {
        let mut reached = 0;
        for (file_step, rank_step) in directions {
            let mut file = (square & 7) as i32 + file_step;
            let mut rank = (square >> 3) as i32 + rank_step;
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let bit = 1u64 << (rank * 8 + file);
                reached |= bit;
                if occupied & bit != 0 {
                    break;
                }
                file += file_step;
                rank += rank_step;
            }
        }
        reached
    }

    #[test]
    fn sliding_pieces_reach_what_a_walk_square_by_square_reaches() {
        let mut state = 0x9E37_79B9_7F4A_7C15u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..2000 {
            let occupied = random() & random();
            for square in 0..64 {
                let straight = [(1, 0), (-1, 0), (0, 1), (0, -1)];
                let diagonal = [(1, 1), (-1, 1), (1, -1), (-1, -1)];
                assert_eq!(rook(square, occupied), walk(square, occupied, straight));
                assert_eq!(bishop(square, occupied), walk(square, occupied, diagonal));
            }
        }
    }
}
