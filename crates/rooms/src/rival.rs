//! The computer in the second seat: it answers in the write of the move it answers.

use rules::damas::HuffTarget;

use crate::board::{Act, Board};
use crate::id::RoomId;
use crate::room::{Party, Room, Stage};
use crate::time::Timestamp;

/// A computer opponent, by how well it plays.
pub use rivals::Level as Rival;

/// At most so many entries answer one of the person's: a huff, and a move.
const ENTRIES: usize = 2;

impl Room {
    /// The same room after the rival, if there is one and it is on turn, has done all it has to do.
    ///
    /// What it does follows from the room alone: whoever computes it, and however often, gets the same.
    pub(crate) fn answered(mut self, now: Timestamp) -> Room {
        let Some(rival) = self.rival() else {
            return self;
        };
        let color = self.color_of(Party::Guest);
        for _ in 0..ENTRIES {
            let Stage::Playing(pairing) = &self.stage else {
                break;
            };
            let game = &pairing.game;
            if game.turn() != color {
                break;
            }
            let seed = seed(self.id, game.number(), game.ply());
            let mut pairing = pairing.clone();
            let played = chosen(game.board(), rival, seed)
                .is_some_and(|act| pairing.game.play(act, now).is_ok());
            if !played {
                break;
            }
            self = self.after_play(pairing, now);
        }
        self
    }
}

/// What the rival does on this board: it huffs whatever it can, and makes legal moves.
fn chosen(board: &Board, rival: Rival, seed: u64) -> Option<Act> {
    match board {
        Board::Chess(game) => rivals::chess_move(game, rival, seed).map(Act::Chess),
        Board::Damas(game) => match game.best_huff() {
            Some(HuffTarget::Undo) => Some(Act::Huff(None)),
            Some(HuffTarget::Piece(square)) => Some(Act::Huff(Some(square))),
            None => rivals::damas_move(game, rival, seed).map(Act::Damas),
        },
    }
}

/// A seed for one move of one game: everything in it is stored, and the parts are stirred so that neighbours differ.
fn seed(room: RoomId, game: u32, ply: u32) -> u64 {
    let id = room.as_u128();
    let parts = [(id >> 64) as u64, id as u64, game.into(), ply.into()];
    parts.into_iter().fold(0, |seed, part| {
        // splitmix64
        let mixed = (seed ^ part).wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_have_other_seeds() {
        let id = RoomId::from_u128(7);
        let seeds = [
            seed(id, 1, 0),
            seed(id, 1, 1),
            seed(id, 2, 0),
            seed(RoomId::from_u128(8), 1, 0),
        ];
        for (index, one) in seeds.iter().enumerate() {
            assert!(!seeds[..index].contains(one), "{seeds:?}");
        }
    }
}
