//! What trees have in common whose nodes know what is proved of them: the child to play, when a search is settled, what it
//! reports, and how the tree goes on after a move.

use super::proof::Proof;
use super::report::{MoveStats, TreeReport};
use super::tree::Children;
use crate::Limits;

/// The number of the root. The move of the root says nothing.
pub(super) const ROOT: usize = 0;

/// A node whose statistics and proof are those of the player who made its move.
pub(super) trait Proved: Clone {
    /// A move of the game.
    type Move: Copy + PartialEq;

    fn mv(&self) -> Self::Move;
    fn proof(&self) -> Proof;
    fn visits(&self) -> u32;
    /// Mean result, from 0 to 1.
    fn value(&self) -> f64;
    /// The chance that was given to its move before any search, if the search has such chances.
    fn prior(&self) -> Option<f64> {
        None
    }
    fn children(&self) -> Children;
    fn set_children(&mut self, children: Children);
    /// What decides between two children that were visited as often: the larger is the better.
    fn gained(&self) -> (u32, u32);
}

/// The child to play: one that wins, else the most visited that is not lost, else the most visited; of equals the first.
pub(super) fn best<N: Proved>(nodes: &[N], node_idx: usize) -> Option<usize> {
    let rank = |&child_idx: &usize| {
        let child = &nodes[child_idx];
        let proof = match child.proof() {
            Proof::Won => 2,
            Proof::Open => 1,
            Proof::Lost => 0,
        };
        (proof, child.visits(), child.gained())
    };
    // Backwards, for of equals the last is taken.
    nodes[node_idx].children().range().rev().max_by_key(rank)
}

/// The child of the root by this move.
pub(super) fn child_by<N: Proved>(nodes: &[N], mv: N::Move) -> Option<usize> {
    nodes.first()?.children().range().find(|&idx| nodes[idx].mv() == mv)
}

/// The tree below a node, which becomes its root, and the number that each of its nodes had before.
pub(super) fn subtree<N: Proved>(nodes: &[N], root_idx: usize) -> (Vec<N>, Vec<usize>) {
    let (mut kept, mut before) = (vec![nodes[root_idx].clone()], vec![root_idx]);
    let mut next = 0;
    while let Some(node) = kept.get(next) {
        let (from, first) = (node.children().range(), kept.len());
        kept[next].set_children(Children::new(first, from.len()));
        before.extend(from.clone());
        kept.extend_from_slice(&nodes[from]);
        next += 1;
    }
    (kept, before)
}

/// How the children of the root compete.
pub(super) struct Race {
    /// No other child can be visited as often as the best one any more.
    pub(super) is_over: bool,
    /// How many children are not lost.
    pub(super) n_open: usize,
}

/// Looks, now and then, whether the rounds that are left of `limits`, and `settled_within` more, can change which child of
/// the root is visited most. `None` where that is not to be looked at.
pub(super) fn race<N: Proved>(
    nodes: &[N],
    settled_within: Option<u64>,
    limits: &Limits,
    n_rounds: u32,
) -> Option<Race> {
    /// Rounds between two looks.
    const INTERVAL: u32 = 64;
    let (more, most) = (settled_within?, limits.nodes?);
    if !n_rounds.is_multiple_of(INTERVAL) {
        return None;
    }
    let left = (most - u64::from(n_rounds)).saturating_add(more);
    let (mut best, mut second, mut n_open) = (0, 0, 0);
    let children = &nodes[nodes[ROOT].children().range()];
    for visits in children.iter().filter(|child| child.proof() != Proof::Lost).map(Proved::visits) {
        second = second.max(visits.min(best));
        best = best.max(visits);
        n_open += 1;
    }
    Some(Race { is_over: u64::from(best) > u64::from(second).saturating_add(left), n_open })
}

/// What is known of a node, whose children are in this order: the one to play first. `value` is for the player to move.
pub(super) fn report<N: Proved>(
    nodes: &[N],
    node_idx: usize,
    order: &[usize],
    value: f64,
    n_rounds: u32,
    is_full: bool,
) -> TreeReport<N::Move> {
    let stats = |&node_idx: &usize| {
        let node = &nodes[node_idx];
        MoveStats { mv: node.mv(), visits: node.visits(), value: node.value(), prior: node.prior() }
    };
    let line = std::iter::successors(best(nodes, node_idx), |&node_idx| {
        best(nodes, node_idx).filter(|&next| nodes[next].visits() > 0 || nodes[next].proof() != Proof::Open)
    });
    TreeReport {
        moves: order.iter().map(stats).collect(),
        value,
        line: line.map(|node_idx| nodes[node_idx].mv()).collect(),
        n_playouts: u64::from(n_rounds),
        n_nodes: nodes.len() - 1,
        is_full,
    }
}

/// Those of these nodes that are proved to lose, by their moves.
pub(super) fn lost<N: Proved>(nodes: &[N], order: &[usize]) -> Vec<N::Move> {
    let lost = order.iter().map(|&node_idx| &nodes[node_idx]).filter(|node| node.proof() == Proof::Lost);
    lost.map(Proved::mv).collect()
}
