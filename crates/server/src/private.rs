//! The folder of the server is for its owner alone: boards, games and answers are nobody else's business.

use std::io;
use std::path::Path;

/// Makes a folder that only its owner can look into. One that is there already and holds the files of a server is closed
/// to others as well, with all that is in it.
#[cfg(unix)]
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt as _;

    if !path.is_dir() {
        return std::fs::DirBuilder::new().recursive(true).mode(0o700).create(path);
    }
    // A folder that a person names for the first time may hold other things: they stay as they are.
    if path.join(crate::kept::NAME).is_file() {
        close(path, 0)?;
    }
    Ok(())
}

/// Greatest depth of the files of a server.
#[cfg(unix)]
const DEEPEST: usize = 4;

/// Takes the rights of others away from a folder and what is in it. Links are left alone.
#[cfg(unix)]
fn close(path: &Path, depth: usize) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt as _;

    let metadata = path.symlink_metadata()?;
    let rights = metadata.permissions().mode() & 0o7777;
    if !metadata.is_symlink() && rights & 0o077 != 0 {
        std::fs::set_permissions(path, Permissions::from_mode(rights & !0o077))?;
    }
    if metadata.is_dir() && depth < DEEPEST {
        for entry in std::fs::read_dir(path)? {
            match close(&entry?.path(), depth + 1) {
                // A log of SQLite may have gone meanwhile.
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                closed => closed?,
            }
        }
    }
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)
}
