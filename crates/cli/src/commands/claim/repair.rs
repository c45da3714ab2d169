//! `tesuji claim repair`: the smallest sets of cells that make a failing claim hold.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;

use miette::{Result, miette};
use serde_json::{Value, json};
use tesuji_board::{Cell, CellSet};
use tesuji_claims::carriers::{Gift, RepairConfig, RepairProgress, Repairs, repairs};
use tesuji_gallery::claims;
use tesuji_problem::{Problem, write_json, write_toml};
use tesuji_proof::Verdict;
use tesuji_search::Limits;

use crate::files;
use crate::input::{self, TimeOption};
use crate::picture::{MARKED, OPEN, PLAIN, Picture, PictureArguments, names, sentence};
use crate::pool::Pool;
use crate::sheet::{self, DataOptions, Sheet, cells};
use crate::status::{self, Failure, Status};
use crate::text::{self, count};

/// The arguments of `tesuji claim repair`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each problem, and nothing else")))]
pub(crate) struct Arguments {
    /// Claims in any form: a file, `-` for standard input, or the text itself. Cells are looked for on the board that is
    /// drawn, so draw it large enough
    #[arg(value_name = "PROBLEM")]
    file: PathBuf,
    /// Repair only the problem with this id
    id: Option<String>,
    /// Add stones of the owner, where the opponent's cells or empty cells are; otherwise empty cells are added
    #[arg(long)]
    stones: bool,
    /// The most cells of a set
    #[arg(long, value_name = "N", default_value_t = RepairConfig::default().cells)]
    cells: usize,
    /// Only these cells may be added, such as `"a4 b3"` [default: all]
    #[arg(long, value_name = "CELLS")]
    among: Option<String>,
    #[command(flatten)]
    limit: TimeOption,
    /// The most positions searched for one set; a set that needs more is not settled
    #[arg(long, value_name = "N", default_value_t = RepairConfig::default().nodes_each.unwrap_or_default())]
    nodes: u64,
    /// Write the certificate of each repaired claim to this folder, as `<id> repair <number>.cert`
    #[arg(long, value_name = "DIR")]
    certificates: Option<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    picture: PictureArguments,
    /// Write the repaired claims to this problem file, JSON if it ends in `.json` and TOML otherwise
    #[arg(long, value_name = "OUT")]
    out: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let mut problems = input::read_problems(std::slice::from_ref(&arguments.file))?;
    input::keep_only(&mut problems, arguments.id.as_deref())?;
    let configs = problems.iter().map(|problem| config(arguments, problem)).collect::<Result<Vec<_>>>()?;
    let pool = Pool::new(arguments.limit.time, None, problems.len())?;
    let mut repaired = Vec::new();
    let mut unwritten = Vec::new();
    let mut status = Status::Fine;
    let mut sheet = Sheet::new(["id", "adds", "repair", "n_cells", "cells"]);
    pool.run(
        &problems,
        1,
        |problem_idx, problem| {
            let headline = pool.headline();
            let show = |progress: RepairProgress| headline.show(&said(&problem.id, progress));
            let search = |limits: &Limits, _: &_| repairs(&problem.claim, &configs[problem_idx], limits, show);
            let (found, seconds) = pool.search(problem_idx, &problem.id, search);
            headline.clear();
            Some((problem, found, seconds))
        },
        |(problem, found, seconds)| {
            let found = found.map_err(|fault| Failure::Fault(format!("{}: {fault}", problem.id)))?;
            let report = match arguments.data.json {
                true => format!("{}\n", sheet::line(&json_line(problem, arguments, &found, seconds))),
                false => report(problem, arguments, &found, seconds),
            };
            let mut out = anstream::stdout().lock();
            out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
            for (number, repair) in (1_usize..).zip(&found.found) {
                let board = &problem.claim.topology;
                let cells: Vec<&str> = repair.cells.iter().map(|&cell| board.name(cell)).collect();
                let adds = if arguments.stones { "stones" } else { "empty" };
                sheet.row(cells![problem.id.as_str(), adds, number, cells.len(), cells.join(" ")]);
            }
            if found.verdict.is_none() || !found.open.is_empty() {
                status = Status::Undecided;
            }
            if found.found.is_empty() {
                unwritten.push(format!("{}: {}", problem.id, verdict(&found)));
            }
            for (problem, repair) in problems_of(problem, arguments, &found).zip(&found.found) {
                if let Some(folder) = &arguments.certificates {
                    files::make_folder(folder)?;
                    files::write_certificate(&folder.join(files::file_name(&problem.id)), &repair.certificate)?;
                }
                repaired.push(problem);
            }
            Ok::<(), Failure>(())
        },
    )?;
    arguments.data.csv.write(|| sheet)?;
    if arguments.picture.is_wanted() && !repaired.is_empty() {
        let theme = arguments.picture.theme();
        let drawn = repaired.iter().map(|problem| claims::claim(&problem.id, &problem.claim, theme));
        arguments.picture.write(drawn.collect())?;
    }
    if let Some(path) = &arguments.out {
        if repaired.is_empty() {
            text::complain(&format!("{}: nothing was written: {}", path.display(), unwritten.join("; ")));
        } else {
            let is_json = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json"));
            let text = if is_json { write_json(&repaired) } else { write_toml(&repaired) };
            files::write_whole(path, text.as_bytes())?;
        }
    }
    Ok(if pool.is_stopped() { Status::Interrupted } else { status })
}

