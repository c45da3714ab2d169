//! Limits hold inside one position (issue 40): on boards where a single position takes minutes, everything that builds on
//! the verifier ends soon after it has been stopped. Counted in looks at the limits, so no clock decides.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use tesuji_board::{BOTTOM, CellSet, Player, TOP, Topology};
use tesuji_claims::carriers::{RepairConfig, all_minimal, needed, repairs};
use tesuji_claims::must_play::must_play;
use tesuji_claims::split::{SplitConfig, SplitOutcome, split};
use tesuji_problem::Problem;
use tesuji_proof::{Claim, Goal, Mover, Terminal};
use tesuji_prove::{VerifyOutcome, verify, verify_on_threads};
use tesuji_search::{Limits, TimeMeter};

/// Stops the work at one of its looks at the limits.
#[derive(Debug)]
struct Patience {
    n_looks: AtomicU64,
    most: u64,
    interrupt: Arc<AtomicBool>,
}

impl TimeMeter for Patience {
    fn tick(&self) {
        if self.n_looks.fetch_add(1, Ordering::Relaxed) + 1 >= self.most {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }

    fn leave(&self) {}
}

/// Number of checks of the limits after the one that stopped the work.
fn looks_after(most: u64, nodes: u64, work: impl FnOnce(&Limits)) -> u64 {
    let interrupt: Arc<AtomicBool> = Arc::default();
    let patience = Arc::new(Patience { n_looks: AtomicU64::new(0), most, interrupt: Arc::clone(&interrupt) });
    let meter: Arc<dyn TimeMeter> = patience.clone();
    work(&Limits { nodes: Some(nodes), interrupt, meter: Some(meter), ..Limits::default() });
    let n_looks = patience.n_looks.load(Ordering::Relaxed);
    assert!(n_looks >= most, "{n_looks} looks: it ended before it was stopped");
    n_looks - most
}

/// Top to bottom of an empty board.
fn rhombus(columns: usize, rows: usize) -> Claim {
    let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
    let goal = Goal::pair(Terminal::Edge(TOP), Terminal::Edge(BOTTOM));
    let carrier = topology.cells().collect();
    Claim { topology, owner: Player::Black, stones: CellSet::new(), carrier, goal, to_move: Mover::Opponent }
}

/// Two stones to be joined on a graph of 1,024 cells with about 15,000 links.
fn graph() -> Claim {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(40);
    let n_cells = 1_024;
    let links: Vec<(usize, usize)> = (0..15_000)
        .map(|_| (rng.random_range(0..n_cells), rng.random_range(0..n_cells)))
        .filter(|(a, b)| a != b)
        .collect();
    let names = (0..n_cells).map(|number| format!("n{number}")).collect();
    let topology = Arc::new(Topology::graph(names, &links, Vec::new()).unwrap());
    let [a, b] = ["n0", "n1"].map(|name| topology.cell(name).unwrap());
    let stones: CellSet = [a, b].into_iter().collect();
    let carrier = topology.cells().filter(|&cell| !stones.contains(cell)).collect();
    let goal = Goal::pair(Terminal::Cell(a), Terminal::Cell(b));
    Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent }
}

fn claims() -> [Claim; 4] {
    [graph(), rhombus(2, 512), rhombus(3, 200), rhombus(2, 128)]
}

/// The most looks after the stop: each cell may be looked at once more, in no time.
const MOST: u64 = 3_000;

fn check(name: &str, most: u64, work: impl Fn(&Claim, &Limits)) {
    for claim in claims() {
        let after = looks_after(most, 1_000, |limits| work(&claim, limits));
        assert!(after <= MOST, "{name} on {} cells: {after} looks after the stop", claim.carrier.len());
    }
}

#[test]
fn a_verifier_stops_inside_one_position() {
    for most in [1, 10, 50] {
        check("verify", most, |claim, limits| {
            assert_eq!(verify(claim, limits).outcome, VerifyOutcome::Undecided);
        });
    }
    check("verify on threads", 20, |claim, limits| {
        assert_eq!(verify_on_threads(claim, 2, limits).outcome, VerifyOutcome::Undecided);
    });
}

#[test]
fn what_builds_on_the_verifier_stops_too() {
    check("first moves", 20, |claim, limits| {
        assert_eq!(must_play(claim, limits).cells, claim.carrier);
    });
    check("needed cells", 20, |claim, limits| assert!(needed(claim, limits).is_err()));
    check("minimal carriers", 20, |claim, limits| {
        assert!(all_minimal(claim, limits, &mut Default::default(), |_| {}).is_err());
    });
    check("repairs", 20, |claim, limits| {
        assert_eq!(repairs(claim, &RepairConfig::default(), limits, |_| {}).unwrap().verdict, None);
    });
    check("split", 20, |claim, limits| {
        let report = split(&Problem::new("x", claim.clone()), &SplitConfig::default(), limits);
        assert_eq!(report.outcome, SplitOutcome::Undecided);
    });
}
