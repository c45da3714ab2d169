//! Playing from a certificate: every move of the other side is answered by following the proof.
//!
//! [`Defender`] is the state of one such game and has its moves. Not here: reading moves and drawing boards (the
//! `tesuji claim defend` command does both), and the rules of proofs (crate `proof`).

mod reasons;

use std::collections::BTreeSet;
use std::mem;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, CertificateError, Claim, FilledCells, Goal, Node, NodeId, Verdict};

use tesuji_prove::brute::{goal_achieved, goal_still_possible};

pub use reasons::{Reason, ReasonKind};

/// A game in which the certificate plays the prover's side and somebody else plays the intruder's.
///
/// The prover is the owner if the certificate holds, the opponent if it fails. The game keeps a list of open nodes:
/// parts of the proof in which the prover still succeeds wherever the intruder moves. Their carriers share no empty
/// cell, so an intrusion concerns at most one of them, and the others stay as they are.
///
/// ```text
///  a  b  c
/// 1 ● .  .  1      A Join of two bridges, a1-b2 over {b1, a2} and b2-a4 over {a3, b3}: two open nodes.
///  2 .  ●  .  2    An intrusion at b1 is answered at a2, and the first node closes; the second is untouched.
///   3 .  .  .  3   A move at c1 lies outside both: it needs no answer.
///    4 ●  .  .  4
///       a  b  c
/// ```
#[derive(Clone, Debug)]
pub struct Defender<'a> {
    certificate: &'a Certificate,
    /// For each node, the empty cells it needs.
    carriers: Vec<CellSet>,
    state: DefenceState,
    /// The state before each move of the intruder, with the move and its answer.
    history: Vec<(DefenceState, Cell, DefenceAnswer)>,
}

#[derive(Clone, Debug, Default)]
struct DefenceState {
    /// The prover's stones beyond those of the claim.
    prover: CellSet,
    /// The intruder's stones beyond those of the claim.
    intruder: CellSet,
    /// Open `Replies` nodes, in ascending order; all other nodes are done as soon as they are reached.
    open: Vec<NodeId>,
    /// Cells that count as the prover's: a move on one is answered on the other.
    filled: Vec<FilledCells>,
}

/// The answer of the certificate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DefenceAnswer {
    /// A stone on this cell.
    Reply(Cell),
    /// Nothing: the intruder's move lies outside every carrier that is still needed.
    NotNeeded,
    /// Nothing: the reply is this cell, where the prover already has a stone.
    AlreadyThere(Cell),
}

/// Reasons why a move is not possible.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DefendError {
    /// The cell is not in the claim's carrier, so it belongs to one side from the start.
    #[error("{0} is not one of the claim's empty cells")]
    OutsideClaim(String),
    /// There is a stone on the cell.
    #[error("there is already a stone on {0}")]
    Taken(String),
}

impl<'a> Defender<'a> {
    /// The game at its start, after the prover's first move if the certificate has one. Linear in the size of the
    /// certificate.
    ///
    /// # Errors
    ///
    /// What makes the certificate invalid.
    pub fn new(certificate: &'a Certificate) -> Result<Self, CertificateError> {
        let carriers: Vec<CellSet> = certificate.prove()?.into_iter().map(|proven| proven.carrier).collect();
        let mut state = DefenceState { prover: certificate.first.into_iter().collect(), ..DefenceState::default() };
        // A proof has at least one node; the last one is the claim.
        state.open_node(certificate, carriers.len().saturating_sub(1) as NodeId);
        Ok(Self { certificate, carriers, state, history: Vec::new() })
    }

    /// The certificate that is played.
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

    /// The empty cells that the prover still needs; a move anywhere else needs no answer.
    #[must_use]
    pub fn needed(&self) -> CellSet {
        let mut cells = CellSet::new();
        for &node in &self.state.open {
            cells.union_with(&self.rest(node));
        }
        let filled = self.state.filled.iter().flat_map(|cells| cells.cells());
        filled.filter(|&cell| self.answer_of_fill(cell).is_some()).for_each(|cell| _ = cells.insert(cell));
        cells
    }

