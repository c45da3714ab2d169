//! Places without rules.
//!
//! Useful for: naming cells ([`Cell`]), sets of them ([`CellSet`] sized at run time for borders and
//! certificates, [`Bits`] of fixed width for hot loops), players, and boards of any shape
//! ([`Topology`]: the rhombus of Hex, the square lattice of Go, or any graph, with named edges).
//!
//! Not useful for: rules, positions, searches. Never: this crate imports no other crate of the
//! workspace, and does no I/O.

mod bits;
mod cell;
mod cell_set;
mod coordinates;
mod player;
mod topology;

pub use bits::Bits;
pub use cell::Cell;
pub use cell_set::CellSet;
pub use coordinates::{
    CoordinateError, column_name, parse_cell_name, parse_square_cell_name, square_cell_name, square_column_name,
};
pub use player::Player;
pub use topology::{BOTTOM, Edge, EdgeId, LEFT, MAX_CELLS, RIGHT, Shape, TOP, Topology, TopologyError};
