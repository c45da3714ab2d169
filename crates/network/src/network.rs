//! The position network: its nodes, and which of them are linked.

use tesuji_board::Bits;
use tesuji_connection::vc::Connections;

/// Error of a network with too many nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The sets are too narrow.
    #[error("{cells} cells and two terminals do not fit in sets of {width}")]
    TooWide {
        /// The number of cells asked for.
        cells: usize,
        /// The number of nodes that the sets hold.
        width: usize,
    },
}

/// The graph of one player's prospects, undirected and without weights.
///
/// Nodes are numbered: cells from 0, then the two terminals, which are the player's edges of the board. The opponent's
/// stones are not nodes. Neither are the player's own stones: the nodes that they touch are linked through them.
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
    /// Two terminals without a link, and no cells yet.
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

    /// Removes all links and makes these cells the nodes, together with the terminals.
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

    /// Makes this the network of the position that has these connections. `edges` are the player's edges as nodes
    /// there.
    ///
    /// The nodes become the empty cells, each under its number in the region of the connections. That region must have
    /// as many cells as this network. Two nodes are linked if they have a connection; neighbours have one. A chain that
    /// includes an edge counts as that edge.
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

    /// The number of numbered cells, empty or not.
    #[must_use]
    pub const fn n_cells(&self) -> usize {
        self.n_cells
    }

    /// The player's first and second edge.
    #[must_use]
    pub const fn terminals(&self) -> [usize; 2] {
        [self.n_cells, self.n_cells + 1]
    }

    /// The nodes, terminals included.
    #[must_use]
    pub const fn nodes(&self) -> Bits<W> {
        self.nodes
    }

    /// The nodes that a node is linked with; empty if there is no such node.
    #[must_use]
    pub fn links(&self, node: usize) -> Bits<W> {
        self.links.get(node).copied().unwrap_or_default()
    }

    /// The number of links.
    #[must_use]
    pub fn n_links(&self) -> usize {
        self.links.iter().map(Bits::len).sum::<usize>() / 2
    }

    /// By node: the nodes it is linked with.
    pub(crate) fn rows(&self) -> &[Bits<W>] {
        &self.links
    }
}
