//! The search itself.

use std::num::NonZeroU32;
use std::ops::ControlFlow;

use tesuji_board::{Player, SortOnce as _};
use tesuji_game::{Evaluation, Evaluator, Game, Outcome};

use super::knowledge::{Insight, Knowledge};
use super::tree::{LeafNode, LeafTree, for_player};
use crate::Limits;
use crate::mcts::MAX_PLAYOUTS;
use crate::mcts::guided::SearchResult;
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{self, ProvedNode, ROOT};

/// Settings of tree growth; the formula is in the module's documentation.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeavesConfig {
    /// Weight of exploration, in proportion to the prior probability; at least 0.
    pub exploration: f64,
    /// A move without a visit has the value of the node, less this much times the square root of the chance of all moves
    /// that were visited.
    pub reduction: f64,
    /// A node is examined ([`Knowledge::look`]) when it is reached after this many visits; the root at once. `None` means
    /// never.
    pub look_after: Option<NonZeroU32>,
    /// A tree with this many nodes stops growing. The moves of the root are always kept.
    pub max_nodes: usize,
    /// With `Some(more)` a search also ends once the move to play is settled: no other move can be visited as often
    /// within the rest of the limit on nodes plus `more` rounds. This ignores what might still be proved.
    pub settled_within: Option<u64>,
}

/// A player that uses tree search with judged leaves, with its tree.
#[derive(Clone, Debug)]
pub struct Leaves<G: Game> {
    pub(super) tree: LeafTree<G::Move>,
    /// The position of the root; `None` before the first search.
    root: Option<G>,
    /// The walk down the tree: each node with the player who moved to it.
    path: Vec<(usize, Player)>,
    /// Leaves that wait for a batch: the walk to each, with its moves. Their positions are kept apart.
    waiting: Vec<Vec<(usize, Player, G::Move)>>,
    positions: Vec<G>,
    moves: Vec<G::Move>,
    ratings: Vec<f64>,
    grown: Vec<LeafNode<G::Move>>,
}

