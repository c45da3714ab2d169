//! The rules that find new links, and the lists that choose among them.

use std::ops::Range;

use tesuji_board::Bits;

use super::lists::Link;
use super::state::{Connections, VcConfig, pair};
use super::trace::Origin;
use crate::region::Side;

/// Most semi-connections that the or rule looks at.
const MAX_OTHERS: usize = 32;
/// Most semi-connections that the or rule combines, whatever the configuration says.
const MAX_OR: usize = 8;

/// A pair of nodes and the label of what the or rule makes between them.
type Ends = (u16, u16, u8);

impl<const W: usize> Connections<W> {
    /// Adds a connection, unless a known one is as good.
    pub(super) fn insert_full(&mut self, a: u16, b: u16, carrier: Bits<W>, label: u8, origin: impl FnOnce() -> Origin) {
        let list = pair(a, b);
        let VcConfig { max_full_chains, max_full, max_full_cells, .. } = self.config;
        let most = [max_full_cells, max_full, max_full_chains][self.n_chains(a, b)];
        if !self.insert((a, b), list, Link::pending(carrier, None, label), most, origin) {
            return;
        }
        self.nodes.connect(a, b);
        if carrier.is_empty() && self.side == Side::Owner {
            self.nodes.touch(a, b);
        }
        // Semi-connections that need as much are worth nothing now.
        self.lists.retain_from(list + 1, 0, |known| known.label != label || !carrier.is_subset(&known.carrier));
    }

