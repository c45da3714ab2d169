//! Counts shortest paths: between the terminals, and between all pairs.

use tesuji_board::Bits;

use crate::distances::Distances;
use crate::network::Network;

/// Writes to `shares`, by node, the share of all shortest paths between the terminals that pass it. Terminals have
/// none.
///
/// Returns the largest share. Returns `None` if the terminals are linked or separated: then no node has a share.
///
/// # Source
///
/// Takada et al. 2014, formula 10.
pub(crate) fn shares<const W: usize>(
    network: &Network<W>,
    distances: &Distances<W>,
    counts: &mut Vec<f64>,
    shares: &mut Vec<f64>,
) -> Option<f64> {
    let n_nodes = network.rows().len();
    shares.clear();
    shares.resize(n_nodes, 0.0);
    let [source, sink] = network.terminals();
    let length = distances.between(source, sink).filter(|&length| length > 1)?;
    let step = |distance: usize| distances.layer(source, distance) & distances.layer(sink, length - distance);
    // First the number of ways from the source; then, walking back, times the number of ways to the sink.
    counts.clear();
    counts.resize(n_nodes, 0.0);
    counts[source] = 1.0;
    for distance in 1..=length {
        let before = step(distance - 1);
        for node in step(distance).iter() {
            counts[node] = (network.links(node) & before).iter().map(|from| counts[from]).sum();
        }
    }
    let n_paths = counts[sink];
    shares[sink] = 1.0;
    for distance in (1..length).rev() {
        let after = step(distance + 1);
        for node in step(distance).iter() {
            shares[node] = (network.links(node) & after).iter().map(|to| shares[to]).sum();
        }
    }
    shares[sink] = 0.0;
    let mut largest = 0.0_f64;
    for distance in 1..length {
        for node in step(distance).iter() {
            shares[node] *= counts[node] / n_paths;
            largest = largest.max(shares[node]);
        }
    }
    Some(largest)
}

/// Memory for [`Brandes::fill`].
#[derive(Clone, Debug, Default)]
pub(crate) struct Brandes {
    /// By node: how many shortest paths lead there from the source.
    counts: Vec<f64>,
    /// By node: for all nodes together, the shares of the shortest paths from the source that pass this node.
    passed: Vec<f64>,
    /// The nodes that the source reaches, nearest first, each with the end of its part of `before`.
    order: Vec<(u16, u32)>,
    /// By node in that order: its neighbours that are nearer to the source.
    before: Vec<u16>,
    sums: Vec<f64>,
}

impl Brandes {
    /// By node: for all ordered pairs of `sources` together, the shares of their shortest paths that pass this node.
    ///
    /// # Source
    ///
    /// Brandes, A faster algorithm for betweenness centrality, 2001.
    pub(crate) fn fill<const W: usize>(
        &mut self,
        network: &Network<W>,
        distances: &Distances<W>,
        sources: Bits<W>,
    ) -> &mut [f64] {
        let n_nodes = network.rows().len();
        for numbers in [&mut self.counts, &mut self.passed, &mut self.sums] {
            numbers.clear();
            numbers.resize(n_nodes, 0.0);
        }
        for source in sources.iter() {
            self.count(network, distances, source);
            self.pass_back();
            // A source is not an inner node of its own paths.
            self.passed[source] = 0.0;
        }
        &mut self.sums
    }

    /// Counts the shortest paths from `source`, and remembers the ways there.
    fn count<const W: usize>(&mut self, network: &Network<W>, distances: &Distances<W>, source: usize) {
        self.order.clear();
        self.before.clear();
        self.counts[source] = 1.0;
        let mut before = Bits::single(source);
        for distance in 1..=distances.eccentricity(source) {
            let layer = distances.layer(source, distance);
            for node in layer.iter() {
                let mut count = 0.0;
                for from in (network.links(node) & before).iter() {
                    count += self.counts[from];
                    self.before.push(from as u16);
                }
                self.counts[node] = count;
                self.order.push((node as u16, self.before.len() as u32));
            }
            before = layer;
        }
    }

    /// Hands what passes each node back to the nodes before it, farthest first.
    fn pass_back(&mut self) {
        let Self { counts, passed, order, before, sums } = self;
        let mut before = &before[..];
        for i in (0..order.len()).rev() {
            let node = usize::from(order[i].0);
            let (rest, nearer) = before.split_at(i.checked_sub(1).map_or(0, |i| order[i].1 as usize));
            before = rest;
            let each = (1.0 + passed[node]) / counts[node];
            sums[node] += passed[node];
            passed[node] = 0.0;
            for &from in nearer {
                passed[usize::from(from)] += counts[usize::from(from)] * each;
            }
        }
    }
}
