//! Monte Carlo tree search without playouts: an evaluator judges the leaves.
//!
//! [`Leaves::search`] grows a tree as [`super::Uct`] does. Each round walks down by the formula below to a node without
//! children, lets the evaluator judge the position there, gives it children, and counts the judgement along the walk.
//!
//! ```text
//! mean(i) + exploration * chance(i) * sqrt(n) / (n(i) + 1)
//!
//! mean(i)    mean judgement of the leaves below child i, for the player who chooses, 0 loss, 1 win
//! chance(i)  proportional to exp(rating(i))
//! n, n(i)    visits of the node, of its child i
//! ```
//!
//! * **Judgements.** An estimate v counts as a win with probability `1 / (1 + exp(-v))`.
//! * **Ratings.** All moves of a node are rated at once when it gets children
//!   ([`Evaluator::rate`](tesuji_game::Evaluator::rate)). Only differences count.
//! * **A child without a visit** has the mean of the node, less an amount that grows with the chances of the moves that
//!   were visited ([`LeavesConfig::reduction`]).
//! * **Knowledge** ([`Knowledge::look`]): a position that is visited often is examined
//!   once. That may decide it or leave fewer moves.
//! * **Proofs.** A node that the rules or the evaluator decide is never visited again, and may decide the nodes above
//!   it.
//! * **Reuse.** [`Leaves::advance`] keeps the results for the positions after a move.
//!
//! Players move in turn. Sources: Rosin, Annals of Mathematics and Artificial Intelligence 61 (2011), for the formula
//! with chances; Winands, Björnsson and Saito, CG 2008, for proofs.
//!
//! The same position, settings, evaluator, earlier searches and number of rounds give the same tree on any machine:
//! exponentials come from `libm`.

mod knowledge;
mod search;
#[cfg(feature = "testing")]
mod tests;
mod tree;

pub use knowledge::{Insight, Knowledge, Nothing};
pub use search::{Leaves, LeavesConfig, chance_of};
