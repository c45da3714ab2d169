//! All positions of Hex after two stones: what L and C have to do with each other.

use serde::Deserialize;
use tesuji_engine::ThroughEdge;
use tesuji_figures::{Theme, chart};
use tesuji_gallery::charts;
use tesuji_network::{Betweenness, Sweep, TwoStones, pearson, spearman};

use super::traces::addition;
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};

/// The positions after a black and a white stone.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoStonesStudy {
    /// The side of the board.
    side: usize,
    /// The readings of the player's own edge that are put beside each other. Numbers of
    /// the first have no addition to their names.
    readings: Vec<ThroughEdge>,
}

impl TwoStonesStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let mut outcome = RunOutcome::default();
        let kinds = [(Betweenness::Indicator, "the paper's formula"), (Betweenness::Brandes, "Brandes' definition")];
        let mut panels = Vec::new();
        let mut table = RunTable::new("Correlation of L and C", ["reading", "betweenness", "Pearson", "Spearman"]);
        for (idx, &reading) in self.readings.iter().enumerate() {
            let sweep = Sweep::new((self.side, self.side), reading.into()).map_err(StudyError::senseless)?;
            let firsts: Vec<_> = sweep.first_stones().collect();
            let found = bench.map("first stones", &firsts, |&first| sweep.clone().after(first))?;
            let seen: Vec<TwoStones> = found.into_iter().flatten().collect();
            if idx == 0 {
                outcome.numbers.push(Number::exact("positions", seen.len() as f64));
            }
            let addition = addition(&self.readings, reading);
            for (kind, name) in kinds {
                let ratios = seen.iter().filter_map(|seen| seen.comparison.ratios());
                let pairs: Vec<_> = ratios.map(|ratios| (ratios.mean_distance, ratios.ev(kind))).collect();
                let text = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
                let reading = tesuji_network::ThroughEdge::from(reading).name().to_owned();
                table.row([reading, name.to_owned(), text(pearson(&pairs)), text(spearman(&pairs))]);
                for (measure, value) in [("Pearson", pearson(&pairs)), ("Spearman", spearman(&pairs))] {
                    let name = format!("{measure}, C by {name}{addition}");
                    outcome.numbers.extend(value.map(|value| Number::exact(name, value)));
                }
                // The clouds of the first reading; the others have as many dots and their numbers in the table.
                if idx == 0 {
                    panels.push(charts::cloud(&format!("two stones on {0}x{0}, C by {name}", self.side), pairs));
                }
            }
        }
        outcome.tables.push(table);
        outcome.picture("", chart::draw(&panels, Theme::Light));
        Ok(outcome)
    }
}
