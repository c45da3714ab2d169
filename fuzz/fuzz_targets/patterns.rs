//! Any bytes: weights of patterns, or an error; what is written reads back.

#![no_main]

use tesuji_game::decode;
use tesuji_pattern::Model;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Ok(model) = Model::from_text(&decode(bytes).text) {
        assert_eq!(Model::from_text(&model.to_text()), Ok(model));
    }
});
