//! Taking up a game that has begun: in any form, from a file, a link or a text.

use std::path::Path;

use miette::{Result, bail};
use tesuji_engine::{GameSpec, Session};
use tesuji_forms::{Hints, read_games};

use crate::input;

/// A game that was taken up.
pub(super) struct GameToContinue {
    pub(super) session: Session,
    /// Assumptions and omissions: sentences without a full stop.
    pub(super) notices: Vec<String>,
    /// Name in messages.
    pub(super) name: String,
}

/// The game that an argument names. A list of moves is on the board of `spec`, and so is a game that does not say how it
/// begins. Of several games it is the first.
///
/// # Errors
///
/// If it cannot be read, is of another game, or a move cannot be made; or if it is standard input, from which moves come.
pub(super) fn session(spec: &GameSpec, path: &Path) -> Result<GameToContinue> {
    if path == Path::new("-") {
        bail!("moves come from standard input, so no game can");
    }
    let source = input::source(path)?;
    let text = &source.text.text;
    let wrong = |error: &dyn std::fmt::Display| source.wrong(error);
    // A record of the engine says most: in Amazons it may begin where this game begins.
    let as_record = Session::from_record(spec, text, usize::MAX);
    if let Ok(session) = as_record {
        return Ok(GameToContinue { session, notices: Vec::new(), name: source.name });
    }
    let size = spec.topology().ok().and_then(|topology| topology.size().or_else(|| topology.grid_size()));
    let readings = read_games(text, &Hints { game: Some(spec.kind()), size, ..Hints::default() });
    // What has the form of a record has the fault that the engine finds in it.
    let is_record = text.trim_start().starts_with(['(', '{']);
    let readings = match (readings, as_record) {
        (Ok(readings), _) => readings,
        (Err(_), Err(error)) if is_record => return Err(wrong(&error)),
        (Err(error), _) => return Err(wrong(&error)),
    };
    let n_games = readings.len();
    let Some(first) = readings.into_iter().next() else { return Err(wrong(&"there is no game")) };
    let session = Session::replay(spec, &first.record, usize::MAX).map_err(|error| wrong(&error))?;
    let mut notices = first.notices;
    if n_games > 1 {
        notices.push(format!("of {n_games} games only the first is taken up"));
    }
    Ok(GameToContinue { session, notices, name: source.name })
}
