//! All minimal edge templates of given stones within a width.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, Player, Topology};
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Claim, Goal, Mover, Terminal};
use tesuji_search::Limits;

use super::enumerate::{CarrierDiscovery, Enumeration, all_minimal};
use super::judge::{CarrierError, CarrierJudge};
use super::shape::EdgeShape;
use tesuji_hex::MAX_SIDE;

/// A search for templates: minimal carriers in which a stone is joined to the bottom edge even if the opponent moves
/// first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateTask {
    row: usize,
    width: usize,
    /// For each stone, its row from the edge, counted from 1, and its column, counted from 0 at the left. The first
    /// stone is to be joined.
    stones: Vec<(usize, usize)>,
    above: bool,
}

/// Reasons why a task is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The row is 0, or more than the board of a problem has.
    #[error("the row is 1 to {MAX_SIDE}, counted from the edge, and with the row above it at most {MAX_SIDE}; not {0}")]
    Row(usize),
    /// The width is 0, or more than the board of a problem has.
    #[error("the width is 1 to {MAX_SIDE} columns, not {0}")]
    Width(usize),
    /// The highest stone is not on the row of the task.
    #[error("the highest stone lies on row {row} from the edge, not on row {found}")]
    Highest {
        /// The row of the task.
        row: usize,
        /// The row of the highest stone; 0 without stones.
        found: usize,
    },
    /// The stones need more columns than there are.
    #[error("the stones take {needed} columns, more than the width of {width}")]
    TooWide {
        /// The width of the task.
        width: usize,
        /// The width of the stones.
        needed: usize,
    },
}

impl TemplateTask {
    /// The templates of one stone on `row` (counted from 1 at the edge), on `width` columns of the rhombus.
    ///
    /// # Errors
    ///
    /// If the row or the width is out of range.
    pub fn single(row: usize, width: usize) -> Result<Self, TemplateError> {
        Self::new(row, width, &[(row, 0)], false)
    }

    /// The templates of `stones`, each given as (row from the edge, column), at any place along the edge. The first
    /// stone is to be joined to the edge.
    ///
    /// The carrier lies on rows 1 to `row`, the row of the highest stone. With `above` it may also use the next row.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn new(row: usize, width: usize, stones: &[(usize, usize)], above: bool) -> Result<Self, TemplateError> {
        if !(1..=MAX_SIDE - usize::from(above)).contains(&row) {
            return Err(TemplateError::Row(row));
        }
        if !(1..=MAX_SIDE).contains(&width) {
            return Err(TemplateError::Width(width));
        }
        let highest = stones.iter().map(|stone| stone.0).max().unwrap_or(0);
        if highest != row || stones.iter().any(|stone| stone.0 == 0) {
            return Err(TemplateError::Highest { row, found: highest });
        }
        let columns = || stones.iter().map(|stone| stone.1);
        let (least, most) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        if most - least >= width {
            return Err(TemplateError::TooWide { width, needed: most - least + 1 });
        }
        let stones = stones.iter().map(|&(row, column)| (row, column - least)).collect();
        Ok(Self { row, width, stones, above })
    }

    /// One claim for each place of the stones within the width; all other cells are empty.
    fn claims(&self) -> Vec<Claim> {
        let rows = self.row + usize::from(self.above);
        let Ok(topology) = Topology::rhombus(self.width, rows).map(Arc::new) else { return Vec::new() };
        let n_columns = self.stones.iter().map(|stone| stone.1 + 1).max().unwrap_or(1);
        let claim = |shift: usize| {
            let cell = |&(row, column): &(usize, usize)| Cell::new((rows - row) * self.width + column + shift);
            let stones: CellSet = self.stones.iter().map(cell).collect();
            let carrier = topology.cells().filter(|&cell| !stones.contains(cell)).collect();
            let goal = Goal::pair(Terminal::Cell(cell(&self.stones[0])), Terminal::Edge(BOTTOM));
            let topology = Arc::clone(&topology);
            Claim { topology, owner: Player::Black, stones, carrier, goal, to_move: Mover::Opponent }
        };
        (0..=self.width - n_columns).map(claim).collect()
    }
}

/// A search for templates that can be stopped and continued at any time.
///
/// A template is a minimal carrier in which every stone is needed. It is found once, regardless of its place along the
/// edge and of mirroring. It fits if it or its mirror image lies on the columns of the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateSearch {
    claims: Vec<Claim>,
    known: Vec<Enumeration>,
}

