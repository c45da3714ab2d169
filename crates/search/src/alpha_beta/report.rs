//! What a search found.

use std::iter::Sum;

use super::score::Value;

/// What a search found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report<M> {
    /// The move to play. Of moves of equal value the one tried first, which need not be the first of the game.
    pub best: M,
    /// What the position is worth to the player to move; `None` if the search was stopped before it knew a single move, and
    /// [`best`](Self::best) is only what would have been tried first.
    pub value: Option<Value>,
    /// The best moves of both from here. Begins with [`best`](Self::best); empty if there is no value.
    pub line: Vec<M>,
    /// The best moves, as many as asked for, the best first: each with its value and the line that begins with it. All are values
    /// of one depth; beside a proved win that of the depth at which it was found. Empty if there is no value.
    pub moves: Vec<(Value, Vec<M>)>,
    /// To this depth every move was searched.
    pub depth: u8,
    /// Was the search stopped by its limits? Then the move, its value and the line are those of the iteration of the depth
    /// after [`depth`](Self::depth), if that had finished its first move, for which it takes the best one known, or as many as are
    /// asked for.
    pub is_stopped: bool,
    /// What was found at each depth that was searched to its end, from 1 up.
    pub iterations: Vec<Iteration<M>>,
    /// What it took.
    pub statistics: Statistics,
}

/// What was found at one depth.
#[derive(Clone, PartialEq, Debug)]
pub struct Iteration<M> {
    /// Plies searched.
    pub depth: u8,
    /// For the player to move.
    pub value: Value,
    /// The best moves of both.
    pub line: Vec<M>,
    /// What it took, iterations before included.
    pub statistics: Statistics,
}

/// Counts of a search. Unlike times they are the same on any machine.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Statistics {
    /// Positions entered, the root not counted; one that is entered again counts again.
    pub nodes: u64,
    /// Positions that the evaluator judged.
    pub evaluations: u64,
    /// Positions whose moves the evaluator was asked to rate.
    pub ratings: u64,
    /// Positions that the table answered for.
    pub table_hits: u64,
    /// Positions that a move refuted, so that the moves after it were left out.
    pub refutations: u64,
    /// Of these, those that the first move refuted: the nearer to all of them, the better the order of moves.
    pub first_refutations: u64,
    /// Moves searched a second time, since they turned out better than the first.
    pub researches: u64,
}

impl Sum for Statistics {
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
