//! From a tree of search results to a certificate: no inference is left in it.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell, CellSet};
use tesuji_connection::{Region, Side};
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Verdict};
use tesuji_search::Limits;

use super::proofs::{ProofId, Proofs, Reason};
use super::search::Search;

/// The certificate of a decided search: `first` is the prover's first move if it moves first.
///
/// `None` only if the limits stop the work, which may need small searches again.
pub(crate) fn certificate<const W: usize>(
    claim: &Claim,
    region: &Region<W>,
    proofs: &Proofs<W>,
    (first, proof): (Option<u16>, ProofId),
    limits: &Limits,
) -> Option<Certificate> {
    let mut writer = Writer::new(claim, proofs.get(proof).side, limits);
    let root = writer.proof_node(claim, region, proofs, proof, &mut Done::default())?;
    let verdict = match proofs.get(proof).side {
        Side::Owner => Verdict::Holds,
        Side::Opponent => Verdict::Fails,
    };
    let first = first.map(|cell| region.cells[usize::from(cell)]);
    Some(Certificate { claim: claim.clone(), verdict, first, goals: writer.goals, nodes: in_order(writer.nodes, root) })
}

/// Collects nodes and goals, each different one once.
pub(super) struct Writer<'a> {
    pub(super) claim: &'a Claim,
    pub(super) side: Side,
    limits: &'a Limits,
    goals: Vec<Goal>,
    nodes: Vec<Node>,
    known_goals: HashMap<Goal, GoalId, FxBuildHasher>,
    known_nodes: HashMap<NodeKey, NodeId, FxBuildHasher>,
}

/// What is written already of one search.
struct Done<const W: usize> {
    proofs: HashMap<ProofId, NodeId, FxBuildHasher>,
    /// What connections show, by stones and carrier: many proofs share these.
    leaves: HashMap<(Bits<W>, Bits<W>), NodeId, FxBuildHasher>,
}

impl<const W: usize> Default for Done<W> {
    fn default() -> Self {
        Self { proofs: HashMap::default(), leaves: HashMap::default() }
    }
}

/// What makes two nodes the same.
#[derive(PartialEq, Eq, Hash)]
struct NodeKey(u8, GoalId, Vec<Cell>, Vec<(Option<Cell>, NodeId)>);

impl<'a> Writer<'a> {
    fn new(claim: &'a Claim, side: Side, limits: &'a Limits) -> Self {
        let mut writer = Self {
            claim,
            side,
            limits,
            goals: Vec::new(),
            nodes: Vec::new(),
            known_goals: HashMap::default(),
            known_nodes: HashMap::default(),
        };
        writer.goal(claim.goal.clone());
        writer
    }

    pub(super) fn goal(&mut self, goal: Goal) -> GoalId {
        if let Some(&id) = self.known_goals.get(&goal) {
            return id;
        }
        let id = self.goals.len() as GoalId;
        self.goals.push(goal.clone());
        self.known_goals.insert(goal, id);
        id
    }

    pub(super) fn node(&mut self, mut node: Node) -> NodeId {
        let key = match &mut node {
            Node::Linked { goal, stones } => {
                stones.sort_unstable();
                NodeKey(0, *goal, stones.clone(), Vec::new())
            }
            Node::Replies { goal, replies } => {
                replies.sort_unstable();
                replies.dedup();
                NodeKey(1, *goal, Vec::new(), replies.iter().map(|&(cell, child)| (Some(cell), child)).collect())
            }
            Node::Join { goal, stones, children } => {
                stones.sort_unstable();
                children.sort_unstable();
                NodeKey(2, *goal, stones.clone(), children.iter().map(|&child| (None, child)).collect())
            }
            Node::Cut { stones } => {
                stones.sort_unstable();
                NodeKey(3, 0, stones.clone(), Vec::new())
            }
        };
        let id = self.nodes.len() as NodeId;
        *self.known_nodes.entry(key).or_insert_with(|| {
            self.nodes.push(node);
            id
        })
    }

