//! Common parts of trees whose nodes have proved results: the child to play, the end of a search, its report, and the
//! tree after a move.

use super::proof::NodeProof;
use super::report::{MoveStats, TreeReport};
use super::tree::Children;
use crate::Limits;

/// The number of the root. The move of the root says nothing.
pub(super) const ROOT: usize = 0;

/// Statistics and proof of a node. Statistics and proof are those of the player who made it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveFacts<M> {
    pub(super) mv: M,
    pub(super) proof: NodeProof,
    pub(super) visits: u32,
    /// The chance that was given to the move before any search; 0 if the search has no such chances.
    pub(super) chance: f32,
    pub(super) children: Children,
}

/// A node whose statistics and proof are those of the player who made its move.
pub(super) trait ProvedNode: Clone {
    /// A move of the game.
    type Move: Copy + PartialEq;

    fn known(&self) -> MoveFacts<Self::Move>;
    /// Mean result of an open node, from 0 to 1.
    fn mean(&self) -> f64;
    fn set_children(&mut self, children: Children);
    /// Tie-break between children with equal visits: the larger is better.
    fn gained(&self) -> (u32, u32) {
        (0, 0)
    }

    /// Proved result or mean result, from 0 to 1.
    fn value(&self) -> f64 {
        match self.known().proof {
            NodeProof::Won => 1.0,
            NodeProof::Lost => 0.0,
            NodeProof::Open => self.mean(),
        }
    }

    fn is_lost(&self) -> bool {
        self.known().proof == NodeProof::Lost
    }
}

/// The child to play: one that wins, else the most visited that is not lost, else the most visited; of equals the first.
pub(super) fn best<N: ProvedNode>(nodes: &[N], node_idx: usize) -> Option<usize> {
    let rank = |&child_idx: &usize| {
        let MoveFacts { proof, visits, .. } = nodes[child_idx].known();
        let proof = match proof {
            NodeProof::Won => 2,
            NodeProof::Open => 1,
            NodeProof::Lost => 0,
        };
        (proof, visits, nodes[child_idx].gained())
    };
    // Backwards, for of equals the last is taken.
    nodes[node_idx].known().children.range().rev().max_by_key(rank)
}

/// The child of the root by this move.
pub(super) fn child_by<N: ProvedNode>(nodes: &[N], mv: N::Move) -> Option<usize> {
    nodes.first()?.known().children.range().find(|&idx| nodes[idx].known().mv == mv)
}

/// Proof of a node from its children.
pub(super) fn by_children<N: ProvedNode>(nodes: &[N], node_idx: usize) -> NodeProof {
    let children = &nodes[nodes[node_idx].known().children.range()];
    if children.iter().any(|child| child.known().proof == NodeProof::Won) {
        NodeProof::Lost
    } else if !children.is_empty() && children.iter().all(|child| child.known().proof == NodeProof::Lost) {
        NodeProof::Won
    } else {
        NodeProof::Open
    }
}

/// The tree below a node, which becomes its root, and the number that each of its nodes had before.
pub(super) fn subtree<N: ProvedNode>(nodes: &[N], root_idx: usize) -> (Vec<N>, Vec<usize>) {
    let (mut kept, mut before) = (vec![nodes[root_idx].clone()], vec![root_idx]);
    let mut next = 0;
    while let Some(node) = kept.get(next) {
        let (from, first) = (node.known().children.range(), kept.len());
        kept[next].set_children(Children::new(first, from.len()));
        before.extend(from.clone());
        kept.extend_from_slice(&nodes[from]);
        next += 1;
    }
    (kept, before)
}

/// State of the competition between the children of the root.
pub(super) struct RootRace {
    /// No other child can be visited as often as the best one any more.
    pub(super) is_over: bool,
    /// Number of children not proved lost.
    pub(super) n_open: usize,
}

/// Looks, now and then, whether the rounds that are left of `limits`, and `settled_within` more, can change which child of
/// the root is visited most. `None` where that is not to be looked at.
pub(super) fn race<N: ProvedNode>(
    nodes: &[N],
    settled_within: Option<u64>,
    limits: &Limits,
    n_rounds: u32,
) -> Option<RootRace> {
    /// Rounds between two looks.
    const INTERVAL: u32 = 64;
    let (more, most) = (settled_within?, limits.nodes?);
    if !n_rounds.is_multiple_of(INTERVAL) {
        return None;
    }
    let left = (most - u64::from(n_rounds)).saturating_add(more);
    let (mut best, mut second, mut n_open) = (0, 0, 0);
    let children = &nodes[nodes[ROOT].known().children.range()];
    for MoveFacts { visits, .. } in children.iter().filter(|child| !child.is_lost()).map(ProvedNode::known) {
        second = second.max(visits.min(best));
        best = best.max(visits);
        n_open += 1;
    }
    Some(RootRace { is_over: u64::from(best) > u64::from(second).saturating_add(left), n_open })
}

/// Report on a node, whose children are in this order: the one to play first. `value` is for the player to move.
pub(super) fn report<N: ProvedNode>(
    nodes: &[N],
    node_idx: usize,
    order: &[usize],
    value: f64,
    n_rounds: u32,
    is_full: bool,
) -> TreeReport<N::Move> {
    let stats = |&node_idx: &usize| {
        let MoveFacts { mv, visits, chance, .. } = nodes[node_idx].known();
        let prior = Some(f64::from(chance)).filter(|&chance| chance > 0.0);
        MoveStats { mv, visits, value: nodes[node_idx].value(), prior, is_lost: nodes[node_idx].is_lost() }
    };
    let is_known = |MoveFacts { visits, proof, .. }: MoveFacts<N::Move>| visits > 0 || proof != NodeProof::Open;
    let line = std::iter::successors(best(nodes, node_idx), |&node_idx| {
        best(nodes, node_idx).filter(|&next| is_known(nodes[next].known()))
    });
    TreeReport {
        moves: order.iter().map(stats).collect(),
        value,
        line: line.map(|node_idx| nodes[node_idx].known().mv).collect(),
        n_playouts: u64::from(n_rounds),
        n_nodes: nodes.len() - 1,
        is_full,
        spread: None,
    }
}

/// The moves of those of these nodes that are proved to lose.
pub(super) fn lost<N: ProvedNode>(nodes: &[N], order: &[usize]) -> Vec<N::Move> {
    order.iter().map(|&node_idx| &nodes[node_idx]).filter(|node| node.is_lost()).map(|node| node.known().mv).collect()
}
