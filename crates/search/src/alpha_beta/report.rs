//! The result of a search.

use std::iter::Sum;

use super::score::Value;

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct AlphaBetaReport<M> {
    /// The move to play. Of moves of equal value it is the one tried first, which need not be the first of the game.
    pub best: M,
    /// The value of the position for the player to move. `None` if the search was stopped before it knew a single move;
    /// then [`best`](Self::best) is only the move that would have been tried first.
    pub value: Option<Value>,
    /// The principal variation from here. Begins with [`best`](Self::best); empty if there is no value.
    pub line: Vec<M>,
    /// The best moves, as many as requested, the best first. Each comes with its value and the line that begins with
    /// it. All values are from one depth; if one is a proved win, from the depth at which it was found. Empty if there
    /// is no value.
    pub moves: Vec<(Value, Vec<M>)>,
    /// The depth to which every move was searched.
    pub depth: u8,
    /// Whether the limits stopped the search. If so, the move, its value and the line may be from the unfinished
    /// iteration after [`depth`](Self::depth). They are if it had finished as many moves as were requested; it begins
    /// with the best move known.
    pub is_stopped: bool,
    /// The results of each completed depth, from 1 up.
    pub iterations: Vec<Iteration<M>>,
    /// The counts of the search.
    pub statistics: SearchCounts,
}

impl<M> AlphaBetaReport<M> {
    /// The estimates of the last two completed depths. Their mean favours neither player by whose turn it is: at odd
    /// depths a search sees one move more of the player to move. `root`, the evaluation of the position without a
    /// search, stands for depth 0. `None` without a completed depth, or if the value is not an estimate.
    #[must_use]
    pub fn last_two(&self, root: f64) -> Option<[f64; 2]> {
        let Some(Value::Estimate(_)) = self.value else { return None };
        let [.., last] = &self.iterations[..] else { return None };
        let before = self.iterations.len().checked_sub(2).map(|idx| self.iterations[idx].value);
        match (before.unwrap_or(Value::Estimate(root)), last.value) {
            (Value::Estimate(before), Value::Estimate(last)) => Some([before, last]),
            _ => None,
        }
    }
}

/// The result of one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<M> {
    /// The plies searched.
    pub depth: u8,
    /// The value for the player to move.
    pub value: Value,
    /// The principal variation.
    pub line: Vec<M>,
    /// The counts, including earlier iterations.
    pub statistics: SearchCounts,
}

/// Counts of a search. Unlike times they are the same on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SearchCounts {
    /// Positions entered, not counting the root; each time counts.
    pub nodes: u64,
    /// Positions that the evaluator judged.
    pub evaluations: u64,
    /// Positions whose moves the evaluator was asked to rate.
    pub ratings: u64,
    /// Positions whose value came from the table.
    pub table_hits: u64,
    /// Positions that a move refuted, so that the moves after it were skipped.
    pub refutations: u64,
    /// Number of these refuted by the first move. The closer to all of them, the better the move ordering.
    pub first_refutations: u64,
    /// Moves searched a second time because they turned out better than the first.
    pub researches: u64,
}

impl Sum for SearchCounts {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |a, b| Self {
            nodes: a.nodes + b.nodes,
            evaluations: a.evaluations + b.evaluations,
            ratings: a.ratings + b.ratings,
            table_hits: a.table_hits + b.table_hits,
            refutations: a.refutations + b.refutations,
            first_refutations: a.first_refutations + b.first_refutations,
            researches: a.researches + b.researches,
        })
    }
}
