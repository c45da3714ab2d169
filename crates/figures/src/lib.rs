//! Boards of every kind and charts as pictures (SVG).
//!
//! Useful for: a board of any shape with stones, marks, figures and lines ([`Drawing`]); boards of hexagons with a
//! number on each cell ([`hexagons`]); curves, bands and dots ([`chart`]).
//!
//! Not useful for: pictures in a terminal (`hex::render`, `cli`), deciding what is worth drawing.
//! Never: a rule, a search, I/O. The same input gives the same picture, byte for byte.

pub mod chart;
mod colour;
mod drawing;
mod hexagons;
mod svg;

pub use colour::Colour;
pub use drawing::{Drawing, Line, Mark};
pub use hexagons::{HexCell, HexMap, hexagons};
