//! What the search prunes and reduces by.
//!
//! Made by the example `tune` (`search`) from 2400 pairs of games of 6000 nodes a move that the search played against itself, as
//! `docs/rivals.md` tells; not to be edited.

use crate::search::Constants;

/// What the search prunes and reduces by.
pub const CONSTANTS: Constants = Constants {
    reverse: 66,
    razor: 239,
    futile: 82,
    futile_ply: 87,
    late: 48,
    late_ply: 18,
    quiet_exchange: 40,
    capture_exchange: 88,
    reduce: 727,
    reduce_growth: 1078,
    reduce_history: 6012,
    pass: 48,
    pass_ply: 4,
    pass_gain: 195,
    window: 16,
    hope: 133,
};
