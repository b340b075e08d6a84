//! What the material on the board still allows.

use super::{Bitboard, Position, Role};
use crate::Color;

impl Position {
    /// Whether nobody can give mate with what is left: kings alone, one bishop or knight besides, or any number of
    /// bishops that all stand on squares of one colour (seed 004 "Material insuficiente"; FIDE 5.2.2 without positions
    /// that are dead for other reasons).
    #[must_use]
    pub fn insufficient_material(&self) -> bool {
        let heavy = self.of_role(Role::Pawn) | self.of_role(Role::Rook) | self.of_role(Role::Queen);
        if heavy != 0 {
            return false;
        }
        let knights = self.of_role(Role::Knight);
        let bishops = self.of_role(Role::Bishop);
        if knights == 0 {
            return on_one_colour(bishops);
        }
        bishops == 0 && knights.count_ones() == 1
    }

    /// Whether `color` could mate by any series of legal moves, the rival helping, as far as material tells (FIDE 6.9).
    /// When it could not, running out of time against it is a draw.
    ///
    /// `false` for a lone king; for one knight, unless the rival has a piece that may shut in its own king (a pawn,
    /// knight, bishop or rook; a queen always has an answer); and for bishops of one square colour, unless there is a
    /// knight, a pawn or a bishop of the other colour on either side.
    #[must_use]
    pub fn can_ever_mate(&self, color: Color) -> bool {
        let own = self.of_color(color);
        let rival = self.of_color(!color);
        let knights = self.of_role(Role::Knight);
        let bishops = self.of_role(Role::Bishop);
        let heavy = self.of_role(Role::Pawn) | self.of_role(Role::Rook) | self.of_role(Role::Queen);
        if own & heavy != 0 {
            return true;
        }
        if own & knights != 0 {
            let harmless = self.of_role(Role::King) | self.of_role(Role::Queen);
            return own.count_ones() > 2 || rival & !harmless != 0;
        }
        if own & bishops != 0 {
            return knights | self.of_role(Role::Pawn) != 0 || !on_one_colour(bishops);
        }
        false
    }
}

const fn on_one_colour(bishops: u64) -> bool {
    bishops & Bitboard::DARK.0 == 0 || bishops & !Bitboard::DARK.0 == 0
}
