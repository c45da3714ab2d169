//! Alpha-beta: the best move under the assumption that an evaluator is right after a given number of plies.
//!
//! [`AlphaBeta::search`] finds the same value as plain minimax of the same depth, and looks at far fewer positions:
//!
//! - *iterative deepening*: depth 1, then 2, and so on; each search orders the moves of the next;
//! - *principal variation search*: the first move is searched for its value. For every other move a null window only
//!   asks whether it is better; if so, it is searched again;
//! - *a transposition table* of stated size. It never changes a value: an entry is used only for the depth that is
//!   searched, or if it is a proved result that this depth would find;
//! - *move ordering*: the table's move, killers, the evaluator's ratings, history (module `order`).
//!
//! Source: Knuth and Moore, An analysis of alpha-beta pruning, 1975; Marsland and Campbell, Parallel search of strongly
//! ordered game trees, 1982 (principal variation search).
//!
//! The evaluator is called at every position that is entered, leaf or not, so a position that it knows to be decided
//! ends the line. Such ends, and those by the rules, are proved results ([`Value::Win`], [`Value::Loss`]). Everything
//! else is an opinion ([`Value::Estimate`]), and no opinion, however high, is above a proved win.
//!
//! With *late-move reductions* ([`AlphaBetaConfig::reduction`]) a depth means less: moves late in the order are
//! searched less deeply, and dropped if they look bad there. So values are no longer those of minimax, and wins are not
//! proofs. Reductions help players a lot in games with a thousand moves per position. Without them, players can be
//! compared at a fixed depth.
//!
//! Several searchers can share the moves of the position ([`search_together`]).
//!
//! The same position, evaluator, settings and limit on nodes give the same report on any machine.

mod deepen;
mod order;
mod report;
mod score;
mod search;
#[cfg(feature = "testing")]
mod tests;

pub use deepen::search_together;
pub use report::{AlphaBetaReport, Iteration, SearchCounts};
pub use score::Value;
pub use search::{AlphaBeta, AlphaBetaConfig};
