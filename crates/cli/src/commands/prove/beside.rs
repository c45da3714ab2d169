//! `tesuji prove --program a,b`: what several programs say, beside each other and beside published numbers.

use std::fmt::Write as _;
use std::io::Write as _;

use serde_json::{Map, Value, json};
use tesuji_figures::Picture as Drawn;
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_mishima::compare::{ProgramRun, agreed, contradict};
use tesuji_mishima::paper::PaperConfig;
use tesuji_problem::{Problem, PublishedCost};

use super::Arguments;
use super::groups::Groups;
use super::summary::answer_word;
use crate::columns::padded;
use crate::picture::{BAD, OPEN, PLAIN};
use crate::pool::{Pool, jobs};
use crate::sheet::{self, Objects};
use crate::status::{self, Failure, Status};
use crate::summary::{self, Table, close};
use crate::text::{complain, count, with_separators};

/// The columns of `--csv`, which are keys of the JSON. A program that was not asked leaves its columns empty.
const COLUMNS: &str = "\
    id answer expected empties a_answer a_nodes a_seconds b_answer b_nodes b_seconds c_answer c_nodes c_seconds \
    brute_answer brute_nodes brute_seconds published_source published_a_nodes published_a_seconds \
    published_b_nodes published_b_seconds";

/// One problem with what each program says.
struct Compared<'a> {
    problem: &'a Problem,
    runs: Vec<ProgramRun>,
}

impl Compared<'_> {
    fn as_expected(&self) -> Option<bool> {
        Some(agreed(&self.runs)? == self.problem.expected?)
    }
}

pub(super) fn run(
    arguments: &Arguments,
    problems: &[Problem],
    mut groups: Groups,
    programs: &[Program],
    config: &PaperConfig,
) -> status::Result {
    let pool = Pool::new(arguments.limit.time, arguments.nodes, problems.len() * programs.len())?;
    let mut table = Table::new(problems.iter().map(|problem| &problem.id), arguments.data.json);
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    let mut pictures = Vec::new();
    let mut sums = vec![(0, 0.0); programs.len()];
    let mut n_contradictions = 0_u64;
    let is_published = problems.iter().any(|problem| problem.published.is_some());
    table.print_head(&heading(programs, is_published))?;
    let outcome = pool.run(
        problems,
        jobs(Some(arguments.jobs)),
        |problem_idx, problem| ask(&pool, problem_idx, problem, programs, config),
        |compared: Compared<'_>| {
            let answer = agreed(&compared.runs);
            groups.count(compared.problem, answer);
            table.totals.count(answer.map(|holds| usize::from(!holds)), compared.as_expected());
            for (run, sum) in compared.runs.iter().zip(&mut sums) {
                *sum = (sum.0 + run.nodes, sum.1 + run.seconds);
            }
            if contradict(&compared.runs) {
                n_contradictions += 1;
                complain(&format!("{}: the programs contradict each other", compared.problem.id));
            }
            rows.add(|| json_line(&compared));
            pictures.extend(arguments.picture.is_wanted().then(|| drawn(&compared, arguments)));
            let mut out = anstream::stdout().lock();
            match arguments.data.json {
                true => writeln!(out, "{}", sheet::line(&json_line(&compared)))?,
                false => writeln!(out, "{}", table_line(&compared, table.id_width))?,
            }
            out.flush().map_err(Failure::from)
        },
    );
    let end = || end(&table, &sums, programs, pool.is_stopped()).and_then(|()| groups.print(arguments.data.json));
    let outcome = close(outcome, end, rows, pictures, &arguments.picture);
    outcome.map(|()| if n_contradictions > 0 { Status::Fault } else { table.totals.status(pool.is_stopped()) })
}

/// Asks each program; `None` if Ctrl-C was pressed first.
fn ask<'a>(
    pool: &Pool,
    problem_idx: usize,
    problem: &'a Problem,
    programs: &[Program],
    config: &PaperConfig,
) -> Option<Compared<'a>> {
    let mut runs = Vec::with_capacity(programs.len());
    for &program in programs {
        let name = format!("{} by {}", problem.id, program.name());
        let (report, seconds) =
            pool.search(problem_idx, &name, |limits, _| program.verify(&problem.claim, config, limits));
        let holds = report.outcome.holds();
        if holds.is_none() && pool.is_stopped() {
            return None;
        }
        runs.push(ProgramRun { program, holds, nodes: report.nodes, seconds });
    }
    Some(Compared { problem, runs })
}

