//! The rules that find new links, and the lists that choose among them.

use std::ops::Range;

use tesuji_board::Bits;

use super::bounds::Edges;
use super::lists::Link;
use super::state::{Connections, pair};
use super::trace::Origin;
use crate::region::Side;
use crate::watch::STEPS;

/// Most semi-connections that the or rule combines, if their number is bounded.
const MAX_OR: usize = 8;

/// With the links of this size there are more links than may be followed further.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooMany {
    size: usize,
}

/// A pair of nodes and the label of what the or rule makes between them.
type Ends = (u16, u16, u8);

impl<const W: usize> Connections<W> {
    /// Adds a connection, unless a known one is as good.
    #[inline]
    pub(super) fn insert_full(&mut self, a: u16, b: u16, carrier: Bits<W>, label: u8, origin: impl FnOnce() -> Origin) {
        let list = pair(a, b);
        let n_chains = self.n_chains(a, b);
        let most = self.bounds.full[n_chains];
        if !self.insert((a, b), (list, n_chains), Link::pending(carrier, None, label), most, origin) {
            return;
        }
        if self.lists.get(list).len() == 1 {
            self.nodes.connect(a, b);
        }
        if carrier.is_empty() && self.side == Side::Owner {
            self.nodes.touch(a, b);
        }
        // Semi-connections that need at least as much are now worthless.
        self.lists.retain_from(list + 1, 0, |known| known.label != label || !carrier.is_subset(&known.carrier));
    }

    /// Adds a semi-connection, unless a known connection or semi-connection is as good.
    #[inline]
    pub(super) fn insert_semi(
        &mut self,
        a: u16,
        b: u16,
        carrier: Bits<W>,
        label: u8,
        key: u16,
        origin: impl FnOnce() -> Origin,
    ) {
        let list = pair(a, b);
        let n_chains = self.n_chains(a, b);
        let most = self.bounds.semi[n_chains];
        let link = Link::pending(carrier, Some(key), label);
        // This is the most frequent reason, and the cheapest to see.
        if self.lists.is_full(list + 1, &link, most) || self.lists.serves(list, &link) {
            return;
        }
        if self.insert((a, b), (list + 1, n_chains), link, most, origin) && self.lists.get(list + 1).len() == 1 {
            self.nodes.link(a, b);
        }
    }

    /// Puts a link into its list if it is worth keeping.
    #[inline]
    fn insert(
        &mut self,
        ends: (u16, u16),
        (list, n_chains): (usize, usize),
        mut link: Link<W>,
        most: usize,
        origin: impl FnOnce() -> Origin,
    ) -> bool {
        if let Some(trace) = &self.trace {
            link.number = trace.len();
        }
        if link.size() > self.largest[n_chains] || link.is_too_large() || !self.lists.add(list, link, most) {
            return false;
        }
        if let Some(trace) = &mut self.trace {
            trace.add(ends, origin(), link);
        }
        self.queue.push(link.key().is_some(), ends, link.size());
        true
    }

    /// Number of chains among the two nodes.
    #[inline]
    fn n_chains(&self, a: u16, b: u16) -> usize {
        usize::from(self.is_chain(a)) + usize::from(self.is_chain(b))
    }

    /// Applies the rules until nothing new follows, or until the work has to end. If there are too many links, it stops
    /// and returns an error.
    pub(super) fn saturate(&mut self) -> Result<(), TooMany> {
        let mut begun = 0;
        let mut n_left = STEPS;
        while let Some((size, is_semi, (a, b))) = self.queue.pop() {
            if size > begun {
                // All smaller links are known now: nothing derived from a larger link is smaller.
                begun = size;
                if let Some(too_many) = self.too_many(size) {
                    self.queue.push(is_semi, (a, b), size);
                    return Err(too_many);
                }
            }
            let list = pair(a, b);
            if is_semi {
                while let Some(label) = self.gather(list + 1, size) {
                    n_left = n_left.saturating_sub(self.n_new * self.semis.len() / STEPS);
                    self.apply_or((a, b, label));
                }
            } else {
                while let Some(link) = self.lists.take_pending(list, size) {
                    if a != b {
                        self.apply_and(a, b, &link);
                        self.apply_and(b, a, &link);
                    }
                }
            }
            n_left = n_left.saturating_sub(1);
            if n_left == 0 {
                if self.watch.is_over() || self.n_bytes() > self.bounds.max_bytes {
                    self.queue.clear();
                    return Ok(());
                }
                n_left = STEPS;
            }
        }
        self.too_many(Link::<W>::MAX_SIZE + 1).map_or(Ok(()), Err)
    }

