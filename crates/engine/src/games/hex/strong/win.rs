//! A proved win, kept as an answer to every move of the other player.
//!
//! The solver proves a win as a certificate (`docs/CERTIFICATE.md`). The checker of `proof` accepts it before anything
//! is played from it. After that no search is needed: whatever the other player does, a walk over the certificate finds
//! the next move. So neither a clock nor a full table can lose the win any more.
//!
//! The walk looks only at the stones, not at how they came there. So a win survives an undo, and moves that somebody
//! else has chosen.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};

use tesuji_board::{Bits, Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_proof::{Certificate, CertificateError, Heading, Node, NodeId, NodeSink, Proven};
use tesuji_search::Limits;
use tesuji_solve::{BoardSolver, Question};

/// Every cell of the largest board.
type Cells = Bits<6>;

/// A proof with more nodes is not kept; a node takes about a hundred bytes.
const MAX_NODES: usize = 1_000_000;

/// A proved win and how it is played.
#[derive(Debug)]
pub(super) struct Win {
    winner: Player,
    size: (usize, usize),
    /// The winner's stones that the proof begins with.
    stones: Cells,
    /// Children before parents, the root last.
    parts: Vec<Part>,
}

/// A node of the certificate: with the stones it assumes, the winner achieves its goal in its carrier.
#[derive(Debug)]
struct Part {
    assumes: Cells,
    carrier: Cells,
    step: Step,
}

#[derive(Debug)]
enum Step {
    /// Nothing is left to do.
    Linked,
    /// One of the replies has a need that is still untouched.
    Replies(Vec<(usize, NodeId)>),
    /// Each part is answered on its own.
    Join(Vec<NodeId>),
}

/// Nodes in memory, at most [`MAX_NODES`].
struct Bounded(Vec<Node>);

impl NodeSink for Bounded {
    fn take(&mut self, node: &Node) -> Result<(), CertificateError> {
        if self.0.len() == MAX_NODES {
            return Err(CertificateError::NoNodes);
        }
        self.0.push(node.clone());
        Ok(())
    }
}

impl Win {
    /// The win of the player who is not to move in `position`; `None` if there is none, if the search for it was
    /// interrupted, or if its proof is too long to be kept.
    pub(super) fn prove(solver: &mut BoardSolver, position: &Position, limits: &Limits) -> Option<Self> {
        let question = Question::from(position);
        let mut sink = Bounded(Vec::new());
        let proof = solver.prove(&question, limits, &mut sink).ok()??;
        let Bounded(mut nodes) = sink;
        nodes.truncate(proof.root as usize + 1);
        let Heading { claim, verdict, first, goals } = proof.heading;
        let certificate = Certificate { claim, verdict, first, goals, nodes };
        Self::new(&certificate, position).filter(|win| win.winner != position.to_move())
    }

    fn new(certificate: &Certificate, position: &Position) -> Option<Self> {
        let proven = certificate.prove().ok()?;
        let steps = certificate.nodes.iter().map(|node| match node {
            Node::Linked { .. } => Some(Step::Linked),
            Node::Replies { replies, .. } => {
                Some(Step::Replies(replies.iter().map(|&(reply, child)| (reply.index(), child)).collect()))
            }
            Node::Join { children, .. } => Some(Step::Join(children.clone())),
            // Only refutations have cuts. A win is a claim of the winner that holds.
            Node::Cut { .. } => None,
        });
        let part = |(step, node): (Option<Step>, &Proven)| {
            Some(Part { assumes: cells(&node.assumes), carrier: cells(&node.carrier), step: step? })
        };
        Some(Self {
            winner: certificate.claim.owner,
            size: position.size(),
            stones: cells(&certificate.claim.stones),
            parts: steps.zip(&proven).map(part).collect::<Option<_>>()?,
        })
    }

    /// The winning move of the player to move; `None` if this proof does not show that there is one.
    ///
    /// Costs a walk over the part of the proof that has been touched.
    pub(super) fn reply(&self, position: &Position) -> Option<Cell> {
        if position.to_move() != self.winner || position.size() != self.size {
            return None;
        }
        let [own, other] = [self.winner, !self.winner].map(|player| cells(&position.stones(player)));
        let root = self.parts.len().checked_sub(1)? as NodeId;
        let mut walk = Walk { parts: &self.parts, own, other, known: HashMap::new(), hopeless: HashSet::new() };
        let missing = self.stones - own;
        let cell = match missing.first() {
            // The position before the proof begins, as after an undo.
            Some(cell) => Some(cell).filter(|_| missing.len() == 1 && walk.holds(root, None)),
            None if walk.holds(root, None) => {
                let all = Bits::first_n(position.topology().n_cells());
                // If all that is needed is there already, any move will do.
                walk.progress(root).or_else(|| (all - own - other).first())
            }
            None => walk.repair(root),
        };
        cell.map(Cell::new).filter(|&cell| position.is_legal(Move::Place(cell)))
    }
}

fn cells(set: &CellSet) -> Cells {
    set.iter().map(Cell::index).collect()
}

/// A look at a proof in a position.
struct Walk<'a> {
    parts: &'a [Part],
    own: Cells,
    other: Cells,
    /// The results of `holds`, by its arguments.
    known: HashMap<(NodeId, Option<usize>), bool>,
    /// Nodes that no single move repairs.
    hopeless: HashSet<NodeId>,
}

