//! `check-absences`: what the schedule calls. Twice, or two at once, changes nothing more.

use rooms::{Freshness, RoomStore, Span, StoreError, Sweep, Written};
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
    /// Rooms left for the next sweep: somebody else wrote first, or the store could not.
    pub left: u32,
    /// By how many milliseconds the most overdue room was late.
    pub lag: u64,
}

/// Looks at every room that is due, until `budget` is spent; the next sweep goes on where this one stopped.
///
/// # Errors
/// If the index itself cannot be read. A room that fails is left for the next sweep.
pub async fn check_absences<S: RoomStore>(
    app: &App<S>,
    budget: Span,
) -> Result<SweepReport, StoreError> {
    let mut report = SweepReport::default();
    let swept = sweep_shards(app, budget, &mut report).await;
    // Also when there was nothing to do, or the index failed half-way: an alarm must see the difference to no sweep at all.
    app.count(Metric::SweepLag, report.lag);
    app.count(Metric::Expired, report.expired.into());
    swept.map(|()| report)
}

async fn sweep_shards<S: RoomStore>(
    app: &App<S>,
    budget: Span,
    report: &mut SweepReport,
) -> Result<(), StoreError> {
    let started = app.now();
    for shard in 0..S::DUE_SHARDS {
        let mut after = None;
        loop {
            let page = app.store.due(shard, started, after.take()).await?;
            for (id, due) in page.due {
                if app.now().since(started) > budget {
                    return Ok(());
                }
                report.lag = report.lag.max(started.since(due).as_millis());
                report.seen = report.seen.saturating_add(1);
                if let Err(fault) = look(app, id, report).await {
                    tracing::warn!(%fault, "a room was left for the next sweep");
                    report.left = report.left.saturating_add(1);
                }
            }
            match page.next {
                Some(next) => after = Some(next),
                None => break,
            }
        }
    }
    Ok(())
}

async fn look<S: RoomStore>(
    app: &App<S>,
    id: rooms::RoomId,
    report: &mut SweepReport,
) -> Result<(), StoreError> {
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
        Sweep::Purge => (&mut report.purged, app.store.purge(id, room.version).await?),
    };
    let count = if done { count } else { &mut report.left };
    *count = count.saturating_add(1);
    Ok(())
}
