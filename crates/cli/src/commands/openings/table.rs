//! `tesuji openings table`: a map of the values of first moves, from the table, from searches or from the solver.

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, Result, miette};
use serde_json::{Value, json};
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_engine::openings::{FirstMoves, GameRecords, Searched, Solved, Table, judge, pairs, table};
use tesuji_engine::{StrongSpec, move_seed};
use tesuji_hex::notation;
use tesuji_hex::render::{Margins, Symbol, render};
use tesuji_prove::{BoardConfig, BoardSolver, Question};
use tesuji_search::Limits;

use crate::files;
use crate::pool::{Pool, jobs};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Failure, Status};
use crate::text::{complain, count, parse_side};

/// The memory of each search, in MiB. A full tree would make values worse.
const MEMORY_MIB: usize = 512;

/// The arguments of `tesuji openings table`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each opening, and nothing else")))]
pub(crate) struct Arguments {
    /// The board, with as many rows as columns: `7` or `7x7`
    #[arg(long, value_parser = parse_side)]
    board: u8,
    /// Search each opening anew with N playouts of the strong player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Solve each opening anew, each by a separate solver that knows nothing of the others
    #[arg(long, conflicts_with = "playouts")]
    solve: bool,
    /// Count how openings did in this list of games, one a line
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Begin with this table instead of the built-in one, and write new results to it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// The seed of the searches
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many openings to search at a time
    #[arg(long, value_name = "N", default_value = "1")]
    jobs: std::num::NonZeroUsize,
    #[command(flatten)]
    data: DataOptions,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "opening value exact swap fair nodes searched games swapped won";

/// Result for an opening.
#[derive(Clone, Copy)]
enum OpeningResult {
    /// By a search, in thousandths of a win for Black.
    Value(u32),
    Winner(Player, u32),
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let side = usize::from(arguments.board);
    let board = Topology::rhombus(side, side).map_err(miette::Report::msg)?;
    let mut known = match &arguments.table {
        Some(path) if path.exists() => read_table(path)?,
        Some(_) => Table::default(),
        None => table().clone(),
    };
    let mut is_new = false;
    if let Some(path) = &arguments.games {
        let games = notation::read_games(&files::read_text(path)?.text, None);
        let games = games.map_err(|error| miette!("{}: {error}", path.display()))?;
        let games: Vec<_> = games.into_iter().map(|game| game.record).collect();
        known.board_mut(side).records = Some(GameRecords::count(&games, &board));
        is_new = true;
    }
    if arguments.playouts.is_some() || arguments.solve {
        let Some(found) = find_out(arguments, &board)? else {
            complain("stopped: nothing is kept");
            return Ok(Status::Interrupted);
        };
        keep(known.board_mut(side), arguments, &found);
        is_new = true;
    }
    if let (Some(path), true) = (&arguments.table, is_new) {
        files::write_whole(path, known.to_text().as_bytes())?;
    }
    let Some(first_moves) = known.board(side) else {
        return Err(miette!("nothing is known of first moves on {side}x{side}; `--playouts N` searches them").into());
    };
    print(arguments, &board, first_moves)?;
    Ok(Status::Fine)
}

fn read_table(path: &Path) -> Result<Table> {
    let text = String::from_utf8(files::read(path)?).into_diagnostic()?;
    Table::parse(&text).map_err(|error| miette!("{}: {error}", path.display()))
}

/// Searches or solves one of each pair of openings. Returns the result for every cell, or `None` after Ctrl-C.
fn find_out(arguments: &Arguments, board: &Topology) -> Result<Option<Vec<OpeningResult>>, Failure> {
    let pairs: Vec<_> = pairs(usize::from(arguments.board)).collect();
    let pool = Pool::new(None, None, pairs.len())?;
    let mut found = vec![None; board.n_cells()];
    pool.run(
        &pairs,
        jobs(Some(arguments.jobs)),
        |pair_idx, &(cell, twin)| {
            let name = board.name(cell);
            let (answer, _) = pool.search(pair_idx, name, |limits, _| ask(arguments, board, cell, limits));
            (!pool.is_stopped()).then(|| answer.map(|answer| (cell, twin, answer)))
        },
        |answered: Result<(Cell, Option<Cell>, OpeningResult)>| {
            let (cell, twin, answer) = answered?;
            for cell in [Some(cell), twin].into_iter().flatten() {
                found[cell.index()] = Some(answer);
            }
            Ok::<(), Failure>(())
        },
    )?;
    Ok(found.into_iter().collect())
}

fn ask(arguments: &Arguments, board: &Topology, cell: Cell, limits: &Limits) -> Result<OpeningResult> {
    let side = usize::from(arguments.board);
    if arguments.solve {
        let (topology, black, white) = (std::sync::Arc::new(board.clone()), CellSet::new(), CellSet::new());
        let question = Question { topology, black, white, to_move: Player::Black }.after(cell);
        let answer = BoardSolver::new(BoardConfig::default()).solve(&question, limits);
        // The solver has no limit of its own, so it gives an answer unless the whole run is stopped.
        let winner = answer.winner.unwrap_or(Player::White);
        return Ok(OpeningResult::Winner(winner, u32::try_from(answer.nodes).unwrap_or(u32::MAX)));
    }
    let playouts = arguments.playouts.unwrap_or(1);
    let spec = StrongSpec { playouts, memory_mib: MEMORY_MIB, ..StrongSpec::default() };
    let seed = move_seed(arguments.seed, cell.index());
    let opinion = judge(side, cell, &spec, limits, seed).into_diagnostic()?;
    Ok(OpeningResult::Value((opinion.value * 1000.0).round() as u32))
}

/// Keeps what was found out about every cell.
fn keep(first_moves: &mut FirstMoves, arguments: &Arguments, found: &[OpeningResult]) {
    let value = |found: &OpeningResult| match *found {
        OpeningResult::Value(value) => value,
        OpeningResult::Winner(winner, _) => {
            if winner == Player::Black {
                1000
            } else {
                0
            }
        }
    };
    if arguments.solve {
        let winner = |found: &OpeningResult| if value(found) > 0 { Player::Black } else { Player::White };
        let nodes = |found: &OpeningResult| match *found {
            OpeningResult::Winner(_, nodes) => nodes,
            OpeningResult::Value(_) => 0,
        };
        let (winners, nodes) = (found.iter().map(winner).collect(), found.iter().map(nodes).collect());
        first_moves.solved = Some(Solved { winners, nodes });
    } else if let Some(playouts) = arguments.playouts {
        first_moves.searched = Some(Searched { playouts, values: found.iter().map(value).collect() });
    }
}

fn json_line(board: &Topology, first_moves: &FirstMoves, fairest: &CellSet, cell: Cell) -> Value {
    let at = cell.index();
    let of_games = |pick: fn(&GameRecords) -> &Vec<u32>| first_moves.records.as_ref().map(|records| pick(records)[at]);
    json!({
        "opening": board.name(cell),
        "value": first_moves.value(cell),
        "exact": first_moves.solved.is_some(),
        "swap": first_moves.is_to_be_swapped(cell),
        "fair": fairest.contains(cell),
        "nodes": first_moves.solved.as_ref().map(|solved| solved.nodes[at]),
        "searched": first_moves.searched.as_ref().map(|searched| f64::from(searched.values[at]) / 1000.0),
        "games": of_games(|records| &records.games),
        "swapped": of_games(|records| &records.swapped),
        "won": of_games(|records| &records.won),
    })
}

/// Prints the map, or a line for each opening.
fn print(arguments: &Arguments, board: &Topology, first_moves: &FirstMoves) -> status::Result<()> {
    let side = usize::from(arguments.board);
    let fairest: CellSet = first_moves.fairest().into_iter().collect();
    let mut out = anstream::stdout().lock();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for cell in board.cells() {
        rows.add(|| json_line(board, first_moves, &fairest, cell));
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&json_line(board, first_moves, &fairest, cell)))?;
        }
    }
    rows.write()?;
    if arguments.data.json {
        return Ok(out.flush()?);
    }
    let symbol = |cell: Cell| {
        let Some(value) = first_moves.value(cell) else { return Symbol::styled(" ?", 2) };
        let text = if value >= 0.995 {
            " B".to_owned()
        } else if value < 0.005 {
            " W".to_owned()
        } else {
            format!("{:2.0}", value * 100.0)
        };
        let style = match (fairest.contains(cell), value > 0.5) {
            (true, _) => crate::picture::MARKED,
            (false, true) => crate::picture::OPPONENT,
            (false, false) => crate::picture::OWNER,
        };
        Symbol::styled(format!("{style}{text}{style:#}"), 2)
    };
    write!(out, "{}", render(side, side, Margins::Coordinates, symbol))?;
    writeln!(out, "Black's chances in a hundred when beginning there; above 50 white swaps. B, W: that player wins.")?;
    if first_moves.solved.is_none() {
        writeln!(out, "Players with a net, as by default, go by the net on this board.")?;
    }
    let names: Vec<&str> = fairest.iter().map(|cell| board.name(cell)).collect();
    writeln!(out, "Black begins at one of {}.", names.join(" "))?;
    let swapped = board.cells().filter(|&cell| first_moves.is_to_be_swapped(cell) == Some(true)).count();
    writeln!(out, "{}, {swapped} to be swapped", count(board.n_cells() as u64, "opening"))?;
    Ok(out.flush()?)
}
