//! Reads files that people write: control files and openings.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The most bytes of such a file. What it becomes in memory is up to a hundred times as long.
pub(crate) const MAX_BYTES: u64 = 16 << 20;

/// The bytes of a file.
///
/// # Errors
///
/// If it cannot be read, or is longer than [`MAX_BYTES`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        let most = MAX_BYTES >> 20;
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("it is longer than {most} MiB, the most that is read"),
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Control;
    use crate::openings::{OpeningError, from_file};

    #[test]
    fn a_file_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        let file = File::create(&path).unwrap();
        file.set_len(MAX_BYTES).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MAX_BYTES);
        file.set_len(MAX_BYTES + 1).unwrap();
        let expected = "it is longer than 16 MiB, the most that is read";
        assert_eq!(read(&path).unwrap_err().to_string(), expected);
        let Err(OpeningError::Unreadable { source, .. }) = from_file(&path, None, &|| unreachable!()) else { panic!() };
        assert_eq!(source.to_string(), expected);
        assert!(format!("{:?}", Control::load(&path).unwrap_err()).contains(expected));
    }
}
