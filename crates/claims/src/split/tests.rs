use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_proof::Terminal;

use super::*;
use tesuji_problem::parse_file_text;
use tesuji_prove::{VerifyOutcome, testing::random_claim, verify};

fn board(size: &str, stone: &str) -> Problem {
    let text = format!("id: {size}\ngoal: top-bottom\nboard: {size}\nstones: {stone}\ncarrier: all\n");
    parse_file_text(&text).unwrap().remove(0)
}

/// Takes the problem apart and checks everything that is promised.
fn taken_apart(problem: &Problem, cells: usize) -> Split {
    let report = split(problem, &SplitConfig { cells }, &Limits::default());
    let SplitOutcome::Holds(split) = report.outcome else { panic!("{}: {:?}", problem.id, report.outcome) };
    assert_eq!(split.certificate.claim, problem.claim);
    split.certificate.check().unwrap();
    let owns = |cell| problem.claim.stones.contains(cell) || problem.claim.carrier.contains(cell);
    // Files refuse a goal that names a cell of the opponent.
    if problem.claim.goal.terminals().all(|terminal| !matches!(terminal, Terminal::Cell(cell) if !owns(cell))) {
        let text = tesuji_problem::strategy::write(&split.strategy);
        assert_eq!(tesuji_problem::strategy::parse(&text), Ok(split.strategy.clone()), "{text}");
    }
    for part in &split.parts {
        let report = verify(&part.claim, &Limits::default());
        assert!(matches!(report.outcome, VerifyOutcome::Holds(_)), "{}", part.id);
    }
    *split
}

#[test]
fn boards_won_from_the_centre_are_taken_apart() {
    for (size, stone) in [("3x3", "b2"), ("4x4", "c2"), ("5x5", "c3")] {
        let problem = board(size, stone);
        for cells in [1, 6, 12, 25] {
            let split = taken_apart(&problem, cells);
            assert!(split.parts.iter().all(|part| part.claim.carrier.len() <= cells.max(2)), "{size} {cells}");
            assert_eq!(
                super::split(&problem, &SplitConfig { cells }, &Limits::default()),
                super::split(&problem, &SplitConfig { cells }, &Limits::default())
            );
        }
    }
}

#[test]
fn the_centre_of_5x5_is_two_halves() {
    let split = taken_apart(&board("5x5", "c3"), 8);
    let Plan::Parts(parts) = &split.strategy.plan else { panic!("{:?}", split.strategy.plan) };
    assert_eq!(parts.len(), 2);
    assert!(parts.iter().all(|part| part.plan == Plan::Search && part.cells.len() == 8));
}

#[test]
fn random_claims_are_taken_apart_or_refuted() {
    let mut rng = Xoshiro256StarStar::seed_from_u64(7);
    let mut n = [0; 2];
    let mut n_open = 0;
    for i in 0..400 {
        let claim = random_claim(&mut rng, 9);
        let problem = Problem::new(format!("random {i}"), claim);
        match split(&problem, &SplitConfig { cells: 3 }, &Limits::default()).outcome {
            SplitOutcome::Holds(_) => {
                taken_apart(&problem, 3);
                n[0] += 1;
            }
            SplitOutcome::Fails(refutation) => {
                assert_eq!(refutation.map(|refutation| refutation.check().map(|_| ())), Some(Ok(())));
                n[1] += 1;
            }
            SplitOutcome::Settled(certificate) => {
                assert!(problem.claim.carrier.is_empty());
                certificate.check().unwrap();
            }
            // Program C may be unable to write its proof down; it is then right to give no answer.
            SplitOutcome::Undecided => n_open += 1,
            SplitOutcome::Unsound(fault) => panic!("{fault}: {:?}", problem.claim),
        }
    }
    assert!(n.iter().all(|&n| n > 50), "too little variety: {n:?}");
    assert!(n_open < 10, "{n_open} claims left open");
}

#[test]
fn a_limit_gives_no_answer() {
    let report = split(&board("5x5", "c3"), &SplitConfig::default(), &Limits::nodes(0));
    assert_eq!(report.outcome, SplitOutcome::Undecided);
}
