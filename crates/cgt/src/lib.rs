//! Values of short partizan games.
//!
//! Useful for: finding the worth of a part of a position when its parts are independent. Two players, Left and Right,
//! move in turn, and a player who cannot move loses. An [`Arena`] keeps each value once, in canonical form, so equal
//! values are the same [`Value`]. It builds values from options, and adds, negates and compares them. It finds mean and
//! temperature by [`Thermograph`]s in exact [`Dyadic`] numbers. It writes and reads the usual notation, such as
//! `+-(3,{4|0,{1|0,*}})`.
//!
//! Not useful for: positions, which a solver of the game turns into options; loopy games; misère play. Never: the name
//! of a game, floating point, or a recursion or table without a bound. What would grow past its [`Bounds`] is an error,
//! [`Exceeded`].
//!
//! # Source
//!
//! Winning Ways (Berlekamp, Conway and Guy), chapters 1 to 6; Siegel, Combinatorial Game Theory, chapter II.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

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
