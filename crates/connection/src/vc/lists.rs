//! Where links are kept: many short lists in one block of memory, with undo.
//!
//! A list is a slice of the block, sorted by size of carrier. Lists as they stood when [`Lists::mark`] was called are
//! never written to: a change copies the list to the end of the block first and remembers where it was, so
//! [`Lists::undo`] puts back those places and cuts the block off. What changes nothing costs nothing.

use tesuji_board::Bits;

/// In [`Link::key`]: the consequences of the link are still to be drawn.
const PENDING: u16 = 1 << 15;
/// Key of a connection, which needs none.
const NO_KEY: u16 = PENDING - 1;

/// A connection or semi-connection between the two nodes in whose list it stands.
#[derive(Clone, Copy, Debug)]
pub struct Link<const W: usize> {
    /// The empty cells it needs.
    pub carrier: Bits<W>,
    /// Its place in the trace, if there is one.
    pub(super) number: u32,
    /// The owner's first move, for a semi-connection; and [`PENDING`].
    key: u16,
    /// How many cells the carrier has.
    size: u8,
    /// How it runs around the terminals.
    pub label: u8,
}

impl<const W: usize> Link<W> {
    /// Most cells of a carrier: larger ones are not kept.
    pub(super) const MAX_SIZE: usize = u8::MAX as usize;

    /// A link whose consequences are still to be drawn; its carrier has at most [`Self::MAX_SIZE`] cells.
    pub(super) fn pending(carrier: Bits<W>, key: Option<u16>, label: u8) -> Self {
        Self { carrier, number: 0, key: key.unwrap_or(NO_KEY) | PENDING, size: carrier.len() as u8, label }
    }

    /// The joining move of a semi-connection.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Option<usize> {
        let key = self.key & !PENDING;
        (key != NO_KEY).then_some(usize::from(key))
    }

    /// How many cells the carrier has.
    #[must_use]
    #[inline]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    #[inline]
    pub(super) const fn is_pending(&self) -> bool {
        self.key & PENDING != 0
    }

    /// Does it make a link with this label and carrier superfluous (a connection that of any, a semi-connection that of
    /// a semi-connection)?
    #[inline]
    pub(super) fn serves(&self, carrier: &Bits<W>, label: u8) -> bool {
        self.label == label && self.carrier.is_subset(carrier)
    }
}

/// A slice of the block.
#[derive(Clone, Copy, Debug)]
struct List<const W: usize> {
    /// At least all cells of the carriers.
    union: Bits<W>,
    start: u32,
    len: u16,
    /// Places from `start` that are its own.
    capacity: u16,
}

/// What [`Lists::undo`] goes back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    writable: u32,
    n_block: u32,
    n_trail: u32,
}

/// The lists, each with its number.
#[derive(Clone, Debug)]
pub(super) struct Lists<const W: usize> {
    lists: Vec<List<W>>,
    block: Vec<Link<W>>,
    /// Lists that start before this place stood there at the last mark.
    writable: u32,
    /// Those of them that have changed since a mark, as they were.
    trail: Vec<(u32, List<W>)>,
}

impl<const W: usize> Lists<W> {
    const NONE: Link<W> = Link { carrier: Bits::EMPTY, number: 0, key: NO_KEY, size: 0, label: 0 };

    /// So many empty lists.
    pub(super) fn new(n_lists: usize) -> Self {
        let list = List { union: Bits::EMPTY, start: 0, len: 0, capacity: 0 };
        Self { lists: vec![list; n_lists], block: Vec::new(), writable: 0, trail: Vec::new() }
    }

