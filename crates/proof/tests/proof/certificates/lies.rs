//! False claims with proofs in which one rule is broken: each must be rejected.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_proof::{CertificateError, NodeFault, RootFault, Verdict, check_stream};

use crate::certificates::prover::{self, Lie};
use crate::certificates::{random, second_checker, truth};

/// Whether this is the error with which a checker exposes the lie.
fn exposes(lie: Lie, error: &CertificateError) -> bool {
    let CertificateError::Node { fault, .. } = error else {
        return lie == Lie::OtherGoal && matches!(error, CertificateError::Root(RootFault::Goal(_)));
    };
    match lie {
        Lie::Leaf => matches!(fault, NodeFault::NotLinked(_) | NodeFault::NotCut),
        Lie::Unanswered => matches!(fault, NodeFault::Unanswered(_)),
        Lie::OtherGoal => matches!(fault, NodeFault::ChildGoal { .. }),
        Lie::Overlap => matches!(fault, NodeFault::Overlap { .. }),
        Lie::MissingPart => matches!(fault, NodeFault::NotJoined { .. }),
        Lie::ForeignEdge => matches!(fault, NodeFault::ForeignEdge { .. }),
    }
}

#[test]
fn no_lie_is_believed() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut files = Vec::new();
    let mut n_lies = [0; Lie::ALL.len()];
    for i in 0..20_000 {
        let claim = if i % 4 == 0 { random::crowded(&mut rng) } else { random::claim(&mut rng, 6) };
        let wrong = if truth::holds(&claim) { Verdict::Fails } else { Verdict::Holds };
        for (lie, n) in Lie::ALL.into_iter().zip(&mut n_lies) {
            if let Some(certificate) = prover::lie(&claim, wrong, lie, &mut rng) {
                *n += 1;
                let error = certificate.check().expect_err("a false proof was accepted");
                assert!(exposes(lie, &error), "{lie:?}: {error}\n{}", certificate.to_text().unwrap());
                let bytes = certificate.to_bytes().unwrap();
                assert_eq!(check_stream(&bytes[..]), Err(error));
                if *n <= 100 {
                    files.push(bytes);
                }
            }
        }
    }
    assert!(n_lies.iter().all(|&n| n >= 50), "every lie is told often: {n_lies:?}");
    second_checker::assert_agreement("lies", &files);
}
