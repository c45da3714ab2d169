//! Claims searched for training samples.

use tesuji_board::{Bits, Player, with_width};
use tesuji_connection::Region;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use super::{decider_of, first_side};
use crate::TrainingSample;
use crate::search::{SearchLimits, WinDecision};
use crate::view::{View, Window};

/// The table of a search for samples: such searches are short.
const TABLE_BYTES: usize = 1 << 28;

/// The answer to a claim, and what was found out on the way.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClaimSamples {
    /// Whether the claim holds; `None` if a limit was reached first.
    pub holds: Option<bool>,
    /// In no particular order.
    pub samples: Vec<TrainingSample>,
}

/// Decides a claim without proving the answer, and returns what was decided of positions that took at least `least_nodes`.
/// Claims that a net cannot see have no samples: those on boards that are not a rhombus.
#[must_use]
pub fn samples_of(claim: &Claim, limits: &Limits, least_nodes: u32) -> ClaimSamples {
    with_width!(claim.carrier.len(), W => samples_with::<W>(claim, limits, least_nodes)).unwrap_or_default()
}

fn samples_with<const W: usize>(claim: &Claim, limits: &Limits, least_nodes: u32) -> Option<ClaimSamples> {
    let region = Region::<W>::new(claim).ok()?;
    let view = View::Part(Window::new(claim, &region)?);
    let decider = decider_of(claim, &region, TABLE_BYTES);
    let mover = first_side(claim);
    let within = SearchLimits { limits, n_threads: 1, journal: None };
    let (decision, _) = decider.decide([Bits::EMPTY; 2], Player::BOTH[mover.index()], within);
    let holds = decision.map(|decision| matches!(decision, WinDecision::Wins(..)) == (mover.index() == 0));
    Some(ClaimSamples { holds, samples: decider.samples(&view, least_nodes) })
}
