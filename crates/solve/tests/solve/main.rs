//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod boards;

tesuji_testing::main!(tesuji_solve);
