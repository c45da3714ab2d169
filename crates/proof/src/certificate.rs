//! A certificate in memory: the claim, the verdict and the nodes of its proof.

use tesuji_board::{Cell, CellSet};

use crate::binary::{PREFIX_LEN, SECOND, write_node, write_number, write_statement};
use crate::statement::{Heading, Keep, Proven, RuleNode, Statement, Steps};
use crate::{CertificateError, Claim, Goal, Terminal};

/// Number of a node in its certificate; children come before parents.
pub type NodeId = u32;

/// Number of a goal in its certificate's table; goal 0 is the claim's.
pub type GoalId = u32;

/// The statement that a certificate proves about its claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The owner achieves the goal.
    Holds,
    /// The opponent prevents it.
    Fails,
}

/// One step of a proof: the prover (the owner if the claim holds, the opponent if it fails) succeeds although the other
/// player moves first.
///
/// Each node has two sets that follow from it and are not written down. *Assumes* is the set of the prover's stones
/// that it needs beyond those of the claim. *Carrier* is the set of the empty cells that it needs; none of them is
/// assumed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// An alternative of the goal is achieved by the claim's stones and `stones`. Assumes `stones`; no carrier.
    Linked {
        /// The goal that is achieved.
        goal: GoalId,
        /// The stones used in addition to those of the claim.
        stones: Vec<Cell>,
    },
    /// Wherever the other moves, one of the replies leaves a region untouched in which its child succeeds.
    ///
    /// Each child has the same goal. Let region_i = {reply_i} ∪ carrier_i; no cell lies in all regions. The node
    /// assumes the union of what the children assume, each without its own reply. Its carrier is the union of the
    /// regions without what the node assumes.
    Replies {
        /// The goal that is achieved.
        goal: GoalId,
        /// The prover's replies, each with the child that proves what then remains.
        replies: Vec<(Cell, NodeId)>,
    },
    /// Independent parts that together achieve the goal; only in certificates with the verdict "holds".
    ///
    /// Whichever alternative each child achieves, an alternative of the goal is achieved by these links together with
    /// the claim's stones, the assumed stones and the edges that the goal names. The children's carriers are disjoint
    /// outside the assumed cells. Assumes `stones` and all that the children assume.
    Join {
        /// The goal that is achieved.
        goal: GoalId,
        /// The stones used beyond those of the claim and those the children assume.
        stones: Vec<Cell>,
        /// The parts.
        children: Vec<NodeId>,
    },
    /// Independent parts whose links a walk follows; only in certificates with the verdict "holds", and only from
    /// format 2 on.
    ///
    /// As a `Join`, but the goal is one pair of terminals, and steps take the place of the combinations.
    Walk {
        /// The goal that is achieved.
        goal: GoalId,
        /// The stones used beyond those of the claim and those the children assume.
        stones: Vec<Cell>,
        /// The parts.
        children: Vec<NodeId>,
        /// The walk; it begins with the first step.
        steps: Vec<WalkStep>,
    },
    /// Cells that count as the prover's until they are played on; only from format 2 on.
    ///
    /// As its child, but `stones` are assumed in place of the cells that are filled in. With these stones, wherever the
    /// other player has one of these cells in the end, its colour does not matter.
    Fill {
        /// The goal that is achieved, the child's.
        goal: GoalId,
        /// The cells that are filled in.
        cells: FilledCells,
        /// The stones on which this rests.
        stones: Vec<Cell>,
        /// The node that counts the cells as the prover's.
        child: NodeId,
    },
    /// The goal is cut: it is not achieved even if the owner has every cell except the opponent's cells of the claim
    /// and `stones`.
    ///
    /// Only in certificates with the verdict "fails". Assumes `stones`; no carrier.
    Cut {
        /// The opponent's stones used in addition to its cells of the claim.
        stones: Vec<Cell>,
    },
}

/// The cells of a [`Node::Fill`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FilledCells {
    /// A cell whose colour does not matter.
    Dead(Cell),
    /// Two cells, each of which is dead if the prover has the other. So a move on one is answered on the other.
    Captured(Cell, Cell),
    /// A cell that is dead if either player has the second one. So a move on it is answered there; the second one is not
    /// filled in.
    Permanent(Cell, Cell),
}

impl FilledCells {
    /// Its number in the binary form, and its one or two cells.
    #[must_use]
    pub const fn parts(self) -> (usize, Cell, Option<Cell>) {
        match self {
            Self::Dead(cell) => (0, cell, None),
            Self::Captured(cell, other) => (1, cell, Some(other)),
            Self::Permanent(cell, other) => (2, cell, Some(other)),
        }
    }

