//! Any bytes: a table of openings or an error, which reads back as it is written.

#![no_main]

use tesuji_engine::openings::Table;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(table) = std::str::from_utf8(bytes).map_or(Ok(Table::default()), Table::parse) {
        assert_eq!(Table::parse(&table.to_text()), Ok(table));
    }
});
