//! The longest game that a store may hold. No play reaches it: the draws by counting come long before. Earlier versions let
//! such games go on, so rooms that hold one can still be in a store.

use rooms::{Act, Change, Entry, Freshness, Game, RoomStore, Span, Stage, Written};
use rules::MOVE_LIMIT;
use rules::damas::{Move, Square, Squares};
use serde_json::json;

use crate::{Seat, World};

/// Kings that go round, each side's wrong moves answered by the other's; 1 and 32 are there to make other moves.
const START: &str = "W:WK10,1:BK19,32";

/// From and to, again and again.
const ROUND: [(u8, u8); 4] = [(10, 14), (19, 23), (14, 10), (23, 19)];

/// The moves of such a game: `(move, half-moves before it)` are what to send next.
#[derive(Clone, Copy, Debug)]
pub struct Next {
    /// The move's text.
    pub text: &'static str,
    /// Half-moves that stand before it.
    pub ply: usize,
}

/// The first moves of a game of this kind.
#[must_use]
pub fn acts(count: usize) -> Vec<Act> {
    let act = |&(from, to): &(u8, u8)| {
        Some(Act::Damas(Move {
            from: Square::new(from)?,
            to: Square::new(to)?,
            captures: Squares::default(),
        }))
    };
    ROUND.iter().cycle().take(count).filter_map(act).collect()
}

/// The text of the move that goes on after so many.
#[must_use]
pub fn move_at(ply: usize) -> String {
    let (from, to) = ROUND[ply % ROUND.len()];
    format!("{from}-{to}")
}

/// Two who play such a game: nothing has been played yet.
pub async fn pair(world: &World) -> (Seat<'_>, Seat<'_>) {
    let body = json!({"game": "damas", "table": {"preset": "family"}, "initialFen": START});
    world.pair_from(body).await
}

/// Makes a room that has only `left` entries to go. Answers the seats and the two moves that come next.
///
/// # Panics
/// If the store does not take it.
pub async fn room(world: &World, left: usize) -> (Seat<'_>, Seat<'_>, [Next; 2]) {
    let (white, black) = pair(world).await;
    let count = MOVE_LIMIT.saturating_sub(left) / 4 * 4;
    store(world, &white, &acts(count)).await;
    let next = [("1-5", count), ("19-23", count.saturating_add(1))];
    (white, black, next.map(|(text, ply)| Next { text, ply }))
}

/// Writes entries into a room's game, as an earlier version may have left them there, whether they follow the rules or not.
///
/// # Panics
/// If the store does not take it.
#[allow(clippy::unwrap_used, clippy::panic, reason = "a test's own data")]
pub async fn store(world: &World, seat: &Seat<'_>, acts: &[Act]) {
    let id = seat.id.parse().unwrap();
    let found = world.app.store.read(id, Freshness::Consistent).await;
    let mut room = found.unwrap().unwrap();
    let read_version = room.version;
    let Stage::Playing(pairing) = &mut room.stage else {
        panic!("nobody plays in {}", seat.id);
    };
    let mut at = pairing.game.started_at();
    let entries = acts.iter().map(|&act| {
        at = at + Span::millis(1);
        Entry { act, at }
    });
    let (entries, began) = (entries.collect(), pairing.game.started_at());
    pairing.game = Game::unplayed(&room.terms, 1, began, entries, Vec::new()).unwrap();
    room.version = read_version.saturating_add(1);
    let change = Change {
        read_version,
        room,
        archive: None,
    };
    assert_eq!(
        world.app.store.write(&change).await.unwrap(),
        Written::Stored
    );
}
