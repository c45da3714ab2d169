//! Files that are written whole or not at all, and files without a name.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::store::writing;

use crate::ArchiveError;

/// The length in bytes of the longest file name made from an id, without the ending; file systems allow 255.
const LONGEST: usize = 200;

/// A file without a name in this folder. It disappears with the process, however the process ends.
///
/// # Errors
///
/// If it cannot be made; the message names the folder.
pub fn nameless(folder: &Path) -> Result<File, ArchiveError> {
    tempfile::tempfile_in(folder).map_err(|reason| ArchiveError::Closed { folder: folder.to_owned(), reason })
}

/// The folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The bytes of a file, if there are at most this many. From a device without an end no more is read.
///
/// # Errors
///
/// If it cannot be read or is longer; the message does not name the file.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, too_long(most)));
    }
    Ok(bytes)
}

/// In words: longer than what is read at most.
#[must_use]
pub fn too_long(most: u64) -> String {
    format!("it is longer than {} MiB, the most that is read", most >> 20)
}

/// Writes the file so that, whatever happens, it holds either all of `bytes` or what it held before.
///
/// If the path is a link, the file that it leads to is written. Anything but a regular file, such as a pipe or a
/// device, is not replaced but written into.
///
/// # Errors
///
/// If it cannot be written; the message names the file.
pub fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), ArchiveError> {
    copy_whole(path, bytes)
}

/// Whether [`write_whole`] can begin to write this file: its folder is there and can be written to. Nothing is left
/// behind.
///
/// # Errors
///
/// If it cannot; the message names the file.
pub fn check_writable(path: &Path) -> Result<(), ArchiveError> {
    let begin = || match path {
        folder if folder.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        // To open a pipe would wait for its reader.
        _ if is_written_into(path) => Ok(()),
        _ => writing::begin(folder_of(&target_of(path))).map(drop),
    };
    begin().map_err(|reason| ArchiveError::Unwritten { path: path.to_owned(), reason })
}

/// Writes all of `source` to the file, as [`write_whole`] does.
///
/// # Errors
///
/// If it cannot be read or written; the message names the file.
pub fn copy_whole(path: &Path, mut source: impl Read) -> Result<(), ArchiveError> {
    let mut write = || -> io::Result<()> {
        if is_written_into(path) {
            io::copy(&mut source, &mut File::options().append(true).open(path)?)?;
            return Ok(());
        }
        let target = target_of(path);
        let mut file = writing::begin(folder_of(&target))?;
        io::copy(&mut source, &mut file)?;
        file.as_file().sync_all()?;
        file.persist(target)?;
        Ok(())
    };
    write().map_err(|reason| ArchiveError::Unwritten { path: path.to_owned(), reason })
}

/// Whether both paths lead to the same file, so that writing `b` would replace `a`.
#[must_use]
pub fn is_one_file(a: &Path, b: &Path) -> bool {
    !is_written_into(b) && a.canonicalize().is_ok_and(|a| a == target_of(b))
}

/// Whether this is anything but a file that can be replaced by another.
fn is_written_into(path: &Path) -> bool {
    // `/dev/stdout` may lead to a regular file, which is open already.
    let is_open = || path.starts_with("/dev") && path.is_symlink();
    path.metadata().is_ok_and(|found| !found.is_file() || is_open())
}

/// Target of a path once links are followed.
fn target_of(path: &Path) -> PathBuf {
    let linked = || path.read_link().map(|link| folder_of(path).join(link));
    path.canonicalize().or_else(|_| linked()).unwrap_or_else(|_| path.to_owned())
}

/// The name of the file for the problem with this id: `<id>.cert`. Different ids give different names.
///
/// Bytes other than ASCII letters, digits, `-`, `_`, and `.` past the start become `%` and two hexadecimal digits. A
/// name that gets too long ends in a hash of the id.
#[must_use]
pub fn certificate_name(id: &str) -> String {
    let mut name = String::new();
    for (i, byte) in id.bytes().enumerate() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => name.push(char::from(byte)),
            b'.' if i > 0 => name.push('.'),
            _ => _ = write!(name, "%{byte:02x}"),
        }
    }
    if name.is_empty() || name.len() > LONGEST {
        name.truncate(LONGEST - 18);
        // FNV-1a; `%%` cannot come from an id.
        let hash = id
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        _ = write!(name, "%%{hash:016x}");
    }
    name + ".cert"
}

