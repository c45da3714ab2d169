//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod values;

tesuji_testing::main!(tesuji_cgt);