    /// The cells of this number in the binary form, if a kind with it has these cells.
    pub(crate) const fn from_parts(kind: usize, cell: Cell, other: Option<Cell>) -> Option<Self> {
        match (kind, other) {
            (0, None) => Some(Self::Dead(cell)),
            (1, Some(other)) => Some(Self::Captured(cell, other)),
            (2, Some(other)) => Some(Self::Permanent(cell, other)),
            _ => None,
        }
    }

    /// All its cells.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let (_, cell, other) = self.parts();
        [cell].into_iter().chain(other)
    }

    /// The cells that are filled in.
    pub fn filled(self) -> impl Iterator<Item = Cell> {
        let is_spare = matches!(self, Self::Permanent(..));
        self.cells().take(if is_spare { 1 } else { 2 })
    }

    /// The prover's answer to a move of the other player on this cell; `None` if it needs no answer.
    #[must_use]
    pub fn answer(self, intrusion: Cell) -> Option<Cell> {
        match self {
            Self::Captured(a, b) | Self::Permanent(a, b) if intrusion == a => Some(b),
            Self::Captured(a, b) if intrusion == b => Some(a),
            _ => None,
        }
    }

    /// The images of its cells.
    #[must_use]
    pub fn map(self, image: impl Fn(Cell) -> Cell) -> Self {
        match self {
            Self::Dead(cell) => Self::Dead(image(cell)),
            Self::Captured(a, b) => Self::Captured(image(a), image(b)),
            Self::Permanent(a, b) => Self::Permanent(image(a), image(b)),
        }
    }
}

/// A step of a [`Node::Walk`]. Parts are numbered by their places among the children.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WalkStep {
    /// For either terminal of the goal, an achieved alternative of a part, as numbers of part and alternative, that is
    /// joined to it. `None` is the terminal itself.
    pub ends: [Option<(u32, u32)>; 2],
    /// The part that is looked at.
    pub part: u32,
    /// For each alternative of that part the number of the next step; 0 if the two ends are then joined.
    pub next: Vec<u32>,
}

/// A proof that a claim holds or fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// The claim.
    pub claim: Claim,
    /// Whether the claim holds or fails.
    pub verdict: Verdict,
    /// The prover's first move; present exactly if the prover moves first and the carrier is not empty.
    pub first: Option<Cell>,
    /// The goals that its nodes refer to; the first is the claim's.
    pub goals: Vec<Goal>,
    /// Children before parents. The last node is the root. Its goal is goal 0, it assumes no stones except possibly
    /// `first`, and its carrier lies in the claim's carrier without `first`.
    pub nodes: Vec<Node>,
}

/// The content of a valid certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Summary {
    /// The claim.
    pub claim: Claim,
    /// Whether the claim holds or fails.
    pub verdict: Verdict,
    /// The prover's first move, if it moves first.
    pub first: Option<Cell>,
    /// The number of nodes of the proof.
    pub n_nodes: u32,
    /// The prover's stones that the root needs: none except possibly `first`.
    pub assumed: CellSet,
    /// The empty cells that the proof needs; a part of the claim's carrier.
    pub carrier: CellSet,
}

impl Certificate {
    /// Checks whether the certificate proves its claim, by the rules of [`check_stream`](crate::check_stream).
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self) -> Result<Summary, CertificateError> {
        let statement = self.statement();
        let root = statement.prove(&mut Nodes::new(self), Keep::Root)?.pop();
        statement.summary(root, self.nodes.len() as u32)
    }

    /// Checks the certificate and returns what each node proves, by [`NodeId`]. Useful for playing against it and for
    /// pictures.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn prove(&self) -> Result<Vec<Proven>, CertificateError> {
        self.statement().prove(&mut Nodes::new(self), Keep::All)
    }

    pub(crate) fn statement(&self) -> Statement<'_> {
        Statement { claim: &self.claim, verdict: self.verdict, first: self.first, goals: &self.goals }
    }

    /// The version of the format in which it is written: the first one that has all that it uses.
    pub(crate) fn version(&self) -> u8 {
        let is_new = self.nodes.iter().any(|node| node.as_step().is_new());
        if is_new { SECOND } else { self.statement().least_version() }
    }

    /// Whether the certificate can be written: every cell, goal and child exists. Whether it proves anything is another
    /// question.
    pub(crate) fn validate(&self) -> Result<(), CertificateError> {
        self.statement().validate()?;
        let (n_cells, n_goals, version) = (self.claim.topology.n_cells(), self.goals.len(), self.version());
        (0..).zip(&self.nodes).try_for_each(|(node, step)| {
            let fault = |fault| CertificateError::Node { node, fault };
            let step = step.as_step();
            step.fits(version, self.verdict).and_then(|()| step.validate(node, n_cells, n_goals)).map_err(fault)
        })
    }
}