/// Makes a folder and its parents where they are missing.
///
/// # Errors
///
/// If that fails; the message names the folder.
pub fn make_folder(path: &Path) -> Result<(), ArchiveError> {
    std::fs::create_dir_all(path).map_err(|reason| ArchiveError::NoFolder { folder: path.to_owned(), reason })
}

#[cfg(feature = "testing")]
mod tests {
    use std::fs;

    use super::*;

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link, loose] = ["x.csv", "link.csv", "loose.csv"].map(|name| folder.path().join(name));
        fs::write(&file, "before").unwrap();
        std::os::unix::fs::symlink("x.csv", &link).unwrap();
        std::os::unix::fs::symlink("new.csv", &loose).unwrap();
        for link in [&link, &loose] {
            write_whole(link, b"after").unwrap();
            assert!(link.is_symlink());
            assert_eq!(fs::read(link).unwrap(), b"after");
        }
        assert_eq!(fs::read(file).unwrap(), b"after");
        write_whole(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!Path::new("/dev/null").is_file(), "it would have been replaced");
        let null = folder.path().join("null");
        std::os::unix::fs::symlink("/dev/null", &null).unwrap();
        write_whole(&null, b"gone").unwrap();
        assert!(null.is_symlink() && fs::read(&null).unwrap().is_empty());
        assert!(write_whole(folder.path(), b"").is_err(), "a folder is no file");
    }

    #[test]
    fn what_cannot_be_written_is_known_before() {
        let folder = tempfile::tempdir().unwrap();
        check_writable(&folder.path().join("new.csv")).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
        for bad in [folder.path().to_owned(), folder.path().join("none/new.csv")] {
            let error = check_writable(&bad).unwrap_err().to_string();
            assert!(error.starts_with(&format!("cannot write {}", bad.display())), "{error}");
        }
        #[cfg(unix)]
        check_writable(Path::new("/dev/stdout")).unwrap();
    }

    #[test]
    fn one_file_is_known_under_two_names() {
        let folder = tempfile::tempdir().unwrap();
        let [file, other, dotted] = ["x.cert", "y.cert", "./x.cert"].map(|name| folder.path().join(name));
        fs::write(&file, "x").unwrap();
        assert!(is_one_file(&file, &file) && is_one_file(&file, &dotted) && !is_one_file(&file, &other));
        #[cfg(unix)]
        {
            let link = folder.path().join("link");
            std::os::unix::fs::symlink("x.cert", &link).unwrap();
            assert!(is_one_file(&file, &link) && is_one_file(&link, &file));
            assert!(!is_one_file(Path::new("/dev/null"), Path::new("/dev/null")), "nothing is lost there");
        }
    }

    #[test]
    fn file_names_are_safe_and_distinct() {
        assert_eq!(certificate_name("yang7-33"), "yang7-33.cert");
        assert_eq!(certificate_name("../x"), "%2e.%2fx.cert");
        assert_eq!(certificate_name("a%b é"), "a%25b%20%c3%a9.cert");
        assert_ne!(certificate_name(""), ".cert");
        let long = "é".repeat(300);
        let name = certificate_name(&long);
        assert!(name.len() <= 205 && name != certificate_name(&long.replacen('é', "è", 300)));
        assert_ne!(name, certificate_name(&format!("{long}x")));
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.cert");
        write_whole(&path, b"first").unwrap();
        write_whole(&path, b"second").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"second");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no temporary file is left");
        let error = write_whole(&folder.path().join("no/such/x.cert"), b"").unwrap_err();
        assert!(error.to_string().contains("x.cert"), "{error}");
    }
}
