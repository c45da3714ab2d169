//! `tesuji claim templates`: all minimal edge templates of a stone, or of given stones. `tesuji work run templates` keeps them.

mod stored;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use miette::{IntoDiagnostic, Result, miette};
use serde_json::json;
use tesuji_board::parse_cell_name;
use tesuji_claims::carriers::{Discovery, EdgeShape, FoundTemplates, TemplateSearch, TemplateTask};
use tesuji_gallery::claims;
use tesuji_gallery::templates::catalogue;
use tesuji_problem::{Problem, write_toml};
use tesuji_prove::MAX_SIDE;
use tesuji_search::Limits;
use tesuji_work::found_templates;

use super::minimize::decided;
use crate::files;
use crate::input::TimeOption;
use crate::picture::{Picture, PictureArguments, sentence};
use crate::pool::Pool;
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Failure, Status};
use crate::text::{self, complain, count};

/// The arguments of `tesuji claim templates`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Print one JSON object a line for each template and one at the end, and nothing else"
)))]
pub(crate) struct Arguments {
    /// The row of the stone, or of the highest stone, counted from the edge
    #[arg(long, value_name = "R", required_unless_present_any = ["patterns", "found"])]
    row: Option<usize>,
    /// How many columns of the rhombus a template, or its mirror image, may take
    #[arg(long, value_name = "W", required_unless_present_any = ["patterns", "found"])]
    width: Option<usize>,
    /// Instead: the stored patterns of Programs A and B, and how often each fits on a board
    #[arg(long, conflicts_with_all = ["row", "width", "stones", "above", "time"])]
    patterns: bool,
    /// With `--patterns`: the board on which they are counted, `7` or `7x6` [default: 7x7 and 8x8]
    #[arg(long, value_name = "BOARD", value_parser = text::parse_board, requires = "patterns")]
    board: Option<(usize, usize)>,
    /// Instead: what is found so far in these folders of `tesuji work run templates`, as a problem file
    #[arg(long, value_name = "FOLDER", num_args = 1.., conflicts_with_all = ["patterns", "row", "width", "stones", "above", "time", "json", "csv"])]
    found: Vec<PathBuf>,
    /// With `--found`: write a page (HTML) to this file, with each template, an answer to each intrusion, and what was searched
    #[arg(long, value_name = "FILE", requires = "found")]
    book: Option<PathBuf>,
    /// The stones, named as on a board whose row 1 is row R from the edge (`"b1 c1"`); the first one is joined to the
    /// edge
    #[arg(long, value_name = "CELLS")]
    stones: Option<String>,
    /// Let templates use the row above the highest stone
    #[arg(long)]
    above: bool,
    #[command(flatten)]
    limit: TimeOption,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    data: DataOptions,
}

impl Arguments {
    /// The row, which is there unless the stored patterns are wanted.
    fn row(&self) -> usize {
        self.row.unwrap_or_default()
    }

    /// The width, likewise.
    fn width(&self) -> usize {
        self.width.unwrap_or_default()
    }
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    if arguments.patterns {
        return stored::run(arguments);
    }
    if !arguments.found.is_empty() {
        return found(arguments);
    }
    let stones = stones(arguments)?;
    let task = TemplateTask::new(arguments.row(), arguments.width(), &stones, arguments.above).into_diagnostic()?;
    let mut search = TemplateSearch::new(&task);
    let pool = Pool::new(arguments.limit.time, None, 1)?;
    let mut hunt = Hunt::new(arguments, &pool, search.claims().len());
    let name = format!("templates on row {}, width {}", arguments.row(), arguments.width());
    let look = |limits: &Limits, _: &_| {
        let outcome = search.run(limits, |discovery| hunt.discover(discovery, limits));
        match hunt.failure.take() {
            Some(failure) => Err(failure),
            None => decided(outcome),
        }
    };
    let end = pool.run_one(|| pool.search(0, &name, look).0).transpose()?.flatten();
    hunt.finish(end.is_some())?;
    if arguments.picture.is_wanted() && !hunt.templates.is_empty() {
        let theme = arguments.picture.theme();
        let drawn = hunt.templates.iter().map(|problem| claims::claim(&problem.id, &problem.claim, theme));
        arguments.picture.write(drawn.collect())?;
    }
    hunt.rows.write()?;
    Ok(match end {
        _ if pool.is_stopped() => Status::Interrupted,
        Some(_) => Status::Fine,
        None => Status::Undecided,
    })
}

