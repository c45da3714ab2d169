//! `tesuji templates`: all minimal edge templates of a stone, or of given stones.

mod journal;
mod stored;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use miette::{IntoDiagnostic, Result, miette};
use serde_json::json;
use tesuji_arena::Shard;
use tesuji_board::{Cell, parse_cell_name};
use tesuji_claims::carriers::{Discovery, EdgeShape, TemplateSearch, TemplateTask, needed};
use tesuji_gallery::claims;
use tesuji_problem::{Problem, parse_file_text, write_toml};
use tesuji_proof::{Claim, Verdict};
use tesuji_search::Limits;
use tesuji_solve::MAX_SIDE;

use self::journal::Journal;
use super::minimize::{decided, without_path, write_needs};
use crate::files;
use crate::picture::{Picture, PictureArguments, sentence};
use crate::pool::Pool;
use crate::sheet::{DataOptions, Objects};
use crate::status::{self, Failure, Status};
use crate::text::{self, complain, count};

/// The arguments of `tesuji templates`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line for each template and one at the end, and nothing else"
)))]
pub(crate) struct Arguments {
    /// The row of the stone, or of the highest stone, counted from the edge
    #[arg(long, value_name = "R", required_unless_present = "stored")]
    row: Option<usize>,
    /// How many columns of the rhombus a template, or its mirror image, may take
    #[arg(long, value_name = "W", required_unless_present = "stored")]
    width: Option<usize>,
    /// Show the stored connections of Programs A and B instead, and how often each fits on a board
    #[arg(long, conflicts_with_all = ["row", "width", "stones", "above", "out", "limit"])]
    stored: bool,
    /// Of the stored connections, the board on which they are counted: `7` or `7x6` [default: 7x7 and 8x8]
    #[arg(long, value_name = "SIZE", value_parser = text::parse_board, requires = "stored")]
    board: Option<(usize, usize)>,
    /// The stones, named as on a board whose row 1 is row R from the edge (`"b1 c1"`); the first one is joined to the
    /// edge
    #[arg(long, value_name = "CELLS")]
    stones: Option<String>,
    /// Let templates use the row above the highest stone
    #[arg(long)]
    above: bool,
    /// Write problems and certificates to this folder, and resume an earlier run from it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Search only part I of N of the places along the edge; `tesuji work merge` joins the parts
    #[arg(long, value_name = "I/N", requires = "out", conflicts_with_all = ["stored", "limit", "csv"])]
    shard: Option<Shard>,
    /// The most processor time for the whole search: `60s`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration)]
    limit: Option<Duration>,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    data: DataOptions,
}

/// The search as the control of long work.
fn control(arguments: &Arguments) -> String {
    let (row, width, above) = (arguments.row(), arguments.width(), arguments.above);
    let stones = arguments.stones.as_ref().map(|stones| format!("stones = {}\n", json!(stones)));
    format!("row = {row}\nwidth = {width}\nabove = {above}\n{}", stones.unwrap_or_default())
}

impl Arguments {
    /// The row, which is there unless the stored connections are wanted.
    fn row(&self) -> usize {
        self.row.unwrap_or_default()
    }

