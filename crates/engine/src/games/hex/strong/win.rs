//! A proved win, kept as an answer to every move of the other player.
//!
//! The solver proves a win as a certificate (`docs/CERTIFICATE.md`). The checker of `proof` accepts it before anything
//! is played from it. After that no search is needed: whatever the other player does, a walk over the certificate finds
//! the next move. So neither a clock nor a full table can lose the win any more.
//!
//! The walk looks only at the stones, not at how they came there. So a win survives an undo, and moves that somebody
//! else has chosen. It counts the stones that the win still takes at most. Every move is the one that leaves the fewest,
//! so each brings the end nearer, whatever the other player does.

#[cfg(feature = "testing")]
mod tests;

use std::collections::HashMap;

use tesuji_board::{Bits, Cell, CellSet, Player};
use tesuji_game::Game;
use tesuji_hex::{Move, Position};
use tesuji_proof::{Certificate, CertificateError, Node, NodeId, NodeSink, Verdict};
use tesuji_prove::{BoardSolver, Question, most_stones};
use tesuji_search::Limits;

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
    /// The most stones that the winner places until the goal is achieved.
    most: usize,
    /// If there are any, one of them has a need that is still untouched.
    replies: Vec<(usize, NodeId)>,
    /// Parts that are each answered on their own. Without replies and parts nothing is left to do.
    parts: Vec<NodeId>,
}

/// Nodes in memory, at most [`MAX_NODES`].
struct Bounded(Vec<Node>);

impl NodeSink for Bounded {
    fn take(&mut self, node: Node) -> Result<(), CertificateError> {
        if self.0.len() == MAX_NODES {
            return Err(CertificateError::NoNodes);
        }
        self.0.push(node);
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
        let certificate = proof.heading.certificate(sink.0, proof.root);
        Self::new(&certificate, position).filter(|win| win.winner != position.to_move())
    }

    /// The win that this certificate about `position` proves; `None` if it does not check.
    pub(super) fn new(certificate: &Certificate, position: &Position) -> Option<Self> {
        // A win is a claim of the winner that holds.
        let proven = certificate.prove().ok().filter(|_| certificate.verdict == Verdict::Holds)?;
        let most = most_stones(certificate, &proven);
        let parts = certificate.nodes.iter().zip(proven.iter().zip(most)).map(|(node, (needs, most))| {
            let replies = node.replies().iter().map(|&(reply, child)| (reply.index(), child)).collect();
            let mut parts = node.parts().to_vec();
            parts.sort_unstable();
            parts.dedup();
            Part { assumes: cells(&needs.assumes), carrier: cells(&needs.carrier), most, replies, parts }
        });
        Some(Self {
            winner: certificate.claim.owner,
            size: position.size(),
            stones: cells(&certificate.claim.stones),
            parts: parts.collect(),
        })
    }

    /// The winning move of the player to move that leaves the fewest stones to be placed, and how many it takes at most,
    /// itself included. `None` if this proof does not show that there is one.
    ///
    /// Costs a walk over the part of the proof that has been touched.
    pub(super) fn reply(&self, position: &Position) -> Option<(Cell, usize)> {
        if position.to_move() != self.winner || position.size() != self.size {
            return None;
        }
        let [own, other] = [self.winner, !self.winner].map(|player| cells(&position.stones(player)));
        let root = self.parts.len().checked_sub(1)? as NodeId;
        let mut walk = Walk { parts: &self.parts, own, other, needs: HashMap::new(), moves: HashMap::new() };
        let missing = self.stones - own;
        let (cell, left) = match missing.first() {
            // The position before the proof begins, as after an undo.
            Some(cell) if missing.len() == 1 => (cell, walk.need(root, None)?),
            Some(_) => return None,
            None => match walk.best(root) {
                Some(found) => found,
                // If all that is needed is there already, any move will do.
                None => {
                    walk.need(root, None)?;
                    ((Bits::first_n(position.topology().n_cells()) - own - other).first()?, 0)
                }
            },
        };
        let cell = Cell::new(cell);
        position.is_legal(Move::Place(cell)).then_some((cell, left + 1))
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
    /// The results of `need`, by its arguments.
    needs: HashMap<(NodeId, Option<usize>), Option<usize>>,
    /// The results of `best`.
    moves: HashMap<NodeId, Option<(usize, usize)>>,
}

impl Walk<'_> {
    /// The most stones by which the winner achieves this node with the present stones and `more`, although the other
    /// player moves first; `None` if it is not known to be achieved.
    fn need(&mut self, node: NodeId, more: Option<usize>) -> Option<usize> {
        let parts = self.parts;
        let part = &parts[node as usize];
        let own = more.map_or(self.own, |cell| self.own.with(cell));
        if !part.assumes.is_subset(&own) {
            return None;
        }
        let is_whole = !part.carrier.meets(&self.other);
        if is_whole && !part.carrier.meets(&own) {
            return Some(part.most);
        }
        if let Some(&known) = self.needs.get(&(node, more)) {
            return known;
        }
        let found = if part.replies.is_empty() {
            part.parts.iter().map(|&child| self.need(child, more)).sum()
        } else {
            let made = part.replies.iter().filter(|(reply, _)| own.contains(*reply));
            let made = made.filter_map(|&(_, child)| self.need(child, more)).min();
            made.into_iter().chain(is_whole.then_some(part.most)).min()
        };
        self.needs.insert((node, more), found);
        found
    }

    /// The move after which a node needs the fewest stones, and how many; `None` if no single move makes it hold, or it
    /// needs none.
    fn best(&mut self, node: NodeId) -> Option<(usize, usize)> {
        if let Some(&known) = self.moves.get(&node) {
            return known;
        }
        let Part { replies, parts, .. } = &self.parts[node as usize];
        let found = if replies.is_empty() {
            self.best_of_parts(parts)
        } else {
            let taken = self.own | self.other;
            let after = |&(reply, child): &(usize, NodeId)| match self.own.contains(reply) {
                true => self.best(child),
                false if taken.contains(reply) => None,
                false => self.need(child, Some(reply)).map(|left| (reply, left)),
            };
            replies.iter().filter_map(after).min_by_key(|&(_, left)| left)
        };
        self.moves.insert(node, found);
        found
    }

    /// As above for parts that are all needed. If the other player has broken one, the move is there.
    fn best_of_parts(&mut self, children: &[NodeId]) -> Option<(usize, usize)> {
        let needs: Vec<Option<usize>> = children.iter().map(|&child| self.need(child, None)).collect();
        let all: usize = needs.iter().flatten().sum();
        let mut broken = children.iter().zip(&needs).filter(|(_, need)| need.is_none());
        match (broken.next(), broken.next()) {
            (Some((&child, _)), None) => self.best(child).map(|(cell, left)| (cell, all + left)),
            (Some(_), Some(_)) => None,
            (None, _) => {
                let after = |(&child, need): (&NodeId, &Option<usize>)| {
                    let (cell, left) = self.best(child)?;
                    Some((cell, (all + left).saturating_sub((*need)?)))
                };
                children.iter().zip(&needs).filter_map(after).min_by_key(|&(_, left)| left)
            }
        }
    }
}
