//! The rules that find new links, and the lists that choose among them.

use tesuji_board::Bits;

use super::lists::Link;
use super::state::{Connections, pair};
use super::trace::Origin;

/// Most semi-connections that the or rule looks at.
const MAX_OTHERS: usize = 32;
/// Most semi-connections that the or rule combines, whatever the configuration says.
const MAX_OR: usize = 8;

/// A semi-connection as the or rule sees it: its carrier and number.
type Semi<const W: usize> = (Bits<W>, u32);

/// A pair of nodes and the label of what the or rule makes between them.
type Ends = (u16, u16, u8);

impl<const W: usize> Connections<W> {
    /// Adds a connection, unless a known one is as good.
    #[inline(never)]
    pub(super) fn insert_full(&mut self, a: u16, b: u16, carrier: Bits<W>, label: u8, origin: impl FnOnce() -> Origin) {
        let list = pair(a, b);
        let most = if self.is_loose(a, b) { self.config.max_full_cells } else { self.config.max_full };
        if !self.insert((a, b), list, Link::pending(carrier, None, label), most, origin) {
            return;
        }
        self.nodes.set(a, b, true, true);
        // Semi-connections that need as much are worth nothing now.
        self.lists.retain_from(list + 1, 0, |known| known.label != label || !carrier.is_subset(&known.carrier));
    }

