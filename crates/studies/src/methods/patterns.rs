//! The stored connections of Programs A and B, and how often they fit (Mishima et al. 2008).

use std::sync::Arc;

use serde::Deserialize;
use tesuji_board::{Player, Topology};
use tesuji_figures::Theme;
use tesuji_gallery::claims;
use tesuji_mishima::paper::PaperConfig;
use tesuji_mishima::patterns::{Pattern, counts};
use tesuji_prove::{VerifyOutcome, verify};
use tesuji_search::Limits;

use super::claims::{ClaimSource, mean_of_logs, program};
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};

/// One of the stored connections.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StoredPatternStudy {
    /// Its name: `wide`, `fourth`, `pair`, `bridge` or `trapezoid`.
    pattern: String,
    /// The sides of the boards on which it is counted.
    sides: Vec<usize>,
}

impl StoredPatternStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let missing = || StudyError::Senseless(format!("there is no stored connection `{}`", self.pattern));
        let pattern = Pattern::from_name(&self.pattern).ok_or_else(missing)?;
        let mut outcome = RunOutcome::default();
        let mut table = RunTable::new("Placements for one player", ["board", "along its edges", "between stones"]);
        for &side in &self.sides {
            let topology = Topology::rhombus(side, side).map_err(StudyError::senseless)?;
            let found = counts(&topology, Player::Black).into_iter().find(|count| count.pattern == pattern);
            let found = found.ok_or_else(missing)?;
            table.row([format!("{side}x{side}"), found.edge.to_string(), found.inside.to_string()]);
            outcome.numbers.push(Number::exact(format!("placements on {side}x{side}"), found.edge as f64));
        }
        outcome.tables.push(table);
        let claim = pattern.claim();
        let limits = Limits { interrupt: Arc::clone(&bench.stop), ..Limits::default() };
        let holds = matches!(verify(&claim, &limits).outcome, VerifyOutcome::Holds(_));
        outcome.numbers.push(Number::exact("it is a virtual connection", f64::from(u8::from(holds))));
        outcome.picture("", claims::claim(&self.pattern, &claim, Theme::Light));
        Ok(outcome)
    }
}

/// Nodes of a program without one of the stored connections, against all of them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Savings {
    /// The claims.
    claims: ClaimSource,
    /// The programs: `a`, `b`.
    programs: Vec<String>,
    /// The most positions of a search. Claims that need more are left out.
    nodes: u64,
}

impl Savings {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let problems = self.claims.problems()?;
        let mut settings = vec![("all five".to_owned(), PaperConfig::default())];
        for left_out in Pattern::ALL {
            let mut config = PaperConfig::default();
            config.patterns.retain(|pattern| *pattern != left_out);
            settings.push((format!("without {}", left_out.name()), config));
        }
        let mut none = PaperConfig::default();
        none.patterns.clear();
        settings.push(("none".to_owned(), none));
        let mut outcome = RunOutcome::default();
        let mut table = RunTable::new(
            "Nodes without a stored connection over nodes with all five, geometric mean over claims decided both ways",
            ["program", "stored connections", "claims", "nodes, ratio", "95 %", "claims no longer decided"],
        );
        for letter in &self.programs {
            let program = program(letter)?;
            let items: Vec<(usize, usize)> =
                (0..settings.len()).flat_map(|set| (0..problems.len()).map(move |claim| (set, claim))).collect();
            let reports = bench.map(&format!("Program {}", letter.to_uppercase()), &items, |&(set, claim)| {
                let limits =
                    Limits { nodes: Some(self.nodes), interrupt: Arc::clone(&bench.stop), ..Limits::default() };
                let report = program.verify(&problems[claim].claim, &settings[set].1, &limits);
                (report.outcome != VerifyOutcome::Undecided).then_some(report.nodes)
            })?;
            let Some((with_all, others)) = reports.split_at_checked(problems.len()) else { return Ok(outcome) };
            for ((words, _), nodes) in settings[1..].iter().zip(others.chunks(problems.len().max(1))) {
                let both: Vec<f64> = with_all
                    .iter()
                    .zip(nodes)
                    .filter_map(|(with, without)| Some(((*without)?.max(1) as f64 / (*with)?.max(1) as f64).ln()))
                    .collect();
                let n_lost = with_all.iter().zip(nodes).filter(|(with, without)| with.is_some() && without.is_none());
                let n_lost = n_lost.count();
                let name = format!("nodes of {}, {words}", letter.to_uppercase());
                let Some(number) = mean_of_logs(&name, &both) else { continue };
                let [low, high] = number.interval.unwrap_or([number.value; 2]);
                table.row([
                    letter.to_uppercase(),
                    words.clone(),
                    both.len().to_string(),
                    format!("{:.2}", number.value),
                    format!("{low:.2} to {high:.2}"),
                    n_lost.to_string(),
                ]);
                outcome.numbers.push(number);
            }
        }
        outcome.tables.push(table);
        Ok(outcome)
    }
}
