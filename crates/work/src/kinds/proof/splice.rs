//! Certificates of positions, made parts of the certificate of an earlier position.
//!
//! A certificate of a leaf rests on the stones of its claim, which are not stones of the root yet. So each of its nodes
//! that joins something names the stones that it joins as *assumed*. The replies above it place them.

use std::collections::BTreeMap;
use std::sync::Arc;

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_problem::board::Question;
use tesuji_proof::{Certificate, Goal, GoalId, Node, NodeId, Terminal, Verdict};

/// A proved position, freed from what it does not rest on.
pub(super) struct Lemma {
    pub(super) winner: Player,
    /// The winner's move, if it is its turn.
    pub(super) first: Option<Cell>,
    /// The stones of the winner that it rests on, beside those of the root.
    own: CellSet,
    /// The empty cells that it needs after the first move.
    carrier: CellSet,
    goals: Vec<Goal>,
    nodes: Vec<Node>,
}

impl Lemma {
    /// From the certificate of a position below `root`, which the checker has accepted.
    pub(super) fn new(root: &Question, winner: Player, certificate: &Certificate) -> Result<Self, String> {
        if certificate.verdict != Verdict::Holds || certificate.claim.owner != winner {
            return Err("a refutation cannot become part of a proof".to_owned());
        }
        let at_root = match winner {
            Player::Black => &root.black,
            Player::White => &root.white,
        };
        let own = &certificate.claim.stones;
        let mut placed = own.clone();
        placed.subtract(at_root);
        let topology = &certificate.claim.topology;
        let mut nodes = certificate.nodes.clone();
        for node in &mut nodes {
            match node {
                Node::Linked { goal, stones } => {
                    let goal = certificate.goals.get(*goal as usize).ok_or("a node without its goal")?;
                    let mut all = own.clone();
                    extend(&mut all, stones.iter().copied());
                    let used = linked(topology, goal, &all);
                    let listed = stones.iter().copied().filter(|&stone| !own.contains(stone));
                    let listed: Vec<Cell> = listed.chain(placed.iter().filter(|&stone| used.contains(stone))).collect();
                    *stones = sorted(listed);
                }
                Node::Join { stones, .. } => {
                    *stones = sorted(stones.iter().copied().chain(placed.iter()).collect());
                }
                Node::Replies { .. } | Node::Cut { .. } => {}
            }
        }
        let freed = Certificate {
            claim: tesuji_proof::Claim {
                stones: at_root.clone(),
                carrier: {
                    let mut carrier = certificate.claim.carrier.clone();
                    carrier.union_with(&placed);
                    carrier
                },
                ..certificate.claim.clone()
            },
            nodes,
            ..certificate.clone()
        };
        let (own, carrier) = rests_on(&freed);
        let mut own = own;
        if let Some(first) = certificate.first {
            own.remove(first);
        }
        let Certificate { goals, nodes, .. } = freed;
        Ok(Self { winner, first: certificate.first, own, carrier, goals, nodes })
    }

    /// Whether the position is won for the same reason.
    pub(super) fn decides(&self, question: &Question) -> bool {
        let (own, other) = match self.winner {
            Player::Black => (&question.black, &question.white),
            Player::White => (&question.white, &question.black),
        };
        let is_turn = question.to_move == self.winner;
        let is_empty = |cell: Cell| !own.contains(cell) && !other.contains(cell);
        is_turn == self.first.is_some()
            && self.first.is_none_or(is_empty)
            && self.own.is_subset(own)
            && self.carrier.iter().all(is_empty)
    }

    /// The empty cells that it needs, the first move among them.
    pub(super) fn region(&self) -> CellSet {
        let mut region = self.carrier.clone();
        extend(&mut region, self.first);
        region
    }
}

