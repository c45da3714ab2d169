//! The connections of one side: nodes, chains and lists, and how they start.

use tesuji_board::Bits;

use super::bounds::{Bounds, VcConfig};
use super::lists::{Link, Lists};
use super::play::Frame;
use super::trace::Trace;
use crate::once::compiled_once;
use crate::region::{Region, Side};

/// All connections of one side in one position.
#[derive(Clone, Debug)]
pub struct Connections<const W: usize> {
    pub(super) side: Side,
    pub(super) n_cells: usize,
    pub(super) n_nodes: usize,
    pub(super) bounds: Bounds,
    /// This side's stones in the region, and the other's.
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
    pub(super) nodes: Nodes,
    /// For the opponent: the alternatives, one bit each, that its stones prevent already.
    pub(super) dead: u64,
    /// By pair of nodes: the connections, then the semi-connections.
    pub(super) lists: Lists<W>,
    pub(super) queue: Queue,
    pub(super) frames: Vec<Frame<W>>,
    pub(super) n_frames: usize,
    /// Links that a move changes, on their way to their new lists.
    pub(super) moving: Vec<(u16, u16, Link<W>)>,
    /// Semi-connections that the or rule looks at: their carriers and numbers.
    pub(super) semis: Vec<(Bits<W>, u32)>,
    /// How many of them, the last, it has not looked at before.
    pub(super) n_new: usize,
    /// The largest carriers that are all known, if not all within the bounds are.
    pub(super) cut: Option<usize>,
    /// The largest carriers that are kept, as the bounds have them unless there were too many.
    pub(super) largest: [usize; 3],
    /// How each link came about; only kept by [`Connections::traced`].
    pub(super) trace: Option<Trace<W>>,
}

/// Pairs of nodes with links whose consequences are still to be drawn, by size of carrier.
///
/// Small ones come first, so that few consequences are drawn from what a smaller link displaces later.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// By size: pairs with connections, then pairs with semi-connections.
    pairs: Vec<[Vec<(u16, u16)>; 2]>,
    /// No smaller size waits.
    start: usize,
}

impl Queue {
    #[inline]
    pub(super) fn push(&mut self, is_semi: bool, ends: (u16, u16), size: usize) {
        self.pairs[size][usize::from(is_semi)].push(ends);
        self.start = self.start.min(size);
    }

    /// Forgets all that waits.
    pub(super) fn clear(&mut self) {
        self.pairs.iter_mut().flatten().for_each(Vec::clear);
        self.start = 0;
    }

    /// A pair with links of the smallest size that waits: the size, whether it is semi-connections, and the pair.
    pub(super) fn pop(&mut self) -> Option<(usize, bool, (u16, u16))> {
        while let Some([connections, semis]) = self.pairs.get_mut(self.start) {
            if let Some(ends) = connections.pop() {
                return Some((self.start, false, ends));
            }
            if let Some(ends) = semis.pop() {
                return Some((self.start, true, ends));
            }
            self.start += 1;
        }
        self.start = 0;
        None
    }
}

/// What is known of each node.
#[derive(Clone, Debug, Default)]
pub(super) struct Nodes {
    /// By node: the node that stands for its chain, and the label of the way there.
    pub chain: Vec<(u16, u8)>,
    /// By node that stands for a chain: does the chain include a border?
    pub border: Vec<bool>,
    /// Words of a set of nodes.
    pub stride: usize,
    /// The nodes that are chains.
    pub chains: Vec<u64>,
    /// By node: the nodes it has connections with; `stride` words each.
    pub connected: Vec<u64>,
    /// By node: the nodes that it touches and itself, if there are no labels: no link to them is worth more.
    pub touching: Vec<u64>,
    /// By node: the nodes it has connections or semi-connections with.
    pub linked: Vec<u64>,
}

impl Nodes {
    /// The nodes of a region without further stones, unlinked; of its chains, the nodes from `n_cells` on, some are borders.
    fn reset(&mut self, n_cells: usize, n_nodes: usize, is_border: impl Fn(usize) -> bool) {
        self.stride = n_nodes.div_ceil(64);
        self.chain.clear();
        self.chain.extend((0..n_nodes).map(|node| (node as u16, 0)));
        self.border.clear();
        self.border.extend((0..n_nodes).map(|node| node.checked_sub(n_cells).is_some_and(&is_border)));
        self.chains.clear();
        self.chains.resize(self.stride, 0);
        (n_cells..n_nodes).for_each(|chain| self.chains[chain / 64] |= 1 << (chain % 64));
        for sets in [&mut self.connected, &mut self.touching, &mut self.linked] {
            sets.clear();
            sets.resize(n_nodes * self.stride, 0);
        }
    }

