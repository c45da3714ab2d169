//! Networks, measures and circuits against slow ones that follow the definitions, and on boards that can be checked by
//! hand.

#[macro_use]
extern crate tesuji_testing;

mod by_hand;
mod definitions;
mod evaluators;
mod graphs;
mod hsearch;
mod more_stones;
mod paths;
mod random;
mod symmetry;
mod traces;
mod written_out;

tesuji_testing::main!(tesuji_network);
