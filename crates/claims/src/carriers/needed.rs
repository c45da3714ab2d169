//! Cell by cell: whether the claim is still true without the cell.

use tesuji_board::{Cell, CellSet};
use tesuji_proof::{Certificate, Claim};
use tesuji_search::Limits;

use super::judge::{CarrierAnswer, CarrierError, CarrierJudge, without};
use super::shrink::{Shrunk, shrink_known};

/// Status of one cell of a carrier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// The claim fails without the cell: the refutation of the smaller claim.
    Needed(Certificate),
    /// The claim still holds without the cell: the proof of the smaller claim.
    Droppable(Certificate),
    /// A limit was reached first.
    Undecided,
}

/// The answer of [`needed`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Needs {
    /// The answer to the claim itself. If it fails, nothing can be dropped, and no cell is judged.
    pub whole: Certificate,
    /// Each cell of the carrier, in ascending order.
    pub cells: Vec<(Cell, Need)>,
    /// Positions searched.
    pub nodes: u64,
}

impl Needs {
    /// The cells that are needed, each judged alone.
    #[must_use]
    pub fn needed(&self) -> CellSet {
        self.select(|need| matches!(need, Need::Needed(_)))
    }

    /// The cells that can be dropped one at a time, but not always all together.
    #[must_use]
    pub fn droppable(&self) -> CellSet {
        self.select(|need| matches!(need, Need::Droppable(_)))
    }

    /// The cells about which a limit left nothing known.
    #[must_use]
    pub fn undecided(&self) -> CellSet {
        self.select(|need| matches!(need, Need::Undecided))
    }

    /// As [`shrink`](super::shrink()), but without the questions that are already answered here.
    ///
    /// # Errors
    ///
    /// As for that function.
    pub fn shrink(&self, limits: &Limits) -> Result<Shrunk, CarrierError> {
        shrink_known(&self.whole.claim, self.whole.clone(), &self.needed(), limits)
    }

    fn select(&self, wanted: impl Fn(&Need) -> bool) -> CellSet {
        self.cells.iter().filter(|(_, need)| wanted(need)).map(|&(cell, _)| cell).collect()
    }
}

/// For each cell of the carrier, whether the claim still holds if the opponent has that cell.
///
/// The limits apply to all searches together; what they cut off is [`Need::Undecided`]. A cell takes no search if the
/// proof of the claim, or of a smaller claim, does not use it.
///
/// # Errors
///
/// If the claim itself is not decided within the limits, or a certificate does not check.
pub fn needed(claim: &Claim, limits: &Limits) -> Result<Needs, CarrierError> {
    needed_with(claim, limits, |_| {})
}

/// As above, with a callback for each cell. `on_cell` gets the number of cells that are judged, before each of them and
/// at the end.
///
/// # Errors
///
/// As [`needed`].
pub fn needed_with(claim: &Claim, limits: &Limits, mut on_cell: impl FnMut(usize)) -> Result<Needs, CarrierError> {
    let mut judge = CarrierJudge::new(limits);
    let whole = judge.ask(claim, &claim.carrier)?;
    let mut cells = Vec::new();
    if whole.holds() {
        let mut proofs: Vec<CarrierAnswer> = Vec::new();
        for cell in claim.carrier.iter() {
            on_cell(cells.len());
            let rest = without(&claim.carrier, cell);
            let known = std::iter::once(&whole).chain(&proofs).filter(|proof| !proof.used.contains(cell));
            // There may be as many proofs as cells.
            let moved = known.take_while(|_| !limits.is_interrupted()).find_map(|proof| proof.moved_to(&rest));
            let need = match moved.map_or_else(|| judge.ask(claim, &rest).map(Err), |proof| Ok(Ok(proof))) {
                Ok(Ok(moved)) => Need::Droppable(moved),
                Ok(Err(answer)) if answer.holds() => {
                    let certificate = answer.certificate.clone();
                    proofs.push(answer);
                    Need::Droppable(certificate)
                }
                Ok(Err(answer)) => Need::Needed(answer.certificate),
                Err(CarrierError::Limit) => Need::Undecided,
                Err(fault) => return Err(fault),
            };
            cells.push((cell, need));
        }
        on_cell(cells.len());
    }
    Ok(Needs { whole: whole.certificate, cells, nodes: judge.nodes() })
}
