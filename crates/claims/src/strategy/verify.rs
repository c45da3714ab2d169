//! Proves a strategy, position by position, in one certificate.

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_proof::{Certificate, CertificateBuilder, Claim, Goal, ImportError, Mover, Node, Subproof, Verdict};
use tesuji_search::Limits;

use super::failure::{FailureReason, StrategyFailure, StrategyPlace, achieved_text};
use super::links::{LinkGap, combine, lowest};
use super::part_claim;
use super::prover::ClaimProver;
use tesuji_problem::goal_text;
use tesuji_problem::strategy::{Branch, MAX_DEPTH, Part, Plan, Strategy, after};
use tesuji_prove::Verifier;

/// The result of verifying a strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyReport {
    /// The answer.
    pub outcome: StrategyOutcome,
    /// Positions searched, in Program C's count; the same for the same strategy on any machine.
    pub nodes: u64,
}

/// Whether a strategy is correct.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StrategyOutcome {
    /// Yes: the proof of its claim, which the checker has accepted.
    Holds(Certificate),
    /// No; the claim may still hold.
    Fails(StrategyFailure),
    /// A limit was reached first, at this position.
    Undecided(String),
    /// The strategy seemed right, but the checker rejects the certificate: a fault of this library.
    Unsound(String),
}

/// Verifies `strategy` as a whole; Program C proves what it leaves open.
///
/// The limits apply to all searches together.
#[must_use]
pub fn verify(strategy: &Strategy, limits: &Limits) -> StrategyReport {
    verify_with(strategy, &mut ClaimProver::new(limits))
}

/// [`verify`] with searches by a verifier that remembers what it has proved: a position that it has is not proved again.
#[must_use]
pub fn verify_by(strategy: &Strategy, verifier: &Verifier<'_>, limits: &Limits) -> StrategyReport {
    verify_with(strategy, &mut ClaimProver::by(limits, verifier))
}

pub(crate) fn verify_with(strategy: &Strategy, prover: &mut ClaimProver<'_>) -> StrategyReport {
    let before = prover.n_nodes();
    let outcome = match StrategyVerification::new(&strategy.problem.claim, prover).run(strategy) {
        Ok(certificate) => match certificate.check() {
            Ok(_) => StrategyOutcome::Holds(certificate),
            Err(error) => StrategyOutcome::Unsound(error.to_string()),
        },
        Err(Stop::Failure(failure)) => StrategyOutcome::Fails(*failure),
        Err(Stop::Limit(place)) => StrategyOutcome::Undecided(place),
        Err(Stop::Unfit(error)) => StrategyOutcome::Unsound(error.to_string()),
    };
    StrategyReport { outcome, nodes: prover.n_nodes() - before }
}

/// Reasons why there is no certificate.
pub(super) enum Stop {
    Failure(Box<StrategyFailure>),
    Limit(String),
    Unfit(ImportError),
}

impl From<StrategyFailure> for Stop {
    fn from(failure: StrategyFailure) -> Self {
        Self::Failure(Box::new(failure))
    }
}

pub(super) struct StrategyVerification<'p, 'l> {
    pub(super) whole: Claim,
    pub(super) prover: &'p mut ClaimProver<'l>,
    pub(super) builder: CertificateBuilder<Vec<Node>>,
}

impl<'p, 'l> StrategyVerification<'p, 'l> {
    pub(super) fn new(claim: &Claim, prover: &'p mut ClaimProver<'l>) -> Self {
        Self { whole: claim.clone(), prover, builder: CertificateBuilder::in_memory(claim, Verdict::Holds) }
    }

    fn run(mut self, strategy: &Strategy) -> Result<Certificate, Stop> {
        let (place, position) = start(strategy)?;
        let root = self.plan(&strategy.plan, &position, &place)?;
        Ok(self.builder.certificate(strategy.first, root.node))
    }

    fn board(&self) -> &Topology {
        &self.whole.topology
    }

    /// Proves the position, in which the opponent is to move.
    fn plan(&mut self, plan: &Plan, position: &Claim, place: &StrategyPlace) -> Result<Subproof, Stop> {
        if place.depth() > MAX_DEPTH {
            return Err(place.fault(FailureReason::TooDeep(MAX_DEPTH)).into());
        }
        match plan {
            Plan::Search => self.search(position, place),
            Plan::Moves(branches) => self.moves(branches, position, place),
            Plan::Parts(parts) => self.parts(parts, position, place),
        }
    }

