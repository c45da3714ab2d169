//! Storage of links: many short lists in one block of memory, with undo.
//!
//! A list is a slice of the block, sorted by size of carrier. A list that existed when [`Lists::mark`] was called is
//! never written to. A change first copies it to the end of the block and remembers where it was. So [`Lists::undo`]
//! restores those places and cuts the block off. Lists that do not change cost nothing.

use tesuji_board::Bits;

/// In [`Link::key`]: the consequences of the link have not been drawn yet.
const PENDING: u16 = 1 << 15;
/// The key of a connection, which needs none.
const NO_KEY: u16 = PENDING - 1;

/// A connection or semi-connection between the two nodes whose list holds it.
#[derive(Clone, Copy, Debug)]
pub struct Link<const W: usize> {
    /// The empty cells it needs.
    pub carrier: Bits<W>,
    /// Its place in the trace, if there is one.
    pub(super) number: u32,
    /// The owner's first move, for a semi-connection; and [`PENDING`].
    key: u16,
    /// Number of cells of the carrier.
    size: u8,
    /// Its course around the terminals.
    pub label: u8,
}

impl<const W: usize> Link<W> {
    /// Most cells of a carrier: larger ones are not kept.
    pub(super) const MAX_SIZE: usize = u8::MAX as usize;

    /// A link whose consequences have not been drawn yet. Its carrier has at most [`Self::MAX_SIZE`] cells.
    #[inline]
    pub(super) fn pending(carrier: Bits<W>, key: Option<u16>, label: u8) -> Self {
        Self { carrier, number: 0, key: key.unwrap_or(NO_KEY) | PENDING, size: carrier.len() as u8, label }
    }

    /// Whether the carrier has more cells than can be counted.
    #[inline]
    pub(super) fn is_too_large(&self) -> bool {
        Bits::<W>::CAPACITY > Self::MAX_SIZE && self.carrier.len() > Self::MAX_SIZE
    }

    /// The joining move of a semi-connection.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Option<usize> {
        let key = self.key & !PENDING;
        (key != NO_KEY).then_some(usize::from(key))
    }

    /// Its number in the trace; 0 without one.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Number of cells of the carrier.
    #[must_use]
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    #[inline]
    pub(super) const fn is_pending(&self) -> bool {
        self.key & PENDING != 0
    }

    /// Ends the link's wait, if it waits and is of this size. Returns whether it did.
    #[inline]
    pub(super) fn take(&mut self, size: usize) -> bool {
        let waits = self.is_pending() && self.size() == size;
        if waits {
            self.key &= !PENDING;
        }
        waits
    }

    /// Whether it makes a link of the same kind with this label and carrier superfluous.
    #[inline]
    pub(super) fn serves(&self, carrier: &Bits<W>, label: u8) -> bool {
        self.label == label && self.carrier.is_subset(carrier)
    }
}

/// A slice of the block.
#[derive(Clone, Copy, Debug)]
struct ListSlice<const W: usize> {
    /// Holds at least all cells of the carriers.
    union: Bits<W>,
    start: u32,
    len: u16,
    /// Places from `start` that belong to the list.
    capacity: u16,
}

/// State to which [`Lists::undo`] returns.
#[derive(Clone, Copy, Debug)]
pub(super) struct UndoMark {
    writable: usize,
    n_used: usize,
    n_trail: usize,
    n_links: usize,
}

/// The lists, each with its number.
#[derive(Clone, Debug)]
pub(super) struct Lists<const W: usize> {
    lists: Vec<ListSlice<W>>,
    block: Vec<Link<W>>,
    /// Places of the block that belong to lists, or once did.
    n_used: usize,
    /// The number of links in all lists together.
    n_links: usize,
    /// Lists that start before this place were already there at the last mark.
    writable: usize,
    /// The former state of those lists that have changed since a mark.
    trail: Vec<(u32, ListSlice<W>)>,
}

impl<const W: usize> Lists<W> {
    const NONE: Link<W> = Link { carrier: Bits::EMPTY, number: 0, key: NO_KEY, size: 0, label: 0 };

    /// `n_lists` empty lists.
    pub(super) fn new(n_lists: usize) -> Self {
        let list = ListSlice { union: Bits::EMPTY, start: 0, len: 0, capacity: 0 };
        Self { lists: vec![list; n_lists], block: Vec::new(), n_used: 0, n_links: 0, writable: 0, trail: Vec::new() }
    }

