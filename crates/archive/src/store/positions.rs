//! The store itself: looking up, keeping and listing positions.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use tesuji_board::{CellSet, Player};
use tesuji_problem::board::{Distance, Question};

use super::claims;
use super::database::{self, Absent, Access, FileKind};
use super::entry::{board, cell_names, cells_named, player_named, sensible};
use super::trust::CertificateAudit;
use super::{CertificateFolder, Contradiction, Digest, Filter, Finding, StoreEntry, StoreError};

/// `TSJS`. Positions are in the form that stands for all their images. Cells are named, in the order of the board.
const KIND: FileKind = FileKind {
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
        // For positions that were given up: how far the search was from an answer.
        "
ALTER TABLE position ADD COLUMN to_win INTEGER;
ALTER TABLE position ADD COLUMN to_lose INTEGER;
",
        // The checksum of the whole row; `seal` fills it in.
        "
ALTER TABLE position ADD COLUMN checksum TEXT;
",
        claims::TABLE,
    ],
};
/// From this version on rows have checksums.
const SEALED: i64 = 3;
/// The columns of a row, in the order in which [`RowTexts`] reads them.
const COLUMNS: &str = "columns, rows, to_move, black, white, winner, winning_move, nodes, seconds, solver, certificate, \
                       to_win, to_lose, checksum";
const KEY: &str = "columns = ?1 AND rows = ?2 AND to_move = ?3 AND black = ?4 AND white = ?5";

/// Solved positions in one file, with certificates beside it.
///
/// Threads can share it, and other processes may use the file at the same time. Every position stands for its images
/// under the symmetries of Hex. Answers are given in terms of the position that was asked about.
///
/// What is read is trusted only if it is consistent: a row with its checksum, an answer with the claim of its
/// certificate. Inconsistent data counts as absent, and [`Self::take_doubts`] reports it.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Mutex<Connection>,
    access: Access,
    certificates: CertificateFolder,
    pub(crate) trust: Mutex<CertificateAudit>,
}

impl Store {
    /// Opens a store, or creates one if there is no file. An empty file is an empty store.
    ///
    /// If nothing can be written there, the store is opened for reading only; see [`Self::access`].
    ///
    /// # Errors
    ///
    /// If the file is something else, of a later version or damaged, or if it cannot be created.
    pub fn open_or_create(path: &Path) -> Result<Self, StoreError> {
        Self::with(path, Absent::Create)
    }

