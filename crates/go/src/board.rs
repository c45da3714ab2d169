//! A board prepared for play.

use std::sync::Arc;

use tesuji_board::{MAX_CELLS, Topology};

use crate::eyes::EyeRule;
use crate::light::Graph;

/// A board, and what playouts need to know about it, computed once for all positions on it.
pub(crate) struct Board {
    pub(crate) topology: Arc<Topology>,
    pub(crate) eyes: EyeRule,
    pub(crate) graph: AnyGraph,
}

/// The board as light stones read it. The variants differ in the number of cells and in the most neighbours of a cell.
pub(crate) enum AnyGraph {
    Small4(SmallGraph<4>),
    Small6(SmallGraph<6>),
    Medium4(MediumGraph<FEW>),
    Medium6(MediumGraph<6>),
    Large4(LargeGraph<FEW>),
    Large6(LargeGraph<6>),
    /// Some cell has more than six neighbours, so light stones cannot be used.
    Dense,
}

pub(crate) const SMALL: usize = 1 << u8::BITS;
/// Room for 19x19, in a quarter of the memory.
pub(crate) const MEDIUM: usize = if IN_BROWSER { LARGE } else { 512 };
pub(crate) const LARGE: usize = 2 * MAX_CELLS;
/// The neighbours that a cell of a square grid has at most.
const FEW: usize = if IN_BROWSER { 6 } else { 4 };
/// A browser does without the code that is for medium boards, and for large ones with few neighbours.
const IN_BROWSER: bool = cfg!(target_family = "wasm");

pub(crate) type SmallGraph<const D: usize> = Graph<u8, SMALL, D>;
pub(crate) type MediumGraph<const D: usize> = Graph<u16, MEDIUM, D>;
pub(crate) type LargeGraph<const D: usize> = Graph<u16, LARGE, D>;

impl AnyGraph {
    fn new(topology: &Topology, eyes: &EyeRule) -> Self {
        Graph::new(topology, eyes)
            .map(Self::Small4)
            .or_else(|| Graph::new(topology, eyes).map(Self::Small6))
            .or_else(|| Graph::new(topology, eyes).map(Self::Medium4))
            .or_else(|| Graph::new(topology, eyes).map(Self::Medium6))
            .or_else(|| Graph::new(topology, eyes).map(Self::Large4))
            .or_else(|| Graph::new(topology, eyes).map(Self::Large6))
            .unwrap_or(Self::Dense)
    }
}

impl Board {
    pub(crate) fn new(topology: Arc<Topology>) -> Self {
        let eyes = EyeRule::new(&topology);
        Self { graph: AnyGraph::new(&topology, &eyes), eyes, topology }
    }
}

/// Compares only the board itself, because the rest follows from it.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.topology == other.topology
    }
}

impl Eq for Board {}
