//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod papers;

tesuji_testing::main!(tesuji_studies);
