//! Programs A and B of Mishima, Sakurai, Yoshimoto and Noshita (2008), as their paper describes them.
//!
//! Both answer a claim by AND-OR search with a table of positions. A side to move first looks for a move that decides
//! at once, then for such moves of the other side (*preclusion*). Only moves that disturb all of those threats are
//! searched, in the order of a linear combination of five terms.
//!
//! * connection test: the owner has achieved the goal with stones and stored patterns with disjoint carriers.
//!   Program B adds connections made of two disjoint semi-connections.
//! * cut test: the opponent has prevented it; on the rhombus by the same means, on a graph with stones and bridges.
//!
//! Useful for: reproducing the paper's tables. Not useful for: certificates, which neither program writes, and speed,
//! for which there is Program C.

mod config;
mod cut;
mod field;
mod fit;
mod links;
mod order;
mod search;
mod semi;
mod settings;
mod walls;

pub use config::{OrderWeights, PaperConfig};
pub use fit::WeightFit;
pub use settings::SettingError;

use tesuji_board::{CellSet, MOST_IN_SETS, with_width};
use tesuji_proof::Claim;
use tesuji_search::Limits;

use crate::region::{ClaimRegion, n_nodes_at_most};
use tesuji_prove::{VerifyOutcome, VerifyReport};

/// Answers `claim` with Program A or B, as `config` says, without a certificate.
///
/// Nodes are the positions whose moves are examined. A position does not count if the tests decide it as it stands or
/// if it is in the table. So 0 means the same as in the paper: decided before the search. A claim of more than
/// [`MOST_IN_SETS`] empty cells, stones and edges together is left undecided.
#[must_use]
pub fn verify_paper(claim: &Claim, config: &PaperConfig, limits: &Limits) -> VerifyReport {
    match n_nodes_at_most(claim) {
        n_nodes if n_nodes <= MOST_IN_SETS => with_width!([1, 2, 17], n_nodes, W => run::<W>(claim, config, limits)),
        _ => VerifyReport { outcome: VerifyOutcome::Undecided, decided: None, nodes: 0 },
    }
}

fn run<const W: usize>(claim: &Claim, config: &PaperConfig, limits: &Limits) -> VerifyReport {
    let region = ClaimRegion::<W>::new(claim);
    let mut search = search::PaperSearch::new(claim, &region, config, limits);
    let outcome = match search.root(claim.to_move) {
        Ok(true) => VerifyOutcome::Holds(None),
        Ok(false) => VerifyOutcome::Fails(None),
        Err(tesuji_search::Stopped) => VerifyOutcome::Undecided,
    };
    VerifyReport { outcome, decided: None, nodes: search.n_nodes() }
}

/// Results of the tests of Program A or B for the first moves of a claim, without a search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PaperFirstMoves {
    /// Whether the owner has achieved the goal, or the opponent prevented it, as the position stands.
    pub(crate) decided: Option<bool>,
    /// Moves that decide at once.
    pub(crate) decisive: CellSet,
    /// Moves of the other side, each with the cells that it needs to decide, itself among them.
    pub(crate) threats: Vec<(tesuji_board::Cell, CellSet)>,
}

/// The first moves of `claim` as Program A or B sees them; `None` if the claim is too large for the programs.
pub(crate) fn first_moves(claim: &Claim, config: &PaperConfig) -> Option<PaperFirstMoves> {
    match n_nodes_at_most(claim) {
        n_nodes if n_nodes <= MOST_IN_SETS => with_width!([1, 2, 17], n_nodes, W => {
            let region = ClaimRegion::<W>::new(claim);
            let limits = Limits::default();
            Some(search::PaperSearch::new(claim, &region, config, &limits).first_moves(claim.to_move))
        }),
        _ => None,
    }
}

#[cfg(feature = "testing")]
mod tests;
