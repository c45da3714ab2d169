//! Counting shortest paths: between the terminals, and between all pairs.

use tesuji_board::Bits;

use crate::distances::Distances;
use crate::network::Network;

/// Writes to `shares`, by node, the share of all shortest paths between the terminals that pass it; terminals have none.
///
/// Returns the largest, or `None` if the terminals are linked or parted: then no node has a share.
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
    // First ways from the source, then, walking back, times ways to the sink.
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

/// Adds to `sums`, by node, the part of the shortest paths from `source` to each node that pass it.
///
/// # Source
///
/// Brandes, A faster algorithm for betweenness centrality, 2001.
pub(crate) fn add_dependencies<const W: usize>(
    network: &Network<W>,
    distances: &Distances<W>,
    source: usize,
    counts: &mut [f64],
    sums: &mut [f64],
    dependencies: &mut [f64],
) {
    counts[source] = 1.0;
    let farthest = distances.eccentricity(source);
    let mut before = Bits::single(source);
    for distance in 1..=farthest {
        let layer = distances.layer(source, distance);
        for node in layer.iter() {
            counts[node] = (network.links(node) & before).iter().map(|from| counts[from]).sum();
            dependencies[node] = 0.0;
        }
        before = layer;
    }
    for distance in (2..=farthest).rev() {
        let before = distances.layer(source, distance - 1);
        for node in distances.layer(source, distance).iter() {
            let each = (1.0 + dependencies[node]) / counts[node];
            sums[node] += dependencies[node];
            for from in (network.links(node) & before).iter() {
                dependencies[from] += counts[from] * each;
            }
        }
    }
    for node in distances.layer(source, 1).iter() {
        sums[node] += dependencies[node];
    }
}
