//! The search itself.

use std::num::NonZeroU32;

use rand::SeedableRng;
use tesuji_board::{Player, SortOnce as _};
use tesuji_game::{Game, Outcome};

use super::knowledge::{MovePriors, TracedPlayout};
use super::tree::{GuidedFormula, GuidedNode, GuidedTree};
use crate::Limits;
use crate::mcts::proof::NodeProof;
use crate::mcts::proved::{self, ProvedNode, ROOT};
use crate::mcts::{MAX_PLAYOUTS, PlayoutRng, TreeReport};

/// Settings of tree growth.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct GuidedConfig {
    /// Weight of exploration in the formula of the module's documentation; at least 0, and 0 does well.
    pub exploration: f64,
    /// The number of visits at which a move's own results weigh as much as its RAVE statistics; above 0.
    pub equivalence: f64,
    /// Weight of the prior probability of a move ([`Prior::chance`](super::Prior::chance)); at least 0.
    pub bias: f64,
    /// A leaf grows children when it is reached after this many visits.
    pub expand_after: NonZeroU32,
    /// A tree with this many nodes stops growing. The moves of the root are always kept.
    pub max_nodes: usize,
    /// With `Some(more)` a search also ends once the move to play is settled: no other move can be visited as often
    /// within the rest of the limit on nodes plus `more` playouts. This ignores what might still be proved.
    pub settled_within: Option<u64>,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchResult<M> {
    /// The moves of the root, the one to play first. A move that is proved to win has the value
    /// 1, one that is proved to lose 0.
    pub report: TreeReport<M>,
    /// The moves that are proved to lose.
    pub lost: Vec<M>,
    /// The winner, if proved.
    pub winner: Option<Player>,
}

/// A player that uses guided search, with its tree.
#[derive(Clone, Debug)]
pub struct GuidedPlayer<G: Game, P> {
    playout: P,
    tree: GuidedTree<G>,
    /// The position of the root as given by the caller; `None` before the first search.
    root: Option<G>,
    /// The moves that led to the root, the latest first, as far as known.
    before: [Option<G::Move>; 2],
    /// The walk down the tree: each node with the player who moved to it.
    path: Vec<(usize, Player)>,
}

impl<G: Game, P: TracedPlayout<G>> GuidedPlayer<G, P> {
    /// A player that has searched nothing yet.
    #[must_use]
    pub const fn new(playout: P) -> Self {
        Self { playout, tree: GuidedTree::new(), root: None, before: [None; 2], path: Vec::new() }
    }

    /// The number of nodes that fit into `n_bytes`.
    #[must_use]
    pub const fn nodes_in(n_bytes: usize) -> usize {
        n_bytes / size_of::<GuidedNode<G::Move>>()
    }

    /// The playout of leaves, for changing its settings.
    pub const fn playout_mut(&mut self) -> &mut P {
        &mut self.playout
    }

    /// Forgets the tree.
    pub fn forget(&mut self) {
        self.root = None;
    }

    /// Goes on to the position after a move and keeps what is known about it; returns whether anything is.
    pub fn advance(&mut self, mv: G::Move) -> bool {
        let kept = self.root.as_mut().is_some_and(|root| root.play(mv).is_ok()) && self.tree.advance(mv);
        if kept {
            self.before = [Some(mv), self.before[0]];
        } else {
            self.root = None;
        }
        kept
    }

    /// Accepts that these moves of the root lose, as proved elsewhere. Before the first search of a position this does
    /// nothing.
    pub fn refute(&mut self, loses: impl Fn(G::Move) -> bool) {
        if self.root.is_none() || self.tree.nodes[ROOT].proof != NodeProof::Open {
            return;
        }
        let children = self.tree.nodes[ROOT].children.range();
        self.tree.nodes[children]
            .iter_mut()
            .filter(|child| child.proof == NodeProof::Open && loses(child.mv))
            .for_each(|child| child.proof = NodeProof::Lost);
        self.tree.nodes[ROOT].proof = proved::by_children(&self.tree.nodes, ROOT);
    }

    /// Searches the position; `None` if it is over.
    ///
    /// A tree that has come to this position by [`advance`](Self::advance) is reused. Visits of earlier searches count
    /// for the choice of the move, but not towards the limits. A playout counts as a node of `limits`, and one is made
    /// even after an interrupt ([`Limits::allows_another`]). The search ends when it has proved who wins.
    pub fn search(
        &mut self,
        position: &G,
        config: &GuidedConfig,
        knowledge: &mut impl MovePriors<G>,
        limits: &Limits,
        seed: u64,
    ) -> Option<SearchResult<G::Move>> {
        let first = *position.moves().first()?;
        let mut rng = PlayoutRng::seed_from_u64(seed);
        if self.root.as_ref() != Some(position) || self.tree.nodes.is_empty() {
            self.tree.plant(first);
            self.root = Some(position.clone());
            self.before = [None; 2];
        }
        let mut walker = position.clone();
        if self.tree.nodes[ROOT].children.is_empty() {
            self.tree.grow(ROOT, (position, self.before), config.max_nodes, knowledge, &mut rng);
        }
        let mut n_playouts = 0;
        while self.tree.nodes[ROOT].proof == NodeProof::Open
            && n_playouts < MAX_PLAYOUTS
            && self.tree.nodes[ROOT].visits < MAX_PLAYOUTS
            && limits.allows_another(u64::from(n_playouts))
            && !self.is_settled(config, limits, n_playouts)
        {
            walker.clone_from(position);
            self.round(&mut walker, config, knowledge, &mut rng);
            n_playouts += 1;
        }
        Some(self.found(position.to_move(), n_playouts))
    }

