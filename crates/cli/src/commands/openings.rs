//! `tesuji openings`: who wins after each first move. The map grows on the screen, and the run can be resumed.

mod map;
mod table;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use miette::{IntoDiagnostic, Result};
use serde_json::json;
use tesuji_archive::{AnswerOptions, ArchiveAnswer, Experience, first_moves};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_gallery::boards;
use tesuji_problem::board::file::PositionDefaults;
use tesuji_prove::Question;

use self::map::Map;
use crate::picture::PictureArguments;
use crate::pool::{Pool, jobs};
use crate::sheet::{self, Objects};
use crate::solving::{Item, Options};
use crate::status::{self, Failure, Status};
use crate::summary::{self, Totals, close};
use crate::text::{complain, count, parse_side};
use crate::{files, input};

/// The arguments of `tesuji openings`.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    task: Option<Task>,
    /// The board, with as many rows as columns: `7` or `7x7`
    #[arg(long, required = true, value_parser = parse_side)]
    board: Option<u8>,
    /// Compare with the openings in this file (JSON or TOML)
    #[arg(long, value_name = "FILE")]
    expected: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
    #[command(flatten)]
    picture: PictureArguments,
}

/// The other use of the command.
#[derive(clap::Subcommand)]
enum Task {
    /// Draw a map of the value of each first move: the one that the players use, or one found out now
    Table(table::Arguments),
}

/// An opening, and the one that a half turn makes of it.
type Pair = (Cell, Option<Cell>);

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    if let Some(Task::Table(arguments)) = &arguments.task {
        return table::run(arguments);
    }
    let Arguments { options, .. } = arguments;
    let side = usize::from(arguments.board.unwrap_or_default());
    let topology = Arc::new(Topology::rhombus(side, side).map_err(miette::Report::msg)?);
    let (black, white) = (CellSet::new(), CellSet::new());
    let empty = Question { topology: Arc::clone(&topology), black, white, to_move: Player::Black };
    let expected = arguments.expected.as_ref().map(|path| expected(path, &topology)).transpose()?;
    let pairs = first_moves(&empty);
    let id = |cell: Cell| format!("{side}x{side}-{}", topology.name(cell));
    let pool = Pool::new(options.time, options.nodes, pairs.len())?;
    let archive = options.archive(Experience::Shared, &pool)?;
    let map = Mutex::new(Map::new(&topology));
    let live = pool.headline();
    let redraw = |change: &dyn Fn(&mut Map)| {
        let mut map = locked(&map);
        change(&mut map);
        live.show(&map.picture());
    };
    let rows = Objects::new(&options.data.csv, "opening winner decided state nodes seconds");
    let mut report = OpeningsReport { arguments, topology: &topology, expected, totals: Totals::default(), rows };
    let outcome = pool.run(
        &pairs,
        jobs(Some(options.jobs)),
        |pair_idx, &(cell, twin)| {
            redraw(&|map| map.begin(cell, twin));
            let of = |cell: Cell| {
                let folder = options.certificates.as_ref();
                folder.map(|folder| (empty.after(cell), folder.join(files::file_name(&id(cell)))))
            };
            let places: Vec<_> = [Some(cell), twin].into_iter().flatten().filter_map(of).collect();
            let item = Item { pool: &pool, idx: pair_idx, name: &id(cell) };
            let answered = archive.answer(&empty.after(cell), AnswerOptions::default(), &places, &item);
            let solved = answered.into_diagnostic().transpose();
            redraw(&|map| match &solved {
                Some(Ok(solved)) => map.end(cell, twin, solved.winner),
                _ => map.drop(cell, twin),
            });
            Some(solved?.map(|solved| ((cell, twin), solved)))
        },
        |answered: Result<(Pair, ArchiveAnswer)>| {
            let (pair, solved) = answered?;
            report.add(pair, &solved)
        },
    );
    live.clear();
    let title = format!("Hex {side}x{side}: who wins after each first move");
    let picture = &arguments.picture;
    let drawn = || boards::openings(&title, &topology, locked(&map).won(), picture.theme());
    let pictures = picture.is_wanted().then(drawn).into_iter().collect();
    let rows = std::mem::take(&mut report.rows);
    let outcome = close(outcome, || report.end(&locked(&map), pool.is_stopped()), rows, pictures, picture);
    outcome.map(|()| report.status(pool.is_stopped()))
}

