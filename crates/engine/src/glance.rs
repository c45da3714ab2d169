//! A short look at a position: what the game's solver, playouts and evaluators say in a second.

use serde::{Deserialize, Serialize};
use tesuji_board::SortOnce as _;
use tesuji_game::Evaluation;
use tesuji_search::Limits;

use crate::{CellStatistics, Margin, Measured, PairStatistics, Session, SessionError, StatisticsSpec};

/// Bounds of the work of a short look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GlanceSpec {
    /// The most nodes that the solver searches.
    pub nodes: u64,
    /// The number of playouts.
    pub playouts: u32,
    /// The length of lists.
    pub top: usize,
}

impl Default for GlanceSpec {
    fn default() -> Self {
        Self { nodes: 2_000, playouts: 5_000, top: 5 }
    }
}

/// A short look at a position. What a game does not have is missing.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Glance {
    /// The player to move.
    pub to_move: String,
    /// The certain winner: `black` or `white`, if the solver found out in time.
    pub winner: Option<String>,
    /// A move that wins.
    pub winning_move: Option<String>,
    /// The winner's margin, in Amazons, if the solver found the winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<Margin>,
    /// How often Black wins random playouts, in games without points.
    pub win_rate: Option<Measured>,
    /// By how many points Black is ahead on the board on average, without komi.
    pub mean_score: Option<Measured>,
    /// The most critical cells, the highest first, of those whose interval does not reach 0.
    pub critical: Vec<CellStatistics>,
    /// For the player to move: pairs of cells of which one is enough (miai).
    pub pairs: Vec<PairStatistics>,
    /// Values of evaluators for the player to move: name and number. Each has a unit of its own, and 0 is even.
    pub evaluations: Vec<(String, f64)>,
}

/// The evaluators that are asked, in the games that have them.
const EVALUATORS: [&str; 4] = ["resistance", "ev'", "learned", "first-reach"];

impl Session {
    /// A short look at the position by everything that the game has: a solver, random playouts, evaluators.
    ///
    /// # Errors
    ///
    /// [`SessionError::Over`] or [`SessionError::Interrupted`].
    pub fn glance(&mut self, spec: &GlanceSpec, limits: &Limits) -> Result<Glance, SessionError> {
        if self.outcome().is_some() {
            return Err(SessionError::Over);
        }
        let player = self.to_move();
        let mut glance = Glance {
            to_move: player.name().to_owned(),
            winner: None,
            winning_move: None,
            margin: None,
            win_rate: None,
            mean_score: None,
            critical: Vec::new(),
            pairs: Vec::new(),
            evaluations: Vec::new(),
        };
        if let Some(mut solver) = self.solver() {
            let bounded = Limits { nodes: Some(spec.nodes), ..limits.clone() };
            let solved = solver.solve(player, &bounded);
            glance.winner = solved.winner.map(|winner| winner.name().to_owned());
            (glance.winning_move, glance.margin) = (solved.winning_move, solved.margin);
        }
        if let Some(playouts) = self.playouts() {
            let request = StatisticsSpec {
                playouts: spec.playouts,
                pairs: spec.top,
                orders: 0,
                ranks: Some(0),
                ..StatisticsSpec::default()
            };
            let mut report = playouts.statistics(&request, limits)?;
            // Whatever its interval does not distinguish from 0 says nothing.
            let criticality = |cell: &CellStatistics| {
                cell.criticality.filter(|number| number.interval.is_some_and(|[low, _]| low > 0.0))
            };
            report.cells.retain(|cell| cell.playable && criticality(cell).is_some());
            let value = |cell: &CellStatistics| criticality(cell).map_or(0.0, |number| number.value);
            report.cells.sort_once_by(|one, other| value(other).total_cmp(&value(one)));
            report.cells.truncate(spec.top);
            glance.win_rate = report.win_rate.filter(|_| report.threshold.is_none());
            glance.mean_score = report.mean_score;
            glance.pairs = report.player(player).pairs.iter().filter(|pair| pair.miai).cloned().collect();
            glance.critical = report.cells;
        }
        if let Some(evaluators) = self.evaluators() {
            for name in EVALUATORS {
                // A game has only some of them.
                match evaluators.judge(name) {
                    Ok(Evaluation::Estimate(value)) => glance.evaluations.push((name.to_owned(), value)),
                    Ok(Evaluation::Decided(outcome)) => {
                        glance.winner =
                            glance.winner.or_else(|| outcome.winner().map(|winner| winner.name().to_owned()));
                    }
                    Err(_) => {}
                }
            }
        }
        Ok(glance)
    }
}
