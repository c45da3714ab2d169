//! Boards of every kind and charts as pictures: SVG, and PNG that is the same on every machine.
//!
//! Useful for: a board of any shape with stones, numbers, regions, marks, lines and heat ([`Drawing`]); curves, bands
//! and dots ([`chart`]); pictures in three themes, one below the other, as a file ([`Picture`]).
//!
//! Not useful for: pictures in a terminal (`hex::render`, `cli`); deciding what of a position is worth drawing
//! (`gallery`). Never: a rule, a search, I/O. The same input gives the same picture, byte for byte.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

pub mod chart;
mod colour;
mod drawing;
mod film;
mod font;
mod geometry;
mod heat;
mod picture;
mod png;
mod scene;
mod svg;
mod theme;

pub use drawing::{Drawing, Key, Kind, Line, Mark, MarkShape};
pub use heat::{Heat, HeatValue};
pub use picture::{Picture, TextBox};
pub use png::PngError;
pub use svg::escaped;
pub use theme::{Hue, Theme, Tint};
