//! The position network: which nodes there are, and which are linked.

use tesuji_board::Bits;
use tesuji_connection::vc::Connections;

/// Why a network cannot have so many nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The sets are too narrow.
    #[error("{cells} cells and two terminals do not fit into sets of {width}")]
    TooWide {
        /// Cells asked for.
        cells: usize,
        /// Nodes that the sets hold.
        width: usize,
    },
}

/// The graph of one player's prospects, undirected and without weights.
///
/// Nodes are numbered: cells from 0, then the two terminals, which are the player's edges of the board. The opponent's stones are
/// no nodes; nor are the player's own, through which what they touch is linked.
///
/// # Source
///
/// Takada et al. 2014, section 2.3.
#[derive(Clone, Debug)]
pub struct Network<const W: usize> {
    n_cells: usize,
    nodes: Bits<W>,
    /// By node: the nodes it is linked with.
    links: Vec<Bits<W>>,
}

impl<const W: usize> Network<W> {
    /// Two terminals that nothing links, and no cells yet.
    ///
    /// # Errors
    ///
    /// If cells and terminals are more than `64 * W`.
    pub fn new(n_cells: usize) -> Result<Self, NetworkError> {
        let n_nodes = n_cells.saturating_add(2);
        if n_nodes > Bits::<W>::CAPACITY {
            return Err(NetworkError::TooWide { cells: n_cells, width: Bits::<W>::CAPACITY });
        }
        let mut network = Self { n_cells, nodes: Bits::EMPTY, links: vec![Bits::EMPTY; n_nodes] };
        network.clear(Bits::EMPTY);
        Ok(network)
    }

    /// Takes all links out and makes these cells, beside the terminals, the nodes.
    pub fn clear(&mut self, cells: Bits<W>) {
        self.nodes = cells;
        self.terminals().into_iter().for_each(|terminal| self.nodes.insert(terminal));
        self.links.fill(Bits::EMPTY);
    }

    /// Links two different nodes.
    pub fn link(&mut self, a: usize, b: usize) {
        debug_assert!(a != b && self.nodes.contains(a) && self.nodes.contains(b), "{a}-{b} is no link");
        self.links[a].insert(b);
        self.links[b].insert(a);
    }

    /// Makes it the network of the position whose connections these are; `edges` are the player's edges as nodes there.
    ///
    /// Nodes become the empty cells, each under its number in the region of the connections, which has as many as this
    /// network. Linked is what has a connection, neighbours among them. A chain that includes an edge is that edge.
    pub fn rebuild(&mut self, connections: &Connections<W>, edges: [u16; 2]) {
        let empties = connections.empties();
        self.clear(empties);
        let terminals = self.terminals();
        let chains = edges.map(|edge| connections.chain_of(edge));
        let reached = |node: u16| Bits::<W>::from_words(connections.connected(node));
        for cell in empties.iter() {
            let reached = reached(cell as u16);
            let mut links = reached & empties;
            for (terminal, chain) in terminals.into_iter().zip(chains) {
                if reached.contains(usize::from(chain)) {
                    links.insert(terminal);
                }
            }
            self.links[cell] = links;
        }
        for (terminal, chain) in terminals.into_iter().zip(chains) {
            self.links[terminal] = reached(chain) & empties;
        }
        if chains[0] == chains[1] || reached(chains[0]).contains(usize::from(chains[1])) {
            self.link(terminals[0], terminals[1]);
        }
    }

    /// How many cells are numbered, empty or not.
    #[must_use]
    pub const fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The player's first and second edge.
    #[must_use]
    pub const fn terminals(&self) -> [usize; 2] {
        [self.n_cells, self.n_cells + 1]
    }

    /// The nodes, the terminals among them.
    #[must_use]
    pub const fn nodes(&self) -> Bits<W> {
        self.nodes
    }

    /// What a node is linked with; nothing if there is no such node.
    #[must_use]
    pub fn links(&self, node: usize) -> Bits<W> {
        self.links.get(node).copied().unwrap_or_default()
    }

    /// How many links there are.
    #[must_use]
    pub fn n_links(&self) -> usize {
        self.links.iter().map(Bits::len).sum::<usize>() / 2
    }

    /// By node: what it is linked with.
    pub(crate) fn rows(&self) -> &[Bits<W>] {
        &self.links
    }
}