    /// Whether the proof is played out: the goal is achieved by adjacency, or cut for good.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let claim = &self.certificate.claim;
        match self.certificate.verdict {
            Verdict::Holds => goal_achieved(claim, &self.with_replies(claim.stones.clone())),
            Verdict::Fails => !goal_still_possible(claim, &self.with_replies(claim.opponent_cells())),
        }
    }

    /// The first alternative of the goal that the owner has achieved without the edges of other alternatives, if any.
    #[must_use]
    pub fn achieved(&self) -> Option<Goal> {
        let claim = &self.certificate.claim;
        let owner = match self.certificate.verdict {
            Verdict::Holds => &self.state.prover,
            Verdict::Fails => &self.state.intruder,
        };
        let mut stones = claim.stones.clone();
        stones.union_with(owner);
        claim.goal.alternatives().iter().find_map(|alternative| {
            let goal = Goal::new(vec![alternative.clone()]).ok()?;
            goal_achieved(&Claim { goal: goal.clone(), ..claim.clone() }, &stones).then_some(goal)
        })
    }

    fn with_replies(&self, mut cells: CellSet) -> CellSet {
        cells.union_with(&self.state.prover);
        cells
    }

    /// Plays the intruder's move and the answer to it.
    ///
    /// Among the replies whose region avoids the move, it plays the one that leaves the fewest cells needed; among
    /// equals, the first.
    ///
    /// # Errors
    ///
    /// If the move is not one of [`moves`](Self::moves); then nothing changes.
    pub fn answer(&mut self, intrusion: Cell) -> Result<DefenceAnswer, DefendError> {
        let claim = &self.certificate.claim;
        if !claim.carrier.contains(intrusion) {
            let known = intrusion.index() < claim.topology.n_cells();
            let name = if known { claim.topology.name(intrusion).to_owned() } else { format!("{intrusion:?}") };
            return Err(DefendError::OutsideClaim(name));
        }
        if self.state.prover.contains(intrusion) || self.state.intruder.contains(intrusion) {
            return Err(DefendError::Taken(claim.topology.name(intrusion).to_owned()));
        }
        let mut next = self.state.clone();
        next.intruder.insert(intrusion);
        let filled = self.answer_of_fill(intrusion);
        let met = next.open.iter().position(|&node| self.carriers[node as usize].contains(intrusion));
        let met = met.filter(|_| filled.is_none());
        // In a valid certificate no cell lies in the regions of all replies, so a reply exists.
        let best = met.and_then(|open_idx| {
            let node = next.open.remove(open_idx);
            self.replies_avoiding(node, intrusion).min_by_key(|&(n_left, ..)| n_left)
        });
        let answer = match best {
            None if let Some(reply) = filled => {
                next.prover.insert(reply);
                DefenceAnswer::Reply(reply)
            }
            None => DefenceAnswer::NotNeeded,
            Some((_, reply, child)) => {
                // A cell that is filled in counts as the prover's even if the intruder has it.
                let is_new = !next.intruder.contains(reply) && next.prover.insert(reply);
                next.open_node(self.certificate, child);
                if is_new { DefenceAnswer::Reply(reply) } else { DefenceAnswer::AlreadyThere(reply) }
            }
        };
        let before = mem::replace(&mut self.state, next);
        self.history.push((before, intrusion, answer));
        Ok(answer)
    }

    /// All replies by which the proof answers this move; empty if it needs none.
    #[must_use]
    pub fn replies(&self, intrusion: Cell) -> CellSet {
        if let Some(reply) = self.answer_of_fill(intrusion) {
            return [reply].into_iter().collect();
        }
        let met = self.state.open.iter().find(|&&node| self.carriers[node as usize].contains(intrusion));
        met.map(|&node| self.replies_avoiding(node, intrusion).map(|(_, reply, _)| reply).collect()).unwrap_or_default()
    }

    /// Takes back the last move of the intruder and its answer, and returns them.
    pub fn undo(&mut self) -> Option<(Cell, DefenceAnswer)> {
        let (before, intrusion, answer) = self.history.pop()?;
        self.state = before;
        Some((intrusion, answer))
    }

    /// The intruder's moves so far with their answers, first to last.
    pub fn history(&self) -> impl Iterator<Item = (Cell, DefenceAnswer)> + '_ {
        self.history.iter().map(|&(_, intrusion, answer)| (intrusion, answer))
    }

    /// A difficult move for the intruder to try: the one with the fewest answers, then the one that leaves most to do.
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

    /// The answer to a move on a cell that is filled in, as long as that is needed.
    fn answer_of_fill(&self, intrusion: Cell) -> Option<Cell> {
        let is_free = |cell: &Cell| !self.state.prover.contains(*cell) && !self.state.intruder.contains(*cell);
        let mut answers = self.state.filled.iter().filter_map(|cells| cells.answer(intrusion));
        answers.find(is_free).filter(|_| is_free(&intrusion))
    }

    /// The cells of the node's carrier without a stone of the prover.
    fn rest(&self, node: NodeId) -> CellSet {
        let mut cells = self.carriers[node as usize].clone();
        cells.subtract(&self.state.prover);
        cells
    }

    /// The replies of `node` whose region does not contain `intrusion`: the number of empty cells in the region, the
    /// reply, the child.
    fn replies_avoiding(&self, node: NodeId, intrusion: Cell) -> impl Iterator<Item = (usize, Cell, NodeId)> + '_ {
        let avoids = move |&&(reply, child): &&(Cell, NodeId)| {
            reply != intrusion && !self.carriers[child as usize].contains(intrusion)
        };
        self.certificate.nodes[node as usize].replies().iter().filter(avoids).map(|&(reply, child)| {
            let mut region = self.rest(child);
            if !self.state.prover.contains(reply) {
                region.insert(reply);
            }
            (region.len(), reply, child)
        })
    }
}

impl DefenceState {
    /// Opens the node, or each part of it if it is a `Join`. A node that is achieved needs no more attention.
    fn open_node(&mut self, certificate: &Certificate, node: NodeId) {
        // A node that is reached twice needs no empty cell, or the parts would not be disjoint. Visiting it once keeps
        // this linear.
        let mut seen = BTreeSet::from([node]);
        let mut queue = vec![node];
        while let Some(number) = queue.pop() {
            let node = &certificate.nodes[number as usize];
            queue.extend(node.parts().iter().filter(|&&part| seen.insert(part)));
            if let Node::Fill { cells, .. } = node
                && !matches!(cells, FilledCells::Dead(_))
            {
                self.filled.push(*cells);
            }
            if !node.replies().is_empty()
                && let Err(open_idx) = self.open.binary_search(&number)
            {
                self.open.insert(open_idx, number);
            }
        }
    }
}

#[cfg(feature = "testing")]
mod tests;
