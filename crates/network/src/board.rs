//! The connections of both players in one position, a function of the position alone, kept move by move.

use std::sync::Arc;

use tesuji_board::{Bits, CellSet, Player, Topology};
use tesuji_connection::vc::{Closure, Connections, ThroughEdge};
use tesuji_connection::{Region, RegionError, Side};
use tesuji_hex::{Position, edges_of};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use crate::network::{Network, NetworkError};

/// Boards of at most this many cells have no bound on single carriers: their networks are those of unbounded H-search.
pub const COMPLETE_CELLS: usize = 25;

/// On larger boards, the largest carrier of a connection that ends in an empty cell; between two chains any size counts.
pub const MAX_CARRIER: usize = 8;

/// Which connections a network on a board of so many cells has: one definition for all who measure.
///
/// Beyond [`COMPLETE_CELLS`] cells carriers have at most [`MAX_CARRIER`] cells where an end is an empty cell, and the or rule combines
/// at most 4 semi-connections. Besides, larger carriers are not looked for once there are more than 100 links a cell, 400 on small
/// boards, semi-connections among them; then [`Board::cuts`] says so.
#[must_use]
pub fn closure(n_cells: usize, through_edge: ThroughEdge) -> Closure {
    if n_cells <= COMPLETE_CELLS {
        Closure { max_links: 400 * n_cells, ..Closure::complete(through_edge) }
    } else {
        Closure { max_carrier: MAX_CARRIER, max_or: 4, max_links: 100 * n_cells, through_edge }
    }
}

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
    connections: [Connections<W>; 2],
}

impl<const W: usize> Board<W> {
    /// The empty board.
    ///
    /// # Errors
    ///
    /// If the cells and two edges are more than `64 * W`.
    pub fn new(topology: &Arc<Topology>, through_edge: ThroughEdge) -> Result<Self, BoardError> {
        Network::<W>::new(topology.n_cells())?;
        let [black, white] = Player::BOTH.map(|player| region(topology, player));
        let regions = [black?, white?];
        let closure = closure(topology.n_cells(), through_edge);
        let connections = [0, 1].map(|i| Connections::new(&regions[i], Side::Owner, closure));
        Ok(Self { topology: topology.clone(), regions, connections })
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Sets the position with these stones of Black and of White; nothing before it can be undone.
    ///
    /// Costs the connections of both players from scratch.
    pub fn set(&mut self, stones: [Bits<W>; 2]) {
        for i in 0..2 {
            self.connections[i].set(&self.regions[i], stones[i], stones[1 - i]);
        }
    }

    /// Puts stones of Black and of White on empty cells, all at once.
    ///
    /// The connections are those that [`Board::set`] would find for all stones together: what was played before, and in which
    /// order, changes nothing. Costs less, unless a chain reaches an edge of its player.
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

    /// Black's and White's: `None` if all connections within the bounds are known, else the size of the largest carriers that all are.
    #[must_use]
    pub fn cuts(&self) -> [Option<usize>; 2] {
        [0, 1].map(|i| self.connections[i].cut())
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
