//! One certificate from those of the positions one move later.
//!
//! This is for the rare question that the verifier decides without being able to write the certificate down. It asks
//! about the positions after each move instead and puts their certificates under one root.

use tesuji_board::CellSet;
use tesuji_proof::{Certificate, CertificateBuilder, Claim, Mover, Node, Subproof, Verdict};

use super::judge::{CarrierAnswer, CarrierError};

/// Answers `claim` through the positions after its first moves, which `ask` answers.
///
/// # Errors
///
/// The errors of `ask`; [`CarrierError::Limit`] if there is no move.
pub(super) fn by_moves(
    claim: &Claim,
    mut ask: impl FnMut(&Claim) -> Result<CarrierAnswer, CarrierError>,
) -> Result<Certificate, CarrierError> {
    let (mover_wins, other_wins, next) = match claim.to_move {
        Mover::Owner => (Verdict::Holds, Verdict::Fails, Mover::Opponent),
        Mover::Opponent => (Verdict::Fails, Verdict::Holds, Mover::Owner),
    };
    let mut builder = CertificateBuilder::in_memory(claim, other_wins);
    // The moves that no reply of the other side has answered yet.
    let mut open: CellSet = claim.carrier.clone();
    let mut replies = Vec::new();
    loop {
        let Some(cell) = open.iter().next() else { break };
        let mut after = Claim { to_move: next, ..claim.clone() };
        after.carrier.remove(cell);
        if claim.to_move == Mover::Owner {
            after.stones.insert(cell);
        }
        let answer = ask(&after)?;
        if answer.certificate.verdict == mover_wins {
            let mut builder = CertificateBuilder::in_memory(claim, mover_wins);
            let root = import(&mut builder, &answer.certificate)?;
            return Ok(builder.certificate(Some(cell), root.node));
        }
        let root = import(&mut builder, &answer.certificate)?;
        let Some(reply) = answer.certificate.first else {
            // No empty cell is left to reply on, so the other side succeeds with what it has.
            return Ok(builder.certificate(None, root.node));
        };
        replies.push((reply, root));
        open.intersect_with(&answer.used);
    }
    if replies.is_empty() {
        return Err(CarrierError::Limit);
    }
    let root = builder.replies(0, &replies);
    Ok(builder.certificate(None, root.node))
}

/// The root of a certificate of a position one move later; it is of the same board, so it fits.
fn import(builder: &mut CertificateBuilder<Vec<Node>>, part: &Certificate) -> Result<Subproof, CarrierError> {
    builder.import(part).map_err(|_| CarrierError::Limit)
}
