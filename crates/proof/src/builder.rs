//! The certificate under construction: the one place where nodes are made ([`CertificateBuilder`]).
//!
//! It neither finds a proof nor checks one. Nodes that prove nothing are built like any others, and the checker, which
//! shares no code with this module, refuses them later. Tests compare the sets computed here with the checker's.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::sync::Arc;

use rustc_hash::FxBuildHasher;
use tesuji_board::{Bits, Cell, CellSet, Topology};

use crate::binary::write_node;
use crate::recent::Recent;
use crate::{
    Certificate, CertificateError, Claim, FilledCells, Goal, GoalId, Heading, Node, NodeFault, NodeId, NodeSink,
    Terminal, Verdict, WalkStep,
};

/// Bytes of a node in the table of nodes, besides its slot: the shortest form of its lists, and what allocating costs.
const NODE_HEAP: usize = 40;

/// A node of a certificate under construction, with the sets that the checker will derive for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subproof<S = CellSet> {
    /// Its number.
    pub node: NodeId,
    /// The prover's stones that it needs in addition to those of the claim.
    pub assumes: S,
    /// The empty cells that it needs.
    pub carrier: S,
}

impl<S: Cells> Subproof<S> {
    /// The cells that must be free for `reply` to lead to this node: the reply and the carrier.
    #[must_use]
    pub fn region(&self, reply: Cell) -> S {
        let mut region = self.carrier.clone();
        region.insert(reply);
        region
    }
}

/// A set of cells with which a builder computes: a [`CellSet`] for any board, or [`Bits`] that are wide enough for one.
pub trait Cells: Clone + Default {
    /// The cells in ascending order.
    fn cells(&self) -> impl Iterator<Item = Cell>;
    /// Adds a cell.
    fn insert(&mut self, cell: Cell);
    /// Removes a cell.
    fn remove(&mut self, cell: Cell);
    /// Adds the cells of `other`.
    fn union_with(&mut self, other: &Self);
    /// Removes the cells of `other`.
    fn subtract(&mut self, other: &Self);
}

impl Cells for CellSet {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.iter()
    }

    fn insert(&mut self, cell: Cell) {
        Self::insert(self, cell);
    }

    fn remove(&mut self, cell: Cell) {
        Self::remove(self, cell);
    }

    fn union_with(&mut self, other: &Self) {
        Self::union_with(self, other);
    }

    fn subtract(&mut self, other: &Self) {
        Self::subtract(self, other);
    }
}

impl<const W: usize> Cells for Bits<W> {
    fn cells(&self) -> impl Iterator<Item = Cell> {
        self.iter().map(Cell::new)
    }

    fn insert(&mut self, cell: Cell) {
        Self::insert(self, cell.index());
    }

    fn remove(&mut self, cell: Cell) {
        Self::remove(self, cell.index());
    }

    fn union_with(&mut self, other: &Self) {
        *self |= *other;
    }

    fn subtract(&mut self, other: &Self) {
        *self -= *other;
    }
}

fn set<S: Cells>(cells: impl IntoIterator<Item = Cell>) -> S {
    let mut set = S::default();
    cells.into_iter().for_each(|cell| set.insert(cell));
    set
}

/// An error of [`CertificateBuilder::import`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The part is about another board.
    #[error("the part is about another board")]
    OtherBoard,
    /// The part proves that its claim fails and the whole that it holds, or the other way round.
    #[error("the part has another verdict than the whole")]
    OtherVerdict,
    /// The part refutes another goal than the whole. A refutation has parts about its own goal only.
    #[error("the part refutes another goal")]
    OtherGoal,
    /// The part has a stone or an empty cell that the prover of the whole can never have.
    #[error("{0} belongs to the part, but neither to the stones nor to the carrier of the whole")]
    Outside(String),
    /// The part is not a certificate: it names a cell, goal or earlier node that does not exist, or has no node.
    #[error("the part is no certificate: {0}")]
    Malformed(#[from] CertificateError),
}

