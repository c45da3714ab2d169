use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_proof::{Mover, Terminal};
use tesuji_search::Limits;

use super::*;
use tesuji_verify::brute::verify_brute;
use tesuji_verify::testing::random_claim;
use tesuji_verify::{VerifyOutcome, verify};

/// Random claims that hold with the opponent to move first, and their certificates.
fn proofs(seed: u64, n_claims: usize) -> impl Iterator<Item = (Xoshiro256StarStar, Certificate)> {
    let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
    (0..n_claims).filter_map(move |i| {
        let claim = Claim { to_move: Mover::Opponent, ..random_claim(&mut rng, 9) };
        let verifier = if i % 2 == 0 { verify } else { verify_brute };
        match verifier(&claim, &Limits::default()).outcome {
            VerifyOutcome::Holds(Some(certificate)) => Some((rng.clone(), certificate)),
            _ => None,
        }
    })
}

#[test]
fn imported_parts_check_as_a_whole_with_other_stones_cells_and_goals() {
    let mut n_checked = 0;
    for (mut rng, part) in proofs(1, 1500) {
        // At most one stone of the part is the first move of the whole; the whole has more cells and a weaker goal.
        let mut whole = part.claim.clone();
        let stones: Vec<Cell> = whole.stones.iter().collect();
        let first = (!stones.is_empty() && rng.random_bool(0.7)).then(|| stones[rng.random_range(0..stones.len())]);
        if let Some(first) = first {
            whole.stones.remove(first);
            whole.carrier.insert(first);
            whole.to_move = Mover::Owner;
        }
        for cell in part.claim.opponent_cells().iter().filter(|_| rng.random_bool(0.3)) {
            whole.carrier.insert(cell);
        }
        let two_cells = vec![vec![vec![Terminal::Cell(Cell::new(0)), Terminal::Cell(Cell::new(1))]]];
        let alternatives = two_cells.into_iter().chain(part.claim.goal.alternatives().iter().cloned());
        whole.goal = Goal::new(alternatives.collect()).unwrap();

        let mut composer = Composer::new(&whole);
        let child = composer.import(&part).unwrap();
        let stones: CellSet = first.into_iter().collect();
        assert!(composer.needs(child).assumes.is_subset(&stones));
        let root = composer.join(0, &stones, vec![child]);
        let needs = composer.needs(root).clone();
        let certificate = composer.finish(first, root);
        let summary = certificate.check().unwrap_or_else(|error| panic!("{error}: {certificate:?}"));
        assert_eq!((summary.assumed, summary.carrier), (needs.assumes, needs.carrier));
        n_checked += 1;
    }
    assert!(n_checked > 300, "only {n_checked} claims held");
}

#[test]
fn a_part_taken_over_twice_adds_nothing() {
    for (_, part) in proofs(2, 200) {
        let mut composer = Composer::new(&part.claim);
        let root = composer.import(&part).unwrap();
        let n_nodes = composer.nodes.len();
        assert_eq!(composer.import(&part), Ok(root));
        assert_eq!(composer.nodes.len(), n_nodes);
        let certificate = composer.finish(None, root);
        assert!(certificate.nodes.len() <= part.nodes.len());
        certificate.check().unwrap();
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let (_, part) = proofs(3, 100).find(|(_, part)| !part.claim.carrier.is_empty()).unwrap();
    let fails = Certificate { verdict: Verdict::Fails, ..part.clone() };
    assert_eq!(Composer::new(&part.claim).import(&fails), Err(ComposeError::Fails));
    let cell = part.claim.carrier.iter().next().unwrap();
    let mut smaller = part.claim.clone();
    smaller.carrier.remove(cell);
    let name = part.claim.topology.name(cell).to_owned();
    assert_eq!(Composer::new(&smaller).import(&part), Err(ComposeError::Outside(name)));
    let board = tesuji_board::Topology::rhombus(7, 2).unwrap();
    let elsewhere = Claim { topology: Arc::new(board), ..part.claim.clone() };
    assert_eq!(Composer::new(&elsewhere).import(&part), Err(ComposeError::OtherBoard));
    let empty = Certificate { nodes: Vec::new(), ..part.clone() };
    assert_eq!(Composer::new(&part.claim).import(&empty), Err(ComposeError::Malformed(0)));
    let later = Node::Replies { goal: 0, replies: vec![(cell, 5)] };
    let malformed = Certificate { nodes: vec![later], ..part.clone() };
    assert_eq!(Composer::new(&part.claim).import(&malformed), Err(ComposeError::Malformed(0)));
}