fn config(arguments: &Arguments, problem: &Problem) -> Result<RepairConfig> {
    let board = &problem.claim.topology;
    let cell = |name: &str| board.cell(name).ok_or_else(|| miette!("--among: {} has no cell `{name}`", problem.id));
    let words = |text: &String| {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        words.map(cell).collect::<Result<CellSet>>()
    };
    Ok(RepairConfig {
        gift: if arguments.stones { Gift::Stone } else { Gift::Empty },
        among: arguments.among.as_ref().map(words).transpose()?,
        cells: arguments.cells,
        nodes_each: Some(arguments.nodes),
    })
}

fn said(id: &str, progress: RepairProgress) -> String {
    let RepairProgress { size, asked, found, refutations } = progress;
    format!(
        "{id}: sets of {}, {asked} tried, {} to meet, {found} found",
        count(size as u64, "cell"),
        count(refutations as u64, "refutation")
    )
}

/// Result of the search, in a few words.
fn verdict(found: &Repairs) -> &'static str {
    match found.verdict {
        None => "undecided, a limit was reached",
        Some(Verdict::Holds) => "the claim holds, so there is nothing to repair",
        Some(Verdict::Fails) if found.hopeless => "no set of these cells repairs it: it fails even with all of them",
        Some(Verdict::Fails) if found.found.is_empty() => "no repair was found",
        Some(Verdict::Fails) => "repaired",
    }
}

/// The repaired claims, as problems with their own names.
fn problems_of(problem: &Problem, arguments: &Arguments, found: &Repairs) -> impl Iterator<Item = Problem> {
    let what = if arguments.stones { "stones of the owner" } else { "empty cells" };
    (1..).zip(&found.found).map(move |(number, repair)| {
        let mut repaired = Problem::new(format!("{} repair {number}", problem.id), repair.certificate.claim.clone());
        repaired.expected = Some(true);
        let cells: CellSet = repair.cells.iter().copied().collect();
        let cells = names(&problem.claim.topology, &cells);
        repaired.origin = Some(format!("{} with more {what}: {cells}", problem.id));
        repaired
    })
}

fn report(problem: &Problem, arguments: &Arguments, found: &Repairs, seconds: f64) -> String {
    let claim = &problem.claim;
    let board = &claim.topology;
    let bold = PLAIN.bold();
    let list = |cells: &[Cell]| names(board, &cells.iter().copied().collect());
    let in_repairs: CellSet = found.found.iter().flat_map(|repair| repair.cells.iter().copied()).collect();
    let mut in_open: CellSet = found.open.iter().flatten().copied().collect();
    in_open.subtract(&in_repairs);
    let picture = Picture::of_claim(claim).with(&in_open, '?', OPEN).with(&in_repairs, '+', MARKED);
    let mut text = format!("{bold}{}{bold:#}\n{}\n{picture}", problem.id, sentence(claim));
    let gift = if arguments.stones { "stone" } else { "cell" };
    // Writing to a string cannot fail.
    match (found.verdict, found.found.first()) {
        (Some(Verdict::Fails), Some(first)) => {
            let size = first.cells.len();
            let n_found = count(found.found.len() as u64, "repair");
            _ = writeln!(text, "the claim fails; {n_found} of {} (+)", count(size as u64, gift));
            for (number, repair) in (1..).zip(&found.found) {
                _ = writeln!(text, "{number:>3}  {}", list(&repair.cells));
            }
            _ = match found.settled >= size {
                true => writeln!(text, "no other set of {size}, and no smaller one, repairs it"),
                false => writeln!(text, "no set of fewer than {size} repairs it; there may be more of {size}"),
            };
        }
        (Some(Verdict::Fails), None) if !found.hopeless => {
            _ = match found.settled {
                0 => writeln!(text, "the claim fails; no repair was found"),
                settled => {
                    writeln!(text, "the claim fails; no set of up to {} repairs it", count(settled as u64, gift))
                }
            };
            let next = found.settled + 1;
            _ = writeln!(text, "not settled: sets of {next} or more");
        }
        (Some(Verdict::Fails), None) => _ = writeln!(text, "the claim fails; {}", verdict(found)),
        _ => _ = writeln!(text, "{}", verdict(found)),
    }
    if !found.open.is_empty() {
        const MOST: usize = 20;
        let sets: Vec<String> = found.open.iter().take(MOST).map(|cells| list(cells)).collect();
        let more =
            if found.open.len() > MOST { format!("; and {} more", found.open.len() - MOST) } else { String::new() };
        _ = writeln!(
            text,
            "not settled within {}, nor any larger set with all cells of one (?): {}{more}",
            count(arguments.nodes, "node"),
            sets.join("; ")
        );
    }
    _ = writeln!(text, "{} tried, {}, {seconds:.3} s\n", count(found.asked, "set"), count(found.nodes, "node"));
    text
}

fn json_line(problem: &Problem, arguments: &Arguments, found: &Repairs, seconds: f64) -> Value {
    let board = &problem.claim.topology;
    let list = |cells: &Vec<Cell>| cells.iter().map(|&cell| board.name(cell).to_owned()).collect::<Vec<_>>();
    json!({
        "id": problem.id,
        "answer": match found.verdict {
            Some(Verdict::Holds) => "holds",
            Some(Verdict::Fails) => "fails",
            None => "undecided",
        },
        "adds": if arguments.stones { "stones" } else { "empty" },
        "repairs": found.found.iter().map(|repair| list(&repair.cells)).collect::<Vec<_>>(),
        "settled": found.settled,
        "hopeless": found.hopeless,
        "open": found.open.iter().map(list).collect::<Vec<_>>(),
        "asked": found.asked,
        "nodes": found.nodes,
        "seconds": seconds,
    })
}
