//! The tree: nodes with the values of the leaves below them.

use tesuji_board::Player;

use super::search::LeavesConfig;
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{self, MoveFacts, ProvedNode, ROOT};
use crate::mcts::tree::Children;

/// A move of the tree and what follows it. All values are for the player who made the move, from 0 (loss) to 1 (win).
#[derive(Clone, Debug)]
pub(super) struct LeafNode<M> {
    /// The sum of the judgements of all visits.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// The prior probability of the move.
    pub(super) chance: f32,
    pub(super) children: Children,
    pub(super) proof: NodeProof,
    /// Whether knowledge has examined the node.
    pub(super) is_seen: bool,
    pub(super) mv: M,
}

impl<M: Copy> LeafNode<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self { sum: 0.0, visits: 0, chance: 0.0, children: Children::NONE, proof: NodeProof::Open, is_seen: false, mv }
    }
}

impl<M: Copy + PartialEq> ProvedNode for LeafNode<M> {
    type Move = M;

    fn known(&self) -> MoveFacts<M> {
        let &Self { mv, proof, visits, chance, children, .. } = self;
        MoveFacts { mv, proof, visits, chance, children }
    }

    fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    fn set_children(&mut self, children: Children) {
        self.children = children;
    }
}

/// Nodes, the root first; the children of a node are adjacent, the most promising first.
#[derive(Clone, Debug)]
pub(super) struct LeafTree<M> {
    pub(super) nodes: Vec<LeafNode<M>>,
    /// Whether a leaf that should have grown found no room.
    pub(super) is_full: bool,
}

impl<M: Copy + Ord> LeafTree<M> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), is_full: false }
    }

    /// Resets the tree to a root; `mv` is any move.
    pub(super) fn plant(&mut self, mv: M) {
        self.nodes.clear();
        self.is_full = false;
        self.nodes.push(LeafNode::new(mv));
    }

    /// Gives a node children if there is room, which the root always has.
    pub(super) fn set_children(&mut self, node_idx: usize, children: &[LeafNode<M>], max: usize) {
        let first = self.nodes.len();
        if first + children.len() > max.min(u32::MAX as usize) && node_idx != ROOT {
            self.is_full = true;
            return;
        }
        self.nodes.extend_from_slice(children);
        self.nodes[node_idx].children = Children::new(first, children.len());
    }

    /// Removes the children of a node whose moves are not among `moves`, unless none would be left. The chances of the
    /// others grow to a sum of 1.
    pub(super) fn keep(&mut self, node_idx: usize, moves: &[M]) {
        let range = self.nodes[node_idx].children.range();
        let is_kept = |node: &LeafNode<M>| moves.contains(&node.mv);
        let sum: f64 =
            self.nodes[range.clone()].iter().filter(|child| is_kept(child)).map(|child| f64::from(child.chance)).sum();
        let (first, mut n_kept) = (range.start, 0);
        for child_idx in range {
            if is_kept(&self.nodes[child_idx]) {
                // In this order those that are kept stay in theirs.
                self.nodes.swap(first + n_kept, child_idx);
                let child = &mut self.nodes[first + n_kept];
                if sum > 0.0 {
                    child.chance = (f64::from(child.chance) / sum) as f32;
                }
                n_kept += 1;
            }
        }
        if n_kept > 0 {
            self.nodes[node_idx].children = Children::new(first, n_kept);
        }
    }

    /// The child that the formula chooses, the first of equals; `None` if all are proved lost.
    pub(super) fn select(&self, node_idx: usize, config: &LeavesConfig) -> Option<usize> {
        let node = &self.nodes[node_idx];
        let reach = config.exploration * f64::from(node.visits).sqrt();
        let visited = self.nodes[node.children.range()].iter().filter(|child| child.visits > 0);
        let known = visited.map(|child| f64::from(child.chance)).sum::<f64>();
        let first = 1.0 - node.value() - config.reduction * known.sqrt();
        let (mut chosen, mut highest) = (None, f64::NEG_INFINITY);
        for child_idx in node.children.range() {
            let child = &self.nodes[child_idx];
            if child.proof == NodeProof::Lost {
                continue;
            }
            let n = f64::from(child.visits);
            let q = if child.visits == 0 { first } else { child.sum / n };
            let urgency = q + reach * f64::from(child.chance) / (n + 1.0);
            if urgency > highest {
                (chosen, highest) = (Some(child_idx), urgency);
            }
        }
        chosen
    }

    /// Counts a visit worth `value` to the player who moved to this node.
    pub(super) fn count(&mut self, node_idx: usize, value: f64) {
        // Knowledge may have decided it; its children do not show that.
        let proof = match self.nodes[node_idx].proof {
            NodeProof::Open => proved::by_children(&self.nodes, node_idx),
            proof @ (NodeProof::Won | NodeProof::Lost) => proof,
        };
        let node = &mut self.nodes[node_idx];
        node.visits += 1;
        node.sum += value;
        node.proof = proof;
    }

    /// Makes the child by `mv` the root and forgets the rest; returns whether there was such a child.
    pub(super) fn advance(&mut self, mv: M) -> bool {
        let Some(child_idx) = proved::child_by(&self.nodes, mv) else { return false };
        let (nodes, _) = proved::subtree(&self.nodes, child_idx);
        (self.nodes, self.is_full) = (nodes, false);
        true
    }
}

/// Converts a value for `other` to one for `player`.
pub(super) fn for_player(player: Player, other: Player, value: f64) -> f64 {
    if player == other { value } else { 1.0 - value }
}
