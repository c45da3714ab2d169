//! A position of Hex as a graph and as a circuit, one of each for either player.
//!
//! Useful for: the position network of Takada et al. 2014 ([`Network`]), whose nodes are the empty cells and the player's
//! two edges and whose links are neighbours and virtual connections; its distances, betweenness and shortest paths
//! ([`Meter`]), as numbers of one player ([`Measures`]) and of both ([`Ratios`]); the electrical circuit of Anshelevich 2002 with its
//! resistance and currents ([`Circuit`]). [`Board`] keeps what both are made from, move by move; [`Report`] has all of it for one
//! position, a [`Tracer`] the ratios along a game ([`Averages`] along many), a [`Sweep`] those of all positions after two stones.
//!
//! Not useful for: what the numbers are worth (`eval` makes evaluators of them), connections themselves (`connection`).
//! Never: a number that means nothing. A position that is won, or a route that does not exist, is a variant and no value.

mod averages;
mod board;
mod circuit;
mod distances;
mod gauge;
mod meter;
mod network;
mod paths;
mod ratios;
mod report;
mod statistics;
mod trace;
mod two_stones;

pub use averages::{Averages, MeanRatio, Ratio, Turn, Winners};
pub use board::{Board, BoardError, COMPLETE_CELLS, MAX_CARRIER, closure, stones};
pub use circuit::{Circuit, Resistance};
pub use distances::Distances;
pub use meter::{Measures, Meter};
pub use network::{Network, NetworkError};
pub use ratios::{Betweenness, Comparison, Ratios};
pub use report::{PlayerReport, Quantity, Report};
pub use statistics::{Average, pearson, spearman};
pub use tesuji_connection::vc::ThroughEdge;
pub use trace::{Band, Replies, Spread, Step, Tracer};
pub use two_stones::{Sweep, TwoStones};