    /// Adds a semi-connection, unless a known connection or semi-connection is as good.
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
        if self.lists.get(list).iter().any(|known| known.serves(&carrier, label)) {
            return;
        }
        let VcConfig { max_semi_chains, max_semi, max_semi_cells, .. } = self.config;
        let most = [max_semi_cells, max_semi, max_semi_chains][self.n_chains(a, b)];
        if self.insert((a, b), list + 1, Link::pending(carrier, Some(key), label), most, origin) {
            self.nodes.link(a, b);
        }
    }

    /// Puts a link into its list, if it is worth that.
    #[inline]
    fn insert(
        &mut self,
        ends: (u16, u16),
        list: usize,
        mut link: Link<W>,
        most: usize,
        origin: impl FnOnce() -> Origin,
    ) -> bool {
        if let Some(trace) = &self.trace {
            link.number = trace.len();
        }
        if link.is_too_large() || !self.lists.add(list, link, most) {
            return false;
        }
        if let Some(trace) = &mut self.trace {
            trace.add(ends, origin(), link);
        }
        self.queue.push(link.key().is_some(), ends, link.size());
        true
    }

    /// How many of two nodes are chains.
    #[inline]
    fn n_chains(&self, a: u16, b: u16) -> usize {
        usize::from(self.is_chain(a)) + usize::from(self.is_chain(b))
    }

    /// Applies the rules until nothing new follows.
    pub(super) fn saturate(&mut self) {
        while let Some((size, is_semi, (a, b))) = self.queue.pop() {
            let list = pair(a, b);
            if is_semi {
                while let Some(label) = self.gather(list + 1, size) {
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
        }
    }

    /// The and rule for a connection of `middle` with `end` and all that wait no more.
    fn apply_and(&mut self, middle: u16, end: u16, link: &Link<W>) {
        let middle_is_chain = self.is_chain(middle);
        let end_is_chain = self.is_chain(end);
        // Two empty cells are joined neither through a border nor with large carriers.
        let only_chains =
            !end_is_chain && (self.nodes.border[usize::from(middle)] || link.size() > self.config.max_cells_carrier);
        let blocked = if end_is_chain { link.carrier } else { link.carrier.with(usize::from(end)) };
        let left = if end_is_chain { usize::MAX } else { self.config.max_cells_carrier.saturating_sub(link.size()) };
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

    /// The and rule for a connection of `middle` with one end and those with the other, of at most `most` cells.
    #[inline]
    fn join(
        &mut self,
        (middle, middle_is_chain): (u16, bool),
        (end, far): (u16, u16),
        (link, blocked): (&Link<W>, &Bits<W>),
        most: usize,
    ) {
        let places = self.lists.places(pair(middle, far));
        for start in places.clone().step_by(64) {
            // First the tests alone, which have no branches then.
            let mut fitting = 0_u64;
            for (i, other) in self.lists.at(start..places.end.min(start + 64)).iter().enumerate() {
                let fits = !blocked.meets(&other.carrier) & !other.is_pending() & (other.size() <= most);
                fitting |= u64::from(fits) << i;
            }
            while fitting != 0 {
                let place = start + fitting.trailing_zeros() as usize;
                fitting &= fitting - 1;
                let other = &self.lists.at(place..place + 1)[0];
                let (carrier, label, number) = (link.carrier | other.carrier, link.label ^ other.label, other.number);
                let origin = || Origin::And(link.number, number);
                if end == far && label == 0 {
                    continue;
                }
                if middle_is_chain {
                    self.insert_full(end, far, carrier, label, origin);
                } else {
                    self.insert_semi(end, far, carrier.with(usize::from(middle)), label, middle, origin);
                }
            }
        }
    }

    /// Takes semi-connections of this size and of one label out of waiting, if there are any. If something might come of
    /// them, `semis` is filled: first with those that wait no more, then with these; how many they are is kept.
    fn gather(&mut self, list: usize, size: usize) -> Option<u8> {
        let links = self.lists.get_mut(list);
        let label = links.iter().find(|link| link.is_pending() && link.size() == size)?.label;
        let mut common = !Bits::EMPTY;
        self.semis.clear();
        for link in links.iter().filter(|link| link.label == label && !link.is_pending()).take(MAX_OTHERS) {
            common &= link.carrier;
            self.semis.push((link.carrier, link.number));
        }
        self.n_new = 0;
        for link in links.iter_mut().filter(|link| link.label == label) {
            if link.take(size) && self.semis.len() < 2 * MAX_OTHERS {
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

    /// The or rule for what [`Connections::gather`] has found.
    fn apply_or(&mut self, ends: Ends) {
        let n_semis = self.semis.len();
        for new in n_semis - self.n_new..n_semis {
            let (carrier, number) = self.semis[new];
            let mut chosen = [number; MAX_OR];
            self.combine(ends, (carrier, carrier), 0..new, &mut chosen, 1);
        }
    }

    /// Every way to add some of the `others` of `semis` until nothing is common to all `chosen`, except those that hold
    /// another; `sets` are their common cells and their union.
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
        // First those that one more completes. Any other that takes the same cell away only makes more of it.
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
        if n_chosen + 1 < self.config.max_or.min(MAX_OR)
            && let Some(cell) = lacked.rarest(common)
        {
            // One of those without this cell has to be chosen: each in turn, then never again.
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
                if !self.has_connection_within(ends, &union) {
                    chosen[n_chosen] = number;
                    self.combine(ends, (common & other, union), i + 1..end, chosen, n_chosen + 1);
                }
            }
        }
        self.semis.truncate(n_semis);
    }

    /// Is there a connection whose carrier is part of `cells`?
    #[inline]
    fn has_connection_within(&self, (a, b, label): Ends, cells: &Bits<W>) -> bool {
        self.lists.get(pair(a, b)).iter().any(|known| known.serves(cells, label))
    }
}

/// Which cells were counted at least once, twice, and so on.
struct Counts<const W: usize>([Bits<W>; 6]);

impl<const W: usize> Default for Counts<W> {
    fn default() -> Self {
        Self([Bits::EMPTY; 6])
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

    /// One of the least counted of these cells; `None` if one was not counted at all.
    fn rarest(&self, cells: Bits<W>) -> Option<usize> {
        if !cells.is_subset(&self.0[0]) {
            return None;
        }
        let rare = self.0.iter().find_map(|level| (cells - *level).first());
        rare.or_else(|| cells.first())
    }
}
