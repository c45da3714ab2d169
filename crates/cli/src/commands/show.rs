//! `tesuji show`: problems, certificates, games and positions, as text, pictures and data.

mod games;
mod preclusions;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Duration;

use miette::{IntoDiagnostic, Result, bail, miette};
use tesuji_board::{Cell, CellSet};
use tesuji_claims::answers::{AnswerTable, answers};
use tesuji_claims::must_play::{MustPlay, must_play};
use tesuji_figures::Picture as Drawn;
use tesuji_forms::{FormError, Likeness, Text, TextKind};
use tesuji_gallery::claims;
use tesuji_problem::Problem;
use tesuji_proof::{Certificate, Claim, Form, Mover, Verdict};
use tesuji_search::Limits;

use self::preclusions::ProgramOpinions;
use crate::commands::prove::paper::PaperArguments;
use crate::commands::prove::{ProgramName, programs};
use crate::input::{HintOptions, Source};
use crate::picture::{FAINT, MARKED, OPPONENT, Picture, PictureArguments, names, sentence, title_of};
use crate::pool::Pool;
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::{count, with_separators};
use crate::{files, input, text};

/// The arguments of `tesuji show`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help(
    "Of games: print one JSON object a line for each, with players, result and moves (of Amazons also the number of \
     moves of both sides). With `--program`: one for each problem and program. Nothing else is printed"
)))]
#[command(mut_arg("csv", |csv| csv.help(
    "Write a table to this file: of games a row for each move, with `--program` one for each problem and program"
)))]
pub(crate) struct Arguments {
    /// A problem file, a certificate, a strategy, or a game or position in any form: a file, `-` for standard input, a
    /// link, or the text itself
    #[arg(value_name = "TEXT|FILE")]
    file: PathBuf,
    /// The problem or game to show; a game by its name, its number, or a pattern such as `*112*` [default: all]
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Of a game, the board after N moves [default: all]
    #[arg(long = "move", value_name = "N")]
    n_moves: Option<usize>,
    #[command(flatten)]
    hints: HintOptions,
    /// Nodes for each first move, to find those that win, fail or are not settled; 0 leaves this out
    #[arg(long, value_name = "N", default_value = "1000")]
    nodes: u64,
    /// The most processor time for the first moves of each claim: `60s`, `500ms`, `5m`, `2h`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration, default_value = "20s")]
    time: Duration,
    /// Show the first moves that these programs leave, side by side: `a,b,c`. A and B rule moves out without a search
    #[arg(long, value_enum, ignore_case = true, value_delimiter = ',', value_name = "PROGRAM")]
    program: Vec<ProgramName>,
    /// With `--program`: also the threats that rule moves out, with the cells that each needs
    #[arg(long, requires = "program")]
    threats: bool,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    paper: PaperArguments,
    #[command(flatten)]
    picture: PictureArguments,
    /// Of games: the SVG plays the moves, one each TIME: `1s`, `500ms`
    #[arg(long, value_name = "TIME", value_parser = text::parse_duration, requires = "svg", help_heading = "Pictures")]
    animate: Option<Duration>,
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let path = &arguments.file;
    if arguments.program.is_empty() && arguments.paper.are_given() {
        let options = "--weights, --walks, --walk-plies and --patterns";
        return Err(
            miette!("{options} are for the first moves of programs: expected `--program a,b,c` beside them").into()
        );
    }
    let bytes = input::bytes(path)?;
    if arguments.animate.is_some_and(|time| !(Duration::from_millis(100)..=Duration::from_secs(60)).contains(&time)) {
        return Err(miette!("--animate: expected a time from 100ms to 60s").into());
    }
    if !arguments.program.is_empty() && Form::begins(&bytes) {
        return Err(miette!("{}: `--program` is for claims, and this is a certificate", path.display()).into());
    }
    let (report, status) = match Form::begins(&bytes) {
        true => {
            arguments.check_data()?;
            let parsed = files::parse(path, &bytes)?.0;
            let shown = certificate(&parsed);
            if arguments.picture.is_wanted() && shown.1 == Status::Fine {
                let drawn = claims::certificate(&title_of(path), &parsed, arguments.picture.theme());
                arguments.picture.write(vec![drawn.into_diagnostic()?])?;
            }
            shown
        }
        false => of_text(arguments, path, &bytes)?,
    };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    Ok(status)
}

impl Arguments {
    /// Refuses to print data of what has none without a program, and to play its moves: claims and certificates.
    fn check_data(&self) -> Result<()> {
        match self.data.json || self.data.csv.is_wanted() {
            _ if self.animate.is_some() => bail!("`--animate` is for games"),
            true => bail!("`--json` and `--csv` are for games, and for claims with `--program a,b,c`"),
            false => Ok(()),
        }
    }
}

