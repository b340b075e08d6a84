//! Answers that do not arrive, and answers that say "later".

use rooms::{Change, Command, Room, RoomStore, StoreError, Written};

use super::Bench;
use crate::Fault;
use crate::play::{
    Done, START, carry_out, change, guest, host, move_at, room_id, seat_both, store_change, waiting,
};

/// The ways in which an answer is lost although the write was stored; the SDK tries three times in all.
const LOST: [(Fault, usize); 3] = [
    (Fault::LoseAnswer, 1),
    (Fault::AnswerTooLate, 1),
    (Fault::LoseAnswer, 2),
];

/// The answer to a create is lost: the SDK's own retry finds the id in use, by itself.
pub async fn a_lost_answer_to_a_create_is_success<S: RoomStore>(bench: &Bench<S>) {
    for (number, (fault, times)) in (0..).zip(LOST) {
        let room = waiting(room_id(number));
        bench.faults.plan_for("PutItem", fault, times);
        assert_eq!(bench.store.create(&room).await.unwrap(), Written::Stored);
        assert_eq!(bench.faults.still_planned(), 0);
        assert_eq!(bench.room(room.id).await, room);
    }
}

/// The answer to a move is lost: the SDK's own retry finds another version, its own.
pub async fn a_lost_answer_to_a_move_is_success<S: RoomStore>(bench: &Bench<S>) {
    for (number, (fault, times)) in (0..).zip(LOST) {
        let room = seat_both(&*bench.store, room_id(number)).await;
        let moved = change(&room, &host(), &move_at(0, "e2e4"), START);
        bench.faults.plan_for("PutItem", fault, times);
        assert_eq!(bench.store.write(&moved).await.unwrap(), Written::Stored);
        assert_eq!(bench.faults.still_planned(), 0);
        assert_eq!(bench.room(room.id).await, moved.room);
    }
}

/// The answer to a rematch, which writes two items, is lost.
pub async fn a_lost_answer_to_a_rematch_is_success<S: RoomStore>(bench: &Bench<S>) {
    for (number, (fault, times)) in (0..).zip(LOST) {
        let (offered, rematch) = rematch(bench, number).await;
        bench.faults.plan_for("TransactWriteItems", fault, times);
        assert_eq!(bench.store.write(&rematch).await.unwrap(), Written::Stored);
        assert_eq!(bench.faults.still_planned(), 0);
        assert_eq!(bench.room(offered.id).await, rematch.room);
        assert_eq!(
            bench.store.read_game(offered.id, 1).await.unwrap(),
            offered.past_game()
        );
    }
}

/// Every answer is lost: the caller is told to come again, and finds the command carried out.
pub async fn an_answer_lost_for_good_is_known_when_the_command_comes_again<S: RoomStore>(
    bench: &Bench<S>,
) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let moved = change(&room, &host(), &move_at(0, "e2e4"), START);
    bench.faults.plan_for("PutItem", Fault::LoseAnswer, 3);
    assert!(matches!(
        bench.store.write(&moved).await,
        Err(StoreError::Busy(_))
    ));
    assert_eq!(bench.faults.still_planned(), 0);
    let again = carry_out(
        &*bench.store,
        room.id,
        Some(&host()),
        &move_at(0, "e2e4"),
        START,
    )
    .await;
    assert_eq!(again, Done::Already);
    assert_eq!(bench.room(room.id).await, moved.room);
}

/// The answer to a move is lost for good, the rival moves, and only then the move is sent again.
pub async fn a_success_that_was_overwritten_before_the_retry_is_decided_again<S: RoomStore>(
    bench: &Bench<S>,
) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let moved = change(&room, &host(), &move_at(0, "e2e4"), START);
    store_change(&*bench.store, &moved).await;
    let answered = change(&moved.room, &guest(), &move_at(1, "e7e5"), START);
    store_change(&*bench.store, &answered).await;
    assert_eq!(
        bench.store.write(&moved).await.unwrap(),
        Written::Lost(Some(Box::new(answered.room.clone())))
    );
    let again = carry_out(
        &*bench.store,
        room.id,
        Some(&host()),
        &move_at(0, "e2e4"),
        START,
    )
    .await;
    assert_eq!(again, Done::Already);
}

