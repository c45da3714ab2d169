//! Playing from a certificate: every move of the other side is answered by walking the proof.
//!
//! What is here: the state of one such game ([`Defender`]) and its moves. What is not: reading moves, drawing boards
//! (the `tesuji defend` command does both), and checking that the certificate is valid (crate `proof`).

use std::collections::BTreeSet;
use std::mem;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Node, NodeId, Verdict};

use crate::brute::{goal_achieved, goal_still_possible};

/// A game in which the certificate plays the prover's side and somebody else the intruder's.
///
/// The prover is the owner if the certificate holds, the opponent if it fails. The game keeps a list of open nodes:
/// parts of the proof in which the prover still succeeds wherever the intruder moves. Their carriers share no empty
/// cell, so an intrusion concerns at most one of them, and the rest stays as it is.
///
/// ```text
///  a  b  c
/// 1 ● .  .  1      A Join of two bridges, a1-b2 over {b1, a2} and b2-a4 over {a3, b3}: two open nodes.
///  2 .  ●  .  2    An intrusion at b1 is answered at a2, and the first node closes; the second is untouched.
///   3 .  .  .  3   A move at c1 lies outside both: it wants no answer.
///    4 ●  .  .  4
///       a  b  c
/// ```
#[derive(Clone, Debug)]
pub struct Defender<'a> {
    certificate: &'a Certificate,
    /// By node: the empty cells it needs.
    carriers: Vec<CellSet>,
    state: State,
    /// The state before each move of the intruder, with the move and its answer.
    history: Vec<(State, Cell, Answer)>,
}

#[derive(Clone, Debug, Default)]
struct State {
    /// The prover's stones beyond those of the claim.
    prover: CellSet,
    /// The intruder's stones beyond those of the claim.
    intruder: CellSet,
    /// `Replies` nodes, ascending; everything else is done as soon as it is reached.
    open: Vec<NodeId>,
}

/// What the certificate plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// A stone on this cell.
    Reply(Cell),
    /// Nothing: the intruder's move lies outside every carrier that is still needed.
    NotNeeded,
    /// Nothing: the reply is this cell, on which the prover already has a stone.
    AlreadyThere(Cell),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefendError {
    /// The cell is not of the claim's carrier, so it belongs to one of the two from the start.
    #[error("cell number {} is not one of the claim's empty cells", .0.index())]
    OutsideClaim(Cell),
    /// There is a stone on the cell.
    #[error("cell number {} is taken", .0.index())]
    Taken(Cell),
    /// A node names a child that does not come before it, or there is no node.
    #[error("node {0} has a child that does not come before it, or there is no node at all")]
    Malformed(NodeId),
    /// The certificate is invalid: a node has no reply whose region avoids the move.
    #[error("node {node} has no reply to cell number {}: the certificate is invalid", .cell.index())]
    NoReply {
        /// The node that fails.
        node: NodeId,
        /// The move.
        cell: Cell,
    },
}

impl<'a> Defender<'a> {
    /// The game at its start, the prover's first move played if the certificate has one. Linear in the certificate.
    ///
    /// The answers are right if the certificate is valid, which is not checked here; if it is not, a method
    /// may return [`DefendError::NoReply`] or the game may end unachieved.
    ///
    /// # Errors
    ///
    /// [`DefendError::Malformed`].
    pub fn new(certificate: &'a Certificate) -> Result<Self, DefendError> {
        let carriers = carriers(certificate)?;
        let root = carriers.len().checked_sub(1).ok_or(DefendError::Malformed(0))?;
        let mut state = State { prover: certificate.first.into_iter().collect(), ..State::default() };
        state.open_node(certificate, root as NodeId);
        Ok(Self { certificate, carriers, state, history: Vec::new() })
    }

