//! Nodes of the certificate on their way to the sink, each with its assumed stones and carrier. Equal nodes are written
//! once.
//!
//! Assumed stones and carriers are computed as the checker computes them (`docs/CERTIFICATE.md`, section 2).

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell};
use tesuji_proof::{CertificateError, Goal, GoalId, MAX_COMBINATIONS, Node, NodeId, NodeSink};

use super::ground::{BridgeId, Ground};
use super::recent::Recent;
use super::routes::{Route, Routes};

/// The approximate number of bytes of a node's lists.
const NODE_HEAP: usize = 48;

/// A node, and what the checker will derive from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProofPart<const W: usize> {
    pub node: NodeId,
    /// The winner's stones that it needs beyond those of the claim.
    pub assumes: Bits<W>,
    /// The empty cells that it needs.
    pub carrier: Bits<W>,
}

/// The number of a set of routes.
pub(super) type RoutesId = u32;

/// Writes nodes.
pub(super) struct CertificateNodes<'a, const W: usize> {
    pub(super) ground: &'a Ground<W>,
    sink: &'a mut dyn NodeSink,
    /// Why the sink accepts no more nodes.
    failure: Option<CertificateError>,
    /// The stones of the claim; no node names them.
    claimed: Bits<W>,
    n_nodes: NodeId,
    recent: Recent<Node, NodeId>,
    goals: Vec<Goal>,
    known_goals: HashMap<Goal, GoalId, FxBuildHasher>,
    /// By number: the routes, the goal that they form, and the bridges that they cross.
    routes: Vec<(Routes, GoalId, Vec<BridgeId>)>,
    known_routes: HashMap<Routes, RoutesId, FxBuildHasher>,
}

impl<'a, const W: usize> CertificateNodes<'a, W> {
    /// Nodes of a claim with this goal and the stones `claimed`; about `max_bytes` are used to recognise equal nodes.
    pub(super) fn new(
        ground: &'a Ground<W>,
        goal: Goal,
        claimed: Bits<W>,
        max_bytes: usize,
        sink: &'a mut dyn NodeSink,
    ) -> Self {
        let mut nodes = Self {
            ground,
            sink,
            failure: None,
            claimed,
            n_nodes: 0,
            recent: Recent::new(max_bytes, NODE_HEAP),
            goals: Vec::new(),
            known_goals: HashMap::default(),
            routes: Vec::new(),
            known_routes: HashMap::default(),
        };
        nodes.goal(goal);
        nodes
    }

    /// Whether the sink has failed. Nodes added since then are lost.
    pub(super) const fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// The table of goals, or the error of the sink.
    pub(super) fn finish(self) -> Result<Vec<Goal>, CertificateError> {
        self.failure.map_or(Ok(self.goals), Err)
    }

    fn goal(&mut self, goal: Goal) -> GoalId {
        if let Some(&id) = self.known_goals.get(&goal) {
            return id;
        }
        let id = self.goals.len() as GoalId;
        self.goals.push(goal.clone());
        self.known_goals.insert(goal, id);
        id
    }

    /// The number of these routes. `None` if stones have nothing to join on one of them, or if there are too many.
    pub(super) fn routes(&mut self, all: Vec<Route>) -> Option<RoutesId> {
        let routes = Routes::new(all);
        if routes.all().len() > MAX_COMBINATIONS {
            return None;
        }
        if let Some(&id) = self.known_routes.get(&routes) {
            return Some(id);
        }
        let goal = self.goal(routes.goal(self.ground)?);
        let id = self.routes.len() as RoutesId;
        self.known_routes.insert(routes.clone(), id);
        let bridges = routes.bridges();
        self.routes.push((routes, goal, bridges));
        Some(id)
    }

    /// The routes of this number.
    pub(super) fn routes_of(&self, id: RoutesId) -> &[Route] {
        self.routes[id as usize].0.all()
    }

    /// The bridges that these routes cross.
    pub(super) fn bridges_of(&self, id: RoutesId) -> &[BridgeId] {
        &self.routes[id as usize].2
    }

    /// The goal that these routes form.
    pub(super) fn goal_of(&self, id: RoutesId) -> GoalId {
        self.routes[id as usize].1
    }

    /// The goal that these routes form, without keeping the routes.
    pub(super) fn passing_goal(&mut self, all: Vec<Route>) -> Option<GoalId> {
        let goal = Routes::new(all).goal(self.ground)?;
        Some(self.goal(goal))
    }

    /// The number of a node; it is added unless it is already known.
    fn add(&mut self, node: Node) -> NodeId {
        if let Some(&mut known) = self.recent.get(&node) {
            return known;
        }
        let id = self.n_nodes;
        if self.failure.is_none() {
            match self.sink.take(&node) {
                Ok(()) => self.n_nodes += 1,
                Err(error) => self.failure = Some(error),
            }
        }
        self.recent.insert(node, id);
        id
    }

    fn cells(&self, stones: Bits<W>) -> Vec<Cell> {
        (stones - self.claimed).iter().map(Cell::new).collect()
    }

    /// The goal is achieved by these stones.
    pub(super) fn linked(&mut self, goal: GoalId, stones: Bits<W>) -> ProofPart<W> {
        let node = self.add(Node::Linked { goal, stones: self.cells(stones) });
        ProofPart { node, assumes: stones - self.claimed, carrier: Bits::EMPTY }
    }

    /// Wherever the other player moves, one of these replies leaves its region untouched.
    pub(super) fn replies(&mut self, goal: GoalId, children: &[(usize, ProofPart<W>)]) -> ProofPart<W> {
        let mut replies: Vec<_> = children.iter().map(|(reply, child)| (Cell::new(*reply), child.node)).collect();
        replies.sort_unstable();
        replies.dedup();
        let (mut assumes, mut carrier, mut in_all) = (Bits::EMPTY, Bits::EMPTY, !Bits::EMPTY);
        for (reply, child) in children {
            assumes |= child.assumes.without(*reply);
            carrier |= child.carrier.with(*reply);
            in_all &= child.carrier.with(*reply);
        }
        debug_assert!(in_all.is_empty(), "no reply to an intrusion at {in_all:?}");
        ProofPart { node: self.add(Node::Replies { goal, replies }), assumes, carrier: carrier - assumes }
    }

    /// The parts, together with these stones, achieve the goal whichever alternative each of them achieves.
    pub(super) fn join(&mut self, goal: GoalId, stones: Bits<W>, children: &[ProofPart<W>]) -> ProofPart<W> {
        let mut numbers: Vec<NodeId> = children.iter().map(|child| child.node).collect();
        numbers.sort_unstable();
        let stones = stones - self.claimed;
        let assumes = children.iter().fold(stones, |all, child| all | child.assumes);
        let mut carrier = Bits::EMPTY;
        for child in children {
            debug_assert!(!carrier.meets(&(child.carrier - assumes)), "parts that meet");
            carrier |= child.carrier - assumes;
        }
        let node = self.add(Node::Join { goal, stones: self.cells(stones), children: numbers });
        ProofPart { node, assumes, carrier }
    }

    /// The ends of a bridge are joined, whoever moves first on its cells.
    pub(super) fn bridge(&mut self, id: BridgeId) -> Option<ProofPart<W>> {
        let bridge = self.ground.bridge(id);
        let goal = self.passing_goal(vec![Route::step(bridge.ends[0], bridge.ends[1])])?;
        let stones = self.ground.end_cells(id);
        let replies = bridge.cells.map(usize::from).map(|cell| (cell, self.linked(goal, stones.with(cell))));
        Some(self.replies(goal, &replies))
    }
}
