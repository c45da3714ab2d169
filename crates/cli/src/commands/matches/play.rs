//! `tesuji match CONTROL.toml` and `tesuji match A B`: plays a match, or resumes it.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use miette::{IntoDiagnostic, miette};
use tesuji_arena::control::ControlError;
use tesuji_arena::{Control, Event, Match, MatchFinish, MatchStore, Shard, Threads, try_programs};

use super::live::Live;
use super::report;
use super::short::ShortOptions;
use crate::input;
use crate::interrupt::stop_by_ctrl_c;
use crate::pool::{RunOptions, capped, jobs};
use crate::sheet;
use crate::status::{self, Failure, Status};
use crate::text::{complain, count};

/// What and how to play.
#[derive(clap::Args)]
#[command(mut_arg("jobs", |jobs| jobs.help(
    "How many games to play at a time [default: as the control file says, or one for each core]"
)))]
#[command(mut_arg("quiet", |quiet| quiet.help("Show no progress and no remarks on single games, only the report")))]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line: each game when it ends, and the report at the end"
)))]
pub(crate) struct Settings {
    /// The control file (docs/MATCH.md); run it again to resume where a run was stopped or killed. Or two players or
    /// more: each one of ours, such as `strong:playouts=1000`, or the command of a GTP engine, `"gnugo --mode gtp"`
    #[arg(value_name = "CONTROL.toml|PLAYER PLAYER", required = true)]
    players: Vec<String>,
    /// Where the results are kept [default: beside the control file, ending in `.match`]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Play only part I of N, on this machine; `tesuji match merge` joins the parts
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    run: RunOptions,
    #[command(flatten)]
    short: ShortOptions,
}

impl Settings {
    /// The control file: the one that is named, or the one that the arguments stand for.
    fn control(&self) -> miette::Result<PathBuf> {
        match self.players.as_slice() {
            [control] => match self.short.first_given() {
                None => Ok(control.into()),
                Some(option) if Path::new(control).is_file() => {
                    Err(miette!("`{option}` is for a match of two players; {control} is a control file, which says it"))
                }
                Some(_) => Err(miette!("`{control}` has no opponent: expected two players")),
            },
            players => self.short.write_control(players, self.run.jobs),
        }
    }
}

pub(super) fn run(arguments: &Settings) -> status::Result {
    let path = &arguments.control()?;
    let control = load(path)?;
    let shard = arguments.shard.unwrap_or(Shard::WHOLE);
    let store_path = arguments.store.clone().unwrap_or_else(|| default_store(path, shard));
    let (store, changes) = MatchStore::open_or_create(&store_path, &control, shard).into_diagnostic()?;
    let _lock = store.lock().into_diagnostic()?;
    if !arguments.run.quiet {
        for change in changes {
            complain(&format!("the control file has changed: {change}; the games played before still count"));
        }
        if shard != Shard::WHOLE && control.plan.sprt.is_some() {
            complain("a part of a match cannot know when the test stops it: all its games are played");
        }
    }
    let mut game = Match::resume(&store).into_diagnostic()?;
    let stop = stop_by_ctrl_c()?;
    let jobs = match (arguments.run.jobs, control.plan.concurrency) {
        (None, Some(asked)) => capped("concurrency", asked),
        (asked, _) => jobs(asked),
    };
    let folder = super::folder_of(path);
    let is_over = game.n_open() == 0 || game.tally().decision().is_some();
    if !is_over {
        try_programs(&control.terms, &folder).map_err(|fault| miette!("{fault}"))?;
    }
    let live = Live::begin(&game, arguments.run.is_shown());
    if !arguments.run.quiet && game.tally().n_games() > 0 {
        let known = count(game.tally().n_games() + game.tally().n_beyond(), "game");
        live.say(&format!("{known} played before, {} to play", game.n_open()));
    }
    let executor = Threads { count: jobs, folder, stop: Arc::clone(&stop) };
    let mut console = Ok(());
    let finish = game.run(&executor, &mut |event, tally| {
        match event {
            Event::Game(stored) => {
                if arguments.run.json {
                    console = writeln!(anstream::stdout(), "{}", sheet::line(&report::game_json(stored)));
                } else if let Some(line) = report::fault_line(stored).filter(|_| !arguments.run.quiet) {
                    live.say(&line);
                }
                live.update(tally);
            }
            Event::Void { number, why } if !arguments.run.quiet => {
                live.say(&format!("game {number} does not count and is played again: {why}"));
            }
            Event::Void { .. } => {}
        }
        if console.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    live.end();
    console?;
    let finish = finish.into_diagnostic()?;
    report::print(&store, arguments.run.json)?;
    Ok(status(&finish, &store_path, path, arguments.run.quiet))
}

/// Plays what is still to be played of a match that this program made itself. Returns whether it was not stopped.
///
/// # Errors
///
/// If a game cannot be kept, or cannot be played.
pub(in crate::commands) fn play_all(store: &MatchStore, executor: &Threads, is_shown: bool) -> miette::Result<bool> {
    let mut game = Match::resume(store).into_diagnostic()?;
    let live = Live::begin(&game, is_shown);
    let finish = game.run(executor, &mut |_, tally| {
        live.update(tally);
        ControlFlow::Continue(())
    });
    live.end();
    match finish.into_diagnostic()? {
        MatchFinish::Complete | MatchFinish::Decided(_) => Ok(true),
        MatchFinish::Stopped => Ok(false),
        MatchFinish::Stuck(games) => {
            let first = games.into_iter().next();
            let (number, why) = first.unwrap_or_default();
            Err(miette!("game {number} cannot be played: {why}"))
        }
    }
}

fn status(finish: &MatchFinish, store: &Path, control: &Path, quiet: bool) -> Status {
    match finish {
        MatchFinish::Complete | MatchFinish::Decided(_) => Status::Fine,
        MatchFinish::Stopped => {
            if !quiet {
                complain(&format!(
                    "stopped; the games played are in {}: `tesuji match {}` goes on",
                    store.display(),
                    control.display()
                ));
            }
            Status::Interrupted
        }
        MatchFinish::Stuck(games) => {
            for (number, why) in games {
                complain(&format!("game {number} cannot be played: {why}"));
            }
            Status::No
        }
    }
}

/// The default store. Each part of a match has its own file name, so that all can be brought to one place.
fn default_store(control: &Path, shard: Shard) -> PathBuf {
    if shard == Shard::WHOLE {
        return super::store_of(control);
    }
    control.with_extension(format!("{}.match", shard.to_string().replace('/', "-of-")))
}

fn load(path: &Path) -> Result<Control, Failure> {
    Control::load(path).map_err(|error| match &error {
        ControlError::Unreadable { .. } => miette!("{error}").into(),
        _ => {
            let text = std::fs::read_to_string(path).unwrap_or_default();
            let path = path.display().to_string();
            let place = match &error {
                ControlError::Malformed { span, .. } => span.clone(),
                _ => None,
            };
            input::text_fault(&path, text, format!("{path}: {error}"), place).into()
        }
    })
}