/// A single write that meets a transaction three times is given up as busy, and nothing was written.
pub async fn a_write_that_meets_a_transaction_is_tried_three_times<S: RoomStore>(bench: &Bench<S>) {
    let room = seat_both(&*bench.store, room_id(1)).await;
    let moved = change(&room, &host(), &move_at(0, "e2e4"), START);
    bench.faults.plan_for("PutItem", Fault::Conflict, 3);
    assert!(matches!(
        bench.store.write(&moved).await,
        Err(StoreError::Busy(_))
    ));
    assert_eq!(bench.faults.still_planned(), 0);
    assert_eq!(bench.room(room.id).await, room);
    bench.faults.plan_for("PutItem", Fault::Conflict, 2);
    assert_eq!(bench.store.write(&moved).await.unwrap(), Written::Stored);
    assert_eq!(bench.faults.still_planned(), 0);
    bench.faults.plan_for("UpdateItem", Fault::Conflict, 2);
    assert!(
        bench
            .store
            .rearm(room.id, moved.room.version, Some(START))
            .await
            .unwrap()
    );
    assert_eq!(bench.faults.still_planned(), 0);
}

/// The same for a rematch, whose transaction is cancelled for a conflict or for throttling.
pub async fn a_rematch_that_meets_a_transaction_is_tried_three_times<S: RoomStore>(
    bench: &Bench<S>,
) {
    let (offered, rematch) = rematch(bench, 1).await;
    bench
        .faults
        .plan_for("TransactWriteItems", Fault::CancelForConflict, 3);
    assert!(matches!(
        bench.store.write(&rematch).await,
        Err(StoreError::Busy(_))
    ));
    assert_eq!(bench.faults.still_planned(), 0);
    assert_eq!(bench.room(offered.id).await, offered);
    bench
        .faults
        .plan_for("TransactWriteItems", Fault::CancelForConflict, 1);
    bench
        .faults
        .plan_for("TransactWriteItems", Fault::CancelForThrottling, 1);
    assert_eq!(bench.store.write(&rematch).await.unwrap(), Written::Stored);
    assert_eq!(bench.faults.still_planned(), 0);
    assert_eq!(bench.room(offered.id).await, rematch.room);
}

/// Throttling, a broken service and a broken connection: twice is waited out, three times is told as busy.
pub async fn throttling_is_waited_out_and_then_told<S: RoomStore>(bench: &Bench<S>) {
    let mut room = seat_both(&*bench.store, room_id(1)).await;
    let moves = ["e2e4", "e7e5", "g1f3"];
    let faults = [Fault::Throttle, Fault::ServiceBroken, Fault::Unreachable];
    for ((ply, text), fault) in (0..).zip(moves).zip(faults) {
        let who = crate::play::on_turn(&room);
        let moved = change(&room, &who, &move_at(ply, text), START);
        bench.faults.plan(fault, 3);
        let told = bench.store.write(&moved).await;
        assert!(
            matches!(told, Err(StoreError::Busy(_))),
            "{fault:?}: {told:?}"
        );
        assert_eq!(bench.room(room.id).await, room, "nothing was written");
        bench.faults.plan(fault, 2);
        room = store_change(&*bench.store, &moved).await;
        bench.faults.plan(fault, 2);
        assert_eq!(bench.room(room.id).await, room);
        assert_eq!(bench.faults.still_planned(), 0);
    }
}

/// What the store may not do is a fault of the set-up: told as it is, and not tried again.
pub async fn what_is_forbidden_is_refused_at_once<S: RoomStore>(bench: &Bench<S>) {
    let room = waiting(room_id(1));
    bench.faults.plan(Fault::Denied, 1);
    assert!(matches!(
        bench.store.create(&room).await,
        Err(StoreError::Refused(_))
    ));
    assert_eq!(bench.faults.still_planned(), 0);
    let found = bench
        .store
        .read(room.id, rooms::Freshness::Consistent)
        .await;
    assert_eq!(found.unwrap(), None);
}

/// A room whose guest resigned, where the host offered a rematch, and the guest's acceptance of it.
async fn rematch<S: RoomStore>(bench: &Bench<S>, number: u64) -> (Room, Change) {
    let room = seat_both(&*bench.store, room_id(number)).await;
    let ended = change(&room, &guest(), &Command::Resign { game: 1 }, START);
    let ended = store_change(&*bench.store, &ended).await;
    let offer = Command::OfferRematch { game: 1 };
    let offered = store_change(&*bench.store, &change(&ended, &host(), &offer, START)).await;
    let rematch = change(&offered, &guest(), &offer, START);
    (offered, rematch)
}
