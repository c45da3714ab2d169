//! The transposition table: what is known of positions that a search has left.

/// What a score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value is this or more.
    Lower,
    /// The value is this.
    Exact,
    /// The value is this or less.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry<S, M> {
    pub(crate) score: S,
    pub(crate) bound: Bound,
    /// How many plies were searched below the position.
    pub(crate) depth: u8,
    /// The move that gave the score.
    pub(crate) mv: Option<M>,
}

#[derive(Clone, Copy, Debug)]
struct Slot<S, M> {
    /// The whole hash: two positions share an entry only if their hashes are equal.
    zobrist: u64,
    entry: Entry<S, M>,
    /// In which search this was written. Slots of earlier searches are free.
    age: u8,
}

/// A first slot that keeps what was searched deepest, a second one that takes what comes.
type Bucket<S, M> = [Option<Slot<S, M>>; 2];

/// A table of a size that does not change; what finds no room replaces something.
#[derive(Clone, Debug)]
pub(crate) struct Table<S, M> {
    buckets: Vec<Bucket<S, M>>,
    age: u8,
}

impl<S: Copy, M: Copy> Table<S, M> {
    /// A table that keeps nothing.
    pub(crate) const fn new() -> Self {
        Self { buckets: Vec::new(), age: 0 }
    }

    /// Forgets everything and takes at most so many bytes; none if there are not so many to be had. With the size it has,
    /// that costs nothing.
    pub(crate) fn reset(&mut self, n_bytes: usize) {
        let mut n_buckets = n_bytes / size_of::<Bucket<S, M>>();
        if n_buckets != self.buckets.len() {
            // The old memory goes before the new one comes.
            self.buckets = Vec::new();
            if self.buckets.try_reserve_exact(n_buckets).is_err() {
                n_buckets = 0;
            }
            self.buckets.resize(n_buckets, [None; 2]);
        } else if self.age == u8::MAX {
            self.buckets.fill([None; 2]);
            self.age = 0;
        } else {
            self.age += 1;
        }
    }

    /// Where a position belongs; `None` if the table has no room at all.
    fn bucket_idx(&self, zobrist: u64) -> Option<usize> {
        // The high bits choose, scaled to any number of buckets.
        let scaled = u128::from(zobrist) * self.buckets.len() as u128;
        (!self.buckets.is_empty()).then_some((scaled >> u64::BITS) as usize)
    }

    /// What is known of the position with this hash.
    pub(crate) fn find(&self, zobrist: u64) -> Option<Entry<S, M>> {
        let slots = &self.buckets[self.bucket_idx(zobrist)?];
        slots.iter().flatten().find(|slot| slot.zobrist == zobrist && slot.age == self.age).map(|slot| slot.entry)
    }

    /// Keeps `entry`, in the place of what was known of the same position.
    pub(crate) fn store(&mut self, zobrist: u64, entry: Entry<S, M>) {
        let Some(bucket_idx) = self.bucket_idx(zobrist) else { return };
        let age = self.age;
        let [first, second] = &mut self.buckets[bucket_idx];
        let slot = Some(Slot { zobrist, entry, age });
        for known in [&mut *first, &mut *second] {
            if known.as_ref().is_some_and(|known| known.zobrist == zobrist && known.age == age) {
                *known = slot;
                return;
            }
        }
        match first {
            Some(known) if known.age == age && known.entry.depth > entry.depth => *second = slot,
            Some(known) if known.age == age => {
                *second = *first;
                *first = slot;
            }
            _ => *first = slot,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUCKET: usize = size_of::<Bucket<i32, u8>>();

    fn entry(score: i32, depth: u8) -> Entry<i32, u8> {
        Entry { score, bound: Bound::Exact, depth, mv: None }
    }

    #[test]
    fn a_table_takes_the_memory_it_may() {
        let mut table = Table::<i32, u8>::new();
        table.store(1, entry(1, 1));
        assert_eq!(table.find(1), None);
        for n_bytes in [0, BUCKET - 1, BUCKET, 1_000 * BUCKET + 1, 3 * BUCKET] {
            table.reset(n_bytes);
            assert!(table.buckets.capacity() * BUCKET <= n_bytes);
            table.store(u64::MAX, entry(1, 1));
            assert_eq!(table.find(u64::MAX).is_some(), n_bytes >= BUCKET);
        }
    }

    #[test]
    fn the_deepest_stays_and_the_latest_too() {
        let mut table = Table::new();
        table.reset(BUCKET);
        for (zobrist, depth) in [(1, 3), (2, 5), (3, 4), (4, 1)] {
            table.store(zobrist, entry(0, depth));
        }
        assert_eq!(
            [1, 2, 3, 4].map(|zobrist| table.find(zobrist).map(|entry| entry.depth)),
            [None, Some(5), None, Some(1)]
        );
        // Of one position only what came last.
        table.store(2, entry(9, 2));
        assert_eq!(table.find(2), Some(entry(9, 2)));
    }

    #[test]
    fn what_an_earlier_search_knew_is_gone() {
        let mut table = Table::new();
        table.reset(10 * BUCKET);
        for zobrist in 0..1_000 {
            let zobrist = zobrist << 54;
            table.store(zobrist, entry(1, 1));
            assert!(table.find(zobrist).is_some());
            table.reset(10 * BUCKET);
            assert!(table.find(zobrist).is_none());
        }
        // Ages come again after 256 searches, and find nothing of their own.
        assert!((0..1_000).all(|zobrist| table.find(zobrist << 54).is_none()));
    }
}
