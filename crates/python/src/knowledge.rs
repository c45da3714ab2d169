//! Knowledge of positions and boards beyond the rules: symmetries, connections, templates, pictures of numbers.

use std::sync::Arc;

use pyo3::prelude::*;
use tesuji_board::Cell;
use tesuji_claims::carriers::{Discovery, TemplateSearch, TemplateTask};
use tesuji_engine::{GameKind, GameSpec, Session, SessionError};
use tesuji_figures::Theme;
use tesuji_problem::{Problem, write_toml};
use tesuji_search::Limits;
use tesuji_workbench::Trouble;
use tesuji_workbench::types::{GameState, PlayedMove, Setup};

use crate::error::{trouble, wrong};
use crate::position::{Position, player_of};
use crate::threads::stoppable;

/// The most symmetries that are looked for.
const MOST_SYMMETRIES: usize = 10_000;

fn session(py: Python<'_>, position: &Position) -> PyResult<Session> {
    tesuji_workbench::session(&position.game_state(py)).map_err(|error| trouble(py, &error))
}

/// The game states (JSON) of the images of a game under the symmetries of its board, the identity first.
#[pyfunction]
pub(crate) fn symmetries(py: Python<'_>, position: &Position) -> PyResult<Vec<String>> {
    let images = images(&position.game_state(py)).map_err(|error| trouble(py, &error))?;
    images.iter().map(|image| serde_json::to_string(image).map_err(|error| wrong(py, &error))).collect()
}

fn images(state: &GameState) -> Result<Vec<GameState>, Trouble> {
    let topology = state.game.topology()?;
    let start = GameState { moves: Vec::new(), ..state.clone() };
    // A start that is not written as stones is written so, that it can be mapped.
    let setup = tesuji_workbench::setup_of(&tesuji_workbench::session(&start)?);
    let is_plain = state.game.kind() != GameKind::Amazons && state.setup.is_empty();
    let setup = if is_plain { Setup::default() } else { setup };
    let game = match &state.game {
        GameSpec::Amazons { columns, rows, .. } => GameSpec::Amazons { columns: *columns, rows: *rows, setup: None },
        other => other.clone(),
    };
    let known = |name: &str| topology.cell(name).or_else(|| topology.cell_in_any_case(name));
    let map = |map: &[Cell], name: &str| match known(name) {
        Some(cell) => topology.name(map[cell.index()]).to_owned(),
        None => name.to_owned(),
    };
    let image = |cells: &Vec<Cell>| {
        let names = |names: &[String]| names.iter().map(|name| map(cells, name)).collect();
        let text = |text: &str| match state.game.kind() {
            GameKind::Amazons => mapped_words(text, |name| map(cells, name)),
            GameKind::Hex | GameKind::Go => map(cells, text),
        };
        let mv = |mv: &PlayedMove| match mv {
            PlayedMove::InTurn(mv) => PlayedMove::InTurn(text(mv)),
            PlayedMove::By { player, mv } => PlayedMove::By { player: *player, mv: text(mv) },
        };
        GameState {
            game: game.clone(),
            setup: Setup {
                black: names(&setup.black),
                white: names(&setup.white),
                blocked: names(&setup.blocked),
                to_move: setup.to_move,
            },
            moves: state.moves.iter().map(mv).collect(),
        }
    };
    Ok(state.game.symmetries(MOST_SYMMETRIES)?.iter().map(image).collect())
}

/// A text with each word of letters and digits replaced: the squares of a move of Amazons.
fn mapped_words(text: &str, image: impl Fn(&str) -> String) -> String {
    let mut mapped = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
            continue;
        }
        if !word.is_empty() {
            mapped.push_str(&image(&std::mem::take(&mut word)));
        }
        if c != '\0' {
            mapped.push(c);
        }
    }
    mapped
}

/// The virtual connections of a player between two chains or edges: pairs of the key, if it is a semi-connection, and the
/// carrier.
#[pyfunction]
pub(crate) fn connections(
    py: Python<'_>,
    position: &Position,
    player: &str,
    start: &str,
    end: &str,
) -> PyResult<Vec<(Option<String>, Vec<String>)>> {
    let (session, player) = (session(py, position)?, player_of(py, player)?);
    let found = stoppable(py, move |_| {
        let hex = session.hex().ok_or(SessionError::Unsupported("virtual connections"))?;
        hex.connections(player, start, end)
    })?;
    let found = found.map_err(|error| wrong(py, &error))?;
    Ok(found.into_iter().map(|connection| (connection.key, connection.carrier)).collect())
}

/// The minimal edge templates of one stone on this row and within this width, as a problem file, and whether these are
/// all.
#[pyfunction]
#[pyo3(signature = (row, width, nodes = None))]
pub(crate) fn templates(py: Python<'_>, row: usize, width: usize, nodes: Option<u64>) -> PyResult<(String, bool)> {
    let task = TemplateTask::single(row, width).map_err(|error| wrong(py, &error))?;
    let found = stoppable(py, |stop| {
        let limits = Limits { interrupt: Arc::clone(stop), nodes, ..Limits::default() };
        let mut search = TemplateSearch::new(&task);
        let mut problems = Vec::new();
        let outcome = search.run(&limits, |discovery| {
            if let Discovery::Template(shape) = discovery
                && let Ok(claim) = shape.claim()
            {
                let id = format!("row{row}-cells{}-{}", shape.n_empties(), problems.len() + 1);
                let needed = Some(claim.carrier.clone());
                problems.push(Problem { expected: Some(true), needed, ..Problem::new(&id, claim) });
            }
        });
        (write_toml(&problems), outcome.is_ok())
    })?;
    Ok(found)
}

/// A position with a number on each cell, as SVG.
#[pyfunction]
pub(crate) fn heat_map(
    py: Python<'_>,
    position: &Position,
    values: Vec<f64>,
    title: &str,
    theme: &str,
) -> PyResult<String> {
    let theme: Theme = match theme {
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        "print" => Theme::Print,
        _ => return Err(wrong(py, &format!("`{theme:.20}` is no theme: expected light, dark or print"))),
    };
    if values.len() != position.now(py).n_cells() {
        let (found, n) = (values.len(), position.now(py).n_cells());
        return Err(wrong(py, &format!("{found} numbers for {n} cells: expected one for each")));
    }
    let numbers: Vec<Option<f64>> = values.iter().map(|value| value.is_finite().then_some(*value)).collect();
    let session = session(py, position)?;
    let picture = tesuji_gallery::positions::numbers(title, &session, "value", &numbers, theme);
    Ok(picture.map_err(|error| wrong(py, &error))?.svg())
}