    /// Finds all links that follow from the waiting neighbours. Where there are too many, it keeps fewer than the
    /// bounds allow.
    pub(super) fn saturate_and_cut(&mut self) {
        self.cut = None;
        self.largest = self.bounds.size;
        while let Err(TooMany { size }) = self.saturate() {
            let is_second = self.cut.is_some();
            self.cut.get_or_insert(size);
            // Links that end in cells, the most numerous, are cut first; links between chains only the second time.
            let [cells, mixed, chains] = self.largest.map(|largest| largest.min(size));
            self.largest = [cells, mixed, if is_second { chains } else { self.bounds.size[2] }];
            self.drop_larger();
            if is_second {
                self.queue.clear();
                return;
            }
        }
    }

    /// The least size below `size` at which the links of at most that size are too many; `None` if there is no such
    /// size.
    fn too_many(&self, size: usize) -> Option<TooMany> {
        let most = if self.cut.is_some() { self.bounds.max_links / 10 } else { self.bounds.max_links };
        if self.lists.n_links() <= most {
            return None;
        }
        let mut counts = vec![0; size];
        for b in 0..self.n_nodes as u16 {
            // Once links that end in cells are cut, those that remain no longer count.
            for a in (0..=b).filter(|&a| self.cut.is_none() || self.n_chains(a, b) == 2) {
                let links = self.links_between(a, b).filter(|link| link.size() < size);
                links.for_each(|link| counts[link.size()] += 1);
            }
        }
        let mut n_links = 0;
        let is_enough = |&n_more: &usize| {
            n_links += n_more;
            n_links > most
        };
        counts.iter().position(is_enough).map(|size| TooMany { size })
    }

    /// Drops all links larger than they may be now.
    fn drop_larger(&mut self) {
        for b in 0..self.n_nodes as u16 {
            for a in 0..=b {
                let (list, largest) = (pair(a, b), self.largest[self.n_chains(a, b)]);
                for list in [list, list + 1] {
                    self.lists.retain_from(list, 0, |link| link.size() <= largest);
                }
                if self.lists.get(list).is_empty() {
                    self.nodes.disconnect(a, b, !self.lists.get(list + 1).is_empty());
                }
            }
        }
    }

    /// Applies the and rule to a connection of `middle` with `end` and all connections of `middle` that no longer wait.
    fn apply_and(&mut self, middle: u16, end: u16, link: &Link<W>) {
        let middle_is_chain = self.is_chain(middle);
        let end_is_chain = self.is_chain(end);
        // Two empty cells are joined neither through a border nor with large carriers.
        let is_parted = self.nodes.border[usize::from(middle)] && self.bounds.edges != Edges::Joined;
        let only_chains = !end_is_chain && (is_parted || link.size() > self.bounds.and_cells);
        let blocked = if end_is_chain { link.carrier } else { link.carrier.with(usize::from(end)) };
        let left = if end_is_chain { usize::MAX } else { self.bounds.and_cells.saturating_sub(link.size()) };
        let stride = self.nodes.stride;
        for word_idx in 0..stride {
            let chains = self.nodes.chains[word_idx];
            let mut word = self.nodes.connected[usize::from(middle) * stride + word_idx]
                & !self.nodes.touching[usize::from(end) * stride + word_idx];
            if only_chains {
                word &= chains;
            }
            if let Some(blocked) = blocked.words().get(word_idx) {
                word &= !blocked | chains;
            }
            while word != 0 {
                let bit = word.trailing_zeros();
                let far = (word_idx * 64) as u16 + bit as u16;
                word &= word - 1;
                let most = if chains >> bit & 1 != 0 { usize::MAX } else { left };
                if far != middle {
                    self.join((middle, middle_is_chain), (end, far), (link, &blocked), most);
                }
            }
        }
    }

