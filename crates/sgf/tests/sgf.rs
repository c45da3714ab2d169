//! Runs the tests of this crate's modules.

tesuji_testing::main!(tesuji_sgf);
