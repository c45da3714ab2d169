//! Compares the players in one position after another on one board.

use tesuji_board::{Bits, ByWidth, NARROW, Player, by_width};
use tesuji_connection::vc::ThroughEdge;
use tesuji_hex::Position;

use crate::board::Board;
use crate::meter::Meter;
use crate::network::Network;
use crate::ratios::Comparison;

/// A board, with memory to measure both players' networks.
#[derive(Clone, Debug)]
pub(crate) struct Gauge<const W: usize> {
    pub(crate) board: Board<W>,
    network: Network<W>,
    meter: Meter<W>,
}

impl<const W: usize> Gauge<W> {
    pub(crate) fn new(board: Board<W>) -> Self {
        let network = board.new_network();
        Self { board, network, meter: Meter::default() }
    }

    /// Compares the two networks of the current position.
    pub(crate) fn compare(&mut self) -> Comparison {
        let [black, white] = Player::BOTH.map(|player| {
            self.board.network(player, &mut self.network);
            self.meter.measure(&self.network)
        });
        Comparison::new(&black, &white)
    }

    /// Whether larger carriers were left out in the current position because there were too many.
    pub(crate) fn is_cut(&self) -> bool {
        self.board.cuts().iter().any(Option::is_some)
    }

    /// Compares the two networks with these stones of Black and of White added, and returns whether one of them is cut.
    /// The stones are taken back.
    pub(crate) fn compare_after(&mut self, stones: [Bits<W>; 2]) -> (Comparison, bool) {
        self.board.play(stones);
        let seen = (self.compare(), self.is_cut());
        self.board.undo();
        seen
    }
}

/// A [`Gauge`] just wide enough for its board.
pub(crate) type AnyGauge = ByWidth<Box<Gauge<NARROW>>, Box<Gauge<2>>, Box<Gauge<6>>>;

/// A gauge for the empty board of this position's size.
pub(crate) fn gauge(position: &Position, through_edge: ThroughEdge) -> AnyGauge {
    let topology = position.topology();
    let fits = "sides of at most 19 cells, and the width was chosen";
    // Two edges beside the cells.
    by_width!(topology.n_cells() + 2, W => Box::new(Gauge::<W>::new(Board::new(topology, through_edge).expect(fits))))
}
