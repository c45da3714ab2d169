//! The input of the rules: a certificate's statement, and its nodes one by one, in whatever form they come.

#[cfg(not(target_family = "wasm"))]
use tesuji_board::with_width;
use tesuji_board::{Cell, CellSet};

use crate::binary::SECOND;
use crate::check::{MAX_EDGES, NodeRules};
use crate::{
    CertificateError, Claim, ClaimError, FilledCells, Goal, GoalId, Group, Mover, NodeFault, NodeId, Summary, Verdict,
    WalkStep,
};

/// A node as the rules see it: borrowed from a [`Node`](crate::Node) or from the reader's buffers.
#[derive(Clone, Copy)]
pub(crate) enum RuleNode<'a> {
    Linked { goal: GoalId, stones: &'a [Cell] },
    Replies { goal: GoalId, replies: &'a [(Cell, NodeId)] },
    Join { goal: GoalId, stones: &'a [Cell], children: &'a [NodeId] },
    Walk { goal: GoalId, stones: &'a [Cell], children: &'a [NodeId], steps: &'a [WalkStep] },
    Fill { goal: GoalId, cells: FilledCells, stones: &'a [Cell], child: NodeId },
    Cut { stones: &'a [Cell] },
}

/// A source of nodes, in order.
pub(crate) trait Steps {
    /// The next node, and the number of bytes in the binary form up to its end.
    fn next(&mut self) -> Result<Option<(RuleNode<'_>, u64)>, CertificateError>;
}

/// Statement of a node: the prover, given the stones `assumes`, succeeds in `carrier` although the other player moves
/// first.
///
/// The two sets are disjoint and lie in the claim's carrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// The goal achieved or, if the claim fails, prevented.
    pub goal: GoalId,
    /// The prover's stones that it needs in addition to those of the claim.
    pub assumes: CellSet,
    /// The empty cells that it needs.
    pub carrier: CellSet,
}

/// Everything in a certificate except its nodes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heading {
    /// The claim.
    pub claim: Claim,
    /// Whether the claim holds or fails.
    pub verdict: Verdict,
    /// The prover's first move, as in [`Certificate::first`](crate::Certificate::first).
    pub first: Option<Cell>,
    /// The goals that the nodes refer to; the first is the claim's.
    pub goals: Vec<Goal>,
}

impl Heading {
    pub(crate) fn statement(&self) -> Statement<'_> {
        Statement { claim: &self.claim, verdict: self.verdict, first: self.first, goals: &self.goals }
    }
}

/// A [`Heading`], borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Statement<'a> {
    pub(crate) claim: &'a Claim,
    pub(crate) verdict: Verdict,
    pub(crate) first: Option<Cell>,
    pub(crate) goals: &'a [Goal],
}

/// Selection of the proved nodes to return.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keep {
    Root,
    All,
}

impl RuleNode<'_> {
    /// Whether version 1 of the format does not have it.
    pub(crate) const fn is_new(self) -> bool {
        matches!(self, Self::Walk { .. } | Self::Fill { .. })
    }

    /// Checks that this version of the format can write the node in a certificate with this verdict.
    pub(crate) const fn fits(self, version: u8, verdict: Verdict) -> Result<(), NodeFault> {
        match (self, verdict) {
            (Self::Walk { .. }, Verdict::Fails) => Err(NodeFault::Kind { kind: "walk", verdict }),
            (Self::Cut { .. }, Verdict::Holds) if version == SECOND => Err(NodeFault::Kind { kind: "cut", verdict }),
            (Self::Replies { replies: [], .. }, _) if version == SECOND => Err(NodeFault::NoReplies),
            _ => Ok(()),
        }
    }

    /// Checks that node number `node` names only existing cells, goals and earlier nodes.
    pub(crate) fn validate(self, node: NodeId, n_cells: usize, n_goals: usize) -> Result<(), NodeFault> {
        let cell = |&cell: &Cell| match cell.index() {
            index if index < n_cells => Ok(()),
            index => Err(NodeFault::OutsideCarrier(format!("cell {index}"))),
        };
        let child = |&child: &NodeId| if child < node { Ok(()) } else { Err(NodeFault::LaterChild(child)) };
        let goal = |id: GoalId| if (id as usize) < n_goals { Ok(()) } else { Err(NodeFault::UnknownGoal(id)) };
        match self {
            Self::Linked { goal: id, stones } => {
                goal(id)?;
                stones.iter().try_for_each(cell)
            }
            Self::Replies { goal: id, replies } => {
                goal(id)?;
                replies.iter().try_for_each(|(reply, id)| cell(reply).and_then(|()| child(id)))
            }
            Self::Join { goal: id, stones, children } | Self::Walk { goal: id, stones, children, .. } => {
                goal(id)?;
                stones.iter().try_for_each(cell)?;
                children.iter().try_for_each(child)
            }
            Self::Fill { goal: id, cells, stones, child: below } => {
                goal(id)?;
                cells.cells().try_for_each(|at| cell(&at))?;
                stones.iter().try_for_each(cell)?;
                child(&below)
            }
            Self::Cut { stones } => stones.iter().try_for_each(cell),
        }
    }
}

