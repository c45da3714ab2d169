//! `tesuji tune`: finds better numbers for the settings of a player by playing games.

use std::io::Write;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, bail, miette};
use tesuji_arena::control::Colours;
use tesuji_arena::report::MatchReport;
use tesuji_arena::short::{self, ShortEngine, ShortMatch, ShortOpenings};
use tesuji_arena::tune::spsa::Gains;
use tesuji_arena::tune::{Parameter, TuneReport, TuneSpec, Tuning};
use tesuji_arena::{Control, Lock, MatchStore, Shard, Threads};
use tesuji_engine::GameKind;
use tesuji_figures::chart::{self, Axis, Curve, Panel, Point};
use tesuji_figures::{Hue, Theme, Tint};

use super::game::BoardOptions;
use super::matches;
use crate::files;
use crate::input::game_parser;
use crate::interrupt::stop_by_ctrl_c;
use crate::pool::{RunOptions, jobs};
use crate::sheet::{self, Sheet, cells};
use crate::status::{self, Status};
use crate::text::{complain, count, parse_duration};

/// The files in the folder of a run.
const STATE: &str = "tune.json";
const REPORT: &str = "report.json";
const TABLE: &str = "tune.csv";
const PICTURE: &str = "tune.svg";
const CHECK: &str = "check.toml";

/// The arguments of `tesuji tune`.
#[derive(clap::Args)]
#[command(mut_arg("jobs", |jobs| jobs.help("How many games to play at a time [default: one for each core]")))]
#[command(mut_arg("json", |json| json.help("Print one JSON object instead of text")))]
#[command(mut_arg("quiet", |quiet| quiet.help("Show no progress, only the report")))]
pub(crate) struct Arguments {
    /// The player: a name such as `strong` or `uct`, with the settings that stay as they are: `uct:playouts=500`
    #[arg(value_name = "PLAYER")]
    player: String,
    /// A setting to tune, with its range and perhaps the value to begin with: `exploration=0.1..2@0.5`; may be given
    /// several times. A range without a decimal point is of whole numbers
    #[arg(long = "param", value_name = "NAME=LOW..HIGH[@START]", required = true)]
    parameters: Vec<Parameter>,
    /// The game
    #[arg(long, value_parser = game_parser())]
    game: GameKind,
    #[command(flatten)]
    board: BoardOptions,
    /// Games for the whole search
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    /// Games of a step; an even number. More games make a step surer, and leave fewer steps
    #[arg(long, value_name = "N", default_value_t = 8)]
    batch: u64,
    /// A fixed opponent: one of our players, or the command of a GTP engine [default: both players of a step are tuned,
    /// and play each other]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<String>,
    /// The time for a move, such as `200ms`; the search is then not repeatable
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
    /// Playouts a move of `strong` and `uct`, where their settings name none
    #[arg(long, value_name = "N")]
    playouts: Option<u64>,
    /// How games begin: a number of random moves, or 0
    #[arg(long, value_name = "N", default_value_t = 2)]
    openings: u32,
    /// How far the first comparison reaches to either side, as a share of the range
    #[arg(long, value_name = "SHARE", default_value_t = Gains::default().perturbation)]
    perturbation: f64,
    /// How far the first step goes if one side wins every game, as a share of the range
    #[arg(long, value_name = "SHARE", default_value_t = Gains::default().step)]
    step: f64,
    /// Games of the match at the end, the tuned player against the one before; 0: none
    #[arg(long, value_name = "N", default_value_t = 100)]
    final_games: u64,
    /// What everything random comes from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The folder of the run, made if it is missing. The same command resumes what is there
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    run: RunOptions,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let spec = arguments.spec()?;
    files::make_folder(&arguments.out)?;
    let state_path = arguments.out.join(STATE);
    let Some(_lock) = Lock::beside(&state_path).into_diagnostic()? else {
        return Err(miette!("{}: another process is at work on it", state_path.display()).into());
    };
    let mut tuning = if state_path.exists() {
        let state = files::read_text(&state_path)?.text;
        Tuning::resume(spec, &state).map_err(|error| {
            miette!("{}: {error}; name another folder with `--out` to begin anew", state_path.display())
        })?
    } else {
        Tuning::new(spec).into_diagnostic()?
    };
    let say = |line: &str| {
        if !arguments.run.quiet {
            complain(line);
        }
    };
    if tuning.n_steps() > 0 {
        say(&format!("{} were taken before", count(tuning.n_steps(), "step")));
    }
    let stop = stop_by_ctrl_c()?;
    let here = std::env::current_dir().into_diagnostic()?;
    let executor = Threads { count: jobs(arguments.run.jobs), folder: here, stop: stop.clone() };
    let target = if arguments.run.quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(Some(arguments.n_steps()), target);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} steps  {elapsed}, {eta} left  {msg}") {
        bar.set_style(style);
    }
    bar.set_position(tuning.n_steps());
    bar.reset_eta();
    let is_whole = loop {
        match tuning.step(&executor).into_diagnostic()? {
            None => break false,
            Some(false) => break true,
            Some(true) => {
                files::write_whole(&state_path, tuning.state().as_bytes())?;
                bar.set_position(tuning.n_steps());
                bar.set_message(words(&tuning.report()));
            }
        }
    };
    bar.finish_and_clear();
    let report = tuning.report();
    arguments.write(&report)?;
    let check = if is_whole && arguments.final_games > 0 { arguments.check(&tuning, &executor)? } else { None };
    let mut out = anstream::stdout().lock();
    if arguments.run.json {
        let mut value = serde_json::to_value(&report).into_diagnostic()?;
        value["check"] = serde_json::to_value(&check).into_diagnostic()?;
        writeln!(out, "{}", sheet::line(&value))?;
    } else {
        write!(out, "{}", arguments.text(&report, check.as_ref()))?;
    }
    if stop.load(Ordering::Relaxed) {
        say(&format!("stopped; the same command goes on from {}", state_path.display()));
        return Ok(Status::Interrupted);
    }
    Ok(Status::Fine)
}

