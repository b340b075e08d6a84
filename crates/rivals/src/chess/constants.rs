//! The search's numbers in chess. By hand, not tuned yet.

use crate::search::Constants;

/// What the search prunes and reduces by.
pub const CONSTANTS: Constants = Constants {
    reverse: 80,
    razor: 240,
    futile: 80,
    futile_ply: 80,
    late: 48,
    late_ply: 16,
    quiet_exchange: 40,
    capture_exchange: 80,
    reduce: 640,
    reduce_growth: 1024,
    reduce_history: 6000,
    pass: 48,
    pass_ply: 4,
    pass_gain: 200,
    window: 20,
    hope: 150,
};
