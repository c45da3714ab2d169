//! The connections of one side: nodes, chains and lists, and how they are set up.

use tesuji_board::Bits;

use super::bounds::{Edges, LinkBounds, VcConfig};
use super::lists::{Link, Lists};
use super::play::Frame;
use super::trace::LinkTrace;
use crate::Watch;
use crate::once::compiled_once;
use crate::region::{Region, Side};

/// All connections of one side in one position.
#[derive(Clone, Debug)]
pub struct Connections<const W: usize> {
    pub(super) side: Side,
    pub(super) n_cells: usize,
    pub(super) n_nodes: usize,
    pub(super) bounds: LinkBounds,
    /// This side's stones in the region, and the other side's.
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
    pub(super) nodes: NodeStates,
    /// For the opponent: the alternatives, one bit each, that its stones already prevent.
    pub(super) dead: u64,
    /// By pair of nodes: the connections, then the semi-connections.
    pub(super) lists: Lists<W>,
    pub(super) queue: Queue,
    pub(super) frames: Vec<Frame<W>>,
    pub(super) n_frames: usize,
    /// Links changed by a move, on their way to their new lists.
    pub(super) moving: Vec<(u16, u16, Link<W>)>,
    /// Semi-connections that the or rule looks at: their carriers and numbers.
    pub(super) semis: Vec<(Bits<W>, u32)>,
    /// Number of these, at the end, that are new.
    pub(super) n_new: usize,
    /// The size up to which all carriers are known, if not all within the bounds are.
    pub(super) cut: Option<usize>,
    /// The largest carriers that are kept: those of the bounds, unless there were too many links.
    pub(super) largest: [usize; 3],
    /// Origin of each link; only kept by [`Connections::traced`].
    pub(super) trace: Option<LinkTrace<W>>,
    /// That of the region: once it is over, no more links are found.
    pub(super) watch: Watch,
}

/// Pairs of nodes with links whose consequences have not been drawn yet, by size of carrier.
///
/// Small ones come first. So few consequences are drawn from links that a smaller link displaces later.
#[derive(Clone, Debug)]
pub(super) struct Queue {
    /// By size: pairs with connections, then pairs with semi-connections.
    pairs: Vec<[Vec<(u16, u16)>; 2]>,
    /// Nothing smaller than this size waits.
    start: usize,
}

impl Queue {
    #[inline]
    pub(super) fn push(&mut self, is_semi: bool, ends: (u16, u16), size: usize) {
        let pairs = &mut self.pairs[size][usize::from(is_semi)];
        // One entry stands for all links of this size between these ends.
        if pairs.last() != Some(&ends) {
            pairs.push(ends);
        }
        self.start = self.start.min(size);
    }

    /// Forgets everything that waits.
    pub(super) fn clear(&mut self) {
        self.pairs.iter_mut().flatten().for_each(Vec::clear);
        self.start = 0;
    }

    /// A pair with links of the smallest waiting size. Returns the size, whether they are semi-connections, and the
    /// pair.
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

/// Data of each node.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeStates {
    /// By node: the node that stands for its chain, and the label of the way to it.
    pub chain: Vec<(u16, u8)>,
    /// By node that stands for a chain: true if the chain joins no two empty cells because it includes a border.
    pub border: Vec<bool>,
    /// The number of words in a set of nodes.
    pub stride: usize,
    /// The nodes that are chains.
    pub chains: Vec<u64>,
    /// By node: the nodes it has connections with; `stride` words each.
    pub connected: Vec<u64>,
    /// By node, if there are no labels: itself and the nodes that it touches. No link to them could be better.
    pub touching: Vec<u64>,
    /// By node: the nodes it has connections or semi-connections with.
    pub linked: Vec<u64>,
}

impl NodeStates {
    /// Sets up the nodes of a region without further stones, unlinked. Chains are the nodes from `n_cells` on, and some
    /// of them are borders.
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

    /// Notes that the best link between two nodes is a connection without cells.
    pub(super) fn touch(&mut self, a: u16, b: u16) {
        for (at, bit) in self.places(a, b) {
            self.touching[at] |= bit;
        }
    }

    /// Notes that two nodes no longer have connections, and perhaps no semi-connections.
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

/// The number of the list of connections between two nodes. The list of their semi-connections follows it.
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
    pub fn new(region: &Region<W>, side: Side, bounds: impl Into<LinkBounds>) -> Self {
        Self::build(region, side, bounds.into(), (Bits::EMPTY, Bits::EMPTY), None)
    }