/// A certificate under construction.
///
/// It gets nodes, children first. For each it returns a [`Subproof`]: the number of the node, the stones that it assumes,
/// and its carrier, as `docs/CERTIFICATE.md` (section 2) defines them. It
///
/// - **shares equal nodes and goals**: a subproof that is built twice is written once. Cells and children are sorted
///   first, and numbers follow the order of the calls, never that of a hash map, so equal calls give equal bytes;
/// - **streams**: nodes go to a [`NodeSink`] as they are made, such as a vector or a [`Draft`](crate::Draft) in a file.
///   The builder keeps only what it needs to find equal nodes, in as much memory as it is given. With less memory the
///   certificate gets longer, never wrong. Goals stay in memory, because a certificate begins with them;
/// - **imports** certificates of smaller claims as parts of a larger one.
///
/// Whether the nodes prove anything is for the checker to say. All methods take nodes of this builder; with nodes of
/// another one the result proves nothing.
#[derive(Debug)]
pub struct CertificateBuilder<K, S = CellSet> {
    claim: Claim,
    verdict: Verdict,
    /// The cells of the board, by their numbers in the sets; empty if a set has cells by their numbers on the board.
    cells: Vec<Cell>,
    /// The prover's stones of the claim; no node names them.
    claimed: S,
    sink: K,
    /// The first error of the sink, which takes no more nodes after it.
    failure: Option<CertificateError>,
    n_nodes: NodeId,
    /// The numbers of nodes, by their bytes.
    nodes: Recent<Box<[u8]>, NodeId>,
    goals: Vec<Goal>,
    goal_ids: HashMap<Goal, GoalId, FxBuildHasher>,
    /// Scratch: the bytes of the node that is looked up.
    key: Vec<u8>,
}

impl<S: Cells> CertificateBuilder<Vec<Node>, S> {
    /// A certificate whose nodes stay in memory, some 150 bytes each. Every node is shared.
    #[must_use]
    pub fn in_memory(claim: &Claim, verdict: Verdict) -> Self {
        Self::new(claim, verdict, Vec::new(), usize::MAX)
    }

    /// The certificate with this first move and root. It lacks the nodes and goals that the root does not need.
    ///
    /// # Panics
    ///
    /// If there is no such node.
    #[must_use]
    pub fn certificate(self, first: Option<Cell>, root: NodeId) -> Certificate {
        let Self { claim, verdict, sink, goals, .. } = self;
        Heading { claim, verdict, first, goals }.certificate(sink, root)
    }
}

impl<K: NodeSink, S: Cells> CertificateBuilder<K, S> {
    /// A certificate that proves that `claim` has this verdict. Nodes go to `sink`; about `max_bytes` of memory are used
    /// to recognise equal ones.
    pub fn new(claim: &Claim, verdict: Verdict, sink: K, max_bytes: usize) -> Self {
        Self::numbered(claim, verdict, Vec::new(), set(stones(claim, verdict).iter()), sink, max_bytes)
    }

    /// As above for sets that number these `cells` of the board, in ascending order, from 0.
    pub fn over(claim: &Claim, verdict: Verdict, cells: Vec<Cell>, sink: K, max_bytes: usize) -> Self {
        let stones = stones(claim, verdict);
        let claimed = cells.iter().enumerate().filter(|&(_, &cell)| stones.contains(cell));
        let claimed = set(claimed.map(|(number, _)| Cell::new(number)));
        Self::numbered(claim, verdict, cells, claimed, sink, max_bytes)
    }

    fn numbered(claim: &Claim, verdict: Verdict, cells: Vec<Cell>, claimed: S, sink: K, max_bytes: usize) -> Self {
        let mut builder = Self {
            claim: claim.clone(),
            verdict,
            cells,
            claimed,
            sink,
            failure: None,
            n_nodes: 0,
            nodes: Recent::new(max_bytes, NODE_HEAP),
            goals: Vec::new(),
            goal_ids: HashMap::default(),
            key: Vec::new(),
        };
        builder.goal(&claim.goal);
        builder
    }

    /// True once the sink has failed. The nodes made since then are lost, so the search for more of them may end.
    pub const fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Everything but the nodes, and the sink that has them.
    ///
    /// # Errors
    ///
    /// The first error of the sink.
    pub fn finish(self, first: Option<Cell>) -> Result<(Heading, K), CertificateError> {
        let Self { claim, verdict, sink, failure, goals, .. } = self;
        failure.map_or(Ok((Heading { claim, verdict, first, goals }, sink)), Err)
    }

    /// The number of a goal; that of the claim's is 0.
    pub fn goal(&mut self, goal: &Goal) -> GoalId {
        if let Some(&id) = self.goal_ids.get(goal) {
            return id;
        }
        let id = self.goals.len() as GoalId;
        self.goals.push(goal.clone());
        self.goal_ids.insert(goal.clone(), id);
        id
    }

    /// An alternative of the goal is achieved by `stones` and those of the claim.
    pub fn linked(&mut self, goal: GoalId, mut stones: S) -> Subproof<S> {
        stones.subtract(&self.claimed);
        let node = self.node(Node::Linked { goal, stones: self.on_board(&stones) });
        Subproof { node, assumes: stones, carrier: S::default() }
    }

    /// The claim's goal is cut by `stones` and the opponent's cells of the claim.
    pub fn cut(&mut self, mut stones: S) -> Subproof<S> {
        stones.subtract(&self.claimed);
        let node = self.node(Node::Cut { stones: self.on_board(&stones) });
        Subproof { node, assumes: stones, carrier: S::default() }
    }

