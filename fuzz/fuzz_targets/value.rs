//! Any text: the value of a combinatorial game, which is written and read back as the same value, or an error.

#![no_main]

use tesuji_cgt::{Arena, Bounds, Style, Value};

/// So that a text of a few letters cannot ask for minutes.
const BOUNDS: Bounds = Bounds { nodes: 20_000, steps: 200_000, birthday: 40 };

/// A longer text is not written.
const MOST_BYTES: usize = 1 << 12;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let mut arena = Arena::new(BOUNDS);
    let Ok(value) = arena.parse(text) else { return };
    for style in [Style::Ascii, Style::Unicode] {
        arena.renew_steps();
        let Ok(Some(written)) = arena.text(value, style, MOST_BYTES) else { continue };
        arena.renew_steps();
        match arena.parse(&written) {
            Ok(read) => assert_eq!(read, value, "{written}"),
            Err(error) => assert!(is_bound(&error), "{written}: {error}"),
        }
    }
    arena.renew_steps();
    if let Ok(difference) = arena.difference(value, value) {
        assert_eq!(difference, Value::ZERO);
    }
    if let (Ok(mean), (left, right)) = (arena.mean(value), (arena.left_stop(value), arena.right_stop(value))) {
        assert!(right <= mean && mean <= left, "{text}: {right} {mean} {left}");
    }
});

fn is_bound(error: &tesuji_cgt::ParseError) -> bool {
    matches!(error, tesuji_cgt::ParseError::Exceeded(_) | tesuji_cgt::ParseError::TooDeep { .. })
}
