//! Answers and parts that a person proposes.

use tesuji_board::{Cell, CellSet};
use tesuji_problem::strategy::{Branch, Mark, Note, Part, Plan, after, parse_plan};
use tesuji_proof::{Certificate, Claim, Verdict};

use super::answers::Found;
use super::error::DialogueError;
use super::next::estimate;
use super::node::{below, place_after};
use super::place::{locate, plan_at};
use super::session::Dialogue;
use crate::defend::{DefenceAnswer, Defender};
use crate::strategy::failure::StrategyPlace;
use crate::strategy::part_claim;
use crate::strategy::verify::check_parts;

/// The most moves of a refuting line.
const LONGEST_LINE: usize = 11;

/// Result of a proposal.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// Each proposed reply or part.
    pub outcomes: Vec<AttemptOutcome>,
    /// The opponent's moves at the position that have no proved reply yet; empty if the position is proved.
    pub unanswered: CellSet,
    /// The state of the position afterwards.
    pub mark: Mark,
    /// Whether the proposal is in the strategy now. Parts of which one is refuted are not.
    pub is_kept: bool,
}

/// Result of one reply or part.
#[derive(Clone, PartialEq, Debug)]
pub struct AttemptOutcome {
    /// Its place.
    pub place: String,
    /// The claim that has to hold.
    pub claim: Claim,
    /// Its state.
    pub mark: Mark,
    /// The opponent's moves that a proved reply answers.
    pub answers: CellSet,
    /// The cells that the proof needs.
    pub region: CellSet,
    /// If it is refuted: moves of the opponent and the owner in turn.
    pub line: Vec<Cell>,
    /// The nodes spent on it, those of earlier searches included.
    pub spent: u64,
    /// If it is open, an estimate of the nodes that it takes.
    pub cost: u64,
}

impl Dialogue<'_> {
    /// Tries a proposal at a place: a reply (`d5`) if the place ends with a move of the opponent, otherwise lines as in a
    /// file. Each proposed position is searched. What is neither proved nor refuted is open, or believed by `by`.
    ///
    /// # Errors
    ///
    /// If there is no such place, or the proposal does not fit there.
    pub fn attempt(&mut self, place: &str, text: &str, by: Option<&str>) -> Result<Attempt, DialogueError> {
        let at = locate(&self.root, self.plan(), place)?;
        let claim = self.claim_at(&at.steps);
        let text = match at.mv {
            Some(mv) if !text.contains("->") => format!("{} -> {text}", claim.topology.name(mv)),
            _ => text.to_owned(),
        };
        match parse_plan(&text, &self.strategy.problem.claim, &claim)? {
            Plan::Search => Err(DialogueError::Nothing),
            Plan::Moves(branches) => self.try_moves(&at.steps, &claim, branches, by),
            Plan::Parts(parts) => self.try_parts(&at.steps, &claim, parts, by),
        }
    }

    fn try_moves(
        &mut self,
        steps: &[usize],
        claim: &Claim,
        branches: Vec<Branch>,
        by: Option<&str>,
    ) -> Result<Attempt, DialogueError> {
        let node = self.root.at(steps);
        let (place, before) = (node.place.clone(), node.unanswered.clone());
        if let Plan::Parts(_) = plan_at(&mut self.strategy.plan, steps) {
            return Err(DialogueError::Taken { place, has: "parts" });
        }
        let mut outcomes = Vec::new();
        for mut branch in branches {
            let next = after(claim, &branch.moves, branch.reply);
            let first = branch.moves.iter().next().unwrap_or(branch.reply);
            let found = self.answers.search(&next, self.config.most);
            let mut outcome = outcome(place_after(&place, &claim.topology, first, branch.reply), next, &found, by);
            if outcome.mark == Mark::Proved {
                outcome.answers.clone_from(&before);
                outcome.answers.subtract(&outcome.region);
                outcome.answers.remove(branch.reply);
            }
            branch.note.mark = Some(outcome.mark.clone());
            outcomes.push(outcome);
            self.put(steps, branch);
        }
        self.settle();
        let node = self.root.at(steps);
        Ok(Attempt { outcomes, unanswered: left(node), mark: node.mark.clone(), is_kept: true })
    }

    /// Puts a branch into the plan of a position. A branch with the same moves and reply keeps its plan.
    pub(super) fn put(&mut self, steps: &[usize], branch: Branch) {
        let plan = plan_at(&mut self.strategy.plan, steps);
        if *plan == Plan::Search {
            *plan = Plan::Moves(Vec::new());
        }
        let Plan::Moves(branches) = plan else { return };
        match branches.iter_mut().find(|known| known.reply == branch.reply && known.moves == branch.moves) {
            Some(known) => known.note.mark = branch.note.mark,
            None => branches.push(branch),
        }
    }

    fn try_parts(
        &mut self,
        steps: &[usize],
        claim: &Claim,
        mut parts: Vec<Part>,
        by: Option<&str>,
    ) -> Result<Attempt, DialogueError> {
        let place = self.root.at(steps).place.clone();
        check_parts(&parts, claim, &StrategyPlace::default()).map_err(|failure| DialogueError::Parts {
            place: place.clone(),
            fault: format!("{}: {}", failure.place, failure.reason),
        })?;
        let mut outcomes = Vec::new();
        for (part, number) in parts.iter_mut().zip(1..) {
            let next = part_claim(claim, &part.goal, &part.cells);
            let found = self.answers.search(&next, self.config.most);
            let outcome = outcome(below(&place, &format!("part{number}")), next, &found, by);
            part.note.mark = Some(outcome.mark.clone());
            outcomes.push(outcome);
        }
        let is_kept = outcomes.iter().all(|outcome| outcome.mark != Mark::Refuted);
        if is_kept {
            let are_proved = outcomes.iter().all(|outcome| outcome.mark == Mark::Proved);
            let plan = plan_at(&mut self.strategy.plan, steps);
            let is_free = match plan {
                Plan::Moves(branches) => branches.iter().all(|branch| branch.note.mark == Some(Mark::Refuted)),
                Plan::Search | Plan::Parts(_) => true,
            };
            if !is_free && !are_proved {
                return Err(DialogueError::Taken { place, has: "moves" });
            }
            *plan = Plan::Parts(parts);
        }
        self.settle();
        let node = self.root.at(steps);
        Ok(Attempt { outcomes, unanswered: left(node), mark: node.mark.clone(), is_kept })
    }
}

