//! Any text: problems whose claims are sound, or an error.

#![no_main]

use tesuji_problem::parse_file_text;

libfuzzer_sys::fuzz_target!(|text: &str| {
    for problem in parse_file_text(text).unwrap_or_default() {
        assert_eq!(problem.claim.validate(), Ok(()));
    }
});
