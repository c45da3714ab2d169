//! A strategy answered position by position, by a program that writes no certificates.
//!
//! That is how the paper verifies a strategy: its Program A answers the leaves, and the positions that show that a move
//! left out is precluded; that the parts combine is checked by logic. The result is a table of answers.

use tesuji_board::{Cell, CellSet};
use tesuji_problem::goal_text;
use tesuji_problem::strategy::{Branch, MAX_DEPTH, Part, Plan, Strategy, after};
use tesuji_proof::{Claim, Mover};
use tesuji_search::Limits;

use super::failure::{FailureReason, StrategyFailure, StrategyPlace};
use super::links::lowest;
use super::part_claim;
use super::verify::{check_branch, check_parts, start};
use tesuji_prove::{Verifier, VerifyReport};

/// A program's answers about a whole strategy.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnsweredStrategy {
    /// Whether the strategy is right, as far as the program's answers go. No certificate says so.
    pub outcome: AnsweredOutcome,
    /// Every position that the program was asked about, in the order of the strategy.
    pub answers: Vec<PositionAnswer>,
    /// Positions searched, in the program's own count.
    pub nodes: u64,
}

/// Whether a strategy is right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnsweredOutcome {
    /// The program says that every position holds.
    Holds,
    /// No; the claim may still hold.
    Fails(StrategyFailure),
    /// A limit was reached first, at this position.
    Undecided(String),
}

/// One position that the program was asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionAnswer {
    /// The position, by the path that leads to it.
    pub place: String,
    /// Reason for the question.
    pub question: AnsweredReason,
    /// The claim.
    pub claim: Claim,
    /// Whether it holds; `None` if a limit was reached first.
    pub holds: Option<bool>,
    /// Positions searched.
    pub nodes: u64,
}

/// Reasons for asking about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnsweredReason {
    /// It is a leaf: the opponent moves first, and the claim has to hold.
    Leaf,
    /// The owner moves first and leaves these cells alone. If the claim holds, the opponent need not move there.
    LeftOut(CellSet),
}

/// Answers the positions of `strategy` by `verifier`, one by one, and says whether it is right as a whole.
///
/// The limits apply to each position, and the interrupt to all of them.
/// The first position that fails or is not settled ends it.
#[must_use]
pub fn answers_by(strategy: &Strategy, verifier: &Verifier<'_>, limits: &Limits) -> AnsweredStrategy {
    let mut asked = AnsweredPosition { verifier, limits, answers: Vec::new() };
    let outcome = match asked.run(strategy) {
        Ok(()) => AnsweredOutcome::Holds,
        Err(Halt::Failure(failure)) => AnsweredOutcome::Fails(*failure),
        Err(Halt::Limit(place)) => AnsweredOutcome::Undecided(place),
    };
    let nodes = asked.answers.iter().map(|answer| answer.nodes).sum();
    AnsweredStrategy { outcome, answers: asked.answers, nodes }
}

enum Halt {
    Failure(Box<StrategyFailure>),
    Limit(String),
}

impl From<StrategyFailure> for Halt {
    fn from(failure: StrategyFailure) -> Self {
        Self::Failure(Box::new(failure))
    }
}

struct AnsweredPosition<'a> {
    verifier: &'a Verifier<'a>,
    limits: &'a Limits,
    answers: Vec<PositionAnswer>,
}