impl Walk<'_> {
    /// Whether the winner achieves this node with the present stones and `more`, although the other player moves first.
    fn holds(&mut self, node: NodeId, more: Option<usize>) -> bool {
        let parts = self.parts;
        let part = &parts[node as usize];
        let own = more.map_or(self.own, |cell| self.own.with(cell));
        if !part.assumes.is_subset(&own) {
            return false;
        }
        if !part.carrier.meets(&self.other) {
            return true;
        }
        if let Some(&known) = self.known.get(&(node, more)) {
            return known;
        }
        let found = match &part.step {
            Step::Linked => true,
            Step::Replies(replies) => {
                replies.iter().any(|&(reply, child)| own.contains(reply) && self.holds(child, more))
            }
            Step::Join(children) => children.iter().all(|&child| self.holds(child, more)),
        };
        self.known.insert((node, more), found);
        found
    }

    /// A move that makes a node hold that does not hold now.
    fn repair(&mut self, node: NodeId) -> Option<usize> {
        let parts = self.parts;
        if self.hopeless.contains(&node) {
            return None;
        }
        let found = match &parts[node as usize].step {
            Step::Linked => None,
            Step::Replies(replies) => {
                let taken = self.own | self.other;
                let new =
                    |&&(reply, child): &&(usize, NodeId)| !taken.contains(reply) && self.holds(child, Some(reply));
                match replies.iter().find(new) {
                    Some(&(reply, _)) => Some(reply),
                    None => {
                        let own = self.own;
                        let made = replies.iter().filter(|&&(reply, _)| own.contains(reply));
                        made.map(|&(_, child)| child).find_map(|child| self.repair(child))
                    }
                }
            }
            Step::Join(children) => {
                let mut broken = children.iter().filter(|&&child| !self.holds(child, None));
                match (broken.next(), broken.next()) {
                    (Some(&child), None) => self.repair(child),
                    _ => None,
                }
            }
        };
        if found.is_none() {
            self.hopeless.insert(node);
        }
        found
    }

    /// A useful move in a node that holds; `None` if its goal is achieved.
    fn progress(&mut self, node: NodeId) -> Option<usize> {
        let parts = self.parts;
        match &parts[node as usize].step {
            Step::Linked => None,
            Step::Replies(replies) => {
                let made = replies.iter().find(|&&(reply, child)| self.own.contains(reply) && self.holds(child, None));
                match made {
                    Some(&(_, child)) => self.progress(child),
                    None => {
                        let taken = self.own | self.other;
                        let new = |&&(reply, child): &&(usize, NodeId)| {
                            !taken.contains(reply) && self.holds(child, Some(reply))
                        };
                        replies.iter().find(new).map(|&(reply, _)| reply)
                    }
                }
            }
            Step::Join(children) => children.iter().find_map(|&child| self.progress(child)),
        }
    }
}
