//! Answers the claims of a dialogue about a strategy from the store, or by searches that are kept in it.

use std::sync::{Arc, Mutex, PoisonError};

use tesuji_claims::dialogue::{Answerer, SearchResult};
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_prove::{SearchState, VerifyOutcome, VerifyReport};
use tesuji_search::Limits;

use crate::{Archive, ClaimAnswer, ClaimOptions, ClaimProof, Runner};

/// An archive as an answerer of claims. What goes wrong with the store is a notice; the work goes on without it.
pub struct ArchiveAnswerer<'a> {
    archive: Archive,
    limits: &'a Limits,
    clock: &'a dyn Fn() -> f64,
    /// State of the last search that ended without an answer.
    state: Arc<Mutex<Option<SearchState>>>,
}

impl std::fmt::Debug for ArchiveAnswerer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ArchiveAnswerer").field("archive", &self.archive).finish_non_exhaustive()
    }
}

impl<'a> ArchiveAnswerer<'a> {
    /// The limits apply to each search, and their interrupt to all of them. The clock counts seconds.
    #[must_use]
    pub fn new(archive: &Archive, limits: &'a Limits, clock: &'a dyn Fn() -> f64) -> Self {
        let state = Arc::default();
        let another = Archive {
            config: archive.config.clone(),
            notice: Arc::clone(&archive.notice),
            store: archive.store.clone(),
            observer: None,
            busy: Arc::clone(&archive.busy),
            idle: Mutex::default(),
        };
        Self { archive: leaving(another, &state), limits, clock, state }
    }

    /// Program C with the store as its memory.
    pub fn verify(&self, claim: &Claim, limits: &Limits) -> VerifyReport {
        let answer = self.answer(claim, limits).unwrap_or_default();
        let certificate = answer.proof.as_ref().and_then(|proof| proof.certificate().ok());
        let outcome = match answer.verdict {
            Some(Verdict::Holds) => VerifyOutcome::Holds(certificate),
            Some(Verdict::Fails) => VerifyOutcome::Fails(certificate),
            None => VerifyOutcome::Undecided,
        };
        VerifyReport {
            outcome,
            decided: answer.decided.map(|verdict| verdict == Verdict::Holds),
            nodes: new_nodes(&answer),
        }
    }

    fn answer(&self, claim: &Claim, limits: &Limits) -> Option<ClaimAnswer> {
        let runner = DialogueRunner { limits, clock: self.clock };
        self.archive.noted(self.archive.answer_claim(claim, ClaimOptions::default(), &runner))
    }
}

/// The nodes of a search of this run.
const fn new_nodes(answer: &ClaimAnswer) -> u64 {
    if answer.stored { 0 } else { answer.nodes }
}

/// The archive, which leaves how far a search was that ended without an answer.
#[cfg(not(target_family = "wasm"))]
fn leaving(archive: Archive, state: &Arc<Mutex<Option<SearchState>>>) -> Archive {
    // Reports while a search runs are not wanted.
    const SELDOM: std::time::Duration = std::time::Duration::from_secs(1 << 30);
    let state = Arc::clone(state);
    archive.observed(SELDOM, move |report| {
        *state.lock().unwrap_or_else(PoisonError::into_inner) = Some(report.state.clone());
    })
}

/// A browser has no clock by which searches are observed.
#[cfg(target_family = "wasm")]
fn leaving(archive: Archive, _: &Arc<Mutex<Option<SearchState>>>) -> Archive {
    archive
}

impl Answerer for ArchiveAnswerer<'_> {
    fn recall(&mut self, claim: &Claim) -> Option<Certificate> {
        self.archive.noted(self.archive.recall_claim(claim))?.proof?.certificate().ok()
    }

    fn search(&mut self, claim: &Claim, most: Option<u64>) -> SearchResult {
        let last = || self.state.lock().unwrap_or_else(PoisonError::into_inner).take();
        last();
        let nodes = [most, self.limits.nodes].into_iter().flatten().min();
        let limits = Limits { nodes, ..self.limits.clone() };
        let Some(answer) = self.answer(claim, &limits) else { return SearchResult::default() };
        let certificate = answer.proof.as_ref().and_then(|proof| proof.certificate().ok());
        let (nodes, spent) = (new_nodes(&answer), answer.nodes.max(answer.vain_nodes));
        SearchResult { certificate, state: last(), nodes, spent }
    }

    fn keep(&mut self, certificate: &Certificate) {
        let claim = &certificate.claim;
        if let Ok(proof) = ClaimProof::seal(certificate, claim, certificate.verdict) {
            let answer =
                ClaimAnswer { verdict: Some(certificate.verdict), proof: Some(proof), ..ClaimAnswer::default() };
            self.archive.noted(self.archive.keep_claim(claim, &answer));
        }
    }

    fn is_stopped(&self) -> bool {
        self.limits.is_interrupted()
    }
}

/// Runs each search of a dialogue within its limits.
struct DialogueRunner<'a> {
    limits: &'a Limits,
    clock: &'a dyn Fn() -> f64,
}

impl Runner for DialogueRunner<'_> {
    fn run<R>(&self, search: impl FnOnce(&Limits, &dyn Fn() -> f64) -> R) -> (R, f64) {
        let since = (self.clock)();
        let seconds = || (self.clock)() - since;
        (search(self.limits, &seconds), seconds())
    }

    fn is_stopped(&self) -> bool {
        self.limits.is_interrupted()
    }

    fn has_limits(&self) -> bool {
        true
    }
}
