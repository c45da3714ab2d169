//! Opens a SQLite file after checking its kind and its version.
//!
//! For every crate that keeps something in one file. SQLite's header names the kind of the file (`application_id`) and
//! its version (`user_version`), so that no other database is mistaken for one.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::backup::Backup;
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

/// First bytes of every SQLite file.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// The length of SQLite's header in bytes.
const HEADER: u64 = 100;
/// Waiting time while another process writes.
const PATIENCE: Duration = Duration::from_secs(20);

/// A kind of file.
#[derive(Clone, Copy, Debug)]
pub struct FileKind {
    /// Name of files of this kind in messages: `store of positions`.
    pub name: &'static str,
    /// The application number in SQLite's header.
    pub application: i64,
    /// The steps that make each version. The first makes version 1 from an empty file. Each of the others makes the
    /// next version from the one before. The last step gives the version that is written here, which is also the latest
    /// that can be read. A step that was released never changes.
    pub steps: &'static [&'static str],
}

/// Error of a file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DatabaseError {
    /// There is no such file.
    #[error("there is no {kind} {}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// Expected content.
        kind: &'static str,
    },
    /// The file is something else.
    #[error("{} is not a {kind}; it is left as it is", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Expected content.
        kind: &'static str,
    },
    /// The file was written by a later version.
    #[error(
        "{} is a {kind} of version {found}, but this program reads only up to {newest}: use a later tesuji",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its kind.
        kind: &'static str,
        /// Its version.
        found: i64,
        /// The latest version that this program knows.
        newest: i64,
    },
    /// The latest writes are in the log, which SQLite cannot read without writing.
    #[error(
        "the {kind} {} cannot be written where it lies, and has a log beside it (`-wal`) that has to be taken in first: copy \
         both to a place that can be written", path.display()
    )]
    Log {
        /// The file.
        path: PathBuf,
        /// Its kind.
        kind: &'static str,
    },
    /// The file is damaged, or the system refuses access.
    #[error("the {kind} {} fails: {}", path.display(), words(source))]
    Fails {
        /// The file.
        path: PathBuf,
        /// Its kind.
        kind: &'static str,
        /// SQLite's message.
        source: rusqlite::Error,
    },
    /// Content that no version of the program writes.
    #[error("the {kind} {} is damaged: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Its kind.
        kind: &'static str,
        /// Place and fault.
        what: String,
    },
}

/// SQLite's message about its file, with the usual reasons.
fn words(error: &rusqlite::Error) -> String {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt) => format!("{error}; it is damaged or cut short"),
        Some(ErrorCode::DatabaseBusy) => format!("{error}; another program is writing to it"),
        _ => error.to_string(),
    }
}

/// Action if there is no file. In either case an empty file counts as a file of its kind without content: a process
/// killed at the very start leaves one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Absent {
    /// Create the file.
    Create,
    /// Return an error.
    Refuse,
}

/// Access to an open file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// It can be read and written.
    Full,
    /// It can only be read, because nothing can be written where it lies.
    ReadOnly,
}

/// Additional work when a file is brought up to date, besides the steps of a [`FileKind`]. It gets the version before the
/// update, and runs in the same transaction.
pub type Update = fn(&Transaction<'_>, i64) -> rusqlite::Result<()>;

/// Opens or creates a file for writing, and brings a file of an earlier version up to date.
///
/// # Errors
///
/// [`DatabaseError`]. A file of another kind or of a newer version has then not been touched.
pub fn open(path: &Path, kind: &FileKind, absent: Absent) -> Result<Connection, DatabaseError> {
    let is_new = kind.is_new(path, absent)?;
    open_to_write(path, kind, is_new, |_, _| Ok(()))
}

/// Opens a file as [`open`] does, or only for reading where nothing can be written.
///
/// Then a file of an earlier version is brought up to date entirely in memory.
///
/// # Errors
///
/// As for `open`.
pub fn open_or_read(
    path: &Path,
    kind: &FileKind,
    absent: Absent,
    update: Update,
) -> Result<(Connection, Access), DatabaseError> {
    let is_new = kind.is_new(path, absent)?;
    match open_to_write(path, kind, is_new, update) {
        // SQLite opens a file for reading only where it may not write.
        Ok(connection) if !connection.is_readonly("main").unwrap_or(false) => return Ok((connection, Access::Full)),
        Err(DatabaseError::Fails { source, .. }) if !is_refusal(&source) || !path.exists() => {
            return Err(kind.fails(path, source));
        }
        Ok(_) | Err(DatabaseError::Fails { .. }) => {}
        Err(error) => return Err(error),
    }
    Ok((open_to_read(path, kind, is_new, update)?, Access::ReadOnly))
}

/// Whether the error means that the system does not allow writing.
fn is_refusal(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::CannotOpen | ErrorCode::ReadOnly | ErrorCode::PermissionDenied))
}

fn open_to_write(path: &Path, kind: &FileKind, is_new: bool, update: Update) -> Result<Connection, DatabaseError> {
    let database = |source| kind.fails(path, source);
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, is_new);
    let mut connection = Connection::open_with_flags(path, flags).map_err(database)?;
    connection.busy_timeout(PATIENCE).map_err(database)?;
    let version = kind.version(path, &connection)?;
    // A write-ahead log. Whatever process dies, the file holds every answer that was kept. If the power fails, it holds
    // all but the last ones. A reader does not wait for a writer.
    let _: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(database)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(database)?;
    if version != Some(kind.newest()) {
        let update = |transaction| kind.update(transaction, update);
        connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(update).map_err(database)?;
    }
    Ok(connection)
}