impl Arguments {
    fn n_steps(&self) -> u64 {
        self.games / (self.batch * if self.opponent.is_some() { 2 } else { 1 }).max(1)
    }

    fn spec(&self) -> miette::Result<TuneSpec> {
        if self.batch == 0 || !self.batch.is_multiple_of(2) {
            bail!("--batch: {} is not an even number above 0: each opening is played with both colours", self.batch);
        }
        if !self.final_games.is_multiple_of(2) {
            bail!("--final-games: {} is not an even number", self.final_games);
        }
        if self.n_steps() == 0 {
            bail!("--games: {} games are less than one step of --batch {}", self.games, self.batch);
        }
        for (option, share) in [("--perturbation", self.perturbation), ("--step", self.step)] {
            if !(share > 0.0 && share <= 0.5) {
                bail!("{option}: {share} is not above 0 and at most 0.5");
            }
        }
        let opponent = |text: &String| matches::engine(text).map_err(|error| miette!("--opponent: {error}"));
        Ok(TuneSpec {
            player: short::player(&self.player).into_diagnostic()?,
            parameters: self.parameters.clone(),
            games: ShortMatch {
                game: self.board.read(self.game)?,
                players: self.opponent.iter().map(opponent).collect::<miette::Result<Vec<ShortEngine>>>()?,
                games: self.batch,
                colours: Colours::Exchanged,
                seed: self.seed,
                time: self.time,
                playouts: self.playouts,
                openings: NonZeroU32::new(self.openings).map_or(ShortOpenings::None, ShortOpenings::Random),
                sprt: None,
                jobs: None,
            },
            n_steps: self.n_steps(),
            gains: Gains { perturbation: self.perturbation, step: self.step },
            here: std::env::current_dir().into_diagnostic()?,
        })
    }

    /// Writes the trajectory as JSON, as a table and as a picture.
    fn write(&self, report: &TuneReport) -> miette::Result<()> {
        let json = serde_json::to_string_pretty(report).into_diagnostic()? + "\n";
        files::write_whole(&self.out.join(REPORT), json.as_bytes())?;
        sheet(report).write(&self.out.join(TABLE))?;
        if report.steps > 0 {
            let picture = chart::draw(&panels(report), Theme::Light);
            files::write_whole(&self.out.join(PICTURE), picture.svg().as_bytes())?;
        }
        Ok(())
    }

