//! `tesuji study run`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, Result, miette};
use tesuji_archive::within;
use tesuji_arena::Shard;
use tesuji_studies::{Bench, RunProgress, RunRecord, RunSize, RunTable, Study, StudyJudgement, papers};
use tesuji_work::WorkOptions;

use super::chosen;
use super::data::{COLUMNS, comparison_json, record_json};
use crate::columns::Columns;
use crate::commands::work;
use crate::interrupt::stop_by_ctrl_c;
use crate::picture::PLAIN;
use crate::pool::JobsOption;
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};
use crate::{files, text};

/// The arguments of `tesuji study run`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object for each study and nothing else")))]
#[command(mut_arg("jobs", |jobs| jobs.help(
    "How many threads to use; no result depends on it [default: one for each processor]"
)))]
pub(crate) struct Arguments {
    /// Studies such as `takada2014/table2`, or papers
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
    /// The full run, as the paper has it, instead of the small one
    #[arg(long, conflicts_with = "games")]
    full: bool,
    /// The full run with this many games in each place of the table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    /// The full run, as far as it gets in this time; games go on where they were stopped
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    budget: Option<Duration>,
    /// Write results, pictures and games to this folder [default: `studies`, for runs that are not small]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write one page with all results to this file
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Run only part I of N of one study or paper, into a folder of its own; `tesuji work merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["budget", "html", "csv"])]
    shard: Option<Shard>,
    /// Words that are kept with the results, such as the machine and the commit
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    remark: String,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    jobs: JobsOption,
}

impl Arguments {
    const fn size(&self) -> RunSize {
        if self.full || self.games.is_some() || self.budget.is_some() { RunSize::Full } else { RunSize::Small }
    }

    /// The folder of results, if they are kept.
    fn folder(&self) -> Option<PathBuf> {
        self.out.clone().or_else(|| (self.size() == RunSize::Full).then(|| PathBuf::from("studies")))
    }
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    if let (Some(shard), Some(out)) = (arguments.shard, &arguments.out) {
        let [id] = &arguments.ids[..] else {
            return Err(miette!("`--shard` is for one study or paper, and {} are named", arguments.ids.len()).into());
        };
        let options = WorkOptions { shard, full: arguments.full, games: arguments.games, ..WorkOptions::default() };
        return work::run_part("study", id, out, &options, arguments.jobs.count(), arguments.data.json);
    }
    let studies = chosen(&arguments.ids)?;
    let size = arguments.size();
    // All are looked at before the first one runs.
    let methods = studies
        .iter()
        .map(|study| study.method(size, arguments.games).map_err(|error| miette!("{error}")))
        .collect::<Result<Vec<_>>>()?;
    let folder = arguments.folder();
    if let Some(folder) = &folder {
        files::make_folder(folder)?;
    }
    let ctrl_c = stop_by_ctrl_c()?;
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    bar.set_style(
        ProgressStyle::with_template("{msg}  {bar:30} {pos} of {len}  {elapsed}")
            .unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    let mut records = Vec::new();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    let mut out = anstream::stdout().lock();
    let mut n_stopped = 0;
    for (study, method) in studies.iter().zip(&methods) {
        let progress = |progress: RunProgress| {
            bar.set_length(progress.of);
            bar.set_position(progress.done);
            bar.set_message(format!("{}: {}", study.id, progress.what));
        };
        bar.set_position(0);
        bar.set_message(study.id.clone());
        let share = arguments.budget.map(|budget| budget / studies.len() as u32);
        let outcome = within(share, &ctrl_c, |limits| {
            let bench = Bench {
                jobs: arguments.jobs.count(),
                folder: folder.clone(),
                stop: Arc::clone(&limits.interrupt),
                progress: &progress,
            };
            tesuji_studies::run(&study.id, method, &bench)
        })
        .into_diagnostic()?;
        n_stopped += usize::from(outcome.stopped);
        let record = RunRecord::new(study, size, arguments.games, outcome).with_remark(&arguments.remark);
        if let Some(folder) = &folder {
            write(folder, study, &record)?;
        }
        for comparison in &record.judgement.comparisons {
            rows.add(|| comparison_json(&record, comparison));
        }
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&record_json(&record)))?;
        } else {
            bar.suspend(|| write!(out, "{}", in_words(study, &record)))?;
        }
        let pictures = record.outcome.pictures.iter().map(|shown| (shown.name.clone(), shown.picture.svg())).collect();
        records.push((record, pictures));
        if ctrl_c.load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    bar.finish_and_clear();
    rows.write()?;
    if let Some(path) = &arguments.html {
        let title = match &studies[..] {
            [study] => format!("{}: {}", study.id, study.title),
            _ => "Studies, run again".to_owned(),
        };
        files::write_whole(path, papers::html(&title, &records).as_bytes())?;
    }
    if let Some(folder) = folder.as_ref().filter(|_| !arguments.data.json) {
        writeln!(out, "results are in {}", folder.display())?;
    }
    if ctrl_c.load(std::sync::atomic::Ordering::Relaxed) {
        complain(match folder {
            Some(_) => "stopped; the same command goes on with the games that were played",
            None => "stopped; nothing is kept of a small run: with `--out DIR` it would go on where it was",
        });
        return Ok(Status::Interrupted);
    }
    if n_stopped > 0 {
        complain(&format!("the time ended in {}; the same command goes on", count(n_stopped as u64, "study")));
    }
    Ok(Status::Fine)
}

/// Keeps a run: its numbers as JSON, its tables as CSV, its pictures as SVG.
fn write(folder: &Path, study: &Study, record: &RunRecord) -> Result<()> {
    let stem = study.id.replace('/', "-");
    files::write_whole(&folder.join(format!("{stem}.{}.json", record.size.name())), record.to_json().as_bytes())?;
    for (idx, shown) in record.outcome.pictures.iter().enumerate() {
        let name: String = shown.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        // The first picture stands for the study.
        let name = if idx == 0 { format!("{stem}.svg") } else { format!("{stem}--{name}.svg") };
        files::write_whole(&folder.join(name), shown.picture.svg().as_bytes())?;
    }
    Ok(())
}

fn in_words(study: &Study, record: &RunRecord) -> String {
    let bold = PLAIN.bold();
    let mut text = format!("{bold}{}{bold:#}: {}\n{}\n", study.id, study.title, study.says);
    let StudyJudgement { comparisons, checks, verdict } = &record.judgement;
    for (column, comparisons) in [("published", comparisons), ("our check", checks)] {
        let mut table = RunTable::new("", ["number", "ours", column, ""]);
        comparisons.iter().for_each(|comparison| table.row(papers::row(comparison)));
        if !comparisons.is_empty() {
            text += &in_columns(&table);
        }
    }
    for table in &record.outcome.tables {
        text += &format!("\n{bold}{}{bold:#}\n{}", table.title, in_columns(table));
    }
    for note in record.outcome.notes.iter().chain(&study.learnt) {
        text += &format!("{note}\n");
    }
    text += &format!("{bold}verdict{bold:#}: {}\n\n", papers::verdict(verdict));
    text
}

fn in_columns(table: &RunTable) -> String {
    let mut columns = Columns::new(table.columns.iter().map(String::as_str));
    table.rows.iter().for_each(|row| columns.row(row));
    columns.to_string()
}
