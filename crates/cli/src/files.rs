//! Certificates on disk: their names, written whole or not at all, read back in either form. Opening books, read.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use miette::{bail, miette};
use tesuji_engine::book::Book;
use tesuji_game::{Decoded, EncodingSource};
use tesuji_proof::{Certificate, Claim, Summary, Verdict, check_stream};
use tesuji_store::writing;

use crate::text::complain;

/// The longest file name made from an id, without the ending; file systems allow 255 bytes.
const LONGEST: usize = 200;
/// The most bytes of a file that is read into memory as input: problems, positions, games, boards, settings.
pub(crate) const MOST_INPUT: u64 = 16 << 20;
/// What the binary form begins with.
const MAGIC: &[u8] = b"TSJCERT";
/// What the text form begins with; the version follows.
const TEXT_TITLE: &[u8] = b"tesuji certificate";

/// What the checker has accepted, and its size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Accepted {
    pub(crate) verdict: Verdict,
    pub(crate) nodes: u64,
    pub(crate) bytes: u64,
}

/// Has the checker read a certificate in binary form, which is to be about `claim`.
///
/// # Errors
///
/// What there is against it.
pub(crate) fn accept(bytes: &[u8], claim: &Claim) -> Result<Accepted, String> {
    let summary = check_stream(bytes).map_err(|error| error.to_string())?;
    if summary.claim != *claim {
        return Err("it is about another claim".to_owned());
    }
    Ok(Accepted { verdict: summary.verdict, nodes: summary.n_nodes.into(), bytes: bytes.len() as u64 })
}

/// A file in this folder without a name, which is gone with the process, however that ends.
///
/// # Errors
///
/// If it cannot be made; the message names the folder.
pub(crate) fn nameless(folder: &Path) -> miette::Result<File> {
    tempfile::tempfile_in(folder).map_err(|error| miette!("cannot write to {}: {error}", folder.display()))
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes the file so that, whatever happens, it holds all of `bytes` or what it held before.
///
/// Of a link, the file that it leads to is written. What is no file, such as a pipe or a device, is written into as it is.
///
/// # Errors
///
/// If it cannot be written; the message names the file.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> miette::Result<()> {
    copy_whole(path, bytes)
}

/// Writes all of `source` to the file, as [`write_whole`] does.
///
/// # Errors
///
/// If it cannot be read or written; the message names the file.
pub(crate) fn copy_whole(path: &Path, mut source: impl Read) -> miette::Result<()> {
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
    write().map_err(|error| miette!("cannot write {}: {error}", path.display()))
}

/// Do both paths lead to one file, so that writing the one replaces the other?
pub(crate) fn is_one_file(a: &Path, b: &Path) -> bool {
    !is_written_into(b) && a.canonicalize().is_ok_and(|a| a == target_of(b))
}

/// Is this something other than a file that another can take the place of?
fn is_written_into(path: &Path) -> bool {
    // Where standard output goes into a file, that is open already.
    let is_open = || path.starts_with("/dev") && path.is_symlink();
    path.metadata().is_ok_and(|found| !found.is_file() || is_open())
}

/// What a path leads to, over links.
fn target_of(path: &Path) -> PathBuf {
    let linked = || path.read_link().map(|link| folder_of(path).join(link));
    path.canonicalize().or_else(|_| linked()).unwrap_or_else(|_| path.to_owned())
}

/// Writes a certificate in binary form once the checker has accepted it.
///
/// # Errors
///
/// If it is rejected or the file cannot be written; the message names the file.
pub(crate) fn write_certificate(path: &Path, certificate: &Certificate) -> miette::Result<()> {
    let fault = |fault: String| miette!("the certificate for {} does not check: {fault}", path.display());
    let bytes = certificate.to_bytes().map_err(|error| fault(error.to_string()))?;
    accept(&bytes, &certificate.claim).map_err(fault)?;
    write_whole(path, &bytes)
}

/// Makes a folder, and those it lies in, where they are missing.
///
/// # Errors
///
/// If that fails; the message names the folder.
pub(crate) fn make_folder(path: &Path) -> miette::Result<()> {
    std::fs::create_dir_all(path).map_err(|error| miette!("cannot make the folder {}: {error}", path.display()))
}

/// Where certificates go in a folder, by the number of the id; makes the folder.
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

/// The file for the problem of this id: `<id>.cert`, other ids never giving the same name.
///
/// Bytes other than ASCII letters, digits, `-`, `_`, and `.` past the start become `%` and two hexadecimal digits; a
/// name that gets too long ends in a hash of the id.
pub(crate) fn file_name(id: &str) -> String {
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

/// Reads a file that is input, or standard input if the path is `-`.
///
/// A certificate may be as long as memory allows; of all else at most [`MOST_INPUT`] is read, since what it becomes in
/// memory is up to a hundred times as long.
///
/// # Errors
///
/// If it cannot be read, or is longer; the message names it.
pub(crate) fn read(path: &Path) -> miette::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut source = open(path)?;
    let failure = |error: io::Error| miette!("cannot read {}: {error}", path.display());
    source.by_ref().take(MOST_INPUT + 1).read_to_end(&mut bytes).map_err(failure)?;
    if bytes.len() as u64 > MOST_INPUT {
        if !is_certificate(&bytes) {
            let most = MOST_INPUT >> 20;
            bail!("{} is longer than {most} MiB, the most that is read of such a file: part it", path.display());
        }
        source.read_to_end(&mut bytes).map_err(failure)?;
    }
    Ok(bytes)
}