impl Node {
    /// The goal that it achieves; of a `Cut`, the claim's goal, which it prevents.
    #[must_use]
    pub const fn goal(&self) -> GoalId {
        match self {
            Self::Linked { goal, .. }
            | Self::Replies { goal, .. }
            | Self::Join { goal, .. }
            | Self::Walk { goal, .. }
            | Self::Fill { goal, .. } => *goal,
            Self::Cut { .. } => 0,
        }
    }

    /// The prover's replies, each with the child after it; empty unless it is a `Replies`.
    #[must_use]
    pub fn replies(&self) -> &[(Cell, NodeId)] {
        match self {
            Self::Replies { replies, .. } => replies,
            _ => &[],
        }
    }

    /// The parts that are all needed; empty unless it is a `Join`, a `Walk` or a `Fill`.
    #[must_use]
    pub fn parts(&self) -> &[NodeId] {
        match self {
            Self::Join { children, .. } | Self::Walk { children, .. } => children,
            Self::Fill { child, .. } => std::slice::from_ref(child),
            Self::Linked { .. } | Self::Replies { .. } | Self::Cut { .. } => &[],
        }
    }

    /// Its children, of either kind.
    pub fn children(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.replies().iter().map(|&(_, child)| child).chain(self.parts().iter().copied())
    }

    /// Replaces each cell that it names. `goals` are those of the certificate before they are replaced. A walk between two
    /// terminals that change their order changes its ends.
    pub fn map_terminals(&mut self, goals: &[Goal], image: impl Fn(Terminal) -> Terminal) {
        let image_of = |cell: Cell| match image(Terminal::Cell(cell)) {
            Terminal::Cell(other) => other,
            Terminal::Edge(_) => cell,
        };
        let map = |cell: &mut Cell| *cell = image_of(*cell);
        match self {
            Self::Linked { stones, .. } | Self::Join { stones, .. } | Self::Cut { stones } => {
                stones.iter_mut().for_each(map);
            }
            Self::Walk { goal, stones, steps, .. } => {
                stones.iter_mut().for_each(map);
                let ends = goals.get(*goal as usize).map(|goal| goal.terminals().map(&image).collect::<Vec<_>>());
                if ends.is_some_and(|ends| !ends.is_sorted()) {
                    steps.iter_mut().for_each(|step| step.ends.reverse());
                }
            }
            Self::Replies { replies, .. } => replies.iter_mut().for_each(|(cell, _)| map(cell)),
            Self::Fill { cells, stones, .. } => {
                *cells = cells.map(image_of);
                stones.iter_mut().for_each(map);
            }
        }
    }

    /// Replaces the number of its goal, unless it is a `Cut`, and those of its children.
    pub fn renumber(&mut self, goal_id: impl Fn(GoalId) -> GoalId, node_id: impl Fn(NodeId) -> NodeId) {
        match self {
            Self::Cut { .. } => {}
            Self::Linked { goal, .. } => *goal = goal_id(*goal),
            Self::Replies { goal, replies } => {
                *goal = goal_id(*goal);
                replies.iter_mut().for_each(|(_, child)| *child = node_id(*child));
            }
            Self::Join { goal, children, .. } | Self::Walk { goal, children, .. } => {
                *goal = goal_id(*goal);
                children.iter_mut().for_each(|child| *child = node_id(*child));
            }
            Self::Fill { goal, child, .. } => (*goal, *child) = (goal_id(*goal), node_id(*child)),
        }
    }

    pub(crate) fn as_step(&self) -> RuleNode<'_> {
        match self {
            Self::Linked { goal, stones } => RuleNode::Linked { goal: *goal, stones },
            Self::Replies { goal, replies } => RuleNode::Replies { goal: *goal, replies },
            Self::Join { goal, stones, children } => RuleNode::Join { goal: *goal, stones, children },
            Self::Walk { goal, stones, children, steps } => RuleNode::Walk { goal: *goal, stones, children, steps },
            Self::Fill { goal, cells, stones, child } => {
                RuleNode::Fill { goal: *goal, cells: *cells, stones, child: *child }
            }
            Self::Cut { stones } => RuleNode::Cut { stones },
        }
    }
}

