//! `tesuji claim strategy`: whether a strategy that a person wrote is right as a whole.

mod answered;

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde_json::json;
use tesuji_archive::{ArchiveAnswerer, SearchClock};
use tesuji_claims::dialogue::Dialogue;
use tesuji_claims::strategy::{self, StrategyFailure, StrategyOutcome, StrategyReport};
use tesuji_figures::{Picture as Drawn, Theme};
use tesuji_gallery::books::book;
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_problem::strategy::Strategy;
use tesuji_proof::{Certificate, Verdict};
use tesuji_search::Limits;

use crate::commands::prove::paper::PaperArguments;
use crate::commands::prove::{ProgramName, programs};
use crate::files;
use crate::input::{self, TimeOption};
use crate::picture::{Picture, PictureArguments, sentence};
use crate::pool::Pool;
use crate::sheet::{self, DataOptions, Objects};
use crate::solving::StoreOption;
use crate::status::{self, Status};
use crate::text::count;

/// The arguments of `tesuji claim strategy`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object, and nothing else")))]
pub(crate) struct Arguments {
    /// A strategy: a problem, the line `strategy:`, moves and parts; a file, `-` for standard input, or the text itself
    #[arg(value_name = "TEXT|FILE")]
    file: PathBuf,
    /// The program that answers the positions. A and B write no certificate: the result is a table of their answers
    #[arg(long, value_enum, default_value = "c", ignore_case = true)]
    program: ProgramName,
    /// Write the certificate to this folder, as `<id>.cert`: the proof, or the refutation of the part that fails
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
    /// Write a book of the strategy to this file (HTML): a board and the replies for each case, lemmas for what recurs
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    #[command(flatten)]
    store: StoreOption,
    #[command(flatten)]
    limit: TimeOption,
    #[command(flatten)]
    paper: PaperArguments,
    #[command(flatten)]
    picture: PictureArguments,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "id answer empties leaves place reason nodes seconds certificate_nodes certificate";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let strategy = input::parse_strategy(&arguments.file, &input::bytes(&arguments.file)?)?;
    let pool = Pool::new(arguments.limit.time, None, 1)?;
    let program = programs(&[arguments.program], &arguments.paper)?.first().copied().unwrap_or(Program::C);
    if program != Program::C {
        return answered::run(arguments, &strategy, program, &pool);
    }
    let archive = arguments.store.archive(1)?;
    let search = |limits: &Limits, clock: &SearchClock| {
        let seconds = || clock.seconds();
        let answerer = ArchiveAnswerer::new(&archive, limits, &seconds);
        match arguments.store.path {
            Some(_) => strategy::verify_by(&strategy, &|claim, limits| answerer.verify(claim, limits), limits),
            None => strategy::verify(&strategy, limits),
        }
    };
    let Some((report, seconds)) = pool.run_one(|| pool.search(0, &strategy.problem.id, search)) else {
        return Ok(Status::Interrupted);
    };
    let saved = match (&arguments.certificates, certificate(&report.outcome)) {
        (Some(folder), Some(certificate)) => Some(files::save_certificate(folder, &strategy.problem.id, certificate)?),
        _ => None,
    };
    if let (Some(path), StrategyOutcome::Holds(whole)) = (&arguments.book, &report.outcome) {
        let cases = |limits: &Limits, clock: &SearchClock| {
            let seconds = || clock.seconds();
            let mut answerer = ArchiveAnswerer::new(&archive, limits, &seconds);
            Dialogue::of_proved(strategy.clone(), &mut answerer).map(|mut dialogue| dialogue.cases())
        };
        let Some((cases, _)) = pool.run_one(|| pool.search(0, &strategy.problem.id, cases)) else {
            return Ok(Status::Interrupted);
        };
        let cases = cases.into_diagnostic()?;
        if cases.is_empty() {
            return Err(miette!("no book: a limit was reached first; `--store` keeps what was proved").into());
        }
        files::write_whole(path, book(&strategy.problem.id, &cases, whole.nodes.len()).as_bytes())?;
    }
    if arguments.data.csv.is_wanted() {
        let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
        rows.add(|| json_line(&strategy, &report, seconds, saved.as_deref()));
        rows.write()?;
    }
    if arguments.picture.is_wanted() {
        arguments.picture.write(vec![picture(&strategy, &report.outcome, arguments.picture.theme())])?;
    }
    let text = match arguments.data.json {
        true => format!("{}\n", sheet::line(&json_line(&strategy, &report, seconds, saved.as_deref()))),
        false => in_words(&strategy, &report, seconds),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())?;
    Ok(match report.outcome {
        StrategyOutcome::Holds(_) => Status::Fine,
        StrategyOutcome::Fails(_) => Status::No,
        StrategyOutcome::Undecided(_) if pool.is_stopped() => Status::Interrupted,
        StrategyOutcome::Undecided(_) => Status::Undecided,
        StrategyOutcome::Unsound(_) => Status::Fault,
    })
}