    pub(super) fn copy_from(&mut self, from: &Self) {
        self.chain.clone_from(&from.chain);
        self.border.clone_from(&from.border);
        self.stride = from.stride;
        self.chains.clone_from(&from.chains);
        self.connected.clone_from(&from.connected);
        self.touching.clone_from(&from.touching);
        self.linked.clone_from(&from.linked);
    }

    /// Notes that two nodes have connections.
    #[inline]
    pub(super) fn connect(&mut self, a: u16, b: u16) {
        for (at, bit) in self.places(a, b) {
            self.connected[at] |= bit;
            self.linked[at] |= bit;
        }
    }

    /// Notes that two nodes have semi-connections.
    #[inline]
    pub(super) fn link(&mut self, a: u16, b: u16) {
        for (at, bit) in self.places(a, b) {
            self.linked[at] |= bit;
        }
    }

    /// Notes that two nodes have nothing better than a connection without cells.
    pub(super) fn touch(&mut self, a: u16, b: u16) {
        for (at, bit) in self.places(a, b) {
            self.touching[at] |= bit;
        }
    }

    /// Notes that two nodes have no connections any more, and perhaps no semi-connections.
    pub(super) fn disconnect(&mut self, a: u16, b: u16, is_linked: bool) {
        for (at, bit) in self.places(a, b) {
            self.connected[at] &= !bit;
            self.touching[at] &= !bit;
            if !is_linked {
                self.linked[at] &= !bit;
            }
        }
    }

    #[inline]
    fn places(&self, a: u16, b: u16) -> [(usize, u64); 2] {
        let (a, b) = (usize::from(a), usize::from(b));
        [(a * self.stride + b / 64, 1 << (b % 64)), (b * self.stride + a / 64, 1 << (a % 64))]
    }
}

/// The number of the list of connections between two nodes; that of the semi-connections follows it.
#[inline]
pub(super) fn pair(a: u16, b: u16) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high + 1) + 2 * low
}

fn fill<const W: usize>(connections: &mut Connections<W>, region: &Region<W>, &[own, other]: &[Bits<W>; 2]) {
    connections.fill_here(region, own, other);
}

impl<const W: usize> Connections<W> {
    /// The connections of the position without any further stones.
    #[must_use]
    pub fn new(region: &Region<W>, side: Side, bounds: impl Into<Bounds>) -> Self {
        Self::build(region, side, bounds.into(), (Bits::EMPTY, Bits::EMPTY), None)
    }

    /// Those after this side got the stones `own` and the other side `other`, two disjoint sets of cells, from scratch.
    #[must_use]
    pub fn with_stones(
        region: &Region<W>,
        side: Side,
        bounds: impl Into<Bounds>,
        own: Bits<W>,
        other: Bits<W>,
    ) -> Self {
        Self::build(region, side, bounds.into(), (own, other), None)
    }

