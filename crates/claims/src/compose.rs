//! Combines proofs of parts into one certificate of the whole.
//!
//! [`Composer`] imports certificates of smaller claims on the same board, with other goals, fewer cells and more
//! stones, and adds the nodes that combine them. Not here: finding parts ([`split`](crate::split)), and checking
//! ([`Certificate::check`] examines the result like any other).

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim, Goal, GoalId, Node, NodeId, Verdict};

/// Why a certificate cannot be imported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ComposeError {
    /// The part is about another board.
    #[error("the part is about another board")]
    OtherBoard,
    /// A certificate that proves that its claim fails cannot be part of a proof.
    #[error("the part fails")]
    Fails,
    /// The part has a stone or empty cell that the owner of the whole can never have.
    #[error("{0} belongs to the part, but neither to the stones nor to the carrier of the whole")]
    Outside(String),
    /// A node names a goal or an earlier node that does not exist.
    #[error("node {0} of the part names a goal or an earlier node that does not exist")]
    Malformed(NodeId),
}

/// What a node needs: stones beyond those of the whole claim, and empty cells.
///
/// These are the same sets that the checker derives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Needs {
    /// The owner's stones that the whole claim does not have at the start.
    pub assumes: CellSet,
    /// The empty cells.
    pub carrier: CellSet,
}

impl Needs {
    /// The cells that must not be the opponent's for `reply` to lead to a node with these needs.
    #[must_use]
    pub fn region(&self, reply: Cell) -> CellSet {
        let mut region = self.carrier.clone();
        region.insert(reply);
        region
    }
}

/// A certificate of a claim that holds, under construction. Equal nodes and goals are stored once.
#[derive(Debug)]
pub struct Composer {
    claim: Claim,
    goals: Vec<Goal>,
    known_goals: FxHashMap<Goal, GoalId>,
    nodes: Vec<Node>,
    needs: Vec<Needs>,
    known_nodes: FxHashMap<NodeKey, NodeId>,
}

/// Two nodes with equal keys are the same.
#[derive(PartialEq, Eq, Hash, Debug)]
enum NodeKey {
    Linked(GoalId, Vec<Cell>),
    Replies(GoalId, Vec<(Cell, NodeId)>),
    Join(GoalId, Vec<Cell>, Vec<NodeId>),
}

impl Composer {
    /// An empty certificate of `claim`.
    #[must_use]
    pub fn new(claim: &Claim) -> Self {
        let mut composer = Self {
            claim: claim.clone(),
            goals: Vec::new(),
            known_goals: FxHashMap::default(),
            nodes: Vec::new(),
            needs: Vec::new(),
            known_nodes: FxHashMap::default(),
        };
        composer.goal(&claim.goal);
        composer
    }

    /// The number of this goal in the certificate; the goal of the whole claim is 0.
    pub fn goal(&mut self, goal: &Goal) -> GoalId {
        if let Some(&id) = self.known_goals.get(goal) {
            return id;
        }
        let id = self.goals.len() as GoalId;
        self.goals.push(goal.clone());
        self.known_goals.insert(goal.clone(), id);
        id
    }

