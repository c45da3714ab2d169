//! Any text: an error or a certificate, never a panic; what is read survives both forms.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tesuji_proof::{Certificate, check_stream};

fuzz_target!(|text: &str| {
    if let Ok(certificate) = Certificate::from_text(text) {
        let bytes = certificate.to_bytes().expect("it was read");
        assert_eq!(check_stream(&bytes[..]), certificate.check());
        assert_eq!(Certificate::read(&bytes[..]).as_ref(), Ok(&certificate));
        let text = certificate.to_text().expect("it was read");
        assert_eq!(Certificate::from_text(&text), Ok(certificate));
    }
});
