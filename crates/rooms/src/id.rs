//! A room's id: a ULID, public, and the one link to join, play, watch and replay.

use core::fmt;
use core::str::FromStr;

use ulid::Ulid;

use crate::time::Timestamp;

/// The id of a room: 26 characters of Crockford's base 32, the first ten of them its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomId(u128);

/// The text is not a ULID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidId;

impl fmt::Display for InvalidId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a room's id is a ULID: 26 characters of 0-9 and A-Z without I, L, O and U")
    }
}

impl core::error::Error for InvalidId {}

impl RoomId {
    /// The texts that are ids, as a regular expression. The first digit is 7 at most: there are 128 bits.
    pub const PATTERN: &'static str = "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$";

    /// An id made `at` a moment with 80 `random` bits (the upper ones are dropped).
    ///
    /// Never monotonic: two ids of one millisecond must not be guessable from one another.
    #[must_use]
    pub const fn new(at: Timestamp, random: u128) -> RoomId {
        RoomId(Ulid::from_parts(at.as_millis(), random).0)
    }

    /// The id with this number.
    #[must_use]
    pub const fn from_u128(id: u128) -> RoomId {
        RoomId(id)
    }

    /// The number behind the text.
    #[must_use]
    pub const fn as_u128(self) -> u128 {
        self.0
    }

    /// When the id says it was made.
    #[must_use]
    pub const fn made_at(self) -> Timestamp {
        Timestamp::from_millis(Ulid(self.0).timestamp_ms())
    }
}

impl FromStr for RoomId {
    type Err = InvalidId;

    /// Reads the 26 characters, in capitals or small letters.
    fn from_str(text: &str) -> Result<RoomId, InvalidId> {
        let Ulid(id) = Ulid::from_string(text).map_err(|_| InvalidId)?;
        // The decoder drops what does not fit into 128 bits; two texts must never be one room.
        if RoomId(id).to_string().eq_ignore_ascii_case(text) {
            Ok(RoomId(id))
        } else {
            Err(InvalidId)
        }
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ulid(self.0).fmt(f)
    }
}