impl<G: Game> Default for Leaves<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Leaves<G> {
    /// A player that has searched nothing yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            tree: LeafTree::new(),
            root: None,
            path: Vec::new(),
            waiting: Vec::new(),
            positions: Vec::new(),
            moves: Vec::new(),
            ratings: Vec::new(),
            grown: Vec::new(),
        }
    }

    /// The number of nodes that fit into `n_bytes`.
    #[must_use]
    pub const fn nodes_in(n_bytes: usize) -> usize {
        n_bytes / size_of::<LeafNode<G::Move>>()
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.root = None;
    }

    /// Goes on to the position after a move and keeps what is known about it; returns whether anything is.
    pub fn advance(&mut self, mv: G::Move) -> bool {
        let kept = self.root.as_mut().is_some_and(|root| root.play(mv).is_ok()) && self.tree.advance(mv);
        if !kept {
            self.root = None;
        }
        kept
    }

    /// Accepts that these moves of the root lose, as proved elsewhere. Before the first search of a position this does
    /// nothing.
    pub fn refute(&mut self, loses: impl Fn(G::Move) -> bool) {
        let Some(root) = self.root.as_ref().and(self.tree.nodes.first()) else { return };
        if root.proof != NodeProof::Open {
            return;
        }
        let children = root.children.range();
        self.tree.nodes[children]
            .iter_mut()
            .filter(|child| child.proof == NodeProof::Open && loses(child.mv))
            .for_each(|child| child.proof = NodeProof::Lost);
        self.tree.nodes[ROOT].proof = proved::by_children(&self.tree.nodes, ROOT);
    }

    /// Searches the position; `None` if it is over.
    ///
    /// A tree that has come to this position by [`advance`](Self::advance) is reused. Visits of earlier searches count
    /// for the choice of the move, but not towards the limits. A round counts as a node of `limits` and as a playout of
    /// the report, and one is made even after an interrupt ([`Limits::allows_another`]). The search ends when it has
    /// proved who wins.
    pub fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        position: &G,
        config: &LeavesConfig,
        evaluator: &mut E,
        knowledge: &mut impl Knowledge<G>,
        limits: &Limits,
    ) -> Option<SearchResult<G::Move>> {
        if position.outcome().is_some() {
            return None;
        }
        if self.root.as_ref() != Some(position) || self.tree.nodes.is_empty() {
            self.tree.plant(*position.moves().first()?);
            self.root = Some(position.clone());
        }
        // The root is opened for search even if a winner is known, because a move has to be found.
        if self.tree.nodes[ROOT].children.is_empty() {
            self.tree.nodes[ROOT].proof = NodeProof::Open;
            self.grow(ROOT, position, config, evaluator);
        }
        if config.look_after.is_some() && !self.tree.nodes[ROOT].is_seen {
            self.look(ROOT, position, knowledge);
        }
        let mut walker = position.clone();
        let mut n_rounds = 0;
        while self.tree.nodes[ROOT].proof == NodeProof::Open
            && n_rounds < MAX_PLAYOUTS
            && self.tree.nodes[ROOT].visits < MAX_PLAYOUTS
            && limits.allows_another(u64::from(n_rounds))
            && !self.is_settled(config, limits, n_rounds)
        {
            if evaluator.batch() > 1 {
                n_rounds += self.rounds(position, &mut walker, config, evaluator, knowledge, (limits, n_rounds));
                continue;
            }
            walker.clone_from(position);
            let value = self.walk(&mut walker, config, knowledge);
            self.finish(value, &walker, config, evaluator);
            n_rounds += 1;
        }
        Some(self.found(position.to_move(), n_rounds))
    }

    /// Walks to several leaves, which are judged together, and counts. Returns the number of rounds, at least 1.
    ///
    /// While a leaf waits, its walk counts as lost for whoever moved there, so that other walks go elsewhere. The leaves
    /// wait for a full batch, or until a walk ends at one of them.
    fn rounds<E: Evaluator<G> + ?Sized>(
        &mut self,
        root: &G,
        walker: &mut G,
        config: &LeavesConfig,
        evaluator: &mut E,
        knowledge: &mut impl Knowledge<G>,
        (limits, n_before): (&Limits, u32),
    ) -> u32 {
        let mut n_rounds = 0;
        self.waiting.clear();
        self.positions.clear();
        while self.waiting.len() < evaluator.batch()
            && self.tree.nodes[ROOT].proof == NodeProof::Open
            && (n_rounds == 0 || limits.allows_another(u64::from(n_before + n_rounds)))
        {
            walker.clone_from(root);
            let value = self.walk(walker, config, knowledge);
            if value.is_some() || walker.outcome().is_some() {
                self.finish(value, walker, config, evaluator);
            } else {
                let leaf = self.path.last().map(|&(node_idx, _)| node_idx);
                if self.waiting.iter().any(|path| path.last().map(|&(node_idx, ..)| node_idx) == leaf) {
                    break;
                }
                self.path.iter().for_each(|&(node_idx, _)| self.tree.nodes[node_idx].visits += 1);
                let tree = &self.tree;
                let with_move = |&(node_idx, mover): &(usize, Player)| (node_idx, mover, tree.nodes[node_idx].mv);
                self.waiting.push(self.path.iter().map(with_move).collect());
                self.positions.push(walker.clone());
            }
            n_rounds += 1;
        }
        if !self.waiting.is_empty() {
            evaluator.prepare(&self.positions);
        }
        let (waiting, positions) = (std::mem::take(&mut self.waiting), std::mem::take(&mut self.positions));
        for (walk, position) in waiting.iter().zip(&positions) {
            if self.walk_again(walk) {
                self.finish(None, position, config, evaluator);
            }
        }
        (self.waiting, self.positions) = (waiting, positions);
        n_rounds
    }

    /// Takes the visits of a walk to a waiting leaf back, and makes it the walk that ends. Knowledge may have moved its
    /// nodes, or removed one since: then it is false.
    fn walk_again(&mut self, walk: &[(usize, Player, G::Move)]) -> bool {
        self.path.clear();
        for &(was, mover, mv) in walk {
            let nodes = &mut self.tree.nodes;
            let found = self.path.last().map_or(Some(ROOT), |&(parent_idx, _)| {
                let range = nodes[parent_idx].children.range();
                let mut known = std::iter::once(was).filter(|was| range.contains(was)).chain(range.clone());
                known.find(|&node_idx| nodes[node_idx].mv == mv)
            });
            let Some(node_idx) = found else { return false };
            nodes[node_idx].visits = nodes[node_idx].visits.saturating_sub(1);
            self.path.push((node_idx, mover));
        }
        true
    }

    /// Whether no other move of the root can still be visited as often as the best one. Checked now and then.
    fn is_settled(&self, config: &LeavesConfig, limits: &Limits, n_rounds: u32) -> bool {
        proved::race(&self.tree.nodes, config.settled_within, limits, n_rounds).is_some_and(|race| race.is_over)
    }

    /// Walks down the tree to a leaf, or to a node whose value for the player who moved there is certain.
    fn walk(&mut self, position: &mut G, config: &LeavesConfig, knowledge: &mut impl Knowledge<G>) -> Option<f64> {
        self.path.clear();
        let mut node_idx = ROOT;
        let mut mover = !position.to_move();
        loop {
            self.path.push((node_idx, mover));
            let is_due = config.look_after.is_some_and(|after| self.tree.nodes[node_idx].visits >= after.get());
            if is_due && !self.tree.nodes[node_idx].is_seen {
                self.look(node_idx, position, knowledge);
            }
            let node = &self.tree.nodes[node_idx];
            match node.proof {
                NodeProof::Won => return Some(1.0),
                NodeProof::Lost => return Some(0.0),
                NodeProof::Open if node.children.is_empty() => return None,
                NodeProof::Open => {}
            }
            let Some(child_idx) = self.tree.select(node_idx, config) else {
                // Every move loses.
                return Some(for_player(mover, position.to_move(), 0.0));
            };
            mover = position.to_move();
            position.play_unchecked(self.tree.nodes[child_idx].mv);
            node_idx = child_idx;
        }
    }

    /// Counts the walk with the value at its end; without one, the position there is judged.
    fn finish<E: Evaluator<G> + ?Sized>(
        &mut self,
        value: Option<f64>,
        position: &G,
        config: &LeavesConfig,
        evaluator: &mut E,
    ) {
        let Some(&(last_idx, mut player)) = self.path.last() else { return };
        let mut value = value.unwrap_or_else(|| self.judge(last_idx, player, position, config, evaluator));
        while let Some((node_idx, mover)) = self.path.pop() {
            (value, player) = (for_player(mover, player, value), mover);
            self.tree.count(node_idx, value);
        }
    }

    /// Lets knowledge examine a node with children, whose position is `position`.
    fn look(&mut self, node_idx: usize, position: &G, knowledge: &mut impl Knowledge<G>) {
        let tree = &mut self.tree;
        tree.nodes[node_idx].is_seen = true;
        if tree.nodes[node_idx].proof != NodeProof::Open {
            return;
        }
        match knowledge.look(position) {
            Insight::Nothing => {}
            // Proofs are for whoever moved here.
            Insight::Lost => tree.nodes[node_idx].proof = NodeProof::Won,
            Insight::Won(mv) => {
                tree.nodes[node_idx].proof = NodeProof::Lost;
                let children = tree.nodes[node_idx].children.range();
                if let Some(child) = tree.nodes[children].iter_mut().find(|child| child.mv == mv) {
                    child.proof = NodeProof::Won;
                }
            }
            Insight::Open(moves) => tree.keep(node_idx, &moves),
        }
    }

    /// The value of a node without children for `mover`, who moved there. If it is open, it gets children.
    fn judge<E: Evaluator<G> + ?Sized>(
        &mut self,
        node_idx: usize,
        mover: Player,
        position: &G,
        config: &LeavesConfig,
        evaluator: &mut E,
    ) -> f64 {
        let decided = position.outcome().map(Evaluation::Decided);
        match decided.unwrap_or_else(|| evaluator.evaluate(position)) {
            Evaluation::Decided(outcome) => {
                self.tree.nodes[node_idx].proof = NodeProof::of(mover, outcome);
                match outcome {
                    Outcome::Win(winner) => for_player(mover, winner, 1.0),
                    Outcome::Draw => 0.5,
                }
            }
            Evaluation::Estimate(value) => {
                self.grow(node_idx, position, config, evaluator);
                for_player(mover, position.to_move(), chance_of(value))
            }
        }
    }

    /// Gives a node children, the best rated first, if there is room.
    fn grow<E: Evaluator<G> + ?Sized>(
        &mut self,
        node_idx: usize,
        position: &G,
        config: &LeavesConfig,
        evaluator: &mut E,
    ) {
        let Self { tree, moves, ratings, grown, .. } = self;
        moves.clear();
        let _: ControlFlow<()> = position.try_for_each_move(|mv| {
            moves.push(mv);
            ControlFlow::Continue(())
        });
        ratings.clear();
        ratings.resize(moves.len(), 0.0);
        evaluator.rate(position, moves, ratings);
        let highest = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        grown.clear();
        grown.extend(moves.iter().zip(&*ratings).map(|(&mv, &rating)| {
            let behind = highest - rating;
            // A rating of NaN promises nothing.
            let behind = if behind.is_nan() { f32::MAX } else { behind as f32 };
            // Its place in the order; then its chance.
            LeafNode { chance: behind, ..LeafNode::new(mv) }
        }));
        grown.sort_unstable_by(|a, b| a.chance.total_cmp(&b.chance).then(a.mv.cmp(&b.mv)));
        let mut sum = 0.0;
        for node in &mut *grown {
            let weight = libm::exp(-f64::from(node.chance));
            sum += weight;
            node.chance = weight as f32;
        }
        for node in &mut *grown {
            node.chance = (f64::from(node.chance) / sum) as f32;
        }
        tree.set_children(node_idx, grown, config.max_nodes);
    }

    /// The result for the root, at which `to_move` is to move.
    fn found(&self, to_move: Player, n_rounds: u32) -> SearchResult<G::Move> {
        let tree = &self.tree;
        let node = &tree.nodes[ROOT];
        let mut order: Vec<usize> = node.children.range().collect();
        order.sort_once_by_key(|&node_idx| {
            let node = &tree.nodes[node_idx];
            std::cmp::Reverse((node.proof == NodeProof::Won, node.proof != NodeProof::Lost, node.visits))
        });
        let winner = match node.proof {
            NodeProof::Open => None,
            NodeProof::Won => Some(!to_move),
            NodeProof::Lost => Some(to_move),
        };
        let value = 1.0 - node.value();
        SearchResult {
            report: proved::report(&tree.nodes, ROOT, &order, value, n_rounds, tree.is_full),
            lost: proved::lost(&tree.nodes, &order),
            winner,
        }
    }
}

/// The probability of winning for an estimate in units of the scale: 1 / (1 + exp(-units)); 1/2 for NaN.
#[must_use]
pub fn chance_of(units: f64) -> f64 {
    if units.is_nan() { 0.5 } else { 1.0 / (1.0 + libm::exp(-units)) }
}
