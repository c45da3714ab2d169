//! Proposes how to take a claim that holds apart: a strategy as a person would write it.
//!
//! A position is *divided* where two parts with disjoint cells and simple goals together achieve its goal; else the
//! opponent's moves that are left are answered with the replies of Program C's proof, and what follows is taken apart in turn, until
//! every part has few cells. The result is a [`Strategy`], verified by [`strategy::verify`] like any other.

mod divide;
mod goals;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim, Mover, Node, NodeId, Proven, Verdict};
use tesuji_search::Limits;

use crate::problem::Problem;
use crate::strategy::prover::Prover;
use crate::strategy::{self, Branch, Part, Plan, Strategy, after, part_claim};

/// How far a claim is taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitConfig {
    /// A part of at most so many cells is proved as it is.
    pub cells: usize,
}

impl Default for SplitConfig {
    fn default() -> Self {
        Self { cells: 25 }
    }
}

/// What taking a claim apart has found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitReport {
    /// The answer.
    pub outcome: SplitOutcome,
    /// Positions searched, in Program C's count.
    pub nodes: u64,
}

/// Can the claim be taken apart?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SplitOutcome {
    /// It holds.
    Holds(Box<Split>),
    /// It fails; with the refutation, where there is one.
    Fails(Option<Certificate>),
    /// A limit was reached first.
    Undecided,
    /// The parts seemed right, and the strategy they make does not prove the claim: a fault of this library.
    Unsound(String),
}

/// A claim taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// How the owner achieves the goal.
    pub strategy: Strategy,
    /// The part-boards at its leaves, each a problem of its own; equal ones once.
    pub parts: Vec<Problem>,
    /// The proof of the whole, which the checker has accepted.
    pub certificate: Certificate,
}

/// Takes `problem` apart. The same problem gives the same parts.
#[must_use]
pub fn split(problem: &Problem, config: &SplitConfig, limits: &Limits) -> SplitReport {
    let mut prover = Prover::new(limits);
    let outcome = Splitter { config, prover: &mut prover }.run(problem);
    SplitReport { outcome, nodes: prover.n_nodes() }
}

struct Splitter<'p, 'l> {
    config: &'p SplitConfig,
    prover: &'p mut Prover<'l>,
}

impl Splitter<'_, '_> {
    fn run(&mut self, problem: &Problem) -> SplitOutcome {
        let claim = &problem.claim;
        let certificate = match self.prover.ask(claim, None) {
            crate::Outcome::Holds(Some(certificate)) => certificate.clone(),
            crate::Outcome::Fails(refutation) => return SplitOutcome::Fails(refutation.clone()),
            _ => return SplitOutcome::Undecided,
        };
        let first = certificate.first.filter(|_| claim.to_move == Mover::Owner);
        let mut position = Claim { to_move: Mover::Opponent, ..claim.clone() };
        if let Some(first) = first {
            position = after(&position, &CellSet::new(), first);
        }
        let Some(proof) = Proof::new(&certificate) else {
            return SplitOutcome::Unsound("Program C's certificate does not check".to_owned());
        };
        let plan = self.plan(&position, &proof, certificate.nodes.len() as NodeId - 1);
        if self.prover.is_stopped() {
            return SplitOutcome::Undecided;
        }
        let problem = Problem { expected: Some(true), ..problem.clone() };
        let strategy = Strategy { problem, first, plan };
        match strategy::verify_with(&strategy, self.prover).outcome {
            strategy::Outcome::Holds(certificate) => {
                let mut parts = Vec::new();
                part_problems(&strategy.problem.id, &strategy.plan, &position, &mut parts);
                SplitOutcome::Holds(Box::new(Split { strategy, parts, certificate }))
            }
            strategy::Outcome::Fails(failure) => SplitOutcome::Unsound(failure.to_string()),
            strategy::Outcome::Undecided(_) => SplitOutcome::Undecided,
            strategy::Outcome::Unsound(error) => SplitOutcome::Unsound(error),
        }
    }

    /// A plan for `position`, which `node` of the proof shows to hold.
    fn plan(&mut self, position: &Claim, proof: &Proof<'_>, node: NodeId) -> Plan {
        let carrier = proof.carrier(position, node);
        let position = &Claim { carrier: carrier.clone(), ..position.clone() };
        let whole = |plan| Plan::Parts(vec![Part { goal: position.goal.clone(), cells: carrier.clone(), plan }]);
        if carrier.len() <= self.config.cells || self.prover.is_stopped() {
            return whole(Plan::Search);
        }
        if let Some(division) = divide::divide(position, self.prover) {
            return Plan::Parts(division.into_iter().map(|(goal, cells)| self.part(position, goal, cells)).collect());
        }
        whole(self.follow(position, proof, node))
    }

