//! One place for a stone.

use std::fmt;
use std::num::NonZeroU16;

/// One place for a stone: a Hex cell, a Go point, an Amazons square, a node of a graph board.
///
/// Cells are numbered row by row from the north-west corner. A `Cell` by itself
/// knows neither its neighbours nor its name ("c2"): those belong to the [`Topology`](crate::Topology).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(NonZeroU16);

// The number is stored one too high to leave 0 as the niche for `None`.
const _: () = assert!(size_of::<Option<Cell>>() == 2);

impl Cell {
    /// The cell with this number, counted from 0.
    ///
    /// # Panics
    ///
    /// If `index` is 65,535 or more; boards are far smaller ([`MAX_CELLS`](crate::MAX_CELLS)).
    #[must_use]
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < u16::MAX as usize, "a cell number fits 16 bits");
        match NonZeroU16::new(index as u16 + 1) {
            Some(number) => Self(number),
            None => unreachable!(),
        }
    }

    /// The cell's number, counted from 0.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{}", self.index())
    }
}
