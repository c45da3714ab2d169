//! Proposes how to take apart a claim that holds: a strategy as a person would write it.
//!
//! A position is *divided* if two parts with disjoint cells and simple goals together achieve its goal. Otherwise the
//! opponent's remaining moves are answered with the replies of Program C's proof, and what follows is taken apart in
//! turn, until every part has few cells. The result is a [`Strategy`], verified by [`strategy::verify`] like any other.

pub(crate) mod divide;
pub(crate) mod goals;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim, Mover, Node, NodeId, Proven, Verdict};
use tesuji_search::Limits;

use crate::strategy::links::lowest;
use crate::strategy::prover::ClaimProver;
use crate::strategy::{self, part_claim};
use tesuji_problem::Problem;
use tesuji_problem::strategy::{Branch, Note, Part, Plan, Strategy, after};
use tesuji_prove::Verifier;

/// The nodes for one question while replies are sought: if connections do not see the answer, it is not simple.
const AT_ONCE: u64 = 1;

/// Bounds of the division of a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplitConfig {
    /// A part with at most this many cells is proved as it is.
    pub cells: usize,
}

impl Default for SplitConfig {
    fn default() -> Self {
        Self { cells: 25 }
    }
}

/// The result of taking a claim apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SplitReport {
    /// The answer.
    pub outcome: SplitOutcome,
    /// Positions searched, in Program C's count.
    pub nodes: u64,
}

/// Whether the claim can be taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SplitOutcome {
    /// It holds.
    Holds(Box<Split>),
    /// It holds with the owner to move and no empty cell to move to, so there is no strategy to write down.
    Settled(Certificate),
    /// It fails; with the refutation, if there is one.
    Fails(Option<Certificate>),
    /// A limit was reached first.
    Undecided,
    /// The parts seemed right, but the strategy they form does not prove the claim: a fault of this library.
    Unsound(String),
}

/// A claim taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Split {
    /// The strategy by which the owner achieves the goal.
    pub strategy: Strategy,
    /// The part-boards at its leaves, each as a separate problem; equal ones occur once.
    pub parts: Vec<Problem>,
    /// The proof of the whole, which the checker has accepted.
    pub certificate: Certificate,
}

/// Takes `problem` apart. The same problem gives the same parts.
#[must_use]
pub fn split(problem: &Problem, config: &SplitConfig, limits: &Limits) -> SplitReport {
    let mut prover = ClaimProver::new(limits);
    let outcome = Splitter { config, prover: &mut prover }.run(problem);
    SplitReport { outcome, nodes: prover.n_nodes() }
}

/// [`split`] with searches by a verifier that remembers what it has proved.
pub(crate) fn split_by(
    problem: &Problem,
    config: &SplitConfig,
    verifier: &Verifier<'_>,
    limits: &Limits,
) -> SplitOutcome {
    Splitter { config, prover: &mut ClaimProver::by(limits, verifier) }.run(problem)
}

struct Splitter<'p, 'l> {
    config: &'p SplitConfig,
    prover: &'p mut ClaimProver<'l>,
}

impl Splitter<'_, '_> {
    fn run(&mut self, problem: &Problem) -> SplitOutcome {
        let claim = &problem.claim;
        let certificate = match self.prover.ask(claim, None) {
            tesuji_prove::VerifyOutcome::Holds(Some(certificate)) => certificate.clone(),
            tesuji_prove::VerifyOutcome::Fails(refutation) => return SplitOutcome::Fails(refutation.clone()),
            _ => return SplitOutcome::Undecided,
        };
        if claim.to_move == Mover::Owner && certificate.first.is_none() {
            // No cell is empty, so the owner has no move to write down and nothing is left to take apart.
            return SplitOutcome::Settled(certificate);
        }
        let first = certificate.first;
        let mut position = Claim { to_move: Mover::Opponent, ..claim.clone() };
        if let Some(first) = first {
            position = after(&position, &CellSet::new(), first);
        }
        let Some(proof) = SplitProof::new(&certificate) else {
            return SplitOutcome::Unsound("Program C's certificate does not check".to_owned());
        };
        let plan = self.plan(&position, &proof, certificate.nodes.len() as NodeId - 1);
        if self.prover.is_stopped() {
            return SplitOutcome::Undecided;
        }
        let problem = Problem { expected: Some(true), ..problem.clone() };
        let strategy = Strategy { problem, first, plan, note: Note::default() };
        match strategy::verify_with(&strategy, self.prover).outcome {
            strategy::StrategyOutcome::Holds(certificate) => {
                let mut parts = Vec::new();
                part_problems(&strategy.problem.id, &strategy.plan, &position, &mut parts);
                SplitOutcome::Holds(Box::new(Split { strategy, parts, certificate }))
            }
            strategy::StrategyOutcome::Fails(failure) => SplitOutcome::Unsound(failure.to_string()),
            strategy::StrategyOutcome::Undecided(_) => SplitOutcome::Undecided,
            strategy::StrategyOutcome::Unsound(error) => SplitOutcome::Unsound(error),
        }
    }

