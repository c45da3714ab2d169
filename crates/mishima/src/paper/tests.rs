use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::patterns::{Pattern, Placement, placements};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256StarStar;
use tesuji_board::{BOTTOM, CellSet, Player, TOP, Topology};
use tesuji_proof::{Goal, Mover, Terminal};

use super::*;
use tesuji_problem::parse_file_text;
use tesuji_prove::{brute::verify_brute, testing::random_claim};

fn answer(report: &VerifyReport) -> bool {
    match report.outcome {
        VerifyOutcome::Holds(_) => true,
        VerifyOutcome::Fails(_) => false,
        VerifyOutcome::Undecided => panic!("undecided without a limit"),
    }
}

fn agrees_with_the_referee(config: &PaperConfig, seed: u64, n_claims: usize) {
    let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
    let (mut n_searched, mut n_holding) = (0, 0);
    for _ in 0..n_claims {
        let claim = random_claim(&mut rng, 11);
        let expected = answer(&verify_brute(&claim, &Limits::default()));
        let report = verify_paper(&claim, config, &Limits::default());
        assert_eq!(answer(&report), expected, "{claim:?}");
        n_searched += usize::from(report.nodes > 0);
        n_holding += usize::from(report.nodes > 0 && expected);
    }
    assert!(n_searched > n_claims / 20, "{n_searched} of {n_claims} searched: the sample shows little");
    assert!((1..n_searched).contains(&n_holding), "{n_holding} of {n_searched} hold: the sample shows little");
}

#[test]
fn program_a_agrees_with_the_referee() {
    agrees_with_the_referee(&PaperConfig::program_a(), 3, 2000);
}

#[test]
fn program_b_agrees_with_the_referee() {
    agrees_with_the_referee(&PaperConfig::program_b(), 4, 2000);
}

#[test]
fn programs_answer_the_suite() {
    // Yang's patterns, templates and false claims, up to the sizes that Program A settles in a moment.
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/claims");
    let mut n_answered = 0;
    for name in ["false.toml", "small.toml", "templates.toml", "yang7.toml", "yang9.toml"] {
        let text = fs::read_to_string(suite.join(name)).unwrap();
        for problem in parse_file_text(&text).unwrap() {
            let Some(expected) = problem.expected else { continue };
            if problem.claim.carrier.len() <= 18 {
                for config in [PaperConfig::program_a(), PaperConfig::program_b()] {
                    let report = verify_paper(&problem.claim, &config, &Limits::default());
                    assert_eq!(answer(&report), expected, "{name}: {}", problem.id);
                    n_answered += 1;
                }
            }
        }
    }
    assert!(n_answered > 100, "{n_answered} answers");
}

#[test]
fn limits_leave_it_undecided() {
    let topology = Arc::new(Topology::rhombus(5, 5).unwrap());
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let carrier = topology.cells().collect();
    let (owner, stones, to_move) = (Player::Black, CellSet::new(), Mover::Opponent);
    let claim = Claim { topology, owner, stones, carrier, goal, to_move };
    let stopped = verify_paper(&claim, &PaperConfig::program_a(), &Limits::nodes(3));
    assert_eq!(stopped, VerifyReport { outcome: VerifyOutcome::Undecided, decided: None, nodes: 3 });
    let interrupted = Limits::default();
    interrupted.interrupt.store(true, Ordering::Relaxed);
    assert_eq!(verify_paper(&claim, &PaperConfig::program_b(), &interrupted).outcome, VerifyOutcome::Undecided);
    assert!(!answer(&verify_paper(&claim, &PaperConfig::program_b(), &Limits::default())));
}

fn claim_of(placement: &Placement, topology: &Arc<Topology>) -> Claim {
    let (a, b) = placement.ends();
    Claim {
        topology: Arc::clone(topology),
        owner: Player::Black,
        stones: placement.stones.iter().copied().collect::<CellSet>(),
        carrier: placement.carrier.clone(),
        goal: Goal::pair(a, b),
        to_move: Mover::Opponent,
    }
}

#[test]
fn stored_patterns_are_proved_by_the_referee() {
    // On 7x7 every shape fits along every edge, in both orientations; with one cell less it fails.
    let topology = Arc::new(Topology::rhombus(7, 7).unwrap());
    let mut n_proved = 0;
    for placement in placements(&topology).iter().filter(|placement| placement.pattern != Pattern::Fourth) {
        let claim = claim_of(placement, &topology);
        assert_proved(&claim);
        let mut smaller = claim;
        smaller.carrier = smaller.carrier.iter().skip(1).collect();
        assert!(!answer(&verify_brute(&smaller, &Limits::default())), "{placement:?}");
        n_proved += 1;
    }
    assert!(n_proved > 100);
}

