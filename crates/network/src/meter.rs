//! Measures one network.

use tesuji_board::Bits;

use crate::distances::Distances;
use crate::network::Network;
use crate::paths::{self, Brandes};

/// The numbers of one player's network.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Measures {
    /// Nodes that a terminal reaches, terminals included. This is the N of all formulas.
    pub n_nodes: usize,
    /// Empty cells that no terminal reaches. They count nowhere else here.
    pub n_left_out: usize,
    /// d: links on a shortest way between the terminals. 1 means that they are connected and the player has won. `None`
    /// means that there is no way and the player has lost.
    pub distance: Option<usize>,
    /// L: the mean distance of two nodes that reach each other; `None` if there are no such nodes.
    pub mean_distance: Option<f64>,
    /// B, called C in ratios: the mean of the paper's betweenness, from 0 to 1; `None` if there are fewer than three
    /// nodes.
    pub mean_betweenness: Option<f64>,
    /// The mean of Brandes' betweenness, from 0 to 1; `None` if there are fewer than three nodes. If all nodes reach
    /// each other it is (L - 1) / (N - 2).
    pub mean_brandes: Option<f64>,
    /// C': the largest share of the shortest ways between the terminals that one cell has, above 0 and at most 1;
    /// `None` if such ways pass no cell or there are none.
    pub max_share: Option<f64>,
}

/// Measures networks of one size after another in the same memory.
#[derive(Clone, Debug, Default)]
pub struct Meter<const W: usize> {
    distances: Distances<W>,
    betweenness: Vec<f64>,
    shares: Vec<f64>,
    counts: Vec<f64>,
    brandes: Brandes,
}

impl<const W: usize> Meter<W> {
    /// Measures `network`. After that the other methods refer to it.
    pub fn measure(&mut self, network: &Network<W>) -> Measures {
        self.distances.fill(network);
        let counted = self.counted(network);
        let n_nodes = counted.len();
        let (n_pairs, sum) = self.distances.totals(&counted);
        self.betweenness.clear();
        self.betweenness.resize(network.rows().len(), 0.0);
        let n_passed = pairs_of_others(n_nodes);
        if let Some(n_passed) = n_passed {
            for node in counted.iter() {
                self.betweenness[node] = self.distances.pairs_through(node) as f64 / n_passed;
            }
        }
        let [source, sink] = network.terminals();
        let total: f64 = self.betweenness.iter().sum();
        Measures {
            n_nodes,
            n_left_out: network.nodes().len() - n_nodes,
            distance: self.distances.between(source, sink),
            mean_distance: (n_pairs > 0).then(|| sum as f64 / n_pairs as f64),
            mean_betweenness: n_passed.map(|_| total / n_nodes as f64),
            // Each shortest path of length d passes d - 1 nodes, whichever paths there are.
            mean_brandes: n_passed.map(|n_passed| (sum - n_pairs) as f64 / n_passed / n_nodes as f64),
            max_share: paths::shares(network, &self.distances, &mut self.counts, &mut self.shares),
        }
    }

    /// The distances of the network measured last.
    #[must_use]
    pub const fn distances(&self) -> &Distances<W> {
        &self.distances
    }

    /// By node, b of the network measured last: the share of the pairs of other nodes, from 0 to 1, that have a
    /// shortest path through it.
    ///
    /// # Source
    ///
    /// Takada et al. 2014, formula 3, over unordered pairs. It is an indicator: any shortest path counts as much as all
    /// of them.
    #[must_use]
    pub fn betweenness(&self) -> &[f64] {
        &self.betweenness
    }

    /// By node, b' of the network measured last: the share of the shortest ways between the terminals that pass it,
    /// from 0 to 1. It is 0 at the terminals.
    ///
    /// # Source
    ///
    /// Takada et al. 2014, formula 10.
    #[must_use]
    pub fn shares(&self) -> &[f64] {
        &self.shares
    }

    /// By node, betweenness as it is usually defined: as [`Meter::betweenness`], but each pair counts with the share of
    /// its shortest paths that pass the node. `network` must be the one measured last.
    ///
    /// # Source
    ///
    /// Brandes, A faster algorithm for betweenness centrality, 2001.
    pub fn brandes(&mut self, network: &Network<W>) -> &[f64] {
        let counted = self.counted(network);
        let sums = self.brandes.fill(network, &self.distances, counted);
        if let Some(n_passed) = pairs_of_others(counted.len()) {
            // Each pair was counted from both its ends.
            sums.iter_mut().for_each(|sum| *sum /= 2.0 * n_passed);
        }
        sums
    }

    /// The nodes that a terminal reaches.
    fn counted(&self, network: &Network<W>) -> Bits<W> {
        let [source, sink] = network.terminals();
        self.distances.reached(source) | self.distances.reached(sink)
    }
}

/// The number of pairs of nodes other than one given node; `None` if there are none.
fn pairs_of_others(n_nodes: usize) -> Option<f64> {
    (n_nodes > 2).then(|| (n_nodes - 1) as f64 * (n_nodes - 2) as f64 / 2.0)
}
