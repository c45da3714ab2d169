//! Certificates as texts: read in either form, and written only once the checker has accepted them.

use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, alphabet, engine};
use tesuji_proof::{Certificate, CertificateError, Claim, TextError, Verdict, check_stream};

use crate::error::Place;
use crate::{Desk, Trouble};

/// The most bytes of a certificate that is read or written here. Longer ones are for files and `tesuji check`.
pub(crate) const MOST_BYTES: usize = 64 << 20;
/// The beginning of the readable form; the version follows.
const TITLE: &str = "tesuji certificate";
/// Base64 with or without `=` at the end.
const LENIENT: engine::GeneralPurpose = engine::GeneralPurpose::new(
    &alphabet::STANDARD,
    engine::GeneralPurposeConfig::new().with_decode_padding_mode(engine::DecodePaddingMode::Indifferent),
);

/// The certificate as a text for answers: the compact form in Base64. The checker has accepted these very bytes as a
/// proof of this verdict on this claim.
pub(crate) fn seal(certificate: &Certificate, claim: &Claim, verdict: Verdict) -> Result<String, Trouble> {
    let rejected = |fault: String| Trouble::ours(format!("the checker rejects the certificate: {fault}"));
    let bytes = certificate.to_bytes().map_err(|error| rejected(error.to_string()))?;
    let summary = check_stream(&bytes[..]).map_err(|error| rejected(error.to_string()))?;
    if summary.claim != *claim || summary.verdict != verdict {
        return Err(rejected("it proves something else".to_owned()));
    }
    compact(&bytes)
}

/// The bytes of the compact form in Base64.
pub(crate) fn compact(bytes: &[u8]) -> Result<String, Trouble> {
    if bytes.len() > MOST_BYTES {
        return Err(too_long("it").with_advice("make it with `tesuji verify --cert` and check it with `tesuji check`"));
    }
    Ok(STANDARD.encode(bytes))
}

/// A certificate in one of its two forms, not checked.
pub(crate) enum Form {
    /// The compact form.
    Compact(Vec<u8>),
    /// The readable form.
    Readable(Box<Certificate>),
}

/// What a text is.
pub(crate) fn open(text: &str) -> Result<Form, Trouble> {
    if text.trim_start().starts_with(TITLE) {
        if text.len() > MOST_BYTES {
            return Err(too_long("the text"));
        }
        return Certificate::from_text(text).map(|certificate| Form::Readable(Box::new(certificate))).map_err(of_text);
    }
    if text.trim().is_empty() {
        return Err(Trouble::new("there is no certificate: the text is empty"));
    }
    if text.len() / 4 > MOST_BYTES / 3 + 1024 {
        return Err(too_long("the text"));
    }
    let letters: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
    let bytes = LENIENT.decode(&letters).map_err(|error| {
        let what = format!("neither a certificate in readable form (`{TITLE} 1`) nor in Base64: {}", said(&error));
        let place = offset_of(&error).map(|offset| place(text, offset));
        Trouble { place, ..Trouble::new(what) }
    })?;
    Ok(Form::Compact(bytes))
}

/// Bytes that cannot be read any more once the person who asked wants to stop.
pub(crate) struct Stoppable<'a, D> {
    pub(crate) bytes: &'a [u8],
    pub(crate) desk: &'a D,
}

impl<D: Desk> io::Read for Stoppable<'_, D> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.desk.is_stopped() { Err(io::ErrorKind::TimedOut.into()) } else { self.bytes.read(buffer) }
    }
}

/// The certificate of a text that the checker has accepted.
pub(crate) fn accepted(text: &str, desk: &impl Desk) -> Result<Certificate, Trouble> {
    let certificate = match open(text)? {
        Form::Compact(bytes) => {
            // The checksum is in the bytes alone, so they are what is checked.
            check_stream(Stoppable { bytes: &bytes, desk }).map_err(invalid)?;
            return Certificate::read(Stoppable { bytes: &bytes, desk }).map_err(invalid);
        }
        Form::Readable(certificate) => *certificate,
    };
    certificate.check().map_err(invalid)?;
    Ok(certificate)
}

/// The certificate is none, or proves nothing.
pub(crate) fn invalid(error: CertificateError) -> Trouble {
    if error == CertificateError::Read(io::ErrorKind::TimedOut) {
        return Trouble::new("stopped before the whole certificate was read");
    }
    Trouble::new(format!("the certificate is not valid: {error}"))
}

