//! Matches and studies.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tesuji_arena::control::ControlError;
use tesuji_arena::report::MatchReport;
use tesuji_arena::{Control, MatchFinish, MatchStore, Threads, play_into};
use tesuji_board::Player;
use tesuji_board::syntax::plain;
use tesuji_studies::{Bench, RunRecord, RunSize};
use tesuji_workbench::{Place, Trouble};

use crate::error::{trouble, wrong};
use crate::threads::{checked, stoppable};

/// The settings of one of our players, from its short text, as JSON.
#[pyfunction]
pub(crate) fn player(py: Python<'_>, text: &str) -> PyResult<String> {
    let table = tesuji_arena::short::player(text).map_err(|error| wrong(py, &error))?;
    let player: tesuji_engine::PlayerSpec =
        table.try_into().map_err(|error: toml::de::Error| wrong(py, &plain(error.message())))?;
    serde_json::to_string(&player).map_err(|error| wrong(py, &error))
}

/// Reads a control file; what is wrong has its place, where that is known.
fn read(control: &str, folder: &Path) -> Result<Control, Trouble> {
    Control::parse(control, folder).map_err(|error| {
        let place = match &error {
            ControlError::Malformed { span: Some(span), .. } => Place::of_byte(control, span.start),
            _ => None,
        };
        Trouble { place, ..Trouble::new(error.to_string()) }
    })
}

/// Plays a match (the text of a control file) into a file, or goes on with it. Returns how it ended, and the number of
/// games that the file has. Ctrl-C stops it; the games that have ended are kept.
#[pyfunction]
#[pyo3(signature = (control, folder, store, threads = 1))]
pub(crate) fn play_match(
    py: Python<'_>,
    control: &str,
    folder: PathBuf,
    store: PathBuf,
    threads: usize,
) -> PyResult<(String, u64)> {
    let count = checked(py, threads)?;
    let control = read(control, &folder).map_err(|error| trouble(py, &error))?;
    let played = stoppable(py, |stop| {
        let executor = Threads { count, folder, stop: Arc::clone(stop) };
        play_into(&store, &control, &executor, &mut |_, _| ControlFlow::Continue(()))
    })?;
    let (finish, tally) = played.map_err(|error| wrong(py, &error))?;
    let words = match finish {
        MatchFinish::Complete => "complete".to_owned(),
        MatchFinish::Decided(_) => "decided".to_owned(),
        MatchFinish::Stopped => "stopped".to_owned(),
        MatchFinish::Stuck(games) => match games.into_iter().next() {
            Some((number, why)) => format!("game {number} cannot be played: {why}"),
            None => "stuck".to_owned(),
        },
    };
    Ok((words, tally.n_games() + tally.n_beyond()))
}

/// The report on a match as JSON: what `tesuji match report --json` writes.
#[pyfunction]
pub(crate) fn match_report(py: Python<'_>, store: PathBuf) -> PyResult<String> {
    let report = stoppable(py, |_| {
        let store = MatchStore::open(&store)?;
        MatchReport::of(&store)
    })?;
    let report = report.map_err(|error| wrong(py, &error))?;
    serde_json::to_string(&report).map_err(|error| wrong(py, &error))
}

/// The games of a match, one dict for each.
#[pyfunction]
pub(crate) fn match_games<'py>(py: Python<'py>, store: PathBuf) -> PyResult<Bound<'py, PyList>> {
    let games = MatchStore::open(&store).and_then(|store| store.games()).map_err(|error| wrong(py, &error))?;
    let rows = PyList::empty(py);
    for game in games {
        let row = PyDict::new(py);
        row.set_item("number", game.number)?;
        row.set_item("black", &game.sides[0].name)?;
        row.set_item("white", &game.sides[1].name)?;
        let winner = game.ending.winner;
        row.set_item("winner", winner.map(|winner| if winner == Player::Black { "black" } else { "white" }))?;
        row.set_item("reason", serde_json::to_string(&game.ending.reason).unwrap_or_default().replace('"', ""))?;
        row.set_item("detail", &game.ending.detail)?;
        row.set_item("n_opening", game.n_opening)?;
        row.set_item("n_moves", game.n_moves())?;
        row.set_item("black_seconds", game.sides[0].seconds)?;
        row.set_item("white_seconds", game.sides[1].seconds)?;
        row.set_item("moves", &game.moves)?;
        rows.append(row)?;
    }
    Ok(rows)
}

/// All studies: id, title, paper.
#[pyfunction]
pub(crate) fn studies() -> Vec<(String, String, String)> {
    tesuji_studies::all()
        .iter()
        .map(|study| (study.id.clone(), study.title.clone(), study.paper().to_owned()))
        .collect()
}

/// Runs a study and returns its record as JSON: what `tesuji study run --json` writes. Games are kept in a folder, if one
/// is given, and another run goes on.
#[pyfunction]
#[pyo3(signature = (id, full = false, games = None, folder = None, threads = 1))]
pub(crate) fn run_study(
    py: Python<'_>,
    id: &str,
    full: bool,
    games: Option<u64>,
    folder: Option<PathBuf>,
    threads: usize,
) -> PyResult<String> {
    let jobs = checked(py, threads)?;
    let Some(study) = tesuji_studies::find(id) else {
        let what = format!("there is no study `{}`", id.chars().take(40).collect::<String>());
        return Err(trouble(py, &Trouble::new(what).with_advice("tesuji.studies() lists them")));
    };
    let size = if full || games.is_some() { RunSize::Full } else { RunSize::Small };
    let method = study.method(size, games).map_err(|error| wrong(py, &error))?;
    let outcome = stoppable(py, |stop| {
        let bench = Bench { jobs, folder, stop: Arc::clone(stop), progress: &|_| {} };
        tesuji_studies::run(&study.id, &method, &bench)
    })?;
    let outcome = outcome.map_err(|error| wrong(py, &error))?;
    let record = RunRecord::new(study, size, games, outcome);
    serde_json::to_string(&record).map_err(|error| wrong(py, &error))
}
