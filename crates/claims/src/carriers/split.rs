//! One certificate from those of the positions one move later.
//!
//! This is for the rare question that the verifier decides without being able to write the certificate down. It asks
//! about the positions after each move instead and puts their certificates under one root.

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Verdict};

use super::judge::{CarrierAnswer, Unanswered};

/// Answers `claim` through the positions after its first moves, which `ask` answers.
///
/// # Errors
///
/// The errors of `ask`; [`Unanswered::Limit`] if there is no move.
pub(super) fn by_moves(
    claim: &Claim,
    mut ask: impl FnMut(&Claim) -> Result<CarrierAnswer, Unanswered>,
) -> Result<Certificate, Unanswered> {
    let mut writer = Writer { goals: vec![claim.goal.clone()], nodes: Vec::new() };
    let (mover_wins, other_wins, next) = match claim.to_move {
        Mover::Owner => (Verdict::Holds, Verdict::Fails, Mover::Opponent),
        Mover::Opponent => (Verdict::Fails, Verdict::Holds, Mover::Owner),
    };
    let certificate = |verdict, first, writer: Writer| {
        let Writer { goals, nodes } = writer;
        Certificate { claim: claim.clone(), verdict, first, goals, nodes }
    };
    // The moves that no reply of the other side has answered yet.
    let mut open: CellSet = claim.carrier.clone();
    let mut replies = Vec::new();
    loop {
        let Some(cell) = open.iter().next() else { break };
        let mut after = Claim { to_move: next, ..claim.clone() };
        after.carrier.remove(cell);
        if claim.to_move == Mover::Owner {
            after.stones.insert(cell);
        }
        let answer = ask(&after)?;
        if answer.certificate.verdict == mover_wins {
            let mut writer = Writer { goals: vec![claim.goal.clone()], nodes: Vec::new() };
            writer.add(&answer.certificate, Some(cell));
            return Ok(certificate(mover_wins, Some(cell), writer));
        }
        let root = writer.add(&answer.certificate, None);
        let Some(reply) = answer.certificate.first else {
            // No empty cell is left to reply on, so the other side succeeds with what it has.
            return Ok(certificate(other_wins, None, writer));
        };
        replies.push((reply, root));
        open.intersect_with(&answer.used);
    }
    if replies.is_empty() {
        return Err(Unanswered::Limit);
    }
    writer.nodes.push(Node::Replies { goal: 0, replies });
    Ok(certificate(other_wins, None, writer))
}

struct Writer {
    goals: Vec<Goal>,
    nodes: Vec<Node>,
}

impl Writer {
    /// Adds the nodes of a certificate of the same goal and returns its root. The claim of that certificate may have
    /// had one more stone of the prover, `stone`.
    fn add(&mut self, part: &Certificate, stone: Option<Cell>) -> NodeId {
        let base = self.nodes.len() as NodeId;
        let goals: Vec<GoalId> = part.goals.iter().map(|goal| self.goal(goal)).collect();
        for node in &part.nodes {
            let mut node = node.clone();
            match &mut node {
                Node::Linked { goal, stones } => {
                    *goal = goals[*goal as usize];
                    stones.extend(stone);
                }
                Node::Replies { goal, replies } => {
                    *goal = goals[*goal as usize];
                    replies.iter_mut().for_each(|(_, child)| *child += base);
                }
                Node::Join { goal, stones, children } => {
                    *goal = goals[*goal as usize];
                    stones.extend(stone);
                    children.iter_mut().for_each(|child| *child += base);
                }
                Node::Cut { stones } => stones.extend(stone),
            }
            self.nodes.push(node);
        }
        (self.nodes.len() as NodeId).saturating_sub(1)
    }

    fn goal(&mut self, goal: &Goal) -> GoalId {
        let known = self.goals.iter().position(|known| known == goal);
        known.unwrap_or_else(|| {
            self.goals.push(goal.clone());
            self.goals.len() - 1
        }) as GoalId
    }
}
