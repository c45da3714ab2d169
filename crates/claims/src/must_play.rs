//! The first moves of a claim that still matter, found by short searches.
//!
//! The result has the moves that are left when proofs and refutations of a bounded size are taken into account. Not
//! here: the full answer to the claim ([`verify()`]).

use std::sync::atomic::Ordering;

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim, Mover, Verdict};
use tesuji_search::Limits;

use tesuji_prove::{Verifier, VerifyOutcome, verify};

/// The first moves of the side to move, classified.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MustPlay {
    /// Moves that are not known to fail, including the decisive ones. If none is left, the side to move fails.
    pub cells: CellSet,
    /// Moves that are known to succeed.
    pub decisive: CellSet,
    /// Positions searched, in the program's own count.
    pub nodes: u64,
}

/// Classifies the first moves of `claim` by searching each of them, and the other side's threats, within `limits`.
///
/// The limits apply to each of these searches; an interrupt ends them all. There is at most one more search than empty
/// cells. A move that the other side beats also rules out every move outside the region of that answer.
#[must_use]
pub fn must_play(claim: &Claim, limits: &Limits) -> MustPlay {
    must_play_by(claim, &verify, limits)
}

/// [`must_play`], with searches by another verifier.
#[must_use]
pub fn must_play_by(claim: &Claim, verifier: &Verifier<'_>, limits: &Limits) -> MustPlay {
    let mut found = MustPlay { cells: claim.carrier.clone(), ..MustPlay::default() };
    // What the other side achieves after a pass, it also achieves after any move outside the region it needs.
    let passed = Claim { to_move: other(claim.to_move), ..claim.clone() };
    found.try_threat(&passed, claim.to_move, None, verifier, limits);
    for cell in claim.carrier.iter() {
        if limits.interrupt.load(Ordering::Relaxed) {
            break;
        }
        if found.cells.contains(cell) {
            let after = play(&passed, claim.to_move, cell);
            found.try_threat(&after, claim.to_move, Some(cell), verifier, limits);
        }
    }
    found
}

impl MustPlay {
    /// Moves that the searches found neither to fail nor to succeed. All other moves are settled.
    #[must_use]
    pub fn unsettled(&self) -> CellSet {
        let mut unsettled = self.cells.clone();
        unsettled.subtract(&self.decisive);
        unsettled
    }

    /// Searches `claim`, in which the other side moves after `cell`, or after a pass of `mover`.
    fn try_threat(
        &mut self,
        claim: &Claim,
        mover: Mover,
        cell: Option<Cell>,
        verifier: &Verifier<'_>,
        limits: &Limits,
    ) {
        let report = verifier(claim, limits);
        self.nodes += report.nodes;
        let (verdict, certificate) = match report.outcome {
            VerifyOutcome::Holds(certificate) => (Verdict::Holds, certificate),
            VerifyOutcome::Fails(certificate) => (Verdict::Fails, certificate),
            VerifyOutcome::Undecided => return,
        };
        if (verdict == Verdict::Holds) == (mover == Mover::Owner) {
            if let Some(cell) = cell {
                self.decisive.insert(cell);
            }
            return;
        }
        if let Some(cell) = cell {
            self.cells.remove(cell);
        }
        if let Some(region) = certificate.as_ref().and_then(region) {
            self.cells.intersect_with(&region);
        }
    }
}

fn other(mover: Mover) -> Mover {
    match mover {
        Mover::Owner => Mover::Opponent,
        Mover::Opponent => Mover::Owner,
    }
}

/// `claim` after a move of `mover`; the side to move is unchanged.
fn play(claim: &Claim, mover: Mover, cell: Cell) -> Claim {
    let mut after = claim.clone();
    after.carrier.remove(cell);
    if mover == Mover::Owner {
        after.stones.insert(cell);
    }
    after
}

/// All empty cells that the prover uses, if the certificate is valid.
fn region(certificate: &Certificate) -> Option<CellSet> {
    let summary = certificate.check().ok()?;
    let mut region = summary.carrier;
    if let Some(first) = summary.first {
        region.insert(first);
    }
    Some(region)
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;
    use tesuji_prove::{brute::verify_brute, testing::random_claim};

    fn holds(claim: &Claim) -> bool {
        matches!(verify_brute(claim, &Limits::default()).outcome, VerifyOutcome::Holds(_))
    }

    #[test]
    fn moves_left_out_fail_and_decisive_ones_succeed() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(3);
        let mut n_moves = [0; 3];
        for _ in 0..300 {
            let claim = random_claim(&mut rng, 7);
            let found = must_play_by(&claim, &verify_brute, &Limits::default());
            for cell in claim.carrier.iter() {
                let passed = Claim { to_move: other(claim.to_move), ..claim.clone() };
                let succeeds = holds(&play(&passed, claim.to_move, cell)) == (claim.to_move == Mover::Owner);
                assert_eq!(found.decisive.contains(cell), succeeds, "{claim:?}");
                assert_eq!(found.cells.contains(cell), succeeds, "without a limit nothing stays open: {claim:?}");
                n_moves[usize::from(succeeds)] += 1;
            }
            let limited = must_play_by(&claim, &verify_brute, &Limits::nodes(3));
            assert!(found.cells.is_subset(&limited.cells) && limited.decisive.is_subset(&found.decisive));
            n_moves[2] += limited.cells.len() - found.cells.len();
        }
        assert!(n_moves.iter().all(|&n| n > 100), "too little variety: {n_moves:?}");
    }

    #[test]
    fn an_interrupt_ends_all_searches() {
        let claim = random_claim(&mut Xoshiro256StarStar::seed_from_u64(3), 7);
        for verifier in [&verify_brute as &Verifier<'_>, &verify] {
            let limits = Limits::default();
            limits.interrupt.store(true, Ordering::Relaxed);
            let found = must_play_by(&claim, verifier, &limits);
            assert_eq!((found.cells, found.decisive), (claim.carrier.clone(), CellSet::default()));
            assert!(found.nodes <= 1, "{}", found.nodes);
        }
    }
}
