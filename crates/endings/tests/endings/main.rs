//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod records;

tesuji_testing::main!(tesuji_endings);
