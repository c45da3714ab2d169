//! The table of positions: a stated number of bytes, never more, shared by all threads of a search.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tesuji_board::Bits;

/// Larger than any proof number of an undecided position.
pub(super) const INFINITY: u32 = 1 << 30;

/// In the place of a move where none is left to be made: the board is full.
pub(super) const NO_MOVE: u16 = u16::MAX;

/// Entries that share a lock, and among which a new one takes the place of the least work.
const WAYS: usize = 4;

/// A position as the search sees it: the stones, played and filled in, of the player to move and of the other.
///
/// Positions whose stones are equal after fill-in have the same winner and the same proofs, so they share an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key<const W: usize> {
    pub own: Bits<W>,
    pub theirs: Bits<W>,
    /// Whose turn it is: 0 for Black, 1 for White.
    pub mover: u8,
}

/// What a win rests on: with these stones the winner wins in this carrier, the other player to move and everything else
/// the other player's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Need<const W: usize> {
    pub stones: Bits<W>,
    pub carrier: Bits<W>,
}

/// How a position ends, from the view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Decision<const W: usize> {
    /// The mover plays this cell; what it needs is stated after that move.
    Wins(u16, Need<W>),
    /// The other player wins.
    Loses(Need<W>),
}

/// What is known of a position, from the view of the player to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const W: usize> {
    pub phi: u32,
    pub delta: u32,
    /// How many moves had to be considered at first sight.
    pub open: u16,
    /// Threads that are at work below it.
    pub busy: u8,
    pub decision: Option<Decision<W>>,
}

impl<const W: usize> Entry<W> {
    pub(super) const fn decided(decision: Decision<W>) -> Self {
        Self { phi: INFINITY, delta: INFINITY, open: 0, busy: 0, decision: Some(decision) }
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot<const W: usize> {
    key: Key<W>,
    entry: Entry<W>,
    /// Positions looked at to learn this.
    work: u32,
}

/// Positions and what is known of them.
#[derive(Debug)]
pub(super) struct Table<const W: usize> {
    buckets: Box<[Mutex<[Option<Slot<W>>; WAYS]>]>,
}

impl<const W: usize> Table<W> {
    /// A table of at most `bytes`, and of one bucket at least.
    pub(super) fn new(bytes: usize) -> Self {
        let n_buckets = (bytes / size_of::<Mutex<[Option<Slot<W>>; WAYS]>>()).max(1);
        Self { buckets: (0..n_buckets).map(|_| Mutex::new([None; WAYS])).collect() }
    }

    fn bucket(&self, key: &Key<W>) -> MutexGuard<'_, [Option<Slot<W>>; WAYS]> {
        let mut hash = u64::from(key.mover);
        for &word in key.own.words().iter().chain(key.theirs.words()) {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        }
        let at = (u128::from(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * self.buckets.len() as u128) >> 64;
        // A thread that panicked left its bucket as it was: every write is of one whole slot.
        self.buckets[at as usize].lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, key: &Key<W>) -> Option<Entry<W>> {
        self.bucket(key).iter().flatten().find(|slot| slot.key == *key).map(|slot| slot.entry)
    }

    /// Keeps what is known; how many threads are at work below stays as it was. A decision is never lost to numbers.
    pub(super) fn put(&self, key: &Key<W>, entry: Entry<W>, work: u64) {
        let mut bucket = self.bucket(key);
        if let Some(slot) = bucket.iter_mut().flatten().find(|slot| slot.key == *key) {
            if slot.entry.decision.is_none() {
                slot.entry = Entry { busy: slot.entry.busy, ..entry };
            }
            slot.work = slot.work.saturating_add(work.min(u64::from(u32::MAX)) as u32);
            return;
        }
        let worth = |slot: &Option<Slot<W>>| slot.map_or(0, |slot| u64::from(slot.work) + 1);
        if let Some(least) = bucket.iter_mut().min_by_key(|slot| worth(slot)) {
            *least =
                Some(Slot { key: *key, entry: Entry { busy: 0, ..entry }, work: work.min(u64::from(u32::MAX)) as u32 });
        }
    }

    /// One thread more, or one fewer, is at work below a position.
    pub(super) fn set_busy(&self, key: &Key<W>, more: bool) {
        if let Some(slot) = self.bucket(key).iter_mut().flatten().find(|slot| slot.key == *key) {
            let busy = &mut slot.entry.busy;
            *busy = if more { busy.saturating_add(1) } else { busy.saturating_sub(1) };
        }
    }
}
