//! Monte Carlo tree search: plain UCT, without knowledge of any game.
//!
//! [`Uct::search`] grows a tree from a position. Each round walks down by the formula below, plays a random game
//! ([`Playout`]) from where it leaves the tree, and counts the result along the walk. The most visited move is the
//! answer.
//!
//! ```text
//! value(i) + exploration * sqrt(2 ln n / n(i))
//!
//! value(i)  mean result of child i for the player who chooses, 0 loss, 1/2 draw, 1 win
//! n, n(i)   visits of the node, of its child i; a child without a visit comes before all others
//!           (n may also be that of all playouts: [`UctConfig::all_playouts`])
//! ```
//!
//! With `exploration` 1 this is UCB1. Source: Kocsis and Szepesvári, ECML 2006; UCB1: Auer, Cesa-Bianchi and Fischer,
//! Machine Learning 47 (2002).
//!
//! RAVE, priors, proved wins and reuse of the tree are in [`guided`]. Trees whose leaves are judged by an evaluator
//! instead of playouts are in [`leaves`].
//!
//! The same position, settings, seed and number of playouts give the same tree on any machine. Logarithms come from
//! `libm`, because those of the standard library differ between platforms. All other floating-point results are exact
//! or correctly rounded by IEEE 754.

pub mod guided;
pub mod leaves;
mod playout;
mod proof;
mod proved;
mod report;
#[cfg(feature = "testing")]
mod tests;
mod tree;
mod uct;

pub use playout::{Playout, PlayoutRng, Uniform};
pub use report::{MoveStats, TreeReport};
pub use uct::{MAX_PLAYOUTS, Uct, UctConfig};
