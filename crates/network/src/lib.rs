//! A position of Hex as a graph and as a circuit, one of each for each player.
//!
//! Useful for: the position network of Takada et al. 2014 ([`Network`]), whose nodes are the empty cells and the
//! player's two edges and whose links are neighbours and virtual connections. Its distances, betweenness and shortest
//! paths ([`Meter`]) come as numbers of one player ([`Measures`]) and of both ([`Ratios`]). The electrical circuit of
//! Anshelevich 2002 has resistance and currents ([`Circuit`]). [`Board`] keeps what both are made from, move by move.
//! [`NetworkReport`] has all of it for one position, a [`Tracer`] the ratios along a game ([`Averages`] along many), and a
//! [`Sweep`] those of all positions after two stones.
//!
//! Searches take the numbers as [`evaluation`]s.
//!
//! Not useful for: finding connections (`connection`).
//! Never: a number without a meaning. A won position or a missing route is a variant of its own, not a value.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod averages;
mod board;
mod by_colour;
mod circuit;
mod distances;
pub mod evaluation;
mod gauge;
mod graph;
mod meter;
mod network;
mod paths;
mod ratios;
mod report;
mod statistics;
mod trace;
mod two_stones;

pub use averages::{AverageTurn, Averages, MeanRatio, Ratio, Winners};
pub use board::{Board, COMPLETE_CELLS, Linking, MAX_CARRIER, NetworkBoardError, closure, stones};
pub use by_colour::{ColourAverages, ColourTurn};
pub use circuit::{Circuit, Resistance};
pub use distances::Distances;
pub use graph::{GraphError, MAX_NODES, NetworkStage, PathGraph, PathLink, network_of};
pub use meter::{Measures, Meter};
pub use network::{Network, NetworkError};
pub use ratios::{Betweenness, Comparison, Ratios};
pub use report::{NetworkReport, PlayerReport, Quantity};
pub use statistics::{Average, pearson, spearman};
pub use tesuji_connection::vc::ThroughEdge;
pub use trace::{Band, ReplyChoice, Spread, TraceStep, Tracer};
pub use two_stones::{Sweep, TwoStones};