/// A discovery of a template search.
#[derive(Clone, Copy, Debug)]
pub enum Discovery<'a> {
    /// A minimal carrier of the stones at this place ([`TemplateSearch::claims`]).
    Carrier(usize, &'a CellSet),
    /// Cells whose loss makes the claim fail at this place.
    Cut(usize, &'a CellSet),
    /// All minimal carriers at this place are known.
    Complete(usize),
    /// A template that this call has not shown yet; templates of an earlier run are shown again.
    Template(&'a EdgeShape),
}

impl TemplateSearch {
    /// A search that has found nothing yet.
    #[must_use]
    pub fn new(task: &TemplateTask) -> Self {
        let claims = task.claims();
        Self { known: vec![Enumeration::default(); claims.len()], claims }
    }

    /// The claims whose minimal carriers are sought, one for each place of the stones within the width.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// The enumeration of each place, to be filled in from the discoveries of an earlier run. It is trusted.
    pub fn known_mut(&mut self) -> &mut [Enumeration] {
        &mut self.known
    }

    /// Whether everything is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known.iter().all(|known| known.complete)
    }

    /// Reports the templates among the minimal carriers that are known, and searches for no others.
    ///
    /// # Errors
    ///
    /// If a limit is reached or a certificate does not check, both in asking whether each stone is needed.
    pub fn known_templates(&self, limits: &Limits, mut on_found: impl FnMut(&EdgeShape)) -> Result<(), CarrierError> {
        let mut judge = CarrierJudge::new(limits);
        let mut shapes = Shapes::default();
        let mut on_found = |found: Discovery<'_>| {
            if let Discovery::Template(shape) = found {
                on_found(shape);
            }
        };
        for (claim, known) in self.claims.iter().zip(&self.known) {
            known.carriers.iter().try_for_each(|carrier| shapes.add(claim, carrier, &mut judge, &mut on_found))?;
        }
        Ok(())
    }

    /// Searches place after place and reports each discovery.
    ///
    /// # Errors
    ///
    /// If a limit is reached or a certificate does not check. What was reported before can be filled in again.
    pub fn run(&mut self, limits: &Limits, mut on_found: impl FnMut(Discovery<'_>)) -> Result<(), CarrierError> {
        let mut judge = CarrierJudge::new(limits);
        let mut shapes = Shapes::default();
        for (place, (claim, known)) in self.claims.iter().zip(&mut self.known).enumerate() {
            for carrier in &known.carriers {
                shapes.add(claim, carrier, &mut judge, &mut on_found)?;
            }
            if known.complete {
                continue;
            }
            shapes.copy_to(claim, known);
            let mut outcome = Ok(());
            let explored = all_minimal(claim, limits, known, |found| match found {
                CarrierDiscovery::Carrier(certificate) => {
                    let carrier = &certificate.claim.carrier;
                    on_found(Discovery::Carrier(place, carrier));
                    if outcome.is_ok() {
                        outcome = shapes.add(claim, carrier, &mut judge, &mut on_found);
                    }
                }
                CarrierDiscovery::Cut(cut, _) => on_found(Discovery::Cut(place, cut)),
            });
            outcome.and(explored)?;
            on_found(Discovery::Complete(place));
        }
        Ok(())
    }
}

/// Findings of a search for templates, to be shown.
#[derive(Clone, PartialEq, Debug)]
pub struct FoundTemplates {
    /// The terms of the search: `row = 6, width = 10, stones = "a1 b1"`.
    pub terms: String,
    /// The number of places of the stones.
    pub places: usize,
    /// Number of places at which all minimal carriers are known.
    pub complete: usize,
    /// Minimal carriers and cuts found, at all places.
    pub n_found: [usize; 2],
    /// The templates, up to mirror image: each as a problem, with a proof, perhaps at another place along the edge.
    pub templates: Vec<(Problem, Certificate)>,
}

/// The distinct shapes of carriers found.
#[derive(Default)]
struct Shapes {
    all: Vec<EdgeShape>,
    known: BTreeSet<EdgeShape>,
}

impl Shapes {
    /// Records a carrier, and reports it if its shape is new and each stone is needed.
    fn add(
        &mut self,
        claim: &Claim,
        carrier: &CellSet,
        judge: &mut CarrierJudge<'_>,
        on_found: &mut impl FnMut(Discovery<'_>),
    ) -> Result<(), CarrierError> {
        let claim = Claim { carrier: carrier.clone(), ..claim.clone() };
        let Some(shape) = EdgeShape::of_claim(&claim).map(EdgeShape::canonical) else { return Ok(()) };
        if !self.known.insert(shape.clone()) {
            return Ok(());
        }
        let mut needs_all = true;
        for fewer in shape.with_fewer_stones() {
            // A board that can hold the shape can hold it with fewer stones.
            let Ok(fewer) = fewer.claim() else { continue };
            if judge.ask(&fewer, &fewer.carrier)?.holds() {
                needs_all = false;
                break;
            }
        }
        if needs_all {
            on_found(Discovery::Template(&shape));
        }
        self.all.push(shape);
        Ok(())
    }

    /// Adds to `known` what other places have shown: a minimal carrier is minimal wherever it lies.
    fn copy_to(&self, claim: &Claim, known: &mut Enumeration) {
        for shape in &self.all {
            for shape in [shape, &shape.mirrored()] {
                if let Some(carrier) = shape.carrier_in(claim)
                    && !known.carriers.contains(&carrier)
                {
                    known.carriers.push(carrier);
                }
            }
        }
    }
}
