//! Monte Carlo tree search without playouts: an evaluator judges the leaves.
//!
//! [`Leaves::search`] grows a tree as [`super::Uct`] does. Each round walks down by the formula below to a node without
//! children, lets the evaluator judge the position there, gives it children, and counts the judgement along the walk.
//!
//! ```text
//! q(i) + exploration * chance(i) * sqrt(n) / (n(i) + 1)
//!
//! q(i)       (1 - minimax) mean(i) + minimax best(i), for the player who chooses, 0 loss, 1 win
//! mean(i)    mean judgement of the leaves below child i
//! best(i)    its minimax value: that of its best child as far as the tree goes
//! chance(i)  proportional to exp(rating(i) / temperature)
//! n, n(i)    visits of the node, of its child i
//! ```
//!
//! * **Judgements.** An estimate v counts as a win with probability `1 / (1 + exp(-v / scale))`.
//! * **Ratings.** All moves of a node are rated at once when it gets children
//!   ([`Evaluator::rate`](tesuji_game::Evaluator::rate)). Ratings are on the scale of estimates: a move that leads to
//!   an estimate higher by 3 has a rating higher by 3. Only differences count. The `width` best moves are kept; at the
//!   root all are.
//! * **A child without a visit** has the q of the node, less the amount by which its rating is below the best, or less
//!   an amount that grows with the chances of the moves that were visited ([`FirstPlay`]).
//! * **Knowledge** ([`Knowledge::look`]): a position that is visited often is examined
//!   once. That may decide it or leave fewer moves.
//! * **Proofs.** A node that the rules or the evaluator decide is never visited again, and may decide the nodes above
//!   it. If all moves that were kept lose, the others take their places: a node is lost only if every legal move loses.
//! * **Reuse.** [`Leaves::advance`] keeps the results for the positions after a move.
//!
//! The evaluator sees positions one at a time. In a game whose moves have stages (a step, then a shot), each stage is
//! best made a move of its own, by the same player. Then a few dozen moves are rated at a time, not their product.
//!
//! Sources: Lorentz, Amazons discover Monte-Carlo, CG 2008 (leaves judged, in place of playouts); Rosin, Annals of
//! Mathematics and Artificial Intelligence 61 (2011), for the formula with chances; Lanctot, Winands, Pepels and
//! Sturtevant, CIG 2014, for minimax values beside means; Winands, Björnsson and Saito, CG 2008, for proofs.
//!
//! The same position, settings, evaluator, earlier searches and number of rounds give the same tree on any machine:
//! exponentials come from `libm`.

mod knowledge;
mod search;
#[cfg(feature = "testing")]
mod tests;
mod tree;

pub use knowledge::{Insight, Knowledge, Nothing};
pub use search::{FirstPlay, Leaves, LeavesConfig, chance_of};
