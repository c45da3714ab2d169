//! `tesuji gtp`: one of our players as an engine, for the boards and matches of other programs.

#[cfg(unix)]
mod hangup;
pub(super) mod player;

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use tesuji_board::BoardSpec;
use tesuji_engine::{GameSpec, PlayerSpec};
use tesuji_gtp::serve::{EngineSettings, Resignation, serve};

use self::player::PlayerOptions;
use crate::files;
use crate::status::{self, Status};
use crate::text::parse_board;

/// The arguments of `tesuji gtp`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(long, value_enum)]
    game: Game,
    /// The board until the controller sets another: `9` or `9x7`, columns first [default: 11 for Hex, 19 for Go, 10 for
    /// Amazons]
    #[arg(long, value_name = "SIZE", value_parser = parse_board)]
    size: Option<(usize, usize)>,
    /// Go: a board of any shape, such as `torus:9x9` or `hexagon:5`, or a board file (see `tesuji board`)
    #[arg(long, value_name = "BOARD|FILE", conflicts_with = "size")]
    board: Option<String>,
    /// Amazons: the position to begin with, as a file or a text: FEN, or a diagram
    #[arg(long, value_name = "POSITION|FILE", conflicts_with_all = ["size", "board"])]
    position: Option<PathBuf>,
    /// Hex: White may answer the first move with `swap-pieces`
    #[arg(long)]
    swap: bool,
    /// Go: what White gets for moving second, a multiple of one half [default: 7.5]
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<tesuji_go::Komi>,
    /// Go: `tromp-taylor`, `chinese`, `aga`, `new-zealand` or `japanese-approximation`, perhaps with switches such as
    /// `,ko=positional,suicide=allowed` [default: chinese]
    #[arg(long, value_name = "NAME")]
    rules: Option<tesuji_go::Rules>,
    #[command(flatten)]
    player: PlayerOptions,
    /// Seconds for each move, if the controller sets no time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    move_time: Option<Duration>,
    /// Strong: keep thinking while the opponent thinks; games can then not be repeated exactly
    #[arg(long)]
    ponder: bool,
    /// Resign when a loss is proved, or after three moves in a row whose value is below this, from 0 to 0.5 [default:
    /// never; if given without a value: 0.03]
    #[arg(long, value_name = "VALUE", num_args = 0..=1, default_missing_value = "0.03", value_parser = parse_resignation)]
    resign: Option<Resignation>,
    /// Go: `final_score` removes the stones that `final_status_list dead` lists [default: all stones count]
    #[arg(long)]
    dead_stones: bool,
    /// Strong: an opening book made by `tesuji book build`
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// The seed until the controller sets another
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, clap::ValueEnum)]
pub(super) enum Game {
    Hex,
    Go,
    Amazons,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let game = arguments.game()?;
    let asked = arguments.player.read()?;
    arguments.check_player(&asked.player)?;
    let book = arguments.book.as_deref().map(files::read_book).transpose()?;
    match book.as_ref().map(|book| book.config().swap) {
        Some(true) if !arguments.swap => {
            return Err(miette!("the book is for games with swapping: play with `--swap`").into());
        }
        Some(false) if arguments.swap => {
            return Err(miette!("the book is for games without swapping: play without `--swap`").into());
        }
        _ => {}
    }
    let settings = EngineSettings {
        is_bounded: asked.is_bounded,
        move_time: arguments.move_time,
        ponder: arguments.ponder,
        resignation: arguments.resign,
        removes_dead_stones: arguments.dead_stones,
        book: book.map(Arc::new),
        ..EngineSettings::new(game, asked.player, arguments.seed)
    };
    #[cfg(unix)]
    hangup::end_with_reader()?;
    serve(settings, BufReader::new(io::stdin()), io::stdout().lock())?.into_diagnostic()?;
    Ok(Status::Fine)
}

impl Arguments {
    /// Refuses options that only the strong player has, for any other player.
    fn check_player(&self, player: &PlayerSpec) -> Result<(), miette::Report> {
        let of_strong = [("--ponder", self.ponder), ("--book", self.book.is_some())];
        match of_strong.iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) if !matches!(player, PlayerSpec::Strong(_)) => {
                Err(miette!("only the player `strong` has `{option}`"))
            }
            _ => Ok(()),
        }
    }

    fn game(&self) -> Result<GameSpec, miette::Report> {
        let Self { size, swap, komi, rules, ref board, ref book, ref position, .. } = *self;
        let refuse = |of_others: &[(&str, bool)], game: &str| match of_others.iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) => Err(miette!("{game} has no `{option}`")),
            None => Ok(()),
        };
        match self.game {
            Game::Hex => {
                refuse(
                    &[
                        ("--komi", komi.is_some()),
                        ("--rules", rules.is_some()),
                        ("--board", board.is_some()),
                        ("--position", position.is_some()),
                        ("--dead-stones", self.dead_stones),
                    ],
                    "Hex",
                )?;
                let (columns, rows) = size.unwrap_or((11, 11));
                Ok(GameSpec::Hex { columns, rows, swap })
            }
            Game::Go => {
                refuse(&[("--swap", swap), ("--book", book.is_some()), ("--position", position.is_some())], "Go")?;
                let (columns, rows) = size.unwrap_or((19, 19));
                let board = match board {
                    Some(text) => tesuji_archive::boards::find(text, Path::new("")).into_diagnostic()?,
                    None => BoardSpec::square(columns, rows),
                };
                let komi = komi.unwrap_or(tesuji_go::Komi::from_half_points(15));
                Ok(GameSpec::Go { board, komi, rules: rules.unwrap_or(tesuji_go::Rules::CHINESE) })
            }
            Game::Amazons => {
                refuse(
                    &[
                        ("--swap", swap),
                        ("--book", book.is_some()),
                        ("--komi", komi.is_some()),
                        ("--rules", rules.is_some()),
                        ("--board", board.is_some()),
                        ("--dead-stones", self.dead_stones),
                    ],
                    "Amazons",
                )?;
                let (columns, rows) = size.unwrap_or((10, 10));
                let usual = GameSpec::Amazons { columns, rows, setup: None };
                let Some(position) = position else { return Ok(usual) };
                let text = match position.to_str() {
                    Some(text) if !position.exists() && position != Path::new("-") => text.to_owned(),
                    _ => files::read_text(position)?.text,
                };
                usual.with_position(&text).map_err(|error| miette!("{}: {error}", position.display()))
            }
        }
    }
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero()).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn parse_resignation(text: &str) -> Result<Resignation, String> {
    Resignation::below(text.parse().map_err(|_| "expected a value from 0 to 0.5".to_owned())?)
}