    /// Adds a semi-connection, unless a known connection or semi-connection is as good.
    #[inline(never)]
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
        if self.has_connection_within((a, b, label), &carrier) {
            return;
        }
        let most = if self.is_loose(a, b) { self.config.max_semi_cells } else { self.config.max_semi };
        if self.insert((a, b), list + 1, Link::pending(carrier, Some(key), label), most, origin) {
            let is_connected = !self.lists.get(list).is_empty();
            self.nodes.set(a, b, is_connected, true);
        }
    }

    /// Puts a link into its sorted list, displacing those it dominates; `false` if it is dominated or too large.
    fn insert(
        &mut self,
        ends: (u16, u16),
        list: usize,
        mut link: Link<W>,
        most: usize,
        origin: impl FnOnce() -> Origin,
    ) -> bool {
        let (carrier, label, size) = (link.carrier, link.label, link.size());
        let known = self.lists.get(list);
        if known.len() >= most && known.last().is_none_or(|last| last.size() <= size) {
            return false;
        }
        let mut at = 0;
        // Those no larger than the new link may dominate it.
        for known in known.iter().take_while(|known| known.size() <= size) {
            if known.serves(&carrier, label) {
                return false;
            }
            at += 1;
        }
        if at >= most || carrier.len() > Link::<W>::MAX_SIZE {
            return false;
        }
        if let Some(trace) = &mut self.trace {
            trace.add(ends, origin(), &mut link);
        }
        // Those larger may be dominated by it, or be one too many.
        self.lists.retain_from(list, at, |known| known.label != label || !carrier.is_subset(&known.carrier));
        self.lists.insert(list, at, link, most);
        self.enqueue(ends, size);
        true
    }

    /// Are both nodes empty cells?
    #[inline]
    fn is_loose(&self, a: u16, b: u16) -> bool {
        !self.is_chain(a) && !self.is_chain(b)
    }

    pub(super) fn enqueue(&mut self, ends: (u16, u16), size: usize) {
        self.queue[size].push(ends);
        self.queue_start = self.queue_start.min(size);
    }

    /// Applies the rules until nothing new follows.
    pub(super) fn saturate(&mut self) {
        while self.queue_start < self.queue.len() {
            let size = self.queue_start;
            let Some((a, b)) = self.queue[size].pop() else {
                self.queue_start += 1;
                continue;
            };
            let list = pair(a, b);
            while let Some(link) = self.lists.take_pending(list, size) {
                self.apply_and((a, b), &link);
            }
            while let Some(link) = self.lists.take_pending(list + 1, size) {
                self.apply_or((a, b), &link);
            }
        }
        self.queue_start = 0;
    }

    /// The and rule for a connection and all that wait no more, with either end as the middle.
    #[inline(never)]
    fn apply_and(&mut self, (a, b): (u16, u16), link: &Link<W>) {
        if a == b {
            return;
        }
        for (middle, end) in [(a, b), (b, a)] {
            let middle_is_chain = self.is_chain(middle);
            let end_is_chain = self.is_chain(end);
            // Two empty cells are joined neither through a border nor with large carriers.
            let only_chains = !end_is_chain
                && (self.nodes.border[usize::from(middle)] || link.size() > self.config.max_cells_carrier);
            let blocked = if end_is_chain { link.carrier } else { link.carrier.with(usize::from(end)) };
            for word_idx in 0..self.nodes.stride {
                let mut word = self.nodes.connected[usize::from(middle) * self.nodes.stride + word_idx];
                let chains = self.nodes.chains[word_idx];
                if only_chains {
                    word &= chains;
                }
                if word_idx < W {
                    word &= !blocked.words()[word_idx] | chains;
                }
                while word != 0 {
                    let far = (word_idx * 64) as u16 + word.trailing_zeros() as u16;
                    word &= word - 1;
                    if far == middle {
                        continue;
                    }
                    let most = if end_is_chain || self.is_chain(far) {
                        usize::MAX
                    } else {
                        self.config.max_cells_carrier - link.size()
                    };
                    for place in self.lists.places(pair(middle, far)) {
                        let other = *self.lists.at(place);
                        if other.size() > most {
                            break;
                        }
                        let label = link.label ^ other.label;
                        if other.is_pending() || blocked.meets(&other.carrier) || (far == end && label == 0) {
                            continue;
                        }
                        let carrier = link.carrier | other.carrier;
                        let origin = || Origin::And(link.number, other.number);
                        if middle_is_chain {
                            self.insert_full(end, far, carrier, label, origin);
                        } else {
                            self.insert_semi(end, far, carrier.with(usize::from(middle)), label, middle, origin);
                        }
                    }
                }
            }
        }
    }

    /// The or rule for a semi-connection and those that wait no more.
    #[inline(never)]
    fn apply_or(&mut self, (a, b): (u16, u16), new: &Link<W>) {
        let mut common = new.carrier;
        let mut others = [(Bits::EMPTY, 0); MAX_OTHERS];
        let mut n_others = 0;
        for known in self.lists.get(pair(a, b) + 1) {
            if known.label == new.label && !known.is_pending() && n_others < MAX_OTHERS {
                common &= known.carrier;
                others[n_others] = (known.carrier, known.number);
                n_others += 1;
            }
        }
        if common.is_empty() {
            let mut chosen = [new.number; MAX_OR];
            let sets = (new.carrier, new.carrier);
            self.combine((a, b, new.label), sets, &others[..n_others], &mut chosen, 1);
        }
    }

    /// Every way to add others until nothing is common to all `chosen`; `sets` are their common cells and their union.
    fn combine(
        &mut self,
        ends: Ends,
        sets: (Bits<W>, Bits<W>),
        others: &[Semi<W>],
        chosen: &mut [u32; MAX_OR],
        n_chosen: usize,
    ) {
        // First those that one more completes: they are the smallest.
        let mut rest = [(Bits::EMPTY, 0); MAX_OTHERS];
        let mut n_rest = 0;
        for &(other, number) in others {
            let common = sets.0 & other;
            if common.is_empty() {
                chosen[n_chosen] = number;
                let chosen = &chosen[..=n_chosen];
                self.insert_full(ends.0, ends.1, sets.1 | other, ends.2, || Origin::Or(chosen.to_vec()));
            } else if common != sets.0 {
                rest[n_rest] = (other, number);
                n_rest += 1;
            }
        }
        if n_chosen + 1 >= self.config.max_or.min(MAX_OR) {
            return;
        }
        // What those from the i-th on have in common: combinations that cannot end empty are left.
        let rest = &rest[..n_rest];
        let mut suffix = [!Bits::EMPTY; MAX_OTHERS + 1];
        for i in (0..n_rest).rev() {
            suffix[i] = suffix[i + 1] & rest[i].0;
        }
        for (i, &(other, number)) in rest.iter().enumerate() {
            if sets.0.meets(&suffix[i]) {
                return;
            }
            let union = sets.1 | other;
            if !self.has_connection_within(ends, &union) {
                chosen[n_chosen] = number;
                self.combine(ends, (sets.0 & other, union), &rest[i + 1..], chosen, n_chosen + 1);
            }
        }
    }

    /// Is there a connection whose carrier is part of `cells`?
    #[inline]
    fn has_connection_within(&self, (a, b, label): Ends, cells: &Bits<W>) -> bool {
        self.lists.get(pair(a, b)).iter().any(|known| known.serves(cells, label))
    }
}
