//! Program C: proof-number search over virtual connections of both sides.
//!
//! At every position the connections of both sides are known ([`tesuji_connection::vc`]). They decide it, or they leave
//! the mover a *must-play* set: the cells common to all known threats of the other side. A search result comes with the
//! cells and stones it needs ([`proofs`]). These shrink the must-play sets above it and decide later positions that
//! contain it. [`extract`] turns the tree of results into a certificate.

mod extract;
mod leaf;

mod proofs;
mod search;

use tesuji_board::with_width;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use crate::{VerifyOutcome, VerifyReport};

/// Answers `claim` with a certificate.
pub(crate) fn verify(claim: &Claim, limits: &Limits) -> VerifyReport {
    with_width!(claim.carrier.len(), W => verify_with::<W>(claim, limits))
}

fn verify_with<const W: usize>(claim: &Claim, limits: &Limits) -> VerifyReport {
    let undecided = |nodes| VerifyReport { outcome: VerifyOutcome::Undecided, nodes };
    let Ok(region) = tesuji_connection::Region::<W>::new(claim) else { return undecided(0) };
    let mut search = search::ClaimSearch::new(&region, limits);
    let result = search.run(claim.to_move);
    let nodes = search.n_nodes();
    match result.and_then(|result| extract::certificate(claim, &region, search.proofs(), result, limits)) {
        Some(certificate) => match certificate.verdict {
            tesuji_proof::Verdict::Holds => VerifyReport { outcome: VerifyOutcome::Holds(Some(certificate)), nodes },
            tesuji_proof::Verdict::Fails => VerifyReport { outcome: VerifyOutcome::Fails(Some(certificate)), nodes },
        },
        None => undecided(nodes),
    }
}
