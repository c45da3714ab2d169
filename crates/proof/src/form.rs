//! Certificates as people paste them: the readable form, or the compact one in Base64.

use std::io::{self, Read};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, alphabet, engine};

use crate::binary::MAGIC;
use crate::{Certificate, CertificateError, TextError, check_stream};

/// The beginning of the readable form; the version follows.
const TITLE: &str = "tesuji certificate";
/// The beginning of the compact form in Base64: as many letters as `MAGIC` decides.
const MAGIC_IN_BASE64: &str = "VFNKQ0VSV";
/// Bytes that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
/// Base64 with or without `=` at the end.
const LENIENT: engine::GeneralPurpose = engine::GeneralPurpose::new(
    &alphabet::STANDARD,
    engine::GeneralPurposeConfig::new().with_decode_padding_mode(engine::DecodePaddingMode::Indifferent),
);

/// A certificate in one of its two forms, not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// The bytes of the compact form, of which nothing has been read.
    Compact(Vec<u8>),
    /// The readable form.
    Readable(Box<Certificate>),
}

/// Error of a text that is not a certificate of a claim.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateFormError {
    /// Nothing but blanks.
    #[error("there is no certificate: the text is empty")]
    Empty,
    /// More than [`Form::MAX_BYTES`].
    #[error("the text is longer than {} MiB, the most that is taken here", Form::MAX_BYTES >> 20)]
    TooLong,
    /// Neither the readable form nor Base64.
    #[error("neither a certificate in readable form (`{TITLE} 1`) nor in Base64: {fault}")]
    Base64 {
        /// The fault in the Base64 text.
        fault: &'static str,
        /// Line and character of the fault, both counted from 1, where it has a place.
        place: Option<(usize, usize)>,
    },
    /// A faulty text in the readable form.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The bytes are no certificate, or prove nothing.
    #[error("the certificate is not valid: {0}")]
    Invalid(CertificateError),
    /// The caller stopped the reading.
    #[error("stopped before the whole certificate was read")]
    Stopped,
}

impl CertificateFormError {
    /// Line and character of the fault in the text, both counted from 1, where it has a place.
    #[must_use]
    pub const fn place(&self) -> Option<(usize, usize)> {
        match self {
            Self::Base64 { place, .. } => *place,
            Self::Text(
                TextError::Unexpected { line, .. } | TextError::Board { line, .. } | TextError::Goal { line, .. },
            ) => Some((*line, 1)),
            _ => None,
        }
    }

    /// Advice for the user; empty if there is none.
    #[must_use]
    pub const fn advice(&self) -> &'static str {
        match self {
            Self::TooLong => "check it with `tesuji check`, which has no such limit",
            _ => "",
        }
    }
}

impl From<CertificateError> for CertificateFormError {
    /// Bytes in memory can always be read, except by a reader that can be stopped.
    fn from(error: CertificateError) -> Self {
        match error {
            CertificateError::Read(io::ErrorKind::TimedOut) => Self::Stopped,
            error => Self::Invalid(error),
        }
    }
}

impl Form {
    /// The most bytes of a certificate that is read from a text. Longer ones are for files and [`check_stream`].
    pub const MAX_BYTES: usize = 64 << 20;

    /// Whether this begins as a certificate does: in compact form, as these bytes or in Base64, or in readable form.
    #[must_use]
    pub fn begins(bytes: &[u8]) -> bool {
        let text = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
        Self::is_compact(bytes) || text.starts_with(TITLE.as_bytes()) || text.starts_with(MAGIC_IN_BASE64.as_bytes())
    }

    /// Whether this begins as the bytes of the compact form do.
    #[must_use]
    pub fn is_compact(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Detects the form of a text. Blanks and line ends in Base64 do not count, nor does a missing `=` at its end.
    ///
    /// # Errors
    ///
    /// If the text has neither form, or is too long.
    pub fn open(text: &str) -> Result<Self, CertificateFormError> {
        if text.trim_start().starts_with(TITLE) && text.len() > Self::MAX_BYTES
            || text.len() / 4 > Self::MAX_BYTES / 3 + 1024
        {
            return Err(CertificateFormError::TooLong);
        }
        Self::open_whole(text)
    }

    /// As [`open`](Self::open), for a text of any length.
    ///
    /// # Errors
    ///
    /// If the text has neither form.
    pub fn open_whole(text: &str) -> Result<Self, CertificateFormError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with(TITLE) {
            return Ok(Self::Readable(Box::new(Certificate::from_text(text)?)));
        }
        if text.trim().is_empty() {
            return Err(CertificateFormError::Empty);
        }
        let letters: String = text.chars().filter(|letter| !letter.is_whitespace()).collect();
        let bytes = LENIENT.decode(&letters).map_err(|error| CertificateFormError::Base64 {
            fault: fault(&error),
            place: offset_of(&error).map(|offset| place(text, offset)),
        })?;
        Ok(Self::Compact(bytes))
    }