/// Prints what is found in folders, and writes the page.
fn found(arguments: &Arguments) -> status::Result {
    let mut searches: Vec<FoundTemplates> =
        arguments.found.iter().map(|folder| found_templates(folder)).collect::<Result<_, _>>().into_diagnostic()?;
    // Searches may have the same names.
    if searches.len() > 1 {
        for (search, number) in searches.iter_mut().zip(1..) {
            search.templates.iter_mut().for_each(|(problem, _)| problem.id = format!("{number}-{}", problem.id));
        }
    }
    if let Some(path) = &arguments.book {
        files::write_whole(path, catalogue("Edge templates", &searches).as_bytes())?;
    }
    let problems: Vec<Problem> =
        searches.into_iter().flat_map(|search| search.templates).map(|(problem, _)| problem).collect();
    let mut out = anstream::stdout().lock();
    out.write_all(write_toml(&problems).as_bytes()).and_then(|()| out.flush())?;
    Ok(Status::Fine)
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

/// Prints what a search finds.
struct Hunt<'a> {
    arguments: &'a Arguments,
    pool: &'a Pool,
    n_places: usize,
    since: Instant,
    templates: Vec<Problem>,
    /// The number of templates, by their number of empty cells.
    serials: BTreeMap<usize, usize>,
    n_cuts: u64,
    rows: Objects,
    /// The first thing that went wrong.
    failure: Option<Failure>,
}

impl<'a> Hunt<'a> {
    fn new(arguments: &'a Arguments, pool: &'a Pool, n_places: usize) -> Self {
        Self {
            arguments,
            pool,
            n_places,
            since: Instant::now(),
            templates: Vec::new(),
            serials: BTreeMap::new(),
            n_cuts: 0,
            rows: Objects::new(&arguments.data.csv, "id columns=board.0 rows=board.1 stones empties"),
            failure: None,
        }
    }

    /// Records a discovery. After a failure the search is stopped, and nothing more is recorded.
    fn discover(&mut self, discovery: Discovery<'_>, limits: &Limits) {
        if self.failure.is_none()
            && let Err(failure) = self.try_discover(discovery)
        {
            self.failure = Some(failure);
            limits.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
        }
    }

    fn try_discover(&mut self, discovery: Discovery<'_>) -> Result<(), Failure> {
        match discovery {
            Discovery::Template(shape) => self.template(shape)?,
            Discovery::Cut(..) => self.n_cuts += 1,
            Discovery::Complete(place) => {
                let n_templates = count(self.templates.len() as u64, "template");
                let n_places = self.n_places;
                let seconds = self.since.elapsed().as_secs_f64();
                let cuts = count(self.n_cuts, "refutation");
                let line = format!("place {} of {n_places}: {n_templates}, {cuts}, {seconds:.1} s", place + 1);
                self.pool.print(|| complain(&line));
            }
            _ => {}
        }
        Ok(())
    }

    fn template(&mut self, shape: &EdgeShape) -> Result<(), Failure> {
        let claim = shape.claim().into_diagnostic()?;
        let n_empties = shape.n_empties();
        let serial = self.serials.entry(n_empties).or_default();
        *serial += 1;
        let id = format!("row{}-cells{n_empties}-{serial}", self.arguments.row());
        self.templates.push(Problem::new(&id, claim));
        let problem = &self.templates[self.templates.len() - 1];
        let line = || json_line(problem, shape, self.since.elapsed());
        self.rows.add(line);
        let text = match self.arguments.data.json {
            true => format!("{}\n", sheet::line(&line())),
            false => report(problem),
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
            return self.print(&format!(
                "{}\n",
                sheet::line(&json!({"complete": complete, "templates": n_templates, "seconds": seconds}))
            ));
        }
        let complete = match complete {
            true => "there are no others of this width",
            false => "NOT COMPLETE: the search was stopped",
        };
        self.print(&format!(
            "{} up to mirror image; {complete} ({seconds:.1} s)\n",
            count(n_templates as u64, "template")
        ))
    }
}

fn report(problem: &Problem) -> String {
    format!("{}: {}\n{}\n", problem.id, sentence(&problem.claim), Picture::of_claim(&problem.claim))
}

fn json_line(problem: &Problem, shape: &EdgeShape, time: Duration) -> serde_json::Value {
    let board = &problem.claim.topology;
    let names =
        |cells: &tesuji_board::CellSet| cells.iter().map(|cell| board.name(cell).to_owned()).collect::<Vec<_>>();
    json!({
        "id": problem.id,
        "board": [shape.columns(), shape.rows()],
        "stones": names(&problem.claim.stones),
        "empties": names(&problem.claim.carrier),
        "goal": crate::picture::goal(board, &problem.claim.goal),
        "seconds": time.as_secs_f64(),
    })
}
