//! The smallest sets of cells that make a failing claim hold.
//!
//! A refutation uses some of the opponent's cells: its stones, and those of its replies. Whoever gives the owner cells
//! that it does not use leaves it valid. So every repair contains one of the cells that it uses, and the repairs are
//! among the sets that meet all refutations. They are searched by size: a set that meets all known refutations is asked
//! about, and either it repairs the claim, or its refutation is one more that must be met.

use tesuji_board::{Cell, CellSet, SortOnce as _};
use tesuji_proof::{Certificate, Claim, Verdict};
use tesuji_search::Limits;

use super::judge::{CarrierAnswer, CarrierError, CarrierJudge};

/// Role of a cell that is given to the owner.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Gift {
    /// One more empty cell of the carrier; only cells of the opponent can be given.
    Empty,
    /// One more stone of the owner; cells of the opponent and empty cells can be given.
    Stone,
}

/// Bounds of a search for repairs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RepairConfig {
    /// The role of the cells.
    pub gift: Gift,
    /// The cells that may be given; `None` is all that can be.
    pub among: Option<CellSet>,
    /// The most cells of a repair.
    pub cells: usize,
    /// The most positions searched for one set; `None` is no bound of its own.
    pub nodes_each: Option<u64>,
}

impl Default for RepairConfig {
    fn default() -> Self {
        Self { gift: Gift::Empty, among: None, cells: 4, nodes_each: Some(50_000) }
    }
}

/// A set of cells that makes the claim hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Repair {
    /// The cells, ascending.
    pub cells: Vec<Cell>,
    /// The proof of the repaired claim.
    pub certificate: Certificate,
}

/// Known repairs of a claim: plain data.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Repairs {
    /// The verdict on the claim itself; `None` if a limit was reached first.
    pub verdict: Option<Verdict>,
    /// The refutation of the claim, if it fails.
    pub refutation: Option<Certificate>,
    /// All smallest repairs that were found, in ascending order of their cells. All have the same size.
    pub found: Vec<Repair>,
    /// Every set of up to this many cells is settled: each fails, or is among those found.
    pub settled: usize,
    /// Whether no set of cells whatever repairs the claim: it fails even with all that may be given.
    pub hopeless: bool,
    /// Sets that meet all known refutations and that the limits left open, in the order of the search. Sets that contain
    /// one of them are open as well.
    pub open: Vec<Vec<Cell>>,
    /// Sets that were asked about.
    pub asked: u64,
    /// Positions searched.
    pub nodes: u64,
}

/// Progress messages of a search for repairs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RepairProgress {
    /// The size of the sets that are tried now.
    pub size: usize,
    /// Sets asked about so far.
    pub asked: u64,
    /// Repairs found so far.
    pub found: usize,
    /// Refutations that every repair must meet.
    pub refutations: usize,
}

/// Searches the smallest sets of cells that make `claim` hold: all of the smallest size, up to the size of the
/// configuration.
///
/// The limits apply to the whole search. What they cut short is in [`Repairs::open`], and [`Repairs::settled`] says up
/// to which size nothing is open. The order of the search, and so what is found within a bound on nodes, is always the
/// same.
///
/// # Errors
///
/// If a certificate does not check, which is a fault of the verifier.
pub fn repairs(
    claim: &Claim,
    config: &RepairConfig,
    limits: &Limits,
    on_progress: impl FnMut(RepairProgress),
) -> Result<Repairs, CarrierError> {
    let mut search = RepairSearch::new(claim, config, limits, on_progress);
    match search.run() {
        Err(CarrierError::Limit) | Ok(()) => {}
        Err(fault) => return Err(fault),
    }
    let mut repairs = search.repairs;
    repairs.nodes = search.nodes;
    repairs.found.sort_once_by(|one, other| one.cells.cmp(&other.cells));
    Ok(repairs)
}

struct RepairSearch<'a, P> {
    claim: &'a Claim,
    config: &'a RepairConfig,
    limits: &'a Limits,
    /// The cells that may be given.
    candidates: CellSet,
    /// Sets that every repair meets, each with cells in the order in which they are tried.
    must_meet: Vec<Vec<Cell>>,
    repairs: Repairs,
    nodes: u64,
    size: usize,
    on_progress: P,
}

impl<'a, P: FnMut(RepairProgress)> RepairSearch<'a, P> {
    fn new(claim: &'a Claim, config: &'a RepairConfig, limits: &'a Limits, on_progress: P) -> Self {
        let mut candidates = claim.opponent_cells();
        if config.gift == Gift::Stone {
            candidates.union_with(&claim.carrier);
        }
        if let Some(among) = &config.among {
            candidates.intersect_with(among);
        }
        let repairs = Repairs::default();
        Self { claim, config, limits, candidates, must_meet: Vec::new(), repairs, nodes: 0, size: 0, on_progress }
    }

