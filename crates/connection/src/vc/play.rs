//! A stone is played: what becomes of the connections.

use tesuji_board::Bits;

use super::state::{Connections, Origin};
use crate::region::{Region, Side};

impl<const W: usize> Connections<W> {
    /// Makes `self` the connections of `from` after the other side played `cell`: what needs the cell is gone.
    pub fn play_other(&mut self, from: &Self, cell: usize) {
        self.start_from(from);
        self.other.insert(cell);
        let gone = cell as u16;
        for b in 0..from.n_nodes as u16 {
            for a in 0..=b {
                if a != gone && b != gone && from.has_links(a, b) {
                    self.copy_links(from, a, b, |link| !link.carrier.contains(cell));
                }
            }
        }
    }

    /// Makes `self` the connections of `from` after this side played `cell`: carriers shrink, semi-connections
    /// with that key become connections, chains merge, and the rules are applied to what is new.
    pub fn play_own(&mut self, region: &Region<W>, from: &Self, cell: usize) {
        self.start_from(from);
        let stone = cell as u16;
        self.own.insert(cell);
        self.merge_chains(region, stone);
        if self.side == Side::Opponent {
            self.dead = region.dead_alternatives(Bits::first_n(self.n_cells) - self.own);
        }
        let is_new_end = |node: u16, this: &Self| {
            let (old, new) = (from.chain[usize::from(node)], this.chain[usize::from(node)]);
            node == stone || old != new
        };
        // First what stays as it is, then what changes, so that lists are whole when they are searched.
        for b in 0..from.n_nodes as u16 {
            for a in 0..=b {
                if from.has_links(a, b) && !is_new_end(a, self) && !is_new_end(b, self) {
                    self.copy_links(from, a, b, |link| !link.carrier.contains(cell));
                }
            }
        }
        for b in 0..from.n_nodes as u16 {
            for a in 0..=b {
                if from.has_links(a, b) {
                    let moved = is_new_end(a, self) || is_new_end(b, self);
                    self.carry_over(from, a, b, cell, moved);
                }
            }
        }
        self.saturate();
    }

    /// Takes over the links between `a` and `b` that the stone on `cell` changes.
    fn carry_over(&mut self, from: &Self, a: u16, b: u16, cell: usize, moved: bool) {
        let ((new_a, label_a), (new_b, label_b)) = (self.chain[usize::from(a)], self.chain[usize::from(b)]);
        let turn = label_a ^ label_b;
        let loops = new_a == new_b;
        for link in from.connections(a, b) {
            let label = link.label ^ turn;
            if (moved || link.carrier.contains(cell)) && !(loops && label == 0) {
                self.insert_full(new_a, new_b, link.carrier.without(cell), label, || Origin::Neighbours);
            }
        }
        for link in from.semi_connections(a, b) {
            let label = link.label ^ turn;
            if (moved || link.carrier.contains(cell)) && !(loops && label == 0) {
                let carrier = link.carrier.without(cell);
                if usize::from(link.key) == cell {
                    self.insert_full(new_a, new_b, carrier, label, || Origin::Neighbours);
                } else {
                    self.insert_semi(new_a, new_b, carrier, label, link.key, || Origin::Neighbours);
                }
            }
        }
    }

    /// Joins the new stone with the chains it touches; a chain met twice closes a cycle, which `dead` accounts for.
    fn merge_chains(&mut self, region: &Region<W>, stone: u16) {
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
