//! Options that say which game is played on which board, for every command that plays.

use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use tesuji_engine::{GameKind, GameSpec};

use crate::files;
use crate::input::game_parser;
use crate::text::parse_board;

/// A game, its board and its rules.
#[derive(clap::Args)]
pub(super) struct GameOptions {
    /// The game
    #[arg(long = "game", value_parser = game_parser(), value_name = "GAME")]
    pub(super) kind: GameKind,
    #[command(flatten)]
    pub(super) board: BoardOptions,
}

impl GameOptions {
    /// The game on the requested board and under the requested rules.
    ///
    /// # Errors
    ///
    /// As for [`BoardOptions::read`].
    pub(super) fn read(&self) -> miette::Result<GameSpec> {
        self.board.read(self.kind)
    }
}

/// The board and the rules of a game.
#[derive(clap::Args)]
pub(super) struct BoardOptions {
    /// The board: `9` or `9x7`, columns first; of Go also any shape, such as `torus:9x9` or `hexagon:5`, or a board file
    /// (see `tesuji board`) [default: 11 for Hex, 19 for Go, 10 for Amazons]
    #[arg(long, value_name = "BOARD|FILE")]
    board: Option<String>,
    /// Amazons: the position to begin with, as a file or a text: FEN, or a diagram
    #[arg(long, value_name = "POSITION|FILE", conflicts_with = "board")]
    position: Option<PathBuf>,
    /// Hex: White may answer the first move with `swap-pieces`
    #[arg(long)]
    pub(super) swap: bool,
    /// Go: what White gets for moving second, a multiple of one half [default: 7.5]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<tesuji_go::Komi>,
    /// Go: `tromp-taylor`, `chinese`, `aga`, `new-zealand` or `japanese-approximation`, perhaps with switches such as
    /// `,ko=positional,suicide=allowed` [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<tesuji_go::Rules>,
}

impl BoardOptions {
    /// The options that were given, by name.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("--board", self.board.is_some()),
            ("--position", self.position.is_some()),
            ("--swap", self.swap),
            ("--komi", self.komi.is_some()),
            ("--rules", self.rules.is_some()),
        ];
        all.into_iter().filter(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// The game on the requested board and under the requested rules. Refuses options that the game does not have.
    pub(super) fn read(&self, kind: GameKind) -> miette::Result<GameSpec> {
        let game = kind.description();
        let options = [
            ("--swap", self.swap, game.has_swap),
            ("--komi", self.komi.is_some(), game.has_table),
            ("--rules", self.rules.is_some(), game.has_table),
            ("--position", self.position.is_some(), game.has_setup),
        ];
        if let Some((option, ..)) = options.iter().find(|(_, is_set, has)| *is_set && !has) {
            return Err(miette!("{} has no `{option}`", game.title));
        }
        let mut spec = GameSpec::usual(kind);
        if let Some(board) = &self.board {
            spec = match parse_board(board) {
                Ok((columns, rows)) => spec.with_size(columns, rows).into_diagnostic()?,
                Err(expected) if !game.has_any_board => return Err(miette!("--board {board}: {expected}")),
                Err(_) => {
                    let board = tesuji_archive::boards::find(board, Path::new("")).into_diagnostic()?;
                    spec.with_board(board).into_diagnostic()?
                }
            };
        }
        if self.swap {
            spec = spec.with_swap(true).into_diagnostic()?;
        }
        if let Some(komi) = self.komi {
            spec = spec.with_komi(komi).into_diagnostic()?;
        }
        if let Some(rules) = self.rules {
            spec = spec.with_rules(rules).into_diagnostic()?;
        }
        let Some(position) = &self.position else { return Ok(spec) };
        let text = match position.to_str() {
            Some(text) if !position.exists() && position != Path::new("-") => text.to_owned(),
            _ => files::read_text(position)?.text,
        };
        spec.with_position(&text).map_err(|error| miette!("{}: {error}", position.display()))
    }
}