#[test]
fn the_largest_stored_pattern_is_proved_without_patterns() {
    let topology = Arc::new(Topology::rhombus(7, 7).unwrap());
    let config = PaperConfig { patterns: Vec::new(), ..PaperConfig::program_a() };
    let mut n_proved = 0;
    for placement in placements(&topology).iter().filter(|placement| placement.pattern == Pattern::Fourth) {
        let mut claim = claim_of(placement, &topology);
        let report = verify_paper(&claim, &config, &Limits::default());
        assert!(answer(&report) && report.nodes > 0, "{placement:?}: {report:?}");
        claim.carrier = claim.carrier.iter().skip(1).collect();
        assert!(!answer(&verify_paper(&claim, &config, &Limits::default())), "{placement:?}");
        n_proved += 1;
    }
    assert_eq!(n_proved, 8);
}

#[test]
#[ignore = "three minutes"]
fn the_largest_stored_pattern_is_proved_by_the_referee() {
    let topology = Arc::new(Topology::rhombus(7, 4).unwrap());
    let placements = placements(&topology);
    let mut largest = placements.iter().filter(|placement| placement.pattern == Pattern::Fourth);
    assert_proved(&claim_of(largest.next().unwrap(), &topology));
    assert!(largest.next().is_some(), "its mirror image");
}

#[test]
fn programs_agree_with_the_referee_without_patterns_too() {
    agrees_with_the_referee(&PaperConfig { patterns: Vec::new(), ..PaperConfig::program_a() }, 6, 1000);
    agrees_with_the_referee(&PaperConfig { patterns: vec![Pattern::Bridge], ..PaperConfig::program_b() }, 7, 1000);
}

/// Asserts that the referee finds that the claim holds and that the checker accepts its certificate.
#[track_caller]
fn assert_proved(claim: &Claim) {
    match verify_brute(claim, &Limits::default()).outcome {
        VerifyOutcome::Holds(Some(certificate)) => assert!(certificate.check().is_ok(), "{claim:?}"),
        outcome => panic!("{claim:?}: {outcome:?}"),
    }
}

#[test]
#[ignore = "a heavier sample, by hand"]
fn soak() {
    for seed in 100..110 {
        agrees_with_the_referee(&PaperConfig::program_a(), seed, 4000);
        agrees_with_the_referee(&PaperConfig::program_b(), seed, 4000);
    }
}

/// Another set of patterns, other coefficients or other walks search other nodes and find the same.
#[test]
fn settings_change_the_nodes_and_not_the_answers() {
    let suite = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/claims");
    let text = fs::read_to_string(suite.join("union8.toml")).unwrap();
    let problems = parse_file_text(&text).unwrap();
    let sets = ["bridge", "none", "bridge,trapezoid,pair"].map(|patterns| {
        let mut config = PaperConfig::default();
        config.set_patterns(patterns).unwrap();
        config
    });
    let mut orders = [(); 3].map(|()| PaperConfig::default());
    orders[0].set_weights("0,1,1,1,0").unwrap();
    orders[1].set_walks("20x3").unwrap();
    orders[2].walk_plies = 1;
    let mut n_other_nodes = [0; 6];
    let mut n_settled = 0;
    for problem in problems.iter().filter(|problem| problem.claim.carrier.len() <= 24) {
        for program in [crate::Program::A, crate::Program::B] {
            let limits = Limits::nodes(2000);
            let usual = program.verify(&problem.claim, &PaperConfig::default(), &limits);
            for (config, n_other) in sets.iter().chain(&orders).zip(&mut n_other_nodes) {
                let other = program.verify(&problem.claim, config, &limits);
                for found in [&usual, &other] {
                    let holds = found.outcome.holds();
                    assert!(holds.is_none() || holds == problem.expected, "{}: {found:?}", problem.id);
                    n_settled += usize::from(holds.is_some());
                }
                *n_other += usize::from(other.nodes != usual.nodes);
            }
        }
    }
    assert!(n_settled > 50, "{n_settled} settled within the bound");
    assert!(n_other_nodes.iter().all(|&n| n > 3), "claims with other nodes: {n_other_nodes:?}");
}