    /// Whether no other move of the root can still be visited as often as the best one. Checked now and then.
    fn is_settled(&self, config: &GuidedConfig, limits: &Limits, n_playouts: u32) -> bool {
        proved::race(&self.tree.nodes, config.settled_within, limits, n_playouts)
            .is_some_and(|race| race.is_over || (race.n_open == 1 && n_playouts > 0))
    }

    /// Walks down the tree, plays out, counts, and backs up proofs.
    fn round(
        &mut self,
        position: &mut G,
        config: &GuidedConfig,
        knowledge: &mut impl MovePriors<G>,
        rng: &mut PlayoutRng,
    ) {
        let formula =
            GuidedFormula { exploration: config.exploration, equivalence: config.equivalence, bias: config.bias };
        let mut played_out = false;
        self.path.clear();
        let mut node_idx = ROOT;
        self.path.push((ROOT, position.to_move().opponent()));
        let outcome = loop {
            let mover = position.to_move().opponent();
            let node = &self.tree.nodes[node_idx];
            let (visits, is_leaf) = (node.visits, node.children.is_empty());
            match node.proof {
                NodeProof::Won => break Outcome::Win(mover),
                NodeProof::Lost => break Outcome::Win(mover.opponent()),
                NodeProof::Open => {}
            }
            if let Some(outcome) = position.outcome() {
                self.tree.nodes[node_idx].proof = NodeProof::of(mover, outcome);
                break outcome;
            }
            if is_leaf && visits >= config.expand_after.get() {
                let last = self.last();
                self.tree.grow(node_idx, (position, last), config.max_nodes, knowledge, rng);
            }
            match self.tree.select(node_idx, &formula) {
                Some(child_idx) => {
                    self.path.push((child_idx, position.to_move()));
                    position.play_unchecked(self.tree.nodes[child_idx].mv);
                    node_idx = child_idx;
                }
                None => {
                    played_out = true;
                    if node_idx != ROOT {
                        self.playout.follow(self.tree.nodes[node_idx].mv);
                    }
                    break self.playout.play_out(position, rng);
                }
            }
        };
        self.count(outcome, played_out);
    }

    /// The last moves that led to the end of the walk, the latest first.
    fn last(&self) -> [Option<G::Move>; 2] {
        let walked = self.path.iter().skip(1).rev().map(|&(node_idx, _)| Some(self.tree.nodes[node_idx].mv));
        let mut moves = walked.chain(self.before);
        std::array::from_fn(|_| moves.next().flatten())
    }

    /// Counts the walk and the playout at its end, and backs up a proof at its end.
    fn count(&mut self, outcome: Outcome, played_out: bool) {
        let Self { playout, tree, path, .. } = self;
        for &(node_idx, mover) in &*path {
            tree.count(node_idx, mover, outcome);
        }
        if played_out {
            // From the end, so that for each node exactly the moves after it are part of the playout.
            for &(node_idx, mover) in path.iter().rev() {
                tree.count_all(node_idx, mover.opponent(), outcome, playout);
                if node_idx != ROOT {
                    playout.add(mover, tree.nodes[node_idx].mv);
                }
            }
        }
        let mut walk = path.iter().rev();
        if walk.next().is_some_and(|&(leaf, _)| tree.nodes[leaf].proof != NodeProof::Open) {
            for &(node_idx, _) in walk {
                let proof = proved::by_children(&tree.nodes, node_idx);
                if proof == NodeProof::Open {
                    break;
                }
                tree.nodes[node_idx].proof = proof;
            }
        }
    }

    fn found(&self, to_move: Player, n_playouts: u32) -> SearchResult<G::Move> {
        let tree = &self.tree;
        let root = &tree.nodes[ROOT];
        let mut order: Vec<usize> = root.children.range().collect();
        order.sort_once_by_key(|&node_idx| {
            let node = &tree.nodes[node_idx];
            std::cmp::Reverse((node.visits, node.half_points))
        });
        if let Some(best) = proved::best(&tree.nodes, ROOT) {
            order.retain(|&node_idx| node_idx != best);
            order.insert(0, best);
        }
        let (value, winner) = match root.proof {
            NodeProof::Open => (1.0 - root.value(), None),
            NodeProof::Won => (0.0, Some(to_move.opponent())),
            NodeProof::Lost => (1.0, Some(to_move)),
        };
        SearchResult {
            report: proved::report(&tree.nodes, ROOT, &order, value, n_playouts, tree.is_full),
            lost: proved::lost(&tree.nodes, &order),
            winner,
        }
    }
}