    fn run(&mut self) -> Result<(), CarrierError> {
        let whole = self.ask(&CellSet::new(), None)?;
        self.repairs.verdict = Some(whole.certificate.verdict);
        if whole.holds() {
            return Ok(());
        }
        self.learn(&CellSet::new(), &whole);
        self.repairs.refutation = Some(whole.certificate);
        // If not even all cells help, no search is needed. An open answer says nothing.
        let all = self.candidates.clone();
        match self.ask(&all, self.config.nodes_each) {
            Ok(answer) if !answer.holds() => {
                self.repairs.hopeless = true;
                return Ok(());
            }
            Ok(_) | Err(CarrierError::Limit) => {}
            Err(fault) => return Err(fault),
        }
        self.go_on()?;
        for size in 1..=self.config.cells.min(self.candidates.len()) {
            self.size = size;
            self.repairs.open.clear();
            self.explore(&mut CellSet::new(), &mut CellSet::new())?;
            if self.repairs.open.is_empty() {
                self.repairs.settled = size;
            }
            if !self.repairs.found.is_empty() || !self.repairs.open.is_empty() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Asks about every set of the present size that contains `given`, has no cell of `kept`, and meets all refutations.
    fn explore(&mut self, given: &mut CellSet, kept: &mut CellSet) -> Result<(), CarrierError> {
        loop {
            self.go_on()?;
            let unmet = self.must_meet.iter().filter(|set| !set.iter().any(|&cell| given.contains(cell)));
            let mut unmet: Vec<Vec<Cell>> =
                unmet.map(|set| set.iter().copied().filter(|&cell| !kept.contains(cell)).collect()).collect();
            // The one with the fewest cells left to try leaves the fewest branches.
            unmet.sort_once_by_key(Vec::len);
            if let Some(branch) = unmet.first() {
                // Sets without a common cell take one more cell each.
                if given.len() + n_disjoint(&unmet) > self.size {
                    return Ok(());
                }
                let branch = branch.clone();
                let mut tried = Vec::new();
                for cell in branch {
                    given.insert(cell);
                    let explored = self.explore(given, kept);
                    given.remove(cell);
                    explored?;
                    kept.insert(cell);
                    tried.push(cell);
                }
                tried.into_iter().for_each(|cell| _ = kept.remove(cell));
                return Ok(());
            }
            (self.on_progress)(RepairProgress {
                size: self.size,
                asked: self.repairs.asked,
                found: self.repairs.found.len(),
                refutations: self.must_meet.len(),
            });
            match self.ask(given, self.config.nodes_each) {
                Ok(answer) if answer.holds() => {
                    // Nothing smaller holds, so the set has the present size.
                    let cells = given.iter().collect();
                    self.repairs.found.push(Repair { cells, certificate: answer.certificate });
                    return Ok(());
                }
                Ok(answer) => self.learn(given, &answer),
                Err(CarrierError::Limit) => {
                    self.repairs.open.push(given.iter().collect());
                    return self.go_on();
                }
                Err(fault) => return Err(fault),
            }
        }
    }

    /// Fails once a limit of the whole search is reached.
    fn go_on(&self) -> Result<(), CarrierError> {
        if self.limits.reached(self.nodes) { Err(CarrierError::Limit) } else { Ok(()) }
    }

    /// The answer to the claim with these cells given to the owner.
    fn ask(&mut self, given: &CellSet, nodes_each: Option<u64>) -> Result<CarrierAnswer, CarrierError> {
        self.go_on()?;
        self.repairs.asked += 1;
        let left = self.limits.nodes.map(|most| most.saturating_sub(self.nodes));
        let nodes = [left, nodes_each].into_iter().flatten().min();
        let limits = Limits { nodes, ..self.limits.clone() };
        let claim = self.with(given);
        let mut judge = CarrierJudge::new(&limits);
        let answer = judge.ask(&claim, &claim.carrier);
        self.nodes += judge.nodes();
        answer
    }

    fn with(&self, given: &CellSet) -> Claim {
        let mut claim = self.claim.clone();
        match self.config.gift {
            Gift::Empty => claim.carrier.union_with(given),
            Gift::Stone => {
                claim.carrier.subtract(given);
                claim.stones.union_with(given);
            }
        }
        claim
    }

    /// Notes the cells of which every repair contains one: those that this refutation does not spare. A cell is spared
    /// if the refutation stays valid, by the checker, when the owner has it together with all others that are spared.
    fn learn(&mut self, given: &CellSet, refutation: &CarrierAnswer) {
        let mut spared = given.clone();
        let mut used = Vec::new();
        for cell in self.order() {
            if spared.contains(cell) {
                continue;
            }
            spared.insert(cell);
            let mut certificate = refutation.certificate.clone();
            certificate.claim = self.with(&spared);
            if refutation.used.contains(cell) || certificate.check().is_err() {
                spared.remove(cell);
                used.push(cell);
            }
        }
        // Cells near the owner's are likelier to repair anything, so they are tried first.
        used.reverse();
        self.must_meet.push(used);
    }

    /// The candidates, those far from the owner's cells first.
    fn order(&self) -> Vec<Cell> {
        let topology = &self.claim.topology;
        let mut distance = vec![usize::MAX; topology.n_cells()];
        let mut queue: Vec<Cell> = self.claim.stones.iter().chain(self.claim.carrier.iter()).collect();
        queue.iter().for_each(|cell| distance[cell.index()] = 0);
        let mut at = 0;
        while let Some(&cell) = queue.get(at) {
            at += 1;
            for &next in topology.neighbours(cell) {
                if distance[next.index()] == usize::MAX {
                    distance[next.index()] = distance[cell.index()] + 1;
                    queue.push(next);
                }
            }
        }
        let mut cells: Vec<Cell> = self.candidates.iter().collect();
        cells.sort_once_by_key(|&cell| (std::cmp::Reverse(distance[cell.index()]), std::cmp::Reverse(cell)));
        cells
    }
}

/// Number of these sets that are found to be pairwise disjoint, the shortest first.
fn n_disjoint(sets: &[Vec<Cell>]) -> usize {
    let mut seen = CellSet::new();
    let mut n_disjoint = 0;
    for set in sets {
        if !set.iter().any(|&cell| seen.contains(cell)) {
            set.iter().for_each(|&cell| _ = seen.insert(cell));
            n_disjoint += 1;
        }
    }
    n_disjoint
}

#[cfg(feature = "testing")]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256StarStar;

    use super::*;
    use tesuji_prove::{VerifyOutcome, testing::random_claim};

    fn holds(claim: &Claim) -> bool {
        matches!(tesuji_prove::brute::verify_brute(claim, &Limits::default()).outcome, VerifyOutcome::Holds(_))
    }

    /// All sets of `size` of these cells.
    fn sets(cells: &[Cell], size: usize) -> Vec<Vec<Cell>> {
        if size == 0 {
            return vec![Vec::new()];
        }
        let tails = |i: usize| sets(&cells[i + 1..], size - 1).into_iter().map(move |tail| (i, tail));
        (0..cells.len()).flat_map(tails).map(|(i, tail)| [vec![cells[i]], tail].concat()).collect()
    }

    #[test]
    fn the_smallest_repairs_are_those_of_exhaustive_search() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(18);
        let mut n_found = [0; 4];
        for round in 0..400 {
            let claim = random_claim(&mut rng, 5);
            let gift = if round % 2 == 0 { Gift::Empty } else { Gift::Stone };
            let config = RepairConfig { gift, cells: 2, nodes_each: None, ..RepairConfig::default() };
            let found = repairs(&claim, &config, &Limits::default(), |_| {}).unwrap();
            if holds(&claim) {
                assert_eq!((found.verdict, found.found.len()), (Some(Verdict::Holds), 0), "{claim:?}");
                n_found[3] += 1;
                continue;
            }
            let limits = Limits::default();
            let search = RepairSearch::new(&claim, &config, &limits, |_| {});
            let cells: Vec<Cell> = search.candidates.iter().collect();
            // The plain search looks at all sets, so it has small boards only.
            if cells.len() > 12 {
                continue;
            }
            let smallest = (1..=2).find_map(|size| {
                let holds = |cells: &Vec<Cell>| holds(&search.with(&cells.iter().copied().collect()));
                let all: Vec<Vec<Cell>> = sets(&cells, size).into_iter().filter(holds).collect();
                (!all.is_empty()).then_some(all)
            });
            let got: Vec<Vec<Cell>> = found.found.iter().map(|repair| repair.cells.clone()).collect();
            assert_eq!(got, smallest.clone().unwrap_or_default(), "{gift:?} {claim:?}");
            assert!(found.open.is_empty());
            if found.hopeless {
                assert!(!holds(&search.with(&search.candidates)));
            }
            for repair in &found.found {
                let summary = repair.certificate.check().unwrap();
                assert_eq!(summary.claim, search.with(&repair.cells.iter().copied().collect()));
            }
            n_found[got.first().map_or(0, Vec::len)] += 1;
        }
        assert!(n_found.iter().all(|&n| n > 10), "too little variety: {n_found:?}");
    }

    #[test]
    fn what_a_limit_cuts_short_is_open() {
        let mut rng = Xoshiro256StarStar::seed_from_u64(5);
        for _ in 0..50 {
            let claim = random_claim(&mut rng, 7);
            let limits = Limits::default();
            limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
            let found = repairs(&claim, &RepairConfig::default(), &limits, |_| {}).unwrap();
            assert_eq!((found.verdict, found.settled, found.found.len()), (None, 0, 0));
        }
    }
}
