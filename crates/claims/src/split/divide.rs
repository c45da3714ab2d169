//! Divides a position into two parts that do not use each other's cells.

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Goal, Terminal};

use super::goals::{blocks, first_goals, weakest_second};
use crate::strategy::links::combine;
use crate::strategy::part_claim;
use crate::strategy::prover::ClaimProver;
use tesuji_prove::VerifyOutcome;

/// The nodes for one question while parts are sought: if connections do not see the answer, the part is not simple.
const AT_ONCE: u64 = 1;

/// Two parts of a position: their goals and the cells that their proofs need.
pub(crate) type Division = [(Goal, CellSet); 2];

/// Looks for two parts that achieve the goal of `position`, with simple goals and short proofs.
pub(crate) fn divide(position: &Claim, prover: &mut ClaimProver<'_>) -> Option<Division> {
    let blocks = blocks(position)?;
    for first in first_goals(&blocks) {
        if prover.is_stopped() {
            return None;
        }
        let Some(second) = weakest_second(position, &blocks, &first) else { continue };
        let mut negotiation = Negotiation { position, prover, distances: distances(position, &first, &second) };
        if let Some([a, b]) = negotiation.run(&first, &second) {
            let second = negotiation.strongest(&second, &b);
            // If one part were enough by itself, the other would be superfluous.
            if [&first, &second].iter().all(|&goal| !suffices(position, goal)) {
                return Some([(first, a), (second, b)]);
            }
        }
    }
    None
}

/// Whether a part with this goal achieves the goal of the position without the other part.
fn suffices(position: &Claim, goal: &Goal) -> bool {
    combine(&position.topology, &position.goal, &position.stones, &[goal]).is_ok()
}

struct Negotiation<'p, 'l> {
    position: &'p Claim,
    prover: &'p mut ClaimProver<'l>,
    /// For each cell, its distance from the terminals that only the first part names, and from those that only the
    /// second names.
    distances: [Vec<usize>; 2],
}

impl Negotiation<'_, '_> {
    /// Disjoint cells in which the two goals are achieved.
    fn run(&mut self, first: &Goal, second: &Goal) -> Option<[CellSet; 2]> {
        let all = &self.position.carrier;
        let goals = [first, second];
        let mut allowed = [all.clone(), all.clone()];
        let mut needed = [self.needed(first, all)?, self.needed(second, all)?];
        loop {
            let mut both = needed[0].clone();
            both.intersect_with(&needed[1]);
            if both.is_empty() {
                return Some(needed);
            }
            // Disputed cells go to the nearer part if the other part can do without them.
            let claims = |cell: Cell, part: usize| self.distances[part][cell.index()];
            let nearer: [CellSet; 2] = [0, 1].map(|part| {
                both.iter().filter(|&cell| claims(cell, part) <= claims(cell, 1 - part)).collect::<CellSet>()
            });
            let one: CellSet = both.iter().take(1).collect();
            let offers = [(1, &nearer[0]), (0, &nearer[1]), (1, &both), (0, &both), (1, &one), (0, &one)];
            let mut settled = false;
            for (part, cells) in offers {
                let mut rest = allowed[part].clone();
                rest.subtract(cells);
                if !cells.is_empty()
                    && let Some(less) = self.needed(goals[part], &rest)
                {
                    allowed[part] = rest;
                    needed[part] = less;
                    settled = true;
                    break;
                }
            }
            if !settled {
                return None;
            }
        }
    }

    /// The cells that a proof of `goal` in `cells` needs, if a short search finds one.
    fn needed(&mut self, goal: &Goal, cells: &CellSet) -> Option<CellSet> {
        match self.prover.ask(&part_claim(self.position, goal, cells), Some(AT_ONCE)) {
            VerifyOutcome::Holds(Some(certificate)) => Some(certificate.check().ok()?.carrier),
            _ => None,
        }
    }

    /// `goal` without the alternatives that are not needed in `cells`.
    fn strongest(&mut self, goal: &Goal, cells: &CellSet) -> Goal {
        let mut kept = goal.clone();
        for alternative in goal.alternatives().iter().rev() {
            let fewer = kept.alternatives().iter().filter(|&other| other != alternative).cloned().collect();
            if let Ok(fewer) = Goal::new(fewer)
                && self.needed(&fewer, cells).is_some()
            {
                kept = fewer;
            }
        }
        kept
    }
}

/// For each cell, the number of steps through empty cells and stones from the terminals that one of the goals names and
/// the other does not.
fn distances(position: &Claim, first: &Goal, second: &Goal) -> [Vec<usize>; 2] {
    [(first, second), (second, first)].map(|(own, other)| {
        let others: Vec<Terminal> = other.terminals().collect();
        distance(position, own.terminals().filter(|terminal| !others.contains(terminal)))
    })
}

/// For each cell, the number of steps from the nearest of these terminals.
pub(crate) fn distance(position: &Claim, from: impl Iterator<Item = Terminal>) -> Vec<usize> {
    let board = &*position.topology;
    let mut steps = vec![usize::MAX; board.n_cells()];
    let mut ring: Vec<Cell> = Vec::new();
    for terminal in from {
        match terminal {
            Terminal::Cell(cell) => ring.push(cell),
            Terminal::Edge(edge) => ring.extend(board.edges()[edge].cells.iter()),
        }
    }
    for n_steps in 0.. {
        ring.retain(|cell| steps[cell.index()] == usize::MAX);
        if ring.is_empty() {
            break;
        }
        ring.iter().for_each(|cell| steps[cell.index()] = n_steps);
        ring = ring.iter().flat_map(|&cell| board.neighbours(cell)).copied().collect();
    }
    steps
}
