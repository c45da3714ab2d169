//! Amazons: rules, notations, records.

#[macro_use]
extern crate tesuji_testing;

mod contract;
mod notation;
mod perft;
mod record;
mod rules;
mod setups;

tesuji_testing::main!(tesuji_amazons);
