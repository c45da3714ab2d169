//! Cells that a player should not fill: single-cell eyes, on any board.
//!
//! Both rules look at an empty cell whose neighbours are all the player's, and guess whether filling it is needed to
//! join those neighbours. They guide playouts; they decide no rule of the game.
//!
//! **On the square lattice** the usual rule applies: the cell is an eye unless too many of its corners are the
//! opponent's. Too many means two in the middle of the board, and one at its border.
//!
//! ```text
//!  B B .      W B B
//!  B * B      B * B
//!  W B B      B B W
//!  eye        no eye
//! ```
//!
//! **On a graph** nothing defines a corner. There the cell is an eye, unless its neighbours belong to several chains
//! and one of these has no other liberty. It follows that
//! * an eye of one chain is never filled: that would join nothing and cost a liberty;
//! * chains that share two eyes, or form a longer cycle of shared eyes, never fill one, because no chain is ever in
//!   need;
//! * a chain in need is joined to another one in time.
//!
//! So groups that live by two eyes stay alive, and games end as they do on the square lattice, where this rule gives
//! games of the same length. On tiny boards and on a ring of single cells no shape has two eyes. There, random games
//! without superko run in circles under any rule.

use tesuji_board::{Cell, Player, Topology};

use crate::stones::Stones;

/// The rule for one board.
#[derive(Clone, Debug)]
pub(crate) struct EyeRule {
    /// For each cell of a square lattice, its corners; empty on a graph.
    corners: Vec<EyeCorners>,
}

#[derive(Clone, Copy, Debug)]
struct EyeCorners {
    /// Off the board, the extra cell after the last one, which is always empty.
    cells: [Cell; 4],
    at_border: bool,
}

impl EyeRule {
    /// The rule for this board.
    pub(crate) fn new(topology: &Topology) -> Self {
        let beyond = Cell::new(topology.n_cells());
        let corners = topology.square_size().map_or_else(Vec::new, |(columns, rows)| {
            let corner = |cell: Cell, right: isize, down: isize| {
                let column = (cell.index() % columns).checked_add_signed(right).filter(|&column| column < columns)?;
                let row = (cell.index() / columns).checked_add_signed(down).filter(|&row| row < rows)?;
                Some(Cell::new(row * columns + column))
            };
            let corners = |cell| {
                let corners = [(-1, -1), (1, -1), (-1, 1), (1, 1)].map(|(right, down)| corner(cell, right, down));
                EyeCorners { cells: corners.map(|cell| cell.unwrap_or(beyond)), at_border: corners.contains(&None) }
            };
            topology.cells().map(corners).collect()
        });
        Self { corners }
    }

    /// Whether corners decide.
    pub(crate) const fn has_corners(&self) -> bool {
        !self.corners.is_empty()
    }

    /// The corners of a cell of a square lattice, and whether the cell is at the border. A corner off the board is the
    /// extra cell after the last one.
    pub(crate) fn corners(&self, cell: Cell) -> ([Cell; 4], bool) {
        let EyeCorners { cells, at_border } = self.corners[cell.index()];
        (cells, at_border)
    }

    /// Whether the empty cell `cell` of this board, whose neighbours are all `player`'s, is an eye.
    pub(crate) fn is_eye(&self, topology: &Topology, stones: &Stones, cell: Cell, player: Player) -> bool {
        if let Some(EyeCorners { cells, at_border }) = self.corners.get(cell.index()) {
            let n_lost = cells.iter().filter(|&&corner| stones.stone(corner) == Some(player.opponent())).count();
            return n_lost + usize::from(*at_border) < 2;
        }
        let around = topology.neighbours(cell);
        let is_one_chain = around.windows(2).all(|pair| stones.chain(pair[0]) == stones.chain(pair[1]));
        is_one_chain || !around.iter().any(|&to| stones.is_last_liberty(topology, cell, to))
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::CellSet;

    use super::*;
    use crate::{Komi, Position, Rules};

    /// Whether the cell numbered `eye` is an eye of Black's, with these stones.
    fn is_eye(topology: &Topology, black: &[usize], white: &[usize], eye: usize) -> bool {
        let stones = [black, white].map(|cells| cells.iter().copied().map(Cell::new).collect::<CellSet>());
        let [black, white] = &stones;
        let position =
            Position::setup(topology.clone(), Rules::CHINESE, Komi::default(), [black, white], Player::Black).unwrap();
        let Position { board, stones, .. } = &position;
        assert!(stones.is_surrounded_by(Cell::new(eye), Player::Black));
        board.eyes.is_eye(topology, stones, Cell::new(eye), Player::Black)
    }

    #[test]
    fn on_the_square_lattice_corners_count() {
        //  0  1  2  3
        //  4  5  6  7
        //  8  9 10 11
        // 12 13 14 15
        let board = Topology::square(4, 4).unwrap();
        let (middle, border, corner) = ([1, 4, 6, 9], [0, 2, 5], [1, 4]);
        assert!(is_eye(&board, &middle, &[], 5));
        assert!(is_eye(&board, &middle, &[10], 5));
        assert!(!is_eye(&board, &middle, &[10, 8], 5));
        assert!(is_eye(&board, &border, &[], 1));
        assert!(!is_eye(&board, &border, &[6], 1));
        assert!(is_eye(&board, &corner, &[], 0));
        assert!(!is_eye(&board, &corner, &[5], 0));
    }

    #[test]
    fn on_a_graph_chains_in_need_count() {
        // 0 - 1 - 2 - 3 - 4 - 5, and a ring.
        let nodes = |n: usize| (0..n).map(|node| node.to_string()).collect::<Vec<_>>();
        let line = Topology::graph(nodes(6), &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], vec![]).unwrap();
        assert!(is_eye(&line, &[1, 3], &[], 2), "both chains have another liberty");
        assert!(!is_eye(&line, &[1, 3], &[4], 2), "the right one has none");
        assert!(is_eye(&line, &[1], &[2], 0), "one chain, and its last liberty");
        let ring = Topology::graph(nodes(4), &[(0, 1), (1, 2), (2, 3), (3, 0)], vec![]).unwrap();
        assert!(is_eye(&ring, &[1, 2, 3], &[], 0), "one chain all around");
    }
}
