//! State that survives the server: jobs and sessions, in one SQLite file of its folder.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, Row, params};
use tesuji_archive::store::database::{self, Absent, DatabaseError, FileKind};
use tesuji_arena::Lock;

use crate::ServerError;
use crate::types::{JobKind, JobState};

/// The name of the file in the folder of the server.
pub(crate) const NAME: &str = "workbench";

/// `TSJW`.
const KIND: FileKind = FileKind {
    name: "file of jobs and boards",
    application: 0x5453_4a57,
    steps: &[
        "
CREATE TABLE job (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    about TEXT NOT NULL,
    work TEXT NOT NULL,
    state TEXT NOT NULL,
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    seconds REAL NOT NULL,
    progress TEXT,
    so_far TEXT,
    result TEXT,
    trouble TEXT
) STRICT;
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    changed INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
",
        // A clock may go back, so sessions are counted.
        "
ALTER TABLE session ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
UPDATE session SET number = (
    SELECT count(*) FROM session AS other WHERE (other.changed, other.rowid) <= (session.changed, session.rowid)
);
",
    ],
};

const COLUMNS: &str =
    "id, kind, title, about, work, state, created, changed, seconds, progress, so_far, result, trouble";
/// The columns of a list, in which long texts are left out.
const SHORT_COLUMNS: &str =
    "id, kind, title, about, '', state, created, changed, seconds, progress, NULL, NULL, trouble";

/// The file. Whoever has it open is the only one.
#[derive(Debug)]
pub(crate) struct JobFile {
    path: PathBuf,
    connection: Mutex<Connection>,
    _lock: Lock,
}

/// A job as it is kept. Texts are JSON.
#[derive(Clone, Debug)]
pub(crate) struct KeptJob {
    pub(crate) id: String,
    pub(crate) kind: JobKind,
    pub(crate) title: String,
    pub(crate) about: String,
    pub(crate) work: String,
    pub(crate) state: JobState,
    pub(crate) created: i64,
    pub(crate) changed: i64,
    pub(crate) seconds: f64,
    pub(crate) progress: Option<String>,
    pub(crate) so_far: Option<String>,
    pub(crate) result: Option<String>,
    pub(crate) trouble: Option<String>,
}

/// A session in a list.
#[derive(Clone, Debug)]
pub(crate) struct KeptSession {
    pub(crate) id: String,
    pub(crate) changed: i64,
    pub(crate) bytes: u64,
}

type Result<T> = std::result::Result<T, DatabaseError>;

impl JobFile {
    /// Opens the file of a folder, or creates it.
    pub(crate) fn open(folder: &Path) -> std::result::Result<Self, ServerError> {
        let path = folder.join(NAME);
        let lock = Lock::beside(&path).map_err(|source| ServerError::Folder { path: folder.to_owned(), source })?;
        let lock = lock.ok_or_else(|| ServerError::InUse(folder.to_owned()))?;
        let connection = database::open(&path, &KIND, Absent::Create)?;
        Ok(Self { path, connection: Mutex::new(connection), _lock: lock })
    }

