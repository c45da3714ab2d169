//! A board made ready for play.

use std::sync::Arc;

use tesuji_board::Topology;

use crate::eyes::Eyes;

/// A board, and what playouts have to know of it, computed once for all positions on it.
pub(crate) struct Board {
    pub(crate) topology: Arc<Topology>,
    pub(crate) eyes: Eyes,
}

impl Board {
    pub(crate) fn new(topology: Arc<Topology>) -> Self {
        Self { eyes: Eyes::new(&topology), topology }
    }
}

/// By the board itself: the rest follows from it.
impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.topology == other.topology
    }
}

impl Eq for Board {}
