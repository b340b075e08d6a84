//! White and black as types, so that the generator is compiled once for each and has no test of colour inside.

/// Shifts and ranks as the side to move sees them.
pub(super) trait Side {
    type Other: Side;
    const WHITE: bool;
    /// Where the side's own pieces are in `Position::boards`.
    const OWN: usize;
    /// Where its rival's are.
    const RIVAL: usize;
    /// What is added to a square's index by a pawn's step.
    const STEP: i32;
    /// Where a pawn lands after its first single step.
    const THIRD_RANK: u64;
    /// Where its pawns are promoted.
    const LAST_RANK: u64;
    /// The rank before it.
    const SEVENTH_RANK: u64;
    /// The bits of its castling rights.
    const SHORT: u8;
    const LONG: u8;
    /// The king's home square.
    const KING_HOME: u32;

    /// One step forward.
    fn forward(set: u64) -> u64;
    /// One step forward and one to the a-file.
    fn forward_a(set: u64) -> u64;
    /// One step forward and one to the h-file.
    fn forward_h(set: u64) -> u64;
    /// Everything that pawns of this side on these squares attack.
    #[inline]
    fn pawn_attacks(set: u64) -> u64 {
        Self::forward_a(set) | Self::forward_h(set)
    }
}

pub(super) const FILE_A: u64 = 0x0101_0101_0101_0101;
pub(super) const FILE_H: u64 = FILE_A << 7;
pub(super) const RANK_1: u64 = 0xFF;
pub(super) const RANK_8: u64 = RANK_1 << 56;

pub(super) struct White;
pub(super) struct Black;

impl Side for White {
    type Other = Black;
    const WHITE: bool = true;
    const OWN: usize = 0;
    const RIVAL: usize = 7;
    const STEP: i32 = 8;
    const THIRD_RANK: u64 = RANK_1 << 16;
    const LAST_RANK: u64 = RANK_8;
    const SEVENTH_RANK: u64 = RANK_1 << 48;
    const SHORT: u8 = 1;
    const LONG: u8 = 2;
    const KING_HOME: u32 = 4;

    #[inline]
    fn forward(set: u64) -> u64 {
        set << 8
    }
    #[inline]
    fn forward_a(set: u64) -> u64 {
        (set & !FILE_A) << 7
    }
    #[inline]
    fn forward_h(set: u64) -> u64 {
        (set & !FILE_H) << 9
    }
}

impl Side for Black {
    type Other = White;
    const WHITE: bool = false;
    const OWN: usize = 7;
    const RIVAL: usize = 0;
    const STEP: i32 = -8;
    const THIRD_RANK: u64 = RANK_1 << 40;
    const LAST_RANK: u64 = RANK_1;
    const SEVENTH_RANK: u64 = RANK_1 << 8;
    const SHORT: u8 = 4;
    const LONG: u8 = 8;
    const KING_HOME: u32 = 60;

    #[inline]
    fn forward(set: u64) -> u64 {
        set >> 8
    }
    #[inline]
    fn forward_a(set: u64) -> u64 {
        (set & !FILE_A) >> 9
    }
    #[inline]
    fn forward_h(set: u64) -> u64 {
        (set & !FILE_H) >> 7
    }
}