    /// The certificate it plays from.
    #[must_use]
    pub const fn certificate(&self) -> &'a Certificate {
        self.certificate
    }

    /// The prover's stones beyond those of the claim.
    #[must_use]
    pub const fn prover(&self) -> &CellSet {
        &self.state.prover
    }

    /// The intruder's stones beyond those of the claim.
    #[must_use]
    pub const fn intruder(&self) -> &CellSet {
        &self.state.intruder
    }

    /// The cells where the intruder may move: the claim's carrier without stones.
    #[must_use]
    pub fn moves(&self) -> CellSet {
        let mut cells = self.certificate.claim.carrier.clone();
        cells.subtract(&self.state.prover);
        cells.subtract(&self.state.intruder);
        cells
    }

    /// The empty cells that the prover still needs; a move anywhere else wants no answer.
    #[must_use]
    pub fn needed(&self) -> CellSet {
        let mut cells = CellSet::new();
        for &node in &self.state.open {
            cells.union_with(&self.rest(node));
        }
        cells
    }

    /// Is the proof played out: the goal achieved by adjacency, or cut for good?
    #[must_use]
    pub fn is_over(&self) -> bool {
        let claim = &self.certificate.claim;
        let with_replies = |mut cells: CellSet| {
            cells.union_with(&self.state.prover);
            cells
        };
        match self.certificate.verdict {
            Verdict::Holds => goal_achieved(claim, &with_replies(claim.stones.clone())),
            Verdict::Fails => !goal_still_possible(claim, &with_replies(claim.opponent_cells())),
        }
    }

    /// Plays the intruder's move and the answer to it.
    ///
    /// Of the replies whose region avoids the move, the one that leaves the fewest cells needed; of those, the first.
    ///
    /// # Errors
    ///
    /// If the move is not one of [`moves`](Self::moves), or the certificate is invalid; then nothing is changed.
    pub fn answer(&mut self, intrusion: Cell) -> Result<Answer, DefendError> {
        if !self.certificate.claim.carrier.contains(intrusion) {
            return Err(DefendError::OutsideClaim(intrusion));
        }
        if self.state.prover.contains(intrusion) || self.state.intruder.contains(intrusion) {
            return Err(DefendError::Taken(intrusion));
        }
        let mut next = self.state.clone();
        next.intruder.insert(intrusion);
        let met = next.open.iter().position(|&node| self.carriers[node as usize].contains(intrusion));
        let answer = match met {
            None => Answer::NotNeeded,
            Some(open_idx) => {
                let node = next.open.remove(open_idx);
                let (_, reply, child) = self
                    .replies_avoiding(node, intrusion)
                    .min_by_key(|&(n_left, ..)| n_left)
                    .ok_or(DefendError::NoReply { node, cell: intrusion })?;
                let is_new = next.prover.insert(reply);
                next.open_node(self.certificate, child);
                if is_new { Answer::Reply(reply) } else { Answer::AlreadyThere(reply) }
            }
        };
        let before = mem::replace(&mut self.state, next);
        self.history.push((before, intrusion, answer));
        Ok(answer)
    }

    /// Takes back the last move of the intruder and its answer, and returns them.
    pub fn undo(&mut self) -> Option<(Cell, Answer)> {
        let (before, intrusion, answer) = self.history.pop()?;
        self.state = before;
        Some((intrusion, answer))
    }

    /// The moves of the intruder so far with their answers, first to last.
    pub fn history(&self) -> impl Iterator<Item = (Cell, Answer)> + '_ {
        self.history.iter().map(|&(_, intrusion, answer)| (intrusion, answer))
    }

    /// A trying move for the intruder: the one with the fewest answers, then the one that leaves most to do.
    #[must_use]
    pub fn hint(&self) -> Option<Cell> {
        let mut best = None;
        for &node in &self.state.open {
            for cell in self.rest(node).iter() {
                let n_left = self.replies_avoiding(node, cell).map(|(n_left, ..)| n_left);
                let (n_answers, least_left) =
                    n_left.fold((0_usize, usize::MAX), |(n, least), left| (n + 1, least.min(left)));
                let rank = (n_answers, usize::MAX - least_left, cell);
                if best.is_none_or(|known| rank < known) {
                    best = Some(rank);
                }
            }
        }
        best.map(|(.., cell)| cell)
    }

    /// The cells of the node's carrier on which there is no stone of the prover.
    fn rest(&self, node: NodeId) -> CellSet {
        let mut cells = self.carriers[node as usize].clone();
        cells.subtract(&self.state.prover);
        cells
    }

    /// Replies of `node` whose region lacks `intrusion`: the number of empty cells in the region, the reply, the child.
    fn replies_avoiding(&self, node: NodeId, intrusion: Cell) -> impl Iterator<Item = (usize, Cell, NodeId)> + '_ {
        let replies: &[(Cell, NodeId)] = match &self.certificate.nodes[node as usize] {
            Node::Replies { replies, .. } => replies,
            _ => &[],
        };
        let avoids = move |&&(reply, child): &&(Cell, NodeId)| {
            reply != intrusion && !self.carriers[child as usize].contains(intrusion)
        };
        replies.iter().filter(avoids).map(|&(reply, child)| {
            let mut region = self.rest(child);
            if !self.state.prover.contains(reply) {
                region.insert(reply);
            }
            (region.len(), reply, child)
        })
    }
}

impl State {
    /// Opens the node, or, if it is a `Join`, each part of it; a node that is achieved needs no more attention.
    fn open_node(&mut self, certificate: &Certificate, node: NodeId) {
        // A node reached twice needs no empty cell, or the parts would not be disjoint; visiting it once keeps this linear.
        let mut seen = BTreeSet::from([node]);
        let mut queue = vec![node];
        while let Some(node) = queue.pop() {
            match &certificate.nodes[node as usize] {
                Node::Linked { .. } | Node::Cut { .. } => {}
                Node::Join { children, .. } => queue.extend(children.iter().filter(|&&child| seen.insert(child))),
                Node::Replies { .. } => {
                    if let Err(open_idx) = self.open.binary_search(&node) {
                        self.open.insert(open_idx, node);
                    }
                }
            }
        }
    }
}

/// The carrier of each node, as `docs/CERTIFICATE.md` defines it.
fn carriers(certificate: &Certificate) -> Result<Vec<CellSet>, DefendError> {
    let mut carriers: Vec<CellSet> = Vec::with_capacity(certificate.nodes.len());
    let mut assumes: Vec<CellSet> = Vec::with_capacity(certificate.nodes.len());
    for (node_idx, node) in certificate.nodes.iter().enumerate() {
        let mut carrier = CellSet::new();
        let mut assumed = CellSet::new();
        let known = |child: NodeId| {
            if (child as usize) < node_idx {
                Ok(child as usize)
            } else {
                Err(DefendError::Malformed(node_idx as NodeId))
            }
        };
        match node {
            Node::Linked { stones, .. } | Node::Cut { stones } => assumed = stones.iter().copied().collect(),
            Node::Replies { replies, .. } => {
                for &(reply, child) in replies {
                    let child = known(child)?;
                    carrier.insert(reply);
                    carrier.union_with(&carriers[child]);
                    let mut needs = assumes[child].clone();
                    needs.remove(reply);
                    assumed.union_with(&needs);
                }
            }
            Node::Join { stones, children, .. } => {
                assumed = stones.iter().copied().collect();
                for &child in children {
                    let child = known(child)?;
                    carrier.union_with(&carriers[child]);
                    assumed.union_with(&assumes[child]);
                }
            }
        }
        carrier.subtract(&assumed);
        carriers.push(carrier);
        assumes.push(assumed);
    }
    Ok(carriers)
}

#[cfg(test)]
mod tests;
