//! The connections of one side: nodes, chains and lists, and how they start.

use tesuji_board::Bits;

use super::lists::{Link, Lists};
use super::play::Frame;
use super::trace::Trace;
use crate::region::{Region, Side};

/// How many connections are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VcConfig {
    /// Most connections kept between two nodes; the smallest carriers stay.
    pub max_full: usize,
    /// Most semi-connections kept between two nodes.
    pub max_semi: usize,
    /// Most connections kept between two empty cells.
    pub max_full_cells: usize,
    /// Most semi-connections kept between two empty cells.
    pub max_semi_cells: usize,
    /// Largest carrier that the and rule makes between two empty cells.
    ///
    /// PERF: on sixteen problems of 18 to 59 cells, 4 instead of no bound took two thirds of the time for about the
    /// same nodes, and leaving out what joins two empty cells through a border one third; seen while tuning, in no kept run.
    pub max_cells_carrier: usize,
    /// Most semi-connections that the or rule combines at once.
    pub max_or: usize,
}

impl Default for VcConfig {
    fn default() -> Self {
        Self { max_full: 8, max_semi: 16, max_full_cells: 3, max_semi_cells: 6, max_cells_carrier: 4, max_or: 4 }
    }
}

/// All connections of one side in one position.
#[derive(Clone, Debug)]
pub struct Connections<const W: usize> {
    pub(super) side: Side,
    pub(super) n_cells: usize,
    pub(super) n_nodes: usize,
    pub(super) config: VcConfig,
    /// This side's stones in the region, and the other's.
    pub(super) own: Bits<W>,
    pub(super) other: Bits<W>,
    pub(super) nodes: Nodes,
    /// For the opponent: the alternatives, one bit each, that its stones prevent already.
    pub(super) dead: u64,
    /// By pair of nodes: the connections, then the semi-connections.
    pub(super) lists: Lists<W>,
    /// Pairs of nodes with links whose consequences are still to be drawn, by size of carrier: small ones first, so
    /// that few consequences are drawn from what a smaller link displaces later.
    pub(super) queue: Vec<Vec<(u16, u16)>>,
    pub(super) queue_start: usize,
    pub(super) frames: Vec<Frame<W>>,
    pub(super) n_frames: usize,
    /// Links that a move changes, on their way to their new lists.
    pub(super) moving: Vec<(u16, u16, Link<W>)>,
    /// How each link came about; only kept by [`Connections::traced`].
    pub(super) trace: Option<Trace<W>>,
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
    /// By node: the nodes it has connections or semi-connections with.
    pub linked: Vec<u64>,
}

impl Nodes {
    pub(super) fn copy_from(&mut self, from: &Self) {
        self.chain.clone_from(&from.chain);
        self.border.clone_from(&from.border);
        self.stride = from.stride;
        self.chains.clone_from(&from.chains);
        self.connected.clone_from(&from.connected);
        self.linked.clone_from(&from.linked);
    }

    pub(super) fn set(&mut self, a: u16, b: u16, is_connected: bool, is_linked: bool) {
        for (a, b) in [(usize::from(a), usize::from(b)), (usize::from(b), usize::from(a))] {
            let (at, bit) = (a * self.stride + b / 64, b % 64);
            self.connected[at] = self.connected[at] & !(1 << bit) | u64::from(is_connected) << bit;
            self.linked[at] = self.linked[at] & !(1 << bit) | u64::from(is_linked) << bit;
        }
    }
}

/// The number of the list of connections between two nodes; that of the semi-connections follows it.
#[inline]
pub(super) fn pair(a: u16, b: u16) -> usize {
    let (low, high) = (usize::from(a.min(b)), usize::from(a.max(b)));
    high * (high + 1) + 2 * low
}

impl<const W: usize> Connections<W> {
    /// The connections of the position without any further stones.
    #[must_use]
    pub fn new(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config, (Bits::EMPTY, Bits::EMPTY), None)
    }

    /// Those after this side got the stones `own` and the other side `other`, two disjoint sets of cells, from scratch.
    #[must_use]
    pub fn with_stones(region: &Region<W>, side: Side, config: VcConfig, own: Bits<W>, other: Bits<W>) -> Self {
        Self::build(region, side, config, (own, other), None)
    }

    /// Those of [`Connections::new`], remembering how each link came about; a move ends that.
    #[must_use]
    pub fn traced(region: &Region<W>, side: Side, config: VcConfig) -> Self {
        Self::build(region, side, config, (Bits::EMPTY, Bits::EMPTY), Some(Trace::default()))
    }

    fn build(
        region: &Region<W>,
        side: Side,
        config: VcConfig,
        (own, other): (Bits<W>, Bits<W>),
        trace: Option<Trace<W>>,
    ) -> Self {
        let n_cells = region.n_cells();
        let n_nodes = region.n_nodes(side);
        let graph = &region.sides[side.index()];
        let stride = n_nodes.div_ceil(64);
        let mut chains = vec![0; stride];
        (n_cells..n_nodes).for_each(|chain| chains[chain / 64] |= 1 << (chain % 64));
        let nodes = Nodes {
            chain: (0..n_nodes).map(|node| (node as u16, 0)).collect(),
            border: (0..n_nodes)
                .map(|node| node.checked_sub(n_cells).is_some_and(|chain| !graph.chains[chain].edges.is_empty()))
                .collect(),
            stride,
            chains,
            connected: vec![0; n_nodes * stride],
            linked: vec![0; n_nodes * stride],
        };
        let mut state = Self {
            side,
            n_cells,
            n_nodes,
            config,
            own: Bits::EMPTY,
            other,
            nodes,
            dead: match side {
                Side::Owner => 0,
                Side::Opponent => region.dead_alternatives(Bits::first_n(n_cells) - own),
            },
            lists: Lists::new(n_nodes * (n_nodes + 1)),
            queue: vec![Vec::new(); n_cells.min(Link::<W>::MAX_SIZE) + 1],
            queue_start: 0,
            frames: Vec::new(),
            n_frames: 0,
            moving: Vec::new(),
            trace,
        };
        for stone in own.iter() {
            state.own.insert(stone);
            state.merge_chains(region, stone as u16);
        }
        for link in &graph.links {
            let is_gone = |node: u16| usize::from(node) < n_cells && other.contains(usize::from(node));
            let [(a, way_a), (b, way_b)] = [link.a, link.b].map(|node| state.nodes.chain[usize::from(node)]);
            let label = link.label ^ way_a ^ way_b;
            if !is_gone(link.a) && !is_gone(link.b) && (a != b || label != 0) {
                state.insert_full(a, b, Bits::EMPTY, label, || super::trace::Origin::Neighbours);
            }
        }
        state.saturate();
        state
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

    /// Which side's connections these are.
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
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
