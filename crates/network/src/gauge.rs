//! Compares the players in one position after another on one board.

use tesuji_board::{Bits, Player};

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
#[derive(Clone, Debug)]
pub(crate) enum AnyGauge {
    UpTo62(Box<Gauge<1>>),
    UpTo126(Box<Gauge<2>>),
    UpTo254(Box<Gauge<4>>),
    UpTo382(Box<Gauge<6>>),
}

/// Does the same for whichever width is in use.
macro_rules! with_gauge {
    ($any:expr, $gauge:ident => $do:expr) => {
        match $any {
            $crate::gauge::AnyGauge::UpTo62($gauge) => $do,
            $crate::gauge::AnyGauge::UpTo126($gauge) => $do,
            $crate::gauge::AnyGauge::UpTo254($gauge) => $do,
            $crate::gauge::AnyGauge::UpTo382($gauge) => $do,
        }
    };
}
pub(crate) use with_gauge;

impl AnyGauge {
    /// A gauge for the empty board of this position's size.
    pub(crate) fn new(position: &tesuji_hex::Position, through_edge: tesuji_connection::vc::ThroughEdge) -> Self {
        let topology = position.topology();
        let fits = "sides of at most 19 cells, and the width was chosen";
        match topology.n_cells() {
            0..=62 => Self::UpTo62(Box::new(Gauge::new(Board::new(topology, through_edge).expect(fits)))),
            63..=126 => Self::UpTo126(Box::new(Gauge::new(Board::new(topology, through_edge).expect(fits)))),
            127..=254 => Self::UpTo254(Box::new(Gauge::new(Board::new(topology, through_edge).expect(fits)))),
            _ => Self::UpTo382(Box::new(Gauge::new(Board::new(topology, through_edge).expect(fits)))),
        }
    }
}
