//! The games to be reviewed, from files or from the command line itself.

use std::path::{Path, PathBuf};

use miette::{Result, miette};
use tesuji_engine::{AnyRecord, GameKind, GameSpec};
use tesuji_review::Game;

use crate::{files, input};

/// The games by name.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum GameName {
    Hex,
    Go,
    Amazons,
}

/// Reads all games of these arguments, in order.
pub(super) fn read(arguments: &[PathBuf], game: Option<GameName>, size: Option<(usize, usize)>) -> Result<Vec<Game>> {
    let mut games = Vec::new();
    for path in arguments {
        match game {
            Some(GameName::Go) => games.push(other(path, GameKind::Go)?),
            Some(GameName::Amazons) => games.push(other(path, GameKind::Amazons)?),
            Some(GameName::Hex) => games.extend(hex(path, size)?),
            None => match hex(path, size) {
                Ok(read) => games.extend(read),
                Err(of_hex) => {
                    let read = other(path, GameKind::Go).or_else(|_| other(path, GameKind::Amazons));
                    games.push(read.map_err(|_| of_hex)?);
                }
            },
        }
    }
    Ok(games)
}

fn hex(path: &Path, size: Option<(usize, usize)>) -> Result<Vec<Game>> {
    let read = input::read_games(&[path.to_owned()], size)?;
    let spec = GameSpec::usual(GameKind::Hex);
    Ok(read
        .into_iter()
        .map(|game| Game { id: game.id, spec: spec.clone(), record: AnyRecord::Hex(game.record) })
        .collect())
}

fn other(path: &Path, kind: GameKind) -> Result<Game> {
    let text = files::read_text(path)?.text;
    let spec = GameSpec::usual(kind);
    let record = AnyRecord::read(&spec, &text).map_err(|error| miette!("{}: {error}", files::name(path)))?;
    let stem = path.file_stem().map_or_else(|| "game".to_owned(), |stem| stem.to_string_lossy().into_owned());
    Ok(Game { id: stem, spec, record })
}
