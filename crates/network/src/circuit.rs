//! The position as an electrical circuit between a player's edges.

use tesuji_board::Bits;
use tesuji_connection::vc::Connections;

use tesuji_numeric::Cholesky;

/// Resistance between the edges of a player. An empty cell in series adds 1.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub enum Resistance {
    /// No resistance: the edges are connected, and the player has won.
    Nothing,
    /// This much, above 0.
    Finite(f64),
    /// No current can flow: the edges are separated, and the player has lost.
    Infinite,
}

impl Resistance {
    /// The value, if it is finite and above 0.
    #[must_use]
    pub const fn finite(self) -> Option<f64> {
        match self {
            Self::Finite(value) => Some(value),
            Self::Nothing | Self::Infinite => None,
        }
    }

    /// The value (0 for [`Self::Nothing`]), unless it is infinite.
    #[must_use]
    pub const fn value(self) -> Option<f64> {
        match self {
            Self::Nothing => Some(0.0),
            Self::Finite(value) => Some(value),
            Self::Infinite => None,
        }
    }
}

/// Measures the circuits of one position after another in the same memory.
///
/// An empty cell has resistance 1, half of it towards each neighbour. A stone of the player has none, and a stone of
/// the opponent insulates. Virtual connections conduct as neighbours do, so connected chains are one node.
///
/// Links are counted cell by cell, and a chain stands for all its stones: an empty cell connected with a chain of three
/// stones has three links to it. An edge counts as one stone. So the player's next stone removes no conductor, and the
/// resistance never rises by it (Rayleigh) wherever links are not lost
/// ([`ThroughEdge::Stones`](tesuji_connection::vc::ThroughEdge::Stones)).
///
/// # Source
///
/// Anshelevich, A hierarchical approach to computer Hex, 2002: a link for each pair of cells.
#[derive(Clone, Debug, Default)]
pub struct Circuit<const W: usize> {
    /// By node of the connections: the node that stands for everything it is joined with.
    root: Vec<u16>,
    /// By such a node: the nodes to which current flows from it.
    links: Vec<Bits<W>>,
    /// By empty cell and such a node of chains: the stones and edges there that the cell is connected with.
    contacts: Vec<u16>,
    /// By node that stands for a chain: its stones and edges.
    sizes: Vec<u16>,
    /// By unknown, its node; by node, its unknown.
    unknowns: Vec<u16>,
    index: Vec<usize>,
    voltages: Vec<f64>,
    currents: Vec<f64>,
    total: f64,
    solver: Cholesky,
}

impl<const W: usize> Circuit<W> {
    /// The resistance between `edges`, two chains given as nodes of the owner's `connections`.
    ///
    /// All nodes of the connections must be below `64 * W`.
    pub fn measure(&mut self, connections: &Connections<W>, edges: [u16; 2]) -> Resistance {
        let n_nodes = connections.n_nodes();
        self.currents.clear();
        self.currents.resize(n_nodes, 0.0);
        self.total = 0.0;
        self.join_chains(connections);
        let [source, sink] = edges.map(|edge| usize::from(self.root[usize::from(connections.chain_of(edge))]));
        if source == sink {
            return Resistance::Nothing;
        }
        self.link_cells(connections);
        let reached = self.reached(source);
        if !reached.contains(sink) {
            return Resistance::Infinite;
        }
        self.solve(connections, reached, source, sink);
        self.flow(connections, reached, source);
        Resistance::Finite(self.total.recip())
    }

    /// By node, the current through an empty cell for a voltage of 1 between the edges. It is 0 at stones, and
    /// everywhere if the edges are joined or separated.
    #[must_use]
    pub fn currents(&self) -> &[f64] {
        &self.currents
    }

    /// Finds for each chain the node that stands for it and for all chains connected with it: their first stone, or the
    /// edge. So equal positions have equal circuits and equal rounding errors.
    fn join_chains(&mut self, connections: &Connections<W>) {
        let n_nodes = connections.n_nodes();
        self.root.clear();
        self.root.extend(0..n_nodes as u16);
        let is_live =
            |&node: &usize| connections.is_chain(node as u16) && usize::from(connections.chain_of(node as u16)) == node;
        let live: Bits<W> = (0..n_nodes).filter(is_live).collect();
        let mut left = live;
        while let Some(root) = left.first() {
            left.remove(root);
            let mut todo = Bits::single(root);
            while let Some(node) = todo.first() {
                todo.remove(node);
                self.root[node] = root as u16;
                let met = Bits::from_words(connections.connected(node as u16)) & left;
                left -= met;
                todo |= met;
            }
        }
        // Which node stands for a chain depends on the order of its stones.
        let mut first: Vec<u16> = (0..n_nodes as u16).collect();
        for stone in (0..n_nodes as u16).rev().filter(|&node| connections.is_chain(node)) {
            first[usize::from(self.root[usize::from(connections.chain_of(stone))])] = stone;
        }
        self.root.iter_mut().for_each(|root| *root = first[usize::from(*root)]);
    }

