//! All positions after two stones, one of each player: how the numbers depend on each other.
//!
//! Takada et al. 2014, figure 10: the leaves of the game tree of depth 2, 14,520 on 11x11.

use tesuji_board::{Cell, Player, in_its_width};
use tesuji_connection::vc::ThroughEdge;
use tesuji_hex::{Position, SetupError};

use crate::gauge::{AnyGauge, Gauge, gauge};
use crate::ratios::Comparison;
use crate::trace::stone;

/// A black and a white stone, and what the networks say of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TwoStones {
    /// The first stone.
    pub black: Cell,
    /// The second.
    pub white: Cell,
    /// Both players' networks, compared.
    pub comparison: Comparison,
}

/// Measures the positions after two stones on one board.
///
/// Threads that share the work have one clone each.
#[derive(Clone, Debug)]
pub struct Sweep {
    n_cells: usize,
    gauge: AnyGauge,
}

impl Sweep {
    /// Finds the connections of the empty board.
    ///
    /// # Errors
    ///
    /// [`SetupError::Size`].
    pub fn new((columns, rows): (usize, usize), through_edge: ThroughEdge) -> Result<Self, SetupError> {
        let empty = Position::empty(columns, rows)?;
        Ok(Self { n_cells: columns * rows, gauge: gauge(&empty, through_edge) })
    }

    /// The possible first stones, in the order of the board.
    pub fn first_stones(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.n_cells).map(Cell::new)
    }

    /// Every position after `black`, a cell of the board, and a white stone elsewhere, in the order of the board.
    ///
    /// For each position, updates the connections once and measures twice.
    pub fn after(&mut self, black: Cell) -> Vec<TwoStones> {
        let n_cells = self.n_cells;
        in_its_width!(&mut self.gauge, gauge => after(gauge, black, n_cells))
    }
}

fn after<const W: usize>(gauge: &mut Gauge<W>, black: Cell, n_cells: usize) -> Vec<TwoStones> {
    gauge.board.set(stone(Player::Black, black));
    let others = (0..n_cells).map(Cell::new).filter(|&white| white != black);
    let seen = |white| {
        let (comparison, _) = gauge.compare_after(stone(Player::White, white));
        TwoStones { black, white, comparison }
    };
    others.map(seen).collect()
}
