//! Claims. Program C: a search with fill-in decides a claim, and its decision is proved again with the stones that were
//! played. The referee is exhaustive search ([`brute`]).

pub mod brute;
mod report;
mod samples;

pub use report::{Verifier, VerifyOutcome, VerifyReport, verify, verify_kept, verify_on_threads};
pub use samples::{ClaimSamples, samples_of};

use tesuji_board::{Bits, Player, with_width};
use tesuji_connection::{Region, Side, Watch};
use tesuji_proof::{Certificate, Claim, Mover, Node, Verdict};

use tesuji_search::Limits;

use crate::pairing::Pairing;
use crate::phase::Win;
use crate::search::{Decider, Ground, NO_MOVE, SearchJournal, SearchLimits, SearchState, WinDecision};
use crate::view::NetGuesser;

/// The maximum number of bytes for the table of positions.
const TABLE_BYTES: usize = 1 << 30;

/// About how many bytes the proof phase uses besides.
const PROOF_BYTES: usize = 1 << 30;

/// Answers `claim` with a certificate.
fn program_c(claim: &Claim, within: SearchLimits<'_>) -> VerifyReport {
    if let Some(pairing) = Pairing::of(claim).filter(|_| !within.limits.is_interrupted()) {
        let mut nodes: Vec<Node> = Vec::new();
        let proof = pairing.prove(claim, &mut nodes).expect("a vector accepts every node");
        let outcome = VerifyOutcome::Holds(Some(proof.heading.certificate(nodes, proof.root)));
        return VerifyReport { outcome, decided: None, nodes: 1 };
    }
    let (outcome, decided, nodes) = with_width!(claim.carrier.len(), W => verify_with::<W>(claim, within));
    let decided = decided.filter(|_| outcome.is_none());
    VerifyReport { outcome: outcome.unwrap_or(VerifyOutcome::Undecided), decided, nodes }
}

/// The certificate of a claim that holds, if it is found within the limits; and the nodes.
pub(crate) fn proof_of(claim: &Claim, limits: &Limits) -> (Option<Certificate>, u64) {
    let report = program_c(claim, SearchLimits { limits, n_threads: 1, journal: None });
    match report.outcome {
        VerifyOutcome::Holds(certificate) => (certificate, report.nodes),
        _ => (None, report.nodes),
    }
}

/// The proved outcome, what the search decided, and the nodes. The limits apply to the decision and to its proof; the
/// threads decide together, and one proves.
fn verify_with<const W: usize>(claim: &Claim, within: SearchLimits<'_>) -> (Option<VerifyOutcome>, Option<bool>, u64) {
    let limits = within.limits;
    let Some(region) = Region::<W>::new(claim).ok().filter(|_| !limits.is_interrupted()) else {
        return (None, None, 0);
    };
    let watched = limits.clone();
    let region = region.watched(Watch::new(move || watched.is_interrupted()));
    let mover = first_side(claim);
    let decider = decider_of(claim, &region, TABLE_BYTES);
    let (decision, nodes) = decider.decide([Bits::EMPTY; 2], Player::BOTH[mover.index()], within);
    let (winner, first) = match decision {
        None => return (None, None, nodes),
        // With fill-in the board is full, so any first move will do.
        Some(WinDecision::Wins(NO_MOVE, _)) => (mover, Bits::<W>::first_n(region.n_cells()).first()),
        Some(WinDecision::Wins(key, _)) => (mover, Some(usize::from(key))),
        Some(WinDecision::Loses(_)) => (mover.other(), None),
    };
    let win = Win { claim, winner: winner.index(), stones: [Bits::EMPTY; 2], first, prove_link: proof_of };
    let decided = Some(winner == Side::Owner);
    let mut all: Vec<Node> = Vec::new();
    // A vector accepts every node.
    let Ok(proved) = decider.prove(&win, limits, PROOF_BYTES, &mut all) else {
        return (None, decided, nodes);
    };
    let certificate = proved.proof.map(|proof| proof.heading.certificate(all, proof.root));
    let outcome = certificate.map(|certificate| match certificate.verdict {
        Verdict::Holds => VerifyOutcome::Holds(Some(certificate)),
        Verdict::Fails => VerifyOutcome::Fails(Some(certificate)),
    });
    (outcome, decided, nodes + proved.n_nodes)
}

/// The state of a search of a claim that was kept, from the point of view of the player to move; cells are numbered in the
/// order of the carrier. `None` if what was kept makes no sense.
#[must_use]
pub fn claim_state(claim: &Claim, journal: &dyn SearchJournal) -> Option<SearchState> {
    with_width!(claim.carrier.len(), W => {
        let region = Region::<W>::new(claim).ok()?;
        let first = Player::BOTH[first_side(claim).index()];
        decider_of(claim, &region, TABLE_BYTES).state([Bits::EMPTY; 2], first, journal)
    })
}

/// The decider of this claim, with the net's guesses where there are any.
pub(crate) fn decider_of<const W: usize>(claim: &Claim, region: &Region<W>, table_bytes: usize) -> Decider<W> {
    let decider = Decider::new(Ground::of_claim(region.clone()).on(&claim.topology), table_bytes);
    match NetGuesser::of_claim(claim, region) {
        Some(guesser) => decider.with_guesser(guesser),
        None => decider,
    }
}

/// The player who moves first.
pub(crate) const fn first_side(claim: &Claim) -> Side {
    match claim.to_move {
        Mover::Owner => Side::Owner,
        Mover::Opponent => Side::Opponent,
    }
}
