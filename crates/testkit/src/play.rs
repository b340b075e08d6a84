//! Rooms to test with, and people who play in them.

use rooms::{
    Acceptance, Change, Command, Freshness, Invitation, Name, Policy, Refusal, Room, RoomId,
    RoomStore, SeatChoice, SeatToken, Span, Terms, Timestamp, TokenHash, Verdict, Written,
};

/// When every test begins: an afternoon of 2026.
pub const START: Timestamp = Timestamp::from_millis(1_790_000_000_000);

/// How often somebody who lost a race decides again before a test gives up.
const PATIENCE: usize = 200;

/// A room's id that no other number gives, made at [`START`].
#[must_use]
pub fn room_id(number: u64) -> RoomId {
    // Odd, so that it maps numbers to numbers one to one; the shards see something like chance.
    RoomId::new(
        START,
        u128::from(number).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835),
    )
}

/// The hash of a token that no other number gives.
#[must_use]
pub fn token(number: u64) -> TokenHash {
    SeatToken::from_random(u128::from(number)).hash()
}

/// The host's token in rooms of [`invitation`].
#[must_use]
pub fn host() -> TokenHash {
    token(1)
}

/// The token of the guest whom [`accept`] seats.
#[must_use]
pub fn guest() -> TokenHash {
    token(2)
}

/// An invitation to chess by a host who takes white.
#[must_use]
pub fn invitation(id: RoomId) -> Invitation {
    Invitation {
        id,
        terms: Terms::chess(),
        seat: SeatChoice::White,
        rival: None,
        name: Name::new("Alfil").ok(),
        token: host(),
    }
}

/// The room that [`invitation`] makes at [`START`].
#[must_use]
pub fn waiting(id: RoomId) -> Room {
    rooms::create(invitation(id), START, 0)
}

/// The command that takes the free seat.
#[must_use]
pub fn accept() -> Command {
    accept_as(guest())
}

/// The command that takes the free seat with some token.
#[must_use]
pub fn accept_as(token: TokenHash) -> Command {
    Command::Accept(Acceptance {
        name: Name::new("Torre").ok(),
        token,
    })
}

/// A move of the first game.
#[must_use]
pub fn move_at(ply: u32, text: &str) -> Command {
    Command::Move {
        text: text.to_owned(),
        ply,
        game: 1,
    }
}

/// What came of a command in a store.
#[derive(Debug, Clone, PartialEq)]
pub enum Done {
    /// It changed the room to this.
    Changed(Box<Room>),
    /// It had happened before.
    Already,
    /// It was refused.
    Refused(Refusal),
}

/// What a command makes of a room, which must accept it.
///
/// # Panics
/// If the command is refused or was carried out before.
#[must_use]
pub fn change(room: &Room, who: &TokenHash, command: &Command, now: Timestamp) -> Change {
    let token = (!matches!(command, Command::Accept(_))).then_some(who);
    match rooms::decide(room, token, command, now, &Policy::default()) {
        Ok(Verdict::Change(change)) => *change,
        other => panic!("{command:?} should have changed the room, not {other:?}"),
    }
}

/// [`change`], and the room it leads to.
#[must_use]
pub fn then(room: &Room, who: &TokenHash, command: &Command, now: Timestamp) -> Room {
    change(room, who, command, now).room
}

/// Carries out a command in a store as an endpoint does: reads, decides, writes, and decides again on what was there
/// whenever somebody else was first.
///
/// # Panics
/// If the store fails, or the room is not there.
pub async fn carry_out<S: RoomStore>(
    store: &S,
    id: RoomId,
    who: Option<&TokenHash>,
    command: &Command,
    now: Timestamp,
) -> Done {
    let mut room = store
        .read(id, Freshness::Consistent)
        .await
        .unwrap()
        .expect("the room is there");
    for _ in 0..PATIENCE {
        let change = match rooms::decide(&room, who, command, now, &Policy::default()) {
            Ok(Verdict::Change(change)) => change,
            Ok(Verdict::Already) => return Done::Already,
            Err(refusal) => return Done::Refused(refusal),
        };
        match store.write(&change).await.unwrap() {
            Written::Stored => return Done::Changed(Box::new(change.room)),
            Written::Lost(there) => room = *there.expect("the room is still there"),
        }
    }
    panic!("lost {PATIENCE} races in a row");
}

/// Puts a room in which both have sat down into a store.
///
/// # Panics
/// If the store fails.
pub async fn seat_both<S: RoomStore>(store: &S, id: RoomId) -> Room {
    let room = waiting(id);
    assert_eq!(store.create(&room).await.unwrap(), Written::Stored);
    store_change(store, &change(&room, &guest(), &accept(), START)).await
}

/// Writes a change that nobody competes with.
///
/// # Panics
/// If the store fails or holds another version.
pub async fn store_change<S: RoomStore>(store: &S, change: &Change) -> Room {
    assert_eq!(store.write(change).await.unwrap(), Written::Stored);
    change.room.clone()
}

/// Who is on turn.
///
/// # Panics
/// If nobody plays in the room.
#[must_use]
pub fn on_turn(room: &Room) -> TokenHash {
    let turn = room.game().expect("a game is on").turn();
    room.person(room.party_with(turn))
        .expect("both seats are taken")
        .token
}

/// Some next move that does not end the game, if there is one. `seed` chooses, and is moved on.
///
/// # Panics
/// If nobody plays in the room.
pub fn quiet_move(room: &Room, seed: &mut u64) -> Option<String> {
    let board = room.game().expect("a game is on").board();
    let mut moves = board.legal_moves();
    while !moves.is_empty() {
        // Knuth's MMIX generator; its high bits are the better ones.
        *seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let chosen = moves.swap_remove((*seed >> 33) as usize % moves.len());
        let mut next = board.clone();
        let act = board.parse(&chosen).expect("a legal move can be read");
        next.play(act).expect("a legal move can be played");
        if next.outcome().is_none() {
            return Some(chosen);
        }
    }
    None
}

/// How long somebody thinks about the `ply`th move: mostly less than a minute, at times overnight.
#[must_use]
pub fn thought(ply: u32) -> Span {
    match ply % 10 {
        7 => Span::hours(9),
        3 => Span::minutes(25),
        _ => Span::millis(4_000 + u64::from(ply) * 7_919 % 50_000),
    }
}
