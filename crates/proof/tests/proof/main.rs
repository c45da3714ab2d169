//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod certificates;

tesuji_testing::main!(tesuji_proof);