    /// Empties all lists and forgets all marks.
    pub(super) fn reset(&mut self) {
        self.lists.fill(ListSlice { union: Bits::EMPTY, start: 0, len: 0, capacity: 0 });
        (self.n_used, self.n_links, self.writable) = (0, 0, 0);
        self.trail.clear();
    }

    /// Number of lists.
    pub(super) const fn len(&self) -> usize {
        self.lists.len()
    }

    /// The number of links in all lists together.
    pub(super) const fn n_links(&self) -> usize {
        self.n_links
    }

    /// The number of bytes of all links, those included that [`Lists::undo`] may bring back.
    pub(super) const fn n_bytes(&self) -> usize {
        self.n_used * size_of::<Link<W>>()
    }

    /// Makes `self` a copy of the lists of `from` as they are now, without its marks.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.writable = 0;
        self.trail.clear();
        self.block.clear();
        self.lists.clear();
        self.lists.extend(from.lists.iter().map(|list| {
            let start = self.block.len() as u32;
            self.block.extend_from_slice(from.slice(list));
            ListSlice { start, capacity: list.len, ..*list }
        }));
        self.n_used = self.block.len();
        self.n_links = from.n_links;
    }

    #[inline]
    fn slice(&self, list: &ListSlice<W>) -> &[Link<W>] {
        &self.block[list.start as usize..list.start as usize + usize::from(list.len)]
    }

    /// The links of a list, smallest first.
    #[inline]
    pub(super) fn get(&self, list: usize) -> &[Link<W>] {
        self.slice(&self.lists[list])
    }

    /// The links of a list that has changed since the last mark. The caller may change them but must keep their order.
    #[inline]
    pub(super) fn get_mut(&mut self, list: usize) -> &mut [Link<W>] {
        let ListSlice { start, len, .. } = self.lists[list];
        &mut self.block[start as usize..start as usize + usize::from(len)]
    }

    /// Places of the links of a list, valid until the list itself changes.
    #[inline]
    pub(super) fn places(&self, list: usize) -> std::ops::Range<usize> {
        let ListSlice { start, len, .. } = self.lists[list];
        start as usize..start as usize + usize::from(len)
    }

    /// The links at some of the [`Lists::places`].
    #[inline]
    pub(super) fn at(&self, places: std::ops::Range<usize>) -> &[Link<W>] {
        &self.block[places]
    }

    /// Whether a carrier of the list may have a cell of `cells`.
    #[inline]
    pub(super) fn may_meet(&self, list: usize, cells: &Bits<W>) -> bool {
        self.lists[list].union.meets(cells)
    }

    /// Changes from here on can be undone.
    pub(super) fn mark(&mut self) -> UndoMark {
        let n_trail = self.trail.len();
        let mark = UndoMark { writable: self.writable, n_used: self.n_used, n_trail, n_links: self.n_links };
        self.writable = mark.n_used;
        // No two marks may have the same place, even if nothing is added between them.
        self.take_places(1);
        mark
    }

    /// Restores the lists as they were at `mark`, the latest one that has not been undone.
    pub(super) fn undo(&mut self, mark: UndoMark) {
        for (list, old) in self.trail.drain(mark.n_trail..).rev() {
            self.lists[list as usize] = old;
        }
        self.n_used = mark.n_used;
        self.n_links = mark.n_links;
        self.writable = mark.writable;
    }

    /// Takes `n_places` new places and returns the first.
    fn take_places(&mut self, n_places: usize) -> usize {
        let start = self.n_used;
        self.n_used += n_places;
        if self.n_used > self.block.len() {
            self.block.resize(self.n_used + self.n_used / 2, Self::NONE);
        }
        start
    }

    /// Makes a list writable.
    fn open(&mut self, list: usize) {
        let old = self.lists[list];
        if self.is_shared(&old) {
            self.trail.push((list as u32, old));
            let (start, capacity) = self.take_room(old.len);
            let from = old.start as usize;
            self.block.copy_within(from..from + usize::from(old.len), start);
            self.lists[list] = ListSlice { start: start as u32, capacity, ..old };
        }
    }

    /// Takes places for a list of `len` links that may grow. Returns the first place and their number.
    #[inline]
    fn take_room(&mut self, len: u16) -> (usize, u16) {
        let capacity = (len + len / 2).saturating_add(2);
        (self.take_places(usize::from(capacity)), capacity)
    }

    #[inline]
    const fn is_shared(&self, list: &ListSlice<W>) -> bool {
        (list.start as usize) < self.writable
    }

    /// Whether the list has no place for a link, because it holds `most` links that are no larger.
    #[inline]
    pub(super) fn is_full(&self, list: usize, link: &Link<W>, most: usize) -> bool {
        let known = self.get(list);
        known.len() >= most && known.last().is_none_or(|last| last.size <= link.size)
    }

    /// Whether a link of the list makes another link superfluous.
    #[inline]
    pub(super) fn serves(&self, list: usize, link: &Link<W>) -> bool {
        let smaller = self.get(list).iter().take_while(|known| known.size <= link.size);
        smaller.fold(false, |serves, known| serves | known.serves(&link.carrier, link.label))
    }

    /// Puts `link` into its place, unless a link in the list serves as well or there are `most` links that are no
    /// larger. Drops the links that it makes superfluous, and the last link if there are then more than `most`.
    #[inline]
    pub(super) fn add(&mut self, list: usize, link: Link<W>, most: usize) -> bool {
        if self.is_full(list, &link, most) {
            return false;
        }
        let known = self.get(list);
        let mut at = 0;
        for known in known {
            if known.size > link.size {
                break;
            }
            if known.serves(&link.carrier, link.label) {
                return false;
            }
            at += 1;
        }
        if known[at..].iter().any(|known| link.serves(&known.carrier, known.label)) {
            self.retain_from(list, at, |known| !link.serves(&known.carrier, known.label));
        }
        self.put(list, at, link, most);
        true
    }

    /// Puts `link` before position `at` of a list, and drops the last link if there are then more than `most`.
    fn put(&mut self, list: usize, at: usize, link: Link<W>, most: usize) {
        let old = self.lists[list];
        let (from, len) = (old.start as usize, usize::from(old.len));
        let n_kept = if len < most { len + 1 } else { len };
        let is_shared = self.is_shared(&old);
        let (start, capacity) = if is_shared || n_kept > usize::from(old.capacity) {
            if is_shared {
                self.trail.push((list as u32, old));
            }
            let (start, capacity) = self.take_room(old.len);
            let (known, new) = self.block.split_at_mut(start);
            let known = &known[from..from + n_kept - 1];
            new[..at].copy_from_slice(&known[..at]);
            new[at + 1..n_kept].copy_from_slice(&known[at..]);
            (start, capacity)
        } else {
            let links = &mut self.block[from..from + n_kept];
            // Few links move, so a call to move them all would cost more.
            for i in (at + 1..n_kept).rev() {
                links[i] = links[i - 1];
            }
            (from, old.capacity)
        };
        self.block[start + at] = link;
        self.n_links += n_kept - len;
        self.lists[list] =
            ListSlice { union: old.union | link.carrier, start: start as u32, len: n_kept as u16, capacity };
    }

    /// From position `from` on, drops the links that `keep` rejects.
    pub(super) fn retain_from(&mut self, list: usize, from: usize, keep: impl Fn(&Link<W>) -> bool) {
        let Some(first) = self.get(list)[from..].iter().position(|link| !keep(link)) else { return };
        self.open(list);
        let links = self.get_mut(list);
        let mut n_kept = from + first;
        for i in n_kept + 1..links.len() {
            if keep(&links[i]) {
                links[n_kept] = links[i];
                n_kept += 1;
            }
        }
        let union = links[..n_kept].iter().fold(Bits::EMPTY, |union, link| union | link.carrier);
        let n_dropped = links.len() - n_kept;
        let opened = &mut self.lists[list];
        opened.union = union;
        opened.len = n_kept as u16;
        self.n_links -= n_dropped;
    }

    /// Empties a list.
    pub(super) fn clear(&mut self, list: usize) {
        let old = self.lists[list];
        if old.len > 0 {
            self.n_links -= usize::from(old.len);
            if self.is_shared(&old) {
                self.trail.push((list as u32, old));
                self.lists[list] = ListSlice { union: Bits::EMPTY, start: self.writable as u32, len: 0, capacity: 0 };
            } else {
                self.lists[list] = ListSlice { union: Bits::EMPTY, len: 0, ..old };
            }
        }
    }

    /// Ends the wait of the first waiting connection of this size and returns it.
    #[inline]
    pub(super) fn take_pending(&mut self, list: usize, size: usize) -> Option<Link<W>> {
        self.get_mut(list).iter_mut().find_map(|link| link.take(size).then_some(*link))
    }

    /// Makes all links of a list pending.
    pub(super) fn set_pending(&mut self, list: usize) {
        self.open(list);
        for link in self.get_mut(list) {
            link.key |= PENDING;
        }
    }
}
