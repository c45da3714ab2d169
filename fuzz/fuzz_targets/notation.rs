//! Any text: games and pictures of Hex, or an error that names a place in the text; in every notation.

#![no_main]

use tesuji_hex::notation::{NotationError, ascii, hdg, hexwiki, hexworld, move_list, read, sgf};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = &*tesuji_game::decode(bytes).text;
    let lines: Vec<&str> = text.split('\n').collect();
    let check = |error: Option<NotationError>| {
        if let Some(error) = error {
            let line = lines.get(error.place.line - 1).expect("an error names a line of the text");
            assert!((1..=line.chars().count() + 1).contains(&error.place.column), "{error}: no such column");
        }
    };
    check(read(text).err());
    check(sgf::read(text).err());
    check(hexworld::read(text).err());
    check(hexwiki::read(text).err());
    check(hdg::read(text).err());
    check(ascii::read(text).err());
    check(move_list::read(text, 11, 11).err());
});
