//! `tesuji gtp`: one of our players as an engine, for the boards and matches of other programs.

#[cfg(unix)]
mod hangup;
pub(super) mod player;

use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use miette::{IntoDiagnostic, miette};
use tesuji_engine::{GameKind, GameSpec, PlayerSpec, SolverKinds};
use tesuji_gtp::serve::{EngineSettings, Resignation, serve_until};

use self::player::PlayerOptions;
use crate::files;
use crate::status::{self, Status};
use crate::text::parse_board;

/// The arguments of `tesuji gtp`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(long, value_parser = games())]
    game: GameKind,
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
    /// Hex and Amazons: seconds that the solver may search for an answer [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    solve_time: Option<Duration>,
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
    let usual = EngineSettings::new(game, asked.player, arguments.seed);
    let settings = EngineSettings {
        is_bounded: asked.is_bounded,
        move_time: arguments.move_time,
        ponder: arguments.ponder,
        resignation: arguments.resign,
        removes_dead_stones: arguments.dead_stones,
        book: book.map(Arc::new),
        solve_time: arguments.solve_time.or(usual.solve_time),
        ..usual
    };
    #[cfg(unix)]
    hangup::end_with_reader()?;
    // A controller that has gone reads no answer, whatever is still being computed.
    let left = || process::exit(0);
    serve_until(settings, BufReader::new(io::stdin()), io::stdout().lock(), left)?.into_diagnostic()?;
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

    /// The game on the requested board and under the requested rules. Refuses options that the game does not have.
    fn game(&self) -> Result<GameSpec, miette::Report> {
        let game = self.game.description();
        let options = [
            ("--swap", self.swap, game.has_swap),
            ("--book", self.book.is_some(), game.has_book),
            ("--solve-time", self.solve_time.is_some(), game.solver != SolverKinds::None),
            ("--komi", self.komi.is_some(), game.has_table),
            ("--rules", self.rules.is_some(), game.has_table),
            ("--board", self.board.is_some(), game.has_any_board),
            ("--position", self.position.is_some(), game.has_setup),
            ("--dead-stones", self.dead_stones, game.has_table),
        ];
        if let Some((option, ..)) = options.iter().find(|(_, is_set, has)| *is_set && !has) {
            return Err(miette!("{} has no `{option}`", game.title));
        }
        let mut spec = GameSpec::usual(self.game);
        if let Some((columns, rows)) = self.size {
            spec = spec.with_size(columns, rows).into_diagnostic()?;
        }
        if let Some(board) = &self.board {
            spec = spec
                .with_board(tesuji_archive::boards::find(board, Path::new("")).into_diagnostic()?)
                .into_diagnostic()?;
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

/// A parser of the names of games.
fn games() -> impl TypedValueParser<Value = GameKind> {
    let of_name = |name: String| GameKind::ALL.into_iter().find(|game| game.description().name == name);
    PossibleValuesParser::new(GameKind::ALL.map(|game| game.description().name)).try_map(move |name| {
        let unknown = || format!("there is no game {name}");
        of_name(name.clone()).ok_or_else(unknown)
    })
}

fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| !seconds.is_zero()).ok_or_else(|| "expected a number of seconds above 0".to_owned())
}

fn parse_resignation(text: &str) -> Result<Resignation, String> {
    Resignation::below(text.parse().map_err(|_| "expected a value from 0 to 0.5".to_owned())?)
}
