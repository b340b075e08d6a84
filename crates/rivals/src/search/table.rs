//! The transposition table: what was found out about positions, by key. Made for one search and dropped with it.

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing is stored.
    #[default]
    None,
    /// The true score is this or less.
    Upper,
    /// The true score is this or more.
    Lower,
    Exact,
}

impl Bound {
    /// Whether a stored score answers the question of this window.
    pub(crate) const fn answers(self, score: i32, alpha: i32, beta: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
            Bound::None => false,
        }
    }
}

/// What is known of one position.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Entry {
    check: u32,
    /// The best move's code, 0 if none is known.
    pub(crate) code: u16,
    score: i16,
    /// What the position seemed worth by itself, or [`UNKNOWN`].
    stand: i16,
    pub(crate) depth: i8,
    pub(crate) bound: Bound,
}

/// No position is judged so: positions that are not quiet are not judged.
const UNKNOWN: i16 = i16::MIN;

/// Scores beyond this are wins and losses, counted in plies from the node.
pub(crate) const WON: i32 = 29_000;

impl Entry {
    /// What the position seemed worth by itself, if that was asked.
    pub(crate) fn stand(self) -> Option<i32> {
        (self.stand != UNKNOWN).then_some(i32::from(self.stand))
    }

    /// The score, wins and losses counted from the root again.
    pub(crate) fn score(self, ply: i32) -> i32 {
        let score = i32::from(self.score);
        if score >= WON {
            score - ply
        } else if score <= -WON {
            score + ply
        } else {
            score
        }
    }
}

/// Places that share an index; the one least worth keeping is given up.
const WAYS: usize = 4;

pub(crate) struct Table {
    entries: Vec<[Entry; WAYS]>,
    mask: u64,
}

impl Table {
    /// A table for a search of this many nodes, of at most this many bytes.
    pub(crate) fn new(nodes: u64, bytes: u64) -> Table {
        let size = size_of::<[Entry; WAYS]>() as u64;
        let wanted = (nodes / 2).clamp(256, (bytes / size).max(256));
        let power = 1u64 << wanted.ilog2();
        let buckets = usize::try_from(power).unwrap_or(256);
        Table {
            entries: vec![<[Entry; WAYS]>::default(); buckets],
            mask: buckets as u64 - 1,
        }
    }

    /// The index and the upper half of the key have no bit in common while a table has less than 2³² buckets.
    fn place(&self, key: u64) -> (usize, u32) {
        ((key & self.mask) as usize, (key >> 32) as u32)
    }

    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        let (index, check) = self.place(key);
        let bucket = self.entries.get(index)?;
        bucket
            .iter()
            .find(|entry| entry.check == check && entry.bound != Bound::None)
            .copied()
    }

    pub(crate) fn put(
        &mut self,
        key: u64,
        code: u16,
        (score, stand): (i32, i32),
        ply: i32,
        depth: i32,
        bound: Bound,
    ) {
        let (index, check) = self.place(key);
        let Some(bucket) = self.entries.get_mut(index) else {
            return;
        };
        let from_node = if score >= WON {
            score + ply
        } else if score <= -WON {
            score - ply
        } else {
            score
        };
        let mut entry = Entry {
            check,
            code,
            score: from_node.clamp(-32_000, 32_000) as i16,
            stand: i16::try_from(stand).unwrap_or(UNKNOWN),
            depth: depth.clamp(-1, 127) as i8,
            bound,
        };
        // The same position again, else a free place, else the shallowest.
        let mut victim = 0;
        let mut worth = i32::MAX;
        for (way, old) in bucket.iter().enumerate() {
            if old.check == check && old.bound != Bound::None {
                if code == 0 {
                    entry.code = old.code;
                }
                victim = way;
                break;
            }
            let this = if old.bound == Bound::None {
                i32::MIN
            } else {
                i32::from(old.depth)
            };
            if this < worth {
                victim = way;
                worth = this;
            }
        }
        if let Some(place) = bucket.get_mut(victim) {
            *place = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_large_as_its_search_and_never_larger_than_allowed() {
        let bytes =
            |nodes, most| Table::new(nodes, most).entries.len() * size_of::<[Entry; WAYS]>();
        assert!(bytes(100, 16 << 20) <= 16 << 10);
        assert!(bytes(250_000, 16 << 20) <= 8 << 20);
        assert!(bytes(u64::MAX, 16 << 20) <= 16 << 20);
    }

    #[test]
    fn a_win_is_as_far_from_the_node_as_it_was() {
        let mut table = Table::new(1000, 1 << 20);
        table.put(7, 3, (29_990, 12), 10, 5, Bound::Exact);
        let found = table.get(7).unwrap();
        assert_eq!((found.score(10), found.score(2)), (29_990, 29_998));
        assert_eq!(found.stand(), Some(12));
        assert!(table.get(7 | 1 << 40).is_none());
    }

    #[test]
    fn a_full_bucket_gives_up_its_shallowest_entry() {
        let mut table = Table::new(1000, 1 << 20);
        let key = |n: u64| n << 32 | 5;
        for n in 1..=5 {
            table.put(
                key(n),
                1,
                (0, 0),
                0,
                if n == 3 { 1 } else { 9 },
                Bound::Lower,
            );
        }
        assert!(table.get(key(3)).is_none());
        assert!([1, 2, 4, 5].iter().all(|&n| table.get(key(n)).is_some()));
    }
}
