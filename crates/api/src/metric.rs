//! What an operator counts. The dashboard and the alarms of the template are held against these names.

/// A number that says how the service fares. Never more than a number: no room, no person, no path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Moves made.
    Moves,
    /// Requests that had happened before and were answered again.
    Replays,
    /// Writes that came too late, because somebody else had written to the room; each is decided anew.
    StaleWrites,
    /// Acceptances that got no seat.
    RefusedJoins,
    /// Rooms that a sweep wrote down as expired.
    Expired,
    /// Rooms that a sweep could do nothing with and put off.
    PutOff,
    /// By how much the most overdue room of a sweep was late.
    SweepLag,
}

impl Metric {
    /// Every metric.
    pub const ALL: [Metric; 7] = [
        Metric::Moves,
        Metric::Replays,
        Metric::StaleWrites,
        Metric::RefusedJoins,
        Metric::Expired,
        Metric::PutOff,
        Metric::SweepLag,
    ];

    /// The name under which it is published.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Moves => "Moves",
            Metric::Replays => "Replays",
            Metric::StaleWrites => "StaleWrites",
            Metric::RefusedJoins => "RefusedJoins",
            Metric::Expired => "Expired",
            Metric::PutOff => "PutOff",
            Metric::SweepLag => "SweepLag",
        }
    }

    /// What it is counted in, as CloudWatch calls it.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Metric::SweepLag => "Milliseconds",
            _ => "Count",
        }
    }
}
