//! SGF for any game: nodes, properties and values, the values that mean the same in every game, and how to write them.
//!
//! Useful for: reading a file as a [`Tree`], in which every node and property knows its place in the text; values that
//! all games write alike ([`text`], [`simple_text`], [`compose`], [`points`]); writing a file node by node
//! ([`Writer`]). A [`Dialect`] says what differs between programs.
//!
//! Not useful for: the meaning of the properties of one game (see its rules crate), decoding the bytes of a file into
//! text (`game::decode`). Never: the rules of a game, recursion, a panic on any text. Time and memory grow in
//! proportion to the text.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod dialect;
mod error;
mod place;
mod tree;
mod values;
mod write;

pub use dialect::{Dialect, Escapes, PropertyNames};
pub use error::{PropertyError, SgfError};
pub use place::{TextPlace, quoted};
pub use tree::{PartialTree, Property, SgfNode, Tree, mended};
pub use values::{compose, is_point, n_points_of_rectangles, points, simple_text, size_text, text};
pub use write::{PROGRAM, Writer, escaped, plain};
