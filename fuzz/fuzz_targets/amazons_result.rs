//! Any text: a result of Amazons that the checker accepts or refuses, and that is written as it was read, or an error.

#![no_main]

use tesuji_game::Game;
use tesuji_endings::record::{ResultRecord, check};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let Ok(record) = ResultRecord::from_json(&String::from_utf8_lossy(bytes)) else { return };
    assert_eq!(ResultRecord::from_json(&record.to_json()).ok().as_ref(), Some(&record));
    let Ok(checked) = check(&record) else { return };
    // Who cannot move has lost, whatever the record says.
    if let Some(outcome) = checked.position.outcome() {
        assert_eq!(outcome.winner(), Some(checked.winner), "{}", record.to_json());
    }
});
