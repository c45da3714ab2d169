//! Choosing by alpha-beta over whole moves.

use std::num::NonZeroU8;

use tesuji_amazons::{Move, Position};
use tesuji_amazons_eval::{AmazonsEvaluator, Evaluation as By, NetValue};
use tesuji_game::{Evaluation, Evaluator};
use tesuji_search::Limits;
use tesuji_search::alpha_beta::{AlphaBeta, AlphaBetaConfig, Value, search_together};
use tesuji_search::mcts::leaves::chance_of;
use tesuji_search::mcts::{MoveStats, TreeReport};

use super::LeafEndings;
use super::prover::Prover;
use crate::SessionError;
use crate::player::{AmazonsEvaluation, Judgement, StrongSpec};

/// Boards with at most this many squares have a width, of two moves for five squares. On larger ones it is not shown to
/// help.
const NARROW: usize = 64;

/// From this move of a position on, moves are first searched two plies less deeply: with a width, and without.
const LATE: [usize; 2] = [4, 3];
const REDUCTION: u8 = 2;

/// A playout of the settings and limits counts as this many nodes here, which take about as long as a playout of a
/// tree.
const NODES_A_PLAYOUT: u64 = 40;

/// The most memory of the table. A larger one costs time to allocate, in the first move of a game.
const TABLE_MIB: usize = 128;

/// Searchers that share the moves of a position, with the memory that they use again. The first one has the solver.
#[derive(Default)]
pub(super) struct Deepening {
    searchers: Vec<(AlphaBeta<Position>, Judge)>,
}

impl Deepening {
    /// Chooses by search within the limits.
    pub(super) fn choose(
        &mut self,
        spec: &StrongSpec,
        position: &Position,
        limits: &Limits,
    ) -> Result<Judgement<Move>, SessionError> {
        let most = limits.nodes.map_or(spec.playouts, |nodes| nodes.min(spec.playouts));
        self.searchers.resize_with(spec.trees, Default::default);
        let by = spec.game.amazons().evaluation;
        self.searchers.iter_mut().for_each(|(_, judge)| judge.by = by);
        let [(_, Judge { prover, .. }), ..] = &mut self.searchers[..] else {
            unreachable!("settings with no tree are refused before")
        };
        prover.begin(position, limits);
        let n_squares = position.size().n_squares();
        let [late, width] = if n_squares <= NARROW { [LATE[0], n_squares * 2 / 5] } else { [LATE[1], usize::MAX] };
        let config = AlphaBetaConfig {
            depth: NonZeroU8::MAX,
            table_bytes: spec.memory_mib.min(TABLE_MIB) << 20,
            late,
            reduction: REDUCTION,
            width,
            n_best: spec.game.amazons().lines,
        };
        let nodes = most.saturating_mul(NODES_A_PLAYOUT);
        let limits = prover.limits(nodes);
        let found = search_together(&mut self.searchers, position, &config, &limits, spec.threads);
        let found = found.ok_or(SessionError::Over)?;
        let n_nodes = found.statistics.nodes;
        let visits = u32::try_from(n_nodes).unwrap_or(u32::MAX);
        let stats = |mv: Move, value: f64| MoveStats { mv, visits, value, prior: None, is_lost: false };
        let last_two = found.last_two(self.searchers[0].1.look(position).value);
        // All moves were searched equally deep, so the odd-even effect is the same for all of them.
        let shift = match (last_two, found.value) {
            (Some([before, last]), Some(Value::Estimate(value))) => f64::midpoint(before, last) - value,
            _ => 0.0,
        };
        let spread = last_two.map(|[before, last]| (chance_of(last) - chance_of(before)).abs() / 2.0);
        let mut moves: Vec<_> = found.moves.iter().map(|(value, line)| stats(line[0], chance(*value, shift))).collect();
        let mut line = found.line;
        // Interrupted before the first depth was complete: there is a move, but no value.
        let is_valued = !moves.is_empty() || self.searchers[0].1.prover.winner().is_some();
        if moves.is_empty() {
            (moves, line) = (vec![stats(found.best, 0.5)], vec![found.best]);
        }
        let mut winner = match found.value {
            // A win is a win, even if other moves were searched less deeply.
            Some(Value::Win { .. }) => Some(position.to_move()),
            Some(Value::Loss { .. }) => Some(!position.to_move()),
            Some(Value::Estimate(_)) | None => None,
        };
        let prover = &self.searchers[0].1.prover;
        if let Some(solved) = prover.winner() {
            winner = Some(solved);
            moves[0].value = f64::from(u8::from(solved == position.to_move()));
        }
        // The solver's win may take longer than one that the search has seen to its end.
        let has_won = matches!(found.value, Some(Value::Win { .. }));
        if let Some(mv) = prover.winning_move().filter(|_| !has_won) {
            moves.retain(|stats| stats.mv != mv);
            moves.insert(0, stats(mv, 1.0));
            line = vec![mv];
        }
        let (mv, value) = (moves[0].mv, moves[0].value);
        let report = TreeReport { moves, value, line, n_playouts: n_nodes, n_nodes: 0, is_full: false, spread };
        Ok(Judgement { mv, winner, report: is_valued.then_some(report), n_playouts: n_nodes, ends: None })
    }
}

/// A value as the chance that the player to move wins. `shift` is added to estimates.
fn chance(value: Value, shift: f64) -> f64 {
    match value {
        Value::Win { .. } => 1.0,
        Value::Loss { .. } => 0.0,
        Value::Estimate(odds) => chance_of(odds + shift),
    }
}

/// Judges leaves: by counting if each region has one owner, otherwise by what was learned from games.
struct Judge {
    by: AmazonsEvaluation,
    evaluator: AmazonsEvaluator,
    endings: LeafEndings,
    prover: Prover,
}

impl Default for Judge {
    fn default() -> Self {
        let evaluator = AmazonsEvaluator::new(By::Learned);
        Self { by: AmazonsEvaluation::default(), evaluator, endings: LeafEndings::default(), prover: Prover::default() }
    }
}

impl Judge {
    fn look(&mut self, position: &Position) -> NetValue {
        match self.by {
            AmazonsEvaluation::Net => self.evaluator.net_value(position),
            AmazonsEvaluation::Learned => self.evaluator.learned_value(position),
        }
    }
}

impl Evaluator<Position> for Judge {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.prover.leaf();
        let NetValue { value, is_contested } = self.look(position);
        let decided = if is_contested { None } else { self.endings.decide(position) };
        decided.unwrap_or(Evaluation::Estimate(value))
    }

    fn rate(&mut self, position: &Position, moves: &[Move], ratings: &mut [f64]) {
        if position.size().n_squares() <= NARROW {
            self.evaluator.rate_moves(position, moves, ratings);
        }
    }
}
