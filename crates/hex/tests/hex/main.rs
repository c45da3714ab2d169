//! Hex: rules, notations, records.

#[macro_use]
extern crate tesuji_testing;

mod contract;
mod every_notation;
mod malformed;
mod notation;
mod real_games;
mod round_trips;
mod rules;

tesuji_testing::main!(tesuji_hex);
