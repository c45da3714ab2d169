//! The tree: nodes with the values of the leaves below them.

use tesuji_board::Player;

use super::search::FirstPlay;
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{self, MoveFacts, ProvedNode, ROOT};
use crate::mcts::tree::Children;

/// A move of the tree and what follows it. All values are for the player who made the move, from 0 (loss) to 1 (win).
#[derive(Clone, Debug)]
pub(super) struct LeafNode<M> {
    /// The sum of the judgements of all visits.
    pub(super) sum: f64,
    pub(super) visits: u32,
    /// The minimax value of the tree below.
    pub(super) best: f32,
    /// The prior probability of the move.
    pub(super) chance: f32,
    /// By how much the move is rated below its best sibling, as a value in an even position, from 0 to 1/2.
    pub(super) behind: f32,
    pub(super) children: Children,
    pub(super) proof: NodeProof,
    /// Whether the player who made the move also makes the next.
    pub(super) goes_on: bool,
    /// Whether knowledge has examined the node.
    pub(super) is_seen: bool,
    /// Whether no legal move that could win is missing among the children.
    pub(super) is_whole: bool,
    pub(super) mv: M,
}

impl<M: Copy> LeafNode<M> {
    pub(super) const fn new(mv: M) -> Self {
        Self {
            sum: 0.0,
            visits: 0,
            best: 0.5,
            chance: 0.0,
            behind: 0.0,
            children: Children::NONE,
            proof: NodeProof::Open,
            goes_on: false,
            is_seen: false,
            is_whole: false,
            mv,
        }
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

/// Selection formula for children.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeafFormula {
    pub(super) exploration: f64,
    pub(super) minimax: f64,
    pub(super) first_play: FirstPlay,
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

    /// Replaces the children of a node; returns whether there was room, which the root always has.
    pub(super) fn set_children(
        &mut self,
        node_idx: usize,
        children: &[LeafNode<M>],
        is_whole: bool,
        max: usize,
    ) -> bool {
        let first = self.nodes.len();
        if first + children.len() > max.min(u32::MAX as usize) && node_idx != ROOT {
            self.is_full = true;
            return false;
        }
        self.nodes.extend_from_slice(children);
        let node = &mut self.nodes[node_idx];
        (node.children, node.is_whole) = (Children::new(first, children.len()), is_whole);
        true
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
    pub(super) fn select(&self, node_idx: usize, formula: &LeafFormula) -> Option<usize> {
        let node = &self.nodes[node_idx];
        let turned = |value: f64| if node.goes_on { value } else { 1.0 - value };
        let reach = formula.exploration * f64::from(node.visits).sqrt();
        let mixed = |mean: f64, best: f32| mean + formula.minimax * (f64::from(best) - mean);
        let here = turned(mixed(node.value(), node.best));
        // How much less than the node a move without a visit is worth.
        let less = match formula.first_play {
            // How much a step of the estimate counts here, relative to an even position.
            FirstPlay::ByRating => 4.0 * here * (1.0 - here),
            FirstPlay::Reduced(reduction) => {
                let children = &self.nodes[node.children.range()];
                let visited = children.iter().filter(|child| child.visits > 0);
                reduction * visited.map(|child| f64::from(child.chance)).sum::<f64>().sqrt()
            }
        };
        let (mut chosen, mut highest) = (None, f64::NEG_INFINITY);
        for child_idx in node.children.range() {
            let child = &self.nodes[child_idx];
            if child.proof == NodeProof::Lost {
                continue;
            }
            let n = f64::from(child.visits);
            let q = match (child.visits, formula.first_play) {
                (0, FirstPlay::ByRating) => here - less * f64::from(child.behind),
                (0, FirstPlay::Reduced(_)) => here - less,
                _ => mixed(child.sum / n, child.best),
            };
            let urgency = q + reach * f64::from(child.chance) / (n + 1.0);
            if urgency > highest {
                (chosen, highest) = (Some(child_idx), urgency);
            }
        }
        chosen
    }

    /// Counts a visit worth `value` to the player who moved to this node, and updates it from its children.
    pub(super) fn count(&mut self, node_idx: usize, value: f64) {
        let (best, proof) = match self.nodes[node_idx].proof {
            // Knowledge may have decided it; its children do not show that.
            NodeProof::Won => (1.0, NodeProof::Won),
            NodeProof::Lost => (0.0, NodeProof::Lost),
            NodeProof::Open => self.by_children(node_idx).unwrap_or((value as f32, NodeProof::Open)),
        };
        let node = &mut self.nodes[node_idx];
        node.visits += 1;
        node.sum += value;
        (node.best, node.proof) = (best, proof);
    }

    /// The minimax value of a node from its children, and what they prove; `None` if none of them has a value.
    pub(super) fn by_children(&self, node_idx: usize) -> Option<(f32, NodeProof)> {
        let node = &self.nodes[node_idx];
        let (mut best, mut is_lost) = (None::<f32>, node.is_whole);
        for child in &self.nodes[node.children.range()] {
            let value = match child.proof {
                NodeProof::Won => 1.0,
                NodeProof::Lost => 0.0,
                NodeProof::Open => {
                    is_lost = false;
                    if child.visits == 0 {
                        continue;
                    }
                    child.best
                }
            };
            if child.proof == NodeProof::Won {
                return Some(if node.goes_on { (1.0, NodeProof::Won) } else { (0.0, NodeProof::Lost) });
            }
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        let best = best?;
        let proof = match (is_lost, node.goes_on) {
            (false, _) => NodeProof::Open,
            (true, true) => NodeProof::Lost,
            (true, false) => NodeProof::Won,
        };
        Some((if node.goes_on { best } else { 1.0 - best }, proof))
    }

    /// Makes the child by `mv` the root and forgets the rest; returns whether there was such a child.
    pub(super) fn advance(&mut self, mv: M) -> bool {
        let Some(child_idx) = proved::child_by(&self.nodes, mv) else { return false };
        let (mut nodes, _) = proved::subtree(&self.nodes, child_idx);
        let root = &mut nodes[ROOT];
        if root.goes_on {
            // The player who moved to the root is assumed to be the opponent of the player to move.
            root.sum = f64::from(root.visits) - root.sum;
            root.best = 1.0 - root.best;
            root.proof = match root.proof {
                NodeProof::Open => NodeProof::Open,
                NodeProof::Won => NodeProof::Lost,
                NodeProof::Lost => NodeProof::Won,
            };
            root.goes_on = false;
        }
        (self.nodes, self.is_full) = (nodes, false);
        true
    }
}

/// Converts a value for `other` to one for `player`.
pub(super) fn for_player(player: Player, other: Player, value: f64) -> f64 {
    if player == other { value } else { 1.0 - value }
}