    pub(super) fn search(&mut self, position: &Claim, place: &StrategyPlace) -> Result<Subproof, Stop> {
        match self.prover.ask(position, None) {
            tesuji_prove::VerifyOutcome::Holds(Some(certificate)) => import(&mut self.builder, certificate),
            tesuji_prove::VerifyOutcome::Fails(refutation) => {
                let reason = FailureReason::Fails(goal_text(&position.topology, &position.goal));
                Err(place.refuted(reason, refutation.as_ref()).into())
            }
            _ => Err(Stop::Limit(place.to_string())),
        }
    }

    /// One reply for each branch, and more replies to moves that are not listed, until every move is answered.
    fn moves(&mut self, branches: &[Branch], position: &Claim, place: &StrategyPlace) -> Result<Subproof, Stop> {
        let mut replies = Vec::with_capacity(branches.len());
        let mut unanswered = position.carrier.clone();
        for branch in branches.iter().filter(|branch| !branch.is_refuted()) {
            check_branch(branch, position, place)?;
            let here = place.after(self.board(), branch);
            let child = self.plan(&branch.plan, &after(position, &branch.moves, branch.reply), &here)?;
            unanswered.intersect_with(&child.region(branch.reply));
            replies.push((branch.reply, child));
        }
        if !unanswered.is_empty()
            && let Some(tesuji_prove::VerifyOutcome::Holds(Some(certificate))) = self.prover.recall(position)
        {
            return import(&mut self.builder, &certificate);
        }
        while let Some(mv) = lowest(&unanswered) {
            let first = self.preclude(position, mv, &unanswered, place)?;
            let (reply, child) = match first {
                (Some(reply), child) => (reply, child),
                // The goal is already achieved.
                (None, child) => return Ok(child),
            };
            unanswered.intersect_with(&child.region(reply));
            replies.push((reply, child));
        }
        if replies.is_empty() {
            // No cell is empty, so nothing is left to play.
            return self.search(position, place);
        }
        let goal = self.builder.goal(&position.goal);
        Ok(self.builder.replies(goal, &replies))
    }

    /// The owner's reply to a move that no branch answers. Its region avoids all such moves, or at least this one.
    pub(super) fn preclude(
        &mut self,
        position: &Claim,
        mv: Cell,
        unanswered: &CellSet,
        place: &StrategyPlace,
    ) -> Result<(Option<Cell>, Subproof), Stop> {
        let without = |cells: &CellSet| {
            let mut rest = Claim { to_move: Mover::Owner, ..position.clone() };
            rest.carrier.subtract(cells);
            rest
        };
        let single: CellSet = [mv].into_iter().collect();
        // Leaving out all these cells at once is mostly settled fast if it works. A long search is not worth it,
        // because it may fail.
        const BRIEFLY: u64 = 100;
        if unanswered.len() > 1
            && let tesuji_prove::VerifyOutcome::Holds(Some(certificate)) =
                self.prover.ask(&without(unanswered), Some(BRIEFLY))
        {
            return Ok((certificate.first, import(&mut self.builder, certificate)?));
        }
        match self.prover.ask(&without(&single), None) {
            tesuji_prove::VerifyOutcome::Holds(Some(certificate)) => {
                Ok((certificate.first, import(&mut self.builder, certificate)?))
            }
            // If no empty cell is left to move to, a search that holds may return no certificate.
            tesuji_prove::VerifyOutcome::Holds(None) => Ok((None, self.search(position, place)?)),
            tesuji_prove::VerifyOutcome::Fails(refutation) => {
                let reason = FailureReason::Unanswered(position.topology.name(mv).to_owned());
                Err(place.refuted(reason, refutation.as_ref()).into())
            }
            tesuji_prove::VerifyOutcome::Undecided => {
                Err(Stop::Limit(format!("{place}, after the move {} that is not listed", position.topology.name(mv))))
            }
        }
    }

    fn parts(&mut self, parts: &[Part], position: &Claim, place: &StrategyPlace) -> Result<Subproof, Stop> {
        check_parts(parts, position, place)?;
        let mut children = Vec::with_capacity(parts.len());
        for (part, number) in parts.iter().zip(1..) {
            let claim = part_claim(position, &part.goal, &part.cells);
            children.push(self.plan(&part.plan, &claim, &place.part(self.board(), number, part))?);
        }
        Ok(joined(&mut self.builder, parts, position, &children))
    }
}

