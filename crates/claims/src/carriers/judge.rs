//! Answers with the cells that they use, and one limit for many questions.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, CertificateError, Claim, Verdict};
use tesuji_search::Limits;

use super::split::by_moves;
use tesuji_prove::{VerifyOutcome, verify};

/// Reasons why a question about carriers has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CarrierError {
    /// A limit was reached first.
    #[error("a limit was reached")]
    Limit,
    /// The verifier's certificate does not check: a fault of the verifier.
    #[error("the verifier's certificate does not check: {0}")]
    Rejected(#[from] CertificateError),
}

/// An answer whose certificate has been checked.
pub(super) struct CarrierAnswer {
    pub(super) certificate: Certificate,
    /// The empty cells on which the prover plays.
    pub(super) used: CellSet,
}

impl CarrierAnswer {
    /// Checks the certificate.
    pub(super) fn new(certificate: Certificate) -> Result<Self, CertificateError> {
        let summary = certificate.check()?;
        let mut used = summary.carrier;
        if let Some(first) = summary.first {
            used.insert(first);
        }
        Ok(Self { certificate, used })
    }

    pub(super) fn holds(&self) -> bool {
        self.certificate.verdict == Verdict::Holds
    }

    /// This proof of the claim with another carrier, if it is one.
    pub(super) fn moved_to(&self, carrier: &CellSet) -> Option<Certificate> {
        let mut certificate = self.certificate.clone();
        certificate.claim.carrier = carrier.clone();
        certificate.check().is_ok().then_some(certificate)
    }
}

/// Asks Program C one question after another, all within the same limits.
pub(super) struct CarrierJudge<'a> {
    limits: &'a Limits,
    nodes: u64,
}

impl<'a> CarrierJudge<'a> {
    pub(super) const fn new(limits: &'a Limits) -> Self {
        Self { limits, nodes: 0 }
    }

    /// Positions searched so far.
    pub(super) const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Fails once a limit is reached.
    pub(super) fn go_on(&self) -> Result<(), CarrierError> {
        if self.limits.reached(self.nodes) { Err(CarrierError::Limit) } else { Ok(()) }
    }

    /// The answer to `claim` with this carrier.
    pub(super) fn ask(&mut self, claim: &Claim, carrier: &CellSet) -> Result<CarrierAnswer, CarrierError> {
        self.answer(&Claim { carrier: carrier.clone(), ..claim.clone() })
    }

    fn answer(&mut self, claim: &Claim) -> Result<CarrierAnswer, CarrierError> {
        self.go_on()?;
        let limits = Limits {
            nodes: self.limits.nodes.map(|most| most.saturating_sub(self.nodes)),
            interrupt: Arc::clone(&self.limits.interrupt),
            meter: self.limits.meter.clone(),
            ..Limits::default()
        };
        let report = verify(claim, &limits);
        self.nodes += report.nodes;
        // Only checked certificates count. If the verifier has a proof but cannot write it down, one is sought move by
        // move.
        if let VerifyOutcome::Holds(Some(certificate)) | VerifyOutcome::Fails(Some(certificate)) = report.outcome
            && let Ok(answer) = CarrierAnswer::new(certificate)
        {
            return Ok(answer);
        }
        self.go_on()?;
        Ok(CarrierAnswer::new(by_moves(claim, |after| self.answer(after))?)?)
    }
}

/// The set without this cell.
pub(super) fn without(cells: &CellSet, cell: Cell) -> CellSet {
    let mut rest = cells.clone();
    rest.remove(cell);
    rest
}
