//! The connections of both players in one position, updated move by move. They are a function of the position alone.

use std::sync::Arc;

use tesuji_board::{Bits, CellSet, Player, Topology};
use tesuji_connection::vc::{Closure, Connections, ThroughEdge};
use tesuji_connection::{Region, RegionError, Side};
use tesuji_hex::{Position, edges_of};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

use crate::network::{Network, NetworkError};

/// Boards of at most this many cells do not bound single carriers: their networks are those of unbounded H-search.
pub const COMPLETE_CELLS: usize = 25;

/// On larger boards, the largest carrier of a connection that ends in an empty cell. Between two chains any size
/// counts.
pub const MAX_CARRIER: usize = 8;

/// The connections of a network on a board of `n_cells` cells. One definition for everyone who measures.
///
/// Beyond [`COMPLETE_CELLS`] cells, carriers have at most [`MAX_CARRIER`] cells where an end is an empty cell, if
/// `linking` names no other bound, and the or rule combines at most 4 semi-connections. Also, larger carriers are no longer looked for once there are more than
/// 200 links per cell and more than 10,000 in all, semi-connections included. [`Board::cuts`] reports that.
///
/// With [`ThroughEdge::Stones`] and [`ThroughEdge::On`] a player's additional stone takes away none of its links between
/// other nodes and adds none to the opponent's, as long as nothing is cut: the bounds are on the size of single links,
/// and a stone makes carriers smaller.
#[must_use]
pub fn closure(n_cells: usize, linking: impl Into<Linking>) -> Closure {
    let Linking { through_edge, max_carrier } = linking.into();
    let max_links = (200 * n_cells).max(10_000);
    if n_cells <= COMPLETE_CELLS {
        Closure { max_links, ..Closure::complete(through_edge) }
    } else {
        Closure { max_carrier, max_or: 4, max_links, through_edge }
    }
}

/// The connections that become links.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Linking {
    /// The reading of the player's own edge.
    pub through_edge: ThroughEdge,
    /// On boards of more than [`COMPLETE_CELLS`], the largest carrier of a connection that ends in an empty cell.
    pub max_carrier: usize,
}

impl Default for Linking {
    fn default() -> Self {
        ThroughEdge::default().into()
    }
}

impl From<ThroughEdge> for Linking {
    fn from(through_edge: ThroughEdge) -> Self {
        Self { through_edge, max_carrier: MAX_CARRIER }
    }
}

/// Error of setting up a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkBoardError {
    /// There are too many cells for the width.
    #[error(transparent)]
    Region(#[from] RegionError),
    /// There are too many nodes for the width.
    #[error(transparent)]
    Network(#[from] NetworkError),
}

/// A board of Hex as both players can link it, with the connections of both in the current position.
///
/// Sets of cells use the cell numbers of the board.
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
    /// If the cells and the two edges are more than `64 * W`.
    pub fn new(topology: &Arc<Topology>, linking: impl Into<Linking>) -> Result<Self, NetworkBoardError> {
        Network::<W>::new(topology.n_cells())?;
        let [black, white] = Player::BOTH.map(|player| region(topology, player));
        let regions = [black?, white?];
        let closure = closure(topology.n_cells(), linking);
        let connections = [0, 1].map(|i| Connections::new(&regions[i], Side::Owner, closure));
        Ok(Self { topology: topology.clone(), regions, connections })
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// Sets the position to these stones of Black and of White. Nothing before it can be undone.
    ///
    /// Finds the connections of both players from scratch.
    pub fn set(&mut self, stones: [Bits<W>; 2]) {
        for i in 0..2 {
            self.connections[i].set(&self.regions[i], stones[i], stones[1 - i]);
        }
    }

    /// Puts stones of Black and of White on empty cells, all at once.
    ///
    /// The connections are those that [`Board::set`] would find for all stones together. What was played before, and in
    /// which order, makes no difference. This costs less than `set`. With [`ThroughEdge::Off`] that does not hold where
    /// a chain reaches an edge of its player.
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

    /// For Black and for White: `None` if all connections within the bounds are known, otherwise the size up to which
    /// all carriers are known.
    #[must_use]
    pub fn cuts(&self) -> [Option<usize>; 2] {
        [0, 1].map(|i| self.connections[i].cut())
    }

    /// The connections of `player`, with cells numbered as on the board.
    #[must_use]
    pub const fn connections(&self, player: Player) -> &Connections<W> {
        &self.connections[player.index()]
    }

    /// The two edges of each player, as nodes of that player's connections.
    #[must_use]
    pub fn edges(&self) -> [u16; 2] {
        // A region of a whole board numbers the cells as the board does. The two edges of the goal follow.
        let n_cells = self.topology.n_cells() as u16;
        [n_cells, n_cells + 1]
    }

    /// A network for a board of this size, to be filled by [`Board::network`].
    #[must_use]
    pub fn new_network(&self) -> Network<W> {
        Network::new(self.topology.n_cells()).expect("the width was checked when the board was made")
    }

    /// Makes `network` the network of `player` in the current position.
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

/// The empty board as `player` can link it.
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
