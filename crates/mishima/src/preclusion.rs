//! Preclusion: the first moves of a claim that a program leaves, and the threats that rule out the others.
//!
//! Programs A and B rule moves out at each position, without a search: a threat of the other side rules out every move
//! outside the cells that it needs. [`preclusion`] shows what they see at the first position, for either side to move.
//! Program C and the referee find theirs by short searches ([`must_play`](mod@tesuji_claims::must_play)).

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Claim, Mover};
use tesuji_search::Limits;

use crate::Program;
use crate::paper::{PaperConfig, first_moves};
use tesuji_claims::must_play::must_play_by;

/// The first moves as one program sees them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preclusion {
    /// The program.
    pub program: Program,
    /// Whether the claim holds, if the program sees it as the position stands, before any move.
    pub decided: Option<bool>,
    /// The moves that are left to the side to move, the decisive ones among them. If none is left, it fails.
    pub left: CellSet,
    /// Moves that are known to decide for the side to move.
    pub decisive: CellSet,
    /// Of Programs A and B: what the other side threatens. Every move outside one of the regions is ruled out.
    pub threats: Vec<Threat>,
    /// Positions searched; 0 for Programs A and B.
    pub nodes: u64,
}

/// A move with which the other side would decide the claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Threat {
    /// The move.
    pub cell: Cell,
    /// The empty cells that it needs for that, itself among them.
    pub region: CellSet,
}

/// The first moves of `claim`, for the side that moves first in it, as `program` sees them.
///
/// `config` has the settings of Programs A and B, and `limits` bounds each search of the others. A claim that is too
/// large for Programs A and B keeps all its moves.
#[must_use]
pub fn preclusion(claim: &Claim, program: Program, config: &PaperConfig, limits: &Limits) -> Preclusion {
    let mut seen = Preclusion {
        program,
        decided: None,
        left: claim.carrier.clone(),
        decisive: CellSet::new(),
        threats: Vec::new(),
        nodes: 0,
    };
    let Some(config) = program.settings(config) else {
        let found = must_play_by(claim, &|claim, limits| program.verify(claim, config, limits), limits);
        (seen.left, seen.decisive, seen.nodes) = (found.cells, found.decisive, found.nodes);
        return seen;
    };
    let Some(found) = first_moves(claim, &config) else { return seen };
    seen.threats = found.threats.into_iter().map(|(cell, region)| Threat { cell, region }).collect();
    for threat in &seen.threats {
        seen.left.intersect_with(&threat.region);
    }
    if found.decided.is_some_and(|holds| holds != (claim.to_move == Mover::Owner)) {
        seen.left = CellSet::new();
    }
    (seen.decided, seen.decisive) = (found.decided, found.decisive);
    seen
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;
    use tesuji_prove::{brute::verify_brute, testing::random_claim};

    /// What a program rules out fails, what it calls decisive succeeds, and Program B rules out more than Program A.
    #[test]
    fn programs_are_right_about_first_moves() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(19);
        let limits = Limits::default();
        let mut n_left = [0; 2];
        let mut n_ruled_out = [0; 2];
        for _ in 0..400 {
            let claim = random_claim(&mut rng, 8);
            let truth = must_play_by(&claim, &verify_brute, &limits);
            for (idx, program) in [Program::A, Program::B].into_iter().enumerate() {
                let seen = preclusion(&claim, program, &PaperConfig::default(), &limits);
                assert!(truth.decisive.is_subset(&seen.left), "{program:?} rules out a good move: {claim:?}");
                assert!(seen.decisive.is_subset(&truth.decisive), "{program:?}: {claim:?}");
                assert!(seen.threats.iter().all(|threat| threat.region.contains(threat.cell)));
                n_left[idx] += seen.left.len();
                n_ruled_out[usize::from(claim.to_move == Mover::Owner)] += claim.carrier.len() - seen.left.len();
            }
        }
        assert!(n_left[1] < n_left[0], "B leaves {} moves, A {}", n_left[1], n_left[0]);
        assert!(n_ruled_out.iter().all(|&n| n > 100), "for both sides: {n_ruled_out:?}");
    }
}
