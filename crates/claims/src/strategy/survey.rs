//! Everything that is known about a strategy while a person is still writing it: all leaves, all missing replies.
//!
//! [`verify`](super::verify()) stops at the first fault. Here faults are collected, and what does not depend on them is
//! proved all the same. With no fault there is a certificate of the whole, the same as there.

use tesuji_board::{Cell, CellSet};
use tesuji_problem::strategy::{Branch, MAX_DEPTH, Part, Plan, Strategy, after};
use tesuji_proof::{Certificate, Claim, ImportError, Subproof};
use tesuji_search::Limits;

use super::failure::{FailureReason, StrategyFailure, StrategyPlace};
use super::links::lowest;
use super::part_claim;
use super::prover::ClaimProver;
use super::verify::{Stop, StrategyVerification, check_branch, check_parts, joined, start};

/// Results about a strategy.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Survey {
    /// The leaves, in the order of the strategy.
    pub leaves: Vec<SurveyedLeaf>,
    /// Moves of the opponent without a plan, for which no reply of the owner was found either.
    pub missing: Vec<MissingReply>,
    /// Faults of moves and parts themselves.
    pub faults: Vec<StrategyFailure>,
    /// The proof of the whole, which the checker has accepted: if all leaves hold, and nothing is missing or wrong.
    pub certificate: Option<Certificate>,
    /// Reason why the proofs of the parts make no proof of the whole, although they should: a fault of this library.
    pub unsound: Option<String>,
    /// Positions searched, in Program C's count.
    pub nodes: u64,
}

/// Moves of the opponent with the owner's reply; the owner's first move has no moves before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineStep {
    /// The opponent's moves that have the same reply.
    pub moves: CellSet,
    /// The reply.
    pub reply: Cell,
}

/// A position that the strategy leaves to Program C.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SurveyedLeaf {
    /// The path that leads to it, with the parts: `after e3 -> d5, part 2 (d5-bottom)`.
    pub place: String,
    /// The moves that lead to it.
    pub line: Vec<LineStep>,
    /// The claim that has to hold there.
    pub claim: Claim,
    /// Whether it holds; `None` if a limit was reached first.
    pub holds: Option<bool>,
    /// The refutation, if it fails.
    pub refutation: Option<Certificate>,
}

/// A move of the opponent without a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MissingReply {
    /// The path that leads to the position.
    pub place: String,
    /// The moves that lead to it.
    pub line: Vec<LineStep>,
    /// The move.
    pub mv: Cell,
    /// Whether the owner has no reply to it. If not, a limit was reached before one was found.
    pub is_refuted: bool,
}

/// Looks at all of a strategy. `each` bounds the nodes for each position, `limits` the work as a whole. `on_leaf` gets the
/// number of leaves that are known, after each of them.
#[must_use]
pub fn survey(strategy: &Strategy, each: Option<u64>, limits: &Limits, on_leaf: impl FnMut(usize)) -> Survey {
    let mut prover = ClaimProver::with_each(limits, each);
    let mut found = Survey::default();
    let (place, position) = match start(strategy) {
        Ok(start) => start,
        Err(fault) => {
            found.faults.push(fault);
            return found;
        }
    };
    let line = strategy.first.map(|reply| LineStep { moves: CellSet::new(), reply }).into_iter().collect();
    let verification = StrategyVerification::new(&strategy.problem.claim, &mut prover);
    let mut surveyor = Surveyor { verification, found, line, on_leaf };
    let root = surveyor.plan(&strategy.plan, &position, &place);
    let Surveyor { verification, mut found, .. } = surveyor;
    match root {
        Err(error) => found.unsound = Some(error.to_string()),
        Ok(Some(root)) if found.faults.is_empty() && found.missing.is_empty() => {
            let certificate = verification.builder.certificate(strategy.first, root.node);
            match certificate.check() {
                Ok(_) => found.certificate = Some(certificate),
                Err(error) => found.unsound = Some(error.to_string()),
            }
        }
        Ok(_) => {}
    }
    found.nodes = prover.n_nodes();
    found
}

struct Surveyor<'p, 'l, F> {
    verification: StrategyVerification<'p, 'l>,
    found: Survey,
    line: Vec<LineStep>,
    on_leaf: F,
}