    /// A part, itself taken apart if it is too large.
    fn part(&mut self, position: &Claim, goal: tesuji_proof::Goal, cells: CellSet) -> Part {
        let claim = part_claim(position, &goal, &cells);
        let certificate = match self.prover.ask(&claim, None) {
            crate::Outcome::Holds(Some(certificate)) if cells.len() > self.config.cells => certificate.clone(),
            _ => return Part { goal, cells, plan: Plan::Search },
        };
        let Some(proof) = Proof::new(&certificate) else { return Part { goal, cells, plan: Plan::Search } };
        let plan = self.plan(&claim, &proof, certificate.nodes.len() as NodeId - 1);
        simple(Part { goal, cells, plan })
    }

    /// What a node of the proof does: the opponent's moves that are left and the replies to them, or parts.
    fn follow(&mut self, position: &Claim, proof: &Proof<'_>, node: NodeId) -> Plan {
        match &proof.certificate.nodes[node as usize] {
            Node::Replies { replies, .. } => self.moves(position, proof, replies),
            Node::Join { children, .. } => {
                let part = |&child: &NodeId| {
                    let goal = proof.certificate.goals[proof.proven[child as usize].goal as usize].clone();
                    let cells = proof.carrier(position, child);
                    let plan = self.plan(&part_claim(position, &goal, &cells), proof, child);
                    simple(Part { goal, cells, plan })
                };
                Plan::Parts(children.iter().map(part).collect())
            }
            Node::Linked { .. } | Node::Cut { .. } => Plan::Search,
        }
    }

    fn moves(&mut self, position: &Claim, proof: &Proof<'_>, replies: &[(Cell, NodeId)]) -> Plan {
        let region = |&(reply, child): &(Cell, NodeId)| {
            let mut region = proof.carrier(position, child);
            region.insert(reply);
            region
        };
        let mut kept: Vec<_> = replies.iter().map(|reply| (*reply, region(reply))).collect();
        // What the others answer as well is left for this reply; with nothing left it is not needed.
        let left = |kept: &[(_, CellSet)], i: usize| {
            let mut moves = position.carrier.clone();
            moves.subtract(&kept[i].1);
            kept.iter().enumerate().filter(|&(j, _)| j != i).for_each(|(_, (_, region))| moves.intersect_with(region));
            moves
        };
        for i in (0..kept.len()).rev() {
            if left(&kept, i).is_empty() {
                kept.remove(i);
            }
        }
        let branch = |i: usize| {
            let (reply, child) = kept[i].0;
            let moves = left(&kept, i);
            let plan = self.plan(&after(position, &moves, reply), proof, child);
            Branch { moves, reply, plan }
        };
        Plan::Moves((0..kept.len()).map(branch).collect())
    }
}

/// A part whose plan is the same goal in fewer cells is no more than that.
fn simple(part: Part) -> Part {
    match part.plan {
        Plan::Parts(mut parts) if parts.len() == 1 && parts[0].goal == part.goal => parts.remove(0),
        plan => Part { plan, ..part },
    }
}

/// A certificate that holds, with what each of its nodes proves.
struct Proof<'c> {
    certificate: &'c Certificate,
    proven: Vec<Proven>,
}

impl<'c> Proof<'c> {
    fn new(certificate: &'c Certificate) -> Option<Self> {
        let proven = certificate.prove().ok().filter(|_| certificate.verdict == Verdict::Holds)?;
        Some(Self { certificate, proven })
    }

    /// The empty cells that a node needs at `position`, some of whose stones it may take for empty.
    fn carrier(&self, position: &Claim, node: NodeId) -> CellSet {
        let mut carrier = self.proven[node as usize].carrier.clone();
        carrier.subtract(&position.stones);
        carrier
    }
}

/// Collects the parts at the leaves, each different one once.
fn part_problems(id: &str, plan: &Plan, position: &Claim, parts: &mut Vec<Problem>) {
    match plan {
        Plan::Search => {
            if !parts.iter().any(|part| part.claim == *position) {
                let id = format!("{id} part {}", parts.len() + 1);
                parts.push(Problem { expected: Some(true), ..Problem::new(id, position.clone()) });
            }
        }
        Plan::Moves(branches) => {
            for branch in branches {
                part_problems(id, &branch.plan, &after(position, &branch.moves, branch.reply), parts);
            }
        }
        Plan::Parts(divided) => {
            for part in divided {
                part_problems(id, &part.plan, &part_claim(position, &part.goal, &part.cells), parts);
            }
        }
    }
}

#[cfg(test)]
mod tests;
