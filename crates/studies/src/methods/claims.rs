//! Claims about parts of boards of Hex, answered by Programs A, B and C (Mishima et al. 2008).

use serde::Deserialize;
use tesuji_figures::chart::{self, Axis, Curve, Panel, Point};
use tesuji_figures::{Hue, Theme, Tint};
use tesuji_gallery::claims;
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_problem::{Problem, parse_file_text};
use tesuji_prove::{VerifyOutcome, VerifyReport};
use tesuji_search::Limits;

use crate::outcome::{Number, RunOutcome, RunTable};
use crate::run::{Bench, StudyError};
use crate::sources::source;

/// Sources of claims.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClaimSource {
    /// A file of the repository with claims.
    file: Option<String>,
    /// Claims as text, in any form of a problem file.
    text: Option<String>,
    /// Only these, by id; all if it is empty.
    #[serde(default)]
    only: Vec<String>,
}

/// Claims, and the programs that answer them.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Claims {
    /// The claims.
    claims: ClaimSource,
    /// The programs: `a`, `b`, `c`.
    programs: Vec<String>,
    /// The most positions a program searches for a claim, in its own count.
    nodes: Option<u64>,
    /// Published rows that stand beside ours: name, empty cells, nodes of each program.
    #[serde(default)]
    beside: Vec<PublishedRow>,
    /// Whether each claim is drawn.
    #[serde(default)]
    drawn: bool,
}

/// A row of a published table.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PublishedRow {
    /// Its name.
    name: String,
    /// The empty cells of the part of the board.
    empties: usize,
    /// Seconds and nodes of Program A.
    #[serde(default)]
    a: Option<(f64, u64)>,
    /// Seconds and nodes of Program B.
    #[serde(default)]
    b: Option<(f64, u64)>,
}

/// A program by its letter.
pub(super) fn program(letter: &str) -> Result<Program, StudyError> {
    match letter {
        "a" => Ok(Program::A),
        "b" => Ok(Program::B),
        "c" => Ok(Program::C),
        _ => Err(StudyError::Senseless(format!("there is no Program {letter}"))),
    }
}

impl ClaimSource {
    pub(super) fn problems(&self) -> Result<Vec<Problem>, StudyError> {
        let text = match (&self.file, &self.text) {
            (Some(file), None) => source(file)?,
            (None, Some(text)) => text,
            _ => return Err(StudyError::Senseless("expected either a file or a text of claims".to_owned())),
        };
        let mut problems = parse_file_text(text).map_err(StudyError::senseless)?;
        if !self.only.is_empty() {
            problems.retain(|problem| self.only.contains(&problem.id));
        }
        Ok(problems)
    }

    /// The only claim that is meant.
    pub(super) fn one(&self) -> Result<Problem, StudyError> {
        match <[Problem; 1]>::try_from(self.problems()?) {
            Ok([problem]) => Ok(problem),
            Err(problems) => Err(StudyError::Senseless(format!("expected one claim, found {}", problems.len()))),
        }
    }
}

impl Claims {
    pub(super) fn run(&self, bench: &Bench<'_>) -> Result<RunOutcome, StudyError> {
        let problems = self.claims.problems()?;
        let programs = self.programs.iter().map(|letter| program(letter)).collect::<Result<Vec<_>, _>>()?;
        let items: Vec<(usize, Program)> =
            (0..problems.len()).flat_map(|idx| programs.iter().map(move |&program| (idx, program))).collect();
        let limits = Limits { nodes: self.nodes, interrupt: std::sync::Arc::clone(&bench.stop), ..Limits::default() };
        let reports = bench.map("claims", &items, |&(idx, program)| {
            let own = Limits { nodes: limits.nodes, interrupt: limits.interrupt.clone(), ..Limits::default() };
            program.verify(&problems[idx].claim, &PaperConfig::default(), &own)
        })?;
        let mut outcome = RunOutcome::default();
        self.tabulate(&problems, &reports, &mut outcome);
        if self.drawn {
            for problem in &problems {
                outcome.picture(&problem.id, claims::claim(&problem.id, &problem.claim, Theme::Light));
            }
        }
        Ok(outcome)
    }

