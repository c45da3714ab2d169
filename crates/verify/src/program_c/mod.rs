//! Program C: a search with fill-in decides, and its decision is proved again with the stones that were played.
//!
//! [`tesuji_decide`] says who succeeds. [`prove`] asks it for the winner's moves, and shows by virtual connections and by
//! replies ([`proofs`]) what they achieve; where that is long, it takes turns with [`search`], which decides and proves
//! together. A net says where to search first ([`guess`]). [`extract`] and [`leaf`] turn the tree of results into a
//! certificate.

mod guess;
mod lessons;
mod prove;

mod extract;
mod leaf;
mod proofs;
mod search;

pub use lessons::{ClaimLesson, ClaimLessons, lessons_of};

use tesuji_board::with_width;
use tesuji_connection::Watch;
use tesuji_decide::SearchLimits;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use crate::{VerifyOutcome, VerifyReport};

/// Answers `claim` with a certificate. `n_threads` decide it together.
pub(crate) fn verify(claim: &Claim, limits: &Limits, n_threads: usize) -> VerifyReport {
    with_width!(claim.carrier.len(), W => verify_with::<W>(claim, limits, n_threads))
}

fn verify_with<const W: usize>(claim: &Claim, limits: &Limits, n_threads: usize) -> VerifyReport {
    let undecided = |nodes| VerifyReport { outcome: VerifyOutcome::Undecided, nodes };
    if limits.is_interrupted() {
        return undecided(0);
    }
    let Ok(region) = tesuji_connection::Region::<W>::new(claim) else { return undecided(0) };
    let within = limits.clone();
    let region = region.watched(Watch::new(move || within.is_interrupted()));
    let prove::ProvedClaim { proofs, result, n_nodes: nodes } =
        prove::prove(claim, &region, SearchLimits { limits, n_threads });
    match result.and_then(|result| extract::certificate(claim, &region, &proofs, result, limits)) {
        Some(certificate) => match certificate.verdict {
            tesuji_proof::Verdict::Holds => VerifyReport { outcome: VerifyOutcome::Holds(Some(certificate)), nodes },
            tesuji_proof::Verdict::Fails => VerifyReport { outcome: VerifyOutcome::Fails(Some(certificate)), nodes },
        },
        None => undecided(nodes),
    }
}
