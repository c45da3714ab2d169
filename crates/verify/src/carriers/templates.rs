//! All minimal edge templates of given stones, within a width.

use std::collections::BTreeSet;
use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, Player, Topology};
use tesuji_proof::{Claim, Goal, Mover, Terminal};
use tesuji_search::Limits;

use super::enumerate::{Enumeration, Found, all_minimal};
use super::judge::{Judge, Unanswered};
use super::shape::EdgeShape;
use tesuji_hex::MAX_SIDE;

/// What is looked for: minimal carriers in which a stone is joined to the bottom edge although the opponent moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateTask {
    row: usize,
    width: usize,
    /// Row from the edge, counted from 1, and column, the leftmost 0; the first stone is to be joined.
    stones: Vec<(usize, usize)>,
    above: bool,
}

/// Why there is no such task.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TaskError {
    /// No row, or more than a problem's board has.
    #[error("the row is 1 to {MAX_SIDE}, counted from the edge, and with the row above it at most {MAX_SIDE}; not {0}")]
    Row(usize),
    /// No column, or more than a problem's board has.
    #[error("the width is 1 to {MAX_SIDE} columns, not {0}")]
    Width(usize),
    /// No stone is as high as the task says, or one is higher.
    #[error("the highest stone lies on row {row} from the edge, not on row {found}")]
    Highest {
        /// The task's.
        row: usize,
        /// The highest stone's; 0 without stones.
        found: usize,
    },
    /// The stones need more columns than there are.
    #[error("the stones take {needed} columns, more than the width of {width}")]
    TooWide {
        /// The task's.
        width: usize,
        /// The stones'.
        needed: usize,
    },
}

impl TemplateTask {
    /// The templates of one stone on `row` (counted from 1 at the edge), on `width` columns of the rhombus.
    ///
    /// # Errors
    ///
    /// If the row or the width is none.
    pub fn single(row: usize, width: usize) -> Result<Self, TaskError> {
        Self::new(row, width, &[(row, 0)], false)
    }

    /// The templates of `stones`, each (row from the edge, column), wherever along the edge; the first is to be joined to it.
    ///
    /// The carrier lies on rows 1 to `row`, which is that of the highest stone, and with `above` on one row more.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn new(row: usize, width: usize, stones: &[(usize, usize)], above: bool) -> Result<Self, TaskError> {
        if !(1..=MAX_SIDE - usize::from(above)).contains(&row) {
            return Err(TaskError::Row(row));
        }
        if !(1..=MAX_SIDE).contains(&width) {
            return Err(TaskError::Width(width));
        }
        let highest = stones.iter().map(|stone| stone.0).max().unwrap_or(0);
        if highest != row || stones.iter().any(|stone| stone.0 == 0) {
            return Err(TaskError::Highest { row, found: highest });
        }
        let columns = || stones.iter().map(|stone| stone.1);
        let (least, most) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        if most - least >= width {
            return Err(TaskError::TooWide { width, needed: most - least + 1 });
        }
        let stones = stones.iter().map(|&(row, column)| (row, column - least)).collect();
        Ok(Self { row, width, stones, above })
    }

    /// One claim for each place of the stones in the width: all other cells are empty.
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

/// A search for templates, which can be stopped at any time and gone on with.
///
/// A template is a minimal carrier none of whose stones can be spared; it is found once, whatever its place along the
/// edge and on whichever side of a mirror. It fits if it or its mirror image lies on the columns of the task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TemplateSearch {
    claims: Vec<Claim>,
    known: Vec<Enumeration>,
}

/// News of a template search.
#[derive(Clone, Copy, Debug)]
pub enum Discovery<'a> {
    /// A minimal carrier of the stones in this place ([`TemplateSearch::claims`]).
    Carrier(usize, &'a CellSet),
    /// Cells whose loss makes the claim fail in this place.
    Cut(usize, &'a CellSet),
    /// All minimal carriers in this place are known.
    Complete(usize),
    /// A template that has not been shown since the call began, those of an earlier run among them.
    Template(&'a EdgeShape),
}

impl TemplateSearch {
    /// A search that has found nothing yet.
    #[must_use]
    pub fn new(task: &TemplateTask) -> Self {
        let claims = task.claims();
        Self { known: vec![Enumeration::default(); claims.len()], claims }
    }

    /// The claims whose minimal carriers are looked for, one for each place of the stones in the width.
    #[must_use]
    pub fn claims(&self) -> &[Claim] {
        &self.claims
    }

    /// What is known in each place; to be filled in from what an earlier run has shown. It is trusted.
    pub fn known_mut(&mut self) -> &mut [Enumeration] {
        &mut self.known
    }

    /// Is all known?
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.known.iter().all(|known| known.complete)
    }

    /// Searches place after place and shows each discovery.
    ///
    /// # Errors
    ///
    /// If a limit is reached or a certificate does not check. What was shown until then can be filled in again.
    pub fn run(&mut self, limits: &Limits, mut on_found: impl FnMut(Discovery<'_>)) -> Result<(), Unanswered> {
        let mut judge = Judge::new(limits);
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
                Found::Carrier(certificate) => {
                    let carrier = &certificate.claim.carrier;
                    on_found(Discovery::Carrier(place, carrier));
                    if outcome.is_ok() {
                        outcome = shapes.add(claim, carrier, &mut judge, &mut on_found);
                    }
                }
                Found::Cut(cut, _) => on_found(Discovery::Cut(place, cut)),
            });
            outcome.and(explored)?;
            on_found(Discovery::Complete(place));
        }
        Ok(())
    }
}

/// The different shapes of carriers found.
#[derive(Default)]
struct Shapes {
    all: Vec<EdgeShape>,
    known: BTreeSet<EdgeShape>,
}

impl Shapes {
    /// Takes note of a carrier; shows it if its shape is new and each stone is needed.
    fn add(
        &mut self,
        claim: &Claim,
        carrier: &CellSet,
        judge: &mut Judge<'_>,
        on_found: &mut impl FnMut(Discovery<'_>),
    ) -> Result<(), Unanswered> {
        let claim = Claim { carrier: carrier.clone(), ..claim.clone() };
        let Some(shape) = EdgeShape::of_claim(&claim).map(EdgeShape::canonical) else { return Ok(()) };
        if !self.known.insert(shape.clone()) {
            return Ok(());
        }
        let mut needs_all = true;
        for fewer in shape.with_fewer_stones() {
            // A board that holds the shape holds it with fewer stones.
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

    /// Tells `known` what other places have shown: a minimal carrier is one wherever it lies.
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
