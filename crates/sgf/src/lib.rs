//! SGF, whatever the game: nodes, properties, values; what values mean in every game; and how they are written.
//!
//! Useful for: reading a file as a [`Tree`], in which every node and property knows its place in the text; values that all
//! games write alike ([`text`], [`simple_text`], [`compose`], [`points`]); writing a file node by node ([`Writer`]). What
//! differs between programs is a [`Dialect`].
//!
//! Not useful for: what the properties of a game mean (each rules crate says so), the text in the bytes of a file
//! (`game::decode`).
//! Never: the rules of a game, recursion, a panic on any text. Time and memory grow in proportion to the text.

mod dialect;
mod error;
mod place;
mod tree;
mod values;
mod write;

pub use dialect::{Dialect, Escapes, Names};
pub use error::{PropertyError, SgfError};
pub use place::{Place, quoted};
pub use tree::{Node, Property, Tree};
pub use values::{compose, is_point, n_points_of_rectangles, points, simple_text, size_text, text};
pub use write::{Writer, escaped, plain};
