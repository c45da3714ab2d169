//! Opening a file: is it a store, and of which version?
//!
//! A store names itself in SQLite's header (`application_id`), with its version (`user_version`), so that no other
//! database is ever taken for one.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

use crate::StoreError;

/// `TSJS`.
const APPLICATION: i64 = 0x5453_4a53;
/// The version written here, and the latest that can be read.
pub(crate) const NEWEST: i64 = 1 + STEPS.len() as i64;
/// What every SQLite file begins with.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Bytes of its header.
const HEADER: u64 = 100;
/// How long one process waits while another writes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Version 1. Positions in the form that stands for all their images; cells by name, in the order of the board.
const SCHEMA: &str = "
CREATE TABLE position (
    columns INTEGER NOT NULL,
    rows INTEGER NOT NULL,
    to_move TEXT NOT NULL CHECK (to_move IN ('black', 'white')),
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    winner TEXT CHECK (winner IN ('black', 'white')),
    winning_move TEXT,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    solver TEXT NOT NULL,
    certificate TEXT,
    PRIMARY KEY (columns, rows, to_move, black, white)
) STRICT, WITHOUT ROWID;
";

/// What makes each version the next one: the first step makes version 1 version 2. A step that was released stays as it is.
const STEPS: &[&str] = &[
    // Of positions that were given up: how far the search was from an answer.
    "
ALTER TABLE position ADD COLUMN to_win INTEGER;
ALTER TABLE position ADD COLUMN to_lose INTEGER;
",
];

/// Is a file that is not there to be made?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Absent {
    Create,
    Refuse,
}

/// Opens or makes a store, and brings one of an earlier version up to date.
pub(crate) fn open(path: &Path, absent: Absent) -> Result<Connection, StoreError> {
    let database = |source| StoreError::Database { path: path.to_owned(), source };
    let is_new = is_new(path, absent)?;
    let mut flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    flags.set(OpenFlags::SQLITE_OPEN_CREATE, is_new);
    let mut connection = Connection::open_with_flags(path, flags).map_err(database)?;
    connection.busy_timeout(PATIENCE).map_err(database)?;
    let version = version(path, &connection, absent)?;
    // A log that is written before the file: whatever dies, the file holds every answer that was kept, or all but the
    // last ones if the power fails. A reader does not wait for a writer.
    let _: String = connection.query_row("PRAGMA journal_mode = WAL", [], |row| row.get(0)).map_err(database)?;
    connection.pragma_update(None, "synchronous", "NORMAL").map_err(database)?;
    if version != Some(NEWEST) {
        connection.transaction_with_behavior(TransactionBehavior::Immediate).and_then(update).map_err(database)?;
    }
    Ok(connection)
}

/// Makes an empty database or an old version the newest one.
///
/// Two processes may have found it old; the second then finds nothing to do.
fn update(transaction: Transaction<'_>) -> rusqlite::Result<()> {
    if is_empty(&transaction)? {
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", 1)?;
    }
    let version: i64 = transaction.pragma_query_value(None, "user_version", |row| row.get(0))?;
    for step in STEPS.iter().skip(usize::try_from(version - 1).unwrap_or(0)) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "user_version", version.max(NEWEST))?;
    transaction.commit()
}

/// Is there nothing yet that could be something else?
fn is_new(path: &Path, absent: Absent) -> Result<bool, StoreError> {
    let mut start = Vec::new();
    match File::open(path).and_then(|file| file.take(HEADER).read_to_end(&mut start)) {
        Ok(0) if absent == Absent::Create => Ok(true),
        Ok(_) if start.starts_with(MAGIC) && is_cut(path, &start) => {
            Err(StoreError::Damaged { path: path.to_owned(), what: "it is cut short".to_owned() })
        }
        Ok(_) if start.starts_with(MAGIC) => Ok(false),
        Ok(_) => Err(StoreError::NotAStore(path.to_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => match absent {
            Absent::Create => Ok(true),
            Absent::Refuse => Err(StoreError::Missing(path.to_owned())),
        },
        Err(error) => Err(StoreError::Damaged { path: path.to_owned(), what: format!("it cannot be read: {error}") }),
    }
}

/// Does a database end inside a page? SQLite fills such a page up with zeros, and so would lose answers silently.
///
/// While there is a log, the file may have any length: what it lacks is in the log.
fn is_cut(path: &Path, header: &[u8]) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let page = match header.get(16..18) {
        Some(&[0, 1]) => 1 << 16,
        Some(&[high, low]) => u64::from(u16::from_be_bytes([high, low])),
        _ => return true,
    };
    let is_whole = |length: u64| page != 0 && length.is_multiple_of(page);
    !Path::new(&log).exists() && !path.metadata().is_ok_and(|file| is_whole(file.len()))
}

/// The version of a store; `None` for a database in which nothing is yet.
fn version(path: &Path, connection: &Connection, absent: Absent) -> Result<Option<i64>, StoreError> {
    let read = || -> rusqlite::Result<(i64, i64, bool)> {
        let pragma = |name| connection.pragma_query_value(None, name, |row| row.get(0));
        Ok((pragma("application_id")?, pragma("user_version")?, is_empty(connection)?))
    };
    match read() {
        Ok((APPLICATION, found, _)) if found > NEWEST => {
            Err(StoreError::Newer { path: path.to_owned(), found, newest: NEWEST })
        }
        Ok((APPLICATION, found, false)) if found >= 1 => Ok(Some(found)),
        // Killed between the making of the file and the first table.
        Ok((0, 0, true)) if absent == Absent::Create => Ok(None),
        Ok(_) => Err(StoreError::NotAStore(path.to_owned())),
        Err(error) if error.sqlite_error_code() == Some(rusqlite::ErrorCode::NotADatabase) => {
            Err(StoreError::NotAStore(path.to_owned()))
        }
        Err(source) => Err(StoreError::Database { path: path.to_owned(), source }),
    }
}

fn is_empty(connection: &Connection) -> rusqlite::Result<bool> {
    connection.query_row("SELECT NOT EXISTS (SELECT 1 FROM sqlite_schema)", [], |row| row.get(0))
}