fn locked<'m, 't>(map: &'m Mutex<Map<'t>>) -> MutexGuard<'m, Map<'t>> {
    map.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The winners that a file states for the openings of this board.
fn expected(path: &PathBuf, topology: &Topology) -> Result<BTreeMap<Cell, Player>> {
    let puzzles = input::read_puzzles(std::slice::from_ref(path), &PositionDefaults::default(), None)?;
    let of_board = puzzles.iter().filter(|puzzle| {
        let question = &puzzle.question;
        question.topology.size() == topology.size()
            && question.white.is_empty()
            && question.to_move == Player::White
            && question.black.len() == 1
    });
    Ok(of_board.filter_map(|puzzle| Some((puzzle.question.black.iter().next()?, puzzle.expected.winner?))).collect())
}

/// Prints the answers and counts them.
struct OpeningsReport<'a> {
    arguments: &'a Arguments,
    topology: &'a Topology,
    expected: Option<BTreeMap<Cell, Player>>,
    totals: Totals,
    rows: Objects,
}

impl OpeningsReport<'_> {
    fn add(&mut self, (cell, twin): Pair, solved: &ArchiveAnswer) -> Result<(), Failure> {
        let name = self.topology.name(cell);
        let ArchiveAnswer { nodes, seconds, stored, fault, uncertified, .. } = solved;
        self.totals.spend(*nodes, *seconds, *stored, fault.is_some());
        summary::complain_of_certificate(name, "solver", fault.as_deref(), *uncertified);
        let mut notes = Vec::new();
        for (cell, is_twin) in [(Some(cell), false), (twin, true)] {
            let Some(cell) = cell else { continue };
            let stated = self.expected_of(cell);
            let as_stated = stated.zip(solved.winner).map(|(stated, winner)| stated == winner);
            self.totals.count(solved.winner.map(Player::index), as_stated);
            if let (Some(false), Some(stated)) = (as_stated, stated) {
                notes.push(format!("CONTRADICTED at {}: {stated} expected", self.topology.name(cell)));
            }
            // The other opening of a pair cost nothing.
            let (seconds, nodes) = if is_twin { (0.0, 0) } else { (solved.seconds, solved.nodes) };
            let line = || {
                json!({
                    "opening": self.topology.name(cell),
                    "winner": solved.winner.map(Player::name),
                    "seconds": seconds,
                    "nodes": nodes,
                    "decided": solved.winner.is_some(),
                    "state": summary::state(solved),
                })
            };
            if self.arguments.options.data.json {
                writeln!(anstream::stdout(), "{}", sheet::line(&line()))?;
            }
            self.rows.add(line);
        }
        if solved.stored {
            notes.push("from the store".to_owned());
        }
        if !self.arguments.options.data.json {
            let pair = twin.map_or(name.to_owned(), |twin| format!("{name} {}", self.topology.name(twin)));
            let winner = solved.winner.map_or("undecided", Player::name);
            let nodes = crate::text::with_separators(solved.nodes);
            let line =
                format!("{pair:<8} {winner:<9} {nodes:>15} nodes {:>10.3} s  {}", solved.seconds, notes.join("; "));
            writeln!(anstream::stdout(), "{}", line.trim_end())?;
        }
        Ok(std::io::stdout().flush()?)
    }

    fn expected_of(&self, cell: Cell) -> Option<Player> {
        self.expected.as_ref()?.get(&cell).copied()
    }

    /// Prints the map and the totals; what is missing from them goes to standard error.
    fn end(&self, map: &Map<'_>, stopped: bool) -> std::io::Result<()> {
        let totals = &self.totals;
        let n_done = totals.n_done();
        let n_openings = self.topology.n_cells() as u64;
        if stopped {
            complain(&format!("stopped: {n_done} of {} answered", count(n_openings, "opening")));
        }
        let n_decided = n_done - totals.n_undecided;
        let n_unchecked = n_decided - totals.n_expected - totals.n_contradicted;
        if let (Some(path), true) = (&self.arguments.expected, n_unchecked > 0) {
            complain(&format!(
                "{} does not mention {}: unchecked",
                path.display(),
                count(n_unchecked, "of these opening")
            ));
        }
        if self.arguments.options.data.json {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        writeln!(out, "\n{}", map.picture())?;
        writeln!(
            out,
            "{}: {} won by black, {} by white, {} undecided; {} in {:.3} s",
            count(n_done, "opening"),
            totals.n_answered[0],
            totals.n_answered[1],
            totals.n_undecided,
            count(totals.nodes, "node"),
            totals.seconds,
        )?;
        if self.expected.is_some() {
            let (n_expected, n_contradicted) = (totals.n_expected, totals.n_contradicted);
            writeln!(out, "{n_expected} as expected, {n_contradicted} contradicted, {n_unchecked} unchecked")?;
        }
        totals.print_stored(&mut out)?;
        out.flush()
    }

    fn status(&self, stopped: bool) -> Status {
        self.totals.status(stopped)
    }
}
