//! The terms of the evaluation: what is counted, and where its weight is in the list of weights.

/// A man of each role, pawn to queen.
pub(super) const MATERIAL: usize = 0;
/// Role (pawn to king), own rank, and file from the edge to the middle.
pub(super) const SQUARES: usize = MATERIAL + 5;
/// How many squares a knight, bishop, rook or queen can go to that no enemy pawn attacks.
pub(super) const MOBILITY: usize = SQUARES + 6 * 32;
/// Where each role's mobility begins, knight to queen, and its highest count.
pub(super) const MOBILITY_AT: [(usize, u32); 4] = [
    (MOBILITY, 8),
    (MOBILITY + 9, 13),
    (MOBILITY + 23, 14),
    (MOBILITY + 38, 27),
];
/// Passed pawns by rank.
pub(super) const PASSED: usize = MOBILITY + 66;
/// A passed pawn of the sixth or seventh rank (0) or less (1) with an empty square before it.
pub(super) const FREE_PASSED: usize = PASSED + 8;
/// How far the enemy king is from the square before a passed pawn, from the fifth rank on.
pub(super) const PASSED_ENEMY_KING: usize = FREE_PASSED + 2;
/// The same for the own king.
pub(super) const PASSED_OWN_KING: usize = PASSED_ENEMY_KING + 8;
/// A pawn with an own pawn beside or diagonally behind it, by rank.
pub(super) const CONNECTED: usize = PASSED_OWN_KING + 8;
/// No own pawn on the files beside.
pub(super) const ISOLATED: usize = CONNECTED + 8;
/// An own pawn before it on its file.
pub(super) const DOUBLED: usize = ISOLATED + 1;
/// No own pawn beside or behind to protect it, and an enemy pawn attacks the square before it.
pub(super) const BACKWARD: usize = DOUBLED + 1;
pub(super) const BISHOP_PAIR: usize = BACKWARD + 1;
/// A rook on a file without own pawns (0), without any (1).
pub(super) const ROOK_FILE: usize = BISHOP_PAIR + 1;
/// A minor piece that an own pawn protects and no enemy pawn can drive off: knight, bishop.
pub(super) const OUTPOST: usize = ROOK_FILE + 2;
/// An enemy piece of role pawn to queen attacked by a pawn (0), a minor piece (5), a rook (10).
pub(super) const THREATS: usize = OUTPOST + 2;
/// An enemy piece attacked and not protected.
pub(super) const HANGING: usize = THREATS + 15;
/// The king's shield: for each of its three files, how far ahead the nearest own pawn is (0 none), by file of the king: same, beside.
pub(super) const SHIELD: usize = HANGING + 1;
/// The same for the enemy's nearest pawn.
pub(super) const STORM: usize = SHIELD + 16;
/// Attacks on squares around the enemy king, summed up, when the attacker has a queen.
pub(super) const DANGER: usize = STORM + 16;
pub(super) const DANGER_MOST: u32 = 23;
/// The same without a queen.
pub(super) const DANGER_WITHOUT_QUEEN: usize = DANGER + 24;
/// How many pieces attack there.
pub(super) const ATTACKERS: usize = DANGER_WITHOUT_QUEEN + 24;
/// Checks that could be given on squares the enemy does not protect, knight to queen.
pub(super) const SAFE_CHECKS: usize = ATTACKERS + 6;
/// To be on move.
pub(super) const TEMPO: usize = SAFE_CHECKS + 4;

/// How many terms there are.
pub const TERMS: usize = TEMPO + 1;

/// Groups of terms of which every man of a kind has exactly one (and which man that is), or every side: only their differences mean
/// anything. For tuning.
#[must_use]
pub fn groups() -> Vec<(core::ops::Range<usize>, Option<usize>)> {
    let mut groups = Vec::new();
    for role in 0..6 {
        let begin = SQUARES + 32 * role;
        groups.push((begin..begin + 32, (role < 5).then_some(MATERIAL + role)));
    }
    for (role, (begin, most)) in MOBILITY_AT.into_iter().enumerate() {
        groups.push((begin..begin + most as usize + 1, Some(MATERIAL + 1 + role)));
    }
    for begin in [SHIELD, SHIELD + 8, STORM, STORM + 8] {
        groups.push((begin..begin + 8, None));
    }
    groups.push((ATTACKERS..SAFE_CHECKS, None));
    groups
}
