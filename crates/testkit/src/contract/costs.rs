//! What a move costs.

use rooms::{Command, Freshness, Room, RoomStore, Timestamp, Written};

use super::Bench;
use crate::play::{
    START, accept, change, guest, host, move_at, on_turn, quiet_move, room_id, seat_both,
    store_change, thought, waiting,
};
use crate::{Meter, Units};

/// Reads the room, makes a move and stores it, as an endpoint does, and says what that cost.
async fn metered_move<S: RoomStore>(
    bench: &Bench<S>,
    room: &Room,
    seed: &mut u64,
    now: Timestamp,
) -> Option<(Room, Units)> {
    let text = quiet_move(room, seed)?;
    take(&bench.meter);
    let read = bench.room(room.id).await;
    let ply = read.game().unwrap().ply();
    let moved = change(&read, &on_turn(&read), &move_at(ply, &text), now);
    let moved = store_change(&*bench.store, &moved).await;
    Some((moved, bench.meter.take()))
}

fn take(meter: &Meter) {
    let _ = meter.take();
}

/// One read unit and one write unit, the index included, and half a unit for a poll.
pub async fn a_move_in_a_young_game_costs_one_unit_to_read_and_one_to_write<S: RoomStore>(
    bench: &Bench<S>,
) {
    let mut room = seat_both(&*bench.store, room_id(1)).await;
    let (mut seed, mut now) = (1, START);
    for ply in 0..60 {
        now = now + thought(ply);
        let (moved, units) = metered_move(bench, &room, &mut seed, now).await.unwrap();
        assert_eq!(
            units,
            Units {
                read: 1.0,
                write: 1.0,
                requests: 2
            },
            "at ply {ply}"
        );
        room = moved;
    }
    assert!(
        bench
            .store
            .read(room.id, Freshness::Eventual)
            .await
            .unwrap()
            .is_some()
    );
    assert_eq!(
        bench.meter.take(),
        Units {
            read: 0.5,
            write: 0.0,
            requests: 1
        }
    );
}

/// The index of what is due is paid for when a room is made and when it ends, and never in between.
pub async fn the_index_is_paid_for_at_the_beginning_and_at_the_end<S: RoomStore>(bench: &Bench<S>) {
    let write = |units: Units| units.write;
    let room = waiting(room_id(1));
    assert_eq!(bench.store.create(&room).await.unwrap(), Written::Stored);
    assert_eq!(write(bench.meter.take()), 2.0);
    let room = store_change(&*bench.store, &change(&room, &guest(), &accept(), START)).await;
    assert_eq!(write(bench.meter.take()), 1.0);
    let ended = change(&room, &host(), &Command::Resign { game: 1 }, START);
    store_change(&*bench.store, &ended).await;
    assert_eq!(write(bench.meter.take()), 2.0);
}

/// The item grows with the game, five or six bytes a move.
pub async fn a_game_of_three_hundred_plies_costs_two_and_a_half_units_a_move_at_most<
    S: RoomStore,
>(
    bench: &Bench<S>,
) {
    let mut sum = Units::default();
    let mut steps = Vec::new();
    let mut room = seat_both(&*bench.store, room_id(1)).await;
    let (mut seed, mut now) = (4, START);
    for ply in 0..300 {
        now = now + thought(ply);
        let (moved, units) = metered_move(bench, &room, &mut seed, now)
            .await
            .expect("the game goes on");
        if steps.last().is_none_or(|&(_, write)| write != units.write) {
            steps.push((ply + 1, units.write));
        }
        sum.read += units.read;
        sum.write += units.write;
        room = moved;
    }
    let (read, write) = (sum.read / 300.0, sum.write / 300.0);
    println!(
        "300 plies: {read:.2} read and {write:.2} write units a move; write units from ply: {steps:?}"
    );
    assert!(read <= 1.0, "{read}");
    assert!(write <= 2.5, "{write}");
}
