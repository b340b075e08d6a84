//! The terms of the evaluation: what is counted, and where its weight is in the list of weights.

/// Each man.
pub(super) const MAN: usize = 0;
/// The first king, and each further one.
pub(super) const FIRST_KING: usize = 1;
pub(super) const MORE_KINGS: usize = 2;
/// A man, and a king, on each square as its side sees the board.
pub(super) const MEN: usize = 3;
pub(super) const KINGS: usize = MEN + 32;
/// How many squares a king can go to.
pub(super) const KING_MOBILITY: usize = KINGS + 32;
pub(super) const KING_MOBILITY_MOST: u32 = 15;
/// A man with none, one or two own pieces or edges right behind it.
pub(super) const BACKED: usize = KING_MOBILITY + 16;
/// How many steps the men have.
pub(super) const STEPS: usize = BACKED + 3;
pub(super) const STEPS_MOST: u32 = 15;
/// A man that no enemy piece stands before, by row.
pub(super) const RUNNING: usize = STEPS + 16;
/// Which of the four squares of its first row a side has kept, while the enemy has men.
pub(super) const FIRST_ROW: usize = RUNNING + 8;
/// A king on the long diagonal, and no enemy king on it.
pub(super) const LONG_DIAGONAL: usize = FIRST_ROW + 16;
/// The opposition with equal numbers: the last free step is the enemy's.
pub(super) const OPPOSITION: usize = LONG_DIAGONAL + 1;
/// To be on move.
pub(super) const TEMPO: usize = OPPOSITION + 1;

/// How many terms there are.
pub const TERMS: usize = TEMPO + 1;

/// Groups of terms of which every man of a kind has exactly one (and which man that is): only their differences mean anything. For
/// tuning.
#[must_use]
pub fn groups() -> Vec<(core::ops::Range<usize>, Option<usize>)> {
    vec![
        (MEN..MEN + 32, Some(MAN)),
        (BACKED..BACKED + 3, Some(MAN)),
        (STEPS..STEPS + 16, None),
    ]
}