/// The output, and the exit status.
type Shown = (String, Status);

fn of_text(arguments: &Arguments, path: &Path, bytes: &[u8]) -> Result<Shown> {
    let source = Source::new(path, bytes);
    let text = source.look(&arguments.hints.hints());
    let problems = match text.found.kind {
        TextKind::Problems => input::parse_problems(path, bytes),
        TextKind::Strategy => input::parse_strategy(path, bytes).map(|strategy| vec![strategy.problem]),
        _ => return games(arguments, &source, &text, bytes),
    };
    match problems {
        Ok(problems) => show_problems(arguments, &source, problems),
        Err(error) => Err(error),
    }
}

fn show_problems(arguments: &Arguments, source: &Source, mut problems: Vec<Problem>) -> Result<Shown> {
    if arguments.n_moves.is_some() {
        bail!("{}: `--move` is for games, and this is a claim", source.name);
    }
    if let Some(id) = &arguments.id {
        problems.retain(|problem| problem.id == *id);
        if problems.is_empty() {
            bail!("{} has no problem called `{id}`", source.name);
        }
    }
    let pool = Pool::new(Some(arguments.time), Some(arguments.nodes), problems.len())?;
    if !arguments.program.is_empty() {
        return show_preclusions(arguments, &problems, &pool);
    }
    arguments.check_data()?;
    let (mut shown, mut pictures) = (Vec::new(), Vec::new());
    searched(
        &pool,
        &problems,
        |problem, limits| show_problem(problem, limits, arguments),
        |(text, drawn)| {
            shown.push(text);
            pictures.extend(drawn);
        },
    );
    if arguments.picture.is_wanted() {
        arguments.picture.write(pictures)?;
    }
    Ok((shown.join("\n"), ended(&pool)))
}

/// Looks at problems one after the other, each within the limits of the pool.
fn searched<'p, T: Send>(
    pool: &Pool,
    problems: &'p [Problem],
    look: impl Fn(&'p Problem, &Limits) -> T + Sync,
    mut done: impl FnMut(T),
) {
    let look = |idx: usize, problem: &'p Problem| {
        Some(pool.search(idx, &problem.id, |limits, _| look(problem, limits)).0).filter(|_| !pool.is_stopped())
    };
    let Ok(()) = pool.run(problems, 1, look, |found| {
        done(found);
        Ok::<(), std::convert::Infallible>(())
    });
}

fn ended(pool: &Pool) -> Status {
    if pool.is_stopped() { Status::Interrupted } else { Status::Fine }
}

/// The first moves that several programs leave.
fn show_preclusions(arguments: &Arguments, problems: &[Problem], pool: &Pool) -> Result<Shown> {
    let programs = programs(&arguments.program, &arguments.paper)?;
    let config = arguments.paper.config();
    let mut rows = Objects::new(&arguments.data.csv, preclusions::COLUMNS);
    let (mut shown, mut pictures) = (Vec::new(), Vec::new());
    let look = |problem, limits: &Limits| ProgramOpinions::new(problem, &programs, &config, limits);
    searched(pool, problems, look, |seen| {
        let lines = seen.json_lines();
        lines.iter().for_each(|line| rows.add(|| line.clone()));
        shown.push(match arguments.data.json {
            true => lines.iter().map(|line| sheet::line(line) + "\n").collect(),
            false => seen.in_words(arguments.threats),
        });
        if arguments.picture.is_wanted() {
            pictures.extend(seen.drawn(arguments.threats, arguments.picture.theme()));
        }
    });
    rows.write()?;
    if arguments.picture.is_wanted() {
        arguments.picture.write(pictures)?;
    }
    Ok((shown.join(if arguments.data.json { "" } else { "\n" }), ended(pool)))
}

/// Games and positions. A drawing that is none may be a claim without headers; its fault is that of a claim then.
fn games(arguments: &Arguments, source: &Source, text: &Text<'_>, bytes: &[u8]) -> Result<Shown> {
    let readings = match text.games() {
        Ok(readings) => readings,
        Err(error @ FormError::Unknown(Likeness::Drawing, _)) => {
            return Err(input::parse_problems(&arguments.file, bytes).err().unwrap_or_else(|| source.wrong(&error)));
        }
        Err(error) => return Err(source.wrong(&error)),
    };
    if !arguments.program.is_empty() {
        bail!("{}: `--program` is for claims, and this is a game or a position", source.name);
    }
    games::show(arguments, source, readings)
}