    /// Makes `self` the lists of `from` as they stand, without its marks.
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.writable = 0;
        self.trail.clear();
        self.block.clear();
        self.lists.clear();
        self.lists.extend(from.lists.iter().map(|list| {
            let start = self.block.len() as u32;
            self.block.extend_from_slice(from.slice(list));
            List { start, capacity: list.len, ..*list }
        }));
    }

    #[inline]
    fn slice(&self, list: &List<W>) -> &[Link<W>] {
        &self.block[list.start as usize..list.start as usize + usize::from(list.len)]
    }

    /// The links of a list, smallest first.
    #[inline]
    pub(super) fn get(&self, list: usize) -> &[Link<W>] {
        self.slice(&self.lists[list])
    }

    /// Where the links of a list are; they stay there until the list itself changes.
    #[inline]
    pub(super) fn places(&self, list: usize) -> std::ops::Range<usize> {
        let List { start, len, .. } = self.lists[list];
        start as usize..start as usize + usize::from(len)
    }

    /// The link at one of the [`Lists::places`].
    #[inline]
    pub(super) fn at(&self, place: usize) -> &Link<W> {
        &self.block[place]
    }

    /// Could some carrier of the list have a cell of `cells`?
    #[inline]
    pub(super) fn may_meet(&self, list: usize, cells: &Bits<W>) -> bool {
        self.lists[list].union.meets(cells)
    }

    /// From here on changes can be undone.
    pub(super) fn mark(&mut self) -> Mark {
        let mark = Mark { writable: self.writable, n_block: self.block.len() as u32, n_trail: self.trail.len() as u32 };
        self.writable = mark.n_block;
        // So that no two marks have the same place, even if nothing is added between them.
        self.block.push(Self::NONE);
        mark
    }

    /// Makes the lists what they were at `mark`, the latest that has not been undone.
    pub(super) fn undo(&mut self, mark: Mark) {
        while self.trail.len() > mark.n_trail as usize {
            if let Some((list, old)) = self.trail.pop() {
                self.lists[list as usize] = old;
            }
        }
        self.block.truncate(mark.n_block as usize);
        self.writable = mark.writable;
    }

    /// Makes a list writable, with room for one more.
    fn open(&mut self, list: usize) -> &mut List<W> {
        let old = self.lists[list];
        let is_shared = self.is_shared(&old);
        if is_shared {
            self.trail.push((list as u32, old));
        }
        if is_shared || old.len == old.capacity {
            let start = self.block.len();
            let from = old.start as usize;
            self.block.extend_from_within(from..from + usize::from(old.len));
            let capacity = (old.len + old.len / 2).saturating_add(2);
            self.block.resize(start + usize::from(capacity), Self::NONE);
            self.lists[list] = List { start: start as u32, capacity, ..old };
        }
        &mut self.lists[list]
    }

    const fn is_shared(&self, list: &List<W>) -> bool {
        list.start < self.writable
    }

    /// Puts `link` at position `at` of a list and drops the last if there are more than `most` then.
    pub(super) fn insert(&mut self, list: usize, at: usize, link: Link<W>, most: usize) {
        let opened = self.open(list);
        let start = opened.start as usize;
        let len = usize::from(opened.len);
        opened.union |= link.carrier;
        let kept = (len + 1).min(most).min(usize::from(u16::MAX / 2));
        opened.len = kept as u16;
        self.block.copy_within(start + at..start + len.min(kept - 1), start + at + 1);
        self.block[start + at] = link;
    }

    /// Drops from position `from` on what is not to be kept.
    pub(super) fn retain_from(&mut self, list: usize, from: usize, keep: impl Fn(&Link<W>) -> bool) {
        let Some(first) = self.get(list)[from..].iter().position(|link| !keep(link)) else { return };
        let opened = *self.open(list);
        let start = opened.start as usize;
        let links = &mut self.block[start..start + usize::from(opened.len)];
        let mut n_kept = from + first;
        for i in n_kept + 1..links.len() {
            if keep(&links[i]) {
                links[n_kept] = links[i];
                n_kept += 1;
            }
        }
        let union = links[..n_kept].iter().fold(Bits::EMPTY, |union, link| union | link.carrier);
        self.lists[list] = List { union, len: n_kept as u16, ..opened };
    }

    /// Empties a list.
    pub(super) fn clear(&mut self, list: usize) {
        let old = self.lists[list];
        if old.len > 0 {
            if self.is_shared(&old) {
                self.trail.push((list as u32, old));
                self.lists[list] = List { union: Bits::EMPTY, start: self.writable, len: 0, capacity: 0 };
            } else {
                self.lists[list] = List { union: Bits::EMPTY, len: 0, ..old };
            }
        }
    }

    /// Takes the first pending link of this size out of waiting and returns it.
    #[inline]
    #[inline(never)]
    pub(super) fn take_pending(&mut self, list: usize, size: usize) -> Option<Link<W>> {
        let List { start, len, .. } = self.lists[list];
        let links = &mut self.block[start as usize..start as usize + usize::from(len)];
        let link = links.iter_mut().find(|link| link.size() == size && link.is_pending())?;
        link.key &= !PENDING;
        Some(*link)
    }

    /// Makes all links of a list pending.
    pub(super) fn set_pending(&mut self, list: usize) {
        let List { start, len, .. } = *self.open(list);
        for link in &mut self.block[start as usize..start as usize + usize::from(len)] {
            link.key |= PENDING;
        }
    }
}
