//! The connections of both players in one position, kept move by move.

use std::sync::Arc;

use tesuji_board::{Bits, CellSet, Player, Topology};
use tesuji_connection::vc::{Connections, VcConfig};
use tesuji_connection::{Region, RegionError, Side};
use tesuji_hex::{Position, edges_of};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use crate::network::{Network, NetworkError};

/// Nearly every connection that the rules can find: the networks of the paper, for analysis.
///
/// PERF: on 11x11, two stones give 1,617 links in both networks together where lists without bounds give 1,618; one stone
/// more or less costs about 3 ms there and 11 ms after twelve moves. Seen while tuning, in no kept run.
pub const THOROUGH: VcConfig = VcConfig {
    max_full_chains: 24,
    max_semi_chains: 48,
    max_full: 24,
    max_semi: 48,
    max_full_cells: 8,
    max_semi_cells: 16,
    max_cells_carrier: usize::MAX,
    max_or: 4,
};

/// Few connections of each pair but of as many pairs as that finds: for searches.
///
/// PERF: on 11x11, two stones give 1,519 links; one stone more or less costs 0.14 ms there and 0.30 ms after twelve moves,
/// a thirtieth of what [`THOROUGH`] takes. Seen while tuning, in no kept run.
pub const QUICK: VcConfig = VcConfig {
    max_full_chains: 6,
    max_semi_chains: 12,
    max_full: 6,
    max_semi: 12,
    max_full_cells: 1,
    max_semi_cells: 2,
    max_cells_carrier: usize::MAX,
    max_or: 4,
};

/// Why a board cannot be kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Too many cells for the width.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// Too many nodes for the width.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// A board of Hex as both players link it, with the connections of both in the position that is set.
///
/// Sets of cells number them as the board does.
#[derive(Clone, Debug)]
pub struct Board<const W: usize> {
    topology: Arc<Topology>,
    regions: [Region<W>; 2],
    /// Those of the empty board, from which positions are set.
    start: [Connections<W>; 2],
    connections: [Connections<W>; 2],
}

impl<const W: usize> Board<W> {
    /// The empty board.
    ///
    /// # Errors
    ///
    /// If the cells and two edges are more than `64 * W`.
    pub fn new(topology: &Arc<Topology>, config: VcConfig) -> Result<Self, BoardError> {
        Network::<W>::new(topology.n_cells())?;
        let [black, white] = Player::BOTH.map(|player| region(topology, player));
        let regions = [black?, white?];
        let start = [0, 1].map(|i| Connections::new(&regions[i], Side::Owner, config));
        Ok(Self { topology: topology.clone(), regions, connections: start.clone(), start })
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Sets the position with these stones of Black and of White; nothing before it can be undone.
    ///
    /// The connections are those that follow on the empty board when all stones are placed at once: the same for equal
    /// positions, whatever was set before.
    pub fn set(&mut self, stones: [Bits<W>; 2]) {
        for i in 0..2 {
            self.connections[i].advance(&self.regions[i], &self.start[i], stones[i], stones[1 - i]);
        }
    }

    /// Puts stones of Black and of White on empty cells, all at once.
    ///
    /// Where lists of connections overflow, what is found depends on what was set before and played since, in this order.
    pub fn play(&mut self, stones: [Bits<W>; 2]) {
        for i in 0..2 {
            self.connections[i].play(&self.regions[i], stones[i], stones[1 - i]);
        }
    }

    /// Takes back the last [`Board::play`] since a position was set; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let [black, white] = &mut self.connections;
        black.undo() & white.undo()
    }

    /// The connections of `player`; cells are numbered as on the board.
    #[must_use]
    pub const fn connections(&self, player: Player) -> &Connections<W> {
        &self.connections[player.index()]
    }

    /// The two edges of either player, as nodes of its connections.
    #[must_use]
    pub fn edges(&self) -> [u16; 2] {
        // A region of a whole board numbers the cells as the board does, then the two edges of the goal.
        let n_cells = self.topology.n_cells() as u16;
        [n_cells, n_cells + 1]
    }

    /// A network for a board of this size, to be filled by [`Board::network`].
    #[must_use]
    pub fn new_network(&self) -> Network<W> {
        Network::new(self.topology.n_cells()).expect("the width was checked when the board was made")
    }

    /// Makes `network` that of `player` in the position that is set.
    pub fn network(&self, player: Player, network: &mut Network<W>) {
        network.rebuild(self.connections(player), self.edges());
    }
}

/// The stones of Black and of White in a position of at most `64 * W` cells.
#[must_use]
pub fn stones<const W: usize>(position: &Position) -> [Bits<W>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for cell in position.topology().cells() {
        if let Some(player) = position.stone(cell) {
            stones[player.index()].insert(cell.index());
        }
    }
    stones
}

/// The empty board as `player` links it.
fn region<const W: usize>(topology: &Arc<Topology>, player: Player) -> Result<Region<W>, RegionError> {
    let goal = Goal::new(vec![vec![edges_of(player).map(Terminal::Edge).to_vec()]]).expect("two edges are a goal");
    Region::new(&Claim {
        topology: topology.clone(),
        owner: player,
        stones: CellSet::new(),
        carrier: topology.cells().collect(),
        goal,
        to_move: Mover::Owner,
    })
}
