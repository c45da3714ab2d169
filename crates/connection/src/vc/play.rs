//! Playing and taking back stones: what happens to the connections.

use tesuji_board::Bits;

use super::bounds::Edges;
use super::lists::{Link, UndoMark};
use super::state::{Connections, NodeStates, pair};
use super::trace::Origin;
use crate::once::compiled_once;
use crate::region::{Region, Side};

/// State to which [`Connections::undo`] returns.
#[derive(Clone, Debug)]
pub(super) struct Frame<const W: usize> {
    mark: UndoMark,
    own: Bits<W>,
    other: Bits<W>,
    dead: u64,
    cut: Option<usize>,
    largest: [usize; 3],
    nodes: NodeStates,
}

/// A connection that is known from elsewhere, or a semi-connection if it has a key.
#[derive(Clone, Copy, Debug)]
pub struct KnownLink<const W: usize> {
    /// The nodes that stand for the two chains, or empty cells.
    pub ends: [u16; 2],
    /// The empty cells that it needs, the key included.
    pub carrier: Bits<W>,
    /// The move that it needs, if this side has to move first.
    pub key: Option<usize>,
}

fn change<const W: usize>(connections: &mut Connections<W>, region: &Region<W>, &[own, other]: &[Bits<W>; 2]) {
    connections.change_here(region, own, other);
}

impl<const W: usize> Connections<W> {
    /// Makes `self` the connections of `from` after [`Connections::play`], with nothing to undo.
    pub fn advance(&mut self, region: &Region<W>, from: &Self, own: Bits<W>, other: Bits<W>) {
        self.own = from.own;
        self.other = from.other;
        self.dead = from.dead;
        (self.cut, self.largest) = (from.cut, from.largest);
        self.nodes.copy_from(&from.nodes);
        self.lists.copy_from(&from.lists);
        self.n_frames = 0;
        self.change(region, own, other);
    }

    /// Gives this side the stones `own` and the other side `other`. They are two disjoint sets of any number of empty
    /// cells, such as a move with everything that fill-in adds.
    ///
    /// Links that need a cell of `other` or end in one are gone. Carriers shrink by `own`, semi-connections with a key
    /// there become connections, and chains merge. Then the rules are applied once to what is new. Where that would not
    /// find the required [`Closure`](super::Closure), all links are found again from scratch.
    pub fn play(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        let mark = self.lists.mark();
        if let Some(frame) = self.frames.get_mut(self.n_frames) {
            frame.nodes.copy_from(&self.nodes);
            (frame.mark, frame.own, frame.other) = (mark, self.own, self.other);
            (frame.dead, frame.cut, frame.largest) = (self.dead, self.cut, self.largest);
        } else {
            let nodes = self.nodes.clone();
            let (own, other, dead) = (self.own, self.other, self.dead);
            self.frames.push(Frame { mark, own, other, dead, cut: self.cut, largest: self.largest, nodes });
        }
        self.n_frames += 1;
        self.change(region, own, other);
    }

    /// Adds links of the owner that hold in this position, and what follows from them. [`Self::undo`] takes them away with the
    /// move before them.
    pub fn add(&mut self, links: &[KnownLink<W>]) {
        for (number, &KnownLink { ends: [a, b], carrier, key }) in (0..).zip(links) {
            match key {
                None => self.insert_full(a, b, carrier, 0, || Origin::Known(number)),
                Some(key) => self.insert_semi(a, b, carrier, 0, key as u16, || Origin::Known(number)),
            }
        }
        // With the bounds of searches there are never too many.
        _ = self.saturate();
    }