    /// Applies the and rule to a connection of `middle` with one end and its connections, of at most `most` cells, with
    /// the other.
    #[inline]
    fn join(
        &mut self,
        (middle, middle_is_chain): (u16, bool),
        (end, far): (u16, u16),
        (link, blocked): (&Link<W>, &Bits<W>),
        most: usize,
    ) {
        let Range { start: mut next, end: n_places } = self.lists.places(pair(middle, far));
        // Most lists have one link or two.
        while let Some((place, &other)) = (next..)
            .zip(self.lists.at(next..n_places))
            .find(|(_, other)| !(blocked.meets(&other.carrier) | other.is_pending() | (other.size() > most)))
        {
            next = place + 1;
            let (carrier, label) = (link.carrier | other.carrier, link.label ^ other.label);
            if end == far && label == 0 {
                continue;
            }
            let origin = || Origin::And(link.number, other.number);
            if middle_is_chain {
                self.insert_full(end, far, carrier, label, origin);
            } else {
                self.insert_semi(end, far, carrier.with(usize::from(middle)), label, middle, origin);
            }
        }
    }

    /// Ends the wait of the semi-connections of this size and of one label, if there are any. If they may lead to
    /// something, `semis` is filled, first with those that no longer wait, then with these. The number of the latter is
    /// kept.
    fn gather(&mut self, list: usize, size: usize) -> Option<u8> {
        let links = self.lists.get_mut(list);
        let label = links.iter().find(|link| link.is_pending() && link.size() == size)?.label;
        let mut common = !Bits::EMPTY;
        self.semis.clear();
        for link in links.iter().filter(|link| link.label == label && !link.is_pending()).take(self.bounds.max_others) {
            common &= link.carrier;
            self.semis.push((link.carrier, link.number));
        }
        self.n_new = 0;
        for link in links.iter_mut().filter(|link| link.label == label) {
            if link.take(size) && self.semis.len() < 2 * self.bounds.max_others {
                common &= link.carrier;
                self.semis.push((link.carrier, link.number));
                self.n_new += 1;
            }
        }
        if !common.is_empty() {
            self.n_new = 0;
        }
        Some(label)
    }

    /// Applies the or rule to what [`Connections::gather`] has found.
    fn apply_or(&mut self, ends: Ends) {
        let n_semis = self.semis.len();
        if self.bounds.max_or > MAX_OR {
            if self.n_new > 0 {
                self.combine_all(ends);
            }
            return;
        }
        for new in n_semis - self.n_new..n_semis {
            let (carrier, number) = self.semis[new];
            let mut chosen = [number; MAX_OR];
            self.combine(ends, (carrier, carrier), 0..new, &mut chosen, 1);
        }
    }

    /// The or rule for any number of semi-connections at once. It is slower than [`Connections::combine`] where there
    /// are few of them, and much faster where there are many.
    fn combine_all(&mut self, ends: Ends) {
        let semis = std::mem::take(&mut self.semis);
        // For each choice of semi-connections: the cells common to all of them, and the cells they need. A choice that
        // is worse in both is dropped.
        let mut choices: Vec<(Bits<W>, Bits<W>)> = Vec::new();
        let mut more = Vec::new();
        for &(semi, _) in &semis {
            more.clear();
            more.extend(choices.iter().map(|&(common, union)| (common & semi, union | semi)).chain([(semi, semi)]));
            for &(common, union) in &more {
                let is_worse = choices.iter().any(|(c, u)| c.is_subset(&common) && u.is_subset(&union));
                if !is_worse && self.has_room_for(ends, &union) {
                    choices.retain(|(c, u)| !(common.is_subset(c) && union.is_subset(u)));
                    if common.is_empty() {
                        self.insert_full(ends.0, ends.1, union, ends.2, || Origin::Or(Vec::new()));
                    } else {
                        choices.push((common, union));
                    }
                }
            }
        }
        self.semis = semis;
    }

