//! Sets of cells, where equal sets are kept once.

use std::hash::{BuildHasher, RandomState};

use tesuji_board::Bits;

/// Number of a set; 0 is the empty one.
pub(crate) type SetId = u32;

/// Sets per chunk. Sets do not move in memory when more are added.
const CHUNK: usize = 1 << 10;

/// Every set once, in its own size plus some ten bytes.
///
/// It only distinguishes sets; nothing depends on the order of the hashes. The hash function is seeded anew in each
/// process, so nobody can make a file whose sets collide.
pub(crate) struct Sets<const W: usize> {
    chunks: Vec<Vec<Bits<W>>>,
    n_sets: usize,
    /// Open addressing with linear probing: numbers of sets, or 0 where there is none; at most three quarters are in
    /// use.
    places: Vec<SetId>,
    hasher: RandomState,
}

impl<const W: usize> Sets<W> {
    pub(crate) fn new() -> Self {
        Self { chunks: vec![vec![Bits::EMPTY]], n_sets: 1, places: vec![0; 64], hasher: RandomState::new() }
    }

    pub(crate) fn get(&self, id: SetId) -> Bits<W> {
        self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }

    /// The number of this set, which is added if it is new.
    ///
    /// `None` cannot happen in practice. There are at most two sets for each node, and nodes have numbers of 32 bits.
    /// The sets would fill more than 32 GB before their own 32-bit numbers ran out.
    pub(crate) fn id(&mut self, set: Bits<W>) -> Option<SetId> {
        if set.is_empty() {
            return Some(0);
        }
        if self.n_sets * 4 > self.places.len() * 3 {
            self.grow();
        }
        let place = self.place(set);
        if self.places[place] == 0 {
            let id = SetId::try_from(self.n_sets).ok()?;
            if self.n_sets.is_multiple_of(CHUNK) {
                self.chunks.push(Vec::with_capacity(CHUNK));
            }
            self.chunks.last_mut()?.push(set);
            self.n_sets += 1;
            self.places[place] = id;
        }
        Some(self.places[place])
    }

    /// The place of this set, or the place where it would be put.
    fn place(&self, set: Bits<W>) -> usize {
        let mask = self.places.len() - 1;
        let mut place = self.hasher.hash_one(set) as usize & mask;
        while self.places[place] != 0 && self.get(self.places[place]) != set {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        self.places = vec![0; self.places.len() * 2];
        for id in 1..self.n_sets {
            let place = self.place(self.get(id as SetId));
            self.places[place] = id as SetId;
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn equal_sets_have_one_number() {
        let mut sets = Sets::<2>::new();
        let set = |i: usize| -> Bits<2> { [i % 128, i / 128].into_iter().collect() };
        let ids: Vec<SetId> = (0..10_000).map(|i| sets.id(set(i)).unwrap()).collect();
        for (i, &id) in ids.iter().enumerate() {
            assert_eq!(sets.get(id), set(i));
            assert_eq!(sets.id(set(i)), Some(id));
        }
        let mut kinds: Vec<Bits<2>> = (0..10_000).map(set).collect();
        kinds.sort_unstable();
        kinds.dedup();
        assert_eq!(sets.n_sets, kinds.len() + 1);
        assert_eq!(sets.id(Bits::EMPTY), Some(0));
    }
}
