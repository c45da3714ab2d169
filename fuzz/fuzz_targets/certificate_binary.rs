//! Any bytes: an error or a certificate, never a panic; what is read can be written again, byte for byte.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sha2::{Digest, Sha256};
use tesuji_proof::{Certificate, check_stream};

fuzz_target!(|content: &[u8]| {
    let _ = check_stream(content);
    // The checksum would stop nearly all inputs at the door: give each the one that fits.
    let mut file = b"TSJCERT\x01".to_vec();
    file.extend(Sha256::digest(content));
    file.extend(content);
    let checked = check_stream(&file[..]);
    match Certificate::read(&file[..]) {
        Ok(certificate) => {
            assert_eq!(certificate.check(), checked);
            assert_eq!(certificate.to_bytes().expect("it was read"), file);
            let text = certificate.to_text().expect("it was read");
            assert_eq!(Certificate::from_text(&text), Ok(certificate));
        }
        Err(_) => assert!(checked.is_err()),
    }
});