impl<F: FnMut(usize)> Surveyor<'_, '_, F> {
    /// The node that proves the position, if all below it is proved.
    fn plan(&mut self, plan: &Plan, position: &Claim, place: &StrategyPlace) -> Result<Option<Subproof>, ImportError> {
        if place.depth() > MAX_DEPTH {
            self.found.faults.push(place.fault(FailureReason::TooDeep(MAX_DEPTH)));
            return Ok(None);
        }
        match plan {
            Plan::Search => self.leaf(position, place),
            Plan::Moves(branches) => self.moves(branches, position, place),
            Plan::Parts(parts) => self.parts(parts, position, place),
        }
    }

    fn leaf(&mut self, position: &Claim, place: &StrategyPlace) -> Result<Option<Subproof>, ImportError> {
        let (node, holds, refutation) = match self.verification.search(position, place) {
            Ok(node) => (Some(node), Some(true), None),
            Err(Stop::Failure(failure)) => (None, Some(false), failure.refutation.map(|refutation| *refutation)),
            Err(Stop::Limit(_)) => (None, None, None),
            Err(Stop::Unfit(error)) => return Err(error),
        };
        let (place, line) = (place.to_string(), self.line.clone());
        self.found.leaves.push(SurveyedLeaf { place, line, claim: position.clone(), holds, refutation });
        (self.on_leaf)(self.found.leaves.len());
        Ok(node)
    }

    fn moves(
        &mut self,
        branches: &[Branch],
        position: &Claim,
        place: &StrategyPlace,
    ) -> Result<Option<Subproof>, ImportError> {
        if branches.iter().all(Branch::is_refuted) {
            return self.leaf(position, place);
        }
        let mut is_whole = true;
        let mut replies = Vec::with_capacity(branches.len());
        let mut unanswered = position.carrier.clone();
        for branch in branches.iter().filter(|branch| !branch.is_refuted()) {
            if let Err(fault) = check_branch(branch, position, place) {
                self.found.faults.push(fault);
                is_whole = false;
                continue;
            }
            let next = after(position, &branch.moves, branch.reply);
            let here = place.after(&position.topology, branch);
            self.line.push(LineStep { moves: branch.moves.clone(), reply: branch.reply });
            let child = self.plan(&branch.plan, &next, &here);
            self.line.pop();
            let region = match child? {
                Some(child) => {
                    let region = child.region(branch.reply);
                    replies.push((branch.reply, child));
                    region
                }
                // Where nothing is proved yet, all cells may be needed.
                None => {
                    is_whole = false;
                    let mut region = next.carrier;
                    region.insert(branch.reply);
                    region
                }
            };
            unanswered.intersect_with(&region);
        }
        while let Some(mv) = lowest(&unanswered) {
            match self.verification.preclude(position, mv, &unanswered, place) {
                Ok((Some(reply), child)) => {
                    unanswered.intersect_with(&child.region(reply));
                    replies.push((reply, child));
                }
                // The goal is already achieved.
                Ok((None, child)) => return Ok(Some(child)),
                Err(Stop::Unfit(error)) => return Err(error),
                Err(stop) => {
                    is_whole = false;
                    unanswered.remove(mv);
                    let is_refuted = matches!(stop, Stop::Failure(_));
                    let (place, line) = (place.to_string(), self.line.clone());
                    self.found.missing.push(MissingReply { place, line, mv, is_refuted });
                    if self.verification.prover.is_stopped() {
                        break;
                    }
                }
            }
        }
        Ok(is_whole.then(|| {
            let goal = self.verification.builder.goal(&position.goal);
            self.verification.builder.replies(goal, &replies)
        }))
    }

    fn parts(
        &mut self,
        parts: &[Part],
        position: &Claim,
        place: &StrategyPlace,
    ) -> Result<Option<Subproof>, ImportError> {
        let mut is_whole = true;
        if let Err(fault) = check_parts(parts, position, place) {
            self.found.faults.push(fault);
            is_whole = false;
        }
        let mut children = Vec::with_capacity(parts.len());
        for (part, number) in parts.iter().zip(1..) {
            // A part that does not lie in the position is no claim.
            if !part.cells.is_subset(&position.carrier) || part.goal.validate(&position.topology).is_err() {
                continue;
            }
            let claim = part_claim(position, &part.goal, &part.cells);
            match self.plan(&part.plan, &claim, &place.part(&position.topology, number, part))? {
                Some(child) => children.push(child),
                None => is_whole = false,
            }
        }
        Ok(is_whole.then(|| joined(&mut self.verification.builder, parts, position, &children)))
    }
}