    /// A plan for `position`, which holds according to `node` of the proof.
    fn plan(&mut self, position: &Claim, proof: &SplitProof<'_>, node: NodeId) -> Plan {
        let carrier = proof.carrier(position, node);
        let position = &Claim { carrier: carrier.clone(), ..position.clone() };
        let whole = |plan| {
            Plan::Parts(vec![Part { goal: position.goal.clone(), cells: carrier.clone(), plan, note: Note::default() }])
        };
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
            tesuji_prove::VerifyOutcome::Holds(Some(certificate)) if cells.len() > self.config.cells => {
                certificate.clone()
            }
            _ => return Part { goal, cells, plan: Plan::Search, note: Note::default() },
        };
        let Some(proof) = SplitProof::new(&certificate) else {
            return Part { goal, cells, plan: Plan::Search, note: Note::default() };
        };
        let plan = self.plan(&claim, &proof, certificate.nodes.len() as NodeId - 1);
        simple(Part { goal, cells, plan, note: Note::default() })
    }

    /// The plan of a node of the proof: the opponent's remaining moves and the replies to them, or parts.
    fn follow(&mut self, position: &Claim, proof: &SplitProof<'_>, node: NodeId) -> Plan {
        let node = &proof.certificate.nodes[node as usize];
        if !node.replies().is_empty() {
            return self.moves(position, proof, node.replies());
        }
        // The parts of a walk are pairs of cells, which join nothing by themselves. The child of a fill needs the cells.
        if node.parts().is_empty() || matches!(node, Node::Walk { .. } | Node::Fill { .. }) {
            return Plan::Search;
        }
        let part = |&child: &NodeId| {
            let goal = proof.certificate.goals[proof.proven[child as usize].goal as usize].clone();
            let cells = proof.carrier(position, child);
            let plan = self.plan(&part_claim(position, &goal, &cells), proof, child);
            simple(Part { goal, cells, plan, note: Note::default() })
        };
        Plan::Parts(node.parts().iter().map(part).collect())
    }

    /// Replies after which little is left to show, as few as a greedy choice finds. Where there are none, the replies
    /// of Program C are used, and what follows is taken apart.
    fn moves(&mut self, position: &Claim, proof: &SplitProof<'_>, replies: &[(Cell, NodeId)]) -> Plan {
        let none = CellSet::new();
        let easy: Vec<SplitAnswer> =
            position.carrier.iter().filter_map(|reply| self.easy(position, &none, reply)).collect();
        let mut unanswered = position.carrier.clone();
        let mut answers: Vec<SplitAnswer> = Vec::new();
        let left = |unanswered: &CellSet, answer: &SplitAnswer| {
            let mut left = unanswered.clone();
            left.intersect_with(&answer.region);
            left
        };
        while let Some(best) = easy.iter().min_by_key(|answer| left(&unanswered, answer).len())
            && left(&unanswered, best) != unanswered
        {
            unanswered = left(&unanswered, best);
            answers.push(best.clone());
        }
        while let Some(mv) = lowest(&unanswered) {
            let single: CellSet = [mv].into_iter().collect();
            let easy: Vec<SplitAnswer> =
                position.carrier.iter().filter_map(|reply| self.easy(position, &single, reply)).collect();
            let answer = match easy.into_iter().min_by_key(|answer| left(&unanswered, answer).len()) {
                Some(answer) => answer,
                None => match self.as_proved(position, proof, replies, mv) {
                    Some(answer) => answer,
                    // The proof answers every move; without it the rest is left to the program.
                    None => break,
                },
            };
            unanswered = left(&unanswered, &answer);
            answers.push(answer);
        }
        Plan::Moves(branches(&position.carrier, answers))
    }

    /// The reply to `moves`, if the position after it has a short proof and is small or divides into small parts.
    fn easy(&mut self, position: &Claim, moves: &CellSet, reply: Cell) -> Option<SplitAnswer> {
        if moves.contains(reply) || self.prover.is_stopped() {
            return None;
        }
        let next = after(position, moves, reply);
        let tesuji_prove::VerifyOutcome::Holds(Some(certificate)) = self.prover.ask(&next, Some(AT_ONCE)) else {
            return None;
        };
        let carrier = certificate.check().ok()?.carrier;
        let next = Claim { carrier: carrier.clone(), ..next };
        let plan = if carrier.len() <= self.config.cells {
            Plan::Parts(vec![Part {
                goal: next.goal.clone(),
                cells: carrier,
                plan: Plan::Search,
                note: Note::default(),
            }])
        } else {
            let division = divide::divide(&next, self.prover)?;
            let small = division.iter().all(|(_, cells)| cells.len() <= self.config.cells);
            let part = |(goal, cells)| Part { goal, cells, plan: Plan::Search, note: Note::default() };
            Plan::Parts(small.then(|| division.into_iter().map(part).collect())?)
        };
        Some(SplitAnswer::new(reply, plan))
    }

    /// A reply to `mv` from the proof.
    fn as_proved(
        &mut self,
        position: &Claim,
        proof: &SplitProof<'_>,
        replies: &[(Cell, NodeId)],
        mv: Cell,
    ) -> Option<SplitAnswer> {
        let region = |&(reply, child): &(Cell, NodeId)| SplitAnswer::region(reply, &proof.carrier(position, child));
        let &(reply, child) = replies.iter().find(|reply| !region(reply).contains(mv))?;
        let single: CellSet = [mv].into_iter().collect();
        Some(SplitAnswer::new(reply, self.plan(&after(position, &single, reply), proof, child)))
    }
}

