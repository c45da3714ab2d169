//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod statistics;

tesuji_testing::main!(tesuji_playout);