fn certificate(outcome: &StrategyOutcome) -> Option<&Certificate> {
    match outcome {
        StrategyOutcome::Holds(certificate) => Some(certificate),
        StrategyOutcome::Fails(failure) => failure.refutation.as_deref(),
        StrategyOutcome::Undecided(_) | StrategyOutcome::Unsound(_) => None,
    }
}

/// The claim with the answers of its proof, or the part that fails.
fn picture(strategy: &Strategy, outcome: &StrategyOutcome, theme: Theme) -> Drawn {
    let id = &strategy.problem.id;
    let title = match outcome {
        StrategyOutcome::Holds(_) => format!("{id}, by its strategy"),
        StrategyOutcome::Fails(failure) => format!("{id}: the strategy fails {}", failure.place),
        StrategyOutcome::Undecided(_) | StrategyOutcome::Unsound(_) => format!("{id}: not settled"),
    };
    let proof = certificate(outcome).and_then(|proof| claims::certificate(&title, proof, theme).ok());
    proof.unwrap_or_else(|| claims::claim(&title, &strategy.problem.claim, theme))
}

fn in_words(strategy: &Strategy, report: &StrategyReport, seconds: f64) -> String {
    let id = &strategy.problem.id;
    let cost = format!("{}, {seconds:.3} s", count(report.nodes, "node"));
    let leaves = count(strategy.plan.n_leaves() as u64, "leaf position");
    match &report.outcome {
        StrategyOutcome::Holds(certificate) => {
            let size = count(certificate.nodes.len() as u64, "node");
            format!("{id}: the strategy holds: {leaves}, one certificate of {size} ({cost})\n")
        }
        StrategyOutcome::Fails(failure) => {
            format!("{id}: the strategy FAILS: {failure} ({cost})\n{}", refuted(failure))
        }
        StrategyOutcome::Undecided(place) => format!("{id}: undecided at {place} ({cost})\n"),
        StrategyOutcome::Unsound(fault) => format!("{id}: the certificate does not check: {fault} ({cost})\n"),
    }
}

/// The position that a refutation is about.
fn refuted(failure: &StrategyFailure) -> String {
    let Some(Certificate { claim, verdict: Verdict::Fails, .. }) = failure.refutation.as_deref() else {
        return String::new();
    };
    format!("refuted: {}\n{}", sentence(claim), Picture::of_claim(claim))
}

fn json_line(strategy: &Strategy, report: &StrategyReport, seconds: f64, saved: Option<&Path>) -> serde_json::Value {
    let (answer, place, reason) = match &report.outcome {
        StrategyOutcome::Holds(_) => ("holds", None, None),
        StrategyOutcome::Fails(failure) => ("fails", Some(failure.place.clone()), Some(failure.reason.to_string())),
        StrategyOutcome::Undecided(place) => ("undecided", Some(place.clone()), None),
        StrategyOutcome::Unsound(fault) => ("undecided", None, Some(fault.clone())),
    };
    json!({
        "id": strategy.problem.id,
        "answer": answer,
        "empties": strategy.problem.claim.carrier.len(),
        "leaves": strategy.plan.n_leaves(),
        "place": place,
        "reason": reason,
        "nodes": report.nodes,
        "seconds": seconds,
        "certificate_nodes": certificate(&report.outcome).map(|certificate| certificate.nodes.len()),
        "certificate": saved.map(Path::to_string_lossy),
    })
}