    /// Links each empty cell with the cells and the joined chains that it is connected with.
    fn link_cells(&mut self, connections: &Connections<W>) {
        let empties = connections.empties();
        let n_nodes = connections.n_nodes();
        self.links.clear();
        self.links.resize(n_nodes, Bits::EMPTY);
        self.sizes.clear();
        self.sizes.resize(n_nodes, 0);
        for node in (0..n_nodes as u16).filter(|&node| connections.is_chain(node)) {
            self.sizes[usize::from(connections.chain_of(node))] += 1;
        }
        self.contacts.clear();
        self.contacts.resize(n_nodes * n_nodes, 0);
        for cell in empties.iter() {
            let reached = Bits::<W>::from_words(connections.connected(cell as u16));
            self.links[cell] |= reached & empties;
            for chain in (reached - empties).iter() {
                let root = usize::from(self.root[chain]);
                self.links[cell].insert(root);
                self.links[root].insert(cell);
                self.contacts[cell * n_nodes + root] += self.sizes[chain];
            }
        }
    }

    /// The conductance of a link: 1 between two empty cells, and 2 for each stone that a cell is connected with.
    fn conductance(&self, a: usize, b: usize) -> f64 {
        let n_nodes = self.links.len();
        match self.contacts[a * n_nodes + b] + self.contacts[b * n_nodes + a] {
            0 => 1.0,
            n_stones => 2.0 * f64::from(n_stones),
        }
    }

    fn reached(&self, source: usize) -> Bits<W> {
        let mut reached = Bits::single(source);
        let mut todo = reached;
        while let Some(node) = todo.first() {
            todo.remove(node);
            let new = self.links[node] - reached;
            reached |= new;
            todo |= new;
        }
        reached
    }

    /// The voltages of all nodes of the circuit, with 1 at the source and 0 at the sink.
    fn solve(&mut self, connections: &Connections<W>, reached: Bits<W>, source: usize, sink: usize) {
        let inner = reached.without(source).without(sink);
        let empties = connections.empties();
        // Joined chains have many links, so they come last, where their rows lengthen no others.
        self.unknowns.clear();
        self.unknowns.extend((inner & empties).iter().chain((inner - empties).iter()).map(|node| node as u16));
        self.index.clear();
        self.index.resize(self.links.len(), 0);
        for (i, &node) in self.unknowns.iter().enumerate() {
            self.index[usize::from(node)] = i;
        }
        self.solver.clear();
        for (i, &node) in self.unknowns.iter().enumerate() {
            let node = usize::from(node);
            let links = self.links[node];
            let linked = |to: usize| inner.contains(to).then(|| self.index[to]).filter(|&j| j < i);
            self.solver.push_row(links.iter().filter_map(linked).min().unwrap_or(i));
            let mut sum = 0.0;
            for to in links.iter() {
                let conductance = self.conductance(node, to);
                sum += conductance;
                if let Some(j) = linked(to) {
                    *self.solver.entry(i, j) = -conductance;
                } else if to == source {
                    *self.solver.value(i) = conductance;
                }
            }
            *self.solver.entry(i, i) = sum;
        }
        self.voltages.clear();
        self.voltages.resize(self.links.len(), 0.0);
        self.voltages[source] = 1.0;
        for (&node, &voltage) in self.unknowns.iter().zip(self.solver.solve()) {
            self.voltages[usize::from(node)] = voltage;
        }
    }

    /// The currents through all cells, and their total.
    fn flow(&mut self, connections: &Connections<W>, reached: Bits<W>, source: usize) {
        for cell in (reached & connections.empties()).iter() {
            // As much flows in as flows out.
            self.currents[cell] = self.flow_at(cell) / 2.0;
        }
        self.total = self.flow_at(source);
    }

    /// The sum of the currents to and from a node.
    fn flow_at(&self, node: usize) -> f64 {
        let flow = |to: usize| self.conductance(node, to) * (self.voltages[node] - self.voltages[to]).abs();
        self.links[node].iter().map(flow).sum()
    }
}
