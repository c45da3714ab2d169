//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod claims;
mod stores;

tesuji_testing::main!(tesuji_archive);
