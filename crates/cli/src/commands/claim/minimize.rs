//! `tesuji claim minimize`: which cells of a carrier are needed, and the smallest carriers.

mod report;

use std::path::{Path, PathBuf};

use miette::Result;
use tesuji_board::{Cell, CellSet, Topology};
use tesuji_claims::carriers::{
    CarrierDiscovery, CarrierError, Enumeration, Need, Needs, all_minimal, needed, needed_with,
};
use tesuji_figures::{Picture, Theme};
use tesuji_gallery::claims;
use tesuji_problem::{Problem, write_json, write_toml};
use tesuji_proof::{Certificate, Verdict};
use tesuji_search::Limits;

use crate::files;
use crate::input::{self, TimeOption};
use crate::picture::PictureArguments;
use crate::pool::{Headline, Pool};
use crate::sheet::{DataOptions, Objects};
use crate::status::{self, Failure, Status};
use crate::text;

/// The arguments of `tesuji claim minimize`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each problem, and nothing else")))]
pub(crate) struct Arguments {
    /// Problem file (TOML, JSON or diagrams); `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Minimize only the problem with this id
    id: Option<String>,
    /// Find every minimal carrier, not only one
    #[arg(long)]
    all: bool,
    /// Write certificates to this folder: of the claim, of the claim without each cell, and of each minimal carrier
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    limit: TimeOption,
    #[command(flatten)]
    data: DataOptions,
    /// Write the minimal carriers to this problem file, JSON if it ends in `.json` and TOML otherwise
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
    #[command(flatten)]
    picture: PictureArguments,
}

/// Final result for one problem.
struct Minimized<'a> {
    problem: &'a Problem,
    /// `None`: the claim itself is undecided.
    needs: Option<Needs>,
    /// Minimal carriers with their proofs. If there is only one, it may not be quite minimal: see `is_minimal`.
    carriers: Vec<Certificate>,
    is_minimal: bool,
    /// With `--all`: whether these are all minimal carriers.
    is_complete: bool,
    seconds: f64,
    /// Folder of the certificates.
    folder: Option<PathBuf>,
}

impl Minimized<'_> {
    /// Whether a result contradicts what the problem says about the claim or its cells.
    fn contradicted(&self) -> bool {
        let Some(needs) = &self.needs else { return false };
        let Problem { expected, needed, droppable, .. } = self.problem;
        let clashes = |known: &Option<CellSet>, found| known.as_ref().is_some_and(|known| known.meets(&found));
        expected.is_some_and(|expected| expected != (needs.whole.verdict == Verdict::Holds))
            || clashes(needed, needs.droppable())
            || clashes(droppable, needs.needed())
    }
}

