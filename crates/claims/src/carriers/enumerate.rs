//! All minimal carriers, exactly.
//!
//! A cut is a set of cells that lets the opponent succeed if they are added to the opponent's own. Minimal carriers and
//! minimal cuts are each other's minimal hitting sets, so both are found together. Take a set of cells that meets every
//! known carrier: either it is a cut, or the rest of the carrier contains a minimal carrier that is not yet known. So
//! each question to the verifier, except those that shrink a carrier, gives a new minimal cut or a new minimal carrier.
//! Fewer questions would not be enough.

use tesuji_board::{Bits, Cell, CellSet, with_width};
use tesuji_proof::{Certificate, Claim};
use tesuji_search::Limits;

use super::judge::{CarrierError, CarrierJudge};
use super::shrink::{farthest_first, fitted, shrink_from};

/// Known minimal carriers of a claim: plain data that can be stored and continued later.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Enumeration {
    /// Minimal carriers, in the order in which they were found.
    pub carriers: Vec<CellSet>,
    /// Sets of cells that make the claim fail if they are given to the opponent together; each is minimal with regard
    /// to the carriers.
    pub cuts: Vec<CellSet>,
    /// Whether these are all.
    pub complete: bool,
}

/// A discovery of an enumeration.
#[derive(Clone, Copy, Debug)]
pub enum CarrierDiscovery<'a> {
    /// A minimal carrier: the proof of the claim with this carrier.
    Carrier(&'a Certificate),
    /// Cells that make the claim fail if the opponent has them: the refutation of that claim.
    Cut(&'a CellSet, &'a Certificate),
}

/// Finds all minimal carriers of `claim` within its carrier, beyond those that are `known`, and passes each discovery
/// to `on_found`.
///
/// The content of `known` is trusted. It may come from an earlier call that a limit stopped, or contain minimal
/// carriers known from elsewhere. On return it contains everything found. `complete` is set if these are all, which is
/// the case exactly if the call succeeds. The order of the discoveries is the same for the same claim and limits on
/// nodes. A claim that fails has no minimal carrier.
///
/// The number of minimal carriers and cuts, and so the time, may grow exponentially with the carrier.
///
/// # Errors
///
/// If a limit is reached or a certificate does not check; what was found before is in `known`.
pub fn all_minimal(
    claim: &Claim,
    limits: &Limits,
    known: &mut Enumeration,
    mut on_found: impl FnMut(CarrierDiscovery<'_>),
) -> Result<(), CarrierError> {
    with_width!([2, 17], claim.carrier.len(), W => Explorer::<W>::new(claim, limits, known, &mut on_found).run())
}

/// Whether these carriers and cuts are each other's minimal hitting sets, so that none is missing and none too many.
///
/// It asks the verifier nothing. If each carrier is known to hold and each cut to be enough for the opponent, these are
/// all minimal carriers of the claim. The time is that of an enumeration without its searches.
#[must_use]
pub fn is_dual(claim: &Claim, known: &Enumeration) -> bool {
    with_width!([2, 17], claim.carrier.len(), W => is_dual_in::<W>(claim, known))
}

fn is_dual_in<const W: usize>(claim: &Claim, known: &Enumeration) -> bool {
    let cells: Vec<Cell> = claim.carrier.iter().collect();
    let is_within = |sets: &[CellSet]| sets.iter().flat_map(CellSet::iter).all(|cell| claim.carrier.contains(cell));
    if !is_within(&known.carriers) || !is_within(&known.cuts) {
        return false;
    }
    let carriers: Vec<Bits<W>> = known.carriers.iter().map(|set| to_bits(&cells, set)).collect();
    let cuts: Vec<Bits<W>> = known.cuts.iter().map(|set| to_bits(&cells, set)).collect();
    let is_antichain = |sets: &[Bits<W>]| {
        let contains = |(idx, set): (usize, &Bits<W>)| {
            sets.iter().enumerate().any(|(other_idx, other)| idx != other_idx && other.is_subset(set))
        };
        !sets.iter().enumerate().any(contains)
    };
    let meet = cuts.iter().all(|cut| carriers.iter().all(|carrier| carrier.meets(cut)));
    meet && is_antichain(&carriers) && is_antichain(&cuts) && is_covered(&carriers, &cuts, Bits::EMPTY, Bits::EMPTY)
}

/// Whether each set that meets all carriers, contains `dropped` and has nothing of `kept` contains a cut.
fn is_covered<const W: usize>(carriers: &[Bits<W>], cuts: &[Bits<W>], dropped: Bits<W>, kept: Bits<W>) -> bool {
    if cuts.iter().any(|cut| cut.is_subset(&dropped)) {
        return true;
    }
    let unmet = carriers.iter().filter(|carrier| !carrier.meets(&dropped)).map(|&carrier| carrier - kept);
    let Some(unmet) = unmet.min_by_key(Bits::len) else { return false };
    let mut kept = kept;
    unmet.iter().all(|cell| {
        let is_covered = is_covered(carriers, cuts, dropped.with(cell), kept);
        kept.insert(cell);
        is_covered
    })
}

struct Explorer<'a, const W: usize> {
    claim: &'a Claim,
    judge: CarrierJudge<'a>,
    /// The cells of the carrier; bits number them.
    cells: Vec<Cell>,
    order: Vec<Cell>,
    carriers: Vec<Bits<W>>,
    cuts: Vec<Bits<W>>,
    known: &'a mut Enumeration,
    on_found: &'a mut dyn FnMut(CarrierDiscovery<'_>),
}

