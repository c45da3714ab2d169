//! Values of short partizan games.
//!
//! Useful for: what a part of a position is worth when parts are independent. Two players, Left and Right, move in turn; who
//! cannot move loses. An [`Arena`] keeps each value once, in canonical form, so equal values are the same [`Value`]; it
//! builds values from options, adds, negates and compares them, finds mean and temperature by [`Thermograph`]s in exact
//! [`Dyadic`] numbers, and writes and reads the usual notation, as `+-(3,{4|0,{1|0,*}})`.
//!
//! Not useful for: positions; who turns them into options is a solver of a game. Loopy games, misère play.
//! Never: the name of a game; floating point; a recursion or a table without a bound: what would grow past [`Bounds`] is an
//! error, [`Exceeded`].
//!
//! # Source
//!
//! Winning Ways (Berlekamp, Conway and Guy), chapters 1 to 6; Siegel, Combinatorial Game Theory, chapter II.

mod arena;
mod dyadic;
mod form;
mod order;
mod parse;
mod sum;
mod text;
mod thermograph;

pub use arena::{Arena, Bounds, Exceeded, Value};
pub use dyadic::Dyadic;
pub use order::{Relation, Winner};
pub use parse::ParseError;
pub use text::Style;
pub use thermograph::{Thermograph, Wall};