/// The node that puts parts together, each of which is proved.
pub(crate) fn joined(
    builder: &mut CertificateBuilder<Vec<Node>>,
    parts: &[Part],
    position: &Claim,
    children: &[Subproof],
) -> Subproof {
    if let ([part], [child]) = (parts, children)
        && part.goal == position.goal
    {
        return child.clone();
    }
    let goal = builder.goal(&position.goal);
    builder.join(goal, position.stones.clone(), children)
}

/// The first position in which the opponent is to move.
pub(crate) fn start(strategy: &Strategy) -> Result<(StrategyPlace, Claim), StrategyFailure> {
    let claim = &strategy.problem.claim;
    let fault = |reason| StrategyPlace::default().fault(reason);
    claim.validate().map_err(|error| fault(error.into()))?;
    match (strategy.first, claim.to_move) {
        (None, Mover::Opponent) => Ok((StrategyPlace::default(), claim.clone())),
        (Some(first), Mover::Owner) => {
            check_empty(claim, first, &StrategyPlace::default())?;
            Ok((StrategyPlace::first(&claim.topology, first), after(claim, &CellSet::new(), first)))
        }
        (None, Mover::Owner) => Err(fault(FailureReason::First("the owner's first move, as in `-> d4`"))),
        (Some(_), Mover::Opponent) => Err(fault(FailureReason::First("no first move, the opponent moves first"))),
    }
}

fn name(board: &Topology, cell: Cell) -> String {
    // The strategy may come from anywhere, so its cells need not lie on the board.
    match cell.index() < board.n_cells() {
        true => board.name(cell).to_owned(),
        false => format!("cell {}", cell.index()),
    }
}

fn check_empty(position: &Claim, cell: Cell, place: &StrategyPlace) -> Result<(), StrategyFailure> {
    match position.carrier.contains(cell) {
        true => Ok(()),
        false => Err(place.fault(FailureReason::NotEmpty(name(&position.topology, cell)))),
    }
}

/// Checks that a branch has moves, that its cells are empty, and that its reply is none of the moves.
pub(super) fn check_branch(branch: &Branch, position: &Claim, place: &StrategyPlace) -> Result<(), StrategyFailure> {
    for cell in branch.moves.iter().chain([branch.reply]) {
        check_empty(position, cell, place)?;
    }
    if branch.moves.is_empty() {
        return Err(place.fault(FailureReason::NoMove(name(&position.topology, branch.reply))));
    }
    if branch.moves.contains(branch.reply) {
        return Err(place.fault(FailureReason::OwnReply(name(&position.topology, branch.reply))));
    }
    Ok(())
}

/// Checks that the parts lie in the position, do not overlap, have goals that make sense there, and achieve the goal
/// together.
pub(crate) fn check_parts(parts: &[Part], position: &Claim, place: &StrategyPlace) -> Result<(), StrategyFailure> {
    let board = &position.topology;
    let edges = position.goal.edges();
    for (i, part) in parts.iter().enumerate() {
        part.goal.validate(board).map_err(|error| place.fault(error.into()))?;
        let here = place.part(board, i + 1, part);
        for cell in part.cells.iter() {
            check_empty(position, cell, &here)?;
        }
        if let Some(&edge) = part.goal.edges().iter().find(|edge| !edges.contains(edge)) {
            return Err(here.fault(FailureReason::ForeignEdge(board.edges()[edge].name.clone())));
        }
        for (earlier, number) in parts[..i].iter().zip(1..) {
            if let Some(cell) = part.cells.iter().find(|&cell| earlier.cells.contains(cell)) {
                return Err(here.fault(FailureReason::Overlap { cell: name(board, cell), earlier: number }));
            }
        }
    }
    let goals: Vec<&Goal> = parts.iter().map(|part| &part.goal).collect();
    match combine(board, &position.goal, &position.stones, &goals) {
        Ok(()) => Ok(()),
        Err(LinkGap::TooMany) => Err(place.fault(FailureReason::TooManyCombinations)),
        Err(LinkGap::Alternatives(chosen)) => {
            let achieved = achieved_text(board, parts, &chosen);
            let goal = goal_text(board, &position.goal);
            Err(place.fault(FailureReason::NotJoined { achieved, goal }))
        }
    }
}

/// Imports a certificate of a position of the whole claim.
fn import(builder: &mut CertificateBuilder<Vec<Node>>, certificate: &Certificate) -> Result<Subproof, Stop> {
    builder.import(certificate).map_err(Stop::Unfit)
}
