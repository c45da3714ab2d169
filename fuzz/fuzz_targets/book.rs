//! Any bytes: an opening book or an error, and a table of openings or an error, which reads back as it is written.

#![no_main]

use tesuji_engine::book::Book;
use tesuji_engine::openings::Table;
use tesuji_hex::Position;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok((book, n_bytes)) = Book::read(bytes) {
        assert!(n_bytes <= bytes.len());
        let side = book.config().side;
        let start = if book.config().swap { Position::with_swap(side) } else { Position::empty(side, side) };
        _ = book.entry(&start.expect("a book is for a board"));
    }
    if let Ok(table) = std::str::from_utf8(bytes).map_or(Ok(Table::default()), Table::parse) {
        assert_eq!(Table::parse(&table.to_text()), Ok(table));
    }
});
