//! Who asks, as far as a limit per caller needs to know it.

use core::fmt;
use std::net::IpAddr;

use sha2::{Digest, Sha256};

use crate::time::{Span, Timestamp};

/// A caller on one day: a hash of the network address and the day (UTC). It prints as `***`, and as nobody knows it again the
/// day after, it is no trail.
///
/// Of an IPv6 address the first half counts: that is what a household is given.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    hash: [u8; 16],
    day: u64,
}

const DAY: u64 = Span::days(1).as_millis();

impl Caller {
    /// Whoever calls from `address` at `now`.
    #[must_use]
    pub fn new(address: IpAddr, now: Timestamp) -> Caller {
        let part = match address.to_canonical() {
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        };
        let day = now.as_millis() / DAY;
        let mut hash = Sha256::new();
        hash.update([u8::from(address.to_canonical().is_ipv6())]);
        hash.update(part.to_be_bytes());
        hash.update(day.to_be_bytes());
        let whole: [u8; 32] = hash.finalize().into();
        let mut half = [0; 16];
        half.copy_from_slice(whole.first_chunk::<16>().unwrap_or(&[0; 16]));
        Caller { hash: half, day }
    }

    /// The bytes to store.
    #[must_use]
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.hash
    }

    /// When the day ends.
    #[must_use]
    pub const fn until(&self) -> Timestamp {
        Timestamp::from_millis(self.day.saturating_add(1).saturating_mul(DAY))
    }
}

impl fmt::Debug for Caller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(address: &str, at: u64) -> Caller {
        Caller::new(address.parse().unwrap(), Timestamp::from_millis(at))
    }

    #[test]
    fn a_household_is_one_caller_for_a_day() {
        let one = caller("198.51.100.7", 5 * DAY);
        assert_eq!(one, caller("198.51.100.7", 6 * DAY - 1));
        assert_eq!(one, caller("::ffff:198.51.100.7", 5 * DAY));
        assert_eq!(one.until(), Timestamp::from_millis(6 * DAY));
        assert_ne!(one, caller("198.51.100.7", 6 * DAY));
        assert_ne!(one, caller("198.51.100.8", 5 * DAY));
        assert_eq!(
            caller("2001:db8:1:2::1", 0),
            caller("2001:db8:1:2:ffff::9", 0)
        );
        assert_ne!(caller("2001:db8:1:2::1", 0), caller("2001:db8:1:3::1", 0));
        assert_eq!(format!("{one:?}"), "***");
    }
}
