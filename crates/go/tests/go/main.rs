//! Go: rules, records.

#[macro_use]
extern crate tesuji_testing;

mod boards;
mod contract;
mod records;
mod rules;
mod variations;

tesuji_testing::main!(tesuji_go);
