//! Many at once: one wins, and the others learn how it stands.

use std::future::Future;
use std::sync::Arc;

use rooms::{Command, EndReason, RoomStore, Span, Stage, Written, limits};
use tokio::task::JoinSet;

use super::Bench;
use crate::play::{
    Done, START, accept_as, carry_out, change, guest, host, move_at, room_id, seat_both,
    store_change, token, waiting,
};

/// Does something `times` over at once and collects what came of it, in no order.
async fn at_once<T, F>(times: u64, act: impl Fn(u64) -> F) -> Vec<T>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let mut running = JoinSet::new();
    for number in 0..times {
        running.spawn(act(number));
    }
    running.join_all().await
}

fn changes(done: &[Done]) -> usize {
    done.iter()
        .filter(|done| matches!(done, Done::Changed(_)))
        .count()
}

/// 64 people tap the link at once: one sits down, 63 are told that the seat is taken.
pub async fn sixty_four_parallel_acceptances_seat_one_guest<S: RoomStore + 'static>(
    bench: &Bench<S>,
) {
    let id = room_id(1);
    assert_eq!(
        bench.store.create(&waiting(id)).await.unwrap(),
        Written::Stored
    );
    let done = at_once(64, |number| {
        let store = Arc::clone(&bench.store);
        async move { carry_out(&*store, id, None, &accept_as(token(100 + number)), START).await }
    })
    .await;
    assert_eq!(changes(&done), 1);
    let taken =
        |done: &&Done| matches!(done, Done::Refused(refusal) if refusal.name() == "seat-taken");
    assert_eq!(done.iter().filter(taken).count(), 63);
    let room = bench.room(id).await;
    let seated = done.iter().find_map(|done| match done {
        Done::Changed(room) => Some(room),
        _ => None,
    });
    assert_eq!(
        Some(&Box::new(room)),
        seated,
        "who was told so is who sits there"
    );
}

/// A move sent 20 times at once is made once, and nobody is told that it was not.
pub async fn the_same_move_twenty_times_in_parallel_is_one_move<S: RoomStore + 'static>(
    bench: &Bench<S>,
) {
    let id = room_id(1);
    let before = seat_both(&*bench.store, id).await;
    let done = at_once(20, |_| {
        let store = Arc::clone(&bench.store);
        async move { carry_out(&*store, id, Some(&host()), &move_at(0, "e2e4"), START).await }
    })
    .await;
    assert_eq!(changes(&done), 1);
    assert_eq!(
        done.iter().filter(|done| **done == Done::Already).count(),
        19
    );
    let room = bench.room(id).await;
    assert_eq!(room.version, before.version + 1);
    assert_eq!(room.game().unwrap().ply(), 1);
}

/// A late move still counts until the claim; at the same moment, one of the two does.
pub async fn a_move_racing_an_absence_claim_leaves_one_winner<S: RoomStore + 'static>(
    bench: &Bench<S>,
) {
    let late = START + limits::ABSENCE + Span::millis(1);
    for number in 0..25 {
        let id = room_id(number);
        seat_both(&*bench.store, id).await;
        let done = at_once(2, |side| {
            let store = Arc::clone(&bench.store);
            let (who, command) = match (side + number) % 2 {
                0 => (host(), move_at(0, "e2e4")),
                _ => (guest(), Command::ClaimAbsence { game: 1 }),
            };
            async move { carry_out(&*store, id, Some(&who), &command, late).await }
        })
        .await;
        assert_eq!(changes(&done), 1, "{done:?}");
        let refused = done.iter().find_map(|done| match done {
            Done::Refused(refusal) => Some(refusal.name()),
            _ => None,
        });
        match bench.room(id).await.stage {
            Stage::Finished { end, pairing, .. } => {
                assert_eq!(end.reason, EndReason::Absence);
                assert_eq!((pairing.game.ply(), refused), (0, Some("game-over")));
            }
            Stage::Playing(pairing) => {
                assert_eq!((pairing.game.ply(), refused), (1, Some("your-turn")));
            }
            other => panic!("{other:?}"),
        }
    }
}

/// Both offer a rematch at once, several times each: there is one second game, and the first is archived.
pub async fn two_rematch_offers_start_one_game<S: RoomStore + 'static>(bench: &Bench<S>) {
    for number in 0..10 {
        let id = room_id(number);
        let room = seat_both(&*bench.store, id).await;
        let ended = change(&room, &guest(), &Command::Resign { game: 1 }, START);
        let ended = store_change(&*bench.store, &ended).await;
        let done = at_once(6, |side| {
            let store = Arc::clone(&bench.store);
            let who = if side % 2 == 0 { host() } else { guest() };
            async move {
                carry_out(
                    &*store,
                    id,
                    Some(&who),
                    &Command::OfferRematch { game: 1 },
                    START,
                )
                .await
            }
        })
        .await;
        assert_eq!(changes(&done), 2, "{done:?}");
        assert!(
            done.iter().all(|done| !matches!(done, Done::Refused(_))),
            "{done:?}"
        );
        let room = bench.room(id).await;
        assert_eq!(room.version, ended.version + 2);
        assert_eq!(
            (room.game_number(), room.host_color),
            (2, !ended.host_color)
        );
        assert_eq!(
            bench.store.read_game(id, 1).await.unwrap(),
            ended.past_game()
        );
        assert_eq!(bench.store.read_game(id, 2).await.unwrap(), None);
    }
}

/// Two people make a room with one id at once: one of them has it.
pub async fn two_creates_of_one_id_make_one_room<S: RoomStore + 'static>(bench: &Bench<S>) {
    let id = room_id(1);
    let written = at_once(8, |number| {
        let store = Arc::clone(&bench.store);
        async move {
            let mut room = waiting(id);
            room.host.token = token(200 + number);
            (store.create(&room).await.unwrap(), room)
        }
    })
    .await;
    let there = bench.room(id).await;
    for (written, room) in written {
        match written {
            Written::Stored => assert_eq!(room, there),
            Written::Lost(found) => {
                assert_ne!(room, there);
                assert_eq!(found, Some(Box::new(there.clone())));
            }
        }
    }
}
