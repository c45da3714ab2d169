//! `tesuji work`: long work of any kind, in this process or in the shards of a scheduler.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, miette};
use serde_json::{Value, json};
use tesuji_arena::Shard;
use tesuji_work::{KINDS, TaskThreads, Work, WorkEvent, WorkFinish, WorkOptions, merge, open};

use crate::interrupt::stop_by_ctrl_c;
use crate::pool::{RunOptions, jobs};
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji work`.
#[derive(clap::Subcommand)]
pub(crate) enum Arguments {
    /// Do what is still to be done, all of it or one part
    Run {
        #[command(flatten)]
        which: Which,
        /// Do only part I of N; every task is in exactly one part
        #[arg(long, value_name = "I/N", default_value = "1/1", hide_default_value = true)]
        shard: Shard,
        #[command(flatten)]
        options: RunOptions,
    },
    /// Join the parts that were done elsewhere; each outcome is checked again
    Merge {
        #[command(flatten)]
        which: Which,
        /// The parts: stores of a match, or folders
        #[arg(required = true, value_name = "PART")]
        parts: Vec<PathBuf>,
    },
    /// Sum up what is kept
    Summary {
        #[command(flatten)]
        which: Which,
        /// Print one JSON object
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        csv: CsvOption,
    },
}

/// The columns of `--csv`.
const COLUMNS: &str = "key value";

/// The work that is meant.
#[derive(clap::Args)]
pub(crate) struct Which {
    /// What kind of work it is
    #[arg(value_name = "KIND", value_parser = clap::builder::PossibleValuesParser::new(KINDS))]
    kind: String,
    /// What is to be done, in a file or as text (docs/CLUSTERS.md)
    #[arg(value_name = "CONTROL")]
    control: String,
    /// Where outcomes are kept: the store of a match, otherwise a folder
    #[arg(long, value_name = "PLACE")]
    out: PathBuf,
    /// The most nodes for each problem or opening
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The program that verifies: `a`, `b`, `c` or `brute`
    #[arg(long, value_name = "PROGRAM")]
    program: Option<String>,
    /// Of openings, a store of solved positions that also takes the answers
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Of a study, the full run instead of the small one
    #[arg(long)]
    full: bool,
    /// Of a study, the full run with this many games in each place of the table
    #[arg(long, value_name = "N")]
    games: Option<u64>,
}

impl Which {
    fn options(&self, shard: Shard) -> WorkOptions {
        let Self { nodes, program, store, full, games, .. } = self;
        WorkOptions { shard, nodes: *nodes, program: program.clone(), store: store.clone(), full: *full, games: *games }
    }

    fn open(&self, shard: Shard) -> miette::Result<Box<dyn Work>> {
        open(&self.kind, &self.control, &self.out, &self.options(shard)).map_err(|error| miette!("{error}"))
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    match arguments {
        Arguments::Run { which, shard, options } => {
            let mut work = which.open(*shard)?;
            let stop = stop_by_ctrl_c()?;
            let n_told = list_set_aside(&*work, 0);
            let finish = done(&mut *work, &TaskThreads { count: jobs(options.jobs), stop }, options.is_shown())?;
            print(&mut *work, options.json)?;
            list_set_aside(&*work, n_told);
            Ok(status(&finish, &which.out).max(contradiction(&mut *work)?))
        }
        Arguments::Merge { which, parts } => {
            let options = which.options(Shard::WHOLE);
            let merged = merge(&which.kind, &which.control, &which.out, parts, &options);
            let merged = merged.map_err(|error| miette!("{error}"))?;
            let new = count(merged.new, "outcome");
            writeln!(anstream::stdout(), "{}: {new} taken in, {} known before", which.out.display(), merged.known)?;
            for (number, fault) in &merged.refused {
                complain(&format!("task {number} is refused: {fault}"));
            }
            Ok(if merged.refused.is_empty() { Status::Fine } else { Status::No })
        }
        Arguments::Summary { which, json, csv } => {
            let mut work = which.open(Shard::WHOLE)?;
            print(&mut *work, *json)?;
            list_set_aside(&*work, 0);
            if csv.is_wanted() {
                let mut rows = Objects::new(csv, COLUMNS);
                for (key, value) in work.summary().into_diagnostic()?.as_object().into_iter().flatten() {
                    rows.add(|| json!({ "key": key, "value": plain(value) }));
                }
                rows.write()?;
            }
            Ok(contradiction(&mut *work)?)
        }
    }
}

/// Does one part of work that another command does whole, and says how the parts are put together.
///
/// # Errors
///
/// If the work makes no sense, or an outcome cannot be kept.
pub(super) fn run_part(
    kind: &str,
    control: &str,
    out: &Path,
    options: &WorkOptions,
    n_threads: usize,
    json: bool,
) -> status::Result {
    let mut work = open(kind, control, out, options).map_err(|error| miette!("{error}"))?;
    list_set_aside(&*work, 0);
    let finish = done(&mut *work, &TaskThreads { count: n_threads, stop: stop_by_ctrl_c()? }, !json)?;
    print(&mut *work, json)?;
    if !json && finish == WorkFinish::Complete {
        complain(&format!(
            "part {} is done; `tesuji work merge {kind}` joins the parts (docs/CLUSTERS.md)",
            options.shard
        ));
    }
    Ok(status(&finish, out).max(contradiction(&mut *work)?))
}

/// Does the work, with a bar on standard error if that is a terminal.
fn done(work: &mut dyn Work, executor: &TaskThreads, is_shown: bool) -> miette::Result<WorkFinish> {
    let target = if is_shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let n_known = work.n_tasks() - work.n_pending();
    let bar = ProgressBar::with_draw_target(Some(work.n_tasks()), target).with_position(n_known);
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} tasks  {elapsed}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.reset_eta();
    if n_known > 0 && is_shown {
        complain(&format!("{} done before, {} to do", count(n_known, "task"), work.n_pending()));
    }
    let finish = tesuji_work::run(work, executor, &mut |event, work| {
        bar.set_position(work.n_tasks() - work.n_pending());
        if let (WorkEvent::Failed(task, why), true) = (event, is_shown) {
            bar.suspend(|| complain(&format!("task {} failed: {why}", task.number)));
        }
        ControlFlow::Continue(())
    });
    bar.finish_and_clear();
    finish.into_diagnostic()
}

/// Lists outcomes that were kept and are not believed, but for those that were listed before. Returns how many there are.
fn list_set_aside(work: &dyn Work, n_told: usize) -> usize {
    let all = work.set_aside();
    all.iter().skip(n_told).for_each(|line| complain(line));
    all.len()
}

/// Prints the summary, a line for each of its keys.
fn print(work: &mut dyn Work, json: bool) -> status::Result<()> {
    let summary = work.summary().into_diagnostic()?;
    let mut out = anstream::stdout().lock();
    if json {
        return Ok(writeln!(out, "{}", sheet::line(&summary))?);
    }
    for (key, value) in summary.as_object().into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Null => "none".to_owned(),
            Value::Array(list) if list.is_empty() => "none".to_owned(),
            Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join("\n  "),
            other => plain(other),
        };
        writeln!(out, "{}: {text}", key.replace('_', " "))?;
    }
    Ok(())
}

/// A value in one line.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

/// Whether an answer contradicts what was expected, or is missing.
fn contradiction(work: &mut dyn Work) -> miette::Result<Status> {
    let summary = work.summary().into_diagnostic()?;
    let is_contradicted = summary["contradicted"].as_array().is_some_and(|problems| !problems.is_empty());
    let is_undecided = match &summary["undecided"] {
        Value::Array(tasks) => !tasks.is_empty(),
        n_tasks => n_tasks.as_u64() > Some(0),
    };
    Ok(match is_undecided {
        _ if is_contradicted => Status::No,
        true => Status::Undecided,
        false => Status::Fine,
    })
}

fn status(finish: &WorkFinish, out: &Path) -> Status {
    match finish {
        WorkFinish::Complete => Status::Fine,
        WorkFinish::Stopped => {
            complain(&format!("stopped; what was done is in {}, and the same command goes on", out.display()));
            Status::Interrupted
        }
        WorkFinish::Stuck(tasks) => {
            for (number, why) in tasks {
                complain(&format!("task {number} cannot be done: {why}"));
            }
            Status::No
        }
    }
}
