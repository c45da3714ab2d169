//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod hex;

tesuji_testing::main!(tesuji_eval);
