//! The positions of a strategy with what is proved of them.

use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Topology};
use tesuji_problem::strategy::{Mark, Note, Plan, after};
use tesuji_proof::{Certificate, Claim};

use super::answers::{Answers, Proof};
use super::derived::{by_parts, by_replies};
use crate::strategy::failure::StrategyPlace;
use crate::strategy::part_claim;
use crate::strategy::verify::check_parts;

/// A position of a strategy in which the opponent is to move, or a part of one.
#[derive(Clone, PartialEq, Debug)]
pub struct DialogueNode {
    /// Its place: moves of the opponent and replies in turn, and parts: `e3/d5/part2`. That of the first position is `.`.
    pub place: String,
    /// The claim that has to hold there.
    pub claim: Claim,
    /// Its state. *Proved* and *refuted* are facts with certificates.
    pub mark: Mark,
    /// The cells that its proof or refutation needs.
    pub region: CellSet,
    /// The opponent's moves that no proved reply answers. For a part or a leaf, all its cells.
    pub unanswered: CellSet,
    /// The fault of its parts.
    pub fault: Option<String>,
    /// The positions after its branches, or its parts, in their order.
    pub children: Vec<Self>,
}

impl DialogueNode {
    /// Whether it is proved or refuted.
    #[must_use]
    pub const fn is_decided(&self) -> bool {
        self.mark.is_decided()
    }

    /// The number of positions, parts included, that have this state.
    pub fn count(&self, is_counted: &dyn Fn(&Mark) -> bool) -> usize {
        usize::from(is_counted(&self.mark)) + self.children.iter().map(|child| child.count(is_counted)).sum::<usize>()
    }

    /// A position of which nothing is known.
    pub(super) fn leaf(claim: Claim, place: String) -> Self {
        Self {
            unanswered: claim.carrier.clone(),
            mark: Mark::Open,
            region: CellSet::new(),
            fault: None,
            children: Vec::new(),
            place,
            claim,
        }
    }

    /// The node below by the numbers of branches and parts.
    pub(super) fn at(&self, steps: &[usize]) -> &Self {
        steps.iter().fold(self, |node, &step| &node.children[step])
    }
}

/// The place after a move of the opponent and the reply to it.
pub(super) fn place_after(place: &str, board: &Topology, mv: Cell, reply: Cell) -> String {
    below(place, &format!("{}/{}", board.name(mv), board.name(reply)))
}

/// The place of something at a position.
pub(super) fn below(place: &str, step: &str) -> String {
    if place == "." { step.to_owned() } else { format!("{place}/{step}") }
}

/// Finds out what is proved of a position and of all below it, and writes the states into the notes. A stated proof that
/// is not at hand is sought again; `lost` gets the places where it is not found.
pub(super) fn settle(
    answers: &mut Answers<'_>,
    (plan, note): (&mut Plan, &mut Note),
    claim: Claim,
    place: String,
    lost: &mut Vec<String>,
) -> DialogueNode {
    let board = Arc::clone(&claim.topology);
    let mut fault = None;
    let mut children = Vec::new();
    match plan {
        Plan::Search => {}
        Plan::Moves(branches) => {
            for branch in branches {
                let mv = branch.moves.iter().next().unwrap_or(branch.reply);
                let here = place_after(&place, &board, mv, branch.reply);
                let next = after(&claim, &branch.moves, branch.reply);
                children.push(settle(answers, (&mut branch.plan, &mut branch.note), next, here, lost));
            }
        }
        Plan::Parts(parts) => {
            fault = check_parts(parts, &claim, &StrategyPlace::default()).err().map(|failure| {
                let place = if failure.place == StrategyPlace::default().to_string() {
                    String::new()
                } else {
                    failure.place + ": "
                };
                format!("{place}{}", failure.reason)
            });
            for (part, number) in parts.iter_mut().zip(1..) {
                let next = part_claim(&claim, &part.goal, &part.cells);
                let here = below(&place, &format!("part{number}"));
                children.push(settle(answers, (&mut part.plan, &mut part.note), next, here, lost));
            }
        }
    }
    let mut node = DialogueNode { fault, children, ..DialogueNode::leaf(claim, place) };
    if let Plan::Moves(branches) = plan {
        for (branch, child) in branches.iter().zip(&node.children).filter(|(_, child)| child.mark == Mark::Proved) {
            let mut region = child.region.clone();
            region.insert(branch.reply);
            node.unanswered.intersect_with(&region);
        }
    }
    let proof = answers.recall(&node.claim).or_else(|| put_together(answers, plan, &node)).or_else(|| {
        note.mark.as_ref().filter(|mark| mark.is_decided())?;
        let proof = answers.search(&node.claim, None).proof;
        if proof.is_none() {
            lost.push(node.place.clone());
        }
        proof
    });
    match (&proof, note.mark.take()) {
        (Some(proof), _) => {
            node.region.clone_from(&proof.region);
            node.mark = if proof.holds() { Mark::Proved } else { Mark::Refuted };
        }
        (None, Some(Mark::Believed(name))) => node.mark = Mark::Believed(name),
        (None, _) => {}
    }
    note.mark = Some(node.mark.clone());
    node
}

/// The proof of a position from those of its branches or parts, if they are enough.
fn put_together(answers: &mut Answers<'_>, plan: &Plan, node: &DialogueNode) -> Option<Arc<Proof>> {
    let proofs = |answers: &mut Answers<'_>, children: &[&DialogueNode]| -> Option<Vec<Arc<Proof>>> {
        children.iter().map(|child| answers.recall(&child.claim)).collect()
    };
    let proved = node.children.iter().filter(|child| child.mark == Mark::Proved);
    let certificate: Certificate = match plan {
        Plan::Moves(branches) if node.unanswered.is_empty() && !branches.is_empty() => {
            let proofs = proofs(answers, &proved.collect::<Vec<_>>())?;
            let of_proved = branches.iter().zip(&node.children).filter(|(_, child)| child.mark == Mark::Proved);
            let replies: Vec<_> = of_proved.map(|(branch, _)| branch.reply).zip(proofs).collect();
            by_replies(&node.claim, &replies)?
        }
        Plan::Parts(parts) if node.fault.is_none() && proved.clone().count() == parts.len() => {
            let proofs = proofs(answers, &proved.collect::<Vec<_>>())?;
            by_parts(&node.claim, parts, &proofs)?
        }
        _ => return None,
    };
    answers.add(certificate)
}

/// Marks all positions of a plan as proved, but for refuted replies, so that their proofs are sought.
pub(super) fn state_proved(plan: &mut Plan) {
    match plan {
        Plan::Search => {}
        Plan::Moves(branches) => branches.iter_mut().filter(|branch| !branch.is_refuted()).for_each(|branch| {
            branch.note.mark = Some(Mark::Proved);
            state_proved(&mut branch.plan);
        }),
        Plan::Parts(parts) => parts.iter_mut().for_each(|part| {
            part.note.mark = Some(Mark::Proved);
            state_proved(&mut part.plan);
        }),
    }
}
