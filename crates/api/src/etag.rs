//! The ETag of a room: what somebody sees of it, in a few characters.

use rooms::{Folded, Room, Status, Timestamp};
use rules::Color;

use crate::view::Onlooker;

impl Onlooker<'_> {
    /// The weak ETag of what this onlooker sees: the version, and what time has changed without a write.
    #[must_use]
    pub(crate) fn etag(&self, room: &Room) -> String {
        let seat = self.party.map(|party| room.color_of(party));
        self.tag(
            room.version,
            room.status_at(self.now),
            room.claimable_at(),
            seat,
        )
    }

    /// The same before the game is replayed.
    #[must_use]
    pub(crate) fn etag_before(&self, room: &Folded) -> String {
        let seat = self.party.map(|party| room.color_of(party));
        self.tag(
            room.version(),
            room.status_at(self.now),
            room.claimable_at(),
            seat,
        )
    }

    fn tag(
        &self,
        version: u64,
        status: Status,
        claimable_at: Option<Timestamp>,
        seat: Option<Color>,
    ) -> String {
        let state = match status {
            _ if claimable_at.is_some_and(|at| self.now > at) => "claimable",
            Status::Finished if self.at_limit => "limited",
            status => status.name(),
        };
        format!(
            "W/\"{version}-{state}-{}\"",
            seat.map_or("watching", Color::name)
        )
    }
}

/// The version an ETag of ours names.
#[must_use]
pub(crate) fn version_in(etag: &str) -> Option<u64> {
    etag.trim()
        .strip_prefix("W/")
        .unwrap_or(etag)
        .trim_matches('"')
        .split('-')
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_etag_names_its_version() {
        assert_eq!(version_in("W/\"17-playing-white\""), Some(17));
        assert_eq!(version_in("\"17-playing-white\""), Some(17));
        assert_eq!(version_in("*"), None);
    }
}
