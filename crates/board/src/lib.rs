//! Places without rules.
//!
//! Useful for: naming cells ([`Cell`]), sets of them ([`CellSet`] sized at run time for borders and
//! certificates, [`Bits`] of fixed width for hot loops), joined sets of them ([`Pieces`]), players, and boards of any shape
//! ([`Topology`]: the rhombus of Hex, the square lattice of Go, a torus, tilings, rings or any graph, each with a place to
//! draw every cell), told by a line of text ([`BoardSpec`]) or a file ([`mod@file`]).
//!
//! Not useful for: rules, positions, searches. Never: this crate imports no other crate of the
//! workspace, and does no I/O.

mod bits;
mod cell;
mod cell_set;
mod coordinates;
mod drawing;
pub mod file;
mod pieces;
mod player;
mod ring;
mod shape;
mod spec;
mod tiling;
mod topology;

pub use bits::Bits;
pub use cell::Cell;
pub use cell_set::CellSet;
pub use coordinates::{
    CoordinateError, column_name, parse_cell_name, parse_square_cell_name, square_cell_name, square_column_name,
};
pub use drawing::Place;
pub use file::FileError;
pub use pieces::Pieces;
pub use player::Player;
pub use spec::{BoardError, BoardSpec, GraphText, Holes};
pub use tiling::{Cut, Tiling};
pub use topology::{BOTTOM, Edge, EdgeId, LEFT, MAX_CELLS, RIGHT, Shape, TOP, Topology, TopologyError};