impl Minimized<'_> {
    /// Reason why there is no smaller carrier to write.
    fn why_none(&self) -> Option<&'static str> {
        match &self.needs {
            _ if !self.carriers.is_empty() => None,
            None => Some("undecided, a limit was reached"),
            Some(needs) if needs.whole.verdict == Verdict::Fails => Some("the claim fails"),
            Some(_) => Some("a limit was reached before a smaller carrier was found"),
        }
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let mut problems = input::read_problems(std::slice::from_ref(&arguments.file))?;
    input::keep_only(&mut problems, arguments.id.as_deref())?;
    let pool = Pool::new(arguments.limit.time, None, problems.len())?;
    let mut status = Status::Fine;
    let mut smallest = Vec::new();
    let mut rows = Objects::new(&arguments.data.csv, report::COLUMNS);
    let mut unwritten = Vec::new();
    let mut pictures = Vec::new();
    pool.run(
        &problems,
        1,
        |problem_idx, problem| minimize(arguments, &pool, problem_idx, problem).transpose(),
        |minimized: Result<Minimized<'_>, Failure>| {
            let minimized = minimized?;
            report::print(&minimized, arguments.all, arguments.data.json)?;
            rows.add(|| report::json_line(&minimized, arguments.all));
            if minimized.contradicted() {
                status = status.max(Status::No);
            }
            if minimized.needs.as_ref().is_none_or(|needs| !needs.undecided().is_empty()) {
                status = status.max(Status::Undecided);
            }
            if let Some(why) = minimized.why_none() {
                unwritten.push(format!("{}: {why}", minimized.problem.id));
            }
            smallest.extend(problems_of(&minimized));
            if arguments.picture.is_wanted() {
                pictures.extend(drawn(&minimized, arguments.picture.theme()));
            }
            Ok::<(), Failure>(())
        },
    )?;
    rows.write()?;
    if let (Some(path), true) = (&arguments.out, smallest.is_empty()) {
        let why = if unwritten.is_empty() { "no problem was answered".to_owned() } else { unwritten.join("; ") };
        text::complain(&format!("{}: nothing was written: {why}", path.display()));
    }
    if let Some(path) = arguments.out.as_ref().filter(|_| !smallest.is_empty()) {
        let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
        let text = if is_json { write_json(&smallest) } else { write_toml(&smallest) };
        files::write_whole(path, text.as_bytes())?;
    }
    if !pictures.is_empty() {
        arguments.picture.write(pictures)?;
    }
    Ok(if pool.is_stopped() { status.max(Status::Interrupted) } else { status })
}

/// The claim with what its cells are worth, and each smaller carrier.
fn drawn(minimized: &Minimized<'_>, theme: Theme) -> Vec<Picture> {
    let id = &minimized.problem.id;
    let Some(needs) = &minimized.needs else {
        let title = format!("{id}: not settled within the limits");
        return vec![claims::claim(&title, &minimized.problem.claim, theme)];
    };
    if needs.whole.verdict == Verdict::Fails {
        return vec![claims::claim(&format!("{id}: the claim fails"), &minimized.problem.claim, theme)];
    }
    let kind = if minimized.is_minimal { "minimal carrier" } else { "smaller carrier" };
    let mut pictures = vec![claims::needs(&format!("{id}: which cells are needed"), needs, theme)];
    for (number, smaller) in (1..).zip(&minimized.carriers) {
        if smaller.claim.carrier != minimized.problem.claim.carrier {
            let title = format!("{id}: {kind} {number}, {}", text::count(smaller.claim.carrier.len() as u64, "cell"));
            let (whole, needed) = (&minimized.problem.claim, needs.needed());
            pictures.push(claims::carrier(&title, whole, &smaller.claim, &needed, theme));
        }
    }
    pictures
}

/// Minimizes one problem; `None` if Ctrl-C was pressed before the claim was decided.
fn minimize<'a>(
    arguments: &Arguments,
    pool: &Pool,
    problem_idx: usize,
    problem: &'a Problem,
) -> Result<Option<Minimized<'a>>, Failure> {
    let (minimized, seconds) = pool.search(problem_idx, &problem.id, |limits, _| {
        let headline = pool.headline();
        let found = search(problem, arguments.all, arguments.certificates.as_deref(), limits, &headline);
        headline.clear();
        found
    });
    let mut minimized = minimized?;
    minimized.seconds = seconds;
    Ok(Some(minimized).filter(|minimized| minimized.needs.is_some() || !pool.is_stopped()))
}