impl Heading {
    /// The certificate with these nodes and this root. It lacks the nodes and goals that the root does not need, and has
    /// the others in the same order with new numbers.
    ///
    /// # Panics
    ///
    /// If `root`, a child or a goal does not exist, or a child does not stand before its parent.
    #[must_use]
    pub fn certificate(self, mut nodes: Vec<Node>, root: NodeId) -> Certificate {
        let Self { claim, verdict, first, mut goals } = self;
        nodes.truncate(root as usize + 1);
        let mut is_needed = vec![false; nodes.len()];
        is_needed[root as usize] = true;
        let mut is_goal_needed = vec![false; goals.len()];
        for id in (0..nodes.len()).rev() {
            if is_needed[id] {
                nodes[id].children().for_each(|child| is_needed[child as usize] = true);
                is_goal_needed[nodes[id].goal() as usize] = true;
            }
        }
        let goal_ids = keep_goals(&mut goals, &is_goal_needed);
        let mut number = vec![0; nodes.len()];
        let mut kept: Vec<Node> = Vec::new();
        for (id, mut node) in nodes.into_iter().enumerate().filter(|&(id, _)| is_needed[id]) {
            node.renumber(|goal| goal_ids[goal as usize], |child| number[child as usize]);
            number[id] = kept.len() as NodeId;
            kept.push(node);
        }
        Certificate { claim, verdict, first, goals, nodes: kept }
    }
}

/// Removes the goals that are not needed, except for the claim's, and returns the new number of each goal.
pub(crate) fn keep_goals(goals: &mut Vec<Goal>, is_needed: &[bool]) -> Vec<GoalId> {
    let mut stays = is_needed.iter().zip(0..).map(|(&is_needed, id)| is_needed || id == 0);
    let mut n_kept = 0;
    let mut ids = Vec::with_capacity(goals.len());
    goals.retain(|_| {
        let stays = stays.next().unwrap_or(false);
        ids.push(n_kept);
        n_kept += GoalId::from(stays);
        stays
    });
    ids
}

impl From<RuleNode<'_>> for Node {
    fn from(step: RuleNode<'_>) -> Self {
        match step {
            RuleNode::Linked { goal, stones } => Self::Linked { goal, stones: stones.to_vec() },
            RuleNode::Replies { goal, replies } => Self::Replies { goal, replies: replies.to_vec() },
            RuleNode::Join { goal, stones, children } => {
                Self::Join { goal, stones: stones.to_vec(), children: children.to_vec() }
            }
            RuleNode::Walk { goal, stones, children, steps } => {
                Self::Walk { goal, stones: stones.to_vec(), children: children.to_vec(), steps: steps.to_vec() }
            }
            RuleNode::Fill { goal, cells, stones, child } => Self::Fill { goal, cells, stones: stones.to_vec(), child },
            RuleNode::Cut { stones } => Self::Cut { stones: stones.to_vec() },
        }
    }
}

/// The nodes in memory, with the lengths that they would have in the binary form.
struct Nodes<'a> {
    certificate: &'a Certificate,
    next: NodeId,
    n_bytes: u64,
    /// Scratch: bytes to be counted.
    bytes: Vec<u8>,
}

impl<'a> Nodes<'a> {
    const fn new(certificate: &'a Certificate) -> Self {
        Self { certificate, next: 0, n_bytes: 0, bytes: Vec::new() }
    }
}

impl Steps for Nodes<'_> {
    fn next(&mut self) -> Result<Option<(RuleNode<'_>, u64)>, CertificateError> {
        let Certificate { claim, goals, nodes, .. } = self.certificate;
        self.bytes.clear();
        if self.next == 0 {
            write_statement(&mut self.bytes, &self.certificate.statement());
            write_number(&mut self.bytes, nodes.len());
            self.n_bytes = (PREFIX_LEN + self.bytes.len()) as u64;
            self.bytes.clear();
        }
        let Some(node) = nodes.get(self.next as usize) else { return Ok(None) };
        let step = node.as_step();
        // A node that cannot be written is also refused by the rules.
        if step.validate(self.next, claim.topology.n_cells(), goals.len()).is_ok() {
            write_node(&mut self.bytes, self.next, step);
        }
        self.next += 1;
        self.n_bytes += self.bytes.len() as u64;
        Ok(Some((step, self.n_bytes)))
    }
}
