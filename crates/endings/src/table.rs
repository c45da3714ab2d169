//! A table of bounded size that forgets what was cheapest to find.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

/// The number of slots where a key may be.
const BUCKET: usize = 4;
/// The initial number of slots; it doubles until the maximum is reached.
const FIRST: usize = 1 << 10;

#[derive(Debug)]
pub(super) struct EndingTable<K, V> {
    slots: Vec<EndingSlot<K, V>>,
    n_used: usize,
    max_slots: usize,
}

/// A slot is unused while its work is 0.
#[derive(Clone, Default, Debug)]
struct EndingSlot<K, V> {
    key: K,
    value: V,
    work: u32,
}

impl<K: Copy + Default + Eq + Hash, V: Copy + Default> EndingTable<K, V> {
    /// A table with at most `max_slots` slots, a power of two.
    pub(super) fn new(max_slots: usize) -> Self {
        Self { slots: vec![EndingSlot::default(); FIRST.min(max_slots)], n_used: 0, max_slots }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::new(self.max_slots);
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        let bucket = &self.slots[self.bucket(key)..][..BUCKET];
        bucket.iter().find(|slot| slot.work > 0 && slot.key == *key).map(|slot| slot.value)
    }

    /// Keeps what took `work` to find, in place of what is known of the key. If there is no room left, it replaces the
    /// entry with the least work.
    pub(super) fn insert(&mut self, key: K, value: V, work: u32) {
        let slot = EndingSlot { key, value, work: work.max(1) };
        loop {
            let start = self.bucket(&key);
            let bucket = &mut self.slots[start..start + BUCKET];
            if let Some(same) = bucket.iter_mut().find(|slot| slot.work > 0 && slot.key == key) {
                *same = slot;
                return;
            }
            // Among equals the first: an unused one, if there is any.
            let place = (0..BUCKET).min_by_key(|&i| bucket[i].work).unwrap_or(0);
            if bucket[place].work == 0 {
                self.n_used += 1;
            } else if self.slots.len() < self.max_slots && self.n_used > self.slots.len() / 4 {
                self.grow();
                continue;
            }
            self.slots[start + place] = slot;
            return;
        }
    }

    fn grow(&mut self) {
        let n_slots = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![EndingSlot::default(); n_slots]);
        self.n_used = 0;
        for slot in old {
            if slot.work > 0 {
                self.insert(slot.key, slot.value, slot.work);
            }
        }
    }

    fn bucket(&self, key: &K) -> usize {
        let mut hasher = FxHasher::default();
        key.hash(&mut hasher);
        let n_buckets = self.slots.len() / BUCKET;
        #[expect(clippy::cast_possible_truncation, reason = "the low bits are looked at")]
        let bucket = hasher.finish() as usize & (n_buckets - 1);
        bucket * BUCKET
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_table_keeps_all_until_it_is_full_and_then_what_cost_most() {
        let mut table = EndingTable::new(1 << 16);
        for key in 0..30_000_u64 {
            table.insert(key, key + 1, 5);
        }
        assert!(table.slots.len() > FIRST, "it has grown");
        let n_kept = (0..30_000).filter(|key| table.get(key) == Some(key + 1)).count();
        assert!(n_kept > 29_000, "few have to go before the last size: {n_kept}");
        table.insert(7, 0, 1_000_000);
        for key in 30_000..1_000_000_u64 {
            table.insert(key, 1, 5);
        }
        assert_eq!(table.slots.len(), 1 << 16);
        assert_eq!((table.get(&7), table.get(&2_000_000)), (Some(0), None));
    }
}
