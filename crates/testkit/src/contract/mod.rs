//! The suite that every store of rooms must pass.
//!
//! [`crate::store_contract!`] and [`crate::store_costs!`] make one test of each function here; each gets a [`Bench`] of
//! its own.

mod answers;
mod conditions;
mod costs;
mod keeping;
mod races;

use std::sync::Arc;

use rooms::{Freshness, Room, RoomId, RoomStore};

use crate::{Faults, Meter};

pub use answers::*;
pub use conditions::*;
pub use costs::*;
pub use keeping::*;
pub use races::*;

/// An empty store, with what lies beneath it in the test's hands.
#[derive(Debug)]
pub struct Bench<S> {
    /// The store.
    pub store: Arc<S>,
    /// What makes its requests go wrong.
    pub faults: Faults,
    /// What adds up its requests, those that went wrong included.
    pub meter: Meter,
}

impl<S: RoomStore> Bench<S> {
    async fn room(&self, id: RoomId) -> Room {
        let found = self.store.read(id, Freshness::Consistent).await;
        found
            .expect("the store answers")
            .expect("the room is there")
    }
}

/// Makes a test of each function of [`contract`](crate::contract). The first argument is an async function without
/// parameters that answers with a [`Bench`](crate::contract::Bench) over an empty store; attributes may follow.
#[macro_export]
macro_rules! store_contract {
    ($bench:path $(, #[$meta:meta])* $(,)?) => {
        $crate::store_contract! { @tests $bench, ($(#[$meta])*),
            a_room_comes_back_as_it_was_at_every_stage,
            sixty_four_parallel_acceptances_seat_one_guest,
            the_same_move_twenty_times_in_parallel_is_one_move,
            a_move_racing_an_absence_claim_leaves_one_winner,
            two_rematch_offers_start_one_game,
            two_creates_of_one_id_make_one_room,
            a_lost_answer_to_a_create_is_success,
            a_lost_answer_to_a_move_is_success,
            a_lost_answer_to_a_rematch_is_success,
            an_answer_lost_for_good_is_known_when_the_command_comes_again,
            a_success_that_was_overwritten_before_the_retry_is_decided_again,
            a_write_that_meets_a_transaction_is_tried_three_times,
            a_rematch_that_meets_a_transaction_is_tried_three_times,
            throttling_is_waited_out_and_then_told,
            what_is_forbidden_is_refused_at_once,
            a_create_does_not_overwrite,
            a_change_of_an_old_version_is_lost,
            a_rematch_of_an_old_version_archives_nothing,
            a_change_of_a_room_that_is_gone_is_lost,
            an_alarm_is_moved_only_at_the_version_that_was_read,
            a_purge_happens_only_at_the_version_that_was_read,
            a_room_is_due_until_it_ends,
            what_is_due_comes_in_pages_most_overdue_first,
            a_cursor_of_somebody_elses_is_refused,
            a_purge_takes_all_earlier_games_along,
            a_purge_goes_by_steps_and_goes_on_where_it_stopped,
            a_purge_of_just_one_step_comes_to_its_end,
            a_room_is_put_off_from_where_it_was_due,
            an_earlier_game_stays_readable,
            a_caller_starts_as_many_hard_games_a_day_as_the_limit_says,
        }
    };
    (@tests $bench:path, $metas:tt, $($name:ident),+ $(,)?) => {
        $($crate::store_contract! { @test $bench, $metas, $name })+
    };
    (@test $bench:path, ($($meta:tt)*), $name:ident) => {
        #[tokio::test(flavor = "multi_thread")]
        $($meta)*
        async fn $name() {
            $crate::contract::$name(&$bench().await).await;
        }
    };
}

/// Makes a test of each promise about costs, for an engine that counts units as DynamoDB does (moto does not).
/// The argument is that of [`store_contract!`].
#[macro_export]
macro_rules! store_costs {
    ($bench:path) => {
        $crate::store_contract! { @tests $bench, (),
            a_move_in_a_young_game_costs_one_unit_to_read_and_one_to_write,
            the_index_is_paid_for_at_the_beginning_and_at_the_end,
            a_game_of_three_hundred_plies_costs_two_and_a_half_units_a_move_at_most,
        }
    };
}
