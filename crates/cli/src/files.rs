//! Files that the commands read and write: certificates, in either form and with names made from ids, and other input.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, bail, miette};
use tesuji_archive::accept;
use tesuji_archive::files::too_long;
pub(crate) use tesuji_archive::files::{certificate_name as file_name, is_one_file};
use tesuji_forms::{Hints, TextKind, find};
use tesuji_game::{DecodedText, EncodingSource, FileTooLong, MOST_FILE_BYTES};
use tesuji_proof::{Certificate, Form, Summary, check_stream};

use crate::input;
use crate::status::Failure;
use crate::text::complain;

/// Number of bytes that decide whether a file is a certificate.
const BEGINNING: u64 = 4_096;
/// The most bytes of a certificate that is read whole. To check the binary form, however long it is, takes no more memory
/// than its nodes.
const MOST_CERTIFICATE_BYTES: u64 = 2 << 30;
/// The most bytes of a checkpoint of ours.
const MOST_OWN_BYTES: u64 = 128 << 20;

/// Writes the file so that, whatever happens, it holds either all of `bytes` or what it held before, as
/// [`write_whole`](tesuji_archive::files::write_whole) does.
///
/// # Errors
///
/// If it cannot be written; the message names the file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> miette::Result<()> {
    tesuji_archive::files::write_whole(path, bytes).into_diagnostic()
}

/// Writes a certificate in binary form once the checker has accepted it.
///
/// # Errors
///
/// If it is rejected or the file cannot be written; the message names the file.
pub(crate) fn write_certificate(path: &Path, certificate: &Certificate) -> Result<(), Failure> {
    let fault =
        |fault: String| Failure::Fault(format!("the certificate for {} does not check: {fault}", path.display()));
    let bytes = certificate.to_bytes().map_err(|error| fault(error.to_string()))?;
    accept(&bytes, &certificate.claim).map_err(fault)?;
    Ok(write_whole(path, &bytes)?)
}

/// Writes a certificate to a folder, as `<id>.cert`, and says where it is.
///
/// # Errors
///
/// As [`write_certificate`].
pub(crate) fn save_certificate(folder: &Path, id: &str, certificate: &Certificate) -> Result<PathBuf, Failure> {
    make_folder(folder)?;
    let path = folder.join(file_name(id));
    write_certificate(&path, certificate)?;
    Ok(path)
}

/// Makes a folder and its parents where they are missing.
///
/// # Errors
///
/// If that fails; the message names the folder.
pub(crate) fn make_folder(path: &Path) -> miette::Result<()> {
    tesuji_archive::files::make_folder(path).into_diagnostic()
}

/// The paths of the certificates in a folder, in the order of the ids; makes the folder.
///
/// # Errors
///
/// If two ids are the same, so that one certificate would overwrite another, or the folder cannot be made.
pub(crate) fn certificate_paths<'i>(folder: &Path, ids: impl Iterator<Item = &'i str>) -> miette::Result<Vec<PathBuf>> {
    let mut names = BTreeSet::new();
    let mut paths = Vec::new();
    for id in ids {
        let name = file_name(id);
        paths.push(folder.join(&name));
        if !names.insert(name) {
            bail!("two problems are called `{id}`, so their certificates would overwrite each other");
        }
    }
    make_folder(folder)?;
    Ok(paths)
}

/// Reads an input file, or standard input if the path is `-`.
///
/// A certificate may have [`MOST_CERTIFICATE_BYTES`]. Any other file may have at most [`MOST_FILE_BYTES`] bytes, since it
/// can become a hundred times as long in memory.
///
/// # Errors
///
/// If it cannot be read, or is too long; the message names it.
pub(crate) fn read(path: &Path) -> miette::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut source = open(path)?;
    let failure = |error: io::Error| miette!("cannot read {}: {error}", path.display());
    source.by_ref().take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > MOST_FILE_BYTES {
        if !Form::begins(&bytes) {
            bail!("{} is {FileTooLong} of such a file: split it", path.display());
        }
        read_rest(path, source, &mut bytes, MOST_CERTIFICATE_BYTES)?;
    }
    Ok(bytes)
}

/// Reads on, until there are `most` bytes in all.
fn read_rest(path: &Path, source: impl Read, bytes: &mut Vec<u8>, most: u64) -> miette::Result<()> {
    let left = (most + 1).saturating_sub(bytes.len() as u64);
    source.take(left).read_to_end(bytes).map_err(|error| miette!("cannot read {}: {error}", path.display()))?;
    if bytes.len() as u64 > most {
        bail!("{}: {}", path.display(), too_long(most));
    }
    Ok(())
}

/// Reads a file that this program has written and goes on with: a checkpoint.
///
/// # Errors
///
/// If it cannot be read, or is longer than [`MOST_OWN_BYTES`]; the message names it.
pub(crate) fn read_own(path: &Path) -> miette::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    read_rest(path, open(path)?, &mut bytes, MOST_OWN_BYTES)?;
    Ok(bytes)
}

/// Refuses to go on with what is no file, such as a device: it could be read without end.
///
/// # Errors
///
/// If there is something of this name that is no file.
pub(crate) fn check_growing(path: &Path) -> miette::Result<()> {
    match path.metadata() {
        Ok(found) if !found.is_file() => {
            bail!("{}: expected a file, since the work is read from it to go on", path.display())
        }
        _ => Ok(()),
    }
}

