//! The search's numbers in damas. By hand, not tuned yet.

use crate::search::Constants;

/// What the search prunes and reduces by.
pub const CONSTANTS: Constants = Constants {
    reverse: 60,
    razor: 180,
    futile: 60,
    futile_ply: 60,
    late: 48,
    late_ply: 16,
    quiet_exchange: 30,
    capture_exchange: 60,
    reduce: 640,
    reduce_growth: 1024,
    reduce_history: 6000,
    pass: 48,
    pass_ply: 4,
    pass_gain: 200,
    window: 15,
    hope: 150,
};
