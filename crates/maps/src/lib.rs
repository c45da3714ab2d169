//! Tactical maps of Go, which take a position to a set of cells.
//!
//! A [`Map`] is an expression in text ([`str::parse`], `Display`, [`Map::simplified`]). A [`MapEvaluator`] computes its
//! value on a position of any board. A [`MapPlayer`] chooses among the legal cells of the value; [`MapContest`] plays
//! games between such players by the thousand. [`Classes`] lists all small maps that differ, and [`Evolution`] breeds
//! strong ones. [`named`] has the printed maps and ours.
//!
//! Useful for: players and pictures made of maps, and the tables of Sato et al. 2016. Not useful for: numbers, or what is
//! alive (`reading`). Never: a claim without proof, or a search.
//!
//! # Meaning
//!
//! The board is a graph. `F0(x)` is a cell with its neighbours. F(x) is the chain of x with all cells that touch it;
//! for an empty cell, F is F0. For a set O, each is the union over its elements.
//!
//! | text | value |
//! | --- | --- |
//! | `B`, `W`, `V` | black stones, white stones, empty cells |
//! | `H` | { z : #(F(z) ∩ V) = 1 }: chains in atari, and empty cells without an empty neighbour |
//! | `~O` | all cells that are not in O |
//! | `F(O)`, `F0(O)` | as above |
//! | `A_B(O)`, `A_W(O)` | F⁻¹(O) ∩ (B ∪ O): O and the black chains that a black stone on a cell of O would join; with W, white |
//! | `D_B(O)`, `D_W(O)` | F⁻¹(O) ∩ H ∩ W: the white stones that a black stone on a cell of O captures; with W, H ∩ B |
//! | `P4(O)`, `Q4(O)` | { y : #(F(y) ∩ O) >= 4 }, and the same with <= |
//! | `O & U`, `O \| U`, `O \ U` | intersection, union, difference |
//!
//! F⁻¹(O) is { y : F(y) meets O }, which is `P1(O)`.
//!
//! # Source
//!
//! Sato, Anada and Tsutsumi 2016. The paper's first unary operator, printed as a dot, is read as the complement,
//! because the printed text has lost its bars; an identity operator would add nothing.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod contest;
mod course;
mod enumerate;
mod evaluator;
mod evolve;
mod field;
mod map;
pub mod named;
mod parse;
mod player;
mod print;
mod sample;
mod simplify;

pub use contest::{
    ContestError, ContestSide, ContestTally, ContestTerms, Eyes, MapContest, Passing, distance_of_boards,
};
pub use course::Course;
pub use enumerate::{Class, Classes};
pub use evaluator::MapEvaluator;
pub use evolve::{Evolution, EvolutionConfig, EvolutionError, Individual, Trial};
pub use map::{MAX_NODES, Map, Operator};
pub use parse::ParseMapError;
pub use player::MapPlayer;
pub use print::Unicode;
pub use sample::PositionSample;

#[cfg(feature = "testing")]
mod tests;