/// The text of a file or of standard input, in any encoding. A notice about the encoding goes to standard error at
/// once.
///
/// # Errors
///
/// If it cannot be read; the message names the file.
pub(crate) fn read_text(path: &Path) -> miette::Result<Text> {
    Ok(text_of(path, &read(path)?))
}

/// The text in `bytes`, which came from `path`, as [`read_text`] finds it.
pub(crate) fn text_of(path: &Path, bytes: &[u8]) -> Text {
    let DecodedText { text, encoding, source, notice } = tesuji_game::decode(bytes);
    if let Some(notice) = &notice {
        complain(&format!("{}: {notice}", name(path)));
    }
    Text { text: text.into_owned(), encoding, source, notice }
}

/// A text that was read, and how.
pub(crate) struct Text {
    pub(crate) text: String,
    pub(crate) encoding: &'static str,
    pub(crate) source: EncodingSource,
    pub(crate) notice: Option<String>,
}

/// The name of a file in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Opens a file, or standard input if the path is `-`.
fn open(path: &Path) -> miette::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(miette!("cannot read {}: {error}", path.display())),
    }
}

/// The certificate in `bytes`, which came from `path`, in any form, and whether it was the compact one.
///
/// # Errors
///
/// If it is none or has a fault, an invalid certificate. Whether it proves anything is not checked.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> Result<(Certificate, bool), Failure> {
    let invalid = |fault: &dyn std::fmt::Display| Failure::Invalid(format!("{}: INVALID: {fault}", path.display()));
    let opened = match Form::is_compact(bytes) {
        true => Form::Compact(bytes.to_vec()),
        false => {
            let text = std::str::from_utf8(bytes).map_err(|_| invalid(&"neither in compact form nor text"))?;
            Form::open_whole(text).map_err(|error| invalid(&error))?
        }
    };
    Ok(match opened {
        Form::Compact(bytes) => (Certificate::read(&bytes[..]).map_err(|error| invalid(&error))?, true),
        Form::Readable(certificate) => (*certificate, false),
    })
}

/// Content to check.
pub(crate) enum Checked {
    /// A certificate: what it proves, or its first fault.
    Certificate(Box<Result<Summary, String>>),
    /// The text of a certificate of life and death, which is not checked yet.
    Life(String),
    /// The text of an exact result of Amazons, which is not checked yet.
    AmazonsResult(String),
}

/// Checks the certificate that an argument names, in any form. The compact form is checked as a stream, in one pass.
///
/// # Errors
///
/// If it cannot be read, or is something else.
pub(crate) fn check(path: &Path) -> miette::Result<Checked> {
    let mut source: Box<dyn Read> =
        if input::is_file(path) { open(path)? } else { Box::new(io::Cursor::new(input::bytes(path)?)) };
    let mut start = Vec::new();
    let failure = |error: io::Error| miette!("cannot read {}: {error}", path.display());
    source.by_ref().take(BEGINNING).read_to_end(&mut start).map_err(failure)?;
    if Form::is_compact(&start) {
        let checked = check_stream(start.chain(source)).map_err(|error| error.to_string());
        return Ok(Checked::Certificate(Box::new(checked)));
    }
    if start.starts_with(tesuji_life::certificate::HEADER.as_bytes()) {
        read_rest(path, source, &mut start, MOST_FILE_BYTES)?;
        return Ok(Checked::Life(text_of(path, &start).text));
    }
    match find(&String::from_utf8_lossy(&start), &Hints::default()).kind {
        TextKind::Certificate => {}
        TextKind::AmazonsResult => {
            read_rest(path, source, &mut start, MOST_FILE_BYTES)?;
            return Ok(Checked::AmazonsResult(text_of(path, &start).text));
        }
        _ => {
            return Err(input::Source::new(path, &start).wrong(
                &"expected a certificate, which begins with `tesuji certificate`, `tesuji-life` or, in compact form, \
                  with `TSJCERT`, perhaps in Base64; or an exact result of Amazons",
            ));
        }
    }
    read_rest(path, source, &mut start, MOST_CERTIFICATE_BYTES)?;
    let opened = match String::from_utf8(start) {
        Err(_) => Err("neither in compact form nor text".to_owned()),
        Ok(text) => Form::open_whole(&text).map_err(|error| error.to_string()),
    };
    let checked = opened.and_then(|opened| {
        let checked = match opened {
            Form::Compact(bytes) => check_stream(&bytes[..]),
            Form::Readable(certificate) => certificate.check(),
        };
        checked.map_err(|error| error.to_string())
    });
    Ok(Checked::Certificate(Box::new(checked)))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn no_more_is_read_than_there_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.toml");
        let file = File::create(&path).unwrap();
        file.set_len(MOST_FILE_BYTES).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_FILE_BYTES);
        file.set_len(MOST_FILE_BYTES + 1).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("long.toml is longer than 16 MiB, the most that is read"), "{error}");
        assert_eq!(read_own(&path).unwrap().len() as u64, MOST_FILE_BYTES + 1);
        let sparse = File::create(folder.path().join("own")).unwrap();
        sparse.set_len(MOST_OWN_BYTES + 1).unwrap();
        let error = read_own(&folder.path().join("own")).unwrap_err().to_string();
        assert!(error.contains("longer than 128 MiB, the most that is read"), "{error}");
        // Certificates may be longer.
        std::os::unix::fs::FileExt::write_all_at(&file, b"TSJCERT\x01", 0).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_FILE_BYTES + 1);
    }
}
