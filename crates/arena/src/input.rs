//! Reads files that people write: control files and openings.

use std::io;
use std::path::Path;

use tesuji_archive::files::read_at_most;
use tesuji_game::MOST_FILE_BYTES;

/// The bytes of a file.
///
/// # Errors
///
/// If it cannot be read, or is longer than [`MOST_FILE_BYTES`].
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    read_at_most(path, MOST_FILE_BYTES)
}

#[cfg(feature = "testing")]
mod tests {
    use std::fs::File;

    use super::*;
    use crate::Control;
    use crate::openings::{OpeningError, from_file};

    #[test]
    fn a_file_that_is_too_long_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long");
        let file = File::create(&path).unwrap();
        file.set_len(MOST_FILE_BYTES).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_FILE_BYTES);
        file.set_len(MOST_FILE_BYTES + 1).unwrap();
        let expected = "it is longer than 16 MiB, the most that is read";
        assert_eq!(read(&path).unwrap_err().to_string(), expected);
        let Err(OpeningError::Unreadable { source, .. }) = from_file(&path, None, &|| unreachable!()) else { panic!() };
        assert_eq!(source.to_string(), expected);
        assert!(format!("{:?}", Control::load(&path).unwrap_err()).contains(expected));
    }
}
