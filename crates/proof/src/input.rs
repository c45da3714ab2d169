//! The bytes of a file: magic, version and checksum, then numbers. What the numbers mean is in `reader`.

use std::io::{ErrorKind, Read};

use sha2::{Digest, Sha256};

use crate::CertificateError;
use crate::binary::{MAGIC, NEWEST, PREFIX_LEN};

type Result<T> = std::result::Result<T, CertificateError>;

/// The bytes after the checksum, counted and hashed.
pub(crate) struct CountedInput<R> {
    source: R,
    buffer: Vec<u8>,
    /// The next byte in the buffer, and where the bytes in the buffer end.
    next: usize,
    end: usize,
    /// Bytes before the buffer.
    n_before: u64,
    /// For a whole file: the hash so far, and the checksum that it should come to.
    checksum: Option<(Sha256, [u8; 32])>,
    /// The version of the format.
    pub(crate) version: u8,
}

impl<R: Read> CountedInput<R> {
    pub(crate) fn new(source: R) -> Result<Self> {
        let mut input = Self::headless(source, NEWEST);
        for &expected in MAGIC {
            if input.byte().map_err(not_even_magic)? != expected {
                return Err(CertificateError::NotACertificate);
            }
        }
        // A later version must not change how an earlier one is read: give it a branch of its own here.
        let version = input.byte()?;
        if !(1..=NEWEST).contains(&version) {
            return Err(CertificateError::UnknownFormat { found: version, newest: NEWEST });
        }
        input.version = version;
        let mut checksum = [0; 32];
        for byte in &mut checksum {
            *byte = input.byte()?;
        }
        debug_assert_eq!(input.offset(), PREFIX_LEN as u64);
        input.checksum = Some((Sha256::new(), checksum));
        Ok(input)
    }

    /// Input of this version, without magic, version and checksum before the numbers.
    pub(crate) fn headless(source: R, version: u8) -> Self {
        Self { source, buffer: vec![0; 1 << 16], next: 0, end: 0, n_before: 0, checksum: None, version }
    }

    /// The position in the file.
    #[inline]
    pub(crate) fn offset(&self) -> u64 {
        self.n_before + self.next as u64
    }

    /// The next byte; there must be one.
    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8> {
        if self.next == self.end {
            self.refill()?;
            if self.end == 0 {
                return Err(CertificateError::Truncated { offset: self.offset() });
            }
        }
        self.next += 1;
        Ok(self.buffer[self.next - 1])
    }

    /// Hashes the buffer and refills it; at the end of the file, `end == 0` afterwards.
    #[cold]
    fn refill(&mut self) -> Result<()> {
        let n_prefix = (PREFIX_LEN as u64).saturating_sub(self.n_before).min(self.end as u64) as usize;
        if let Some((hasher, _)) = &mut self.checksum {
            hasher.update(&self.buffer[n_prefix..self.end]);
        }
        self.n_before += self.end as u64;
        (self.next, self.end) = (0, 0);
        self.end = loop {
            match self.source.read(&mut self.buffer) {
                Ok(n) => break n.min(self.buffer.len()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(CertificateError::Read(error.kind())),
            }
        };
        Ok(())
    }

    /// Checks that the file ends here and that its checksum fits.
    pub(crate) fn finish(&mut self) -> Result<()> {
        let offset = self.offset();
        if self.next == self.end {
            self.refill()?;
        }
        if self.end != 0 {
            return Err(CertificateError::Malformed { offset, expected: "the end of the certificate" });
        }
        let is_whole = self.checksum.take().is_none_or(|(hasher, checksum)| hasher.finalize()[..] == checksum);
        if is_whole { Ok(()) } else { Err(CertificateError::Checksum) }
    }

    /// A number of up to 32 bits, written in as few bytes as it needs.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u32> {
        let low = self.byte()?;
        if low < 0x80 { Ok(u32::from(low)) } else { self.long_number(low) }
    }

    fn long_number(&mut self, low: u8) -> Result<u32> {
        let offset = self.offset() - 1;
        let mut number = u64::from(low & 0x7f);
        for shift in [7, 14, 21, 28] {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let minimal = byte != 0;
                return u32::try_from(number)
                    .ok()
                    .filter(|_| minimal)
                    .ok_or(CertificateError::Malformed { offset, expected: "a number of 32 bits without idle bytes" });
            }
        }
        Err(CertificateError::Malformed { offset, expected: "a number of at most five bytes" })
    }

    /// A number that must be smaller than `end`.
    #[inline]
    pub(crate) fn number_below(&mut self, end: usize, expected: &'static str) -> Result<usize> {
        let offset = self.offset();
        let number = self.number()? as usize;
        if number < end { Ok(number) } else { Err(CertificateError::Malformed { offset, expected }) }
    }

    /// A number that must be at least `least`.
    pub(crate) fn count(&mut self, expected: &'static str, least: u32) -> Result<u32> {
        let offset = self.offset();
        let number = self.number()?;
        if number >= least { Ok(number) } else { Err(CertificateError::Malformed { offset, expected }) }
    }

    /// The one of two values that a 0 or 1 stands for.
    pub(crate) fn choice<T: Copy>(&mut self, expected: &'static str, values: [T; 2]) -> Result<T> {
        let number = self.number_below(2, expected)?;
        Ok(values[number])
    }
}

/// A file that is too short to be recognised as a certificate.
fn not_even_magic(error: CertificateError) -> CertificateError {
    match error {
        CertificateError::Truncated { .. } => CertificateError::NotACertificate,
        other => other,
    }
}
