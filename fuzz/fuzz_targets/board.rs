//! Any bytes: boards by their text and board files, or an error; what is written reads back.

#![no_main]

use tesuji_board::{BoardSpec, file};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(board) = file::read(&text) {
        let back = file::read(&file::write(&board)).expect("what was written can be read");
        assert_eq!(back, board);
        let theirs = file::read(&file::write_govariants(&board)).expect("what was written for others can be read");
        assert!(theirs.links().eq(board.links()));
    }
    if let Ok(spec) = text.parse::<BoardSpec>() {
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }
});