    /// Plays the tuned player against the one before, or goes on with that; `None` if it was stopped.
    fn check(&self, tuning: &Tuning, executor: &Threads) -> miette::Result<Option<MatchReport>> {
        let path = self.out.join(CHECK);
        let text = tuning.check_match(self.final_games).into_diagnostic()?;
        files::write_whole(&path, text.as_bytes())?;
        let control = Control::load(&path).map_err(|error| miette!("{}: {error}", path.display()))?;
        let (store, _) =
            MatchStore::open_or_create(&path.with_extension("match"), &control, Shard::WHOLE).into_diagnostic()?;
        let _lock = store.lock().into_diagnostic()?;
        let live = matches::play_all(&store, executor, self.run.is_shown())?;
        Ok(if live { Some(MatchReport::of(&store).into_diagnostic()?) } else { None })
    }

    fn text(&self, report: &TuneReport, check: Option<&MatchReport>) -> String {
        let steps = format!("{} of {}", report.steps, count(report.steps_planned, "step"));
        let mut text = format!("{}: {steps}, {}\n\n", self.player, count(report.games, "game"));
        let width = report.parameters.iter().map(|parameter| parameter.name.len()).max().unwrap_or(0).max(7);
        text += &format!("{:<width$}  {:>10}  {:>10}  range\n", "setting", "before", "tuned");
        for parameter in &report.parameters {
            text += &format!(
                "{:<width$}  {:>10}  {:>10}  {} to {}\n",
                parameter.name, parameter.start, parameter.tuned, parameter.low, parameter.high
            );
        }
        let settings: Vec<String> =
            report.parameters.iter().map(|parameter| format!("{}={}", parameter.name, parameter.tuned)).collect();
        let glue = if self.player.contains(':') { ',' } else { ':' };
        if !self.player.trim_start().starts_with('{') {
            text += &format!("\nthe tuned player: {}{glue}{}\n", self.player, settings.join(","));
        }
        if let Some(line) = check.and_then(|check| check.pairings.first()).and_then(matches::pairing_line) {
            text += &format!("{line}\n");
        }
        let files = [STATE, REPORT, TABLE, PICTURE].join(", ");
        text + &format!("in {}: {files}\n", self.out.display())
    }
}

/// The values so far, in a few words.
fn words(report: &TuneReport) -> String {
    let value = |parameter: &tesuji_arena::tune::ParameterReport| format!("{} {}", parameter.name, parameter.tuned);
    report.parameters.iter().map(value).collect::<Vec<_>>().join(", ")
}

/// A row for each step: its number, the games, and for each setting the two values compared and the value after it.
fn sheet(report: &TuneReport) -> Sheet {
    let mut columns: Vec<String> = ["step", "first_wins", "first_draws", "first_losses", "second_wins", "second_draws"]
        .map(str::to_owned)
        .to_vec();
    columns.push("second_losses".to_owned());
    for parameter in &report.parameters {
        columns.extend(["first", "second", "after"].map(|which| format!("{}_{which}", parameter.name)));
    }
    let mut sheet = Sheet::new(columns);
    for (at, result) in report.results.iter().enumerate() {
        let mut row: Vec<_> = cells![at + 1].into();
        row.extend(result.first_games.iter().chain(&result.second_games).map(|&n| n.into()));
        for (number, parameter) in report.parameters.iter().enumerate() {
            row.extend(cells![result.first[number], result.second[number], parameter.values[at]]);
        }
        sheet.row(row);
    }
    sheet
}

/// A chart for each setting: its value after each step, and the estimate.
fn panels(report: &TuneReport) -> Vec<Panel> {
    let panel = |parameter: &tesuji_arena::tune::ParameterReport| {
        let values = std::iter::once(&parameter.start).chain(&parameter.values);
        let points = (0..).map(f64::from).zip(values).map(|(step, &value)| Point::new(step, Some(value)));
        Panel {
            title: format!("{}: from {} to {}", parameter.name, parameter.start, parameter.tuned),
            axes: [Axis::new("steps").whole(), Axis::new("value").range(parameter.low, parameter.high)],
            curves: vec![Curve { name: "value".to_owned(), hue: Hue::Tint(Tint::Blue), points: points.collect() }],
            level: Some(parameter.tuned),
            ..Panel::default()
        }
    };
    report.parameters.iter().map(panel).collect()
}
