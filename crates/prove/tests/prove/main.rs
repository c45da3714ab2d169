//! The tests of this crate.

#[macro_use]
extern crate tesuji_testing;

mod boards;
mod journals;
mod program_c;

tesuji_testing::main!(tesuji_prove);