/// What the last node assumes, and its carrier, by the rules of the certificate.
fn rests_on(certificate: &Certificate) -> (CellSet, CellSet) {
    let mut sets: Vec<(CellSet, CellSet)> = Vec::with_capacity(certificate.nodes.len());
    for node in &certificate.nodes {
        let (mut assumes, mut carrier) = (CellSet::new(), CellSet::new());
        match node {
            Node::Linked { stones, .. } | Node::Cut { stones } => extend(&mut assumes, stones.iter().copied()),
            Node::Replies { replies, .. } => {
                for &(reply, child) in replies {
                    let (child_assumes, child_carrier) = &sets[child as usize];
                    let mut without = child_assumes.clone();
                    without.remove(reply);
                    assumes.union_with(&without);
                    carrier.union_with(child_carrier);
                    carrier.insert(reply);
                }
            }
            Node::Join { stones, children, .. } => {
                extend(&mut assumes, stones.iter().copied());
                for &child in children {
                    assumes.union_with(&sets[child as usize].0);
                    carrier.union_with(&sets[child as usize].1);
                }
            }
        }
        carrier.subtract(&assumes);
        sets.push((assumes, carrier));
    }
    sets.pop().unwrap_or_default()
}

/// The stones of those that are connected with a terminal of the goal: whatever joins the goal is among them.
fn linked(topology: &Arc<Topology>, goal: &Goal, stones: &CellSet) -> CellSet {
    let mut reached = CellSet::new();
    let mut next: Vec<Cell> = Vec::new();
    for terminal in goal.terminals() {
        match terminal {
            Terminal::Cell(cell) => next.push(cell),
            Terminal::Edge(edge) => next.extend(topology.edges()[edge].cells.iter()),
        }
    }
    while let Some(cell) = next.pop() {
        if stones.contains(cell) && reached.insert(cell) {
            next.extend(topology.neighbours(cell));
        }
    }
    reached
}

fn extend(set: &mut CellSet, cells: impl IntoIterator<Item = Cell>) {
    for cell in cells {
        set.insert(cell);
    }
}

fn sorted(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The goals and nodes of a certificate that is put together. Equal nodes are there once.
pub(super) struct Splicer {
    goals: Vec<Goal>,
    nodes: Vec<Node>,
    known: BTreeMap<Vec<u32>, NodeId>,
}

impl Splicer {
    /// Nothing yet, with the goal of the whole as the first.
    pub(super) fn new(goal: Goal) -> Self {
        Self { goals: vec![goal], nodes: Vec::new(), known: BTreeMap::new() }
    }

    pub(super) fn push(&mut self, node: Node) -> NodeId {
        let key = key(&node);
        if let Some(&there) = self.known.get(&key) {
            return there;
        }
        self.nodes.push(node);
        let id = (self.nodes.len() - 1) as NodeId;
        self.known.insert(key, id);
        id
    }

    /// Adds the nodes of a lemma, and returns its root.
    pub(super) fn add(&mut self, lemma: &Lemma) -> NodeId {
        let goals: Vec<GoalId> = lemma.goals.iter().map(|goal| self.goal(goal)).collect();
        let mut ids: Vec<NodeId> = Vec::with_capacity(lemma.nodes.len());
        for node in &lemma.nodes {
            let mut node = node.clone();
            node.children_mut(|child| *child = ids[*child as usize]);
            match &mut node {
                Node::Linked { goal, .. } | Node::Replies { goal, .. } | Node::Join { goal, .. } => {
                    *goal = goals[*goal as usize];
                }
                Node::Cut { .. } => {}
            }
            ids.push(self.push(node));
        }
        ids.last().copied().unwrap_or_default()
    }

    fn goal(&mut self, goal: &Goal) -> GoalId {
        let there = self.goals.iter().position(|other| other == goal);
        there.unwrap_or_else(|| {
            self.goals.push(goal.clone());
            self.goals.len() - 1
        }) as GoalId
    }

    pub(super) fn finish(self) -> (Vec<Goal>, Vec<Node>) {
        (self.goals, self.nodes)
    }
}

/// A node as numbers, by which equal nodes are found.
fn key(node: &Node) -> Vec<u32> {
    let cell = |cell: &Cell| cell.index() as u32;
    match node {
        Node::Linked { goal, stones } => [0, *goal].into_iter().chain(stones.iter().map(cell)).collect(),
        Node::Replies { goal, replies } => {
            let replies = replies.iter().flat_map(|(reply, child)| [cell(reply), *child]);
            [1, *goal].into_iter().chain(replies).collect()
        }
        Node::Join { goal, stones, children } => {
            let stones = stones.iter().map(cell);
            [2, *goal, stones.len() as u32].into_iter().chain(stones).chain(children.iter().copied()).collect()
        }
        Node::Cut { stones } => std::iter::once(3).chain(stones.iter().map(cell)).collect(),
    }
}
