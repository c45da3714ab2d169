//! All minimal carriers, exactly.
//!
//! A cut is a set of cells with which, besides its own, the opponent succeeds. Minimal carriers and minimal cuts
//! are each other's hitting sets, so both are found together: a set of cells that meets every known carrier is either
//! a cut, or what is left of the carrier contains a minimal carrier that is not yet known. Each question to the verifier
//! (but those that shrink a carrier) therefore gives a new minimal cut or a new minimal carrier, and no fewer would do.

use tesuji_board::{Bits, Cell, CellSet, with_width};
use tesuji_proof::{Certificate, Claim};
use tesuji_search::Limits;

use super::judge::{Judge, Unanswered};
use super::shrink::{farthest_first, fitted, shrink_from};

/// What is known of the minimal carriers of a claim: plain data, to be kept and gone on with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Enumeration {
    /// Minimal carriers, in the order in which they were found.
    pub carriers: Vec<CellSet>,
    /// Cells which, given to the opponent together, make the claim fail; each minimal with regard to the carriers.
    pub cuts: Vec<CellSet>,
    /// Are these all?
    pub complete: bool,
}

/// News of an enumeration.
#[derive(Clone, Copy, Debug)]
pub enum Found<'a> {
    /// A minimal carrier: the claim with it, proved.
    Carrier(&'a Certificate),
    /// Cells which, given to the opponent, make the claim fail: the refutation of that claim.
    Cut(&'a CellSet, &'a Certificate),
}

/// Finds all minimal carriers of `claim` inside its carrier, beyond those that are `known`, and shows each one to `on_found`.
///
/// What `known` holds is trusted: it may come from an earlier call that a limit stopped, or hold minimal carriers known
/// otherwise. On return it holds all that was found, and `complete` is set if these are all; that is the case
/// exactly if the call succeeds. The order of the finds is the same for the same claim and limits on nodes. A claim
/// that fails has no minimal carrier.
///
/// The number of minimal carriers and cuts, and with it the time, may grow exponentially with the carrier.
///
/// # Errors
///
/// If a limit is reached or a certificate does not check; what was found until then is in `known`.
pub fn all_minimal(
    claim: &Claim,
    limits: &Limits,
    known: &mut Enumeration,
    mut on_found: impl FnMut(Found<'_>),
) -> Result<(), Unanswered> {
    with_width!(claim.carrier.len(), W => Explorer::<W>::new(claim, limits, known, &mut on_found).run())
}

struct Explorer<'a, const W: usize> {
    claim: &'a Claim,
    judge: Judge<'a>,
    /// The carrier's cells; bits number them.
    cells: Vec<Cell>,
    order: Vec<Cell>,
    carriers: Vec<Bits<W>>,
    cuts: Vec<Bits<W>>,
    known: &'a mut Enumeration,
    on_found: &'a mut dyn FnMut(Found<'_>),
}

impl<'a, const W: usize> Explorer<'a, W> {
    fn new(
        claim: &'a Claim,
        limits: &'a Limits,
        known: &'a mut Enumeration,
        on_found: &'a mut dyn FnMut(Found<'_>),
    ) -> Self {
        let cells: Vec<Cell> = claim.carrier.iter().collect();
        let to_bits = |set: &CellSet| to_bits(&cells, set);
        let carriers = known.carriers.iter().map(to_bits).collect();
        let cuts = known.cuts.iter().map(to_bits).collect();
        let judge = Judge::new(limits);
        Self { claim, judge, order: farthest_first(claim), carriers, cuts, cells, known, on_found }
    }

    fn run(mut self) -> Result<(), Unanswered> {
        if !self.known.complete {
            self.explore(Bits::EMPTY, Bits::EMPTY)?;
            self.known.complete = true;
        }
        Ok(())
    }

    /// Finds every minimal cut that contains `dropped` and nothing of `kept`, and the minimal carriers that show them minimal.
    fn explore(&mut self, dropped: Bits<W>, kept: Bits<W>) -> Result<(), Unanswered> {
        self.judge.go_on()?;
        loop {
            if self.cuts.iter().any(|cut| cut.is_subset(&dropped)) {
                return Ok(());
            }
            let unmet = self.carriers.iter().filter(|carrier| !carrier.meets(&dropped)).map(|&carrier| carrier - kept);
            if let Some(unmet) = unmet.min_by_key(Bits::len) {
                // A cut has a cell in it: the first such cell is this one, or that one, ..
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

    /// Learns a cut inside `dropped`, which meets every known carrier, or a carrier that such a cut does not meet.
    fn ask(&mut self, dropped: Bits<W>) -> Result<(), Unanswered> {
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
            (self.on_found)(Found::Carrier(&certificate));
        } else {
            self.cuts.push(cut);
            let cut = self.to_cells(cut);
            (self.on_found)(Found::Cut(&cut, &answer.certificate));
            self.known.cuts.push(cut);
        }
        Ok(())
    }

    fn to_cells(&self, bits: Bits<W>) -> CellSet {
        bits.iter().map(|i| self.cells[i]).collect()
    }
}

/// The cells of `set` by their number in `cells`, which ascend; others are left out.
fn to_bits<const W: usize>(cells: &[Cell], set: &CellSet) -> Bits<W> {
    set.iter().filter_map(|cell| cells.binary_search(&cell).ok()).collect()
}
