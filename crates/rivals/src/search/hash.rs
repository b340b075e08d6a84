//! Numbers that look random and are the same everywhere: all chance in this crate is a hash of the seed and of what it is about.

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number from `-amplitude` to `amplitude`, small ones likelier (the sum of two dice).
pub(crate) fn error(hash: u64, amplitude: i32) -> i32 {
    let dice = i64::from(hash as u16) + i64::from((hash >> 16) as u16) - 0xFFFF;
    ((dice * i64::from(amplitude)) >> 16) as i32
}

/// Whether something of this chance in 1024 happens.
pub(crate) const fn happens(hash: u64, chance: u16) -> bool {
    (hash >> 40 & 1023) < chance as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stay_within_their_amplitude_and_have_no_bias() {
        let errors: Vec<i32> = (0..10_000).map(|n| error(mix(n), 80)).collect();
        assert!(errors.iter().all(|e| (-80..=80).contains(e)));
        let sum: i32 = errors.iter().sum();
        assert!(sum.abs() < 20_000, "{sum}");
    }

    #[test]
    fn a_chance_is_met_as_often_as_it_says() {
        let met = (0..100_000).filter(|&n| happens(mix(n), 256)).count();
        assert!((24_000..26_000).contains(&met), "{met}");
        assert!(!(0..1000).any(|n| happens(mix(n), 0)));
    }
}
