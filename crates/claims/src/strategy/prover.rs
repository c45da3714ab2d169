//! Program C as an oracle: a repeated claim is searched only once, and all searches together obey one limit.

use rustc_hash::FxHashMap;
use tesuji_board::CellSet;
use tesuji_proof::{Claim, Goal, Mover};
use tesuji_search::Limits;

use tesuji_prove::{Verifier, VerifyOutcome, verify};

/// Answers claims about one board for one owner.
pub(crate) struct ClaimProver<'l> {
    limits: &'l Limits,
    /// Another verifier, which remembers what it has proved.
    memory: Option<&'l Verifier<'l>>,
    /// The most nodes for each claim.
    each: Option<u64>,
    n_nodes: u64,
    known: FxHashMap<(CellSet, CellSet, Goal, Mover), KnownOutcome>,
}

struct KnownOutcome {
    outcome: VerifyOutcome,
    /// The number of nodes that an undecided search was allowed.
    most: u64,
}

impl<'l> ClaimProver<'l> {
    pub(crate) fn new(limits: &'l Limits) -> Self {
        Self::with_each(limits, None)
    }

    /// As above with a bound on the nodes for each claim.
    pub(crate) fn with_each(limits: &'l Limits, each: Option<u64>) -> Self {
        Self { limits, memory: None, each, n_nodes: 0, known: FxHashMap::default() }
    }

    /// As above with searches by a verifier that remembers its proofs.
    pub(crate) fn by(limits: &'l Limits, memory: &'l Verifier<'l>) -> Self {
        Self { memory: Some(memory), ..Self::new(limits) }
    }

    /// The outcome that is remembered of a claim, without a search.
    pub(crate) fn recall(&self, claim: &Claim) -> Option<VerifyOutcome> {
        Some(self.memory?(claim, &Limits::nodes(0)).outcome)
    }

    /// Nodes searched so far.
    pub(crate) const fn n_nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Whether the work was stopped from outside or the whole allowance is used up.
    pub(crate) fn is_stopped(&self) -> bool {
        self.limits.reached(self.n_nodes)
    }

    /// Answers `claim`; undecided after `most` nodes, or when the limits are reached.
    pub(crate) fn ask(&mut self, claim: &Claim, most: Option<u64>) -> &VerifyOutcome {
        let key = (claim.stones.clone(), claim.carrier.clone(), claim.goal.clone(), claim.to_move);
        let most = [most, self.each].into_iter().flatten().min().unwrap_or(u64::MAX);
        let allowance = self.limits.nodes.map_or(most, |all| all.saturating_sub(self.n_nodes).min(most));
        let known = self.known.entry(key).or_insert(KnownOutcome { outcome: VerifyOutcome::Undecided, most: 0 });
        if known.outcome == VerifyOutcome::Undecided && known.most < allowance {
            let limits = Limits { nodes: (allowance < u64::MAX).then_some(allowance), ..self.limits.clone() };
            let report = self.memory.unwrap_or(&verify)(claim, &limits);
            self.n_nodes += report.nodes;
            *known = KnownOutcome { outcome: report.outcome, most: allowance };
        }
        &known.outcome
    }
}
