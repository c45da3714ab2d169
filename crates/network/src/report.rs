//! All numbers of a position at once, whatever its size, for people and programs that look at one position.

use tesuji_board::{Player, with_width};
use tesuji_connection::vc::ThroughEdge;
use tesuji_hex::Position;

use crate::board::{Board, stones};
use crate::circuit::{Circuit, Resistance};
use crate::meter::{Measures, Meter};
use crate::ratios::Comparison;

/// Quantities of each cell of one player's network or circuit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Quantity {
    /// b: the share of the pairs of other nodes that have a shortest path through the cell.
    Betweenness,
    /// Betweenness by Brandes' definition.
    Brandes,
    /// b': the share of the shortest ways between the player's edges that pass the cell.
    Share,
    /// The electrical current through the cell for a voltage of 1 between the player's edges.
    Current,
    /// Links on a shortest way between the player's edges through the cell.
    Distance,
    /// L of the cell: its mean distance in links to the nodes that it reaches, the player's edges among them.
    Length,
}

impl Quantity {
    /// All, in the order in which they are reported.
    pub const ALL: [Self; 6] =
        [Self::Betweenness, Self::Brandes, Self::Share, Self::Current, Self::Distance, Self::Length];

    /// `"betweenness"`, `"brandes"`, `"share"`, `"current"`, `"distance"` or `"length"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Betweenness => "betweenness",
            Self::Brandes => "brandes",
            Self::Share => "share",
            Self::Current => "current",
            Self::Distance => "distance",
            Self::Length => "length",
        }
    }
}

/// One player's numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayerReport {
    /// The measures of the network.
    pub measures: Measures,
    /// The number of links of the network.
    pub n_links: usize,
    /// `None` if all connections within the bounds of [`closure`](crate::closure) are known. Otherwise no larger
    /// carriers than this were looked for, because there were too many.
    pub cut: Option<usize>,
    /// The resistance of the circuit.
    pub resistance: Resistance,
    cells: [Vec<Option<f64>>; 6],
}

impl PlayerReport {
    /// A quantity by cell. `None` at stones, at cells that nothing reaches, and where there is no way between the
    /// edges.
    #[must_use]
    pub fn cells(&self, quantity: Quantity) -> &[Option<f64>] {
        &self.cells[quantity as usize]
    }
}

/// Both players' numbers in a position.
#[derive(Clone, PartialEq, Debug)]
pub struct NetworkReport {
    /// Black's, then White's.
    pub players: [PlayerReport; 2],
    /// The two networks compared.
    pub comparison: Comparison,
}

impl NetworkReport {
    /// Measures a position, in newly allocated memory.
    #[must_use]
    pub fn new(position: &Position, through_edge: ThroughEdge) -> Self {
        // Two edges beside the cells.
        with_width!(board, position.topology().n_cells() + 2, W => measure::<W>(position, through_edge))
    }
}

fn measure<const W: usize>(position: &Position, through_edge: ThroughEdge) -> NetworkReport {
    let mut board =
        Board::<W>::new(position.topology(), through_edge).expect("sides of at most 19 cells fit the width");
    board.set(stones(position));
    let mut network = board.new_network();
    let (mut meter, mut circuit) = (Meter::default(), Circuit::default());
    let players = Player::BOTH.map(|player| {
        board.network(player, &mut network);
        let measures = meter.measure(&network);
        let cut = board.cuts()[player.index()];
        let resistance = circuit.measure(board.connections(player), board.edges());
        let brandes = meter.brandes(&network).to_vec();
        let [source, sink] = network.terminals();
        let counted = meter.distances().reached(source) | meter.distances().reached(sink);
        let by_cell = |value: &dyn Fn(usize) -> Option<f64>| {
            (0..network.n_cells()).map(|cell| value(cell).filter(|_| counted.contains(cell))).collect::<Vec<_>>()
        };
        let distance = |cell| {
            let distances = meter.distances();
            Some((distances.between(source, cell)? + distances.between(cell, sink)?) as f64)
        };
        let cells = Quantity::ALL.map(|quantity| match quantity {
            Quantity::Betweenness => by_cell(&|cell| Some(meter.betweenness()[cell])),
            Quantity::Brandes => by_cell(&|cell| Some(brandes[cell])),
            Quantity::Share => by_cell(&|cell| measures.max_share.map(|_| meter.shares()[cell])),
            Quantity::Current => by_cell(&|cell| resistance.finite().map(|_| circuit.currents()[cell])),
            Quantity::Distance => by_cell(&distance),
            Quantity::Length => by_cell(&|cell| meter.distances().mean_from(cell)),
        });
        PlayerReport { measures, n_links: network.n_links(), cut, resistance, cells }
    });
    let comparison = Comparison::new(&players[0].measures, &players[1].measures);
    NetworkReport { players, comparison }
}
