//! Comparison with exhaustive search: equal answers, with certificates that prove them.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_problem::parse_file_text;
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_prove::{VerifyOutcome, VerifyReport, verify};
use tesuji_search::Limits;

use crate::program_c::claims;

/// Whether the claim holds, by exhaustive search.
pub(crate) fn truth(claim: &Claim) -> bool {
    match tesuji_prove::brute::verify_brute(claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(_) => true,
        VerifyOutcome::Fails(_) => false,
        VerifyOutcome::Undecided => panic!("too large for the referee: {} cells", claim.carrier.len()),
    }
}

/// Program C's answer and certificate, after checking that the certificate proves the answer to this claim.
pub(crate) fn certified(claim: &Claim) -> (bool, Certificate) {
    accepted(claim, verify(claim, &Limits::default()))
}

/// The answer and the certificate of a report of Program C, after checking that the certificate proves the answer to this
/// claim.
pub(crate) fn accepted(claim: &Claim, VerifyReport { outcome, .. }: VerifyReport) -> (bool, Certificate) {
    let (holds, certificate) = match outcome {
        VerifyOutcome::Holds(certificate) => (true, certificate),
        VerifyOutcome::Fails(certificate) => (false, certificate),
        VerifyOutcome::Undecided => panic!("undecided without a limit: {claim:?}"),
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
    agrees(1, 20_000, |rng| claims::claim(rng, 8));
}

#[test]
fn random_claims_on_rhombi() {
    agrees(2, 10_000, |rng| claims::claim_on_rhombus(rng, 10));
}

/// These are too large for the referee, but what the checker accepts is true.
#[test]
fn larger_claims_are_proved() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(7);
    let sizes = (0..300).map(|_| certified(&claims::claim(&mut rng, 18)).1.nodes.len());
    let largest = sizes.max().unwrap_or_default();
    assert!(largest > 150, "{largest}");
}

/// Claims that went wrong once. In the first, a cycle runs through the empty terminal where all paths start. In the
/// second, a part that is searched again has its own stones. In the third, all replies come from known proofs.
#[test]
fn claims_that_went_wrong() {
    let text = "
        id: an empty first terminal
        goal: b4-a5-b5 or a2-a3-b4-a5 or b3-a4-b4-b5 and a3-b5 or a3-c3

            a b c
         1  # # #
          2  o # #
           3  . . o
            4  . . #
             5  . . #

        ---
        id: stones of the part
        goal: a1-c1 or a1-b2 and a1-a2 or a1-b1

            a b c
         1  o . .
          2  . . .
           3  . . .

        ---
        id: a stone in all regions
        to move: owner
        goal: c1-a2-b3-c3 or a2-b4 or b3-a4

            a b c
         1  # . .
          2  o . .
           3  # . .
            4  . . #
    ";
    let problems = parse_file_text(&text.replace("\n        ", "\n")).unwrap();
    assert_eq!(problems.len(), 3);
    for problem in problems {
        assert_eq!(certified(&problem.claim).0, truth(&problem.claim), "{}", problem.id);
    }
}