    /// Opens an existing store.
    ///
    /// # Errors
    ///
    /// As for [`Self::open_or_create`], and if there is no store.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        Self::with(path, Absent::Refuse)
    }

    fn with(path: &Path, absent: Absent) -> Result<Self, StoreError> {
        let (connection, access) = database::open_or_read(path, &KIND, absent, seal)?;
        let (connection, trust) = (Mutex::new(connection), Mutex::default());
        Ok(Self { path: path.to_owned(), connection, access, certificates: CertificateFolder::beside(path), trust })
    }

    /// Whether the store can be written. One that cannot gives answers as usual, but refuses to keep anything.
    #[must_use]
    pub const fn access(&self) -> Access {
        self.access
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The folder of its certificates.
    #[must_use]
    pub const fn certificates(&self) -> &CertificateFolder {
        &self.certificates
    }

    /// Looks up a position under any of its images, in its own terms. `None` if the row is in doubt.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn find(&self, question: &Question) -> Result<Option<StoreEntry>, StoreError> {
        let (canonical, symmetry) = question.canonical();
        let connection = self.connection();
        let entry = self.read(&connection, &canonical)?;
        Ok(entry.map(|entry| entry.image(symmetry)))
    }

    /// Keeps what was found about a position. Once this returns, the answer is safe whatever happens to the process.
    ///
    /// Of two answers the one that says more stays: a decided one before an undecided one. Of two decided ones the
    /// earlier stays, completed with what only the later has (a winning move, a certificate). Of two undecided ones the
    /// one with more nodes stays, of equal ones that with proof numbers.
    ///
    /// # Errors
    ///
    /// [`StoreError::Contradiction`] if the store has the other winner and does not doubt it. Other errors if the store
    /// cannot be written.
    pub fn keep(&self, question: &Question, finding: &Finding) -> Result<(), StoreError> {
        self.writable()?;
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
        let entry = StoreEntry { question: question.clone(), finding: finding.clone() }.image(symmetry);
        let finding = match self.read(transaction, &canonical)? {
            None => entry.finding,
            Some(kept) => self.better(question, kept.finding, entry.finding, symmetry.player(Player::Black))?,
        };
        let row = RowTexts::of(&StoreEntry { question: canonical, finding });
        let checksum = row.sum();
        transaction
            .execute(
                &format!(
                    "INSERT OR REPLACE INTO position ({COLUMNS})
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"
                ),
                params![
                    row.columns,
                    row.rows,
                    row.to_move,
                    row.black,
                    row.white,
                    row.winner,
                    row.winning_move,
                    row.nodes,
                    row.seconds,
                    row.solver,
                    row.certificate,
                    row.to_win,
                    row.to_lose,
                    checksum,
                ],
            )
            .map_err(|error| self.database(error))?;
        Ok(())
    }

    /// The better of two findings about one position. `black` is the player in their terms who is Black in `question`.
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
            (None, None) => {
                let says = |finding: &Finding| (finding.nodes, finding.distance.is_some());
                Ok(if says(&found) > says(&kept) { found } else { kept })
            }
        }
    }

    /// Forgets a position, as if it had never been asked about. Its certificate stays in the folder.
    ///
    /// # Errors
    ///
    /// If the store cannot be written.
    pub fn forget(&self, question: &Question) -> Result<(), StoreError> {
        self.writable()?;
        let RowKey { columns, rows, to_move, black, white } = RowKey::of(&question.canonical().0);
        self.connection()
            .execute(&format!("DELETE FROM position WHERE {KEY}"), params![columns, rows, to_move, black, white])
            .map_err(|error| self.database(error))?;
        Ok(())
    }

    /// Adds a certificate to the folder. An answer can then refer to it by its digest.
    ///
    /// What it proves is not checked here, but by [`Self::check`].
    ///
    /// # Errors
    ///
    /// If it cannot be read or written.
    pub fn keep_certificate(&self, certificate: impl Read) -> Result<Digest, StoreError> {
        self.writable()?;
        let digest = self.certificates.add(certificate)?;
        // It may replace a damaged one.
        self.look_again(digest);
        Ok(digest)
    }

    /// All entries that pass `filter` and are not in doubt, by size, then by number of stones, then by name.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn entries(&self, filter: &Filter) -> Result<Vec<StoreEntry>, StoreError> {
        let mut entries = self.rows()?;
        entries.retain(|entry| filter.admits(entry) && self.agrees(entry));
        Ok(entries)
    }

    /// All entries whose rows are intact, whatever their certificates say, in the same order.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn rows(&self) -> Result<Vec<StoreEntry>, StoreError> {
        let mut entries = Vec::new();
        self.each_row(|row| entries.extend(self.entry(row)))?;
        // The sort is stable: entries with equally many stones stay in the order of their names.
        entries
            .sort_by_key(|StoreEntry { question, .. }| (question.size(), question.black.len() + question.white.len()));
        Ok(entries)
    }

    /// Reads every row once and compares it with its checksum. Then all doubts about rows are known, including those
    /// about rows that nobody would look up. Takes about a microsecond for each row.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn examine(&self) -> Result<(), StoreError> {
        self.each_row(|row| _ = self.sound(row))?;
        self.claims().map(drop)
    }

    fn each_row(&self, mut visit: impl FnMut(&Row<'_>)) -> Result<(), StoreError> {
        let connection = self.connection();
        let sql = format!("SELECT {COLUMNS} FROM position ORDER BY columns, rows, to_move, black, white");
        let mut statement = connection.prepare(&sql).map_err(|error| self.database(error))?;
        let mut rows = statement.query([]).map_err(|error| self.database(error))?;
        while let Some(row) = rows.next().map_err(|error| self.database(error))? {
            visit(row);
        }
        Ok(())
    }

    fn read(&self, connection: &Connection, canonical: &Question) -> Result<Option<StoreEntry>, StoreError> {
        let RowKey { columns, rows, to_move, black, white } = RowKey::of(canonical);
        let mut statement = connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM position WHERE {KEY}"))
            .map_err(|error| self.database(error))?;
        let entry = statement
            .query_row(params![columns, rows, to_move, black, white], |row| Ok(self.entry(row)))
            .optional()
            .map_err(|error| self.database(error))?;
        Ok(entry.flatten().filter(|entry| entry.question == *canonical && self.agrees(entry)))
    }

    /// The entry in a row; `None` if the row is not intact.
    fn entry(&self, row: &Row<'_>) -> Option<StoreEntry> {
        let columns = self.sound(row)?;
        let entry = columns.entry();
        if entry.is_none() {
            self.doubt(&format!("no sense in {}", columns.describe()));
        }
        entry
    }

    /// The columns of a row; `None` if they do not match its checksum.
    fn sound(&self, row: &Row<'_>) -> Option<RowTexts> {
        match RowTexts::read(row) {
            Ok((columns, checksum)) if checksum.as_ref() == Some(&columns.sum()) => Some(columns),
            Ok((columns, _)) => {
                self.doubt(&format!("{} does not match its checksum", columns.describe()));
                None
            }
            Err(error) => {
                self.doubt(&format!("a row cannot be read: {error}"));
                None
            }
        }
    }

    pub(crate) fn writable(&self) -> Result<(), StoreError> {
        match self.access {
            Access::Full => Ok(()),
            Access::ReadOnly => Err(StoreError::ReadOnly(self.path.clone())),
        }
    }

    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        // A thread that panicked leaves no transaction open: it is rolled back on the way out.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn database(&self, source: rusqlite::Error) -> StoreError {
        KIND.fails(&self.path, source).into()
    }
}