    /// Those of [`Connections::new`], remembering how each link came about; a move ends that.
    #[must_use]
    pub fn traced(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config.into(), (Bits::EMPTY, Bits::EMPTY), Some(Trace::default()))
    }

    fn build(
        region: &Region<W>,
        side: Side,
        bounds: Bounds,
        (own, other): (Bits<W>, Bits<W>),
        trace: Option<Trace<W>>,
    ) -> Self {
        let n_cells = region.n_cells();
        let n_nodes = region.n_nodes(side);
        let mut state = Self {
            side,
            n_cells,
            n_nodes,
            bounds,
            own: Bits::EMPTY,
            other: Bits::EMPTY,
            nodes: Nodes::default(),
            dead: 0,
            lists: Lists::new(n_nodes * (n_nodes + 1)),
            queue: Queue { pairs: vec![Default::default(); n_cells.min(Link::<W>::MAX_SIZE) + 1], start: 0 },
            frames: Vec::new(),
            n_frames: 0,
            moving: Vec::new(),
            semis: Vec::new(),
            n_new: 0,
            cut: None,
            largest: bounds.size,
            trace,
        };
        state.fill(region, own, other);
        state
    }

    /// Makes `self` those of [`Connections::with_stones`], in the same memory; nothing before it can be undone.
    pub fn set(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        self.trace = None;
        self.n_frames = 0;
        self.lists.reset();
        self.fill(region, own, other);
    }

    /// Finds all links with these stones, while no list has any.
    pub(super) fn fill(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        compiled_once!(W, fill(self => Connections, region => Region, &[own, other]));
    }

    fn fill_here(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        let graph = &region.sides[self.side.index()];
        self.nodes.reset(self.n_cells, self.n_nodes, |chain| !graph.chains[chain].edges.is_empty());
        self.own = Bits::EMPTY;
        self.other = other;
        self.dead = match self.side {
            Side::Owner => 0,
            Side::Opponent => region.dead_alternatives(Bits::first_n(self.n_cells) - own),
        };
        if self.side == Side::Owner {
            (0..self.n_nodes as u16).for_each(|node| self.nodes.touch(node, node));
        }
        for stone in own.iter() {
            self.own.insert(stone);
            self.merge_chains(region, stone as u16);
        }
        for link in &graph.links {
            let is_gone = |node: u16| usize::from(node) < self.n_cells && other.contains(usize::from(node));
            let [(a, way_a), (b, way_b)] = [link.a, link.b].map(|node| self.nodes.chain[usize::from(node)]);
            let label = link.label ^ way_a ^ way_b;
            if !is_gone(link.a) && !is_gone(link.b) && (a != b || label != 0) {
                self.insert_full(a, b, Bits::EMPTY, label, || super::trace::Origin::Neighbours);
            }
        }
        self.saturate_and_cut();
    }

    /// Is this node a chain, not an empty cell?
    #[must_use]
    #[inline]
    pub fn is_chain(&self, node: u16) -> bool {
        usize::from(node) >= self.n_cells || self.own.contains(usize::from(node))
    }

    /// How many nodes there are, cells and chains.
    #[must_use]
    pub const fn n_nodes(&self) -> usize {
        self.n_nodes
    }

    /// The node that stands for the chain of `node`.
    #[must_use]
    #[inline]
    pub fn chain_of(&self, node: u16) -> u16 {
        self.nodes.chain[usize::from(node)].0
    }

    /// This side's stones in the region.
    #[must_use]
    pub const fn own(&self) -> Bits<W> {
        self.own
    }

    /// The cells of the region that nobody holds.
    #[must_use]
    pub fn empties(&self) -> Bits<W> {
        Bits::first_n(self.n_cells) - self.own - self.other
    }

    /// The nodes that `node` has connections with, neighbours included: one bit each, lowest numbers first.
    ///
    /// Of a chain only the node that stands for it has any, and is in any set.
    #[must_use]
    #[inline]
    pub fn connected(&self, node: u16) -> &[u64] {
        let start = usize::from(node) * self.nodes.stride;
        &self.nodes.connected[start..start + self.nodes.stride]
    }

    /// Which side's connections these are.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// `None` if all links within the bounds are known; else the size of the largest carriers that all are.
    ///
    /// Only a [`Closure`](super::Closure) knows; with a [`VcConfig`](super::VcConfig) it is always `None`.
    #[must_use]
    pub const fn cut(&self) -> Option<usize> {
        self.cut
    }

    /// How many connections and semi-connections there are.
    #[must_use]
    pub fn n_links(&self) -> usize {
        let pairs = (0..self.n_nodes as u16).flat_map(|b| (0..=b).map(move |a| (a, b)));
        pairs.map(|(a, b)| self.connections(a, b).len() + self.semi_connections(a, b).len()).sum()
    }

    /// The connections between two nodes, smallest first.
    #[inline]
    pub fn connections(&self, a: u16, b: u16) -> std::slice::Iter<'_, Link<W>> {
        self.lists.get(pair(a, b)).iter()
    }

    /// The semi-connections between two nodes, smallest first.
    #[inline]
    pub fn semi_connections(&self, a: u16, b: u16) -> std::slice::Iter<'_, Link<W>> {
        self.lists.get(pair(a, b) + 1).iter()
    }

    /// The connections, then the semi-connections between two nodes.
    pub(super) fn links_between(&self, a: u16, b: u16) -> impl Iterator<Item = &Link<W>> {
        self.connections(a, b).chain(self.semi_connections(a, b))
    }
}
