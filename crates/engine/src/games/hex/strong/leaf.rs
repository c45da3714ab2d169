//! A learned net as the judge of leaves.

use std::sync::Arc;

use tesuji_game::{Evaluation, Evaluator, Game as _};
use tesuji_hex::{Move, Position};
use tesuji_neural::{Judge, Net, Opinion};

use crate::games::planes;
use crate::player::{CallersNet, LeafJudge};
use crate::seed::move_seed;

/// By how much the ratings of moves differ at random between searches with different seeds. Less than what the net
/// leaves open: a move becomes at most 1.35 times as likely beside another.
const VARIATION: f64 = 0.3;

/// Weight of Gumbel's noise in the ratings of a position that is stirred.
const STIR: f64 = 0.7;

/// Judges positions by a net. It remembers the last one, because its moves are rated next.
pub(in super::super) struct NetJudge {
    judge: Judge<'static>,
    /// A net of the caller, in place of the one of the judge.
    callers: Option<CallersNet<Position>>,
    opinion: Opinion,
    /// The position of `opinion`.
    seen: Option<u64>,
    /// The position where the search begins, by its key. What the net says of it counts most.
    root: Option<u64>,
    /// The source of the variation of ratings, beside the position; `None`: ratings do not vary.
    seed: Option<u64>,
    /// The position whose ratings are stirred, and the seed of that.
    stirred: Option<(u64, u64)>,
}

impl NetJudge {
    pub(in super::super) fn new(net: &'static Net) -> Self {
        Self {
            judge: Judge::new(net),
            callers: None,
            opinion: Opinion::default(),
            seen: None,
            root: None,
            seed: None,
            stirred: None,
        }
    }

    /// This judge with a net of the caller, if there is one.
    pub(super) fn with_callers(self, judge: Option<&Arc<dyn LeafJudge>>) -> Self {
        Self { callers: judge.map(|judge| CallersNet::new(judge, planes::of_hex)), ..self }
    }

    /// The search begins at this position: it is judged both ways round.
    pub(in super::super) fn start(&mut self, position: &Position) {
        self.root = Some(position.zobrist());
    }

    /// Makes ratings vary a little, as follows from this seed. So searches with different seeds differ.
    /// Those of a net of the caller stay as they are.
    pub(super) const fn vary(&mut self, seed: u64) {
        self.seed = if self.callers.is_none() { Some(seed) } else { None };
    }

    /// Adds much chance to the ratings of one position, given by its key, with this seed.
    pub(in super::super) const fn stir(&mut self, stirred: Option<(u64, u64)>) {
        self.stirred = stirred;
    }

    /// The net's output for this position.
    pub(in super::super) fn opinion(&mut self, position: &Position) -> &Opinion {
        let key = position.zobrist();
        if self.seen != Some(key) {
            if let Some(callers) = &mut self.callers {
                self.opinion.logit = callers.judge(position, &mut self.opinion.policy);
            } else if self.root == Some(key) {
                self.judge.judge_both_ways(position, &mut self.opinion);
            } else {
                self.judge.judge(position, &mut self.opinion);
            }
            self.seen = Some(key);
        }
        &self.opinion
    }
}

impl Evaluator<Position> for NetJudge {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        Evaluation::Estimate(self.opinion(position).logit)
    }

    fn rate(&mut self, position: &Position, moves: &[Move], ratings: &mut [f64]) {
        let variation = self.seed;
        let key = position.zobrist();
        let stirred = self.stirred.filter(|&(at, _)| at == key).map(|(_, seed)| seed);
        let opinion = self.opinion(position);
        for (mv, rating) in moves.iter().zip(ratings) {
            // The net knows no swap. Whether to swap is decided elsewhere.
            let Move::Place(cell) = *mv else { continue };
            *rating = opinion.policy.get(cell.index()).map_or(0.0, |&logit| f64::from(logit));
            if let Some(seed) = variation {
                let random = move_seed(key ^ seed, cell.index());
                *rating += VARIATION * (random as f64 / u64::MAX as f64 - 0.5);
            }
            if let Some(seed) = stirred {
                // Noise of Gumbel's distribution: without the factor the best move would be a sample of the net's.
                let random = (move_seed(seed, cell.index()) as f64 + 0.5) / (u64::MAX as f64 + 1.0);
                *rating -= STIR * libm::log(-libm::log(random));
            }
        }
    }
    fn batch(&self) -> usize {
        self.callers.as_ref().map_or(1, CallersNet::batch)
    }

    fn prepare(&mut self, positions: &[Position]) {
        if let Some(callers) = &mut self.callers {
            callers.prepare(positions);
        }
    }
}
