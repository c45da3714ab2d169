//! Choosing by alpha-beta over whole moves.

use std::num::NonZeroU8;

use tesuji_amazons::{Move, Position};
use tesuji_eval::amazons::{AmazonsEvaluator, Evaluation as By, LEARNED};
use tesuji_game::{Evaluation, Evaluator, Outcome};
use tesuji_search::Limits;
use tesuji_search::alpha_beta::{AlphaBeta, AlphaBetaConfig, Value};
use tesuji_search::mcts::leaves::chance_of;
use tesuji_search::mcts::{MoveStats, Report};
use tesuji_solve::amazons::{Ending, Endings};

use super::leaf_endings;
use super::prover::Prover;
use crate::SessionError;
use crate::player::{Judgement, StrongSpec};

/// From the fourth move of a position on, moves are searched two plies less deep first.
const LATE: usize = 3;
const REDUCTION: u8 = 2;

/// A playout of the settings and limits is so many nodes here: about what takes as long in a tree.
const NODES_A_PLAYOUT: u64 = 40;

/// The most memory of the table: what is more costs time to be made, in the first move of a game.
const TABLE_MIB: usize = 128;

/// Alpha-beta with what it uses again.
#[derive(Default)]
pub(super) struct Deepening {
    alpha_beta: AlphaBeta<Position>,
    judge: Judge,
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
        self.judge.prover.begin(position);
        let config = AlphaBetaConfig {
            depth: NonZeroU8::MAX,
            table_bytes: spec.memory_mib.min(TABLE_MIB) << 20,
            late: LATE,
            reduction: REDUCTION,
        };
        let nodes = most.saturating_mul(NODES_A_PLAYOUT);
        let limits = Limits { nodes: Some(nodes), ..self.judge.prover.limits(limits) };
        let found = self.alpha_beta.search(position, &mut self.judge, &config, &limits).ok_or(SessionError::Over)?;
        let n_nodes = found.statistics.nodes;
        let (mut mv, mut value, mut winner) = (found.best, 0.5, None);
        match found.value {
            // Whatever was searched less deep, a win is one.
            Some(Value::Win { .. }) => (value, winner) = (1.0, Some(position.to_move())),
            Some(Value::Loss { .. }) => (value, winner) = (0.0, Some(!position.to_move())),
            Some(Value::Estimate(odds)) => value = chance_of(odds),
            None => {}
        }
        if let Some(solved) = self.judge.prover.solved() {
            winner = Some(solved.winner);
            value = f64::from(u8::from(solved.winner == position.to_move()));
            mv = solved.mv.unwrap_or(mv);
        }
        let line = if found.line.first() == Some(&mv) { found.line } else { vec![mv] };
        let best = MoveStats { mv, visits: u32::try_from(n_nodes).unwrap_or(u32::MAX), value };
        let report = Report { moves: vec![best], value, line, n_playouts: n_nodes, n_nodes: 0, is_full: false };
        Ok(Judgement { mv, winner, report: Some(report), n_playouts: n_nodes, ends: None })
    }
}

/// Judges leaves: by counting where each region has one owner, else by what was learned from games.
struct Judge {
    learned: AmazonsEvaluator,
    endings: Endings,
    prover: Prover,
}

impl Default for Judge {
    fn default() -> Self {
        Self { learned: AmazonsEvaluator::new(By::Learned), endings: leaf_endings(), prover: Prover::default() }
    }
}

impl Evaluator<Position> for Judge {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        self.prover.leaf();
        let features = self.learned.features(position);
        if features.phase == 0 {
            let ending = self.endings.best_filling_move(position, &Limits::default());
            if let Some(Ending { winner: Some(winner), .. }) = ending {
                return Evaluation::Decided(Outcome::Win(winner));
            }
        }
        Evaluation::Estimate(LEARNED.value(&features))
    }
}
