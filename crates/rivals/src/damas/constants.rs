//! What the search prunes and reduces by.
//!
//! Made by the example `tune` (`search`) from 2400 pairs of games of 6000 nodes a move that the search played against itself, as
//! `docs/rivals.md` tells; not to be edited.

use crate::search::Constants;

/// What the search prunes and reduces by.
pub const CONSTANTS: Constants = Constants {
    reverse: 57,
    razor: 168,
    futile: 57,
    futile_ply: 56,
    late: 48,
    late_ply: 16,
    quiet_exchange: 30,
    capture_exchange: 60,
    reduce: 655,
    reduce_growth: 1037,
    reduce_history: 5593,
    pass: 48,
    pass_ply: 4,
    pass_gain: 200,
    window: 15,
    hope: 150,
};
