//! The player by alpha-beta, for games that have evaluators.

use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};
use tesuji_board::Player;
use tesuji_game::{Evaluator, Game, Undo};
use tesuji_search::Limits;
use tesuji_search::alpha_beta::{AlphaBeta, AlphaBetaConfig, Report, Value};

use super::{Choice, Preset, line_text, wrong};
use crate::{Analysis, CandidateMove, SessionError};

/// Settings of the player by alpha-beta; see [`tesuji_search::alpha_beta`].
///
/// As text, settings that are not given are those of [`AlphaBetaSpec::default`], which are those of
/// `preset = "takada2014"`. One `evaluator` given alone is that of both sides. Written out, all are given and the preset is
/// not named.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(from = "Given")]
pub struct AlphaBetaSpec {
    /// What judges positions, by a name that the game knows. Hex: a [`Formula`](tesuji_eval::hex::Formula).
    pub evaluator: String,
    /// What judges positions when the player has White, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evaluator_white: Option<String>,
    /// How much an evaluator may do for one position.
    pub effort: Effort,
    /// Plies, at least 1. A player for limited time searches to 255 and is interrupted.
    pub depth: u8,
    /// Memory that the transposition table may take, in MiB; 0 for none.
    pub memory_mib: usize,
}

/// How much an evaluator may do for one position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Effort {
    /// What a search can afford. Hex: few connections of each pair of cells ([`QUICK`](tesuji_network::QUICK)).
    #[default]
    Quick,
    /// What an analysis wants. Hex: nearly all connections ([`THOROUGH`](tesuji_network::THOROUGH)).
    Thorough,
}

impl AlphaBetaSpec {
    /// The player of Takada et al., Developing evaluation functions of Hex using network characteristics, 2014: depth 2, and
    /// Ev' with the gammas that won most games as first and as second player.
    #[must_use]
    pub fn takada_2014() -> Self {
        Self {
            evaluator: "ev'=0.1".to_owned(),
            evaluator_white: Some("ev'=0.07".to_owned()),
            effort: Effort::Quick,
            depth: 2,
            memory_mib: 16,
        }
    }

    /// What judges positions for `player`.
    fn evaluator_of(&self, player: Player) -> &str {
        match (player, &self.evaluator_white) {
            (Player::White, Some(name)) => name,
            _ => &self.evaluator,
        }
    }

    pub(super) fn config(&self) -> Result<AlphaBetaConfig, SessionError> {
        let depth = NonZeroU8::new(self.depth).ok_or_else(|| wrong("depth", 0, "at least 1"))?;
        Ok(AlphaBetaConfig { depth, table_bytes: self.memory_mib.saturating_mul(1 << 20) })
    }
}

impl Default for AlphaBetaSpec {
    fn default() -> Self {
        Self::takada_2014()
    }
}

/// Settings as they are given in text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    #[serde(default)]
    preset: Preset,
    evaluator: Option<String>,
    evaluator_white: Option<String>,
    effort: Option<Effort>,
    depth: Option<u8>,
    memory_mib: Option<usize>,
}

impl From<Given> for AlphaBetaSpec {
    fn from(given: Given) -> Self {
        let preset = match given.preset {
            Preset::Default => Self::default(),
            Preset::Takada2014 => Self::takada_2014(),
        };
        let evaluator_white = given.evaluator_white.or(match given.evaluator {
            Some(_) => None,
            None => preset.evaluator_white,
        });
        Self {
            evaluator: given.evaluator.unwrap_or(preset.evaluator),
            evaluator_white,
            effort: given.effort.unwrap_or(preset.effort),
            depth: given.depth.unwrap_or(preset.depth),
            memory_mib: given.memory_mib.unwrap_or(preset.memory_mib),
        }
    }
}

/// The evaluator with this name, for positions that can be reached from one.
pub(crate) type MakeEvaluator<G> = fn(&str, Effort, &G) -> Result<Box<dyn Evaluator<G>>, SessionError>;

/// Alpha-beta without the demand that moves can be taken back, which not every game in a session meets.
pub(crate) trait Minimax<G: Game>: Send {
    /// Lets the player think; `text` writes moves.
    fn analyze(
        &mut self,
        spec: &AlphaBetaSpec,
        position: &G,
        limits: &Limits,
        text: &dyn Fn(G::Move) -> String,
    ) -> Result<Analysis, SessionError>;
}

/// Alpha-beta of a game that has evaluators.
pub(crate) struct Evaluated<G: Undo> {
    alpha_beta: AlphaBeta<G>,
    make: MakeEvaluator<G>,
}

impl<G: Undo> Evaluated<G> {
    pub(crate) fn new(make: MakeEvaluator<G>) -> Self {
        Self { alpha_beta: AlphaBeta::new(), make }
    }
}

impl<G: Undo<Move: Send>> Minimax<G> for Evaluated<G> {
    fn analyze(
        &mut self,
        spec: &AlphaBetaSpec,
        position: &G,
        limits: &Limits,
        text: &dyn Fn(G::Move) -> String,
    ) -> Result<Analysis, SessionError> {
        let config = spec.config()?;
        // Made anew for each move, so that the choice depends on nothing before: a few milliseconds in Hex.
        let mut evaluator = (self.make)(spec.evaluator_of(position.to_move()), spec.effort, position)?;
        let found = self.alpha_beta.search(position, evaluator.as_mut(), &config, limits);
        Ok(analysis(&found.ok_or(SessionError::Over)?, text))
    }
}

fn analysis<M: Copy>(report: &Report<M>, text: &dyn Fn(M) -> String) -> Analysis {
    let comment = match report.value {
        None => "stopped before a move was searched".to_owned(),
        Some(value) => {
            let value = match value {
                Value::Win { plies } => format!("win in {plies}"),
                Value::Loss { plies } => format!("loss in {plies}"),
                Value::Estimate(value) => format!("value {value:.3}"),
            };
            let line = line_text(&report.line, text);
            format!("{value}, depth {}, {} evaluations, line {line}", report.depth, report.statistics.evaluations)
        }
    };
    // An estimate is an evaluator's own number, no chance of winning.
    let (value, opinion) = match report.value {
        Some(Value::Win { .. }) => (Some(1.0), Some(1.0)),
        Some(Value::Loss { .. }) => (Some(0.0), Some(0.0)),
        Some(Value::Estimate(value)) => (None, Some(f64::midpoint(1.0, value).clamp(0.0, 1.0))),
        None => (None, None),
    };
    let mv = text(report.best);
    let best = CandidateMove {
        mv: mv.clone(),
        visits: report.statistics.nodes,
        value: opinion,
        line: report.line.iter().map(|&mv| text(mv)).collect(),
    };
    let choice = Choice { mv, value, comment, nodes: report.statistics.nodes, proved: None };
    Analysis { choice, moves: vec![best], ends: None }
}
