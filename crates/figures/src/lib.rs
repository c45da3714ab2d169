//! Boards of every kind and charts as pictures (SVG).
//!
//! Useful for: a board of any shape with stones, marks, figures and lines ([`Drawing`]); boards of hexagons with a number of
//! each cell ([`hexagons`]); curves, bands and dots ([`chart`]).
//!
//! Not useful for: pictures in a terminal (`hex::render`, `cli`), what is worth drawing.
//! Never: a rule, a search, I/O. A picture is a function of what is put into it, byte for byte.

pub mod chart;
mod colour;
mod drawing;
mod hexagons;
mod svg;

pub use colour::Colour;
pub use drawing::{Drawing, Line, Mark};
pub use hexagons::{HexCell, HexMap, hexagons};
