//! What the schedule does with a room that has come due. Doing it twice, or two at once, changes nothing more.

use super::{Policy, change};
use crate::room::{Room, Stage};
use crate::store::Change;
use crate::time::Timestamp;

/// What is to be done with a room whose time to be looked at has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// Time has changed it: write that down.
    Record(Box<Change>),
    /// It is not due yet, or never again: move its alarm.
    Rearm(Option<Timestamp>),
    /// It has been kept long enough: remove it with its earlier games.
    Purge,
    /// Another sweep has seen to it.
    Nothing,
}

/// Looks at a room that the index says is due.
#[must_use]
pub fn sweep(room: &Room, now: Timestamp, policy: &Policy) -> Sweep {
    let read_version = room.version;
    let settled = room.clone().settled(now);
    if settled.stage != room.stage {
        let mut settled = settled;
        settled.wake_at = None;
        return Sweep::Record(Box::new(change(settled, read_version, None, policy)));
    }
    let alarm = match room.due_at(policy) {
        Some(due) if now < due => Some(due),
        Some(_) if !matches!(room.stage, Stage::Waiting | Stage::Playing(_)) => {
            return Sweep::Purge;
        }
        _ => None,
    };
    if alarm == room.wake_at {
        return Sweep::Nothing;
    }
    Sweep::Rearm(alarm)
}
