//! Certificates that follow from others without a search. The checker has yet to accept them.

use std::sync::Arc;

use tesuji_board::Cell;
use tesuji_problem::strategy::Part;
use tesuji_proof::{Certificate, CertificateBuilder, Claim, Mover, Node, Verdict};

use super::answers::Proof;
use crate::strategy::verify::joined;

/// The proof of `claim`, the position after the opponent's moves and the first move of `wider`, in which the owner moves
/// first and more cells may be empty. `None` if it needs one of them.
pub(super) fn after_first(wider: &Certificate, claim: &Claim) -> Option<Certificate> {
    let first = wider.first?;
    let mut nodes = wider.nodes.clone();
    for node in &mut nodes {
        match node {
            Node::Linked { stones, .. }
            | Node::Join { stones, .. }
            | Node::Walk { stones, .. }
            | Node::Fill { stones, .. }
            | Node::Cut { stones } => {
                stones.retain(|&cell| cell != first);
            }
            Node::Replies { .. } => {}
        }
    }
    Some(Certificate { claim: claim.clone(), first: None, nodes, ..wider.clone() })
}

/// The refutation of `position` by the opponent's move, from that of the position after it.
pub(super) fn refuted_by(position: &Claim, mv: Cell, refutation: &Certificate) -> Option<Certificate> {
    let mut builder: CertificateBuilder<Vec<Node>> = CertificateBuilder::in_memory(position, Verdict::Fails);
    let root = builder.import(refutation).ok()?;
    Some(builder.certificate(Some(mv), root.node))
}

/// The proof of a position by replies, each with the proof of the position after it.
pub(super) fn by_replies(position: &Claim, replies: &[(Cell, Arc<Proof>)]) -> Option<Certificate> {
    let mut builder: CertificateBuilder<Vec<Node>> = CertificateBuilder::in_memory(position, Verdict::Holds);
    let import = |(reply, proof): &(Cell, Arc<Proof>)| Some((*reply, builder.import(&proof.certificate).ok()?));
    let replies: Vec<_> = replies.iter().map(import).collect::<Option<_>>()?;
    let goal = builder.goal(&position.goal);
    let root = builder.replies(goal, &replies);
    Some(builder.certificate(None, root.node))
}

/// The proof of a position by its parts, each with its proof.
pub(super) fn by_parts(position: &Claim, parts: &[Part], proofs: &[Arc<Proof>]) -> Option<Certificate> {
    let mut builder: CertificateBuilder<Vec<Node>> = CertificateBuilder::in_memory(position, Verdict::Holds);
    let children: Vec<_> = proofs.iter().map(|proof| builder.import(&proof.certificate).ok()).collect::<Option<_>>()?;
    let root = joined(&mut builder, parts, position, &children);
    Some(builder.certificate(None, root.node))
}

/// The claim after a move of the opponent, with the owner to move.
pub(super) fn after_move(position: &Claim, mv: Cell) -> Claim {
    let mut next = Claim { to_move: Mover::Owner, ..position.clone() };
    next.carrier.remove(mv);
    next
}
