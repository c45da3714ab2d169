//! `tesuji claim split`: splits a claim into part-boards that together prove it.

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde_json::json;
use tesuji_claims::split::{Split, SplitConfig, SplitOutcome, SplitReport, split};
use tesuji_gallery::claims;
use tesuji_problem::strategy;
use tesuji_problem::{Problem, write_toml};
use tesuji_search::Limits;

use crate::files;
use crate::input::{self, TimeOption};
use crate::picture::PictureArguments;
use crate::pool::Pool;
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji claim split`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A problem file (TOML, JSON or a diagram); `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The problem to split [default: the first of the file]
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// The most empty cells of a part that is not split further
    #[arg(long, value_name = "N", default_value_t = SplitConfig::default().cells)]
    cells: usize,
    /// Write the strategy and the parts to this folder, as `<id>.strategy` and `<id>.parts.toml`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write the certificate to this folder, as `<id>.cert`: the proof, or the refutation
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    limit: TimeOption,
    /// Print one JSON object for each part-board, one without a part if there is none, and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
    #[command(flatten)]
    picture: PictureArguments,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "id answer parts part empties certificate_nodes nodes seconds";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let problems = input::read_problems(std::slice::from_ref(&arguments.file))?;
    let problem = match &arguments.id {
        None => &problems[0],
        Some(id) => problems
            .iter()
            .find(|problem| problem.id == *id)
            .ok_or_else(|| miette!("{} has no problem `{id}`", arguments.file.display()))?,
    };
    let pool = Pool::new(arguments.limit.time, None, 1)?;
    let config = SplitConfig { cells: arguments.cells };
    let search = |limits: &Limits, _: &_| split(problem, &config, limits);
    let Some((SplitReport { outcome, nodes }, seconds)) = pool.run_one(|| pool.search(0, &problem.id, search)) else {
        return Ok(Status::Interrupted);
    };
    list(arguments, problem, &outcome, nodes, seconds)?;
    let cost = format!("{}, {seconds:.3} s", count(nodes, "node"));
    match outcome {
        SplitOutcome::Holds(split) => {
            if !arguments.json {
                report(problem, &split, &cost)?;
            }
            if arguments.picture.is_wanted() {
                let theme = arguments.picture.theme();
                let whole = claims::certificate(&problem.id, &split.certificate, theme).into_diagnostic()?;
                let parts = split.parts.iter().map(|part| claims::claim(&part.id, &part.claim, theme));
                arguments.picture.write([whole].into_iter().chain(parts).collect())?;
            }
            if let Some(folder) = &arguments.out {
                save(folder, &problem.id, &split)?;
            }
            Ok(Status::Fine)
        }
        SplitOutcome::Settled(_) => {
            complain(&format!("{}: no cell is empty, so there is nothing to split ({cost})", problem.id));
            Ok(Status::Fine)
        }
        SplitOutcome::Fails(_) => {
            complain(&format!("{} fails, so there is nothing to split ({cost})", problem.id));
            Ok(if problem.expected == Some(true) { Status::No } else { Status::Fine })
        }
        SplitOutcome::Unsound(fault) => {
            complain(&format!("{}: the parts do not prove the whole: {fault}", problem.id));
            Ok(Status::Fault)
        }
        _ if pool.is_stopped() => Ok(Status::Interrupted),
        _ => {
            complain(&format!("{}: undecided ({cost})", problem.id));
            Ok(Status::Undecided)
        }
    }
}

/// Prints and writes the part-boards as data, as far as that is asked for.
fn list(
    arguments: &Arguments,
    problem: &Problem,
    outcome: &SplitOutcome,
    nodes: u64,
    seconds: f64,
) -> status::Result<()> {
    let (answer, parts, certificate) = match outcome {
        SplitOutcome::Holds(split) => ("holds", &split.parts[..], Some(&split.certificate)),
        SplitOutcome::Settled(certificate) => ("holds", &[][..], Some(certificate)),
        SplitOutcome::Fails(refutation) => ("fails", &[][..], refutation.as_ref()),
        _ => ("undecided", &[][..], None),
    };
    let object = |part: Option<&Problem>| {
        json!({
            "id": problem.id, "answer": answer, "parts": parts.len(), "part": part.map(|part| &part.id),
            "empties": part.unwrap_or(problem).claim.carrier.len(),
            "certificate_nodes": certificate.map(|certificate| certificate.nodes.len()), "nodes": nodes,
            "seconds": seconds,
        })
    };
    let objects: Vec<_> =
        if parts.is_empty() { vec![object(None)] } else { parts.iter().map(|part| object(Some(part))).collect() };
    let mut rows = Objects::new(&arguments.csv, COLUMNS);
    let mut out = anstream::stdout().lock();
    for object in objects {
        if arguments.json {
            writeln!(out, "{}", sheet::line(&object))?;
        }
        rows.add(|| object);
    }
    rows.write()?;
    if let (Some(folder), Some(certificate)) = (&arguments.certificates, certificate) {
        files::save_certificate(folder, &problem.id, certificate)?;
    }
    Ok(())
}

/// Prints the strategy as text, after a comment that says how large it is.
fn report(problem: &Problem, split: &Split, cost: &str) -> status::Result<()> {
    let largest = split.parts.iter().map(|part| part.claim.carrier.len()).max().unwrap_or(0);
    let mut out = anstream::stdout().lock();
    writeln!(
        out,
        "; {}: {}, the largest of {}; a certificate of {}; {cost}",
        problem.id,
        count(split.parts.len() as u64, "part-board"),
        count(largest as u64, "empty cell"),
        count(split.certificate.nodes.len() as u64, "node"),
    )?;
    out.write_all(strategy::write(&split.strategy).as_bytes())?;
    out.flush()?;
    Ok(())
}

fn save(folder: &Path, id: &str, split: &Split) -> miette::Result<()> {
    files::make_folder(folder)?;
    let path = folder.join(files::file_name(id));
    files::write_whole(&path.with_extension("strategy"), strategy::write(&split.strategy).as_bytes())?;
    files::write_whole(&path.with_extension("parts.toml"), write_toml(&split.parts).as_bytes())
}
