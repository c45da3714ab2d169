//! The transposition table: what is known about positions that a search has left.

/// Relation of a stored score to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The value is this or more.
    Lower,
    /// The value is this.
    Exact,
    /// The value is this or less.
    Upper,
}

/// Stored result of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ScoreEntry<S, M> {
    pub(crate) score: S,
    pub(crate) bound: Bound,
    /// Depth searched below the position, in plies.
    pub(crate) depth: u8,
    /// The move that gave the score.
    pub(crate) mv: Option<M>,
}

#[derive(Clone, Copy, Debug)]
struct ScoreSlot<S, M> {
    /// The full hash: two positions share an entry only if their hashes are equal.
    zobrist: u64,
    entry: ScoreEntry<S, M>,
    /// The search in which this was written. Slots of earlier searches are free.
    age: u8,
}

/// The first slot keeps the entry that was searched deepest; the second takes whatever comes.
type Bucket<S, M> = [Option<ScoreSlot<S, M>>; 2];

/// A table that grows with its content, up to a given size. After that, new entries replace old ones.
///
/// Memory is allocated only when a search needs it, so a short search does not wait for the memory of a long one.
#[derive(Clone, Debug)]
pub(crate) struct ScoreTable<S, M> {
    buckets: Vec<Bucket<S, M>>,
    /// Slots that have been written to.
    n_used: usize,
    max_buckets: usize,
    age: u8,
}

/// The number of buckets at first.
const FIRST: usize = 1 << 12;

impl<S: Copy, M: Copy> ScoreTable<S, M> {
    /// A table that keeps nothing.
    pub(crate) const fn new() -> Self {
        Self { buckets: Vec::new(), n_used: 0, max_buckets: 0, age: 0 }
    }

    /// Forgets everything and may take `n_bytes` from now on. This costs nothing if the bound does not change.
    pub(crate) fn reset(&mut self, n_bytes: usize) {
        let max_buckets = n_bytes / size_of::<Bucket<S, M>>();
        if max_buckets != self.max_buckets {
            (self.buckets, self.n_used, self.max_buckets) = (Vec::new(), 0, max_buckets);
            self.resize(max_buckets.min(FIRST));
        } else if self.age == u8::MAX {
            self.buckets.fill([None; 2]);
            (self.n_used, self.age) = (0, 0);
        } else {
            self.age += 1;
        }
    }

    /// Appends empty buckets. If there is no memory for them, the table never grows again.
    fn resize(&mut self, n_buckets: usize) {
        if self.buckets.try_reserve_exact(n_buckets - self.buckets.len()).is_err() {
            self.max_buckets = self.buckets.len();
        }
        self.buckets.resize(n_buckets.min(self.max_buckets), [None; 2]);
    }

    /// Doubles the table, within its bound. Entries of earlier searches are dropped.
    fn grow(&mut self) {
        let (n_old, age) = (self.buckets.len(), self.age);
        self.resize(n_old.saturating_mul(2).min(self.max_buckets));
        self.n_used = 0;
        // From the end: the new places of a bucket's slots are its own or later ones, whose slots have already been
        // moved.
        for old in (0..n_old).rev() {
            let slots = std::mem::take(&mut self.buckets[old]);
            for slot in slots.into_iter().flatten().filter(|slot| slot.age == age) {
                self.put(slot);
            }
        }
    }

    /// The bucket of a position; `None` if the table has no room at all.
    fn bucket_idx(&self, zobrist: u64) -> Option<usize> {
        // The high bits of the hash choose the bucket, scaled to any number of buckets.
        let scaled = u128::from(zobrist) * self.buckets.len() as u128;
        (!self.buckets.is_empty()).then_some((scaled >> u64::BITS) as usize)
    }

    /// Looks up the position with this hash.
    pub(crate) fn find(&self, zobrist: u64) -> Option<ScoreEntry<S, M>> {
        let slots = &self.buckets[self.bucket_idx(zobrist)?];
        slots.iter().flatten().find(|slot| slot.zobrist == zobrist && slot.age == self.age).map(|slot| slot.entry)
    }

