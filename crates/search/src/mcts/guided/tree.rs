//! The tree: nodes with both kinds of statistics and with what is proved about them.

use std::ops::ControlFlow;

use tesuji_board::Player;
use tesuji_game::{Game, Outcome};

use super::knowledge::{MovePriors, Prior, TracedPlayout};
use crate::mcts::playout::{PlayoutRng, below};
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{self, MoveFacts, ProvedNode, ROOT};
use crate::mcts::tree::{Children, mean};

/// A move of the tree and what follows it.
#[derive(Clone, Debug)]
pub(super) struct GuidedNode<M> {
    pub(super) mv: M,
    pub(super) proof: NodeProof,
    pub(super) visits: u32,
    /// The result of all visits for the player of `mv`: 2 for a win, 1 for a draw.
    pub(super) half_points: u32,
    /// The visits of the move among all moves (RAVE), including priors; the next field is their result.
    all_visits: u32,
    all_half_points: u32,
    /// The prior probability of the move.
    chance: f32,
    pub(super) children: Children,
}

impl<M> GuidedNode<M> {
    fn new(prior: Prior<M>) -> Self {
        Self {
            mv: prior.mv,
            proof: NodeProof::Open,
            visits: 0,
            half_points: 0,
            all_visits: prior.visits,
            all_half_points: prior.half_points,
            chance: prior.chance,
            children: Children::NONE,
        }
    }
}

impl<M: Copy + PartialEq> ProvedNode for GuidedNode<M> {
    type Move = M;

    fn known(&self) -> MoveFacts<M> {
        let &Self { mv, proof, visits, chance, children, .. } = self;
        MoveFacts { mv, proof, visits, chance, children }
    }

    fn mean(&self) -> f64 {
        // Of all moves, if this one was not visited.
        match self.visits {
            0 => mean(u64::from(self.all_half_points), u64::from(self.all_visits)),
            _ => mean(u64::from(self.half_points), u64::from(self.visits)),
        }
    }

    fn set_children(&mut self, children: Children) {
        self.children = children;
    }

    fn gained(&self) -> (u32, u32) {
        (self.half_points, self.all_half_points)
    }
}

/// Selection formula for children.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct GuidedFormula {
    pub(super) exploration: f64,
    pub(super) equivalence: f64,
    pub(super) bias: f64,
}

/// Nodes, the root first.
#[derive(Clone, Debug)]
pub(super) struct GuidedTree<G: Game> {
    pub(super) nodes: Vec<GuidedNode<G::Move>>,
    priors: Vec<Prior<G::Move>>,
    /// Whether a leaf that should have grown found no room.
    pub(super) is_full: bool,
}

impl<G: Game> GuidedTree<G> {
    pub(super) const fn new() -> Self {
        Self { nodes: Vec::new(), priors: Vec::new(), is_full: false }
    }

    /// Resets the tree to a root; `mv` is any move.
    pub(super) fn plant(&mut self, mv: G::Move) {
        self.nodes.clear();
        self.is_full = false;
        self.nodes.push(GuidedNode::new(Prior::none(mv)));
    }

    /// Gives a leaf new children, one for each legal move of `position`, in random order; none if that would exceed
    /// `max_nodes`. `last` are the moves that led to `position`.
    pub(super) fn grow(
        &mut self,
        node_idx: usize,
        (position, last): (&G, [Option<G::Move>; 2]),
        max_nodes: usize,
        knowledge: &mut impl MovePriors<G>,
        rng: &mut PlayoutRng,
    ) {
        self.priors.clear();
        let _: ControlFlow<()> = position.try_for_each_move(|mv| {
            self.priors.push(Prior::none(mv));
            ControlFlow::Continue(())
        });
        let (first, n_new) = (self.nodes.len(), self.priors.len());
        if first + n_new > max_nodes.min(u32::MAX as usize) && node_idx != ROOT {
            self.is_full = true;
            return;
        }
        knowledge.priors(position, last, &mut self.priors);
        self.nodes.extend(self.priors.iter().map(|&prior| GuidedNode::new(prior)));
        let children = &mut self.nodes[first..];
        for last in (1..children.len()).rev() {
            children.swap(last, below(last + 1, rng));
        }
        self.nodes[node_idx].children = Children::new(first, n_new);
    }

    /// The child that the formula chooses, the first of equals; `None` if all are proved lost.
    pub(super) fn select(&self, node_idx: usize, formula: &GuidedFormula) -> Option<usize> {
        let node = &self.nodes[node_idx];
        let breadth = match formula.exploration {
            0.0 => 0.0,
            exploration => exploration * libm::log(f64::from(node.visits.max(1))).sqrt(),
        };
        let pull = formula.bias * f64::from(node.visits + 1).sqrt();
        let per_visit = 1.0 / formula.equivalence;
        let (mut best_idx, mut best_urgency) = (None, f64::NEG_INFINITY);
        for child_idx in node.children.range() {
            let child = &self.nodes[child_idx];
            if child.proof == NodeProof::Lost {
                continue;
            }
            let (n, m) = (f64::from(child.visits), f64::from(child.all_visits));
            // Both means with their weights over one denominator: b = m / d, 1 - b = n (1 + m / equivalence) / d.
            let own_weight = 1.0 + m * per_visit;
            let d = m + n * own_weight;
            let points = 0.5 * (f64::from(child.all_half_points) + f64::from(child.half_points) * own_weight);
            let value = if d > 0.0 { points / d } else { 0.5 };
            let mut urgency = value + pull * f64::from(child.chance) / (n + 1.0);
            if breadth > 0.0 {
                urgency += breadth / (n + 1.0).sqrt();
            }
            if urgency > best_urgency {
                (best_idx, best_urgency) = (Some(child_idx), urgency);
            }
        }
        best_idx
    }

    /// Counts a visit that ended with `outcome`, at a node whose move was made by `mover`.
    pub(super) fn count(&mut self, node_idx: usize, mover: Player, outcome: Outcome) {
        let node = &mut self.nodes[node_idx];
        node.visits += 1;
        node.half_points += half_points(mover, outcome);
    }

    /// Counts the moves of a playout that `mover`, who is to move at this node, could have made here.
    pub(super) fn count_all(
        &mut self,
        node_idx: usize,
        mover: Player,
        outcome: Outcome,
        playout: &impl TracedPlayout<G>,
    ) {
        let gained = half_points(mover, outcome);
        let children = self.nodes[node_idx].children.range();
        for child in &mut self.nodes[children] {
            if playout.has_played(mover, child.mv) {
                child.all_visits += 1;
                child.all_half_points += gained;
            }
        }
    }

    /// Makes the child by `mv` the root and forgets the rest; returns whether there was such a child.
    pub(super) fn advance(&mut self, mv: G::Move) -> bool {
        let Some(child_idx) = proved::child_by(&self.nodes, mv) else { return false };
        (self.nodes, self.is_full) = (proved::subtree(&self.nodes, child_idx).0, false);
        true
    }
}

fn half_points(mover: Player, outcome: Outcome) -> u32 {
    match outcome {
        Outcome::Win(winner) if winner == mover => 2,
        Outcome::Win(_) => 0,
        Outcome::Draw => 1,
    }
}
