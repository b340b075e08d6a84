//! The numbers that the search prunes and reduces by, in one place for the tuner, for experiments and for the search itself.

macro_rules! constants {
    ($($(#[$doc:meta])+ $name:ident: $least:literal..=$most:literal),+ $(,)?) => {
        /// How boldly a search prunes and reduces. Scores are in centipawns; every game has values of its own, which the example
        /// `tune` chose (`tune search GAME`).
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Constants {
            $($(#[$doc])+ pub $name: i32,)+
        }

        impl Constants {
            /// Every name, with the least and the greatest value.
            pub const NAMES: &'static [(&'static str, i32, i32)] = &[$((stringify!($name), $least, $most)),+];

            /// The value of this name, if there is one.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<i32> {
                match name {
                    $(stringify!($name) => Some(self.$name),)+
                    _ => None,
                }
            }

            /// The same with another value for this name; `None` if there is no such name or the value is out of its range.
            #[must_use]
            pub fn with(mut self, name: &str, value: i32) -> Option<Constants> {
                match name {
                    $(stringify!($name) if ($least..=$most).contains(&value) => self.$name = value,)+
                    _ => return None,
                }
                Some(self)
            }
        }
    };
}

constants! {
    /// A position this much over the window for each ply of depth stays over it.
    reverse: 10..=1000,
    /// A position this much under the window for each ply, of two at most, is asked for its captures alone.
    razor: 10..=2000,
    /// A quiet move cannot bring more than this,
    futile: 0..=2000,
    /// and this for each ply of depth.
    futile_ply: 10..=1000,
    /// So many quiet moves are looked at in any case, in sixteenths,
    late: 16..=640,
    /// and this for the square of the depth.
    late_ply: 2..=160,
    /// A quiet move may lose this in exchanges for each ply of depth.
    quiet_exchange: 5..=500,
    /// A capture may lose this in exchanges for each ply of depth.
    capture_exchange: 5..=1000,
    /// Late moves get this much less depth, in 1/1024 of a ply,
    reduce: 0..=4096,
    /// and this for the product of the logarithms of depth and number, in 1/1024 of 1/256.
    reduce_growth: 0..=4096,
    /// History of this size is worth a ply.
    reduce_history: 500..=64_000,
    /// After a pass so much depth is left out, in sixteenths of a ply,
    pass: 16..=160,
    /// and this for each ply of depth,
    pass_ply: 0..=16,
    /// and a ply for each time that the position is this much over the window, two at most.
    pass_gain: 20..=2000,
    /// Half the first window of an iteration.
    window: 2..=500,
    /// A capture in the search for quiet may bring this much over the piece that is taken.
    hope: 10..=1000,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Board;

    #[test]
    fn every_constant_is_found_by_its_name_and_kept_within_its_range() {
        for constants in [
            crate::chess::Chess::CONSTANTS,
            crate::damas::Damas::CONSTANTS,
        ] {
            for &(name, least, most) in Constants::NAMES {
                let value = constants.get(name).unwrap();
                assert!((least..=most).contains(&value), "{name} = {value}");
                assert_eq!(constants.with(name, most).unwrap().get(name), Some(most));
                assert_eq!(constants.with(name, most + 1), None);
                assert_eq!(constants.with(name, least - 1), None);
            }
        }
        assert_eq!(crate::chess::Chess::CONSTANTS.with("nothing", 1), None);
    }
}
