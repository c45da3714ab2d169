//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod strategies;

tesuji_testing::main!(tesuji_mishima);
