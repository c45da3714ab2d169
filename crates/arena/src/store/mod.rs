//! The results of a match in one SQLite file. Each is written as soon as it is there.
//!
//! A game is one row and one transaction: whatever kills the process, the file holds the whole game or nothing of it.
//! `docs/MATCH.md` describes the tables, so that other programs can read them.

mod merge;
mod moves;
mod row;
#[cfg(feature = "testing")]
mod tests;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use tesuji_archive::store::Digest;
use tesuji_archive::store::database::{self, Absent, DatabaseError, FileKind};
use tesuji_engine::SessionError;

use crate::control::{Change, Control, changes};
use crate::lock::{self, Lock};
use crate::record::GameRecord;
use crate::schedule::{Schedule, Shard};
use crate::sgf;

pub use merge::MatchMerge;
pub use row::{MoveTime, StoredGame};

/// `TSJM`.
const KIND: FileKind = FileKind {
    name: "store of a match",
    application: 0x5453_4a4d,
    steps: &[
        "
CREATE TABLE match (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    terms TEXT NOT NULL,
    shard TEXT NOT NULL
) STRICT;
CREATE TABLE control (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    version TEXT NOT NULL,
    control TEXT NOT NULL
) STRICT;
CREATE TABLE game (
    number INTEGER PRIMARY KEY,
    task TEXT NOT NULL,
    black TEXT NOT NULL,
    white TEXT NOT NULL,
    winner TEXT CHECK (winner IN ('black', 'white')),
    reason TEXT NOT NULL,
    detail TEXT NOT NULL,
    opening INTEGER NOT NULL,
    moves TEXT NOT NULL,
    position TEXT NOT NULL,
    black_version TEXT NOT NULL,
    white_version TEXT NOT NULL,
    black_seconds REAL NOT NULL,
    white_seconds REAL NOT NULL,
    black_cpu REAL,
    white_cpu REAL,
    started INTEGER NOT NULL,
    seconds REAL NOT NULL,
    sgf TEXT NOT NULL
) STRICT;
CREATE TABLE void (
    id INTEGER PRIMARY KEY,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    why TEXT NOT NULL
) STRICT;
",
        "
ALTER TABLE game ADD COLUMN handicap TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN move_seconds TEXT;
ALTER TABLE game ADD COLUMN move_cpu TEXT;
",
    ],
};

/// Error of a store of matches.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchStoreError {
    /// The file cannot be used.
    #[error(transparent)]
    Database(#[from] DatabaseError),
    /// Another process is playing this match into this file.
    #[error("{} is in use: another process is playing this match", .0.display())]
    Locked(PathBuf),
    /// The file that marks the store as in use cannot be created.
    #[error("cannot lock {}: {source}", path.display())]
    Lock {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// The control file now describes another match.
    #[error(
        "{} holds a match on other terms: {}; put the control file back as it was, or name another store",
        path.display(), joined(changes)
    )]
    OtherMatch {
        /// The store.
        path: PathBuf,
        /// Differences from the control in the store.
        changes: Vec<Change>,
    },
    /// The store holds another part of the match.
    #[error("{} holds part {found} of the match, not {wanted}", path.display())]
    OtherShard {
        /// The store.
        path: PathBuf,
        /// The part it holds.
        found: Shard,
        /// The part that was asked for.
        wanted: Shard,
    },
    /// Stores that cannot be merged.
    #[error("{}: {fault}; nothing has been taken", path.display())]
    Unfit {
        /// The store that was to be merged in.
        path: PathBuf,
        /// The inconsistency.
        fault: String,
    },
    /// A game cannot be written as a record.
    #[error("game {number} cannot be written as SGF: {source}")]
    Record {
        /// The number of the game.
        number: u64,
        /// The reason.
        source: SessionError,
    },
}