impl<'a, const W: usize> Explorer<'a, W> {
    fn new(
        claim: &'a Claim,
        limits: &'a Limits,
        known: &'a mut Enumeration,
        on_found: &'a mut dyn FnMut(CarrierDiscovery<'_>),
    ) -> Self {
        let cells: Vec<Cell> = claim.carrier.iter().collect();
        let to_bits = |set: &CellSet| to_bits(&cells, set);
        let carriers = known.carriers.iter().map(to_bits).collect();
        let cuts = known.cuts.iter().map(to_bits).collect();
        let judge = CarrierJudge::new(limits);
        Self { claim, judge, order: farthest_first(claim), carriers, cuts, cells, known, on_found }
    }

    fn run(mut self) -> Result<(), CarrierError> {
        if !self.known.complete {
            self.explore(Bits::EMPTY, Bits::EMPTY)?;
            self.known.complete = true;
        }
        Ok(())
    }

    /// Finds every minimal cut that contains `dropped` and no cell of `kept`, and the minimal carriers that show that
    /// these cuts are minimal.
    fn explore(&mut self, dropped: Bits<W>, kept: Bits<W>) -> Result<(), CarrierError> {
        self.judge.go_on()?;
        loop {
            if self.cuts.iter().any(|cut| cut.is_subset(&dropped)) {
                return Ok(());
            }
            let unmet = self.carriers.iter().filter(|carrier| !carrier.meets(&dropped)).map(|&carrier| carrier - kept);
            if let Some(unmet) = unmet.min_by_key(Bits::len) {
                // A cut contains one of these cells. Either the first such cell is this one, or that one, ..
                let mut kept = kept;
                for cell in unmet.iter() {
                    self.explore(dropped.with(cell), kept)?;
                    kept.insert(cell);
                }
                return Ok(());
            }
            self.ask(dropped)?;
        }
    }

    /// Learns a cut within `dropped`, which meets every known carrier, or a carrier that such a cut does not meet.
    fn ask(&mut self, dropped: Bits<W>) -> Result<(), CarrierError> {
        let mut cut = dropped;
        for cell in dropped.iter() {
            if self.carriers.iter().all(|carrier| carrier.meets(&cut.without(cell))) {
                cut.remove(cell);
            }
        }
        let rest = self.to_cells(Bits::first_n(self.cells.len()) - cut);
        let mut answer = self.judge.ask(self.claim, &rest)?;
        if answer.holds() {
            let (cells, cuts) = (&self.cells, &self.cuts);
            let is_false = |carrier: &CellSet| {
                let carrier = to_bits(cells, carrier);
                cuts.iter().any(|cut| !cut.meets(&carrier))
            };
            shrink_from(self.claim, &self.order, &mut answer, &mut self.judge, is_false)?;
            let certificate = fitted(self.claim, answer, &mut self.judge)?;
            let carrier = &certificate.claim.carrier;
            self.carriers.push(to_bits(&self.cells, carrier));
            self.known.carriers.push(carrier.clone());
            (self.on_found)(CarrierDiscovery::Carrier(&certificate));
        } else {
            self.cuts.push(cut);
            let cut = self.to_cells(cut);
            (self.on_found)(CarrierDiscovery::Cut(&cut, &answer.certificate));
            self.known.cuts.push(cut);
        }
        Ok(())
    }

    fn to_cells(&self, bits: Bits<W>) -> CellSet {
        bits.iter().map(|i| self.cells[i]).collect()
    }
}

/// The cells of `set` as numbers in `cells`, which are in ascending order; other cells are left out.
fn to_bits<const W: usize>(cells: &[Cell], set: &CellSet) -> Bits<W> {
    set.iter().filter_map(|cell| cells.binary_search(&cell).ok()).collect()
}
