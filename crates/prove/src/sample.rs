//! Positions decided by searches, as training samples of nets.

use tesuji_board::{Bits, Player, with_width};
use tesuji_connection::Region;
use tesuji_neural::PlaceContent;
use tesuji_proof::Claim;
use tesuji_search::Limits;

use crate::claim::{decider_of, first_side};
use crate::search::{NO_MOVE, SearchLimits, WinDecision};
use crate::view::{View, Window};

/// The table of a search for samples: such searches are short.
const TABLE_BYTES: usize = 1 << 28;

/// A position that a search has decided on its way to an answer. The owner of a claim is Black.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TrainingSample {
    /// Content of the cells, row by row; of a claim a square of cells, with two places beyond each of its edges. Cells that
    /// count as stones by fill-in are stones.
    pub places: Vec<PlaceContent>,
    /// Whose turn it is.
    pub to_move: Player,
    /// The winner.
    pub winner: Player,
    /// The row and column of a move that wins, if the player to move does and has a move.
    pub winning_move: Option<(usize, usize)>,
    /// Number of positions searched for the result.
    pub nodes: u32,
}

impl TrainingSample {
    pub(crate) fn new<const W: usize>(
        view: &View,
        stones: [Bits<W>; 2],
        mover: usize,
        decision: WinDecision<W>,
        nodes: u32,
    ) -> Self {
        let mut places = Vec::new();
        view.places(&stones, &mut places);
        let to_move = Player::BOTH[mover];
        let (winner, key) = match decision {
            WinDecision::Wins(key, _) => (to_move, Some(key).filter(|&key| key != NO_MOVE)),
            WinDecision::Loses(_) => (!to_move, None),
        };
        Self { places, to_move, winner, winning_move: key.map(|key| view.seat(usize::from(key))), nodes }
    }
}

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
