//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod limits;

tesuji_testing::main!(tesuji_claims);
