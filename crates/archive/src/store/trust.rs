//! Whether answers agree with their certificates. This is checked when an answer is read, at a bounded cost, once in
//! each process.

use std::collections::{BTreeSet, HashMap};
use std::io::{self, BufReader, ErrorKind};
use std::sync::PoisonError;

use tesuji_board::Player;
use tesuji_problem::board::Question;
use tesuji_proof::{CertificateReader, Claim, Verdict};

use super::certificates::Summing;
use super::error::describe;
use super::{Digest, Store, StoreEntry, StoreError};

/// Certificates of at most this many bytes are read whole and compared with their names. Of longer ones only the
/// heading is read. Whoever uses a certificate checks all of it.
const MAX_SUMMED: u64 = 1 << 20;

/// Checked certificates, and doubts still to be reported.
#[derive(Debug, Default)]
pub(crate) struct CertificateAudit {
    said: HashMap<Digest, CertificateReading>,
    doubts: BTreeSet<String>,
    untold: Vec<String>,
}

/// Content of a certificate, as far as it was read.
#[derive(Clone, Debug)]
enum CertificateReading {
    /// This player wins this position, which stands for all its images.
    Answer(Box<Question>, Player),
    /// Something else, or nothing readable.
    Nothing(String),
    /// It is missing, or the system does not allow reading it.
    Lost,
}

impl Store {
    /// Disagreements with checksums or certificates found since the last call. One line for each, and
    /// each only once.
    pub fn take_doubts(&self) -> Vec<String> {
        std::mem::take(&mut self.trust.lock().unwrap_or_else(PoisonError::into_inner).untold)
    }

    pub(crate) fn doubt(&self, what: &str) {
        let mut trust = self.trust.lock().unwrap_or_else(PoisonError::into_inner);
        let doubt = format!("the store {}: {what}; it is not used", self.path().display());
        if trust.doubts.insert(doubt.clone()) {
            trust.untold.push(doubt);
        }
    }

    /// Whether an answer agrees with the claim of its certificate, if it has one. If the certificate was lost, the
    /// answer's checksum has to do.
    pub(crate) fn agrees(&self, entry: &StoreEntry) -> bool {
        let (Some(digest), Some(winner)) = (entry.finding.certificate, entry.finding.winner) else { return true };
        let of_row = || format!("the answer to {}", describe(&entry.question));
        match self.said(digest) {
            CertificateReading::Answer(question, proved) => {
                let (canonical, symmetry) = entry.question.canonical();
                let agrees = *question == canonical && proved == symmetry.player(winner);
                if !agrees {
                    self.doubt(&format!("{} is not what its certificate {digest} claims", of_row()));
                }
                agrees
            }
            CertificateReading::Nothing(fault) => {
                self.doubt(&format!("{} has the certificate {digest}, and {fault}", of_row()));
                false
            }
            CertificateReading::Lost => true,
        }
    }

    /// Makes sure that this certificate is read again when it is next asked for.
    pub(crate) fn look_again(&self, digest: Digest) {
        self.trust.lock().unwrap_or_else(PoisonError::into_inner).said.remove(&digest);
    }

    /// Content of this certificate. It is read only once.
    fn said(&self, digest: Digest) -> CertificateReading {
        if let Some(known) = self.trust.lock().unwrap_or_else(PoisonError::into_inner).said.get(&digest) {
            return known.clone();
        }
        let said = self.look(digest).unwrap_or_else(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::PermissionDenied => CertificateReading::Lost,
            _ => CertificateReading::Nothing(format!("it cannot be read: {error}")),
        });
        self.trust.lock().unwrap_or_else(PoisonError::into_inner).said.insert(digest, said.clone());
        said
    }

    fn look(&self, digest: Digest) -> io::Result<CertificateReading> {
        let file = self.certificates().open(digest).map_err(|error| match error {
            StoreError::Certificate { source, .. } => source,
            other => io::Error::other(other),
        })?;
        let n_bytes = file.metadata()?.len();
        let mut file = Summing::new(BufReader::new(file));
        let reader = CertificateReader::new(&mut file);
        let said = match reader.as_ref().map(|reader| reader.heading()) {
            Err(error) => CertificateReading::Nothing(format!("it is none: {error}")),
            Ok(heading) => match proved(&heading.claim, heading.verdict) {
                None => CertificateReading::Nothing("it is about no position of Hex".to_owned()),
                Some((question, winner)) => {
                    let (canonical, symmetry) = question.canonical();
                    CertificateReading::Answer(Box::new(canonical), symmetry.player(winner))
                }
            },
        };
        drop(reader);
        if n_bytes <= MAX_SUMMED && file.finish()? != digest {
            return Ok(CertificateReading::Nothing("it was damaged: its bytes do not match its name".to_owned()));
        }
        Ok(said)
    }
}

/// If the claim is about a whole board: the position, and who wins it according to the claim and the verdict.
pub(crate) fn proved(claim: &Claim, verdict: Verdict) -> Option<(Question, Player)> {
    let winner = match verdict {
        Verdict::Holds => claim.owner,
        Verdict::Fails => claim.owner.opponent(),
    };
    Some((Question::of_claim(claim)?, winner))
}
