//! Any text: a tactical map that is written and read back as it is, and simplified to no more, or an error.

#![no_main]

use tesuji_maps::Map;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(map) = text.parse::<Map>() {
        assert_eq!(map.to_string().parse(), Ok(map.clone()));
        assert_eq!(map.unicode().to_string().parse(), Ok(map.clone()));
        assert!(map.simplified().n_nodes() <= map.n_nodes().max(3));
    }
});