    /// The width, likewise.
    fn width(&self) -> usize {
        self.width.unwrap_or_default()
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    if arguments.stored {
        return stored::run(arguments);
    }
    if let (Some(shard), Some(out)) = (arguments.shard, &arguments.out) {
        let options = tesuji_work::Options { shard, ..tesuji_work::Options::default() };
        return super::work::run_part("templates", &control(arguments), out, &options, 1, arguments.data.json);
    }
    let stones = stones(arguments)?;
    let task = TemplateTask::new(arguments.row(), arguments.width(), &stones, arguments.above).into_diagnostic()?;
    let mut search = TemplateSearch::new(&task);
    let pool = Pool::new(arguments.limit, None, 1)?;
    let journal = match &arguments.out {
        None => None,
        Some(folder) => {
            files::make_folder(folder)?;
            Some(Journal::open(&folder.join("templates.journal"), &title(arguments, &stones), &mut search)?)
        }
    };
    let mut hunt = Hunt::new(arguments, &pool, search.claims().to_vec(), journal);
    let mut end = None;
    let work = std::sync::Mutex::new(Some((&mut search, &mut hunt)));
    pool.run(
        &[()],
        1,
        |_, ()| {
            let (search, hunt) = work.lock().ok()?.take()?;
            let name = format!("templates on row {}, width {}", arguments.row(), arguments.width());
            let (outcome, _) = pool.search(0, &name, |limits, _| {
                let outcome = search.run(limits, |discovery| hunt.discover(discovery, limits));
                match hunt.failure.take() {
                    Some(failure) => Err(failure),
                    None => decided(outcome),
                }
            });
            Some(outcome)
        },
        |outcome| {
            end = outcome?;
            Ok::<(), Failure>(())
        },
    )?;
    hunt.finish(end.is_some())?;
    if arguments.picture.is_wanted() && !hunt.templates.is_empty() {
        let theme = arguments.picture.theme();
        let drawn = hunt.templates.iter().map(|problem| claims::claim(&problem.id, &problem.claim, theme));
        arguments.picture.write(drawn.collect())?;
    }
    hunt.rows.write()?;
    Ok(if pool.is_stopped() { Status::Interrupted } else { Status::Fine })
}

/// The stones by their row from the edge and their column. If none are given, it is one stone on the row.
fn stones(arguments: &Arguments) -> Result<Vec<(usize, usize)>> {
    let row = arguments.row();
    let Some(list) = &arguments.stones else { return Ok(vec![(row, 0)]) };
    let stone = |name: &str| match parse_cell_name(name, MAX_SIDE, row) {
        Ok((column, from_top)) => Ok((row - from_top, column)),
        Err(_) => Err(miette!(
            "--stones: `{name}`: expected a cell such as `b1` on rows 1 to {row}, row 1 being row {row} from the edge"
        )),
    };
    list.split([' ', ',']).filter(|name| !name.is_empty()).map(stone).collect()
}

/// A text that distinguishes this search from others, for its journal.
fn title(arguments: &Arguments, stones: &[(usize, usize)]) -> String {
    let (row, width, above) = (arguments.row(), arguments.width(), arguments.above);
    let least = stones.iter().map(|stone| stone.1).min().unwrap_or(0);
    let names =
        stones.iter().map(|stone| format!("{}{}", tesuji_board::column_name(stone.1 - least), row - stone.0 + 1));
    let above = if above { ", and the row above" } else { "" };
    format!("row {row}, width {width}, stones {}{above}", names.collect::<Vec<_>>().join(" "))
}

/// Prints and keeps what a search finds.
struct Hunt<'a> {
    arguments: &'a Arguments,
    pool: &'a Pool,
    claims: Vec<Claim>,
    journal: Option<Journal>,
    since: Instant,
    templates: Vec<Problem>,
    /// The number of templates, by their number of empty cells.
    serials: BTreeMap<usize, usize>,
    /// How many templates the problem file has.
    n_in_file: usize,
    n_cuts: u64,
    rows: Objects,
    /// The first thing that went wrong.
    failure: Option<Failure>,
}

impl<'a> Hunt<'a> {
    fn new(arguments: &'a Arguments, pool: &'a Pool, claims: Vec<Claim>, journal: Option<Journal>) -> Self {
        let mut hunt = Self {
            arguments,
            pool,
            claims,
            journal,
            since: Instant::now(),
            templates: Vec::new(),
            serials: BTreeMap::new(),
            n_in_file: 0,
            n_cuts: 0,
            rows: Objects::new(
                &arguments.data.csv,
                &["id", "columns=board.0", "rows=board.1", "stones", "empties", "certificate"],
            ),
            failure: None,
        };
        let old = hunt.problem_file().and_then(|path| std::fs::read_to_string(path).ok());
        hunt.n_in_file = old.and_then(|text| parse_file_text(&text).ok()).map_or(0, |problems| problems.len());
        hunt
    }

    fn problem_file(&self) -> Option<PathBuf> {
        self.arguments.out.as_ref().map(|folder| folder.join("templates.toml"))
    }