/// Reads a file that this program has written, however long it is.
///
/// # Errors
///
/// If it cannot be read; the message names it.
pub(crate) fn read_own(path: &Path) -> miette::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).map_err(|error| miette!("cannot read {}: {error}", path.display()))?;
    Ok(bytes)
}

/// The text of a file or of standard input, in whichever encoding it is. What a reader has to know about that is complained
/// about at once.
///
/// # Errors
///
/// If it cannot be read; the message names the file.
pub(crate) fn read_text(path: &Path) -> miette::Result<Text> {
    Ok(text_of(path, &read(path)?))
}

/// The text in `bytes`, which came from `path`, as [`read_text`] finds it.
pub(crate) fn text_of(path: &Path, bytes: &[u8]) -> Text {
    let Decoded { text, encoding, source, notice } = tesuji_game::decode(bytes);
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

/// What a file is called in messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Reads the opening book in a file.
///
/// # Errors
///
/// If it cannot be read or is none; the message names the file.
pub(crate) fn read_book(path: &Path) -> miette::Result<Book> {
    let (book, _) = Book::read(&read_own(path)?).map_err(|error| miette!("{}: {error}", path.display()))?;
    Ok(book)
}

/// Opens a file, or standard input if the path is `-`.
pub(crate) fn open(path: &Path) -> miette::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(io::stdin().lock()));
    }
    match File::open(path) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(miette!("cannot read {}: {error}", path.display())),
    }
}

/// Does this begin as a certificate does, in either form?
pub(crate) fn is_certificate(bytes: &[u8]) -> bool {
    is_binary(bytes) || bytes.trim_ascii_start().starts_with(TEXT_TITLE)
}

fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// The certificate in `bytes`, in either form, and whether it was the binary one.
///
/// # Errors
///
/// If it cannot be read; whether it proves anything is not looked at. The message names `path`.
pub(crate) fn parse(path: &Path, bytes: &[u8]) -> miette::Result<(Certificate, bool)> {
    let failure = |error: &dyn std::error::Error| miette!("{}: {error}", path.display());
    if is_binary(bytes) {
        return Ok((Certificate::read(bytes).map_err(|error| failure(&error))?, true));
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| miette!("{}: neither a certificate in binary form nor text", path.display()))?;
    Ok((Certificate::from_text(text).map_err(|error| failure(&error))?, false))
}

/// Checks the certificate in either form; the binary one as a stream, in one pass.
///
/// # Errors
///
/// The outer one if the file cannot be opened, the inner one, as text, if it is no valid certificate.
pub(crate) fn check(path: &Path) -> miette::Result<Result<Summary, String>> {
    let mut source = open(path)?;
    let mut start = Vec::new();
    let failure = |error: io::Error| miette!("cannot read {}: {error}", path.display());
    source.by_ref().take(MAGIC.len() as u64).read_to_end(&mut start).map_err(failure)?;
    if is_binary(&start) {
        return Ok(check_stream(start.chain(source)).map_err(|error| error.to_string()));
    }
    source.read_to_end(&mut start).map_err(failure)?;
    Ok(match std::str::from_utf8(&start) {
        Err(_) => Err("neither a certificate in binary form nor text".to_owned()),
        Ok(text) => Certificate::from_text(text)
            .map_err(|error| error.to_string())
            .and_then(|certificate| certificate.check().map_err(|error| error.to_string())),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn file_names_are_safe_and_distinct() {
        assert_eq!(file_name("yang7-33"), "yang7-33.cert");
        assert_eq!(file_name("../x"), "%2e.%2fx.cert");
        assert_eq!(file_name("a%b é"), "a%25b%20%c3%a9.cert");
        assert_ne!(file_name(""), ".cert");
        let long = "é".repeat(300);
        let name = file_name(&long);
        assert!(name.len() <= 205 && name != file_name(&long.replacen('é', "è", 300)));
        assert_ne!(name, file_name(&format!("{long}x")));
    }

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

    #[cfg(unix)]
    #[test]
    fn no_more_is_read_than_there_may_be() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("long.toml");
        let file = File::create(&path).unwrap();
        file.set_len(MOST_INPUT).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_INPUT);
        file.set_len(MOST_INPUT + 1).unwrap();
        let error = read(&path).unwrap_err().to_string();
        assert!(error.contains("long.toml is longer than 16 MiB, the most that is read"), "{error}");
        assert_eq!(read_own(&path).unwrap().len() as u64, MOST_INPUT + 1);
        // A certificate has a bound of its own.
        std::os::unix::fs::FileExt::write_all_at(&file, b"TSJCERT\x01", 0).unwrap();
        assert_eq!(read(&path).unwrap().len() as u64, MOST_INPUT + 1);
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