/// Adds checksums to the rows of a store of an earlier version.
fn seal(transaction: &Transaction<'_>, version: i64) -> rusqlite::Result<()> {
    if version >= SEALED {
        return Ok(());
    }
    let mut read = transaction.prepare(&format!("SELECT {COLUMNS} FROM position"))?;
    let rows: Vec<RowTexts> = read.query_map([], |row| Ok(RowTexts::read(row)?.0))?.collect::<Result<_, _>>()?;
    let mut write = transaction.prepare(&format!("UPDATE position SET checksum = ?6 WHERE {KEY}"))?;
    for row in rows {
        write.execute(params![row.columns, row.rows, row.to_move, row.black, row.white, row.sum()])?;
    }
    Ok(())
}

/// The key by which a row is found.
struct RowKey {
    columns: i64,
    rows: i64,
    to_move: &'static str,
    black: String,
    white: String,
}

impl RowKey {
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

/// A row as stored, not interpreted yet.
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
    /// The columns for an entry that stands for all its images.
    fn of(StoreEntry { question, finding }: &StoreEntry) -> Self {
        let RowKey { columns, rows, to_move, black, white } = RowKey::of(question);
        Self {
            columns,
            rows,
            to_move: to_move.to_owned(),
            black,
            white,
            winner: finding.winner.map(|player| player.name().to_owned()),
            winning_move: finding.winning_move.map(|cell| question.topology.name(cell).to_owned()),
            nodes: i64::try_from(finding.nodes).unwrap_or(i64::MAX),
            seconds: finding.seconds,
            solver: finding.solver.clone(),
            certificate: finding.certificate.map(|digest| digest.to_string()),
            to_win: finding.distance.map(|distance| distance.to_win.into()),
            to_lose: finding.distance.map(|distance| distance.to_lose.into()),
        }
    }

    /// Reads a row and its checksum.
    fn read(row: &Row<'_>) -> rusqlite::Result<(Self, Option<String>)> {
        let columns = Self {
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
        };
        Ok((columns, row.get(13)?))
    }

    /// The checksum of all other columns. `docs/SOLVE.md` says how it is computed.
    fn sum(&self) -> String {
        let absent = || "-".to_owned();
        let text = |value: &Option<String>| value.clone().unwrap_or_else(absent);
        let number = |value: Option<i64>| value.map_or_else(absent, |value| value.to_string());
        let values = [
            self.columns.to_string(),
            self.rows.to_string(),
            self.to_move.clone(),
            self.black.clone(),
            self.white.clone(),
            text(&self.winner),
            text(&self.winning_move),
            self.nodes.to_string(),
            format!("{:016x}", self.seconds.to_bits()),
            self.solver.clone(),
            text(&self.certificate),
            number(self.to_win),
            number(self.to_lose),
        ];
        Digest::of(values.map(|value| value + "\n").concat().as_bytes()).to_string()
    }

    /// The entry; `None` if the columns make no sense.
    fn entry(&self) -> Option<StoreEntry> {
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
        is_sound.then_some(StoreEntry { question, finding })
    }

    fn describe(&self) -> String {
        let Self { columns, rows, to_move, black, white, .. } = self;
        format!("the row of {columns}x{rows}, black `{black}`, white `{white}`, `{to_move}` to move")
    }
}
