//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod exhaustive;
mod known;
mod plain;

tesuji_testing::main!(tesuji_life);
