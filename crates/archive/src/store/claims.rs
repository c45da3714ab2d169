//! Claims in a store: looking up, keeping, checking and listing them.
//!
//! A decided claim counts only together with its certificate: whoever looks it up has the certificate checked again.

use std::io::Read;

use rusqlite::{Connection, OptionalExtension, Row, Transaction, TransactionBehavior, params};
use tesuji_problem::{Problem, parse_file_text, write_json};
use tesuji_proof::{Certificate, Claim, Verdict};

use super::entry::{claim_key, rewritten, sensible};
use super::{CertificateFault, ClaimEntry, ClaimProof, Digest, Store, StoreError};

/// The step that makes version 4.
pub(super) const TABLE: &str = "
CREATE TABLE claim (
    key TEXT PRIMARY KEY,
    problem TEXT NOT NULL,
    holds INTEGER CHECK (holds IN (0, 1)),
    first TEXT,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    solver TEXT NOT NULL,
    certificate TEXT,
    checksum TEXT NOT NULL,
    CHECK ((holds IS NULL) = (certificate IS NULL))
) STRICT, WITHOUT ROWID;
";
/// The columns of a row, in the order in which [`ClaimRow`] reads them.
const COLUMNS: &str = "key, problem, holds, first, nodes, seconds, solver, certificate, checksum";

impl Store {
    /// Looks up a claim, in whatever order its cells, edges and alternatives are written. The entry is in terms of the
    /// claim that was kept. `None` if the row is in doubt.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn find_claim(&self, claim: &Claim) -> Result<Option<ClaimEntry>, StoreError> {
        self.read_claim(&self.connection(), claim_key(claim))
    }

    /// Keeps an answer to a claim, or what a search took in vain. Once this returns, it is safe whatever happens to the
    /// process.
    ///
    /// A decided answer that is there stays if its certificate still checks. Of two undecided ones the one with more
    /// nodes stays.
    ///
    /// # Errors
    ///
    /// [`StoreError::Claims`] if the store has the other answer with a certificate that the checker accepts. Other
    /// errors if the store cannot be written.
    pub fn keep_claim(&self, entry: &ClaimEntry) -> Result<(), StoreError> {
        self.writable()?;
        let mut connection = self.connection();
        let transaction = connection
            .transaction_with_behavior(TransactionBehavior::Immediate)
            .map_err(|error| self.database(error))?;
        self.keep_claim_within(&transaction, entry)?;
        transaction.commit().map_err(|error| self.database(error))
    }

    pub(super) fn keep_claim_within(
        &self,
        transaction: &Transaction<'_>,
        entry: &ClaimEntry,
    ) -> Result<(), StoreError> {
        if let Some(kept) = self.read_claim(transaction, claim_key(&entry.claim))?
            && self.stays(&kept, entry)?
        {
            return Ok(());
        }
        let row = ClaimRow::of(entry);
        let sql = format!("INSERT OR REPLACE INTO claim ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
        let ClaimRow { key, problem, holds, first, nodes, seconds, solver, certificate } = &row;
        transaction
            .execute(&sql, params![key, problem, holds, first, nodes, seconds, solver, certificate, row.sum()])
            .map_err(|error| self.database(error))?;
        Ok(())
    }

    /// Whether the kept answer is as good as the new one.
    fn stays(&self, kept: &ClaimEntry, found: &ClaimEntry) -> Result<bool, StoreError> {
        let is_sound = || self.claim_proof(kept, &kept.claim).is_some_and(|proof| proof.is_ok());
        match (kept.verdict, found.verdict) {
            (None, None) => Ok(kept.nodes >= found.nodes),
            (None, Some(_)) => Ok(false),
            (Some(_), None) => Ok(is_sound()),
            (Some(old), Some(new)) if old == new => Ok(is_sound()),
            (Some(_), Some(_)) if is_sound() => Err(StoreError::Claims(describe(&claim_key(&kept.claim).to_string()))),
            (Some(_), Some(_)) => Ok(false),
        }
    }

    /// The proof of an entry in terms of `claim`, which equals the entry's but for the order in which it is written.
    /// The checker has accepted it. `None` if the entry is undecided.
    ///
    /// # Errors
    ///
    /// The fault of the certificate.
    pub fn claim_proof(&self, entry: &ClaimEntry, claim: &Claim) -> Option<Result<ClaimProof, CertificateFault>> {
        let (digest, verdict) = (entry.certificate?, entry.verdict?);
        Some((|| {
            let mut bytes = Vec::new();
            let mut file = self.certificates().open(digest).map_err(CertificateFault::unreadable)?;
            file.read_to_end(&mut bytes).map_err(CertificateFault::Unreadable)?;
            if Digest::of(&bytes) != digest {
                return Err(CertificateFault::Damaged);
            }
            let certificate = Certificate::read(&bytes[..])?;
            if certificate.claim != *claim {
                let rewritten = rewritten(certificate, claim).ok_or(CertificateFault::Another)?;
                bytes = rewritten.to_bytes()?;
            }
            match ClaimProof::accept(bytes, claim) {
                Ok(proof) if proof.accepted.verdict == verdict => Ok(proof),
                _ => Err(CertificateFault::Another),
            }
        })())
    }

    /// All claims whose rows are intact, in the order of their keys.
    ///
    /// # Errors
    ///
    /// If the store cannot be read.
    pub fn claims(&self) -> Result<Vec<ClaimEntry>, StoreError> {
        let connection = self.connection();
        let read = || -> rusqlite::Result<Vec<ClaimEntry>> {
            let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM claim ORDER BY key"))?;
            let rows = statement.query_map([], |row| Ok(self.claim_entry(row)))?;
            Ok(rows.collect::<rusqlite::Result<Vec<_>>>()?.into_iter().flatten().collect())
        };
        read().map_err(|error| self.database(error))
    }

    fn read_claim(&self, connection: &Connection, key: Digest) -> Result<Option<ClaimEntry>, StoreError> {
        let read = || {
            let mut statement = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM claim WHERE key = ?1"))?;
            statement.query_row([key.to_string()], |row| Ok(self.claim_entry(row))).optional()
        };
        Ok(read().map_err(|error| self.database(error))?.flatten())
    }

    /// The entry in a row; `None`, with a doubt, if the row is not intact.
    fn claim_entry(&self, row: &Row<'_>) -> Option<ClaimEntry> {
        let (row, checksum) = match ClaimRow::read(row) {
            Ok(read) => read,
            Err(error) => {
                self.doubt(&format!("a row cannot be read: {error}"));
                return None;
            }
        };
        let of_row = describe(&row.key);
        if checksum != row.sum() {
            self.doubt(&format!("the row of {of_row} does not match its checksum"));
            return None;
        }
        let entry = row.entry();
        if entry.is_none() {
            self.doubt(&format!("no sense in the row of {of_row}"));
        }
        entry
    }
}

