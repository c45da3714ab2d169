//! Errors of certificates.

use std::io;

use tesuji_board::TopologyError;

use crate::{ClaimError, GoalId, NodeId, Verdict};

/// Error of bytes that are no certificate, or of a certificate that does not prove its claim.
///
/// A checker returns the first fault in the order of the file, so the same certificate always gives the same error. The
/// checksum is compared last.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// Reading from the source failed.
    #[error("the certificate cannot be read: {0}")]
    Read(io::ErrorKind),
    /// Writing to the destination failed.
    #[error("the certificate cannot be written: {0}")]
    Write(io::ErrorKind),
    /// The first bytes are not those of a certificate.
    #[error("not a certificate: it does not begin with `TSJCERT`")]
    NotACertificate,
    /// Written by a later version of the format.
    #[error("certificate format {found}; this reader knows formats 1 to {newest}")]
    UnknownFormat {
        /// The file's version.
        found: u8,
        /// The latest version known here.
        newest: u8,
    },
    /// The bytes end too early.
    #[error("certificate cut short at byte {offset}")]
    Truncated {
        /// Offset of the missing byte, from 0.
        offset: u64,
    },
    /// Bytes without a meaning.
    #[error("byte {offset}: expected {expected}")]
    Malformed {
        /// Offset, from 0.
        offset: u64,
        /// Expected content.
        expected: &'static str,
    },
    /// The bytes are not those that were written.
    #[error("the checksum does not fit the content: the file was damaged or changed")]
    Checksum,
    /// The header does not describe a board.
    #[error("no such board: {0}")]
    Board(#[from] TopologyError),
    /// More edges than [`MAX_EDGES`](crate::MAX_EDGES).
    #[error("a certificate's board has at most {max} edges, not {0}", max = crate::MAX_EDGES)]
    TooManyEdges(usize),
    /// The claim contradicts itself or its board.
    #[error("the claim makes no sense: {0}")]
    Claim(#[from] ClaimError),
    /// A goal in the table does not fit the board.
    #[error("goal {goal}: {fault}")]
    Goal {
        /// The goal.
        goal: GoalId,
        /// The reason.
        fault: ClaimError,
    },
    /// The first goal in the table is not the claim's.
    #[error("goal 0 is not the goal of the claim")]
    ClaimGoal,
    /// The first move is missing, needless, or outside the carrier.
    #[error("first move: expected {0}")]
    First(&'static str),
    /// A certificate without nodes proves nothing.
    #[error("there is no node")]
    NoNodes,
    /// A node does not follow.
    #[error("node {node}: {fault}")]
    Node {
        /// The node, from 0.
        node: NodeId,
        /// The reason.
        fault: NodeFault,
    },
    /// The last node does not prove the claim.
    #[error("the last node does not prove the claim: {0}")]
    Root(RootFault),
}

/// Reason why a node does not follow from its children and the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NodeFault {
    /// `Linked` and `Join` prove that a goal is achieved, and `Cut` proves that it is not.
    #[error("`{kind}` has no place in a certificate that {}", match .verdict { Verdict::Holds => "holds", Verdict::Fails => "fails" })]
    Kind {
        /// The node's kind.
        kind: &'static str,
        /// The certificate's verdict.
        verdict: Verdict,
    },
    /// Nodes are numbered with 32 bits.
    #[error("there are too many nodes before it")]
    TooMany,
    /// A goal that is not in the table.
    #[error("there is no goal {0}")]
    UnknownGoal(GoalId),
    /// A reply or stone on a cell where the prover cannot have played.
    #[error("{0} lies outside the carrier of the claim, where the prover cannot play")]
    OutsideCarrier(String),
    /// A child that is not proved yet.
    #[error("child {0} does not come earlier")]
    LaterChild(NodeId),
    /// The claim's stones and those of the node achieve no alternative.
    #[error("these stones do not achieve goal {0}")]
    NotLinked(GoalId),
    /// The goal could still be achieved.
    #[error("these stones do not cut the goal")]
    NotCut,
    /// A `Replies` node without replies.
    #[error("there is no reply")]
    NoReplies,
    /// A reply for another goal.
    #[error("child {child} is about goal {found}, not {expected}")]
    ChildGoal {
        /// The child.
        child: NodeId,
        /// Its goal.
        found: GoalId,
        /// The node's goal.
        expected: GoalId,
    },
    /// A cell in the region of every reply.
    #[error("no reply to an intrusion at {0}")]
    Unanswered(String),
    /// A child that may use an edge that this node's goal does not name.
    #[error("child {child} names edge `{edge}`, which goal {goal} does not")]
    ForeignEdge {
        /// The child.
        child: NodeId,
        /// The edge.
        edge: String,
        /// The node's goal.
        goal: GoalId,
    },
    /// Two parts need the same empty cell.
    #[error("child {child} shares {cell} with an earlier part")]
    Overlap {
        /// The later of the two.
        child: NodeId,
        /// A cell of both parts.
        cell: String,
    },
    /// More than [`MAX_COMBINATIONS`](crate::MAX_COMBINATIONS).
    #[error("the parts have more than {max} combinations of alternatives", max = crate::MAX_COMBINATIONS)]
    TooManyCombinations,
    /// More work than [`FREE_STEPS`](crate::FREE_STEPS) and [`STEPS_PER_BYTE`](crate::STEPS_PER_BYTE) allow up to this node.
    #[error("checking up to here takes more than {0} steps, the most for this number of bytes")]
    TooMuchWork(u64),
    /// A cell of a `Fill` that is named twice, or that the goal or the stones name.
    #[error("{0} cannot be filled in: the goal or the stones name it, or it is named twice")]
    Filled(String),
    /// A cell of a `Fill` whose colour may matter.
    #[error("{0} is not dead: it may link what is not linked without it")]
    NotDead(String),
    /// A step that does not fit the goal, the parts, the other steps, or what it must be joined to.
    #[error("step {step} of the walk {fault}")]
    Walk {
        /// The step, from 0.
        step: usize,
        /// The reason.
        fault: &'static str,
    },
    /// The parts can end in a way that does not achieve the goal.
    #[error("goal {goal} is not achieved if the parts achieve their alternatives {chosen:?} (counted from 0)")]
    NotJoined {
        /// The node's goal.
        goal: GoalId,
        /// For each part, the alternative that it achieves.
        chosen: Vec<usize>,
    },
}

/// Reason why the last node does not prove the claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RootFault {
    /// It proves another goal.
    #[error("it is about goal {0}")]
    Goal(GoalId),
    /// It needs a stone that the prover does not have.
    #[error("it assumes a stone at {0}")]
    Assumes(String),
    /// It plays on the cell of the first move.
    #[error("its carrier contains the first move {0}")]
    Carrier(String),
}