    /// The node of a search result about `base`, whose region is `region`; `done` are those of the same search.
    fn proof_node<const W: usize>(
        &mut self,
        base: &Claim,
        region: &Region<W>,
        proofs: &Proofs<W>,
        id: ProofId,
        done: &mut Done<W>,
    ) -> Option<NodeId> {
        if let Some(&node) = done.proofs.get(&id) {
            return Some(node);
        }
        let proof = proofs.get(id);
        let node = match &proof.reason {
            Reason::Replies(children) => {
                let mut replies = Vec::with_capacity(children.len());
                for &(key, child) in children {
                    replies.push((region.cells[usize::from(key)], self.proof_node(base, region, proofs, child, done)?));
                }
                self.node(Node::Replies { goal: 0, replies })
            }
            Reason::Connections if done.leaves.contains_key(&(proof.stones, proof.carrier)) => {
                done.leaves[&(proof.stones, proof.carrier)]
            }
            Reason::Connections => {
                let part = part_of(base, self.side, &region.to_board(&proof.stones), &region.to_board(&proof.carrier));
                let part_region = Region::<W>::new(&part).ok()?;
                let node = match self.leaf(&part, &part_region) {
                    Some(node) => node,
                    // Lists of connections are bounded, so another order may miss what the search saw. It is small: search it.
                    None => self.search_again(&part, &part_region)?,
                };
                done.leaves.insert((proof.stones, proof.carrier), node);
                node
            }
        };
        done.proofs.insert(id, node);
        Some(node)
    }

    fn search_again<const W: usize>(&mut self, part: &Claim, part_region: &Region<W>) -> Option<NodeId> {
        let mut search = Search::new(part_region, self.limits);
        let (_, proof) = search.run(part.to_move)?;
        if search.proofs().get(proof).reason == Reason::Connections {
            // Seen again and still not to be written: no answer is better than a loop.
            return None;
        }
        self.proof_node(part, part_region, search.proofs(), proof, &mut Done::default())
    }
}

/// The claim cut down to what a proof needs: the prover has `stones` too, may play in `carrier`, and the other
/// side moves first and has all the rest.
fn part_of(claim: &Claim, prover: Side, stones: &CellSet, carrier: &CellSet) -> Claim {
    let mut part = claim.clone();
    part.carrier = carrier.clone();
    match prover {
        Side::Owner => {
            part.stones.union_with(stones);
            part.to_move = Mover::Opponent;
        }
        Side::Opponent => {
            let mut rest = claim.carrier.clone();
            rest.subtract(stones);
            rest.subtract(carrier);
            part.stones.union_with(&rest);
            part.to_move = Mover::Owner;
        }
    }
    part
}

/// The nodes that `root` needs, children before parents, `root` last.
fn in_order(nodes: Vec<Node>, root: NodeId) -> Vec<Node> {
    let mut needed = vec![false; nodes.len()];
    needed[root as usize] = true;
    for id in (0..nodes.len()).rev() {
        if needed[id] {
            match &nodes[id] {
                Node::Replies { replies, .. } => replies.iter().for_each(|&(_, child)| needed[child as usize] = true),
                Node::Join { children, .. } => children.iter().for_each(|&child| needed[child as usize] = true),
                Node::Linked { .. } | Node::Cut { .. } => {}
            }
        }
    }
    let mut number = vec![0; nodes.len()];
    let mut kept = Vec::new();
    for (id, mut node) in nodes.into_iter().enumerate() {
        if !needed[id] || id > root as usize {
            continue;
        }
        match &mut node {
            Node::Replies { replies, .. } => replies.iter_mut().for_each(|(_, child)| *child = number[*child as usize]),
            Node::Join { children, .. } => children.iter_mut().for_each(|child| *child = number[*child as usize]),
            Node::Linked { .. } | Node::Cut { .. } => {}
        }
        number[id] = kept.len() as NodeId;
        kept.push(node);
    }
    kept
}