    /// Stores `entry`, and replaces what was known about the same position.
    pub(crate) fn store(&mut self, zobrist: u64, entry: ScoreEntry<S, M>) {
        // Grow at a quarter full, so that hardly anything is replaced before the table has its full size.
        if self.n_used > self.buckets.len() / 2 && self.buckets.len() < self.max_buckets {
            self.grow();
        }
        self.put(ScoreSlot { zobrist, entry, age: self.age });
    }

    fn put(&mut self, slot: ScoreSlot<S, M>) {
        let Some(bucket_idx) = self.bucket_idx(slot.zobrist) else { return };
        let (age, depth) = (self.age, slot.entry.depth);
        let slots = &mut self.buckets[bucket_idx];
        let n_before = slots.iter().flatten().count();
        let same = slots.iter_mut().flatten().find(|known| known.zobrist == slot.zobrist && known.age == age);
        if let Some(known) = same {
            *known = slot;
            return;
        }
        let [first, second] = slots;
        match first {
            Some(known) if known.age == age && known.entry.depth > depth => *second = Some(slot),
            Some(known) if known.age == age => {
                *second = *first;
                *first = Some(slot);
            }
            _ => *first = Some(slot),
        }
        self.n_used += slots.iter().flatten().count() - n_before;
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    const BUCKET: usize = size_of::<Bucket<i32, u8>>();

    fn entry(score: i32, depth: u8) -> ScoreEntry<i32, u8> {
        ScoreEntry { score, bound: Bound::Exact, depth, mv: None }
    }

    #[test]
    fn a_table_takes_the_memory_it_may() {
        let mut table = ScoreTable::<i32, u8>::new();
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
    fn a_table_grows_with_what_it_holds() {
        let mut table = ScoreTable::new();
        let max_buckets = 5 * FIRST + 3;
        let hash = |n: u64| n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for round in 0..3 {
            table.reset(max_buckets * BUCKET);
            (0..100).for_each(|n| table.store(hash(n), entry(round, 1)));
            assert!(round > 0 || table.buckets.len() == FIRST, "few entries take little memory");
            for n in 0..2 * FIRST as u64 {
                table.store(hash(n), entry(round, 1));
            }
            let n_kept = (0..2 * FIRST as u64).filter(|&n| table.find(hash(n)) == Some(entry(round, 1))).count();
            assert!(n_kept > 2 * FIRST * 95 / 100, "{n_kept}");
            (0..100_000).for_each(|n| table.store(hash(n), entry(round, 1)));
            assert_eq!(table.buckets.len(), max_buckets);
            let n_used = table.buckets.iter().flatten().flatten().count();
            assert_eq!((n_used, table.find(hash(99_999))), (table.n_used, Some(entry(round, 1))));
        }
    }

    #[test]
    fn the_deepest_stays_and_the_latest_too() {
        let mut table = ScoreTable::new();
        table.reset(BUCKET);
        for (zobrist, depth) in [(1, 3), (2, 5), (3, 4), (4, 1)] {
            table.store(zobrist, entry(0, depth));
        }
        assert_eq!(
            [1, 2, 3, 4].map(|zobrist| table.find(zobrist).map(|entry| entry.depth)),
            [None, Some(5), None, Some(1)]
        );
        // Of one position only the latest entry is kept.
        table.store(2, entry(9, 2));
        assert_eq!(table.find(2), Some(entry(9, 2)));
    }

    #[test]
    fn what_an_earlier_search_knew_is_gone() {
        let mut table = ScoreTable::new();
        table.reset(10 * BUCKET);
        for zobrist in 0..1_000 {
            let zobrist = zobrist << 54;
            table.store(zobrist, entry(1, 1));
            assert!(table.find(zobrist).is_some());
            table.reset(10 * BUCKET);
            assert!(table.find(zobrist).is_none());
        }
        // Ages repeat after 256 searches, and then find no old entries.
        assert!((0..1_000).all(|zobrist| table.find(zobrist << 54).is_none()));
    }
}
