//! The stored connections of Programs A and B, and how often they fit (Mishima et al. 2008).

use std::sync::Arc;

use serde::Deserialize;
use tesuji_board::{Player, Topology};
use tesuji_connection::patterns::{Pattern, counts};
use tesuji_figures::Theme;
use tesuji_gallery::claims;
use tesuji_search::Limits;
use tesuji_verify::{Program, VerifyOutcome, verify};

use crate::outcome::{Number, Outcome, Table};
use crate::run::{Bench, StudyError};

/// One of the stored connections.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stored {
    /// Its name: `wide`, `fourth`, `pair`, `bridge` or `trapezoid`.
    pattern: String,
    /// The sides of the boards on which it is counted.
    sides: Vec<usize>,
}

impl Stored {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<Outcome, StudyError> {
        let missing = || StudyError::Senseless(format!("there is no stored connection `{}`", self.pattern));
        let pattern = Pattern::from_name(&self.pattern).ok_or_else(missing)?;
        let mut outcome = Outcome::default();
        let mut table = Table::new("Placements for one player", ["board", "along its edges", "between stones"]);
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
        let holds = matches!(verify(&claim, Program::C, &limits).outcome, VerifyOutcome::Holds(_));
        outcome.numbers.push(Number::exact("it is a virtual connection", f64::from(u8::from(holds))));
        outcome.picture("", claims::claim(&self.pattern, &claim, Theme::Light));
        Ok(outcome)
    }
}
