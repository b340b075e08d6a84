//! Draws by counting.

use crate::Color;
use crate::damas::position::Position;
use crate::damas::table::{King, Table};

/// After how many quiet half-moves in a row a game is drawn (seed 002: "por muchos movimientos que se hagan").
pub(super) struct Limits {
    pub(super) quiet_kings: u32,
    pub(super) equal_material: u32,
}

impl Limits {
    /// Short kings win as surely but take twice as long.
    pub(super) const fn of(table: &Table) -> Limits {
        match table.king {
            King::Flying => Limits {
                quiet_kings: 40,
                equal_material: 10,
            },
            King::Short => Limits {
                quiet_kings: 80,
                equal_material: 20,
            },
        }
    }
}

/// As many kings on both sides, two at most, and nothing else. What brings this about is a capture, a man's move or a huff,
/// and each of these starts the counter again: since then, the quiet half-moves are those in this material.
pub(super) fn is_equal_material(position: &Position) -> bool {
    let kings = |side| position.kings(side).len();
    let men = Color::ALL
        .into_iter()
        .any(|side| !position.men(side).is_empty());
    !men && kings(Color::White) == kings(Color::Black) && kings(Color::White) <= 2
}
