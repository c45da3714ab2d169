//! The source of answers to the claims of a dialogue, and the answers of this run.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::CellSet;
use tesuji_proof::{Certificate, Claim, Goal, Mover, Verdict};
use tesuji_prove::SearchState;

/// Answers the claims of a dialogue: by what is known, or by a search.
pub trait Answerer {
    /// The certificate of a claim that was decided before, which the checker has accepted. Searches nothing.
    fn recall(&mut self, claim: &Claim) -> Option<Certificate>;

    /// Searches a claim, within this many nodes if there is a bound, and keeps what it finds.
    fn search(&mut self, claim: &Claim, most: Option<u64>) -> SearchResult;

    /// Keeps a certificate that was put together without a search; the checker has accepted it.
    fn keep(&mut self, certificate: &Certificate);

    /// Whether a limit has ended the work as a whole.
    fn is_stopped(&self) -> bool;
}

/// The result of one search.
#[derive(Clone, Default, Debug)]
pub struct SearchResult {
    /// The proof or refutation; the checker has accepted it. `None` if the claim is open.
    pub certificate: Option<Certificate>,
    /// State of the search of an open claim.
    pub state: Option<SearchState>,
    /// The nodes of this search.
    pub nodes: u64,
    /// Its nodes and those of earlier searches of the claim.
    pub spent: u64,
}

/// A certificate that the checker has accepted.
pub(super) struct Proof {
    pub(super) certificate: Certificate,
    /// The cells of the claim that it needs, its first move included.
    pub(super) region: CellSet,
}

impl Proof {
    fn new(certificate: Certificate) -> Option<Arc<Self>> {
        let mut region = certificate.check().ok()?.carrier;
        certificate.first.map(|first| region.insert(first));
        Some(Arc::new(Self { certificate, region }))
    }

    /// Whether it proves that the claim holds.
    pub(super) fn holds(&self) -> bool {
        self.certificate.verdict == Verdict::Holds
    }
}

type Key = (CellSet, CellSet, Goal, Mover);

/// An answerer with a memory for one run.
pub(super) struct Answers<'a> {
    source: &'a mut dyn Answerer,
    /// Decided claims, and open ones with `None`.
    known: FxHashMap<Key, Option<Arc<Proof>>>,
    /// The nodes of all searches of this run.
    pub(super) nodes: u64,
}

/// The result of a search, shared with the memory.
pub(super) struct Found {
    pub(super) proof: Option<Arc<Proof>>,
    pub(super) state: Option<SearchState>,
    pub(super) spent: u64,
}

impl<'a> Answers<'a> {
    pub(super) fn new(source: &'a mut dyn Answerer) -> Self {
        Self { source, known: FxHashMap::default(), nodes: 0 }
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.source.is_stopped()
    }

    /// The proof or refutation that is known of a claim.
    pub(super) fn recall(&mut self, claim: &Claim) -> Option<Arc<Proof>> {
        let Self { source, known, .. } = self;
        known.entry(key(claim)).or_insert_with(|| source.recall(claim).and_then(Proof::new)).clone()
    }

    /// The known answer, or that of a search.
    pub(super) fn search(&mut self, claim: &Claim, most: Option<u64>) -> Found {
        if let Some(proof) = self.recall(claim) {
            return Found { proof: Some(proof), state: None, spent: 0 };
        }
        let SearchResult { certificate, state, nodes, spent } = self.source.search(claim, most);
        self.nodes += nodes;
        let proof = certificate.and_then(Proof::new);
        self.known.insert(key(claim), proof.clone());
        Found { proof, state, spent }
    }

    /// Takes in a certificate that was put together, if the checker accepts it.
    pub(super) fn add(&mut self, certificate: Certificate) -> Option<Arc<Proof>> {
        if let Some(proof) = self.recall(&certificate.claim) {
            return Some(proof);
        }
        let proof = Proof::new(certificate)?;
        self.source.keep(&proof.certificate);
        self.known.insert(key(&proof.certificate.claim), Some(Arc::clone(&proof)));
        Some(proof)
    }
}

fn key(claim: &Claim) -> Key {
    (claim.stones.clone(), claim.carrier.clone(), claim.goal.clone(), claim.to_move)
}
