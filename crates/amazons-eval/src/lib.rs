//! Evaluations of Amazons: the value of a position by who reaches which squares first.
//!
//! [`Evaluation`] names the evaluations: the number of moves, first reach, path interception and their mean (Saijo and
//! Kotani, c. 1999), Lieberum's terms (2005) with fitted [`Weights`], and one in which every number is [`Learned`] from
//! games. [`AmazonsEvaluator`] computes their values for positions. The kernels below it ([`first_reach`],
//! [`path_interception`], [`terms`], [`contest()`]) take bare sets of squares. For drawing, [`ownership`],
//! [`first_reach_map`] and [`path_interception_map`] show who owns which square.
//!
//! Useful for: searches, which take any [`Evaluator`](tesuji_game::Evaluator). Not useful for: exact values (`endings`).
//! Never: a claim without proof, or a search.

#[cfg(feature = "testing")]
#[macro_use]
extern crate tesuji_testing;

mod evaluation;
mod evaluator;

mod weights;

mod contest;
mod learned;
mod moves;
mod net;
mod weights_learned;

mod ownership;

mod board;
mod domination;
mod terms;

mod mobility;

mod lines;
mod set;

#[cfg(target_arch = "x86_64")]
mod wide;

pub use contest::{SquareContest, contest};
pub use domination::{Round, first_reach, path_interception};
pub use evaluation::{Evaluation, ParseEvaluationError};
pub use evaluator::{AmazonsEvaluator, evaluator};
pub use learned::{Features, LEARNED, Learned, N_FEATURES, ONE, PHASES, PhaseWeights, WEIGHT_ONE};
pub use lines::{BoardLines, LONGEST_SIDE, Squares};
pub use mobility::{MOST_AMAZONS, Mobility, Workspace};
pub use moves::move_terms;
pub use net::{AmazonsNet, NetError, NetValue, net_features};
pub use ownership::{OwnershipDecision, first_reach_map, ownership, path_interception_map, queen_distances};
pub use terms::{Race, Terms, terms};
pub use weights::{FITTED, Growth, Weights};

#[cfg(feature = "testing")]
mod tests;
