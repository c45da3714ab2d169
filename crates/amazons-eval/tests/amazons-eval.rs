//! The tests of this crate.

tesuji_testing::main!(tesuji_amazons_eval);
