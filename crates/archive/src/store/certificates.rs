//! Certificates beside the store, each named by its content.
//!
//! A file that bears its name is complete: it is written under another name, flushed to disk and then renamed. So an
//! answer that names a certificate finds it, and an interrupted write leaves at most a file that nothing refers to.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::{StoreError, writing};

/// A SHA-256 digest, which names bytes by their content. As text and for `serde`: 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// Computes the digest of these bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        Self(Sha256::digest(bytes).into())
    }

    /// Its first eight bytes as a number, most significant byte first.
    #[must_use]
    pub fn number(self) -> u64 {
        self.0.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    /// Parses a digest of 64 lower-case hexadecimal digits.
    #[must_use]
    pub fn from_hex(text: &str) -> Option<Self> {
        let is_hex = text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let byte = |i: usize| u8::from_str_radix(text.get(2 * i..2 * i + 2)?, 16).ok();
        let mut bytes = [0; 32];
        for (i, place) in bytes.iter_mut().enumerate() {
            *place = byte(i).filter(|_| is_hex)?;
        }
        Some(Self(bytes))
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl Serialize for Digest {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Digest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::from_hex(&text).ok_or_else(|| D::Error::custom(format!("`{text}` is no digest of 64 hexadecimal digits")))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The folder with the certificates of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateFolder(PathBuf);

impl CertificateFolder {
    /// The folder that belongs to the store at `path`: the store's name followed by `.certificates`.
    pub(crate) fn beside(path: &Path) -> Self {
        let mut name = path.as_os_str().to_owned();
        name.push(".certificates");
        Self(name.into())
    }

    /// The path of the certificate with this digest, if it is there.
    #[must_use]
    pub fn path(&self, digest: Digest) -> PathBuf {
        self.0.join(format!("{digest}.cert"))
    }

    /// Opens a certificate.
    ///
    /// # Errors
    ///
    /// If it is not there or cannot be read.
    pub fn open(&self, digest: Digest) -> Result<File, StoreError> {
        let path = self.path(digest);
        File::open(&path).map_err(|source| StoreError::Certificate { path, source })
    }

    /// Adds a certificate in one pass.
    pub(crate) fn add(&self, source: impl Read) -> Result<Digest, StoreError> {
        let (file, digest) = self.write(source)?;
        self.name(file, digest)?;
        Ok(digest)
    }

    /// Adds a certificate if its bytes have this `digest`. Returns whether they did.
    pub(crate) fn add_known(&self, source: impl Read, digest: Digest) -> Result<bool, StoreError> {
        if self.path(digest).exists() {
            return Ok(true);
        }
        let (file, found) = self.write(source)?;
        if found == digest {
            self.name(file, digest)?;
        }
        Ok(found == digest)
    }

    /// Writes a temporary file that is deleted unless it is given a name.
    fn write(&self, mut source: impl Read) -> Result<(NamedTempFile, Digest), StoreError> {
        let mut write = || -> io::Result<_> {
            fs::create_dir_all(&self.0)?;
            let mut file = writing::begin(&self.0)?;
            let mut hashing = Hashing { inner: file.as_file_mut(), hasher: Sha256::new() };
            io::copy(&mut source, &mut hashing)?;
            let digest = Digest(hashing.hasher.finalize().into());
            Ok((file, digest))
        };
        write().map_err(|source| StoreError::Certificate { path: self.0.clone(), source })
    }

    fn name(&self, file: NamedTempFile, digest: Digest) -> Result<(), StoreError> {
        let path = self.path(digest);
        let persist = || -> io::Result<()> {
            file.as_file().sync_all()?;
            file.persist(&path)?;
            Ok(())
        };
        persist().map_err(|source| StoreError::Certificate { path: path.clone(), source })
    }
}

/// Passes bytes on and hashes them.
struct Hashing<T> {
    inner: T,
    hasher: Sha256,
}

impl<T: Write> Write for Hashing<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// Reads, and hashes what was read.
pub(crate) struct Summing<R> {
    inner: R,
    hasher: Sha256,
}

impl<R: Read> Summing<R> {
    pub(crate) fn new(inner: R) -> Self {
        Self { inner, hasher: Sha256::new() }
    }

    /// The digest of the whole input, including what was not read yet.
    pub(crate) fn finish(mut self) -> io::Result<Digest> {
        io::copy(&mut self.inner, &mut self.hasher)?;
        Ok(Digest(self.hasher.finalize().into()))
    }
}

impl<R: Read> Read for Summing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..n]);
        Ok(n)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_the_content() {
        let folder = tempfile::tempdir().unwrap();
        let certificates = CertificateFolder::beside(&folder.path().join("x.store"));
        let digest = certificates.add(&b"abc"[..]).unwrap();
        // The example of FIPS 180-2.
        let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest.to_string(), hex);
        assert_eq!(Digest::from_hex(hex), Some(digest));
        assert_eq!(certificates.add(&b"abc"[..]).unwrap(), digest);
        assert_eq!(fs::read(folder.path().join(format!("x.store.certificates/{hex}.cert"))).unwrap(), b"abc");
        assert_eq!(fs::read_dir(folder.path().join("x.store.certificates")).unwrap().count(), 1);
        assert!(!certificates.add_known(&b"abd"[..], Digest([0; 32])).unwrap());
        assert_eq!(fs::read_dir(folder.path().join("x.store.certificates")).unwrap().count(), 1, "nothing is left");
        let summing = Summing::new(certificates.open(digest).unwrap());
        assert_eq!(summing.finish().unwrap(), digest);
        for bad in ["", "ab", &hex.to_uppercase(), &"é".repeat(32), &hex[1..]] {
            assert_eq!(Digest::from_hex(bad), None, "{bad}");
        }
    }
}