    /// Takes back the last [`Connections::play`] that has not been taken back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(at) = self.n_frames.checked_sub(1) else { return false };
        let frame = &mut self.frames[at];
        self.lists.undo(frame.mark);
        std::mem::swap(&mut self.nodes, &mut frame.nodes);
        (self.own, self.other) = (frame.own, frame.other);
        (self.dead, self.cut, self.largest) = (frame.dead, frame.cut, frame.largest);
        self.n_frames = at;
        true
    }

    fn change(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        compiled_once!(W, change(self => Connections, region => Region, &[own, other]));
    }

    fn change_here(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        self.trace = None;
        if self.cut.is_some() {
            return self.refill(region, own, other);
        }
        let inland = self.inland();
        self.other |= other;
        for node in other.iter() {
            self.drop_links(node as u16);
        }
        for stone in own.iter() {
            self.own.insert(stone);
            self.merge_chains(region, stone as u16);
        }
        if self.side == Side::Opponent && !own.is_empty() {
            self.dead = region.dead_alternatives(Bits::first_n(self.n_cells) - self.own);
        }
        let Some(ashore) = self.ashore(own, inland) else {
            self.own -= own;
            self.other -= other;
            return self.refill(region, own, other);
        };
        // What stays unchanged goes first and what changes second, so that lists are complete when they are searched.
        self.take_changing(own, other | ashore);
        let moving = std::mem::take(&mut self.moving);
        for &(a, b, link) in &moving {
            match link.key() {
                None => self.insert_full(a, b, link.carrier, link.label, || Origin::Neighbours),
                Some(key) => self.insert_semi(a, b, link.carrier, link.label, key as u16, || Origin::Neighbours),
            }
        }
        self.moving = moving;
        self.moving.clear();
        // A new chain may have more and larger links than an empty cell, and a border with its first stone joins more.
        for stone in own.iter() {
            let chain = self.chain_of(stone as u16);
            if self.settle(chain) || usize::from(chain) == stone {
                self.reconsider(chain);
            }
        }
        if self.saturate().is_err() {
            self.queue.clear();
            self.refill(region, Bits::EMPTY, Bits::EMPTY);
        }
    }

    /// Lets a chain with stones join empty cells although it includes a border, if stones decide that. Returns true if
    /// it did not before.
    pub(super) fn settle(&mut self, chain: u16) -> bool {
        self.bounds.edges == Edges::Stones && std::mem::take(&mut self.nodes.border[usize::from(chain)])
    }

    /// Finds all links from scratch, with these additional stones.
    fn refill(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        let (own, other) = (self.own | own, self.other | other);
        (0..self.lists.len()).for_each(|list| self.lists.clear(list));
        self.fill(region, own, other);
    }

    /// The stones whose chains are not part of a border. Empty unless a border joins less than other chains do and this
    /// has to be exact.
    fn inland(&self) -> Bits<W> {
        match self.bounds.edges {
            Edges::Apart => self.own.iter().filter(|&stone| !self.is_border(stone)).collect(),
            Edges::Searched | Edges::Stones | Edges::Joined => Bits::EMPTY,
        }
    }

    /// The new stones of `own` that are part of a border, if that matters. `None` if a chain that was `inland` is part
    /// of one now.
    ///
    /// What was found through such a chain must be forgotten, and nothing marks it. A link that runs through a cell,
    /// however, has that cell in its carrier. So everything derived from it is dropped, and what holds without it is
    /// found again.
    fn ashore(&self, own: Bits<W>, inland: Bits<W>) -> Option<Bits<W>> {
        if self.bounds.edges != Edges::Apart {
            return Some(Bits::EMPTY);
        }
        let is_inland = inland.iter().all(|stone| !self.is_border(stone));
        is_inland.then(|| own.iter().filter(|&stone| self.is_border(stone)).collect())
    }

    fn is_border(&self, stone: usize) -> bool {
        self.nodes.border[usize::from(self.chain_of(stone as u16))]
    }

    /// Drops the links of a lost node.
    fn drop_links(&mut self, node: u16) {
        for word_idx in 0..self.nodes.stride {
            let mut word = self.nodes.linked[usize::from(node) * self.nodes.stride + word_idx];
            while word != 0 {
                let far = (word_idx * 64) as u16 + word.trailing_zeros() as u16;
                word &= word - 1;
                self.lists.clear(pair(node, far));
                self.lists.clear(pair(node, far) + 1);
                self.nodes.disconnect(node, far, false);
            }
        }
    }

    /// Drops the links that the stones `other` break, and takes out those that the stones `own` change.
    fn take_changing(&mut self, own: Bits<W>, other: Bits<W>) {
        let changed = own | other;
        for b in 0..self.n_nodes as u16 {
            let b_moves = self.chain_of(b) != b;
            for word_idx in 0..=usize::from(b) / 64 {
                let mut word = self.nodes.linked[usize::from(b) * self.nodes.stride + word_idx];
                while word != 0 {
                    let a = (word_idx * 64) as u16 + word.trailing_zeros() as u16;
                    word &= word - 1;
                    if a > b {
                        break;
                    }
                    let list = pair(a, b);
                    let moves = b_moves || self.chain_of(a) != a;
                    if !moves && !self.lists.may_meet(list, &changed) && !self.lists.may_meet(list + 1, &changed) {
                        continue;
                    }
                    for list in [list, list + 1] {
                        if !own.is_empty() {
                            self.copy_changing((a, b), list, moves, (own, other));
                        }
                        if moves {
                            self.lists.clear(list);
                        } else {
                            self.lists.retain_from(list, 0, |link| !link.carrier.meets(&changed));
                        }
                    }
                    if self.lists.get(list).is_empty() {
                        self.nodes.disconnect(a, b, !self.lists.get(list + 1).is_empty());
                    }
                }
            }
        }
    }

    /// Copies to `moving` what the stones `own` make of a list's links, except those that the stones `other` break.
    fn copy_changing(&mut self, (a, b): (u16, u16), list: usize, moves: bool, (own, other): (Bits<W>, Bits<W>)) {
        let ((new_a, way_a), (new_b, way_b)) = (self.nodes.chain[usize::from(a)], self.nodes.chain[usize::from(b)]);
        for link in self.lists.get(list) {
            let label = link.label ^ way_a ^ way_b;
            let changes = (moves || link.carrier.meets(&own)) && !link.carrier.meets(&other);
            if changes && (new_a != new_b || label != 0) {
                let key = link.key().filter(|&key| !own.contains(key)).map(|key| key as u16);
                self.moving.push((new_a, new_b, Link::pending(link.carrier - own, key, label)));
            }
        }
    }

    /// Makes the rules look at all links of a node again.
    fn reconsider(&mut self, node: u16) {
        for far in 0..self.n_nodes as u16 {
            for (list, is_semi) in [(pair(node, far), false), (pair(node, far) + 1, true)] {
                if !self.lists.get(list).is_empty() {
                    self.lists.set_pending(list);
                    for link in self.lists.get(list) {
                        self.queue.push(is_semi, (node, far), link.size());
                    }
                }
            }
        }
    }

    /// Joins the new stone with the chains it touches. A chain met twice closes a cycle, which `dead` accounts for.
    pub(super) fn merge_chains(&mut self, region: &Region<W>, stone: u16) {
        self.nodes.chains[usize::from(stone) / 64] |= 1 << (stone % 64);
        let mut joined = false;
        for &(to, label) in &region.sides[self.side.index()].neighbours[usize::from(stone)] {
            if !self.is_chain(to) {
                continue;
            }
            let (target, way) = self.nodes.chain[usize::from(to)];
            let (here, potential) = self.nodes.chain[usize::from(stone)];
            if !joined {
                self.nodes.chain[usize::from(stone)] = (target, way ^ label);
                joined = true;
            } else if target != here {
                let turn = potential ^ label ^ way;
                self.nodes.border[usize::from(here)] |= self.nodes.border[usize::from(target)];
                for entry in &mut self.nodes.chain {
                    if entry.0 == target {
                        *entry = (here, entry.1 ^ turn);
                    }
                }
            }
        }
    }
}
