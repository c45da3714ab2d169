//! The values of maps on any position of any board.

use std::sync::Arc;

use tesuji_board::{Bits, CellSet, Player, Topology, with_width};
use tesuji_go::Position;

use super::Map;
use super::field::{MapField, Neighbours};

/// Computes maps on positions of one board, with memory that it reuses.
///
/// ```
/// use tesuji_board::{Player, Topology};
/// use tesuji_maps::MapEvaluator;
/// use tesuji_game::Game;
/// use tesuji_go::{Komi, Position, Rules};
///
/// //  3 . B .
/// //  2 B W .      Where does Black capture, and where does White escape? On C2 and B1, each of two: not yet in atari.
/// //  1 . . .
/// //    A B C
/// let board = Topology::square(3, 3).unwrap();
/// let mut position = Position::empty(board, Rules::CHINESE, Komi::default());
/// for name in ["B3", "B2", "A2"] {
///     let mv = position.parse_move(name).unwrap();
///     position.play(mv).unwrap();
/// }
/// let liberties = "V & F(W)".parse().unwrap();
/// let mut evaluator = MapEvaluator::new(position.topology());
/// let value = evaluator.value(&liberties, &position, Player::Black).unwrap();
/// assert_eq!(value.iter().map(|cell| position.topology().name(cell)).collect::<Vec<_>>(), ["C2", "B1"]);
/// ```
pub struct MapEvaluator {
    topology: Arc<Topology>,
    machine: Box<dyn Machine + Send>,
}

impl MapEvaluator {
    /// An evaluator for positions on this board.
    #[must_use]
    pub fn new(topology: &Arc<Topology>) -> Self {
        let machine = with_width!([1, 2, 6, 16], topology.n_cells(), W => {
            let ground = Neighbours::<W>::new(topology);
            let machine: Box<dyn Machine + Send> = Box::new(SizedSet { field: MapField::new(&ground), ground, stack: Vec::new() });
            machine
        });
        Self { topology: Arc::clone(topology), machine }
    }

    /// The board.
    #[must_use]
    pub const fn topology(&self) -> &Arc<Topology> {
        &self.topology
    }

    /// The value of `map`, whose Black is `own`; `None` if the position is on another board.
    ///
    /// Cost: a few steps per chain and empty cell for each operator.
    pub fn value(&mut self, map: &Map, position: &Position, own: Player) -> Option<CellSet> {
        let is_ours = Arc::ptr_eq(&self.topology, position.topology()) || self.topology == *position.topology();
        is_ours.then(|| self.machine.value(map, position, own))
    }
}

/// An evaluator of any width.
trait Machine {
    fn value(&mut self, map: &Map, position: &Position, own: Player) -> CellSet;
}

struct SizedSet<const W: usize> {
    ground: Neighbours<W>,
    field: MapField<W>,
    stack: Vec<Bits<W>>,
}

impl<const W: usize> Machine for SizedSet<W> {
    fn value(&mut self, map: &Map, position: &Position, own: Player) -> CellSet {
        self.field.set(&self.ground, position);
        let value = self.field.value(&self.ground, map, own, &mut self.stack);
        value.iter().map(tesuji_board::Cell::new).collect()
    }
}