    /// The certificate, once the checker has accepted it. Bytes are not read on when `is_stopped` returns true.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn accepted(self, is_stopped: impl Fn() -> bool) -> Result<Certificate, CertificateFormError> {
        match self {
            Self::Compact(bytes) => {
                // The checksum is in the bytes alone, so they are what is checked.
                check_stream(Stoppable { bytes: &bytes, is_stopped: &is_stopped })?;
                Ok(Certificate::read(Stoppable { bytes: &bytes, is_stopped: &is_stopped })?)
            }
            Self::Readable(certificate) => {
                certificate.check()?;
                Ok(*certificate)
            }
        }
    }
}

/// The bytes of the compact form in Base64.
#[must_use]
pub fn to_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Bytes that cannot be read on once `is_stopped` returns true.
pub(crate) struct Stoppable<'a, F> {
    pub(crate) bytes: &'a [u8],
    pub(crate) is_stopped: &'a F,
}

impl<F: Fn() -> bool> Read for Stoppable<'_, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if (self.is_stopped)() { Err(io::ErrorKind::TimedOut.into()) } else { self.bytes.read(buffer) }
    }
}

const fn fault(error: &DecodeError) -> &'static str {
    match error {
        DecodeError::InvalidByte(..) => "there is a character that does not belong to it",
        DecodeError::InvalidLength(_) | DecodeError::InvalidLastSymbol(..) | DecodeError::InvalidPadding => {
            "it is cut short"
        }
    }
}

/// Offset in bytes of the character at fault, blanks not counted.
const fn offset_of(error: &DecodeError) -> Option<usize> {
    match error {
        DecodeError::InvalidByte(offset, _) | DecodeError::InvalidLastSymbol(offset, _) => Some(*offset),
        _ => None,
    }
}

/// Line and character at this offset, which is counted without blanks.
fn place(text: &str, offset: usize) -> (usize, usize) {
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
    (line, column)
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_certificate_is_refused_with_its_place() {
        let fault = |text: &str| Form::open(text).and_then(|form| form.accepted(|| false)).unwrap_err();
        assert_eq!(fault("  "), CertificateFormError::Empty);
        assert_eq!(fault("VFNK\nQ0V*SVA=").place(), Some((2, 4)));
        let cut = fault(&to_base64(b"TSJCERT\x01"));
        assert!(cut.to_string().contains("cut short at byte 8"), "{cut}");
        let other = fault(&to_base64(b"something else"));
        assert!(other.to_string().contains("does not begin with"), "{other}");
        let unread = fault("tesuji certificate 1\nboard what\n");
        assert_eq!(unread.place(), Some((2, 1)), "{unread}");
    }

    #[test]
    fn the_beginning_shows_a_certificate() {
        let compact = [MAGIC.as_slice(), b"\x01"].concat();
        let in_base64 = to_base64(&compact);
        assert!(in_base64.starts_with(MAGIC_IN_BASE64));
        for text in [&compact[..], in_base64.as_bytes(), b"\xef\xbb\xbf\n tesuji certificate 1"] {
            assert!(Form::begins(text), "{text:?}");
        }
        assert!(!Form::begins(b"tesuji") && !Form::begins(b"VFNK") && !Form::begins(b""));
    }

    #[test]
    fn what_is_too_long_is_not_decoded() {
        let error = Form::open(&"A".repeat(Form::MAX_BYTES / 3 * 4 + (1 << 16))).unwrap_err();
        assert_eq!(error.to_string(), "the text is longer than 64 MiB, the most that is taken here");
        assert!(error.advice().contains("tesuji check"));
    }
}
