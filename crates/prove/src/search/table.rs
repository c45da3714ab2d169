//! The table of positions: a fixed maximum number of bytes, shared by all threads of a search.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use tesuji_board::Bits;

/// Larger than any proof number of an undecided position.
pub(crate) const INFINITY: u32 = 1 << 30;

/// Stands in place of a move if the board is full and no move is left.
pub(crate) const NO_MOVE: u16 = u16::MAX;

/// Entries that share a lock. A new entry replaces the one with the least work among them.
const WAYS: usize = 4;
/// The number of buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 10;

/// A position as the search sees it: the stones, played or filled in, of the player to move and of the other player.
///
/// Positions with equal stones after fill-in have the same winner and the same proofs, so they share an entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WinKey<const W: usize> {
    pub own: Bits<W>,
    pub theirs: Bits<W>,
    /// Whose turn it is: 0 for Black, 1 for White.
    pub mover: u8,
}

impl<const W: usize> WinKey<W> {
    /// By player: the stones.
    pub(crate) fn stones(&self) -> [Bits<W>; 2] {
        let mut stones = [self.theirs; 2];
        stones[usize::from(self.mover)] = self.own;
        stones
    }

    /// A place for this position among `n` places.
    pub(crate) fn place(&self, n: usize) -> usize {
        let mut hash = u64::from(self.mover);
        for &word in self.own.words().iter().chain(self.theirs.words()) {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 32;
        }
        ((u128::from(hash.wrapping_mul(0x9e37_79b9_7f4a_7c15)) * n as u128) >> 64) as usize
    }
}

/// Stones and carrier on which a win rests. With these stones the winner wins in this carrier even if the other player
/// moves first and has everything else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct WinNeed<const W: usize> {
    /// The winner's stones.
    pub stones: Bits<W>,
    /// The empty cells left to the winner.
    pub carrier: Bits<W>,
}

/// The outcome of a position, from the point of view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WinDecision<const W: usize> {
    /// The mover wins by playing this cell; the needs are stated for the position after that move.
    Wins(u16, WinNeed<W>),
    /// The other player wins.
    Loses(WinNeed<W>),
}

/// Result for a position, from the point of view of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WinEntry<const W: usize> {
    pub phi: u32,
    pub delta: u32,
    /// The number of moves that had to be considered when the position was first examined.
    pub open: u16,
    /// The number of threads at work below it.
    pub busy: u8,
    pub decision: Option<WinDecision<W>>,
}

impl<const W: usize> WinEntry<W> {
    pub(crate) const fn decided(decision: WinDecision<W>) -> Self {
        Self { phi: INFINITY, delta: INFINITY, open: 0, busy: 0, decision: Some(decision) }
    }
}

#[derive(Clone, Copy, Debug)]
struct Slot<const W: usize> {
    key: WinKey<W>,
    entry: WinEntry<W>,
    /// The number of positions searched to learn this.
    work: u32,
}

type Bucket<const W: usize> = Mutex<[Option<Slot<W>>; WAYS]>;

/// Positions and what is known of them.
///
/// It begins small and doubles while there is room, so an easy question touches little memory.
#[derive(Debug)]
pub(crate) struct WinTable<const W: usize> {
    buckets: RwLock<Box<[Bucket<W>]>>,
    n_entries: AtomicUsize,
    max_buckets: usize,
}

impl<const W: usize> WinTable<W> {
    /// A table of at most `bytes`, even while it grows, but with at least one bucket.
    pub(crate) fn new(bytes: usize) -> Self {
        // While the table doubles, old and new buckets together are three times the old ones.
        let max_buckets = (bytes / size_of::<Bucket<W>>()).max(1);
        let n_buckets = max_buckets.min(FIRST_BUCKETS);
        Self { buckets: RwLock::new(empty_buckets(n_buckets)), n_entries: AtomicUsize::new(0), max_buckets }
    }

