//! Huffing (seed 002 "soplar"): the answer to a move that should have captured.

use super::Refusal;
use crate::board::HuffFault;
use crate::room::{Party, Room};
use crate::time::Timestamp;

pub(super) fn huff(
    room: Room,
    caller: Party,
    square: Option<u32>,
    ply: u32,
    game: u32,
    now: Timestamp,
) -> Result<Option<Room>, Refusal> {
    let color = room.color_of(caller);
    let present = &room.paired(game)?.game;
    let standing = present.ply();
    if present.board().was_huffed(square, ply, color) {
        return Ok(None);
    }
    let (room, mut pairing) = room.playing()?;
    if ply != standing {
        return Err(Refusal::StalePly { standing });
    }
    if pairing.game.turn() != color {
        return Err(Refusal::NotYourTurn);
    }
    let act = pairing
        .game
        .board()
        .parse_huff(square)
        .map_err(|fault| match fault {
            HuffFault::Nothing => Refusal::NothingToHuff,
            HuffFault::NotHuffable(huffable) => Refusal::NotHuffable { huffable },
        })?;
    pairing
        .game
        .play(act, now)
        .map_err(|_| Refusal::NothingToHuff)?;
    Ok(Some(room.after_play(pairing, now)))
}
