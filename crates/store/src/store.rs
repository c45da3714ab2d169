//! The store itself: look up, keep, list.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use tesuji_board::{CellSet, Player};
use tesuji_solve::board::{Distance, Question};

use crate::database::{self, Absent, Kind};
use crate::entry::{board, cell_names, cells_named, player_named};
use crate::{CertificateFolder, Contradiction, Digest, Entry, Filter, Finding, StoreError};

/// `TSJS`. Positions in the form that stands for all their images; cells by name, in the order of the board.
const KIND: Kind = Kind {
    name: "store of positions",
    application: 0x5453_4a53,
    steps: &[
        "
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
",
        // Of positions that were given up: how far the search was from an answer.
        "
ALTER TABLE position ADD COLUMN to_win INTEGER;
ALTER TABLE position ADD COLUMN to_lose INTEGER;
",
    ],
};
/// The columns of a row, in the order in which [`Row`]s are read.
const COLUMNS: &str =
    "columns, rows, to_move, black, white, winner, winning_move, nodes, seconds, solver, certificate, to_win, to_lose";
const KEY: &str = "columns = ?1 AND rows = ?2 AND to_move = ?3 AND black = ?4 AND white = ?5";

/// Solved positions in one file, certificates beside it.
///
/// Threads share it; other processes may use the file at the same time. Every position stands for its images under the
/// symmetries of Hex, and answers are given in the terms of the position that is asked about.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Mutex<Connection>,
    certificates: CertificateFolder,
}

impl Store {
    /// Opens a store, or makes one where there is no file or an empty one.
    ///
    /// # Errors
    ///
    /// If the file is something else, or of a later version, or damaged, or cannot be made.
    pub fn open_or_create(path: &Path) -> Result<Self, StoreError> {
        Self::with(path, Absent::Create)
    }

    /// Opens a store that is there.
    ///
    /// # Errors
    ///
    /// As [`Self::open_or_create`]; and if there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with(path, Absent::Refuse)
    }

    fn with(path: &Path, absent: Absent) -> Result<Self, StoreError> {
        let connection = Mutex::new(database::open(path, &KIND, absent)?);
        Ok(Self { path: path.to_owned(), connection, certificates: CertificateFolder::beside(path) })
    }

    /// Where it lies.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where its certificates lie.
    #[must_use]
    pub const fn certificates(&self) -> &CertificateFolder {
        &self.certificates
    }

    /// What is known about a position, in its own terms; found under any of its images.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or is damaged.
    pub fn find(&self, question: &Question) -> Result<Option<Entry>, StoreError> {
        let (canonical, symmetry) = question.canonical();
        let connection = self.connection();
        let entry = self.read(&connection, &canonical)?;
        Ok(entry.map(|entry| entry.image(symmetry)))
    }

    /// Keeps what was found about a position; safe on return, whatever happens to the process.
    ///
    /// Of two answers the one that says more stays: a decided one before an undecided one, the earlier of two decided ones
    /// with what it lacks (a winning move, a certificate) from the later one, the undecided one with more nodes.
    ///
    /// # Errors
    ///
    /// [`StoreError::Contradiction`] if the store has the other winner; otherwise if it cannot be written.
    pub fn keep(&self, question: &Question, finding: &Finding) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| self.database(error))?;
        self.keep_within(&transaction, question, finding)?;
        transaction.commit().map_err(|error| self.database(error))
    }

    pub(crate) fn keep_within(
        &self,
        transaction: &Transaction<'_>,
        question: &Question,
        finding: &Finding,
    ) -> Result<(), StoreError> {
        let (canonical, symmetry) = question.canonical();
        let entry = Entry { question: question.clone(), finding: finding.clone() }.image(symmetry);
        let finding = match self.read(transaction, &canonical)? {
            None => entry.finding,
            Some(kept) => self.better(question, kept.finding, entry.finding, symmetry.player(Player::Black))?,
        };
        let key = Key::of(&canonical);
        let name = |player: Option<Player>| player.map(Player::name);
        transaction
            .execute(
                &format!(
                    "INSERT OR REPLACE INTO position ({COLUMNS})
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)"
                ),
                params![
                    key.columns,
                    key.rows,
                    key.to_move,
                    key.black,
                    key.white,
                    name(finding.winner),
                    finding.winning_move.map(|cell| canonical.topology.name(cell)),
                    i64::try_from(finding.nodes).unwrap_or(i64::MAX),
                    finding.seconds,
                    finding.solver,
                    finding.certificate.map(|digest| digest.to_string()),
                    finding.distance.map(|distance| distance.to_win),
                    finding.distance.map(|distance| distance.to_lose),
                ],
            )
            .map_err(|error| self.database(error))?;
        Ok(())
    }

    /// Which of two findings about one position stays; `black` is who Black of `question` is in their terms.
    fn better(&self, question: &Question, kept: Finding, found: Finding, black: Player) -> Result<Finding, StoreError> {
        let real = |player: Player| if black == Player::Black { player } else { player.opponent() };
        match (kept.winner, found.winner) {
            (Some(old), Some(new)) if old != new => Err(StoreError::Contradiction(Box::new(Contradiction {
                question: question.clone(),
                kept: real(old),
                found: real(new),
            }))),
            (Some(_), Some(_)) => Ok(Finding {
                winning_move: kept.winning_move.or(found.winning_move),
                certificate: kept.certificate.or(found.certificate),
                ..kept
            }),
            (Some(_), None) => Ok(kept),
            (None, Some(_)) => Ok(found),
            (None, None) => Ok(if found.nodes > kept.nodes { found } else { kept }),
        }
    }

    /// Forgets a position, as if it had never been asked about; its certificate stays in the folder.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn forget(&self, question: &Question) -> Result<(), StoreError> {
        let Key { columns, rows, to_move, black, white } = Key::of(&question.canonical().0);
        self.connection()
            .execute(&format!("DELETE FROM position WHERE {KEY}"), params![columns, rows, to_move, black, white])
            .map_err(|error| self.database(error))?;
        Ok(())
    }

    /// Takes a certificate into the folder; an answer then names it by its digest.
    ///
    /// What it proves is not looked at here, but by [`Self::check`].
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn keep_certificate(&self, certificate: impl Read) -> Result<Digest, StoreError> {
        self.certificates.add(certificate)
    }

    /// All entries that `filter` admits, by size, then by number of stones, then by name.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or is damaged.
    pub fn entries(&self, filter: &Filter) -> Result<Vec<Entry>, StoreError> {
        let connection = self.connection();
        let sql = format!("SELECT {COLUMNS} FROM position ORDER BY columns, rows, to_move, black, white");
        let mut statement = connection.prepare(&sql).map_err(|error| self.database(error))?;
        let mut rows = statement.query([]).map_err(|error| self.database(error))?;
        let mut entries = Vec::new();
        while let Some(row) = rows.next().map_err(|error| self.database(error))? {
            let entry = self.entry(row)?;
            if filter.admits(&entry) {
                entries.push(entry);
            }
        }
        // Stable: entries with as many stones stay in the order of their names.
        entries.sort_by_key(|Entry { question, .. }| (question.size(), question.black.len() + question.white.len()));
        Ok(entries)
    }

    fn read(&self, connection: &Connection, canonical: &Question) -> Result<Option<Entry>, StoreError> {
        let Key { columns, rows, to_move, black, white } = Key::of(canonical);
        let mut statement = connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM position WHERE {KEY}"))
            .map_err(|error| self.database(error))?;
        let entry = statement
            .query_row(params![columns, rows, to_move, black, white], |row| Ok(self.entry(row)))
            .optional()
            .map_err(|error| self.database(error))?;
        entry.transpose()
    }

    fn entry(&self, row: &Row<'_>) -> Result<Entry, StoreError> {
        let columns: RowTexts = RowTexts::read(row).map_err(|error| self.database(error))?;
        columns.entry().ok_or_else(|| KIND.damaged(&self.path, columns.describe()).into())
    }

    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        // Whoever panicked has left no transaction open: it is rolled back as it goes.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn database(&self, source: rusqlite::Error) -> StoreError {
        KIND.fails(&self.path, source).into()
    }
}