    fn tabulate(&self, problems: &[Problem], reports: &[VerifyReport], outcome: &mut RunOutcome) {
        let mut table = RunTable { title: "Claims".to_owned(), ..RunTable::default() };
        table.columns = vec!["claim".to_owned(), "empty cells".to_owned()];
        for letter in &self.programs {
            table.columns.extend([
                format!("{} says", letter.to_uppercase()),
                format!("nodes of {letter}", letter = letter.to_uppercase()),
            ]);
        }
        for (problem, reports) in problems.iter().zip(reports.chunks(self.programs.len().max(1))) {
            let mut row = vec![problem.id.clone(), problem.claim.carrier.len().to_string()];
            for report in reports {
                let says = match report.outcome {
                    VerifyOutcome::Holds(_) => "holds",
                    VerifyOutcome::Fails(_) => "fails",
                    VerifyOutcome::Undecided => "undecided",
                };
                row.extend([says.to_owned(), report.nodes.to_string()]);
            }
            row.resize(table.columns.len(), String::new());
            table.rows.push(row);
        }
        outcome.tables.push(table);
        let of_program = |idx: usize| reports.iter().skip(idx).step_by(self.programs.len().max(1)).zip(problems);
        for (idx, letter) in self.programs.iter().enumerate() {
            let name = letter.to_uppercase();
            let (mut n_decided, mut n_wrong, mut n_at_once) = (0_u64, 0_u64, 0_u64);
            for (report, problem) in of_program(idx) {
                let holds = match report.outcome {
                    VerifyOutcome::Holds(_) => true,
                    VerifyOutcome::Fails(_) => false,
                    VerifyOutcome::Undecided => continue,
                };
                n_decided += 1;
                n_wrong += u64::from(problem.expected.is_some_and(|expected| expected != holds));
                n_at_once += u64::from(report.nodes == 0);
            }
            let exact = |what: &str, n: u64| Number::exact(format!("{what} {name}"), n as f64);
            let n_all = of_program(idx).count() as u64;
            outcome.numbers.push(exact("claims decided by", n_decided));
            outcome.numbers.push(Number::exact(
                format!("share of claims decided by {name}"),
                n_decided as f64 / n_all.max(1) as f64,
            ));
            outcome.numbers.push(exact("wrong answers of", n_wrong));
            outcome.numbers.push(exact("claims decided before the search by", n_at_once));
        }
        let position = |letter: &str| self.programs.iter().position(|other| other == letter);
        if let (Some(a), Some(b)) = (position("a"), position("b")) {
            // A program without a node was sure before it searched: it counts as one node.
            let logs: Vec<f64> = of_program(a)
                .zip(of_program(b))
                .filter(|((a, _), (b, _))| [a, b].iter().all(|report| report.outcome != VerifyOutcome::Undecided))
                .map(|((a, _), (b, _))| (a.nodes.max(1) as f64 / b.nodes.max(1) as f64).ln())
                .collect();
            let ours = mean_of_logs("nodes of A over nodes of B, geometric mean", &logs);
            outcome.numbers.extend(ours);
        }
        let decided = |idx: usize| {
            let all = of_program(idx).filter(|(report, _)| report.outcome != VerifyOutcome::Undecided);
            all.map(|(report, problem)| (problem.claim.carrier.len() as f64, ln_nodes(report.nodes))).collect()
        };
        self.beside_published(&decided, outcome);
    }