/// Whether a group has one terminal only.
fn has_single(goal: &Goal) -> bool {
    goal.alternatives().iter().flatten().any(|group: &Group| group.len() == 1)
}

impl Statement<'_> {
    /// The first version of the format that has all its goals.
    pub(crate) fn least_version(&self) -> u8 {
        if self.goals.iter().any(has_single) { SECOND } else { 1 }
    }

    /// Checks the claim and every node. Returns what the nodes prove, in order, or only what the root proves if `keep`
    /// asks for that.
    pub(crate) fn prove(&self, steps: &mut impl Steps, keep: Keep) -> Result<Vec<Proven>, CertificateError> {
        self.validate()?;
        // Edges are numbered after the cells. Sets of a fixed width are several times faster than growing ones. The largest
        // rhombus has 1,024 cells and four edges, a graph up to as many edges as cells.
        #[cfg(not(target_family = "wasm"))]
        {
            let n_numbers = self.claim.topology.n_cells() + self.claim.topology.edges().len();
            with_width!([1, 2, 6, 32], n_numbers, W => NodeRules::<W>::new(self).prove(steps, keep))
        }
        // A page loads the checker, so less code counts more than speed.
        #[cfg(target_family = "wasm")]
        {
            NodeRules::<32>::new(self).prove(steps, keep)
        }
    }

    /// The summary of a certificate whose root is `root`.
    pub(crate) fn summary(&self, root: Option<Proven>, n_nodes: u32) -> Result<Summary, CertificateError> {
        let Proven { assumes, carrier, .. } = root.ok_or(CertificateError::NoNodes)?;
        let claim = self.claim.clone();
        Ok(Summary { claim, verdict: self.verdict, first: self.first, n_nodes, assumed: assumes, carrier })
    }

    /// Checks that the claim, the goals and the first move make sense.
    pub(crate) fn validate(&self) -> Result<(), CertificateError> {
        let Self { claim, goals, .. } = self;
        if claim.topology.edges().len() > MAX_EDGES {
            return Err(CertificateError::TooManyEdges(claim.topology.edges().len()));
        }
        claim.validate()?;
        if has_single(&claim.goal) {
            return Err(ClaimError::EmptyGoal.into());
        }
        for (goal, id) in goals.iter().zip(0..) {
            goal.validate(&claim.topology).map_err(|fault| CertificateError::Goal { goal: id, fault })?;
        }
        if goals.first() != Some(&claim.goal) {
            return Err(CertificateError::ClaimGoal);
        }
        let prover_moves = (self.verdict == Verdict::Holds) == (claim.to_move == Mover::Owner);
        match self.first {
            Some(_) if !prover_moves => Err(CertificateError::First("none, the prover answers")),
            Some(cell) if !claim.carrier.contains(cell) => Err(CertificateError::First("a cell of the carrier")),
            // With no cell to play on, the prover passes, which neither hurts nor helps it.
            None if prover_moves && !claim.carrier.is_empty() => {
                Err(CertificateError::First("one, the prover moves first"))
            }
            _ => Ok(()),
        }
    }
}