/// What a row is found by.
struct Key {
    columns: i64,
    rows: i64,
    to_move: &'static str,
    black: String,
    white: String,
}

impl Key {
    fn of(canonical: &Question) -> Self {
        let (columns, rows) = canonical.size();
        let names = |cells: &CellSet| cell_names(&canonical.topology, cells);
        Self {
            columns: columns as i64,
            rows: rows as i64,
            to_move: canonical.to_move.name(),
            black: names(&canonical.black),
            white: names(&canonical.white),
        }
    }
}

/// A row as it stands, not yet understood.
struct RowTexts {
    columns: i64,
    rows: i64,
    to_move: String,
    black: String,
    white: String,
    winner: Option<String>,
    winning_move: Option<String>,
    nodes: i64,
    seconds: f64,
    solver: String,
    certificate: Option<String>,
    to_win: Option<i64>,
    to_lose: Option<i64>,
}

impl RowTexts {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        Ok(Self {
            columns: row.get(0)?,
            rows: row.get(1)?,
            to_move: row.get(2)?,
            black: row.get(3)?,
            white: row.get(4)?,
            winner: row.get(5)?,
            winning_move: row.get(6)?,
            nodes: row.get(7)?,
            seconds: row.get(8)?,
            solver: row.get(9)?,
            certificate: row.get(10)?,
            to_win: row.get(11)?,
            to_lose: row.get(12)?,
        })
    }

    /// `None` if it makes no sense.
    fn entry(&self) -> Option<Entry> {
        let topology = board(self.columns, self.rows)?;
        let (black, white) = (cells_named(&topology, &self.black)?, cells_named(&topology, &self.white)?);
        let to_move = player_named(&self.to_move)?;
        let cell = |name: &String| topology.cell(name).filter(|&cell| !black.contains(cell) && !white.contains(cell));
        let finding = Finding {
            winner: sensible(&self.winner, |name| player_named(name))?,
            winning_move: sensible(&self.winning_move, cell)?,
            nodes: u64::try_from(self.nodes).ok()?,
            seconds: self.seconds,
            solver: self.solver.clone(),
            certificate: sensible(&self.certificate, |hex| Digest::from_hex(hex))?,
            distance: sensible(&self.to_win.zip(self.to_lose), |&(to_win, to_lose)| {
                Some(Distance { to_win: to_win.try_into().ok()?, to_lose: to_lose.try_into().ok()? })
            })?,
        };
        let question = Question { black, white, to_move, topology };
        let is_sound = !question.black.meets(&question.white) && question.canonical().0 == question;
        is_sound.then_some(Entry { question, finding })
    }

    fn describe(&self) -> String {
        let Self { columns, rows, to_move, black, white, .. } = self;
        format!("no sense in the row of {columns}x{rows}, black `{black}`, white `{white}`, `{to_move}` to move")
    }
}

/// Nothing is sensible, and so is what can be read.
fn sensible<S, T>(kept: &Option<S>, read: impl Fn(&S) -> Option<T>) -> Option<Option<T>> {
    match kept {
        None => Some(None),
        Some(kept) => read(kept).map(Some),
    }
}