    fn ask<T>(&self, ask: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T> {
        let connection: MutexGuard<'_, Connection> = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        ask(&connection).map_err(|source| KIND.fails(&self.path, source))
    }

    /// Adds a job.
    pub(crate) fn add(&self, job: &KeptJob) -> Result<()> {
        let sql =
            format!("INSERT INTO job ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)");
        self.write(&sql, job, job.changed)
    }

    /// Writes how far a job is. What is `None` stays as it was, but for the trouble.
    pub(crate) fn update(&self, job: &KeptJob) -> Result<()> {
        let sql = "UPDATE job SET state = ?6, changed = ?8, seconds = ?9, progress = coalesce(?10, progress), \
             so_far = coalesce(?11, so_far), result = coalesce(?12, result), trouble = ?13 WHERE id = ?1";
        self.write(sql, job, now())
    }

    /// Runs a statement whose parameters are the columns of a job, in their order.
    fn write(&self, sql: &str, job: &KeptJob, changed: i64) -> Result<()> {
        self.ask(|connection| {
            connection.execute(
                sql,
                params![
                    job.id,
                    job.kind.name(),
                    job.title,
                    job.about,
                    job.work,
                    job.state.name(),
                    job.created,
                    changed,
                    job.seconds,
                    job.progress,
                    job.so_far,
                    job.result,
                    job.trouble
                ],
            )
        })?;
        Ok(())
    }

    /// A job with all that is known.
    pub(crate) fn job(&self, id: &str) -> Result<Option<KeptJob>> {
        let sql = format!("SELECT {COLUMNS} FROM job WHERE id = ?1");
        self.ask(|connection| connection.query_row(&sql, [id], read).optional())
    }

    /// All jobs without their answers, the newest first.
    pub(crate) fn jobs(&self) -> Result<Vec<KeptJob>> {
        let sql = format!("SELECT {SHORT_COLUMNS} FROM job ORDER BY number DESC");
        self.ask(|connection| connection.prepare(&sql)?.query_map([], read)?.collect())
    }

    /// Forgets a job.
    pub(crate) fn forget(&self, id: &str) -> Result<()> {
        self.ask(|connection| connection.execute("DELETE FROM job WHERE id = ?1", [id]))?;
        Ok(())
    }

    /// The oldest jobs that have ended, so far as there are more than `most` jobs, or more than `bytes` bytes of answers.
    pub(crate) fn too_many(&self, most: usize, bytes: u64) -> Result<Vec<String>> {
        let sql = "SELECT id, state, length(work) + coalesce(length(so_far), 0) + coalesce(length(result), 0) FROM job \
                   ORDER BY number DESC";
        let read = |row: &Row<'_>| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?));
        let jobs: Vec<(String, String, i64)> =
            self.ask(|connection| connection.prepare(sql)?.query_map([], read)?.collect())?;
        let (mut n_jobs, mut n_bytes) = (0, 0);
        let mut old = Vec::new();
        for (id, state, length) in jobs {
            n_jobs += 1;
            n_bytes += u64::try_from(length).unwrap_or(0);
            let is_over = JobState::named(&state).is_none_or(JobState::is_over);
            if is_over && (n_jobs > most || n_bytes > bytes) {
                old.push(id);
            }
        }
        Ok(old)
    }

    /// The text of a session.
    pub(crate) fn session(&self, id: &str) -> Result<Option<String>> {
        let sql = "SELECT body FROM session WHERE id = ?1";
        self.ask(|connection| connection.query_row(sql, [id], |row| row.get(0)).optional())
    }

    /// Keeps a session, and forgets the oldest beyond `most`.
    pub(crate) fn keep_session(&self, id: &str, body: &str, most: usize) -> Result<()> {
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        self.ask(|connection| {
            connection.execute(
                "INSERT OR REPLACE INTO session (id, changed, body, number) \
                 VALUES (?1, ?2, ?3, (SELECT coalesce(max(number), 0) + 1 FROM session))",
                params![id, now(), body],
            )?;
            connection.execute(
                "DELETE FROM session WHERE rowid NOT IN (SELECT rowid FROM session ORDER BY number DESC LIMIT ?1)",
                [most],
            )
        })?;
        Ok(())
    }

    /// All sessions, the latest first.
    pub(crate) fn sessions(&self) -> Result<Vec<KeptSession>> {
        let sql = "SELECT id, changed, length(CAST(body AS BLOB)) FROM session ORDER BY number DESC";
        let read = |row: &Row<'_>| {
            let bytes: i64 = row.get(2)?;
            Ok(KeptSession { id: row.get(0)?, changed: row.get(1)?, bytes: u64::try_from(bytes).unwrap_or(0) })
        };
        self.ask(|connection| connection.prepare(sql)?.query_map([], read)?.collect())
    }

    /// Forgets a session. Returns whether there was one.
    pub(crate) fn forget_session(&self, id: &str) -> Result<bool> {
        self.ask(|connection| connection.execute("DELETE FROM session WHERE id = ?1", [id])).map(|n_rows| n_rows > 0)
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<KeptJob> {
    let (kind, state): (String, String) = (row.get(1)?, row.get(5)?);
    Ok(KeptJob {
        id: row.get(0)?,
        // A later version may know more; what it wrote is then shown as failed work.
        kind: JobKind::named(&kind).unwrap_or(JobKind::Question),
        title: row.get(2)?,
        about: row.get(3)?,
        work: row.get(4)?,
        state: JobState::named(&state).unwrap_or(JobState::Failed),
        created: row.get(6)?,
        changed: row.get(7)?,
        seconds: row.get(8)?,
        progress: row.get(9)?,
        so_far: row.get(10)?,
        result: row.get(11)?,
        trouble: row.get(12)?,
    })
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX))
}
