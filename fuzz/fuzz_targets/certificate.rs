//! Any bytes: a verdict or an error; what the stream proves, the same certificate in memory proves.

#![no_main]

use sha2::{Digest, Sha256};
use tesuji_proof::{Certificate, check_stream};

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    // Nobody guesses a checksum, so the same bytes once more behind a right one.
    let mut sealed = b"TSJCERT\x01".to_vec();
    sealed.extend(Sha256::digest(bytes));
    sealed.extend(bytes);
    check(&sealed);
});

fn check(bytes: &[u8]) {
    let streamed = check_stream(bytes);
    let Ok(certificate) = Certificate::read(bytes) else {
        assert!(streamed.is_err(), "a proof was accepted in bytes that are no certificate");
        return;
    };
    assert_eq!(streamed, certificate.check(), "the same summary or the same fault");
    assert_eq!(certificate.to_bytes().expect("what was read can be written"), bytes, "there is one way to write it");
    let text = certificate.to_text().expect("what was read can be written");
    assert_eq!(Certificate::from_text(&text).expect("what was written can be read"), certificate);
}