    /// Records a discovery. After a failure the search is stopped, and nothing more is recorded.
    fn discover(&mut self, discovery: Discovery<'_>, limits: &Limits) {
        if self.failure.is_none()
            && let Err(failure) = self.try_discover(discovery, limits)
        {
            self.failure = Some(failure);
            limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn try_discover(&mut self, discovery: Discovery<'_>, limits: &Limits) -> Result<(), Failure> {
        if let Some(journal) = &mut self.journal {
            journal.add(discovery, &self.claims[0].topology)?;
        }
        match discovery {
            Discovery::Template(shape) => self.template(shape, limits)?,
            Discovery::Cut(..) => self.n_cuts += 1,
            Discovery::Complete(place) => {
                let n_templates = count(self.templates.len() as u64, "template");
                let n_places = self.claims.len();
                let seconds = self.since.elapsed().as_secs_f64();
                let cuts = count(self.n_cuts, "refutation");
                let line = format!("place {} of {n_places}: {n_templates}, {cuts}, {seconds:.1} s", place + 1);
                self.pool.print(|| complain(&line));
            }
            _ => {}
        }
        Ok(())
    }

    fn template(&mut self, shape: &EdgeShape, limits: &Limits) -> Result<(), Failure> {
        let claim = shape.claim().into_diagnostic()?;
        let n_empties = shape.n_empties();
        let serial = self.serials.entry(n_empties).or_default();
        *serial += 1;
        let id = format!("row{}-cells{n_empties}-{serial}", self.arguments.row());
        let mut problem = Problem::new(&id, claim);
        problem.expected = Some(true);
        problem.needed = Some(problem.claim.carrier.clone());
        problem.origin = Some(format!("tesuji templates: {}", title(self.arguments, &stones(self.arguments)?)));
        self.templates.push(problem);
        let problem = &self.templates[self.templates.len() - 1];
        let certificate = match &self.arguments.out {
            Some(folder) => write_certificates(folder, problem, limits)?,
            None => None,
        };
        if let Some(path) = self.problem_file().filter(|_| self.n_in_file < self.templates.len()) {
            files::write_whole(&path, write_toml(&self.templates).as_bytes())?;
            self.n_in_file = self.templates.len();
        }
        let line = || json_line(problem, shape, certificate.as_deref(), self.since.elapsed());
        self.rows.add(line);
        let text = match self.arguments.data.json {
            true => format!("{}\n", line()),
            false => report(problem, certificate.as_deref()),
        };
        self.print(&text)
    }

    fn print(&self, text: &str) -> Result<(), Failure> {
        self.pool.print(|| {
            let mut out = anstream::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        })?;
        Ok(())
    }

    fn finish(&self, complete: bool) -> Result<(), Failure> {
        let n_templates = self.templates.len();
        let seconds = self.since.elapsed().as_secs_f64();
        if self.arguments.data.json {
            return self
                .print(&format!("{}\n", json!({"complete": complete, "templates": n_templates, "seconds": seconds})));
        }
        let again = if self.arguments.out.is_some() { "; run it again to go on" } else { "" };
        let complete = match complete {
            true => "there are no others of this width".to_owned(),
            false => format!("NOT COMPLETE: the search was stopped{again}"),
        };
        self.print(&format!(
            "{} up to mirror image; {complete} ({seconds:.1} s)\n",
            count(n_templates as u64, "template")
        ))
    }
}

/// Writes the proof of a template and, for each cell, the proof that it is needed, unless they are there already.
/// Returns the path of the proof.
///
/// `None` if a limit was reached first.
fn write_certificates(folder: &Path, problem: &Problem, limits: &Limits) -> Result<Option<PathBuf>, Failure> {
    let path = folder.join(format!("{}.cert", problem.id));
    let is_sound = |path: &Path, claim: &Claim, verdict: Verdict| {
        let accepted = std::fs::read(path).ok().and_then(|bytes| tesuji_archive::accept(&bytes, claim).ok());
        accepted.is_some_and(|accepted| accepted.verdict == verdict)
    };
    let without = |cell: Cell| {
        let mut claim = problem.claim.clone();
        claim.carrier.remove(cell);
        is_sound(&without_path(folder, &problem.id, &claim.topology, cell), &claim, Verdict::Fails)
    };
    if is_sound(&path, &problem.claim, Verdict::Holds) && problem.claim.carrier.iter().all(without) {
        return Ok(Some(path));
    }
    let Some(needs) = decided(needed(&problem.claim, limits))? else { return Ok(None) };
    write_needs(folder, &problem.id, &needs)?;
    Ok(needs.undecided().is_empty().then_some(path))
}

fn report(problem: &Problem, certificate: Option<&Path>) -> String {
    let path = certificate.map(|path| format!("certificate: {}\n", path.display())).unwrap_or_default();
    format!("{}: {}\n{}{path}\n", problem.id, sentence(&problem.claim), Picture::of_claim(&problem.claim))
}

fn json_line(problem: &Problem, shape: &EdgeShape, certificate: Option<&Path>, time: Duration) -> serde_json::Value {
    let board = &problem.claim.topology;
    let names =
        |cells: &tesuji_board::CellSet| cells.iter().map(|cell| board.name(cell).to_owned()).collect::<Vec<_>>();
    json!({
        "id": problem.id,
        "board": [shape.columns(), shape.rows()],
        "stones": names(&problem.claim.stones),
        "empties": names(&problem.claim.carrier),
        "goal": crate::picture::goal(board, &problem.claim.goal),
        "certificate": certificate.map(|path| path.to_string_lossy()),
        "seconds": time.as_secs_f64(),
    })
}
