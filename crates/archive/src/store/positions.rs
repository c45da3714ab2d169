//! The store itself: looking up, keeping and listing positions.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::types::Value;
use rusqlite::{Connection, Params, Transaction, TransactionBehavior, params_from_iter};
use tesuji_board::{Cell, CellSet, Player};
use tesuji_problem::board::{Distance, Question};

use crate::searches::SearchFolder;

use super::claims;
use super::database::{self, Absent, Access, FileKind};
use super::entry::{board, cell_names, cells_named, player_named};
use super::rows::RowValues;
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
/// The columns of a row, in their order in the table.
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
    searches: SearchFolder,
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
        let (certificates, searches) = (CertificateFolder::beside(path), SearchFolder::beside(path));
        Ok(Self { path: path.to_owned(), connection, access, certificates, searches, trust })
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

    /// The folder of its searches.
    pub(crate) const fn searches(&self) -> &SearchFolder {
        &self.searches
    }

    /// The paths of the searches that are kept beside it.
    #[must_use]
    pub fn search_paths(&self) -> Vec<PathBuf> {
        self.searches.paths()
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
        self.within(|transaction| self.keep_within(transaction, question, finding))
    }

    /// Does all of this in one transaction, or nothing if it fails.
    pub(super) fn within(
        &self,
        act: impl FnOnce(&Transaction<'_>) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| self.database(error))?;
        act(&transaction)?;
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
        self.write_row(transaction, "position", values(&StoreEntry { question: canonical, finding }))
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
        self.connection()
            .execute(&format!("DELETE FROM position WHERE {KEY}"), params_from_iter(key(&question.canonical().0)))
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
        let mut entries =
            self.read_positions(&self.connection(), "1 ORDER BY columns, rows, to_move, black, white", [])?;
        // The sort is stable: entries with equally many stones stay in the order of their names.
        entries
            .sort_by_key(|StoreEntry { question, .. }| (question.size(), question.black.len() + question.white.len()));
        Ok(entries)
    }

    /// Reads every row once and compares it with its checksum. Then all doubts about rows are known, including those
    /// about rows that nobody would look up. Takes some microseconds for each row.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn examine(&self) -> Result<(), StoreError> {
        self.rows()?;
        self.claims().map(drop)
    }

    fn read(&self, connection: &Connection, canonical: &Question) -> Result<Option<StoreEntry>, StoreError> {
        let mut entries = self.read_positions(connection, KEY, params_from_iter(key(canonical)))?;
        Ok(entries.pop().filter(|entry| entry.question == *canonical && self.agrees(entry)))
    }

    fn read_positions(
        &self,
        connection: &Connection,
        condition: &str,
        key: impl Params,
    ) -> Result<Vec<StoreEntry>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM position WHERE {condition}");
        self.read_rows(connection, &query, key, describe, entry)
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
    let rows: Vec<RowValues> = read.query_map([], |row| Ok(RowValues::read(row)?.0))?.collect::<Result<_, _>>()?;
    let mut write = transaction.prepare(&format!("UPDATE position SET checksum = ?6 WHERE {KEY}"))?;
    for mut row in rows {
        let checksum = row.sum();
        row.0.truncate(N_KEY);
        write.execute(params_from_iter(row.0.into_iter().chain([checksum.into()])))?;
    }
    Ok(())
}

/// The number of columns that are the key of a row.
const N_KEY: usize = 5;

/// The values by which a row is found.
fn key(canonical: &Question) -> [Value; N_KEY] {
    let (columns, rows) = canonical.size();
    let names = |cells: &CellSet| cell_names(&canonical.topology, cells).into();
    let to_move = canonical.to_move.name().to_owned();
    [(columns as i64).into(), (rows as i64).into(), to_move.into(), names(&canonical.black), names(&canonical.white)]
}

/// The row of an entry that stands for all its images.
fn values(StoreEntry { question, finding }: &StoreEntry) -> RowValues {
    let mut values = key(question).to_vec();
    values.extend([
        finding.winner.map(|player| player.name().to_owned()).into(),
        finding.winning_move.map(|cell| question.topology.name(cell).to_owned()).into(),
        i64::try_from(finding.nodes).unwrap_or(i64::MAX).into(),
        finding.seconds.into(),
        finding.solver.clone().into(),
        finding.certificate.map(|digest| digest.to_string()).into(),
        finding.distance.map(|distance| i64::from(distance.to_win)).into(),
        finding.distance.map(|distance| i64::from(distance.to_lose)).into(),
    ]);
    RowValues(values)
}

/// The entry in a row; `None` if the values make no sense.
fn entry(row: &RowValues) -> Option<StoreEntry> {
    let topology = board(row.number(0)?, row.number(1)?)?;
    let to_move = player_named(row.text(2)?)?;
    let (black, white) = (cells_named(&topology, row.text(3)?)?, cells_named(&topology, row.text(4)?)?);
    let is_empty = |cell: &Cell| !black.contains(*cell) && !white.contains(*cell);
    let number = |i| row.optional(i, |row| u32::try_from(row.number(i)?).ok());
    let finding = Finding {
        winner: row.optional(5, |row| player_named(row.text(5)?))?,
        winning_move: row.optional(6, |row| topology.cell(row.text(6)?).filter(is_empty))?,
        nodes: u64::try_from(row.number(7)?).ok()?,
        seconds: row.real(8)?,
        solver: row.text(9)?.to_owned(),
        certificate: row.optional(10, |row| Digest::from_hex(row.text(10)?))?,
        distance: number(11)?.zip(number(12)?).map(|(to_win, to_lose)| Distance { to_win, to_lose }),
    };
    let question = Question { black, white, to_move, topology };
    let is_sound = !question.black.meets(&question.white) && question.canonical().0 == question;
    is_sound.then_some(StoreEntry { question, finding })
}

fn describe(row: &RowValues) -> String {
    let ([columns, rows], [to_move, black, white]) =
        ([0, 1].map(|i| row.number(i).unwrap_or(0)), [2, 3, 4].map(|i| row.text(i).unwrap_or("?")));
    format!("the row of {columns}x{rows}, black `{black}`, white `{white}`, `{to_move}` to move")
}