    /// Wherever the other player moves, one of these replies leaves its region untouched. Each child has this goal.
    pub fn replies(&mut self, goal: GoalId, replies: &[(Cell, impl Borrow<Subproof<S>>)]) -> Subproof<S> {
        let (mut assumes, mut carrier) = (S::default(), S::default());
        let mut numbers = Vec::with_capacity(replies.len());
        for (reply, child) in replies {
            let child = child.borrow();
            let mut others = child.assumes.clone();
            others.remove(*reply);
            assumes.union_with(&others);
            carrier.union_with(&child.carrier);
            carrier.insert(*reply);
            numbers.push((self.cell(*reply), child.node));
        }
        carrier.subtract(&assumes);
        numbers.sort_unstable();
        numbers.dedup();
        Subproof { node: self.node(Node::Replies { goal, replies: numbers }), assumes, carrier }
    }

    /// The parts achieve the goal together with `stones` and those of the claim, whichever alternative each achieves.
    pub fn join(&mut self, goal: GoalId, mut stones: S, parts: &[impl Borrow<Subproof<S>>]) -> Subproof<S> {
        stones.subtract(&self.claimed);
        let (assumes, carrier) = together(&stones, parts);
        let mut children: Vec<NodeId> = parts.iter().map(|part| part.borrow().node).collect();
        children.sort_unstable();
        let node = self.node(Node::Join { goal, stones: self.on_board(&stones), children });
        Subproof { node, assumes, carrier }
    }

    /// The parts achieve the goal together with `stones` and those of the claim, as a walk over them shows. Its steps
    /// number the parts as they are given.
    pub fn walk(
        &mut self,
        goal: GoalId,
        mut stones: S,
        parts: &[impl Borrow<Subproof<S>>],
        steps: Vec<WalkStep>,
    ) -> Subproof<S> {
        stones.subtract(&self.claimed);
        let (assumes, carrier) = together(&stones, parts);
        let children = parts.iter().map(|part| part.borrow().node).collect();
        let node = self.node(Node::Walk { goal, stones: self.on_board(&stones), children, steps });
        Subproof { node, assumes, carrier }
    }

    /// As `part`, with `stones` assumed in place of the cells that are filled in.
    pub fn fill(&mut self, goal: GoalId, cells: FilledCells, mut stones: S, part: &Subproof<S>) -> Subproof<S> {
        stones.subtract(&self.claimed);
        let (mut assumes, mut carrier) = (part.assumes.clone(), part.carrier.clone());
        for cell in cells.filled() {
            assumes.remove(cell);
            carrier.remove(cell);
        }
        if !matches!(cells, FilledCells::Dead(_)) {
            cells.cells().for_each(|cell| carrier.insert(cell));
        }
        assumes.union_with(&stones);
        carrier.subtract(&assumes);
        let (cells, stones) = (cells.map(|cell| self.cell(cell)), self.on_board(&stones));
        Subproof { node: self.node(Node::Fill { goal, cells, stones, child: part.node }), assumes, carrier }
    }

    /// Adds the proof of another claim with the same verdict on the same board, and returns its root.
    ///
    /// The prover's stones of that claim that the whole does not have become assumed stones, where a node may use them:
    /// of a `Linked`, those that touch a terminal of its goal through other stones. If the prover moves first there, the
    /// root may also assume the first move. Goals get new numbers.
    ///
    /// # Errors
    ///
    /// If the part does not fit the whole. Whether it proves anything is not checked.
    pub fn import(&mut self, part: &Certificate) -> Result<Subproof<S>, ImportError> {
        let root = self.import_all(part)?.pop();
        root.map(|(_, root)| root).ok_or(ImportError::Malformed(CertificateError::NoNodes))
    }

