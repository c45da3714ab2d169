//! Any text: a game of Go that can be played or is refused and reads back as it was, or an error; as SGF, as JSON, as rules.

#![no_main]

use tesuji_go::record::{Record, RecordError, json, sgf};
use tesuji_go::{Komi, Rules};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let text = &*tesuji_game::decode(bytes).text;
    if let Ok(rules) = text.parse::<Rules>() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    check(sgf::read(text));
    check(json::read(text));
});

fn check(read: Result<Record, RecordError>) {
    let Ok(record) = read else { return };
    // Superko compares with all boards before: long games are for other tests.
    _ = record.position(Rules::CHINESE, Komi::default(), 200);
    let written = json::write(&record).expect("what was read lies on the board");
    assert_eq!(json::read(&written).as_ref(), Ok(&record), "{written}");
    // SGF keeps no control characters and no kinds of space, so its texts are compared once they have been through it.
    let written = sgf::write(&record).expect("what was read lies on the board");
    let through = sgf::read(&written).expect("what we write can be read");
    assert_eq!((&through.setup, &through.moves, through.komi), (&record.setup, &record.moves, record.komi), "{written}");
    assert_eq!(sgf::read(&sgf::write(&through).unwrap()).as_ref(), Ok(&through), "{written}");
}
