//! Distances between all pairs of nodes, as sets of nodes at equal distance.

use tesuji_board::Bits;

use crate::network::Network;

/// All shortest distances of a network, in links.
///
/// Filled again for each network; the memory is reused.
#[derive(Clone, Debug, Default)]
pub struct Distances<const W: usize> {
    n_nodes: usize,
    /// `layers[r * n_nodes + v]`: the nodes at distance r from v.
    layers: Vec<Bits<W>>,
    /// By node: its distance to the farthest node that it reaches.
    eccentricities: Vec<usize>,
    /// The neighbours of all nodes, one node after the other. Those of node v end before `ends[v]`.
    neighbours: Vec<u16>,
    ends: Vec<usize>,
}

impl<const W: usize> Distances<W> {
    /// Computes the distances of `network`. Costs one set operation for each link and each distance that occurs.
    pub fn fill(&mut self, network: &Network<W>) {
        let rows = network.rows();
        self.n_nodes = rows.len();
        self.neighbours.clear();
        self.ends.clear();
        for row in rows {
            self.neighbours.extend(row.iter().map(|to| to as u16));
            self.ends.push(self.neighbours.len());
        }
        self.eccentricities.clear();
        self.eccentricities.extend(rows.iter().map(|row| usize::from(!row.is_empty())));
        self.layers.clear();
        self.layers.extend(
            (0..rows.len()).map(|node| if network.nodes().contains(node) { Bits::single(node) } else { Bits::EMPTY }),
        );
        self.layers.extend_from_slice(rows);
        let mut distance = 1;
        while self.grow(distance) {
            distance += 1;
        }
    }

    /// Adds the layers after those at `distance`. Returns `false` if they are empty.
    fn grow(&mut self, distance: usize) -> bool {
        let n_nodes = self.n_nodes;
        let (before, last) = ((distance - 1) * n_nodes, distance * n_nodes);
        let mut start = 0;
        let mut has_grown = false;
        for node in 0..n_nodes {
            let neighbours = start..self.ends[node];
            start = self.ends[node];
            let mut layer = Bits::EMPTY;
            if !self.layers[last + node].is_empty() {
                for &to in &self.neighbours[neighbours] {
                    layer |= self.layers[last + usize::from(to)];
                }
                // A node at `distance` from a neighbour is one nearer, as near or one farther from here.
                layer -= self.layers[last + node] | self.layers[before + node];
                if !layer.is_empty() {
                    self.eccentricities[node] = distance + 1;
                    has_grown = true;
                }
            }
            self.layers.push(layer);
        }
        has_grown
    }

    /// The nodes at this distance from `node`.
    #[must_use]
    #[inline]
    pub fn layer(&self, node: usize, distance: usize) -> Bits<W> {
        if distance > self.eccentricity(node) { Bits::EMPTY } else { self.layers[distance * self.n_nodes + node] }
    }

    /// The distance from `node` to the farthest node that it reaches.
    #[must_use]
    #[inline]
    pub fn eccentricity(&self, node: usize) -> usize {
        self.eccentricities[node]
    }

    /// The nodes that `node` reaches, itself included.
    #[must_use]
    pub fn reached(&self, node: usize) -> Bits<W> {
        (0..=self.eccentricity(node)).fold(Bits::EMPTY, |all, distance| all | self.layer(node, distance))
    }

    /// The distance of two nodes; `None` if there is no way between them.
    #[must_use]
    pub fn between(&self, a: usize, b: usize) -> Option<usize> {
        (0..=self.eccentricity(a)).find(|&distance| self.layer(a, distance).contains(b))
    }

    /// The mean distance from `node` to the other nodes that it reaches; `None` if it reaches none.
    ///
    /// # Source
    ///
    /// Takada et al. 2014, formula 1, where every node reaches all others.
    #[must_use]
    pub fn mean_from(&self, node: usize) -> Option<f64> {
        let (mut n, mut sum) = (0, 0);
        for distance in 1..=self.eccentricity(node) {
            let n_far = self.layer(node, distance).len();
            n += n_far;
            sum += n_far * distance;
        }
        (n > 0).then(|| sum as f64 / n as f64)
    }

    /// Half the number of pairs of a node of `among` and a node that it reaches, and half the sum of their distances.
    pub(crate) fn totals(&self, among: &Bits<W>) -> (usize, usize) {
        let (mut n_pairs, mut sum) = (0, 0);
        for node in among.iter() {
            for distance in 1..=self.eccentricity(node) {
                let n_far = self.layer(node, distance).len();
                n_pairs += n_far;
                sum += n_far * distance;
            }
        }
        (n_pairs / 2, sum / 2)
    }

    /// The number of pairs of other nodes with a shortest path through `node`.
    pub(crate) fn pairs_through(&self, node: usize) -> usize {
        let eccentricity = self.eccentricity(node);
        // Pairs whose ends are at different distances from here, and twice the pairs at equal distances.
        let (mut unequal, mut equal) = (0, 0);
        for near in 1..=eccentricity {
            for end in self.layer(node, near).iter() {
                let farthest = eccentricity.min(self.eccentricity(end).saturating_sub(near));
                if near <= farthest {
                    equal += (self.layer(node, near) & self.layer(end, 2 * near)).len();
                }
                for far in near + 1..=farthest {
                    unequal += (self.layer(node, far) & self.layer(end, near + far)).len();
                }
            }
        }
        unequal + equal / 2
    }
}