    /// The connections after this side gets the stones `own` and the other side `other`, found from scratch. The two
    /// sets of cells are disjoint.
    #[must_use]
    pub fn with_stones(
        region: &Region<W>,
        side: Side,
        bounds: impl Into<LinkBounds>,
        own: Bits<W>,
        other: Bits<W>,
    ) -> Self {
        Self::build(region, side, bounds.into(), (own, other), None)
    }

    /// Memory for connections, which [`Self::set`] finds. Until then none is known.
    #[must_use]
    pub fn unset(region: &Region<W>, side: Side, bounds: impl Into<LinkBounds>) -> Self {
        Self::empty(region, side, bounds.into(), None)
    }

    /// As [`Connections::new`], but remembers how each link was found. A move ends that.
    #[must_use]
    pub fn traced(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config.into(), (Bits::EMPTY, Bits::EMPTY), Some(LinkTrace::default()))
    }

    fn build(
        region: &Region<W>,
        side: Side,
        bounds: LinkBounds,
        (own, other): (Bits<W>, Bits<W>),
        trace: Option<LinkTrace<W>>,
    ) -> Self {
        let mut state = Self::empty(region, side, bounds, trace);
        state.fill(region, own, other);
        state
    }

    fn empty(region: &Region<W>, side: Side, bounds: LinkBounds, trace: Option<LinkTrace<W>>) -> Self {
        let n_cells = region.n_cells();
        let n_nodes = region.n_nodes(side);
        Self {
            side,
            n_cells,
            n_nodes,
            bounds,
            own: Bits::EMPTY,
            other: Bits::EMPTY,
            nodes: NodeStates::default(),
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
            watch: region.watch.clone(),
        }
    }

    /// Makes `self` equal to [`Connections::with_stones`], in the same memory. Nothing before it can be undone.
    pub fn set(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        self.trace = None;
        self.n_frames = 0;
        self.lists.reset();
        self.fill(region, own, other);
    }

    /// Finds all links with these stones. All lists must be empty.
    pub(super) fn fill(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        compiled_once!(W, fill(self => Connections, region => Region, &[own, other]));
    }

    fn fill_here(&mut self, region: &Region<W>, own: Bits<W>, other: Bits<W>) {
        let graph = &region.sides[self.side.index()];
        let needs_bare = self.bounds.edges == Edges::Stones;
        self.nodes.reset(self.n_cells, self.n_nodes, |chain| {
            !graph.chains[chain].edges.is_empty() && (!needs_bare || graph.chains[chain].cells.is_empty())
        });
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
        for stone in own.iter() {
            self.settle(self.chain_of(stone as u16));
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

    /// Whether this node is a chain and not an empty cell.
    #[must_use]
    #[inline]
    pub fn is_chain(&self, node: u16) -> bool {
        usize::from(node) >= self.n_cells || self.own.contains(usize::from(node))
    }

    /// The number of nodes: cells and chains.
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

    /// The empty cells of the region.
    #[must_use]
    pub fn empties(&self) -> Bits<W> {
        Bits::first_n(self.n_cells) - self.own - self.other
    }

    /// The nodes that `node` has connections with, neighbours included: one bit each, lowest numbers first.
    ///
    /// Of each chain, only the node that stands for it has connections and appears in sets.
    #[must_use]
    #[inline]
    pub fn connected(&self, node: u16) -> &[u64] {
        let start = usize::from(node) * self.nodes.stride;
        &self.nodes.connected[start..start + self.nodes.stride]
    }

    /// Ends work on the position early.
    #[must_use]
    pub const fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The side whose connections these are.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The number of bytes of all links, traced ones included.
    pub(super) fn n_bytes(&self) -> usize {
        self.lists.n_bytes() + self.trace.as_ref().map_or(0, LinkTrace::n_bytes)
    }

    /// `None` if all links within the bounds are known; otherwise the size up to which all carriers are known.
    ///
    /// Only a [`Closure`](super::Closure) cuts; with a [`VcConfig`](super::VcConfig) it is always `None`.
    #[must_use]
    pub const fn cut(&self) -> Option<usize> {
        self.cut
    }

    /// The number of connections and semi-connections together.
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