/// A claim in messages, by its key.
fn describe(key: &str) -> String {
    format!("the claim {}", key.get(..11).unwrap_or(key))
}

/// A row as stored, not interpreted yet.
struct ClaimRow {
    key: String,
    problem: String,
    holds: Option<i64>,
    first: Option<String>,
    nodes: i64,
    seconds: f64,
    solver: String,
    certificate: Option<String>,
}

impl ClaimRow {
    fn of(entry: &ClaimEntry) -> Self {
        let key = claim_key(&entry.claim).to_string();
        Self {
            problem: write_json(&[Problem::new(key.clone(), entry.claim.clone())]),
            key,
            holds: entry.verdict.map(|verdict| i64::from(verdict == Verdict::Holds)),
            first: entry.first.map(|cell| entry.claim.topology.name(cell).to_owned()),
            nodes: i64::try_from(entry.nodes).unwrap_or(i64::MAX),
            seconds: entry.seconds,
            solver: entry.solver.clone(),
            certificate: entry.certificate.map(|digest| digest.to_string()),
        }
    }

    /// Reads a row and its checksum.
    fn read(row: &Row<'_>) -> rusqlite::Result<(Self, String)> {
        let columns = Self {
            key: row.get(0)?,
            problem: row.get(1)?,
            holds: row.get(2)?,
            first: row.get(3)?,
            nodes: row.get(4)?,
            seconds: row.get(5)?,
            solver: row.get(6)?,
            certificate: row.get(7)?,
        };
        Ok((columns, row.get(8)?))
    }

    /// The checksum of all other columns. `docs/SOLVE.md` says how it is computed.
    fn sum(&self) -> String {
        let absent = || "-".to_owned();
        let text = |value: &Option<String>| value.clone().unwrap_or_else(absent);
        let values = [
            self.key.clone(),
            self.problem.clone(),
            self.holds.map_or_else(absent, |holds| holds.to_string()),
            text(&self.first),
            self.nodes.to_string(),
            format!("{:016x}", self.seconds.to_bits()),
            self.solver.clone(),
            text(&self.certificate),
        ];
        Digest::of(values.map(|value| value + "\n").concat().as_bytes()).to_string()
    }

    /// The entry; `None` if the columns make no sense.
    fn entry(&self) -> Option<ClaimEntry> {
        let claim = parse_file_text(&self.problem).ok()?.pop()?.claim;
        let verdict = |holds: &i64| match holds {
            0 => Some(Verdict::Fails),
            1 => Some(Verdict::Holds),
            _ => None,
        };
        let entry = ClaimEntry {
            verdict: sensible(&self.holds, verdict)?,
            first: sensible(&self.first, |name| claim.topology.cell(name))?,
            nodes: u64::try_from(self.nodes).ok()?,
            seconds: self.seconds,
            solver: self.solver.clone(),
            certificate: sensible(&self.certificate, |hex| Digest::from_hex(hex))?,
            claim,
        };
        (claim_key(&entry.claim).to_string() == self.key).then_some(entry)
    }
}
