//! Open tasks, ordered by what they would decide and what they may cost.

use tesuji_board::CellSet;
use tesuji_problem::strategy::{Mark, Plan};

use super::node::DialogueNode;
use super::session::Dialogue;

/// Something that is left to do.
#[derive(Clone, PartialEq, Debug)]
pub struct OpenQuestion {
    /// The position.
    pub place: String,
    /// The state of the position: open or believed.
    pub mark: Mark,
    /// The task.
    pub task: OpenTask,
    /// The number of positions, this one included, that are proved if it is done.
    pub decides: usize,
    /// The number of empty cells.
    pub cells: usize,
    /// An estimate of the nodes that Program C needs for the position by itself ([`estimate`]).
    pub cost: u64,
}

/// Task at an open position.
#[derive(Clone, PartialEq, Debug)]
pub enum OpenTask {
    /// It has no moves or parts yet: a search, moves or parts.
    Prove,
    /// These moves of the opponent have no reply.
    Answer(CellSet),
    /// Its parts do not prove it, because of this.
    Divide(String),
}

impl Dialogue<'_> {
    /// The open tasks. First comes what decides most, and of that what seems to cost least.
    #[must_use]
    pub fn next(&self) -> Vec<OpenQuestion> {
        let mut open = Vec::new();
        collect(&self.root, self.plan(), 0, &mut open);
        open.sort_by_key(|question| (usize::MAX - question.decides, question.cost));
        open
    }
}

/// The nodes that Program C may need for a position with this many empty cells: as if five cells more took three times as
/// many. A rough estimate, often wrong by a factor of ten either way.
#[must_use]
pub fn estimate(cells: usize) -> u64 {
    const AT_ONCE: usize = 15;
    let more = cells.saturating_sub(AT_ONCE);
    let base = 3_u64.saturating_pow((more / 5) as u32);
    base.saturating_add(base.saturating_mul(2) / 5 * (more % 5) as u64)
}

/// `above`: the number of positions above this one that are proved with it.
fn collect(node: &DialogueNode, plan: &Plan, above: usize, open: &mut Vec<OpenQuestion>) {
    if node.is_decided() {
        return;
    }
    let question = |task, decides| OpenQuestion {
        place: node.place.clone(),
        mark: node.mark.clone(),
        task,
        decides,
        cells: node.claim.carrier.len(),
        cost: estimate(node.claim.carrier.len()),
    };
    match plan {
        Plan::Search => open.push(question(OpenTask::Prove, above + 1)),
        Plan::Moves(branches) => {
            let mut rest = node.unanswered.clone();
            for (branch, child) in branches.iter().zip(&node.children) {
                if child.is_decided() || !branch.moves.meets(&node.unanswered) {
                    continue;
                }
                let is_last = node.unanswered.is_subset(&branch.moves);
                collect(child, &branch.plan, if is_last { above + 1 } else { 0 }, open);
                rest.subtract(&branch.moves);
            }
            if !rest.is_empty() {
                let decides = if rest == node.unanswered { above + 1 } else { 0 };
                open.push(question(OpenTask::Answer(rest), decides));
            }
        }
        Plan::Parts(parts) => {
            let refuted = node.children.iter().position(|child| child.mark == Mark::Refuted);
            let fault = refuted.map(|part| format!("part {} is refuted", part + 1));
            if let Some(fault) = node.fault.clone().or(fault) {
                open.push(question(OpenTask::Divide(fault), above + 1));
                return;
            }
            let n_open = node.children.iter().filter(|child| !child.is_decided()).count();
            for (part, child) in parts.iter().zip(&node.children) {
                collect(child, &part.plan, if n_open == 1 { above + 1 } else { 0 }, open);
            }
        }
    }
}
