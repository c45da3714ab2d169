//! Claims in a store: looking up, keeping, checking and listing them.
//!
//! A decided claim counts only together with its certificate: whoever looks it up has the certificate checked again.

use std::io::Read;

use rusqlite::{Connection, Params, Transaction};
use tesuji_problem::{Problem, parse_file_text, write_json};
use tesuji_proof::{Certificate, Claim, Verdict};

use super::entry::{claim_key, rewritten};
use super::rows::RowValues;
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
/// The columns of a row, in their order in the table.
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
        self.within(|transaction| self.keep_claim_within(transaction, entry))
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
        self.write_row(transaction, "claim", values(entry))
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
        self.read_claims(&self.connection(), "1 ORDER BY key", [])
    }

    fn read_claim(&self, connection: &Connection, key: Digest) -> Result<Option<ClaimEntry>, StoreError> {
        Ok(self.read_claims(connection, "key = ?1", [key.to_string()])?.pop())
    }

    fn read_claims(
        &self,
        connection: &Connection,
        condition: &str,
        key: impl Params,
    ) -> Result<Vec<ClaimEntry>, StoreError> {
        let query = format!("SELECT {COLUMNS} FROM claim WHERE {condition}");
        let of_row = |row: &RowValues| format!("the row of {}", describe(row.text(0).unwrap_or("?")));
        self.read_rows(connection, &query, key, of_row, entry)
    }
}

/// A claim in messages, by its key.
fn describe(key: &str) -> String {
    format!("the claim {}", key.get(..11).unwrap_or(key))
}

/// The row of an entry.
fn values(entry: &ClaimEntry) -> RowValues {
    let key = claim_key(&entry.claim).to_string();
    RowValues(vec![
        key.clone().into(),
        write_json(&[Problem::new(key, entry.claim.clone())]).into(),
        entry.verdict.map(|verdict| i64::from(verdict == Verdict::Holds)).into(),
        entry.first.map(|cell| entry.claim.topology.name(cell).to_owned()).into(),
        i64::try_from(entry.nodes).unwrap_or(i64::MAX).into(),
        entry.seconds.into(),
        entry.solver.clone().into(),
        entry.certificate.map(|digest| digest.to_string()).into(),
    ])
}

/// The entry in a row; `None` if the values make no sense.
fn entry(row: &RowValues) -> Option<ClaimEntry> {
    let claim = parse_file_text(row.text(1)?).ok()?.pop()?.claim;
    let verdict = |number| if number == 1 { Verdict::Holds } else { Verdict::Fails };
    let entry = ClaimEntry {
        verdict: row.optional(2, |row| row.number(2).map(verdict))?,
        first: row.optional(3, |row| claim.topology.cell(row.text(3)?))?,
        nodes: u64::try_from(row.number(4)?).ok()?,
        seconds: row.real(5)?,
        solver: row.text(6)?.to_owned(),
        certificate: row.optional(7, |row| Digest::from_hex(row.text(7)?))?,
        claim,
    };
    (row.text(0)? == claim_key(&entry.claim).to_string()).then_some(entry)
}