fn heading(programs: &[Program], is_published: bool) -> String {
    let mut text = format!("{:>5}  {:<9}  {:<12}", "cells", "answer", "expected");
    for program in programs {
        let name = program.name();
        let [nodes, seconds] = [format!("{name} nodes"), format!("{name} seconds")];
        // Writing to a string cannot fail.
        _ = write!(text, "  {nodes:>13}  {seconds:>13}");
    }
    if is_published {
        text += "  published";
    }
    text
}

fn table_line(compared: &Compared<'_>, width: usize) -> String {
    let Compared { problem, runs } = compared;
    let answer = agreed(runs);
    let style = match answer {
        Some(_) => PLAIN,
        None if contradict(runs) => BAD,
        None => OPEN,
    };
    let stated = problem.expected.map(|holds| if holds { "holds" } else { "fails" });
    let (expected, judged) = summary::judged(compared.as_expected(), stated);
    let mut line = format!(
        "{}  {:>5}  {style}{:<9}{style:#}  {judged}{expected:<12}{judged:#}",
        padded(&problem.id, width),
        problem.claim.carrier.len(),
        word(runs),
    );
    for run in runs {
        // A program without an answer has spent at least this much.
        let least = if run.holds.is_none() { ">" } else { "" };
        let [nodes, seconds] = [with_separators(run.nodes), format!("{:.3}", run.seconds)];
        _ = write!(line, "  {:>13}  {:>13}", format!("{least}{nodes}"), format!("{least}{seconds}"));
    }
    if let Some(published) = &problem.published {
        let costs = [("a", published.a), ("b", published.b)];
        let costs = costs.iter().filter_map(|(name, cost)| Some(format!("{name} {}", cost_in_words(cost)?)));
        _ = write!(line, "  {}", costs.collect::<Vec<_>>().join(", "));
        if let Some(source) = &published.source {
            _ = write!(line, " ({source})");
        }
    }
    line
}

/// `38,383 nodes / 20 s`; `None` if nothing is known.
fn cost_in_words(cost: &PublishedCost) -> Option<String> {
    let nodes = cost.nodes.map(|nodes| count(nodes, "node"));
    let seconds = cost.time.map(|time| format!("{} s", time.as_secs_f64()));
    let parts: Vec<String> = [nodes, seconds].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" / "))
}

fn word(runs: &[ProgramRun]) -> &'static str {
    match agreed(runs) {
        Some(true) => "holds",
        Some(false) => "fails",
        None if contradict(runs) => "UNSOUND",
        None => "undecided",
    }
}

fn end(table: &Table, sums: &[(u64, f64)], programs: &[Program], stopped: bool) -> std::io::Result<()> {
    let Table { json, n_questions, totals, .. } = table;
    let n_done = totals.n_done();
    if stopped {
        complain(&format!("stopped: {n_done} of {n_questions} problems answered"));
    }
    if *json {
        return Ok(());
    }
    let mut out = anstream::stdout().lock();
    totals.print_claims(&mut out)?;
    for (program, (nodes, seconds)) in programs.iter().zip(sums) {
        writeln!(out, "{}: {} in {seconds:.3} s", program.name(), count(*nodes, "node"))?;
    }
    out.flush()
}

fn drawn(compared: &Compared<'_>, arguments: &Arguments) -> Drawn {
    let Compared { problem, runs } = compared;
    let words = match agreed(runs) {
        Some(true) => "the claim holds",
        Some(false) => "the claim fails",
        None => "not settled within the limits",
    };
    claims::claim(&format!("{}: {words}", problem.id), &problem.claim, arguments.picture.theme())
}

fn json_line(compared: &Compared<'_>) -> Value {
    let Compared { problem, runs } = compared;
    let mut object = Map::new();
    let mut add = |key: String, value: Value| _ = object.insert(key, value);
    add("id".to_owned(), json!(problem.id));
    add("answer".to_owned(), json!(agreed(runs).map_or("undecided", |holds| if holds { "holds" } else { "fails" })));
    add("expected".to_owned(), json!(problem.expected));
    add("empties".to_owned(), json!(problem.claim.carrier.len()));
    for run in runs {
        let name = run.program.name();
        add(format!("{name}_answer"), json!(answer_word(run.holds)));
        add(format!("{name}_nodes"), json!(run.nodes));
        add(format!("{name}_seconds"), json!(run.seconds));
    }
    if let Some(published) = &problem.published {
        add("published_source".to_owned(), json!(published.source));
        for (name, cost) in [("a", published.a), ("b", published.b)] {
            add(format!("published_{name}_nodes"), json!(cost.nodes));
            add(format!("published_{name}_seconds"), json!(cost.time.map(|time| time.as_secs_f64())));
        }
    }
    Value::Object(object)
}