/// The moves that are left to answer.
pub(super) fn left(node: &super::node::DialogueNode) -> CellSet {
    if node.mark == Mark::Proved { CellSet::new() } else { node.unanswered.clone() }
}

/// Result of a search about a proposal.
fn outcome(place: String, claim: Claim, found: &Found, by: Option<&str>) -> AttemptOutcome {
    let mut outcome = AttemptOutcome {
        place,
        mark: by.and_then(Mark::believed).unwrap_or(Mark::Open),
        answers: CellSet::new(),
        region: CellSet::new(),
        line: Vec::new(),
        spent: found.spent,
        cost: 0,
        claim,
    };
    match &found.proof {
        Some(proof) => {
            outcome.mark = if proof.holds() { Mark::Proved } else { Mark::Refuted };
            outcome.region.clone_from(&proof.region);
            outcome.line = refuting_line(&proof.certificate);
        }
        None => outcome.cost = estimate(outcome.claim.carrier.len()).max(found.spent),
    }
    outcome
}

/// A line by which the opponent prevents the goal if the owner resists well. Empty unless the claim fails.
pub(super) fn refuting_line(certificate: &Certificate) -> Vec<Cell> {
    let mut line: Vec<Cell> = certificate.first.into_iter().collect();
    if certificate.verdict == Verdict::Holds {
        return Vec::new();
    }
    let Ok(mut defender) = Defender::new(certificate) else { return line };
    while line.len() < LONGEST_LINE && !defender.is_over() {
        let Some(mv) = defender.hint() else { break };
        let Ok(DefenceAnswer::Reply(reply)) = defender.answer(mv) else { break };
        line.extend([mv, reply]);
    }
    line
}

/// A branch with a mark.
pub(super) fn marked(moves: CellSet, reply: Cell, mark: Mark) -> Branch {
    Branch { moves, reply, plan: Plan::Search, note: Note { mark: Some(mark), comments: Vec::new() } }
}
