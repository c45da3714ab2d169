//! The search itself.

use std::num::NonZeroU32;

use rand::SeedableRng;
use tesuji_board::{Player, SortOnce as _};
use tesuji_game::Game;

use super::playout::{Playout, PlayoutRng};
use super::report::{MoveStats, TreeReport};
use super::tree::{Children, SearchNode, SearchTree, mean};
use crate::Limits;

/// The most playouts of a search, whatever its limits say: its counters hold no more.
pub const MAX_PLAYOUTS: u32 = u32::MAX / 2;

/// Settings of tree growth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctConfig {
    /// Weight of exploration, the constant in the formula of the module's documentation; at least 0.
    pub exploration: f64,
    /// Takes all playouts of the search as n in the formula, in place of the visits of the node.
    pub all_playouts: bool,
    /// A leaf grows children when it is reached after this many visits.
    pub expand_after: NonZeroU32,
    /// A tree with this many nodes stops growing, and playouts start from its leaves. The moves of the root are always
    /// kept. [`Uct::nodes_in`] converts memory to nodes.
    pub max_nodes: usize,
}

/// A player that uses plain UCT, with memory that it reuses for each search.
#[derive(Clone, Debug)]
pub struct Uct<G: Game, P> {
    playout: P,
    tree: SearchTree<G::Move>,
    /// The walk down the tree: each node with the player who moved to it.
    path: Vec<(usize, Player)>,
}

impl<G: Game, P: Playout<G>> Uct<G, P> {
    /// A player that has searched nothing yet.
    #[must_use]
    pub fn new(playout: P) -> Self {
        Self { playout, tree: SearchTree::new(), path: Vec::new() }
    }

    /// The number of nodes that fit into `n_bytes`.
    #[must_use]
    pub const fn nodes_in(n_bytes: usize) -> usize {
        n_bytes / size_of::<SearchNode<G::Move>>()
    }

    /// The number of nodes for which there is memory.
    #[cfg(feature = "testing")]
    pub(super) const fn n_reserved(&self) -> usize {
        self.tree.nodes.capacity()
    }

    /// Searches the position; `None` if it is over.
    ///
    /// A playout counts as a node of `limits`, and one is made even if the search is interrupted at once; with a bound of
    /// 0 the move is random. With neither a bound on nodes nor an interrupt, the search ends after [`MAX_PLAYOUTS`].
    pub fn search(&mut self, root: &G, config: &UctConfig, limits: &Limits, seed: u64) -> Option<TreeReport<G::Move>> {
        if root.outcome().is_some() {
            return None;
        }
        let mut rng = PlayoutRng::seed_from_u64(seed);
        self.tree.clear();
        let children = self.tree.grow(root, usize::MAX, &mut rng);
        if children.is_empty() {
            return None;
        }
        let mut position = root.clone();
        let mut n_playouts = 0;
        while n_playouts < MAX_PLAYOUTS && limits.allows_another(u64::from(n_playouts)) {
            position.clone_from(root);
            self.round(&mut position, children, n_playouts, config, &mut rng);
            n_playouts += 1;
        }
        Some(self.report(children, n_playouts))
    }

    /// Walks down the tree from a root with these children and visits, plays out, and counts.
    fn round(
        &mut self,
        position: &mut G,
        mut children: Children,
        mut visits: u32,
        config: &UctConfig,
        rng: &mut PlayoutRng,
    ) {
        let tree = &mut self.tree;
        let n_playouts = visits;
        self.path.clear();
        let outcome = loop {
            let n = if config.all_playouts { n_playouts } else { visits };
            let node_idx = tree.select(children, n, config.exploration);
            self.path.push((node_idx, position.to_move()));
            position.play_unchecked(tree.nodes[node_idx].mv);
            (children, visits) = (tree.nodes[node_idx].children, tree.nodes[node_idx].visits);
            if children.is_empty() {
                if let Some(outcome) = position.outcome() {
                    break outcome;
                }
                if visits >= config.expand_after.get() {
                    children = tree.grow(position, config.max_nodes, rng);
                    tree.nodes[node_idx].children = children;
                }
                if children.is_empty() {
                    break self.playout.play_out(position, rng);
                }
            }
        };
        for &(node_idx, mover) in &self.path {
            tree.count(node_idx, mover, outcome);
        }
    }

    fn report(&self, children: Children, n_playouts: u32) -> TreeReport<G::Move> {
        let nodes = &self.tree.nodes;
        let root_nodes = &nodes[children.range()];
        let stats = |node: &SearchNode<G::Move>| MoveStats {
            mv: node.mv,
            visits: node.visits,
            value: node.value(),
            prior: None,
            is_lost: false,
        };
        let mut moves: Vec<_> = root_nodes.iter().map(stats).collect();
        // Stable, so the first of equals stays first, as everywhere.
        moves.sort_once_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
        let half_points = root_nodes.iter().map(|node| u64::from(node.half_points)).sum();
        let next = |&node_idx: &usize| self.tree.most_visited(nodes[node_idx].children);
        let line = std::iter::successors(self.tree.most_visited(children), next);
        TreeReport {
            value: mean(half_points, u64::from(n_playouts)),
            line: line.map(|node_idx| nodes[node_idx].mv).collect(),
            n_playouts: u64::from(n_playouts),
            n_nodes: nodes.len(),
            is_full: self.tree.is_full,
            spread: None,
            moves,
        }
    }
}
