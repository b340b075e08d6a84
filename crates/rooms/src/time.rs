//! Moments and spans. The domain never asks a clock: it is told.

use core::fmt;
use core::ops::Add;

/// A span of time in milliseconds, never negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span(u64);

impl Span {
    /// So many milliseconds.
    #[must_use]
    pub const fn millis(millis: u64) -> Span {
        Span(millis)
    }

    /// So many seconds.
    #[must_use]
    pub const fn seconds(seconds: u64) -> Span {
        Span(seconds.saturating_mul(1_000))
    }

    /// So many minutes.
    #[must_use]
    pub const fn minutes(minutes: u64) -> Span {
        Span::seconds(minutes.saturating_mul(60))
    }

    /// So many hours.
    #[must_use]
    pub const fn hours(hours: u64) -> Span {
        Span::minutes(hours.saturating_mul(60))
    }

    /// So many days of 24 hours.
    #[must_use]
    pub const fn days(days: u64) -> Span {
        Span::hours(days.saturating_mul(24))
    }

    /// The span in milliseconds.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }
}

/// A moment: milliseconds since 1970-01-01T00:00:00Z.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(u64);

impl Timestamp {
    /// The moment so many milliseconds after the epoch.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Timestamp {
        Timestamp(millis)
    }

    /// Milliseconds since the epoch.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0
    }

    /// Whole seconds since the epoch, rounded down: what a DynamoDB TTL attribute wants.
    #[must_use]
    pub const fn as_seconds(self) -> u64 {
        self.0 / 1_000
    }

    /// How long `earlier` is ago; nothing if it lies ahead.
    #[must_use]
    pub const fn since(self, earlier: Timestamp) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }
}

impl Add<Span> for Timestamp {
    type Output = Timestamp;

    fn add(self, span: Span) -> Timestamp {
        Timestamp(self.0.saturating_add(span.0))
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}ms", self.0)
    }
}
