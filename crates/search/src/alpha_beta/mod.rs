//! Alpha-beta: the best move under the assumption that an evaluator is right after so many plies.
//!
//! [`AlphaBeta::search`] finds the value that plain minimax of the same depth has, and looks at far fewer positions:
//!
//! - *iterative deepening*: depth 1, then 2, and so on; each search orders the moves of the next;
//! - *principal variation search*: the first move is searched for its value, every other one only asked whether it is
//!   better (a window without inside), and searched again if it is;
//! - *a transposition table* of stated size. It never changes a value: an entry answers only for the depth that is asked,
//!   or if it is a proved result that this depth would find;
//! - *order*: the table's move, killers, the evaluator's ratings, history (module `order`).
//!
//! Source: Knuth and Moore, An analysis of alpha-beta pruning, 1975; Marsland and Campbell, Parallel search of strongly
//! ordered game trees, 1982 (principal variation search).
//!
//! The evaluator is asked at every position that is entered, leaf or not, so that a position which it knows to be decided
//! ends the line. Such ends, and those by the rules, are proved results ([`Value::Win`], [`Value::Loss`]); everything else
//! is an opinion ([`Value::Estimate`]), and no opinion, however high, is above a proved win.
//!
//! With *late-move reductions* ([`AlphaBetaConfig::reduction`]) a depth means less: moves that come late in the order are
//! searched less deep, and what looks bad there is left. So values are no longer those of minimax, and wins are no proofs; for
//! players it is worth much where there are a thousand moves to look at. Without, a fixed depth is what players are compared at.
//!
//! Several searchers can share out the moves of the position ([`search_together`]).
//!
//! The same position, evaluator, settings and limit on nodes give the same report on any machine.

mod deepen;
mod order;
mod report;
mod score;
mod search;
#[cfg(test)]
mod tests;

pub use deepen::search_together;
pub use report::{Iteration, Report, Statistics};
pub use score::Value;
pub use search::{AlphaBeta, AlphaBetaConfig};
