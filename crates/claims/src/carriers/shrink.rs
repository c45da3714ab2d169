//! One minimal carrier, by dropping cells one at a time.

use std::collections::VecDeque;

use tesuji_board::{Cell, CellSet, SortOnce as _};
use tesuji_proof::{Certificate, Claim, Terminal};
use tesuji_search::Limits;

use super::judge::{CarrierAnswer, CarrierError, CarrierJudge, without};

/// The answer of [`shrink`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shrunk {
    /// Proves the claim with the smaller carrier, which is that of `certificate.claim`. If the claim fails, refutes it
    /// unchanged.
    pub certificate: Certificate,
    /// Whether each remaining cell is known to be needed. False if a limit was reached or the claim fails.
    pub minimal: bool,
    /// Positions searched.
    pub nodes: u64,
}

/// Drops cells one at a time until each remaining cell is needed. Cells far from the goal's cells and the owner's
/// stones are tried first.
///
/// The same claim gives the same carrier. If a limit is reached, the carrier may not be minimal, but it is proved.
///
/// # Errors
///
/// If the claim itself is not decided within the limits, or a certificate does not check.
pub fn shrink(claim: &Claim, limits: &Limits) -> Result<Shrunk, CarrierError> {
    let mut judge = CarrierJudge::new(limits);
    let answer = judge.ask(claim, &claim.carrier)?;
    finish(claim, answer, &CellSet::new(), judge)
}

/// As above, given the answer to the claim and the cells known to be needed.
pub(super) fn shrink_known(
    claim: &Claim,
    whole: Certificate,
    needed: &CellSet,
    limits: &Limits,
) -> Result<Shrunk, CarrierError> {
    finish(claim, CarrierAnswer::new(whole)?, needed, CarrierJudge::new(limits))
}

fn finish(
    claim: &Claim,
    mut best: CarrierAnswer,
    needed: &CellSet,
    mut judge: CarrierJudge<'_>,
) -> Result<Shrunk, CarrierError> {
    if !best.holds() {
        return Ok(Shrunk { certificate: best.certificate, minimal: false, nodes: judge.nodes() });
    }
    let is_false = |carrier: &CellSet| !needed.is_subset(carrier);
    let minimal = match shrink_from(claim, &farthest_first(claim), &mut best, &mut judge, is_false) {
        Ok(()) => true,
        Err(CarrierError::Limit) => false,
        Err(fault) => return Err(fault),
    };
    Ok(Shrunk { certificate: fitted(claim, best, &mut judge)?, minimal, nodes: judge.nodes() })
}

/// Reduces the cells that `best` uses to a minimal carrier. `is_false` knows some carriers in which the claim fails.
pub(super) fn shrink_from(
    claim: &Claim,
    order: &[Cell],
    best: &mut CarrierAnswer,
    judge: &mut CarrierJudge<'_>,
    is_false: impl Fn(&CellSet) -> bool,
) -> Result<(), CarrierError> {
    for &cell in order {
        let rest = without(&best.used, cell);
        if rest == best.used || is_false(&rest) {
            continue;
        }
        let answer = judge.ask(claim, &rest)?;
        if answer.holds() {
            *best = answer;
        }
    }
    Ok(())
}

/// The certificate of `best`, with exactly the cells that it uses as carrier.
pub(super) fn fitted(
    claim: &Claim,
    best: CarrierAnswer,
    judge: &mut CarrierJudge<'_>,
) -> Result<Certificate, CarrierError> {
    if best.certificate.claim.carrier == best.used {
        return Ok(best.certificate);
    }
    match best.moved_to(&best.used) {
        Some(certificate) => Ok(certificate),
        None => Ok(judge.ask(claim, &best.used)?.certificate),
    }
}

/// The cells of the carrier, with those farthest from the goal's cells and the owner's stones first.
///
/// Paths lead through any cell: what matters is that the remaining shape stays together.
pub(super) fn farthest_first(claim: &Claim) -> Vec<Cell> {
    let board = &claim.topology;
    let mut distances = vec![usize::MAX; board.n_cells()];
    let terminals = claim.goal.terminals().filter_map(|terminal| match terminal {
        Terminal::Cell(cell) => Some(cell),
        Terminal::Edge(_) => None,
    });
    let mut queue: VecDeque<Cell> = claim.stones.iter().chain(terminals).collect();
    queue.iter().for_each(|cell| distances[cell.index()] = 0);
    while let Some(cell) = queue.pop_front() {
        for &next in board.neighbours(cell) {
            if distances[next.index()] == usize::MAX {
                distances[next.index()] = distances[cell.index()] + 1;
                queue.push_back(next);
            }
        }
    }
    let mut order: Vec<Cell> = claim.carrier.iter().collect();
    order.sort_once_by_key(|cell| std::cmp::Reverse((distances[cell.index()], cell.index())));
    order
}