fn of_text(error: TextError) -> Trouble {
    let line = match error {
        TextError::Unexpected { line, .. } | TextError::Board { line, .. } | TextError::Goal { line, .. } => Some(line),
        _ => None,
    };
    Trouble { place: line.map(|line| Place { line, column: 1 }), ..Trouble::new(error.to_string()) }
}

fn too_long(what: &str) -> Trouble {
    let most = MOST_BYTES >> 20;
    Trouble::new(format!("{what} is longer than {most} MiB, the most that is taken here"))
        .with_advice("check it with `tesuji check`, which has no such limit")
}

fn said(error: &DecodeError) -> &'static str {
    match error {
        DecodeError::InvalidByte(..) => "there is a character that does not belong to it",
        DecodeError::InvalidLength(_) | DecodeError::InvalidLastSymbol(..) | DecodeError::InvalidPadding => {
            "it is cut short"
        }
    }
}

/// Which of the characters without blanks is at fault, in bytes.
const fn offset_of(error: &DecodeError) -> Option<usize> {
    match error {
        DecodeError::InvalidByte(offset, _) | DecodeError::InvalidLastSymbol(offset, _) => Some(*offset),
        _ => None,
    }
}

/// The place of the character at this offset, counted without blanks.
fn place(text: &str, offset: usize) -> Place {
    let (mut line, mut column, mut at) = (1, 1, 0);
    for letter in text.chars() {
        if !letter.is_whitespace() {
            if at + letter.len_utf8() > offset {
                break;
            }
            at += letter.len_utf8();
        }
        (line, column) = if letter == '\n' { (line + 1, 1) } else { (line, column + 1) };
    }
    Place { line, column }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;
    use crate::types::Budget;
    use crate::{Quiet, Update};

    /// A desk that is left after it has been asked this many times.
    struct Left(std::sync::atomic::AtomicUsize);

    impl Desk for Left {
        fn run<R>(&self, budget: &Budget, search: impl FnOnce(&tesuji_search::Limits, &dyn Fn() -> f64) -> R) -> R {
            Quiet.run(budget, search)
        }

        fn update(&self, _: Update) {}

        fn is_stopped(&self) -> bool {
            let left = self.0.load(std::sync::atomic::Ordering::Relaxed);
            self.0.store(left.saturating_sub(1), std::sync::atomic::Ordering::Relaxed);
            left == 0
        }
    }

    #[test]
    fn a_certificate_is_not_read_on_once_nobody_waits() {
        let mut bytes = b"TSJCERT\x01".to_vec();
        bytes.resize(1 << 20, 0);
        let text = STANDARD.encode(&bytes);
        let trouble = accepted(&text, &Left(0.into())).unwrap_err();
        assert_eq!(trouble.what, "stopped before the whole certificate was read");
        // It is not stopped at once, and then the fault is that of the bytes.
        assert!(accepted(&text, &Left(100.into())).unwrap_err().what.starts_with("the certificate is not valid"));
    }

    #[test]
    fn what_is_no_certificate_is_refused_with_its_place() {
        let fault = |text: &str| accepted(text, &Quiet).unwrap_err();
        assert_eq!(fault("  ").what, "there is no certificate: the text is empty");
        let wrong = fault("VFNK\nQ0V*SVA=");
        assert_eq!(wrong.place, Some(Place { line: 2, column: 4 }));
        let cut = fault(&STANDARD.encode(b"TSJCERT\x01"));
        assert!(cut.what.contains("cut short at byte 8"), "{cut}");
        let other = fault(&STANDARD.encode(b"something else"));
        assert!(other.what.contains("does not begin with"), "{other}");
        let unread = fault("tesuji certificate 1\nboard what\n");
        assert_eq!(unread.place.map(|place| place.line), Some(2), "{unread}");
    }

    #[test]
    fn what_is_too_long_is_not_decoded() {
        let fault = accepted(&"A".repeat(MOST_BYTES / 3 * 4 + (1 << 16)), &Quiet).err().map(|trouble| trouble.what);
        assert_eq!(fault.as_deref(), Some("the text is longer than 64 MiB, the most that is taken here"));
    }
}