/// A reply and what follows it.
#[derive(Clone)]
struct SplitAnswer {
    reply: Cell,
    /// The reply and the cells of the plan; the reply answers every move elsewhere.
    region: CellSet,
    plan: Plan,
}

impl SplitAnswer {
    fn new(reply: Cell, plan: Plan) -> Self {
        let mut cells = CellSet::new();
        if let Plan::Parts(parts) = &plan {
            parts.iter().for_each(|part| cells.union_with(&part.cells));
        }
        Self { reply, region: Self::region(reply, &cells), plan }
    }

    fn region(reply: Cell, cells: &CellSet) -> CellSet {
        let mut region = cells.clone();
        region.insert(reply);
        region
    }
}

/// The answers that are needed, each with the moves that no other one answers; the other moves are precluded.
fn branches(carrier: &CellSet, mut answers: Vec<SplitAnswer>) -> Vec<Branch> {
    let left = |answers: &[SplitAnswer], i: usize| {
        let mut moves = carrier.clone();
        moves.subtract(&answers[i].region);
        answers.iter().enumerate().filter(|&(j, _)| j != i).for_each(|(_, other)| moves.intersect_with(&other.region));
        moves
    };
    for i in (0..answers.len()).rev() {
        if answers.len() > 1 && left(&answers, i).is_empty() {
            answers.remove(i);
        }
    }
    let moves: Vec<CellSet> = (0..answers.len()).map(|i| left(&answers, i)).collect();
    let branch = |(SplitAnswer { reply, plan, .. }, moves)| Branch { moves, reply, plan, note: Note::default() };
    answers.into_iter().zip(moves).map(branch).collect()
}

/// Simplifies a part whose plan is the same goal in fewer cells.
fn simple(part: Part) -> Part {
    match part.plan {
        Plan::Parts(mut parts) if parts.len() == 1 && parts[0].goal == part.goal => parts.remove(0),
        plan => Part { plan, ..part },
    }
}

/// A certificate that holds, with what each of its nodes proves.
struct SplitProof<'c> {
    certificate: &'c Certificate,
    proven: Vec<Proven>,
}

impl<'c> SplitProof<'c> {
    fn new(certificate: &'c Certificate) -> Option<Self> {
        let proven = certificate.prove().ok().filter(|_| certificate.verdict == Verdict::Holds)?;
        Some(Self { certificate, proven })
    }

    /// The empty cells that a node needs at `position`; the node may count some of the position's stones as empty.
    fn carrier(&self, position: &Claim, node: NodeId) -> CellSet {
        let mut carrier = self.proven[node as usize].carrier.clone();
        carrier.subtract(&position.stones);
        carrier
    }
}

/// Collects the parts at the leaves, each distinct one once.
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

#[cfg(feature = "testing")]
mod tests;