/// Opens a file that cannot be written. SQLite has to be told so, unless it finds the auxiliary files it needs beside
/// it.
fn open_to_read(path: &Path, kind: &FileKind, is_new: bool, update: Update) -> Result<Connection, DatabaseError> {
    let database = |source| kind.fails(path, source);
    let mut memory = Connection::open_in_memory().map_err(database)?;
    if !is_new {
        let log = beside(path, "-wal");
        let has_log = log.metadata().is_ok_and(|log| log.len() > 0);
        let file = match open_shared(path).or_else(|error| if has_log { Err(error) } else { open_unchanging(path) }) {
            Err(error) if has_log && is_refusal(&error) => {
                return Err(DatabaseError::Log { path: path.to_owned(), kind: kind.name });
            }
            opened => opened.map_err(database)?,
        };
        if kind.version(path, &file)? == Some(kind.newest()) {
            return Ok(file);
        }
        let copy = |memory| Backup::new(&file, memory)?.run_to_completion(i32::MAX, Duration::ZERO, None);
        copy(&mut memory).map_err(database)?;
    }
    let transaction = memory.transaction_with_behavior(TransactionBehavior::Immediate).map_err(database)?;
    kind.update(transaction, update).map_err(database)?;
    Ok(memory)
}

/// Opens a file for reading while others may write it. Their auxiliary files lie beside it.
fn open_shared(path: &Path) -> rusqlite::Result<Connection> {
    let file = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    file.busy_timeout(PATIENCE)?;
    is_empty(&file)?;
    Ok(file)
}

/// Opens a file that does not change while it is open, because no writer has a log beside it.
fn open_unchanging(path: &Path) -> rusqlite::Result<Connection> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-~".contains(&byte);
    let escape = |&byte: &u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02x}") };
    let name: String = path.as_os_str().as_encoded_bytes().iter().map(escape).collect();
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    let file = Connection::open_with_flags(format!("file:{name}?immutable=1"), flags)?;
    is_empty(&file)?;
    Ok(file)
}

/// The path with one more extension.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

impl FileKind {
    const fn newest(&self) -> i64 {
        self.steps.len() as i64
    }

    /// Brings an empty database or an old version up to the newest version.
    ///
    /// Two processes may both have found it old. The second then has nothing to do.
    fn update(&self, transaction: Transaction<'_>, update: Update) -> rusqlite::Result<()> {
        if is_empty(&transaction)? {
            transaction.pragma_update(None, "application_id", self.application)?;
        }
        let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
        for step in self.steps.iter().skip(usize::try_from(version).unwrap_or(0)) {
            transaction.execute_batch(step)?;
        }
        update(&transaction, version)?;
        transaction.pragma_update(None, "user_version", version.max(self.newest()))?;
        transaction.commit()
    }

    /// An error for a failure of SQLite with a file of this kind.
    #[must_use]
    pub fn fails(&self, path: &Path, source: rusqlite::Error) -> DatabaseError {
        DatabaseError::Fails { path: path.to_owned(), kind: self.name, source }
    }

    /// An error for content that no version of the program writes.
    #[must_use]
    pub fn damaged(&self, path: &Path, what: impl Into<String>) -> DatabaseError {
        DatabaseError::Damaged { path: path.to_owned(), kind: self.name, what: what.into() }
    }

    fn foreign(&self, path: &Path) -> DatabaseError {
        DatabaseError::Foreign { path: path.to_owned(), kind: self.name }
    }

    /// Whether the file has no content yet that could be something else.
    fn is_new(&self, path: &Path, absent: Absent) -> Result<bool, DatabaseError> {
        let mut start = Vec::new();
        match File::open(path).and_then(|file| file.take(HEADER).read_to_end(&mut start)) {
            Ok(0) => Ok(true),
            Ok(_) if start.starts_with(MAGIC) && is_cut(path, &start) => Err(self.damaged(path, "it is cut short")),
            Ok(_) if start.starts_with(MAGIC) => Ok(false),
            Ok(_) => Err(self.foreign(path)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => match absent {
                Absent::Create => Ok(true),
                Absent::Refuse => Err(DatabaseError::Missing { path: path.to_owned(), kind: self.name }),
            },
            Err(error) => Err(self.damaged(path, format!("it cannot be read: {error}"))),
        }
    }

    /// The version of a file; `None` for a database without content.
    fn version(&self, path: &Path, connection: &Connection) -> Result<Option<i64>, DatabaseError> {
        let read = || -> rusqlite::Result<(i64, i64, bool)> {
            let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
            Ok((pragma("application_id")?, pragma("user_version")?, is_empty(connection)?))
        };
        match read() {
            Ok((application, found, _)) if application == self.application && found > self.newest() => {
                Err(DatabaseError::Newer { path: path.to_owned(), kind: self.name, found, newest: self.newest() })
            }
            Ok((application, found, false)) if application == self.application && found >= 1 => Ok(Some(found)),
            // The process was killed between creating the file and the first table.
            Ok((0, 0, true)) => Ok(None),
            Ok(_) => Err(self.foreign(path)),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::NotADatabase) => Err(self.foreign(path)),
            Err(source) => Err(self.fails(path, source)),
        }
    }
}

/// Whether a database ends inside a page. SQLite would fill such a page with zeros and silently lose answers.
///
/// While there is a log, the file may have any length: the log has what it lacks.
fn is_cut(path: &Path, header: &[u8]) -> bool {
    let page = match header.get(16..18) {
        Some(&[0, 1]) => 1 << 16,
        Some(&[high, low]) => u64::from(u16::from_be_bytes([high, low])),
        _ => return true,
    };
    let is_whole = |length: u64| page != 0 && length.is_multiple_of(page);
    !beside(path, "-wal").exists() && !path.metadata().is_ok_and(|file| is_whole(file.len()))
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}