    /// Tries every way to add some of the `others` of `semis` until no cell is common to all `chosen`, except ways that
    /// include another one. `sets` are the common cells of the chosen and their union.
    fn combine(
        &mut self,
        ends: Ends,
        sets: (Bits<W>, Bits<W>),
        others: Range<usize>,
        chosen: &mut [u32; MAX_OR],
        n_chosen: usize,
    ) {
        let (common, union) = sets;
        let n_semis = self.semis.len();
        // First those that need only one more. Adding another that removes the same cell would only enlarge the
        // carrier.
        let mut lacked = Counts::default();
        for i in others {
            let (other, number) = self.semis[i];
            if !common.meets(&other) {
                chosen[n_chosen] = number;
                let chosen = &chosen[..=n_chosen];
                self.insert_full(ends.0, ends.1, union | other, ends.2, || Origin::Or(chosen.to_vec()));
            } else if !common.is_subset(&other) {
                lacked.add(common - other);
                self.semis.push((other, number));
            }
        }
        if n_chosen + 1 < self.bounds.max_or.min(MAX_OR)
            && let Some(cell) = lacked.rarest(common)
        {
            // One of the semi-connections without this cell has to be chosen. Each is tried in turn and then left out.
            let open = n_semis..self.semis.len();
            for i in open.clone() {
                if !self.semis[i].0.contains(cell) {
                    self.semis.push(self.semis[i]);
                }
            }
            let n_lacking = self.semis.len() - open.end;
            for i in open.clone() {
                if self.semis[i].0.contains(cell) {
                    self.semis.push(self.semis[i]);
                }
            }
            let end = self.semis.len();
            for i in open.end..open.end + n_lacking {
                let (other, number) = self.semis[i];
                let union = union | other;
                if self.has_room_for(ends, &union) {
                    chosen[n_chosen] = number;
                    self.combine(ends, (common & other, union), i + 1..end, chosen, n_chosen + 1);
                }
            }
        }
        self.semis.truncate(n_semis);
    }

    /// Whether a connection could be kept if its carrier holds these cells.
    #[inline]
    fn has_room_for(&self, (a, b, label): Ends, cells: &Bits<W>) -> bool {
        let (list, n_chains) = (pair(a, b), self.n_chains(a, b));
        let link = Link::pending(*cells, None, label);
        cells.len() <= self.largest[n_chains]
            && !self.lists.is_full(list, &link, self.bounds.full[n_chains])
            && !self.lists.serves(list, &link)
    }
}

/// Cells counted at least once, twice, and so on.
struct Counts<const W: usize>([Bits<W>; 4]);

impl<const W: usize> Default for Counts<W> {
    fn default() -> Self {
        Self([Bits::EMPTY; 4])
    }
}

impl<const W: usize> Counts<W> {
    #[inline]
    fn add(&mut self, cells: Bits<W>) {
        let mut carry = cells;
        for level in &mut self.0 {
            let both = *level & carry;
            *level |= carry;
            carry = both;
        }
    }

    /// The cell counted least often among these; `None` if one was not counted at all.
    fn rarest(&self, cells: Bits<W>) -> Option<usize> {
        if !cells.is_subset(&self.0[0]) {
            return None;
        }
        let rare = self.0.iter().find_map(|level| (cells - *level).first());
        rare.or_else(|| cells.first())
    }
}