    /// What a node of this composer needs.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn needs(&self, node: NodeId) -> &Needs {
        &self.needs[node as usize]
    }

    /// The node that answers every move of the opponent with one of `replies`; each of these leads to a node for
    /// `goal`.
    ///
    /// # Panics
    ///
    /// If a node does not exist.
    pub fn replies(&mut self, goal: GoalId, mut replies: Vec<(Cell, NodeId)>) -> NodeId {
        replies.sort_unstable();
        replies.dedup();
        let mut needs = Needs::default();
        for &(reply, child) in &replies {
            let child = self.needs(child);
            let mut assumes = child.assumes.clone();
            assumes.remove(reply);
            needs.carrier.union_with(&child.region(reply));
            needs.assumes.union_with(&assumes);
        }
        needs.carrier.subtract(&needs.assumes);
        self.node(NodeKey::Replies(goal, replies.clone()), needs, || Node::Replies { goal, replies })
    }

    /// The node that combines these parts, with `stones` beyond those of the whole claim, to achieve `goal`.
    ///
    /// # Panics
    ///
    /// If a node does not exist.
    pub fn join(&mut self, goal: GoalId, stones: &CellSet, mut children: Vec<NodeId>) -> NodeId {
        children.sort_unstable();
        let stones: Vec<Cell> = stones.iter().collect();
        let mut needs = Needs { assumes: stones.iter().copied().collect(), carrier: CellSet::new() };
        for &child in &children {
            let child = &self.needs[child as usize];
            needs.assumes.union_with(&child.assumes);
            needs.carrier.union_with(&child.carrier);
        }
        needs.carrier.subtract(&needs.assumes);
        let key = NodeKey::Join(goal, stones.clone(), children.clone());
        self.node(key, needs, || Node::Join { goal, stones, children })
    }

    fn linked(&mut self, goal: GoalId, stones: &CellSet) -> NodeId {
        let needs = Needs { assumes: stones.clone(), carrier: CellSet::new() };
        let stones: Vec<Cell> = stones.iter().collect();
        self.node(NodeKey::Linked(goal, stones.clone()), needs, || Node::Linked { goal, stones })
    }

    fn node(&mut self, key: NodeKey, needs: Needs, make: impl FnOnce() -> Node) -> NodeId {
        let id = self.nodes.len() as NodeId;
        *self.known_nodes.entry(key).or_insert_with(|| {
            self.nodes.push(make());
            self.needs.push(needs);
            id
        })
    }

    /// Imports a proof that a claim on the same board holds, and returns its root.
    ///
    /// Its stones beyond those of the whole claim become assumed stones, and its goals get new numbers. If its owner
    /// moves first, the first move is one of the stones that the root assumes.
    ///
    /// # Errors
    ///
    /// If it does not fit; see [`ComposeError`]. Whether it proves anything is not checked.
    pub fn import(&mut self, part: &Certificate) -> Result<NodeId, ComposeError> {
        if !Arc::ptr_eq(&part.claim.topology, &self.claim.topology) && part.claim.topology != self.claim.topology {
            return Err(ComposeError::OtherBoard);
        }
        if part.verdict == Verdict::Fails {
            return Err(ComposeError::Fails);
        }
        let mut extra = part.claim.stones.clone();
        extra.subtract(&self.claim.stones);
        if let Some(cell) =
            extra.iter().chain(part.claim.carrier.iter()).find(|&cell| !self.claim.carrier.contains(cell))
        {
            return Err(ComposeError::Outside(self.claim.topology.name(cell).to_owned()));
        }
        let goals: Vec<GoalId> = part.goals.iter().map(|goal| self.goal(goal)).collect();
        let mut ids: Vec<NodeId> = Vec::with_capacity(part.nodes.len());
        for (node, number) in part.nodes.iter().zip(0..) {
            let with_extra = |stones: &[Cell]| {
                let mut all = extra.clone();
                stones.iter().for_each(|&cell| _ = all.insert(cell));
                all
            };
            let goal = |goal: GoalId| goals.get(goal as usize).copied().ok_or(ComposeError::Malformed(number));
            let child = |child: NodeId| ids.get(child as usize).copied().ok_or(ComposeError::Malformed(number));
            let id = match node {
                Node::Linked { goal: id, stones } => self.linked(goal(*id)?, &with_extra(stones)),
                Node::Join { goal: id, stones, children } => {
                    let children = children.iter().map(|&id| child(id)).collect::<Result<_, _>>()?;
                    self.join(goal(*id)?, &with_extra(stones), children)
                }
                Node::Replies { goal: id, replies } => {
                    let replies = replies.iter().map(|&(cell, id)| Ok((cell, child(id)?))).collect::<Result<_, _>>()?;
                    self.replies(goal(*id)?, replies)
                }
                Node::Cut { .. } => return Err(ComposeError::Malformed(number)),
            };
            ids.push(id);
        }
        ids.last().copied().ok_or(ComposeError::Malformed(0))
    }

    /// The certificate with this root; nodes that the root does not need are left out.
    ///
    /// # Panics
    ///
    /// If the root does not exist.
    #[must_use]
    pub fn finish(self, first: Option<Cell>, root: NodeId) -> Certificate {
        let Self { claim, goals, nodes, .. } = self;
        let (nodes, goals) = reachable(&nodes, &goals, root);
        Certificate { claim, verdict: Verdict::Holds, first, goals, nodes }
    }
}

/// The nodes that `root` needs, children before parents and `root` last, and the goals that they name. Goal 0 stays.
pub(crate) fn reachable(nodes: &[Node], goals: &[Goal], root: NodeId) -> (Vec<Node>, Vec<Goal>) {
    let mut needed = vec![false; root as usize + 1];
    needed[root as usize] = true;
    for id in (0..=root as usize).rev() {
        if needed[id] {
            children(&nodes[id]).for_each(|child| needed[child as usize] = true);
        }
    }
    let mut ids: BTreeMap<NodeId, NodeId> = BTreeMap::new();
    let mut goal_ids: BTreeMap<GoalId, GoalId> = BTreeMap::from([(0, 0)]);
    let mut kept_goals = vec![goals[0].clone()];
    let mut kept = Vec::new();
    for (number, node) in (0..=root).zip(nodes).filter(|&(number, _)| needed[number as usize]) {
        let mut node = node.clone();
        match &mut node {
            Node::Linked { goal, .. } | Node::Join { goal, .. } | Node::Replies { goal, .. } => {
                *goal = *goal_ids.entry(*goal).or_insert_with(|| {
                    kept_goals.push(goals[*goal as usize].clone());
                    kept_goals.len() as GoalId - 1
                });
            }
            Node::Cut { .. } => {}
        }
        match &mut node {
            Node::Replies { replies, .. } => replies.iter_mut().for_each(|(_, child)| *child = ids[child]),
            Node::Join { children, .. } => children.iter_mut().for_each(|child| *child = ids[child]),
            Node::Linked { .. } | Node::Cut { .. } => {}
        }
        ids.insert(number, kept.len() as NodeId);
        kept.push(node);
    }
    (kept, kept_goals)
}

fn children(node: &Node) -> Box<dyn Iterator<Item = NodeId> + '_> {
    match node {
        Node::Replies { replies, .. } => Box::new(replies.iter().map(|&(_, child)| child)),
        Node::Join { children, .. } => Box::new(children.iter().copied()),
        Node::Linked { .. } | Node::Cut { .. } => Box::new(std::iter::empty()),
    }
}

#[cfg(feature = "testing")]
mod tests;
