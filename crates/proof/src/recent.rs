//! A map that forgets entries that were not requested lately.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use rustc_hash::FxBuildHasher;

/// A map of bounded size. Whenever half of it is new, the other half is forgotten, except for what was requested since.
#[derive(Debug)]
pub struct Recent<K, V> {
    young: HashMap<K, V, FxBuildHasher>,
    old: HashMap<K, V, FxBuildHasher>,
    max_young: usize,
}

impl<K: Hash + Eq, V> Recent<K, V> {
    /// A map of about `max_bytes` bytes at most, if each entry has about `n_heap` bytes besides its slot.
    #[must_use]
    pub fn new(max_bytes: usize, n_heap: usize) -> Self {
        // A table of the standard library is little more than half full after it has grown.
        let n_bytes = 2 * size_of::<(K, V)>() + n_heap;
        Self { young: HashMap::default(), old: HashMap::default(), max_young: max_bytes / 2 / n_bytes }
    }

    /// The entry for `key`.
    pub fn get<Q: Hash + Eq + ?Sized>(&mut self, key: &Q) -> Option<&mut V>
    where
        K: Borrow<Q>,
    {
        if let Some((key, value)) = self.old.remove_entry(key) {
            self.insert(key, value);
        }
        self.young.get_mut(key)
    }

    /// Adds an entry.
    pub fn insert(&mut self, key: K, value: V) {
        if self.young.len() >= self.max_young {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, value);
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_for_stays() {
        let mut map = Recent::new(10 * 2 * (2 * size_of::<(u32, u32)>() + 4), 4);
        for key in 0..1_000 {
            map.insert(key, key * 2);
            assert_eq!(map.get(&0), Some(&mut 0), "asked for again and again");
            assert!(map.young.len() <= 10 && map.old.len() <= 10);
        }
        assert_eq!(map.get(&999), Some(&mut 1_998));
        assert_eq!(map.get(&500), None, "not asked for since");
        let mut none = Recent::new(0, 0);
        (0..3).for_each(|key| none.insert(key, key));
        assert!(none.young.len() + none.old.len() <= 2);
    }
}