fn joined(changes: &[Change]) -> String {
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// The results of a match, in one file.
///
/// Other processes may read it while this one plays. Only one process at a time can play ([`Self::lock`]).
#[derive(Debug)]
pub struct MatchStore {
    path: PathBuf,
    connection: Connection,
    control: Control,
    shard: Shard,
}

impl MatchStore {
    /// Opens the store of a match, or creates it if there is none. Returns what has changed in the plan since it was
    /// last played. The new plan then becomes the store's.
    ///
    /// # Errors
    ///
    /// If the file is something else or cannot be used, or holds a match with other terms or another part of this one.
    pub fn open_or_create(
        path: &Path,
        control: &Control,
        shard: Shard,
    ) -> Result<(Self, Vec<Change>), MatchStoreError> {
        let mut connection = database::open(path, &KIND, Absent::Create)?;
        let fails = |source| KIND.fails(path, source);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(fails)?;
        let found = read_match(path, &transaction)?;
        let mut news = Vec::new();
        if let Some((kept, kept_shard)) = &found {
            if kept.terms.digest() != control.terms.digest() {
                let changes = changes(&kept.terms, &control.terms);
                return Err(MatchStoreError::OtherMatch { path: path.to_owned(), changes });
            }
            if *kept_shard != shard {
                let (found, wanted) = (*kept_shard, shard);
                return Err(MatchStoreError::OtherShard { path: path.to_owned(), found, wanted });
            }
            news = changes(&kept.plan, &control.plan);
        } else {
            let (terms, shard) = (control.terms.digest().to_string(), shard.to_string());
            transaction
                .execute("INSERT INTO match (id, terms, shard) VALUES (1, ?1, ?2)", params![terms, shard])
                .map_err(fails)?;
        }
        if found.is_none() || !news.is_empty() {
            let json = serde_json::to_string(control).expect("a control is plain data with text for keys");
            transaction
                .execute(
                    "INSERT INTO control (at, version, control) VALUES (?1, ?2, ?3)",
                    params![now(), env!("CARGO_PKG_VERSION"), json],
                )
                .map_err(fails)?;
        }
        transaction.commit().map_err(fails)?;
        Ok((Self { path: path.to_owned(), connection, control: control.clone(), shard }, news))
    }

    /// Opens the store of a match that has been played before.
    ///
    /// # Errors
    ///
    /// If there is none, or it cannot be used.
    pub fn open(path: &Path) -> Result<Self, MatchStoreError> {
        Self::open_begun(path)?.ok_or_else(|| KIND.damaged(path, "it does not say of which match it is").into())
    }

    /// As [`open`](Self::open), but `None` if another process has made the file and not yet written which match it is of.
    ///
    /// # Errors
    ///
    /// As for `open`.
    pub fn open_begun(path: &Path) -> Result<Option<Self>, MatchStoreError> {
        let connection = database::open(path, &KIND, Absent::Refuse)?;
        let found = read_match(path, &connection)?;
        Ok(found.map(|(control, shard)| Self { path: path.to_owned(), connection, control, shard }))
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The control that was played last.
    #[must_use]
    pub const fn control(&self) -> &Control {
        &self.control
    }

    /// The part of the match that it holds.
    #[must_use]
    pub const fn shard(&self) -> Shard {
        self.shard
    }

    /// Keeps every other process from playing into this store as long as the returned lock lives. If this process is
    /// killed, the system releases the lock.
    ///
    /// # Errors
    ///
    /// [`MatchStoreError::Locked`] if another process has the lock, or an error if it cannot be created.
    pub fn lock(&self) -> Result<Lock, MatchStoreError> {
        let cannot = |source| MatchStoreError::Lock { path: lock::path_of(&self.path), source };
        Lock::beside(&self.path).map_err(cannot)?.ok_or_else(|| MatchStoreError::Locked(self.path.clone()))
    }

    /// Keeps a game. Once this returns, the game is safe whatever happens to the process.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or there already is a game with this number.
    pub fn keep(&self, game: &GameRecord) -> Result<StoredGame, MatchStoreError> {
        let number = game.task.number;
        let sgf = sgf::record(&self.control, game).map_err(|source| MatchStoreError::Record { number, source })?;
        let stored = StoredGame::new(game);
        stored.insert(&self.connection, &sgf).map_err(|source| self.fails(source))?;
        Ok(stored)
    }

    /// Records that a game was begun and has to be played again.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn keep_void(&self, number: u64, why: &str) -> Result<(), MatchStoreError> {
        self.connection
            .execute("INSERT INTO void (number, at, why) VALUES (?1, ?2, ?3)", params![number as i64, now(), why])
            .map_err(|source| self.fails(source))?;
        Ok(())
    }

    /// Number of failures of each void game, with the last reason.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn voids(&self) -> Result<BTreeMap<u64, (u64, String)>, MatchStoreError> {
        let mut voids = BTreeMap::new();
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, String>(1)?));
        for (number, why) in self.rows("SELECT number, why FROM void ORDER BY id", read)? {
            let entry = voids.entry(number).or_insert((0, String::new()));
            *entry = (entry.0 + 1, why);
        }
        Ok(voids)
    }

    /// All games, by number.
    ///
    /// # Errors
    ///
    /// If the store cannot be read, or holds a game that is not of this match.
    pub fn games(&self) -> Result<Vec<StoredGame>, MatchStoreError> {
        let sql = format!("SELECT {} FROM game ORDER BY number", row::COLUMNS);
        let games = self.rows(&sql, StoredGame::read)?;
        let schedule = Schedule::new(&self.control);
        for game in &games {
            self.check(&schedule, game).map_err(|fault| KIND.damaged(&self.path, fault))?;
        }
        Ok(games)
    }

    /// The game with this number, if it has been played.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn game(&self, number: u64) -> Result<Option<StoredGame>, MatchStoreError> {
        let sql = format!("SELECT {} FROM game WHERE number = ?1", row::COLUMNS);
        self.connection
            .query_row(&sql, [number as i64], StoredGame::read)
            .optional()
            .map_err(|source| self.fails(source))
    }

    /// The record of the game with this number as SGF, if it has been played.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn sgf(&self, number: u64) -> Result<Option<String>, MatchStoreError> {
        self.connection
            .query_row("SELECT sgf FROM game WHERE number = ?1", [number as i64], |row| row.get(0))
            .optional()
            .map_err(|source| self.fails(source))
    }

    /// The numbers of all games.
    pub(crate) fn numbers(&self) -> Result<Vec<u64>, MatchStoreError> {
        self.rows("SELECT number FROM game ORDER BY number", |row| row.get::<_, i64>(0).map(|number| number as u64))
    }

    /// A game with its record. The error says why it cannot be one of this store.
    pub(crate) fn row(&self, schedule: &Schedule, number: u64) -> Result<(StoredGame, String), String> {
        let game = self.game(number).map_err(|error| error.to_string())?.ok_or("it is gone")?;
        self.check(schedule, &game)?;
        Ok((game, self.sgf(number).map_err(|error| error.to_string())?.unwrap_or_default()))
    }

    /// Takes out a game that is not believed, so that it is played again. Why is kept, as for games that failed.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn set_aside(&self, number: u64, why: &str) -> Result<(), MatchStoreError> {
        let set_aside = || {
            let transaction = self.connection.unchecked_transaction()?;
            let sql = "INSERT INTO void (number, at, why) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, params![number as i64, now(), format!("set aside: {why}")])?;
            transaction.execute("DELETE FROM game WHERE number = ?1", [number as i64])?;
            transaction.commit()
        };
        set_aside().map_err(|source| self.fails(source))
    }

    /// Checks that this is a game of the match, and of the part that this store holds.
    fn check(&self, schedule: &Schedule, game: &StoredGame) -> Result<(), String> {
        let number = game.number;
        if number == 0 || !self.shard.has(number) {
            return Err(format!("game {number} does not belong to part {}", self.shard));
        }
        let task = schedule.task(number);
        let names = task.players.map(|player| self.control.terms.players[player].name.as_str());
        if game.task != task.digest() || names != [&game.sides[0].name, &game.sides[1].name] {
            return Err(format!("game {number} is not the game with this number on these terms"));
        }
        Ok(())
    }

    fn rows<T>(
        &self,
        sql: &str,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, MatchStoreError> {
        let query = || self.connection.prepare(sql)?.query_map([], read)?.collect::<rusqlite::Result<_>>();
        query().map_err(|source| self.fails(source))
    }

    fn fails(&self, source: rusqlite::Error) -> MatchStoreError {
        KIND.fails(&self.path, source).into()
    }
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs() as i64)
}

/// The control that was played last, and the part of the match; `None` if the store is new.
fn read_match(path: &Path, connection: &Connection) -> Result<Option<(Control, Shard)>, MatchStoreError> {
    let sql = "SELECT terms, shard, (SELECT control FROM control ORDER BY id DESC LIMIT 1) FROM match";
    let read = |row: &rusqlite::Row<'_>| Ok([row.get::<_, String>(0)?, row.get(1)?, row.get(2)?]);
    let found = connection.query_row(sql, [], read).optional().map_err(|source| KIND.fails(path, source))?;
    let Some([terms, shard, control]) = found else { return Ok(None) };
    let damaged = |what: String| MatchStoreError::from(KIND.damaged(path, what));
    let control: Control =
        serde_json::from_str(&control).map_err(|error| damaged(format!("its control cannot be read: {error}")))?;
    if Digest::from_hex(&terms) != Some(control.terms.digest()) {
        return Err(damaged("its control is not that of its games".to_owned()));
    }
    Ok(Some((control, shard.parse().map_err(damaged)?)))
}
