//! Numerical methods that know nothing of games: linear equations, intervals, quantiles and roots.
//!
//! Useful for: linear equations with a symmetric, positive definite matrix, sparse or not ([`Cholesky`], [`Factor`]),
//! or with another matrix ([`eliminate`]); Wilson's interval of a share ([`wilson`]); quantiles of Student's
//! distribution ([`student_quantile`]); the place where a function changes its sign ([`sign_change`]).
//!
//! Not useful for: the meaning of the numbers (`arena::stats` for matches, `playout::statistics` for playouts).
//! Never: the name of a game, a random number, I/O, a clock.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod cholesky;
mod dense;
mod elimination;
mod quantile;
mod root;
mod share;

pub use cholesky::Cholesky;
pub use dense::{Factor, Matrix, dot, sum};
pub use elimination::eliminate;
pub use quantile::student_quantile;
pub use root::sign_change;
pub use share::wilson;
