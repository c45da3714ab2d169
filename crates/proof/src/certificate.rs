//! A certificate in memory: the claim, the verdict and the nodes of its proof.

use tesuji_board::Cell;

use crate::{Claim, Goal};

/// Number of a node in its certificate; children come before parents.
pub type NodeId = u32;

/// Number of a goal in its certificate's table; goal 0 is the claim's.
pub type GoalId = u32;

/// What a certificate proves about its claim.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// The owner achieves the goal.
    Holds,
    /// The opponent prevents it.
    Fails,
}

/// One step of a proof: the prover (owner if the claim holds, opponent if it fails) succeeds although the other moves first.
///
/// Each node has two sets that follow from it and are not written down. *Assumes*: the prover's stones that it
/// needs beyond those of the claim. *Carrier*: the empty cells it needs, none of them assumed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// An alternative of the goal is achieved by the claim's stones and `stones`. Assumes `stones`; no carrier.
    Linked {
        /// What is achieved.
        goal: GoalId,
        /// The stones used beyond those of the claim.
        stones: Vec<Cell>,
    },
    /// Wherever the other moves, one of the replies leaves a region untouched in which its child succeeds.
    ///
    /// Each child has the same goal. With region_i = {reply_i} ∪ carrier_i: no cell lies in all regions.
    /// Assumes the union of what the children assume, each without its own reply; the carrier is the union of the
    /// regions without what is assumed.
    Replies {
        /// What is achieved.
        goal: GoalId,
        /// The prover's replies and what then remains.
        replies: Vec<(Cell, NodeId)>,
    },
    /// Independent parts that together achieve the goal; in a certificate that holds only.
    ///
    /// Whichever alternative each child achieves, these links with the claim's stones, the assumed stones and the
    /// edges that the goal names achieve an alternative of the goal. The children's carriers are
    /// disjoint outside the assumed cells. Assumes `stones` and all that the children assume.
    Join {
        /// What is achieved.
        goal: GoalId,
        /// The stones used beyond those of the claim and those the children assume.
        stones: Vec<Cell>,
        /// The parts.
        children: Vec<NodeId>,
    },
    /// The goal is cut: not achieved even if the owner had every cell but the opponent's cells of the claim and `stones`.
    ///
    /// In a certificate that fails only. Assumes `stones`; no carrier.
    Cut {
        /// The opponent's stones used beyond its cells of the claim.
        stones: Vec<Cell>,
    },
}

/// A proof that a claim holds or fails.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// What is claimed.
    pub claim: Claim,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The prover's first move; there is one exactly if the prover moves first.
    pub first: Option<Cell>,
    /// The goals its nodes speak of; the first is the claim's.
    pub goals: Vec<Goal>,
    /// Children before parents; the last is the root, whose goal is goal 0, whose assumed stones are at most
    /// `first`, and whose carrier lies in the claim's without `first`.
    pub nodes: Vec<Node>,
}
