//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod claims;
mod random;

tesuji_testing::main!(tesuji_workbench);
