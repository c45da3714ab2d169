//! Any bytes: positions of whole boards that can stand, or an error; what is written reads back.

#![no_main]

use tesuji_game::decode;
use tesuji_problem::board::file::{ExpectedAnswer, PositionDefaults, parse, write_toml};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    for mut puzzle in parse(&decode(bytes).text, &PositionDefaults::default()).unwrap_or_default() {
        puzzle.question.position().expect("stones that can stand");
        let (canonical, symmetry) = puzzle.question.canonical();
        assert_eq!(symmetry.question(&canonical), puzzle.question);
        // One list of moves is written, with the winner that follows from it.
        puzzle.expected = ExpectedAnswer { all_winning: None, ..puzzle.expected };
        let back = parse(&write_toml(&puzzle), &PositionDefaults::default()).expect("what was written can be read");
        assert_eq!(back, [puzzle]);
    }
});
