//! Monte Carlo tree search with statistics of all moves, knowledge of the game, and wins that are proved.
//!
//! [`GuidedPlayer::search`] grows a tree as [`super::Uct`] does. It differs in four points, which are independent of each
//! other:
//!
//! * **All moves as first** (RAVE): a move counts for every position of the walk in which its player could have made
//!   it, not only for the one in which it was made. [`TracedPlayout`] reports the moves of a playout.
//! * **Priors** ([`MovePriors`]): new moves begin with prior statistics, as if games had been played.
//! * **Proofs**: a node that the rules decide is never visited again, and may decide the nodes above it.
//! * **Reuse**: [`GuidedPlayer::advance`] keeps the results for the positions after a move.
//!
//! ```text
//! (1 - b) mean(i) + b all(i) + bias * chance(i) * sqrt(n + 1) / (n(i) + 1) + exploration * sqrt(ln n / (n(i) + 1))
//!
//! mean(i), n(i)  mean result of child i for the player who chooses, its visits
//! all(i), m(i)   the same of child i as any move; 1/2 if there was none
//! b              m / (m + n + m n / equivalence), with n(i) and m(i); 1 without a visit
//! n              visits of the node
//! chance(i)      how likely the prior says that the move is chosen
//! ```
//!
//! At `n(i) = equivalence` and large m both kinds of statistics have the same weight. Sources: Gelly and Silver,
//! Artificial Intelligence 175 (2011), for the formula (its bias is `1 / sqrt(4 equivalence)`); Winands, Björnsson and
//! Saito, CG 2008, for proofs.
//!
//! Not here: the priors themselves. The same position, settings, seed, priors and number of playouts give the same
//! tree on any machine, as for plain UCT.

mod knowledge;
mod search;
#[cfg(feature = "testing")]
mod tests;
mod tree;

pub use knowledge::{MovePriors, Prior, TracedPlayout};
pub use search::{GuidedConfig, GuidedPlayer, SearchResult};
