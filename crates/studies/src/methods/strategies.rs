//! Whole strategies: a tree with part-boards at its leaves, and boards taken apart (Mishima et al. 2008).

use std::sync::Arc;

use serde::Deserialize;
use tesuji_claims::split::{SplitConfig, SplitOutcome, split};
use tesuji_claims::strategy::{StrategyOutcome, verify};
use tesuji_figures::Theme;
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_problem::strategy::parse;
use tesuji_prove::VerifyOutcome;
use tesuji_search::Limits;

use super::claims::ClaimSource;
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::source;

/// A strategy that a person wrote.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StrategyStudy {
    /// A file of the repository with the strategy.
    file: String,
}

impl StrategyStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let strategy = parse(source(&self.file)?).map_err(StudyError::senseless)?;
        let limits = Limits { interrupt: Arc::clone(&bench.stop), ..Limits::default() };
        let report = verify(&strategy, &limits);
        let mut outcome = RunOutcome::default();
        let holds = matches!(report.outcome, StrategyOutcome::Holds(_));
        outcome.numbers.push(Number::exact("leaf positions", strategy.plan.n_leaves() as f64));
        outcome.numbers.push(Number::exact("the strategy holds", f64::from(u8::from(holds))));
        outcome.numbers.push(Number::exact("nodes of all searches", report.nodes as f64));
        if let StrategyOutcome::Holds(certificate) = &report.outcome {
            let summary = certificate.check().map_err(StudyError::senseless)?;
            outcome.numbers.push(Number::exact("nodes of the certificate", certificate.nodes.len() as f64));
            outcome.note(format!(
                "The independent checker accepts the certificate, which needs {} cells.",
                summary.carrier.len()
            ));
            let title = format!("{}: answers of the proof", strategy.problem.id);
            let picture = claims::certificate(&title, certificate, Theme::Light).map_err(StudyError::senseless)?;
            outcome.picture("", picture);
        }
        Ok(outcome)
    }
}

/// A claim that is taken apart by program, and its parts proved on their own.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Splitting {
    /// The claim.
    claim: ClaimSource,
    /// A part with at most this many cells is left whole.
    cells: usize,
    /// The most positions that a paper's program searches for a part.
    nodes: u64,
}

impl Splitting {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let problem = self.claim.one()?;
        let limits = || Limits { interrupt: Arc::clone(&bench.stop), ..Limits::default() };
        let report = split(&problem, &SplitConfig { cells: self.cells }, &limits());
        let SplitOutcome::Holds(split) = report.outcome else {
            return Err(StudyError::Senseless(format!("{} is not taken apart", problem.id)));
        };
        let mut outcome = RunOutcome::default();
        outcome.picture("whole", claims::claim(&problem.id, &problem.claim, Theme::Light));
        let reports = bench.map("parts", &split.parts, |part| {
            [Program::A, Program::B].map(|program| {
                let limits = Limits { nodes: Some(self.nodes), ..limits() };
                program.verify(&part.claim, &PaperConfig::default(), &limits)
            })
        })?;
        let mut table =
            RunTable::new("Part-boards", ["part", "empty cells", "A says", "nodes of A", "B says", "nodes of B"]);
        let mut n_held = 0;
        for (part, [a, b]) in split.parts.iter().zip(&reports) {
            let says = |outcome: &VerifyOutcome| match outcome {
                VerifyOutcome::Holds(_) => "holds".to_owned(),
                VerifyOutcome::Fails(_) => "fails".to_owned(),
                VerifyOutcome::Undecided => "undecided".to_owned(),
            };
            n_held += u32::from(matches!(b.outcome, VerifyOutcome::Holds(_)));
            table.row([
                part.id.clone(),
                part.claim.carrier.len().to_string(),
                says(&a.outcome),
                a.nodes.to_string(),
                says(&b.outcome),
                b.nodes.to_string(),
            ]);
            outcome.picture(&part.id, claims::claim(&part.id, &part.claim, Theme::Light));
        }
        outcome.numbers.push(Number::exact("part-boards", split.parts.len() as f64));
        outcome.numbers.push(Number::exact(
            "share of the part-boards that Program B proves",
            f64::from(n_held) / split.parts.len().max(1) as f64,
        ));
        outcome.numbers.push(Number::exact("the parts prove the whole", 1.0));
        outcome.note("One certificate, which the checker accepts, combines the parts.");
        outcome.tables.push(table);
        Ok(outcome)
    }
}