    /// [`Self::import`], but returns every node of the part with its goal, the root last.
    ///
    /// # Errors
    ///
    /// As for [`Self::import`].
    pub fn import_all(&mut self, part: &Certificate) -> Result<Vec<(GoalId, Subproof<S>)>, ImportError> {
        let (whole, topology) = (&self.claim, Arc::clone(&self.claim.topology));
        if !Arc::ptr_eq(&part.claim.topology, &topology) && part.claim.topology != topology {
            return Err(ImportError::OtherBoard);
        }
        if part.verdict != self.verdict {
            return Err(ImportError::OtherVerdict);
        }
        if part.verdict == Verdict::Fails && part.claim.goal != whole.goal {
            return Err(ImportError::OtherGoal);
        }
        part.validate()?;
        let own = stones(&part.claim, part.verdict);
        let mut placed = own.clone();
        placed.subtract(&stones(whole, self.verdict));
        let mut cells = placed.iter().chain(part.claim.carrier.iter());
        if let Some(cell) = cells.find(|&cell| !whole.carrier.contains(cell)) {
            return Err(ImportError::Outside(topology.name(cell).to_owned()));
        }
        let goals: Vec<GoalId> = part.goals.iter().map(|goal| self.goal(goal)).collect();
        let mut done: Vec<(GoalId, Subproof<S>)> = Vec::with_capacity(part.nodes.len());
        // A part has no cells but those that were looked for just now.
        let cells = self.cells.clone();
        let number = |cell: Cell| cells.binary_search(&cell).map_or(cell, Cell::new);
        let with_placed = |stones: &[Cell]| set(stones.iter().copied().chain(placed.iter()).map(number));
        for node in &part.nodes {
            let goal = goals[node.goal() as usize];
            let subproof = match node {
                Node::Linked { goal: old, stones } => {
                    let mut all = own.clone();
                    stones.iter().for_each(|&cell| _ = all.insert(cell));
                    let near = near(&topology, &part.goals[*old as usize], &all);
                    let placed = placed.iter().filter(|&cell| near.contains(cell));
                    self.linked(goal, set(stones.iter().copied().chain(placed).map(number)))
                }
                Node::Cut { stones } => self.cut(with_placed(stones)),
                Node::Replies { replies, .. } => {
                    let replies: Vec<_> =
                        replies.iter().map(|&(cell, child)| (number(cell), &done[child as usize].1)).collect();
                    self.replies(goal, &replies)
                }
                Node::Walk { stones, children, steps, .. } => {
                    let parts: Vec<_> = children.iter().map(|&child| &done[child as usize].1).collect();
                    self.walk(goal, with_placed(stones), &parts, steps.clone())
                }
                Node::Fill { cells, stones, child, .. } => {
                    self.fill(goal, cells.map(number), with_placed(stones), &done[*child as usize].1)
                }
                Node::Join { stones, children, .. } => {
                    let parts: Vec<_> = children.iter().map(|&child| &done[child as usize].1).collect();
                    self.join(goal, with_placed(stones), &parts)
                }
            };
            done.push((goal, subproof));
        }
        Ok(done)
    }

    /// A cell of a set, on the board.
    fn cell(&self, cell: Cell) -> Cell {
        self.cells.get(cell.index()).copied().unwrap_or(cell)
    }

    fn on_board(&self, set: &S) -> Vec<Cell> {
        set.cells().map(|cell| self.cell(cell)).collect()
    }

    /// The number of a node, which goes to the sink unless an equal one is known.
    fn node(&mut self, node: Node) -> NodeId {
        self.key.clear();
        // Children are written as distances from this number, so equal nodes have equal bytes.
        write_node(&mut self.key, NodeId::MAX, node.as_step());
        if let Some(&mut known) = self.nodes.get(&self.key[..]) {
            return known;
        }
        let id = self.n_nodes;
        if id == NodeId::MAX {
            self.failure.get_or_insert(CertificateError::Node { node: id, fault: NodeFault::TooMany });
        }
        if self.failure.is_none() {
            match self.sink.take(node) {
                Ok(()) => self.n_nodes += 1,
                Err(error) => self.failure = Some(error),
            }
        }
        self.nodes.insert(self.key.as_slice().into(), id);
        id
    }
}

/// Stones that parts assume besides `stones`, and their carriers without them.
fn together<S: Cells>(stones: &S, parts: &[impl Borrow<Subproof<S>>]) -> (S, S) {
    let (mut assumes, mut carrier) = (stones.clone(), S::default());
    for part in parts {
        assumes.union_with(&part.borrow().assumes);
        carrier.union_with(&part.borrow().carrier);
    }
    carrier.subtract(&assumes);
    (assumes, carrier)
}

/// The stones that the prover has at the start.
fn stones(claim: &Claim, verdict: Verdict) -> CellSet {
    match verdict {
        Verdict::Holds => claim.stones.clone(),
        Verdict::Fails => claim.opponent_cells(),
    }
}

/// The stones of `own` that are connected to a terminal of the goal: those that achieve it are among them.
fn near(topology: &Topology, goal: &Goal, own: &CellSet) -> CellSet {
    let mut near = CellSet::new();
    let mut next: Vec<Cell> = Vec::new();
    for terminal in goal.terminals() {
        match terminal {
            Terminal::Cell(cell) => next.push(cell),
            Terminal::Edge(edge) => next.extend(topology.edges()[edge].cells.iter()),
        }
    }
    while let Some(cell) = next.pop() {
        if own.contains(cell) && near.insert(cell) {
            next.extend(topology.neighbours(cell));
        }
    }
    near
}
