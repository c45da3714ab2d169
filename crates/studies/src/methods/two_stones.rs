//! All positions of Hex after two stones: what L and C have to do with each other.

use serde::Deserialize;
use tesuji_engine::ThroughEdge;
use tesuji_figures::{Theme, chart};
use tesuji_gallery::charts;
use tesuji_network::{Betweenness, Sweep, TwoStones, pearson, spearman};

use crate::outcome::{Number, Outcome, Table};
use crate::run::{Bench, StudyError};

/// The positions after a black and a white stone.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoStonesStudy {
    /// The side of the board.
    side: usize,
    /// When empty cells are joined through the player's own edge.
    #[serde(default)]
    through_edge: ThroughEdge,
}

impl TwoStonesStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<Outcome, StudyError> {
        let sweep = Sweep::new((self.side, self.side), self.through_edge.into()).map_err(StudyError::senseless)?;
        let firsts: Vec<_> = sweep.first_stones().collect();
        let found = bench.map("first stones", &firsts, |&first| sweep.clone().after(first))?;
        let seen: Vec<TwoStones> = found.into_iter().flatten().collect();
        let mut outcome = Outcome::default();
        outcome.numbers.push(Number::exact("positions", seen.len() as f64));
        let kinds = [(Betweenness::Indicator, "the paper's formula"), (Betweenness::Brandes, "Brandes' definition")];
        let mut panels = Vec::new();
        let mut table = Table::new("Correlation of L and C", ["betweenness", "Pearson", "Spearman"]);
        for (kind, name) in kinds {
            let pairs: Vec<(f64, f64)> = seen
                .iter()
                .filter_map(|seen| seen.comparison.ratios())
                .map(|ratios| (ratios.mean_distance, ratios.ev(kind)))
                .collect();
            let text = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
            table.row([name.to_owned(), text(pearson(&pairs)), text(spearman(&pairs))]);
            for (measure, value) in [("Pearson", pearson(&pairs)), ("Spearman", spearman(&pairs))] {
                if let Some(value) = value {
                    outcome.numbers.push(Number::exact(format!("{measure}, C by {name}"), value));
                }
            }
            panels.push(charts::cloud(&format!("two stones on {0}x{0}, C by {name}", self.side), pairs));
        }
        outcome.tables.push(table);
        outcome.picture("", chart::draw(&panels, Theme::Light));
        Ok(outcome)
    }
}
