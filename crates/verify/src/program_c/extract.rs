//! From a tree of search results to a certificate, which contains no inferences.

use std::collections::{HashMap, HashSet};
use std::hash::BuildHasher;

use rustc_hash::FxBuildHasher;
use tesuji_board::CellSet;
use tesuji_connection::{Region, Side, Watch};
use tesuji_decide::SearchLimits;
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Mover, Node, NodeId, Verdict, in_order};
use tesuji_search::Limits;

use super::proofs::{ProofId, ProofReason, Proofs};
use super::prove::prove;

/// The certificate of a decided search. `first` is the prover's first move if it moves first.
///
/// `None` if the limits stop the work, which may have to repeat small searches, or if what connections show cannot be
/// written down.
pub(crate) fn certificate<const W: usize>(
    claim: &Claim,
    region: &Region<W>,
    proofs: &Proofs<W>,
    (first, proof): (Option<u16>, ProofId),
    limits: &Limits,
) -> Option<Certificate> {
    let mut writer = ProofWriter::new(claim, proofs.get(proof).side, limits);
    let root = writer.proof_node(claim, region, proofs, proof, &mut Done::default())?;
    let verdict = match proofs.get(proof).side {
        Side::Owner => Verdict::Holds,
        Side::Opponent => Verdict::Fails,
    };
    let first = first.map(|cell| region.cells[usize::from(cell)]);
    Some(Certificate { claim: claim.clone(), verdict, first, goals: writer.goals, nodes: in_order(writer.nodes, root) })
}

/// Collects nodes and goals, each distinct one once.
pub(super) struct ProofWriter<'a> {
    pub(super) claim: &'a Claim,
    pub(super) side: Side,
    limits: &'a Limits,
    goals: Vec<Goal>,
    nodes: Vec<Node>,
    known_goals: HashMap<Goal, GoalId, FxBuildHasher>,
    /// For each hash, the first node that has it.
    known_nodes: HashMap<u64, NodeId, FxBuildHasher>,
    /// What connections show, by carrier: nodes and the prover's stones that they need. Many proofs share them, also those
    /// of parts that are searched again.
    leaves: HashMap<CellSet, Vec<(CellSet, NodeId)>, FxBuildHasher>,
}

/// The proofs of one search that are written already.
type Done = HashMap<ProofId, NodeId, FxBuildHasher>;

impl<'a> ProofWriter<'a> {
    fn new(claim: &'a Claim, side: Side, limits: &'a Limits) -> Self {
        let mut writer = Self {
            claim,
            side,
            limits,
            goals: Vec::new(),
            nodes: Vec::new(),
            known_goals: HashMap::default(),
            known_nodes: HashMap::default(),
            leaves: HashMap::default(),
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
        match &mut node {
            Node::Linked { stones, .. } | Node::Cut { stones } => stones.sort_unstable(),
            Node::Replies { replies, .. } => {
                replies.sort_unstable();
                replies.dedup();
            }
            Node::Join { stones, children, .. } => {
                stones.sort_unstable();
                children.sort_unstable();
            }
        }
        let hash = FxBuildHasher.hash_one(&node);
        if let Some(&known) = self.known_nodes.get(&hash)
            && self.nodes[known as usize] == node
        {
            return known;
        }
        let id = self.nodes.len() as NodeId;
        self.known_nodes.entry(hash).or_insert(id);
        self.nodes.push(node);
        id
    }

    /// All stones named at `root` and below.
    fn stones_below(&self, root: NodeId) -> CellSet {
        let mut named = CellSet::new();
        let mut seen = HashSet::from([root]);
        let mut todo = vec![root];
        while let Some(node) = todo.pop() {
            let mut visit = |child| {
                if seen.insert(child) {
                    todo.push(child);
                }
            };
            match &self.nodes[node as usize] {
                Node::Replies { replies, .. } => replies.iter().for_each(|&(_, child)| visit(child)),
                Node::Join { stones, children, .. } => {
                    stones.iter().for_each(|&cell| _ = named.insert(cell));
                    children.iter().for_each(|&child| visit(child));
                }
                Node::Linked { stones, .. } | Node::Cut { stones } => {
                    stones.iter().for_each(|&cell| _ = named.insert(cell));
                }
            }
        }
        named
    }

    /// The node of a search result about `base`, whose region is `region`. `done` belongs to the same search.
    fn proof_node<const W: usize>(
        &mut self,
        base: &Claim,
        region: &Region<W>,
        proofs: &Proofs<W>,
        id: ProofId,
        done: &mut Done,
    ) -> Option<NodeId> {
        if let Some(&node) = done.get(&id) {
            return Some(node);
        }
        if self.limits.is_interrupted() {
            return None;
        }
        let proof = proofs.get(id);
        let node = match &proof.reason {
            ProofReason::Replies(children) => {
                let mut replies = Vec::with_capacity(children.len());
                for &(key, child) in children {
                    replies.push((region.cells[usize::from(key)], self.proof_node(base, region, proofs, child, done)?));
                }
                self.node(Node::Replies { goal: 0, replies })
            }
            ProofReason::Connections => {
                let [stones, carrier] = [&proof.stones, &proof.carrier].map(|set| region.to_board(set));
                self.part_node::<W>(&part_of(base, self.side, &stones, &carrier), &region.watch)?
            }
        };
        done.insert(id, node);
        Some(node)
    }

    /// The node for a part that connections decide.
    fn part_node<const W: usize>(&mut self, part: &Claim, watch: &Watch) -> Option<NodeId> {
        let stones = match self.side {
            Side::Owner => part.stones.clone(),
            Side::Opponent => part.opponent_cells(),
        };
        let mut known = self.leaves.get(&part.carrier).into_iter().flatten();
        if let Some((_, node)) = known.find(|(needed, _)| needed.is_subset(&stones)) {
            return Some(*node);
        }
        let region = Region::<W>::new(part).ok()?.watched(watch.clone());
        let node = match self.leaf(part, &region) {
            Some(node) => node,
            // Lists of connections are bounded, so another order may miss what the search saw. The part is small, so
            // search it.
            None => self.search_again(part, &region)?,
        };
        let mut needed = self.stones_below(node);
        needed.intersect_with(&stones);
        self.leaves.entry(part.carrier.clone()).or_default().push((needed, node));
        Some(node)
    }

    fn search_again<const W: usize>(&mut self, part: &Claim, region: &Region<W>) -> Option<NodeId> {
        let proved = prove(part, region, SearchLimits { limits: self.limits, n_threads: 1 });
        let (_, proof) = proved.result?;
        if proved.proofs.get(proof).reason == ProofReason::Connections {
            // The search again sees only connections, which cannot be written. No answer is better than an endless
            // loop.
            return None;
        }
        self.proof_node(part, region, &proved.proofs, proof, &mut Done::default())
    }
}

/// The claim reduced to what a proof needs: the prover also has `stones` and may play in `carrier`. The other side
/// moves first and has everything else.
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
