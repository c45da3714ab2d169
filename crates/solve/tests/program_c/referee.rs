//! Same answer as exhaustive search, with a certificate that proves it.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_search::Limits;
use tesuji_solve::{Outcome, Program, Report, verify};

use crate::claims;

/// Does the claim hold, by exhaustive search?
pub(crate) fn truth(claim: &Claim) -> bool {
    match verify(claim, Program::BruteForce, &Limits::default()).outcome {
        Outcome::Holds(_) => true,
        Outcome::Fails(_) => false,
        Outcome::Undecided => panic!("too large for the referee: {} cells", claim.carrier.len()),
    }
}

/// Program C's certificate of this claim, once it is seen to prove its answer to this very claim.
pub(crate) fn certified(claim: &Claim) -> (bool, Certificate) {
    let Report { outcome, .. } = verify(claim, Program::C, &Limits::default());
    let (holds, certificate) = match outcome {
        Outcome::Holds(certificate) => (true, certificate),
        Outcome::Fails(certificate) => (false, certificate),
        Outcome::Undecided => panic!("undecided without a limit: {claim:?}"),
    };
    let certificate = certificate.expect("Program C always writes a certificate");
    let summary = certificate.check().unwrap_or_else(|error| panic!("{error}: {certificate:?}"));
    assert_eq!(summary.claim, *claim, "what is proved is what was asked");
    assert_eq!(summary.verdict == Verdict::Holds, holds, "{claim:?}");
    assert!(summary.carrier.is_subset(&claim.carrier), "{claim:?}");
    (holds, certificate)
}

fn agrees(seed: u64, n_claims: usize, random: impl Fn(&mut Xoshiro256StarStar) -> Claim) {
    let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
    let (mut n_holding, mut n_replied) = (0, 0);
    for _ in 0..n_claims {
        let claim = random(&mut rng);
        assert_eq!(claim.validate(), Ok(()));
        let (holds, certificate) = certified(&claim);
        assert_eq!(holds, truth(&claim), "{claim:?}");
        n_holding += usize::from(holds);
        n_replied += usize::from(certificate.nodes.len() > 1);
    }
    assert!((n_claims / 5..n_claims).contains(&n_holding), "{n_holding} of {n_claims} hold");
    assert!(n_replied > n_claims / 5, "{n_replied} of {n_claims} took more than one step");
}

#[test]
fn random_claims() {
    let n: usize = std::env::var("N").ok().map_or(2000, |n| n.parse().unwrap());
    let s: u64 = std::env::var("S").ok().map_or(1, |n| n.parse().unwrap());
    let m: usize = std::env::var("M").ok().map_or(8, |n| n.parse().unwrap());
    agrees(s, n, |rng| claims::claim(rng, m));
}

#[test]
fn random_claims_on_rhombi() {
    let n: usize = std::env::var("N").ok().map_or(2000, |n| n.parse().unwrap());
    let s: u64 = std::env::var("S").ok().map_or(2, |n| n.parse().unwrap());
    let m: usize = std::env::var("M").ok().map_or(8, |n| n.parse().unwrap());
    agrees(s, n, |rng| claims::claim_on_rhombus(rng, m));
}