    /// The published rows, and the nodes of each program beside ours: for as many cells, since the positions are others.
    fn beside_published(&self, decided: &dyn Fn(usize) -> Vec<(f64, f64)>, outcome: &mut RunOutcome) {
        if self.beside.is_empty() {
            return;
        }
        let mut table = RunTable::new(
            "As published (other positions of these sizes: the pictures of the paper's are lost)",
            ["position", "empty cells", "A: seconds", "A: nodes", "B: seconds", "B: nodes"],
        );
        for row in &self.beside {
            let text = |cost: Option<(f64, u64)>| match cost {
                Some((seconds, nodes)) => [seconds.to_string(), nodes.to_string()],
                None => [String::new(), String::new()],
            };
            let ([a_seconds, a_nodes], [b_seconds, b_nodes]) = (text(row.a), text(row.b));
            table.row([row.name.clone(), row.empties.to_string(), a_seconds, a_nodes, b_seconds, b_nodes]);
        }
        outcome.tables.push(table);
        let mut panels = Vec::new();
        for (idx, letter) in self.programs.iter().enumerate() {
            let cost = |row: &PublishedRow| if letter == "a" { row.a } else { row.b };
            let rows = self.beside.iter().filter_map(|row| Some((row.empties as f64, ln_nodes(cost(row)?.1))));
            let (ours, theirs): (Vec<_>, Vec<_>) = (decided(idx), rows.collect());
            let name = letter.to_uppercase();
            if let Some(number) =
                at_equal_cells(&format!("nodes of {name} for as many cells, ours over theirs"), &ours, &theirs)
            {
                outcome.numbers.push(number);
            }
            let tens = |&(cells, ln): &(f64, f64)| (cells, ln / std::f64::consts::LN_10);
            // With a gap after each point they are drawn without a line.
            let apart = |(cells, tens)| [Point::new(cells, Some(tens)), Point::new(cells, None)];
            panels.push(Panel {
                title: format!("Program {name}: nodes by the number of empty cells"),
                axes: [Axis::new("empty cells").whole(), Axis::new("nodes, as a power of ten")],
                curves: vec![Curve {
                    name: "published".to_owned(),
                    hue: Hue::Tint(Tint::Amber),
                    points: theirs.iter().map(tens).flat_map(apart).collect(),
                }],
                dots: ours.iter().map(tens).collect(),
                legend: vec![(Hue::Ink, "ours".to_owned())],
                ..Panel::default()
            });
        }
        outcome.picture("nodes", chart::draw(&panels, Theme::Light));
    }
}

/// The logarithm of a number of nodes. A program without a node was sure before it searched: it counts as one node.
fn ln_nodes(nodes: u64) -> f64 {
    (nodes.max(1) as f64).ln()
}

/// The ratio of nodes at equal numbers of cells, given cells and logarithms of nodes: two parallel lines are fitted to
/// those of ours that have no more and no fewer cells than any of theirs, and to theirs. The interval is Student's.
fn at_equal_cells(name: &str, ours: &[(f64, f64)], theirs: &[(f64, f64)]) -> Option<Number> {
    let ends = theirs.iter().fold([f64::MAX, f64::MIN], |[low, high], (cells, _)| [low.min(*cells), high.max(*cells)]);
    let within: Vec<_> = ours.iter().copied().filter(|(cells, _)| (ends[0]..=ends[1]).contains(cells)).collect();
    let groups = [&within[..], theirs];
    let degrees = (within.len() + theirs.len()).checked_sub(3).filter(|&degrees| degrees > 0)?;
    let mean =
        |group: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| group.iter().map(of).sum::<f64>() / group.len() as f64;
    let means = groups.map(|group| (mean(group, |point| point.0), mean(group, |point| point.1)));
    let (mut xx, mut xy, mut yy) = (0.0, 0.0, 0.0);
    for (group, (x_mean, y_mean)) in groups.into_iter().zip(means) {
        for (x, y) in group {
            let (x, y) = (x - x_mean, y - y_mean);
            (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y);
        }
    }
    let slope = xy / xx;
    let apart = means[0].0 - means[1].0;
    let difference = means[0].1 - means[1].1 - slope * apart;
    let counts = groups.map(|group| 1.0 / group.len() as f64);
    let variance = (yy - slope * xy) / degrees as f64 * (counts[0] + counts[1] + apart * apart / xx);
    let half = tesuji_numeric::student_quantile(degrees as f64, 0.975)? * variance.sqrt();
    let interval = [difference - half, difference + half].map(f64::exp);
    difference.is_finite().then(|| Number::measured(name, difference.exp(), Some(interval)))
}

/// The geometric mean of ratios, with Student's interval of their logarithms.
pub(super) fn mean_of_logs(name: &str, logs: &[f64]) -> Option<Number> {
    let mut average = tesuji_network::Average::default();
    logs.iter().for_each(|&log| average.add(log));
    let mean = average.mean()?.exp();
    Some(Number::measured(name, mean, average.interval(0.95).map(|ends| ends.map(f64::exp))))
}
