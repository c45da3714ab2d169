//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod contract;

tesuji_testing::main!(tesuji_work);
