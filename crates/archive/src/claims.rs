//! Claims answered: looked up, searched, proved, checked, sealed, kept.

use std::sync::Arc;

use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_prove::{Verifier, VerifyOutcome, verify, verify_kept};
use tesuji_search::Limits;

use crate::archive::SOLVER;
use crate::journal::Journal;
use crate::searches::{SearchQuestion, Spent};
use crate::store::ClaimEntry;
use crate::{Archive, ArchiveError, ClaimProof, Runner};

/// The way in which a claim is answered.
#[derive(Clone, Copy, Default)]
pub struct ClaimOptions<'a> {
    /// Another program that searches it; `None`: Program C, on the threads of the archive. The store has answers of
    /// Program C alone, with its nodes.
    pub program: Option<&'a Verifier<'a>>,
    /// Whether Program C proves an answer of the other program that has no certificate.
    pub certify: bool,
}

impl std::fmt::Debug for ClaimOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClaimOptions").field("certify", &self.certify).finish_non_exhaustive()
    }
}

/// Answer to a claim.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ClaimAnswer {
    /// `None`: undecided, or the checker rejected the certificate.
    pub verdict: Option<Verdict>,
    /// The answer of the search if the certificate was not made within the limits. It is no proof: the store does not
    /// keep it, and nothing rests on it.
    pub decided: Option<Verdict>,
    /// The nodes that the answer took, in this run or in the one that kept it.
    pub nodes: u64,
    /// The processor time of all threads that searched it.
    pub seconds: f64,
    /// Whether the answer was in the store.
    pub stored: bool,
    /// The nodes that an earlier run searched without finding an answer, according to the store.
    pub vain_nodes: u64,
    /// The certificate.
    pub proof: Option<ClaimProof>,
    /// Whether Program C made the certificate of an answer that another program gave.
    pub is_of_program_c: bool,
    /// Whether a certificate that was asked for is missing because a limit was reached first.
    pub uncertified: bool,
    /// The checker's objection to the certificate, if any.
    pub fault: Option<String>,
}

impl Archive {
    /// Answers a claim. Every certificate has been accepted by the checker. What decides a claim is kept with its
    /// certificate; of a search that did not decide it, the nodes are kept.
    ///
    /// # Errors
    ///
    /// If the store cannot be read or written.
    pub fn answer_claim(
        &self,
        claim: &Claim,
        options: ClaimOptions<'_>,
        runner: &impl Runner,
    ) -> Result<ClaimAnswer, ArchiveError> {
        let mut answer = match options.program {
            None => self.recall_claim(claim)?,
            Some(_) => ClaimAnswer::default(),
        };
        if answer.verdict.is_some() {
            return Ok(answer);
        }
        let searched = options.program.is_none().then(|| SearchQuestion::Claim(claim.clone()));
        let journal = Arc::new(self.journal(searched, runner.name())?);
        let (report, seconds) = runner.run(|limits, _| match options.program {
            Some(program) => program(claim, limits),
            None => verify_kept(claim, self.config.n_threads, &self.watched_claim(claim, limits, &journal), &*journal),
        });
        self.close(&journal, report.nodes, seconds)?;
        let before = journal.before();
        if before.nodes > 0 {
            answer.vain_nodes = 0;
        }
        (answer.nodes, answer.seconds) = (before.nodes + report.nodes, before.seconds + seconds);
        answer.decided = report.decided.map(|holds| if holds { Verdict::Holds } else { Verdict::Fails });
        if let Some((verdict, certificate)) = decided(report.outcome) {
            self.seal_claim(claim, verdict, certificate, options, runner, &mut answer);
        }
        let is_worth_keeping = answer.fault.is_none() && (answer.nodes > 0 || answer.proof.is_some());
        if options.program.is_none() && is_worth_keeping {
            self.keep_claim(claim, &answer)?;
            if answer.proof.is_some() {
                journal.remove();
            }
        }
        Ok(answer)
    }

    /// Completes a decided answer by a certificate that the checker has accepted.
    fn seal_claim(
        &self,
        claim: &Claim,
        verdict: Verdict,
        mut certificate: Option<Certificate>,
        options: ClaimOptions<'_>,
        runner: &impl Runner,
        answer: &mut ClaimAnswer,
    ) {
        if certificate.is_none() && options.certify {
            let proved = options.program.map(|_| runner.run(|limits, _| verify(claim, limits)).0.outcome);
            match proved.and_then(decided) {
                Some((proved, proof)) if proved == verdict => certificate = proof,
                Some(_) => {
                    answer.fault = Some("Program C proves the opposite".to_owned());
                    return;
                }
                None => {}
            }
            answer.is_of_program_c = certificate.is_some();
            answer.uncertified = certificate.is_none();
        }
        match certificate.map(|certificate| ClaimProof::seal(&certificate, claim, verdict)).transpose() {
            // An answer whose proof is rejected is not an answer.
            Err(fault) => answer.fault = Some(fault),
            Ok(proof) => (answer.verdict, answer.proof) = (Some(verdict), proof),
        }
    }

    /// Answer in the store. One whose certificate was lost or does not check is none.
    pub(crate) fn recall_claim(&self, claim: &Claim) -> Result<ClaimAnswer, ArchiveError> {
        let Some(store) = self.store.as_deref() else { return Ok(ClaimAnswer::default()) };
        let mut answer = ClaimAnswer::default();
        if let Some(entry) = store.find_claim(claim)? {
            match store.claim_proof(&entry, claim) {
                None => answer.vain_nodes = entry.nodes,
                Some(Ok(proof)) => {
                    (answer.verdict, answer.proof, answer.stored) = (entry.verdict, Some(proof), true);
                    (answer.nodes, answer.seconds) = (entry.nodes, entry.seconds);
                }
                Some(Err(fault)) => store.doubt(&format!("{fault}")),
            }
        }
        self.report_doubts();
        Ok(answer)
    }

    fn watched_claim(&self, claim: &Claim, limits: &Limits, journal: &Arc<Journal>) -> Limits {
        let claim = claim.clone();
        self.watched_by(limits, journal, move |store, Spent { nodes, seconds }| {
            store.keep_claim(&entry(&claim, &ClaimAnswer { nodes, seconds, ..ClaimAnswer::default() }))
        })
    }

    pub(crate) fn keep_claim(&self, claim: &Claim, answer: &ClaimAnswer) -> Result<(), ArchiveError> {
        let Some(store) = self.keeper() else { return Ok(()) };
        let mut entry = entry(claim, answer);
        if let Some(proof) = &answer.proof {
            entry.certificate = Some(store.keep_certificate(&proof.bytes[..])?);
            (entry.verdict, entry.first) = (answer.verdict, proof.certificate()?.first);
        }
        Ok(store.keep_claim(&entry)?)
    }
}

/// The verdict with its certificate, if the claim was decided.
fn decided(outcome: VerifyOutcome) -> Option<(Verdict, Option<Certificate>)> {
    match outcome {
        VerifyOutcome::Holds(certificate) => Some((Verdict::Holds, certificate)),
        VerifyOutcome::Fails(certificate) => Some((Verdict::Fails, certificate)),
        VerifyOutcome::Undecided => None,
    }
}

/// The cost of an answer as an entry without a verdict.
fn entry(claim: &Claim, answer: &ClaimAnswer) -> ClaimEntry {
    ClaimEntry {
        claim: claim.clone(),
        verdict: None,
        first: None,
        nodes: answer.nodes,
        seconds: answer.seconds,
        solver: SOLVER.to_owned(),
        certificate: None,
    }
}
