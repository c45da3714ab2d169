//! Places without rules.
//!
//! Useful for: naming cells ([`Cell`]), sets of cells ([`CellSet`], sized at run time, for interfaces and certificates,
//! and [`Bits`] of fixed width for hot loops), sets that are joined ([`Pieces`]), players, and boards of any shape
//! ([`Topology`]). A board can be the rhombus of Hex, the square lattice of Go, a torus, a tiling, rings or any graph, and
//! every cell has a place to be drawn. A line of text ([`BoardSpec`]) or a file ([`mod@file`]) describes it.
//!
//! Not useful for: rules, positions, searches. Never: this crate imports no other crate of the workspace, and does no
//! I/O.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod automorphisms;
mod bits;
mod cell;
mod cell_set;
mod coordinates;
mod drawing;
pub mod file;
mod measures;
mod pieces;
mod player;
mod ring;
mod size;
mod sort;
mod space;
mod spec;
pub mod syntax;
mod tiling;
mod topology;
mod width;

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
pub use size::{SizeError, check_size};
pub use sort::SortOnce;
pub use space::Space;
pub use spec::{BoardError, BoardSpec, GraphText, Holes};
pub use tiling::{Cut, Tiling};
pub use topology::{BOTTOM, Edge, EdgeId, LEFT, Lattice, MAX_CELLS, RIGHT, Shape, Sides, TOP, Topology, TopologyError};
pub use width::{ByWidth, MOST_IN_SETS, NARROW, n_words};
