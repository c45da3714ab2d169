//! Any text: a certificate or an error; a certificate survives its binary form.

#![no_main]

use tesuji_proof::Certificate;

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(certificate) = Certificate::from_text(text) {
        let bytes = certificate.to_bytes().expect("what was read can be written");
        assert_eq!(Certificate::read(&bytes[..]).expect("what was written can be read"), certificate);
    }
});