    fn buckets(&self) -> RwLockReadGuard<'_, Box<[Bucket<W>]>> {
        // A thread that panicked left every bucket intact, because each write is to one slot.
        self.buckets.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Doubles the table if it is half full and there is room.
    fn grow(&self) {
        let mut buckets = self.buckets.write().unwrap_or_else(PoisonError::into_inner);
        let n_buckets = buckets.len() * 2;
        if self.n_entries.load(Ordering::Relaxed) * 2 < buckets.len() * WAYS
            || n_buckets + buckets.len() > self.max_buckets
        {
            return;
        }
        let larger = empty_buckets(n_buckets);
        let mut n_entries = 0;
        for slot in buckets.iter().flat_map(|bucket| *lock(bucket)).flatten() {
            n_entries += usize::from(insert(&mut lock(&larger[slot.key.place(n_buckets)]), slot));
        }
        *buckets = larger;
        self.n_entries.store(n_entries, Ordering::Relaxed);
    }

    pub(crate) fn get(&self, key: &WinKey<W>) -> Option<WinEntry<W>> {
        self.worked(key).map(|(entry, _)| entry)
    }

    /// Result for a position, and the number of positions searched for it.
    pub(crate) fn worked(&self, key: &WinKey<W>) -> Option<(WinEntry<W>, u32)> {
        let buckets = self.buckets();
        let bucket = lock(&buckets[key.place(buckets.len())]);
        bucket.iter().flatten().find(|slot| slot.key == *key).map(|slot| (slot.entry, slot.work))
    }

    /// Keeps what is known; the number of threads at work below stays as it was. Mere numbers never replace a decision.
    pub(crate) fn put(&self, key: &WinKey<W>, entry: WinEntry<W>, work: u64) {
        let work = work.min(u64::from(u32::MAX)) as u32;
        let is_new = {
            let buckets = self.buckets();
            let mut bucket = lock(&buckets[key.place(buckets.len())]);
            if let Some(slot) = bucket.iter_mut().flatten().find(|slot| slot.key == *key) {
                if slot.entry.decision.is_none() {
                    slot.entry = WinEntry { busy: slot.entry.busy, ..entry };
                }
                slot.work = slot.work.saturating_add(work);
                return;
            }
            insert(&mut bucket, Slot { key: *key, entry: WinEntry { busy: 0, ..entry }, work })
        };
        if is_new {
            let n_entries = self.n_entries.fetch_add(1, Ordering::Relaxed);
            let n_buckets = self.buckets().len();
            if n_entries * 2 >= n_buckets * WAYS && n_buckets * 3 <= self.max_buckets {
                self.grow();
            }
        }
    }

    /// Calls `visit` with each position, what is known of it, and the number of positions searched to learn this.
    pub(crate) fn for_each(&self, mut visit: impl FnMut(&WinKey<W>, &WinEntry<W>, u32)) {
        for slot in self.buckets().iter().flat_map(|bucket| *lock(bucket)).flatten() {
            visit(&slot.key, &slot.entry, slot.work);
        }
    }

    /// Notes that one more thread, or one fewer, is at work below a position.
    pub(crate) fn set_busy(&self, key: &WinKey<W>, more: bool) {
        let buckets = self.buckets();
        if let Some(slot) = lock(&buckets[key.place(buckets.len())]).iter_mut().flatten().find(|slot| slot.key == *key)
        {
            let busy = &mut slot.entry.busy;
            *busy = if more { busy.saturating_add(1) } else { busy.saturating_sub(1) };
        }
    }
}

fn empty_buckets<const W: usize>(n_buckets: usize) -> Box<[Bucket<W>]> {
    (0..n_buckets).map(|_| Mutex::new([None; WAYS])).collect()
}

fn lock<const W: usize>(bucket: &Bucket<W>) -> MutexGuard<'_, [Option<Slot<W>>; WAYS]> {
    bucket.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Puts the slot in an empty place or in place of the entry with the least work. Returns whether the place was empty.
fn insert<const W: usize>(bucket: &mut [Option<Slot<W>>; WAYS], new: Slot<W>) -> bool {
    let worth = |slot: &Option<Slot<W>>| slot.map_or(0, |slot| u64::from(slot.work) + 1);
    let Some(least) = bucket.iter_mut().min_by_key(|slot| worth(slot)) else { return false };
    least.replace(new).is_none()
}
