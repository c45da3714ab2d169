//! Reads a text in every notation: for the tests here and for random bytes (`fuzz/`).

use tesuji_hex::notation::{NotationError, ascii, hdg, hexwiki, hexworld, move_list, read, read_games, sgf};

/// Reads a text in every notation; every error must name a place in the text.
pub(crate) fn read_all(text: &str) {
    let lines: Vec<&str> = text.split('\n').collect();
    let check = |error: Option<NotationError>| {
        if let Some(error) = error {
            let line = lines.get(error.place.line - 1).unwrap_or_else(|| panic!("{error}: no such line"));
            assert!((1..=line.chars().count() + 1).contains(&error.place.column), "{error}: no such column");
            assert!(error.to_string().len() < 400, "a message quotes too much: {error}");
        }
    };
    check(read(text).err());
    check(sgf::read(text).err());
    check(hexworld::read(text).err());
    check(hexwiki::read(text).err());
    check(hdg::read(text).err());
    check(ascii::read(text).err());
    check(move_list::read(text, 11, 11).err());
    check(read_games(text, None).err());
}
