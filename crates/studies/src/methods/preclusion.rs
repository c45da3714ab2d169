//! Preclusion: which moves of the side to move survive the other side's threats (Mishima et al. 2008).

use std::sync::Arc;

use serde::Deserialize;
use tesuji_board::CellSet;
use tesuji_figures::Theme;
use tesuji_gallery::claims;
use tesuji_mishima::paper::PaperConfig;
use tesuji_mishima::preclusion::preclusion;
use tesuji_proof::{Claim, Mover};
use tesuji_search::Limits;

use super::claims::{ClaimSource, program};
use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};

/// A claim, and the programs whose preclusion is compared.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreclusionStudy {
    /// The claim.
    claim: ClaimSource,
    /// Moves that are made first, the opponent's first: `d7 e6`.
    #[serde(default)]
    moves: String,
    /// The programs: `a`, `b`, `c`.
    programs: Vec<String>,
    /// The most positions of each search of Program C. Programs A and B do not search for this.
    nodes: u64,
    /// Owner's moves whose wins are drawn one by one, as the figures of the paper show them.
    #[serde(default)]
    threats: Vec<String>,
}

impl PreclusionStudy {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let problem = self.claim.one()?;
        let claim = self.after_moves(&problem.claim)?;
        let programs = self.programs.iter().map(|letter| program(letter)).collect::<Result<Vec<_>, _>>()?;
        let stop = Arc::clone(&bench.stop);
        let found = bench.map("programs", &programs, |&program| {
            let limits = Limits { nodes: Some(self.nodes), interrupt: Arc::clone(&stop), ..Limits::default() };
            preclusion(&claim, program, &PaperConfig::default(), &limits)
        })?;
        let mut outcome = RunOutcome::default();
        let title = format!("Moves that survive (Program C: searches of at most {} positions)", self.nodes);
        let mut table = RunTable::new(&title, ["program", "empty cells", "left", "of these known to succeed", "cells"]);
        for (letter, found) in self.programs.iter().zip(&found) {
            let name = letter.to_uppercase();
            let cells: Vec<&str> = found.left.iter().map(|cell| claim.topology.name(cell)).collect();
            table.row([
                name.clone(),
                claim.carrier.len().to_string(),
                found.left.len().to_string(),
                found.decisive.len().to_string(),
                if cells.len() > 20 { String::new() } else { cells.join(" ") },
            ]);
            outcome.numbers.push(Number::exact(format!("cells left by {name}"), found.left.len() as f64));
            let share = found.left.len() as f64 / claim.carrier.len().max(1) as f64;
            outcome.numbers.push(Number::exact(format!("share of the cells left by {name}"), share));
        }
        outcome.numbers.push(Number::exact("empty cells", claim.carrier.len() as f64));
        if let [Some(a), Some(b)] = ["cells left by A", "cells left by B"].map(|name| outcome.number(name).cloned()) {
            outcome.numbers.push(Number::exact("cells left by B over those left by A", b.value / a.value.max(1.0)));
        }
        outcome.tables.push(table);
        if !found.is_empty() {
            outcome.picture("preclusion", claims::preclusions(&problem.id, &claim, &found, Theme::Light));
        }
        self.threats(&claim, &mut outcome, bench)?;
        Ok(outcome)
    }

    /// The claim after some moves, of the side to move first and then by turns.
    fn after_moves(&self, claim: &Claim) -> Result<Claim, StudyError> {
        let mut claim = claim.clone();
        for name in self.moves.split_whitespace() {
            let missing = || StudyError::Senseless(format!("{name} is not an empty cell of the claim"));
            let cell = claim.topology.cell(name).filter(|&cell| claim.carrier.contains(cell)).ok_or_else(missing)?;
            claim.carrier.remove(cell);
            claim.to_move = match claim.to_move {
                Mover::Owner => {
                    claim.stones.insert(cell);
                    Mover::Opponent
                }
                Mover::Opponent => Mover::Owner,
            };
        }
        Ok(claim)
    }

    /// Wins of the owner if it moves to each of these cells: the opponent has to move in all of them.
    fn threats(&self, claim: &Claim, outcome: &mut RunOutcome, bench: &Bench<'_>) -> Result<(), StudyError> {
        let mut common: Option<CellSet> = None;
        for name in &self.threats {
            let missing = || StudyError::Senseless(format!("{name} is not an empty cell of the claim"));
            let cell = claim.topology.cell(name).filter(|&cell| claim.carrier.contains(cell)).ok_or_else(missing)?;
            let mut after = claim.clone();
            after.carrier.remove(cell);
            after.stones.insert(cell);
            after.to_move = Mover::Opponent;
            let limits = Limits { interrupt: Arc::clone(&bench.stop), ..Limits::default() };
            let report = tesuji_prove::verify(&after, &limits);
            let tesuji_prove::VerifyOutcome::Holds(Some(certificate)) = report.outcome else {
                return Err(StudyError::Senseless(format!("the owner does not win with {name}")));
            };
            let mut region = certificate.check().map_err(StudyError::senseless)?.carrier;
            region.insert(cell);
            outcome.numbers.push(Number::exact(format!("cells of the win with {name}"), region.len() as f64));
            let title = format!("the owner moves {name} and needs these cells");
            outcome.picture(name, claims::region(&title, claim, &region, Theme::Light));
            match &mut common {
                Some(common) => common.intersect_with(&region),
                None => common = Some(region),
            }
        }
        if let Some(common) = common {
            outcome.numbers.push(Number::exact("cells in all of these wins", common.len() as f64));
            outcome.picture("left", claims::region("the opponent has to move here", claim, &common, Theme::Light));
        }
        Ok(())
    }
}