fn show_problem(problem: &Problem, limits: &Limits, arguments: &Arguments) -> (String, Option<Drawn>) {
    let Problem { claim, .. } = problem;
    let wanted = &arguments.picture;
    let mut drawn = None;
    let mut report = format!("{}: {}", problem.id, sentence(claim));
    if let Some(expected) = problem.expected {
        report += if expected { "; expected to hold" } else { "; expected to fail" };
    }
    report.push('\n');
    let mut picture = Picture::of_claim(claim);
    let mut legend = String::new();
    if limits.nodes == Some(0) && wanted.is_wanted() {
        drawn = Some(claims::claim(&problem.id, claim, wanted.theme()));
    }
    if limits.nodes != Some(0) {
        let found = must_play(claim, limits);
        if wanted.is_wanted() {
            drawn = Some(claims::must_play(&problem.id, claim, &found, wanted.theme()));
        }
        picture = picture.with(&found.unsettled(), '?', MARKED).with(&found.decisive, '!', OPPONENT);
        legend = first_moves(claim, &found, limits, arguments.time);
    }
    report += &picture.to_string();
    report += &legend;
    for (what, cells) in [("needed", &problem.needed), ("droppable", &problem.droppable)] {
        if let Some(cells) = cells {
            report += &format!("{what}: {}\n", names(&claim.topology, cells));
        }
    }
    if let Some(origin) = &problem.origin {
        report += &format!("origin: {origin}\n");
    }
    (report, drawn)
}

/// Proved results for the first moves, and the moves that remain open.
fn first_moves(claim: &Claim, found: &MustPlay, limits: &Limits, time: Duration) -> String {
    let mover = match claim.to_move {
        Mover::Owner => "owner",
        Mover::Opponent => "opponent",
    };
    let mut legend = String::new();
    let unsettled = found.unsettled();
    if !found.decisive.is_empty() {
        legend += &format!("! wins for the {mover}: {}\n", names(&claim.topology, &found.decisive));
    }
    if !unsettled.is_empty() {
        let bound = limits.nodes.map(|nodes| format!(" within {}", count(nodes, "node"))).unwrap_or_default();
        let is_cut = limits.interrupt.load(Ordering::Relaxed);
        let bound = if is_cut { format!(" within {} s", time.as_secs_f64()) } else { bound };
        legend += &format!("? not settled{bound}: {}\n", names(&claim.topology, &unsettled));
    }
    legend += &match (found.cells.is_empty(), found.cells == claim.carrier) {
        (true, _) => format!("every first move of the {mover} fails\n"),
        (false, false) => format!("every other first move of the {mover} fails\n"),
        (false, true) => String::new(),
    };
    legend + &format!("({} searched)\n", count(found.nodes, "node"))
}

/// The claim, the cells that the proof needs, and its answer to each first intrusion.
fn certificate(certificate: &Certificate) -> Shown {
    let Certificate { claim, verdict, first, nodes, .. } = certificate;
    let table = match answers(certificate) {
        Ok(table) => table,
        Err(fault) => {
            let report = format!("INVALID: {fault}\nnot proved: {}\n{}", sentence(claim), Picture::of_claim(claim));
            return (report, Status::No);
        }
    };
    let mut report = format!("{}: {}\n", if *verdict == Verdict::Holds { "holds" } else { "fails" }, sentence(claim));
    let needed = &table.needed;
    let (prover, sign) = if *verdict == Verdict::Holds { ("owner", 'O') } else { ("opponent", 'X') };
    let first_cells: CellSet = first.iter().copied().collect();
    let picture = Picture::of_claim(claim).with(&claim.carrier, '.', FAINT).with(needed, '+', MARKED);
    report += &picture.with(&first_cells, sign, MARKED).to_string();
    if let Some(first) = first {
        report += &format!("{sign} the {prover}'s first move: {}\n", claim.topology.name(*first));
    }
    report +=
        &format!("+ carrier of the root, {}: {}\n", count(needed.len() as u64, "cell"), names(&claim.topology, needed));
    report += &lines(certificate, &table);
    (report + &format!("{} nodes\n", with_separators(nodes.len() as u64)), Status::Fine)
}

/// One line for each answer, with the intrusions that it answers.
fn lines(certificate: &Certificate, table: &AnswerTable) -> String {
    let topology = &certificate.claim.topology;
    let line = |(reply, cells): (Cell, CellSet)| {
        format!("answer {} to an intrusion at {}\n", topology.name(reply), names(topology, &cells))
    };
    table.by_reply().into_iter().map(line).collect()
}
