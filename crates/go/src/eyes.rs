//! Which cells a player had better not fill: single-cell eyes, on any board.
//!
//! Both rules look at an empty cell whose neighbours are all the player's, and guess whether filling it is needed to join
//! them. They guide playouts and decide no rule of the game.
//!
//! **On the square lattice** the usual rule: it is an eye unless too many of its corners are the opponent's, two in the
//! middle of the board, one at its border.
//!
//! ```text
//!  B B .      W B B
//!  B * B      B * B
//!  W B B      B B W
//!  eye        no eye
//! ```
//!
//! **On a graph** nothing says what a corner is. There it is an eye unless its neighbours are of several chains and one of
//! them has no other liberty. So
//! * an eye of one chain is never filled: that joins nothing and costs a liberty;
//! * chains that share two eyes, or a longer circle of them, never fill one, for none is ever in need;
//! * a chain in need is joined to another one in time.
//!
//! So what lives by two eyes stays alive, and games end as they do on the square lattice, where this rule gives games of
//! the same length. Where no shape has two eyes, on tiny boards and on a ring of single cells, random games without
//! superko run in circles under any rule.

use tesuji_board::{Cell, Player, Topology};

use crate::stones::Stones;

/// The rule for one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Eyes {
    /// For each cell of a square lattice, its corners; empty on a graph.
    corners: Vec<[Option<Cell>; 4]>,
}

impl Eyes {
    /// The rule for this board.
    pub(crate) fn new(topology: &Topology) -> Self {
        let corners = topology.square_size().map_or_else(Vec::new, |(columns, rows)| {
            let corner = |cell: Cell, right: isize, down: isize| {
                let column = (cell.index() % columns).checked_add_signed(right).filter(|&column| column < columns)?;
                let row = (cell.index() / columns).checked_add_signed(down).filter(|&row| row < rows)?;
                Some(Cell::new(row * columns + column))
            };
            let corners = |cell| [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(right, down)| corner(cell, right, down));
            topology.cells().map(corners).collect()
        });
        Self { corners }
    }

    /// Is the empty cell `cell`, whose neighbours are all `player`'s, an eye?
    pub(crate) fn is_eye(&self, topology: &Topology, stones: &Stones, cell: Cell, player: Player) -> bool {
        let around = topology.neighbours(cell);
        if let Some(corners) = self.corners.get(cell.index()) {
            let is_lost = |&&corner: &&Cell| stones.stone(corner) == Some(player.opponent());
            let n_lost = corners.iter().flatten().filter(is_lost).count();
            return n_lost + usize::from(corners.contains(&None)) < 2;
        }
        let is_one_chain = around.windows(2).all(|pair| stones.chain(pair[0]) == stones.chain(pair[1]));
        is_one_chain || !around.iter().any(|&to| stones.is_last_liberty(topology, cell, to))
    }
}
