//! A board prepared for playouts: what lies around a cell, and how far away the edge is.

use std::sync::Arc;

use tesuji_board::{Cell, Topology};
use tesuji_go::View;

/// Each byte of a code describes four cells. These are the bits of the first of them: empty, a stone, or beyond the
/// edge.
pub(super) const EMPTY: u16 = 0;
pub(super) const BLACK: u16 = 1;
pub(super) const WHITE: u16 = 1 << 4;
pub(super) const BEYOND: u16 = BLACK | WHITE;

/// A prepared board.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) topology: Arc<Topology>,
    /// By cell: how far it is from the edge, with 1 at the edge; 0 on a board without an edge.
    pub(super) lines: Vec<u16>,
    /// For each cell of a square lattice; empty on other boards.
    around: Vec<SurroundingCells>,
}

/// Surroundings of a cell of a square lattice. Beyond the edge, the cell itself takes the place of a missing one.
#[derive(Debug)]
pub(super) struct SurroundingCells {
    /// Left, right, above, below.
    pub(super) sides: [Cell; 4],
    /// Above left, above right, below left, below right.
    pub(super) corners: [Cell; 4],
    /// The code if all these cells are empty.
    beyond: u16,
}

impl Links {
    pub(super) fn new(topology: &Arc<Topology>) -> Self {
        let around = topology
            .square_size()
            .map_or_else(Vec::new, |size| topology.cells().map(|cell| SurroundingCells::new(size, cell)).collect());
        Self { topology: Arc::clone(topology), lines: lines(topology), around }
    }

    pub(super) fn n_cells(&self) -> usize {
        self.topology.n_cells()
    }

    pub(super) fn of(&self, cell: Cell) -> &[Cell] {
        self.topology.neighbours(cell)
    }

    /// Surroundings of a cell of a square lattice; `None` on other boards.
    #[inline]
    pub(super) fn around(&self, cell: Cell) -> Option<&SurroundingCells> {
        self.around.get(cell.index())
    }

    /// The [code](Around::code) of an empty cell of a square lattice; `None` on other boards.
    #[inline]
    pub(super) fn code(&self, view: &impl View, cell: Cell) -> Option<u16> {
        self.around(cell).map(|around| around.code(view))
    }

    /// Whether one cell is at most two steps from the other.
    pub(super) fn are_near(&self, a: Cell, b: Cell) -> bool {
        self.of(a).iter().any(|&to| to == b || self.of(to).contains(&b))
    }
}

impl SurroundingCells {
    fn new((columns, rows): (usize, usize), cell: Cell) -> Self {
        let at = |right: isize, down: isize| {
            let column = (cell.index() % columns).checked_add_signed(right).filter(|&column| column < columns)?;
            let row = (cell.index() / columns).checked_add_signed(down).filter(|&row| row < rows)?;
            Some(Cell::new(row * columns + column))
        };
        let sides = [at(-1, 0), at(1, 0), at(0, -1), at(0, 1)];
        let corners = [at(-1, -1), at(1, -1), at(-1, 1), at(1, 1)];
        let missing =
            |cells: [Option<Cell>; 4]| (0..4).filter(|&at| cells[at].is_none()).map(|at| BEYOND << at).sum::<u16>();
        Self {
            sides: sides.map(|side| side.unwrap_or(cell)),
            corners: corners.map(|corner| corner.unwrap_or(cell)),
            beyond: missing(sides) | missing(corners) << 8,
        }
    }

    /// Surroundings of an empty cell: one byte for the sides and one for the corners. Each has four bits for black
    /// stones and four for white stones. Both bits are set beyond the edge.
    #[inline]
    fn code(&self, view: &impl View) -> u16 {
        u16::from(view.stones_on(&self.sides)) | u16::from(view.stones_on(&self.corners)) << 8 | self.beyond
    }
}

/// The edge is where cells have fewer neighbours than most cells have. Lines are counted from there.
fn lines(topology: &Topology) -> Vec<u16> {
    let degree = |cell: Cell| topology.neighbours(cell).len();
    let most = topology.cells().map(degree).max().unwrap_or(0);
    let mut queue: Vec<Cell> = topology.cells().filter(|&cell| degree(cell) < most).collect();
    let mut lines = vec![0; topology.n_cells()];
    queue.iter().for_each(|cell| lines[cell.index()] = 1);
    let mut next = 0;
    while let Some(&cell) = queue.get(next) {
        next += 1;
        for &to in topology.neighbours(cell) {
            if lines[to.index()] == 0 {
                lines[to.index()] = lines[cell.index()] + 1;
                queue.push(to);
            }
        }
    }
    lines
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_board::{BoardSpec, Player};
    use tesuji_go::{Komi, Position, Rules};

    use super::*;

    #[test]
    fn a_code_says_what_stands_where() {
        //  2 B . .      Around B1: A1 White, A2 Black, the edge below.
        //  1 W . .
        //    A B C
        let board = "3x2".parse::<BoardSpec>().unwrap().topology().unwrap();
        let mut position = Position::empty(board, Rules::CHINESE, Komi::default());
        for (name, player) in [("A1", Player::White), ("A2", Player::Black)] {
            position.set_stone(position.topology().cell(name).unwrap(), player).unwrap();
        }
        let (links, view) = (Links::new(position.topology()), position.view());
        let code_of = |name| links.code(&view, position.topology().cell(name).unwrap());
        let code = |sides: [u16; 4], corners: [u16; 4]| {
            let byte = |stones: [u16; 4]| (0..4).map(|at| stones[at] << at).sum::<u16>();
            Some(byte(sides) | byte(corners) << 8)
        };
        assert_eq!(code_of("B1"), code([WHITE, EMPTY, EMPTY, BEYOND], [BLACK, EMPTY, BEYOND, BEYOND]));
        assert_eq!(code_of("C2"), code([EMPTY, BEYOND, BEYOND, EMPTY], [BEYOND, BEYOND, EMPTY, BEYOND]));
        let graph = Arc::new("torus:3x3".parse::<BoardSpec>().unwrap().topology().unwrap());
        let links = Links::new(&graph);
        assert!(links.around(Cell::new(0)).is_none() && links.lines.iter().all(|&line| line == 0));
    }

    #[test]
    fn lines_are_counted_from_the_edge() {
        let lines = |board: &str| lines(&board.parse::<BoardSpec>().unwrap().topology().unwrap());
        assert_eq!(lines("5x5")[10..15], [1, 2, 3, 2, 1]);
        assert_eq!(lines("hexagon:2"), [1, 1, 1, 2, 1, 1, 1]);
    }
}
