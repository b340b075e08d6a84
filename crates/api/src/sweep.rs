//! `check-absences`: what the schedule calls. Twice, or two at once, changes nothing more.

use std::collections::VecDeque;

use rooms::{
    Freshness, Purged, Room, RoomId, RoomStore, Span, StoreError, Sweep, Timestamp, Written,
};
use serde::Serialize;

use crate::app::App;
use crate::metric::Metric;

/// What a sweep did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SweepReport {
    /// Rooms looked at.
    pub seen: u32,
    /// Expiries written down.
    pub expired: u32,
    /// Rooms that were not due yet, their alarm moved.
    pub rearmed: u32,
    /// Rooms removed with their earlier games.
    pub purged: u32,
    /// Rooms left for the next sweep: somebody else wrote first, or the time did not suffice.
    pub left: u32,
    /// Rooms that nothing could be done with, put off so that they hold up no others.
    pub put_off: u32,
    /// By how many milliseconds the most overdue room was late.
    pub lag: u64,
}

/// Looks at every room that is due, until `budget` is spent; the next sweep goes on where this one stopped.
///
/// # Errors
/// If the index itself cannot be read; its other shards are swept all the same. A room that fails is put off.
pub async fn check_absences<S: RoomStore>(
    app: &App<S>,
    budget: Span,
) -> Result<SweepReport, StoreError> {
    let mut report = SweepReport::default();
    let swept = sweep_shards(app, budget, &mut report).await;
    // Also when there was nothing to do, or the index failed half-way: an alarm must see the difference to no sweep at all.
    app.count(Metric::SweepLag, report.lag);
    app.count(Metric::Expired, report.expired.into());
    app.count(Metric::PutOff, report.put_off.into());
    swept.map(|()| report)
}

/// The time that a sweep has.
struct Budget<'a, S> {
    app: &'a App<S>,
    started: Timestamp,
    length: Span,
}

impl<S: RoomStore> Budget<'_, S> {
    fn is_spent(&self) -> bool {
        self.app.now().since(self.started) > self.length
    }
}

/// Takes a page of each shard in turn, so that none waits for another to be empty. No more than a page is held at once.
async fn sweep_shards<S: RoomStore>(
    app: &App<S>,
    length: Span,
    report: &mut SweepReport,
) -> Result<(), StoreError> {
    let started = app.now();
    let budget = Budget {
        app,
        started,
        length,
    };
    let mut pages: VecDeque<(u8, Option<String>)> =
        (0..S::DUE_SHARDS).map(|shard| (shard, None)).collect();
    let mut failed = Ok(());
    while let Some((shard, after)) = pages.pop_front() {
        let page = match app.store.due(shard, started, after).await {
            Ok(page) => page,
            // The other shards are looked at all the same.
            Err(fault) => {
                failed = Err(fault);
                continue;
            }
        };
        if page.unreadable > 0 {
            let rows = page.unreadable;
            tracing::error!(rows, "the index of what is due holds what is no room");
        }
        for (id, due) in page.due {
            if budget.is_spent() {
                return failed;
            }
            report.lag = report.lag.max(started.since(due).as_millis());
            report.seen = report.seen.saturating_add(1);
            if let Err(fault) = look(&budget, id, report).await {
                tracing::warn!(%fault, "a room was put off");
                put_off(app, id, due, report).await;
            }
        }
        if page.next.is_some() {
            pages.push_back((shard, page.next));
        }
    }
    failed
}

/// Gives the place of a room that nothing can be done with to the others, for a while.
async fn put_off<S: RoomStore>(app: &App<S>, id: RoomId, due: Timestamp, report: &mut SweepReport) {
    report.put_off = report.put_off.saturating_add(1);
    let until = app.now() + rooms::limits::PUT_OFF;
    if let Err(fault) = app.store.postpone(id, due, until).await {
        tracing::warn!(%fault, "a room could not be put off");
    }
}

async fn look<S: RoomStore>(
    budget: &Budget<'_, S>,
    id: RoomId,
    report: &mut SweepReport,
) -> Result<(), StoreError> {
    let app = budget.app;
    let Some(room) = app.store.read(id, Freshness::Consistent).await? else {
        return Ok(());
    };
    let (count, done) = match rooms::sweep(&room, app.now(), &app.settings.policy) {
        Sweep::Record(change) => (
            &mut report.expired,
            app.store.write(&change).await? == Written::Stored,
        ),
        Sweep::Rearm(at) => (
            &mut report.rearmed,
            app.store.rearm(id, room.version, at).await?,
        ),
        Sweep::Nothing => return Ok(()),
        Sweep::Purge => (&mut report.purged, purge(budget, &room).await?),
    };
    let count = if done { count } else { &mut report.left };
    *count = count.saturating_add(1);
    Ok(())
}

/// Removes a room step by step, while there is time. Answers whether it is gone; the next sweep goes on if it is not.
async fn purge<S: RoomStore>(budget: &Budget<'_, S>, room: &Room) -> Result<bool, StoreError> {
    loop {
        match budget.app.store.purge(room.id, room.version).await? {
            Purged::Gone => return Ok(true),
            Purged::Lost => return Ok(false),
            Purged::More if budget.is_spent() => return Ok(false),
            Purged::More => {}
        }
    }
}
