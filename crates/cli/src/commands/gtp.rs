//! `tesuji gtp`: one of our players as an engine, for the boards and matches of other programs.

#[cfg(unix)]
mod hangup;
pub(super) mod player;

use std::io::{self, BufReader};
use std::process;
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use tesuji_engine::{GameSpec, PlayerSpec, Resignation};
use tesuji_gtp::serve::{EngineSettings, serve_until};

use self::player::PlayerOptions;
use super::game::GameOptions;
use crate::status::{self, Status};
use crate::text::parse_duration;

/// The arguments of `tesuji gtp`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameOptions,
    #[command(flatten)]
    player: PlayerOptions,
    /// The time for each move, if the controller sets none: `10` seconds, `300ms`
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    time: Option<Duration>,
    /// How long the solver, and in Go the search of life and death, may search for an answer: `10` seconds, `300ms` [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    solver_time: Option<Duration>,
    /// Strong: keep thinking while the opponent thinks; games can then not be repeated exactly
    #[arg(long)]
    ponder: bool,
    /// Resign when a loss is proved, or after three moves in a row whose value is below this, from 0 to 0.5 [default:
    /// never; if given without a value: 0.03]
    #[arg(long, value_name = "VALUE", num_args = 0..=1, default_missing_value = "0.03", value_parser = parse_resignation)]
    resign: Option<Resignation>,
    /// Go: whether stones can be dead at the end, so that `final_score` removes those that `final_status_list dead`
    /// names; with `off` every stone counts as alive in both [default: on]
    #[arg(long, value_name = "on|off", num_args = 0..=1, default_missing_value = "on",
          value_parser = clap::builder::BoolishValueParser::new())]
    dead_stones: Option<bool>,
    /// The seed until the controller sets another
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let game = arguments.game()?;
    let asked = arguments.player.read()?;
    arguments.check_player(&asked.player)?;
    let usual = EngineSettings::new(game, asked.player, arguments.seed);
    let settings = EngineSettings {
        is_bounded: asked.is_bounded,
        move_time: arguments.time,
        ponder: arguments.ponder,
        resignation: arguments.resign,
        removes_dead_stones: arguments.dead_stones.unwrap_or(usual.removes_dead_stones),
        solve_time: arguments.solver_time.or(usual.solve_time),
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
        match player {
            PlayerSpec::Strong(_) => Ok(()),
            _ if self.ponder => Err(miette!("only the player `strong` has `--ponder`")),
            _ => Ok(()),
        }
    }

    /// The game, with the board until the controller sets another. Refuses options that the game does not have.
    fn game(&self) -> Result<GameSpec, miette::Report> {
        let game = self.game.kind.description();
        match self.dead_stones.is_some() && !game.has_table {
            true => Err(miette!("{} has no `--dead-stones`", game.title)),
            false => self.game.read(),
        }
    }
}

/// A time above 0 as other commands take it, or a number of seconds.
pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let time = seconds.map_or_else(|| parse_duration(text), Ok)?;
    if time.is_zero() { Err("expected a time above 0".to_owned()) } else { Ok(time) }
}

fn parse_resignation(text: &str) -> Result<Resignation, String> {
    Resignation::below(text.parse().map_err(|_| "expected a value from 0 to 0.5".to_owned())?)
}
