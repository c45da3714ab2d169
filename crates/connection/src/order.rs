//! Move ordering: forecast of the remaining must-play, and electric current through the owner's links.
//!
//! The owner's chains conduct, an empty cell is a resistor, the opponent's cells insulate, and links known to be
//! connected conduct like neighbours. A current is sent between the chains that the goal wants joined: the cells that carry
//! much of it are those both sides want (Anshelevich 2002). All of this only orders moves; it decides nothing.

use crate::vc::Connections;
use crate::{GoalTerms, Side, Watch};
use tesuji_board::Bits;

/// Conductance of a virtual connection relative to that of neighbours.
const VIRTUAL: f64 = 0.5;

/// Reused memory.
#[derive(Default, Debug)]
pub struct GoalCurrents {
    index: Vec<usize>,
    matrix: Vec<f64>,
    voltages: Vec<f64>,
    currents: Vec<f64>,
}

impl GoalCurrents {
    /// Current through each cell of the region (0 where there is none), summed over what the goal wants joined.
    pub fn currents<const W: usize>(
        &mut self,
        owner: &Connections<W>,
        empties: Bits<W>,
        goal: &GoalTerms,
        n_cells: usize,
    ) -> (f64, &[f64]) {
        self.currents.clear();
        self.currents.resize(n_cells, 0.0);
        let pairs = goal.pairs(owner);
        // Nodes of the circuit: chains that stand for themselves, and empty cells.
        const NONE: usize = usize::MAX;
        self.index.clear();
        self.index.resize(owner.n_nodes(), NONE);
        let mut nodes: Vec<u16> = Vec::new();
        for node in 0..owner.n_nodes() as u16 {
            let live =
                if owner.is_chain(node) { owner.chain_of(node) == node } else { empties.contains(usize::from(node)) };
            if live {
                self.index[usize::from(node)] = nodes.len();
                nodes.push(node);
            }
        }
        let n = nodes.len();
        let mut links: Vec<(usize, usize, f64)> = Vec::new();
        for (j, &b) in nodes.iter().enumerate() {
            for (i, &a) in nodes[..j].iter().enumerate() {
                if let Some(link) = owner.connections(a, b).next() {
                    let resistance =
                        0.5 * (f64::from(u8::from(!owner.is_chain(a))) + f64::from(u8::from(!owner.is_chain(b))));
                    let factor = if link.carrier.is_empty() { 1.0 } else { VIRTUAL };
                    links.push((i, j, factor / resistance.max(0.05)));
                }
            }
        }
        let mut total = 0.0;
        for (source, sink) in pairs {
            if owner.watch().is_over() {
                break;
            }
            let (source, sink) = (self.index[usize::from(source)], self.index[usize::from(sink)]);
            self.solve(n, &links, source, sink, owner.watch());
            for &(i, j, conductance) in &links {
                if i == source || j == source {
                    total += conductance * (self.voltages[i] - self.voltages[j]).abs();
                }
                let flow = 0.5 * conductance * (self.voltages[i] - self.voltages[j]).abs();
                for k in [i, j] {
                    if usize::from(nodes[k]) < n_cells {
                        self.currents[usize::from(nodes[k])] += flow;
                    }
                }
            }
        }
        (total, &self.currents)
    }

    /// Voltages for one volt between source and sink. The matrix is diagonally dominant.
    fn solve(&mut self, n: usize, links: &[(usize, usize, f64)], source: usize, sink: usize, watch: &Watch) {
        self.matrix.clear();
        self.matrix.resize(n * n, 0.0);
        self.voltages.clear();
        self.voltages.resize(n, 0.0);
        // A faint leak keeps pieces that touch neither end from being singular.
        for i in 0..n {
            self.matrix[i * n + i] = 1e-9;
        }
        for &(i, j, conductance) in links {
            self.matrix[i * n + i] += conductance;
            self.matrix[j * n + j] += conductance;
            self.matrix[i * n + j] -= conductance;
            self.matrix[j * n + i] -= conductance;
        }
        for (end, volts) in [(source, 1.0), (sink, 0.0)] {
            for k in 0..n {
                if k != end {
                    self.voltages[k] -= self.matrix[k * n + end] * volts;
                    self.matrix[k * n + end] = 0.0;
                }
                self.matrix[end * n + k] = 0.0;
            }
            self.matrix[end * n + end] = 1.0;
            self.voltages[end] = volts;
        }
        tesuji_numeric::eliminate(&mut self.matrix, &mut self.voltages, || watch.is_over());
    }
}

/// Size of the other side's must-play after the side of `connections` plays `cell`: the number of cells common to
/// the ways to the goal that would follow, by one connection and one link that meet in `cell`. `None` if none is known.
///
/// Ways through other cells, and all goals of several links, are not seen.
pub fn forecast<const W: usize>(connections: &Connections<W>, goal: &GoalTerms, cell: usize) -> Option<usize> {
    let node = cell as u16;
    let mut common: Option<Bits<W>> = None;
    let mut meet = |a: u16, b: u16, wanted: &dyn Fn(u8) -> bool| {
        for full in connections.connections(a, node) {
            for semi in connections.semi_connections(node, b) {
                if wanted(full.label ^ semi.label) && !full.carrier.meets(&semi.carrier) {
                    let region = full.carrier | semi.carrier;
                    common = Some(common.map_or(region, |known| known & region));
                }
            }
            for other in connections.connections(node, b) {
                // Both hold: only a move that meets both is an answer.
                if wanted(full.label ^ other.label) {
                    let region = full.carrier & other.carrier;
                    common = Some(common.map_or(region, |known| known & region));
                }
            }
        }
    };
    match connections.side() {
        Side::Owner => {
            for (a, b) in goal.pairs(connections) {
                meet(a, b, &|_| true);
                meet(b, a, &|_| true);
            }
        }
        Side::Opponent => {
            for chain in 0..connections.n_nodes() as u16 {
                if connections.is_chain(chain) && connections.chain_of(chain) == chain {
                    meet(chain, chain, &|label| connections.prevents(goal, label));
                }
            }
        }
    }
    common.map(|cells| cells.len())
}
