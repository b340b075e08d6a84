//! The last game that a room may have, without playing the others.

use rooms::{
    Change, End, EndReason, Freshness, Game, Guest, Pairing, Rival, Room, RoomStore, Stage, limits,
};

use crate::{Seat, World};

/// Writes the last game of all into a room against a computer, just drawn.
///
/// # Panics
/// If the store does not take it.
pub async fn finish(world: &World, person: &Seat<'_>) {
    let id = person.id.parse().unwrap();
    let made = world.app.store.read(id, Freshness::Consistent).await;
    let made = made.unwrap().unwrap();
    let now = world.clock.now();
    let last = Room {
        version: made.version + 1,
        stage: Stage::Finished {
            pairing: Pairing {
                guest: Guest::Rival(Rival::Domador),
                game: Game::start(&made.terms, limits::GAMES, now).unwrap(),
            },
            end: End {
                winner: None,
                reason: EndReason::Agreement,
                at: now,
            },
            rematch: None,
        },
        ..made
    };
    let change = Change {
        read_version: last.version - 1,
        room: last,
        archive: None,
    };
    world.app.store.write(&change).await.unwrap();
}