fn search<'a>(
    problem: &'a Problem,
    all: bool,
    certificates: Option<&Path>,
    limits: &Limits,
    headline: &Headline,
) -> Result<Minimized<'a>, Failure> {
    let say = |what: String| headline.show(&format!("{}: {what}", problem.id));
    let n_cells = problem.claim.carrier.len();
    let mut minimized = Minimized {
        problem,
        needs: None,
        carriers: Vec::new(),
        is_minimal: false,
        is_complete: false,
        seconds: 0.0,
        folder: certificates.map(|folder| folder.join(files::file_name(&problem.id).trim_end_matches(".cert"))),
    };
    let Some(needs) = decided(needed_with(&problem.claim, limits, |n_judged| {
        say(format!("{n_judged} of {n_cells} cells judged"));
    }))?
    else {
        return Ok(minimized);
    };
    let holds = needs.whole.verdict == Verdict::Holds;
    if let Some(folder) = &minimized.folder {
        write_needs(folder, "claim", &needs)?;
    }
    let needs = minimized.needs.insert(needs);
    if holds && all {
        // A cell that is needed on its own is a cut on its own.
        let cuts = needs.needed().iter().map(|cell| CellSet::from_iter([cell])).collect();
        let mut known = Enumeration { cuts, ..Enumeration::default() };
        let mut carriers = Vec::new();
        let mut n_cuts = 0;
        let found = all_minimal(&problem.claim, limits, &mut known, |found| {
            match found {
                CarrierDiscovery::Carrier(certificate) => carriers.push(certificate.clone()),
                CarrierDiscovery::Cut(..) => n_cuts += 1,
            }
            say(format!("{}, {}", text::count(carriers.len() as u64, "minimal carrier"), text::count(n_cuts, "cut")));
        });
        minimized.is_complete = decided(found)?.is_some();
        minimized.is_minimal = !carriers.is_empty();
        minimized.carriers = carriers;
    }
    // A limit may have been reached before the first minimal carrier. A single carrier, minimal or not, is still
    // useful.
    if holds
        && minimized.carriers.is_empty()
        && let Some(shrunk) = decided(needs.shrink(limits))?
    {
        minimized.is_minimal = shrunk.minimal;
        minimized.carriers.push(shrunk.certificate);
    }
    if let Some(folder) = &minimized.folder {
        for (number, carrier) in (1..).zip(&minimized.carriers) {
            if carrier.claim == problem.claim {
                continue;
            }
            match decided(needed(&carrier.claim, limits))? {
                Some(needs) => write_needs(folder, &format!("minimal-{number}"), &needs)?,
                None => files::write_certificate(&folder.join(format!("minimal-{number}.cert")), carrier)?,
            }
        }
    }
    Ok(minimized)
}

/// The answer, or `None` if a limit was reached first.
pub(super) fn decided<T>(answer: Result<T, CarrierError>) -> Result<Option<T>, Failure> {
    match answer {
        Ok(found) => Ok(Some(found)),
        Err(CarrierError::Limit) => Ok(None),
        Err(fault) => Err(Failure::Fault(fault.to_string())),
    }
}

/// Writes `<name>.cert` and, for each cell that is judged, `<name>-without-<cell>.cert`.
fn write_needs(folder: &Path, name: &str, needs: &Needs) -> Result<(), Failure> {
    files::make_folder(folder)?;
    let board = &needs.whole.claim.topology;
    for (cell, need) in &needs.cells {
        if let Need::Needed(certificate) | Need::Droppable(certificate) = need {
            files::write_certificate(&without_path(folder, name, board, *cell), certificate)?;
        }
    }
    files::write_certificate(&folder.join(format!("{name}.cert")), &needs.whole)
}

/// The path of the certificate of the claim without a cell.
fn without_path(folder: &Path, name: &str, board: &Topology, cell: Cell) -> PathBuf {
    folder.join(format!("{name}-without-{}.cert", board.name(cell)))
}

/// The claims with minimal carriers, as problems with their own names.
fn problems_of(minimized: &Minimized<'_>) -> impl Iterator<Item = Problem> {
    let id = &minimized.problem.id;
    (1..).zip(&minimized.carriers).map(move |(number, carrier)| {
        let mut problem = Problem::new(format!("{id} minimal {number}"), carrier.claim.clone());
        problem.expected = Some(true);
        problem.origin = Some(format!("a smaller carrier of {id}"));
        if minimized.is_minimal {
            problem.needed = Some(carrier.claim.carrier.clone());
        }
        problem
    })
}
