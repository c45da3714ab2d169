//! The tree: nodes in one vector, with the children of a node adjacent.

use std::ops::{ControlFlow, Range};

use tesuji_board::Player;
use tesuji_game::{Game, Outcome};

use super::playout::{PlayoutRng, below};

/// The most nodes that can be numbered.
const MOST_NODES: usize = u32::MAX as usize;

/// A move of the tree and what follows it. The root is not a node, because no move led there.
#[derive(Clone, Debug)]
pub(super) struct SearchNode<M> {
    pub(super) mv: M,
    pub(super) visits: u32,
    /// The result of all visits for the player of `mv`: 2 for a win, 1 for a draw. These are whole numbers, so the
    /// order of additions does not matter.
    pub(super) half_points: u32,
    pub(super) children: Children,
}

impl<M> SearchNode<M> {
    /// The mean result for the player of the move; 1/2 without a visit.
    pub(super) fn value(&self) -> f64 {
        mean(u64::from(self.half_points), u64::from(self.visits))
    }
}

/// The mean result of `visits` that brought `half_points`; 1/2 if there were none.
pub(super) fn mean(half_points: u64, visits: u64) -> f64 {
    if visits == 0 { 0.5 } else { half_points as f64 / (2 * visits) as f64 }
}

/// The range of nodes that are the children of a node; empty for a leaf.
#[derive(Clone, Copy, Debug)]
pub(super) struct Children {
    first: u32,
    count: u32,
}

impl Children {
    pub(super) const NONE: Self = Self { first: 0, count: 0 };

    pub(super) const fn new(first: usize, count: usize) -> Self {
        Self { first: first as u32, count: count as u32 }
    }

    pub(super) const fn is_empty(self) -> bool {
        self.count == 0
    }

    pub(super) const fn range(self) -> Range<usize> {
        self.first as usize..self.first as usize + self.count as usize
    }
}

/// The functions of a number of visits that the formula needs.
#[derive(Clone, Copy, Debug)]
struct VisitWeights {
    /// The weight of half points: 1 / (2 n).
    value: f64,
    /// The weight of exploration: 1 / sqrt n.
    breadth: f64,
}

impl VisitWeights {
    fn new(visits: u32) -> Self {
        let visits = f64::from(visits);
        Self { value: 0.5 / visits, breadth: 1.0 / visits.sqrt() }
    }
}

/// The number of visits up to which [`VisitWeights`] are in a table; hardly any node has more.
const N_WEIGHTS: u32 = 1024;

/// Nodes, kept between searches for their memory.
#[derive(Clone, Debug)]
pub(super) struct SearchTree<M> {
    pub(super) nodes: Vec<SearchNode<M>>,
    /// PERF: divisions and roots took most of the time of a search. With the table, Hex on 11x11 has 1.5 times the
    /// playouts per second (`cargo bench -p tesuji-engine --bench uct`).
    weights: Box<[VisitWeights]>,
    /// Whether a leaf that should have grown found no room.
    pub(super) is_full: bool,
}

impl<M: Copy> SearchTree<M> {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), weights: (0..N_WEIGHTS).map(VisitWeights::new).collect(), is_full: false }
    }

    /// Forgets everything but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.is_full = false;
    }

    /// Adds a new node for each legal move of `position`, in random order; none if that would exceed `max_nodes`.
    ///
    /// The order decides which move is tried first and which of equals is chosen, so it must not be that of the board.
    pub(super) fn grow<G: Game<Move = M>>(&mut self, position: &G, max_nodes: usize, rng: &mut PlayoutRng) -> Children {
        let first = self.nodes.len();
        let most = max_nodes.min(MOST_NODES);
        let grown = position.try_for_each_move(|mv| {
            if self.nodes.len() >= most {
                return ControlFlow::Break(());
            }
            if self.nodes.len() == self.nodes.capacity() {
                // Doubles as usual, but not beyond the memory that was allowed.
                let more = self.nodes.len().max(64).min(most - self.nodes.len());
                self.nodes.reserve_exact(more);
            }
            self.nodes.push(SearchNode { mv, visits: 0, half_points: 0, children: Children::NONE });
            ControlFlow::Continue(())
        });
        if grown.is_break() {
            self.nodes.truncate(first);
            self.is_full = true;
            return Children::NONE;
        }
        let children = &mut self.nodes[first..];
        for last in (1..children.len()).rev() {
            children.swap(last, below(last + 1, rng));
        }
        Children::new(first, children.len())
    }

    /// The child (of at least one) that the formula of the module's documentation selects; the first of
    /// equals.
    ///
    /// `visits` is the number of visits of their parent.
    pub(super) fn select(&self, children: Children, visits: u32, exploration: f64) -> usize {
        // Each child is tried once, in order, before any is tried twice.
        let n_tried = self.nodes[children.range()].partition_point(|child| child.visits > 0);
        if n_tried < children.count as usize {
            return children.first as usize + n_tried;
        }
        let breadth = exploration * (2.0 * libm::log(f64::from(visits.max(1)))).sqrt();
        let (mut best_idx, mut best_urgency) = (children.first as usize, f64::NEG_INFINITY);
        for child_idx in children.range() {
            let child = &self.nodes[child_idx];
            let known = self.weights.get(child.visits as usize);
            let weights = known.copied().unwrap_or_else(|| VisitWeights::new(child.visits));
            let urgency = f64::from(child.half_points) * weights.value + breadth * weights.breadth;
            if urgency > best_urgency {
                (best_idx, best_urgency) = (child_idx, urgency);
            }
        }
        best_idx
    }

    /// The most visited child; of equals the one with the highest value, then the first. `None` if none was visited.
    pub(super) fn most_visited(&self, children: Children) -> Option<usize> {
        let rank = |&child_idx: &usize| (self.nodes[child_idx].visits, self.nodes[child_idx].half_points);
        // Reversed, because `max_by_key` takes the last of equals.
        children.range().rev().filter(|&child_idx| self.nodes[child_idx].visits > 0).max_by_key(rank)
    }

    /// Counts a visit that ended with `outcome`, at a node whose move was made by `mover`.
    pub(super) fn count(&mut self, node_idx: usize, mover: Player, outcome: Outcome) {
        let node = &mut self.nodes[node_idx];
        node.visits += 1;
        node.half_points += match outcome {
            Outcome::Win(winner) if winner == mover => 2,
            Outcome::Win(_) => 0,
            Outcome::Draw => 1,
        };
    }
}
