//! Sets of cells, of which equal ones are kept once.

use std::hash::{BuildHasher, RandomState};

use tesuji_board::Bits;

/// Number of a set; 0 is the empty one.
pub(crate) type SetId = u32;

/// Sets that are kept at a time: they stay where they are when more come.
const CHUNK: usize = 1 << 10;

/// Every set once, in its own size and some ten bytes.
///
/// It only tells equal sets from others: nothing is asked in the order of the hashes. These begin anew with each
/// process, so no file can be made whose sets collide.
pub(crate) struct Sets<const W: usize> {
    chunks: Vec<Vec<Bits<W>>>,
    n_sets: usize,
    /// Open addressing with linear probing: numbers of sets, 0 where there is none; at most three quarters are taken.
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

    /// The number of this set, which is added unless it is known.
    ///
    /// There are at most two for each node of a certificate, whose nodes have numbers of 32 bits: numbers of sets that
    /// differ in 32 bits would take more than 32 GB before they run out.
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

    /// Where this set stands, or would stand.
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

#[cfg(test)]
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