impl AnsweredPosition<'_> {
    fn run(&mut self, strategy: &Strategy) -> Result<(), Halt> {
        let (place, position) = start(strategy)?;
        self.plan(&strategy.plan, &position, &place).map(|_| ())
    }

    /// Whether the claim holds; `None` at a limit, the given or the program's own.
    fn ask(&mut self, claim: Claim, place: &StrategyPlace, question: AnsweredReason, limits: &Limits) -> Option<bool> {
        let VerifyReport { outcome, nodes, .. } = (self.verifier)(&claim, limits);
        let holds = outcome.holds();
        self.answers.push(PositionAnswer { place: place.to_string(), question, claim, holds, nodes });
        holds
    }

    /// The cells in which the owner achieves the goal of the position, the opponent moving first.
    fn plan(&mut self, plan: &Plan, position: &Claim, place: &StrategyPlace) -> Result<CellSet, Halt> {
        if place.depth() > MAX_DEPTH {
            return Err(place.fault(FailureReason::TooDeep(MAX_DEPTH)).into());
        }
        match plan {
            Plan::Search => self.leaf(position, place),
            Plan::Moves(branches) => self.moves(branches, position, place),
            Plan::Parts(parts) => self.parts(parts, position, place),
        }
    }

    fn leaf(&mut self, position: &Claim, place: &StrategyPlace) -> Result<CellSet, Halt> {
        match self.ask(position.clone(), place, AnsweredReason::Leaf, self.limits) {
            Some(true) => Ok(position.carrier.clone()),
            Some(false) => Err(place.fault(FailureReason::Fails(goal_text(&position.topology, &position.goal))).into()),
            None => Err(Halt::Limit(place.to_string())),
        }
    }

    fn parts(&mut self, parts: &[Part], position: &Claim, place: &StrategyPlace) -> Result<CellSet, Halt> {
        check_parts(parts, position, place)?;
        let mut region = CellSet::new();
        for (part, number) in parts.iter().zip(1..) {
            let claim = part_claim(position, &part.goal, &part.cells);
            let here = place.part(&position.topology, number, part);
            region.union_with(&self.plan(&part.plan, &claim, &here)?);
        }
        Ok(region)
    }

    /// A move outside the region of a reply is answered by that reply. Moves that no reply answers so are asked.
    fn moves(&mut self, branches: &[Branch], position: &Claim, place: &StrategyPlace) -> Result<CellSet, Halt> {
        if branches.iter().all(Branch::is_refuted) {
            return self.leaf(position, place);
        }
        let mut region = CellSet::new();
        let mut unanswered = position.carrier.clone();
        for branch in branches.iter().filter(|branch| !branch.is_refuted()) {
            check_branch(branch, position, place)?;
            let here = place.after(&position.topology, branch);
            let mut needed = self.plan(&branch.plan, &after(position, &branch.moves, branch.reply), &here)?;
            needed.insert(branch.reply);
            unanswered.intersect_with(&needed);
            region.union_with(&needed);
        }
        if let Some(mv) = lowest(&unanswered) {
            region.union_with(&self.left_out(position, mv, unanswered, place)?);
        }
        Ok(region)
    }

    /// Shows that the opponent need not move to these cells, to all at once or to each. Returns the cells that the
    /// owner needs for that.
    fn left_out(
        &mut self,
        position: &Claim,
        first: Cell,
        mut unanswered: CellSet,
        place: &StrategyPlace,
    ) -> Result<CellSet, Halt> {
        let without = |cells: &CellSet| {
            let mut rest = Claim { to_move: Mover::Owner, ..position.clone() };
            rest.carrier.subtract(cells);
            rest
        };
        // All at once is mostly settled fast if it works.
        const BRIEFLY: u64 = 100;
        if unanswered.len() > 1 {
            let most = self.limits.nodes.map_or(BRIEFLY, |nodes| nodes.min(BRIEFLY));
            let briefly = Limits { nodes: Some(most), ..self.limits.clone() };
            let rest = without(&unanswered);
            let carrier = rest.carrier.clone();
            if self.ask(rest, place, AnsweredReason::LeftOut(unanswered.clone()), &briefly) == Some(true) {
                return Ok(carrier);
            }
        }
        let mut region = CellSet::new();
        let mut next = Some(first);
        while let Some(mv) = next {
            let single: CellSet = [mv].into_iter().collect();
            let rest = without(&single);
            region.union_with(&rest.carrier);
            let name = || position.topology.name(mv).to_owned();
            match self.ask(rest, place, AnsweredReason::LeftOut(single), self.limits) {
                Some(true) => {}
                Some(false) => return Err(place.fault(FailureReason::Unanswered(name())).into()),
                None => return Err(Halt::Limit(format!("{place}, after the move {} that is not listed", name()))),
            }
            unanswered.remove(mv);
            next = lowest(&unanswered);
        }
        Ok(region)
    }
}
