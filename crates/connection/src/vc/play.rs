//! Stones are played: what becomes of the connections.

use tesuji_board::Bits;

use super::state::{Connections, Origin};
use crate::region::{Region, Side};

impl<const W: usize> Connections<W> {
    /// Makes `self` the connections of `from` after this side got the stones `own` and the other side `other`: two
    /// disjoint sets of any number of empty cells, such as a move with all that fill-in adds.
    ///
    /// What needs a cell of `other` is gone, and so are such cells as ends. Carriers shrink by `own`, semi-connections
    /// with a key there become connections, chains merge, and the rules are applied to what is new, once.
    pub fn advance(&mut self, region: &Region<W>, from: &Self, own: Bits<W>, other: Bits<W>) {
        self.start_from(from);
        self.other |= other;
        for stone in own.iter() {
            self.own.insert(stone);
            self.merge_chains(region, stone as u16);
        }
        if self.side == Side::Opponent && !own.is_empty() {
            self.dead = region.dead_alternatives(Bits::first_n(self.n_cells) - self.own);
        }
        let gone = |node: u16| usize::from(node) < from.n_cells && other.contains(usize::from(node));
        let is_new_end = |node: u16, this: &Self| {
            let is_new = usize::from(node) < from.n_cells && own.contains(usize::from(node));
            is_new || from.chain[usize::from(node)] != this.chain[usize::from(node)]
        };
        // First what stays as it is, then what changes, so that lists are whole when they are searched.
        for b in 0..from.n_nodes as u16 {
            for a in 0..=b {
                let stays = !gone(a) && !gone(b) && !is_new_end(a, self) && !is_new_end(b, self);
                if stays && from.has_links(a, b) {
                    self.copy_links(from, a, b, |link| !link.carrier.meets(&(own | other)));
                }
            }
        }
        if own.is_empty() {
            return;
        }
        for b in 0..from.n_nodes as u16 {
            for a in 0..=b {
                if from.has_links(a, b) && !gone(a) && !gone(b) {
                    let moved = is_new_end(a, self) || is_new_end(b, self);
                    self.carry_over(from, (a, b), (own, other), moved);
                }
            }
        }
        self.saturate();
    }

    /// Takes over the links between two nodes that the stones `own` change and the stones `other` leave.
    fn carry_over(&mut self, from: &Self, (a, b): (u16, u16), (own, other): (Bits<W>, Bits<W>), moved: bool) {
        let ((new_a, label_a), (new_b, label_b)) = (self.chain[usize::from(a)], self.chain[usize::from(b)]);
        let turn = label_a ^ label_b;
        for (_, link) in from.links_between(a, b) {
            let label = link.label ^ turn;
            let changes = (moved || link.carrier.meets(&own)) && !link.carrier.meets(&other);
            if !changes || (new_a == new_b && label == 0) {
                continue;
            }
            let carrier = link.carrier - own;
            match link.key() {
                Some(key) if !own.contains(key) => {
                    self.insert_semi(new_a, new_b, carrier, label, link.key, || Origin::Neighbours);
                }
                _ => self.insert_full(new_a, new_b, carrier, label, || Origin::Neighbours),
            }
        }
    }

    /// Joins the new stone with the chains it touches; a chain met twice closes a cycle, which `dead` accounts for.
    pub(super) fn merge_chains(&mut self, region: &Region<W>, stone: u16) {
        let mut joined = false;
        for &(to, label) in &region.sides[self.side.index()].neighbours[usize::from(stone)] {
            if !self.is_chain(to) {
                continue;
            }
            let (target, way) = self.chain[usize::from(to)];
            let (here, potential) = self.chain[usize::from(stone)];
            if !joined {
                self.chain[usize::from(stone)] = (target, way ^ label);
                joined = true;
            } else if target != here {
                let turn = potential ^ label ^ way;
                self.border[usize::from(here)] |= self.border[usize::from(target)];
                for entry in &mut self.chain {
                    if entry.0 == target {
                        *entry = (here, entry.1 ^ turn);
                    }
                }
            }
        }
    }

    /// The cells of the region that nobody holds.
    #[must_use]
    pub fn empties(&self) -> Bits<W> {
        Bits::first_n(self.n_cells) - self.own - self.other
    }
}
