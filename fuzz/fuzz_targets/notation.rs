//! Any text: games and pictures of Hex, or an error that names a place in the text; in every notation.

#![no_main]

#[path = "../../crates/hex/tests/hex/every_notation.rs"]
mod every_notation;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| every_notation::read_all(&tesuji_game::decode(bytes).text));
