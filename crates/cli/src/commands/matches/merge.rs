//! `tesuji match merge`: joins the parts of a match in one store.

use std::io::Write;
use std::path::PathBuf;

use miette::IntoDiagnostic;
use tesuji_arena::{MatchStore, MatchStoreError};

use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji match merge`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The store that takes in the parts; it is created if it does not exist
    #[arg(value_name = "STORE")]
    store: PathBuf,
    /// The parts; either all are taken in, or none
    #[arg(required = true, value_name = "PART")]
    parts: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let parts: Vec<MatchStore> =
        arguments.parts.iter().map(|part| MatchStore::open(part)).collect::<Result<_, _>>().into_diagnostic()?;
    let mut store = MatchStore::whole_of(&arguments.store, &parts[0]).into_diagnostic()?;
    let _lock = store.lock().into_diagnostic()?;
    let merged = match store.merge(&parts) {
        Ok(merged) => merged,
        Err(error @ MatchStoreError::Unfit { .. }) => {
            complain(&error.to_string());
            return Ok(Status::No);
        }
        Err(error) => Err(error).into_diagnostic()?,
    };
    let mut out = anstream::stdout().lock();
    for (part, merged) in parts.iter().zip(&merged) {
        let (new, known) = (count(merged.n_new, "game"), merged.n_known);
        writeln!(out, "{}: {new} taken in, {known} known before", part.path().display())?;
    }
    let n_games = store.games().into_diagnostic()?.len() as u64;
    writeln!(out, "{}: {} in all", store.path().display(), count(n_games, "game"))?;
    Ok(Status::Fine)
}
