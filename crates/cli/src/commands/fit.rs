//! `tesuji fit`: weights of the move ordering with which Program A or B needs fewer nodes for claims.

use std::io::Write;
use std::path::PathBuf;

use miette::miette;
use serde_json::json;
use tesuji_mishima::Program;
use tesuji_mishima::paper::{OrderWeights, PaperConfig, WeightFit, verify_paper};
use tesuji_problem::Problem;
use tesuji_prove::VerifyOutcome;

use crate::commands::prove::ProgramName;
use crate::commands::prove::paper::PaperArguments;
use crate::input;
use crate::pool::{JobsOption, Pool};
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count, with_separators};

/// The arguments of `tesuji fit`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Problem files: the claims to fit to
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// A problem file of claims that are only measured, before and after; may be given several times. A claim that is
    /// also fitted to is left out
    #[arg(long, value_name = "FILE")]
    held_out: Vec<PathBuf>,
    /// The program
    #[arg(long, value_enum, default_value = "a", ignore_case = true)]
    program: ProgramName,
    /// The most nodes for a claim; one that is undecided by then counts as this many
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    nodes: u64,
    /// Generations of weights that are tried
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    generations: u32,
    /// Sets of weights in a generation
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    children: u32,
    /// Seed of the changes of weights
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    jobs: JobsOption,
    #[command(flatten)]
    paper: PaperArguments,
    /// Print one JSON object a line: each claim with its nodes before and after, then both sets of claims, then the
    /// weights
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "claims id empties decided_before before decided_after after";

/// The cost of a claim for a program: whether it was decided, and the nodes, at most those allowed.
#[derive(Clone, Copy)]
struct Effort {
    is_decided: bool,
    nodes: u64,
}

/// Some claims with what they cost before and after.
struct Measured<'a> {
    name: &'static str,
    problems: &'a [Problem],
    efforts: [Vec<Effort>; 2],
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let config = Program::from(arguments.program).settings(&arguments.paper.config());
    let config = config.ok_or_else(|| miette!("`--program` has no weights: expected `a` or `b`"))?;
    let fitted = input::read_problems(&arguments.files)?;
    let mut held_out = match arguments.held_out.is_empty() {
        true => Vec::new(),
        false => input::read_problems(&arguments.held_out)?,
    };
    held_out.retain(|problem| fitted.iter().all(|other| other.claim != problem.claim));
    let n_children = arguments.children as usize;
    let fit = WeightFit { n_generations: arguments.generations, n_children, seed: arguments.seed };
    let n_tried = 1 + arguments.generations as usize * n_children;
    let n_items = n_tried * fitted.len() + 2 * (fitted.len() + held_out.len());
    let pool = Pool::new(None, Some(arguments.nodes), n_items)?;
    let measure = |weights: &[OrderWeights], problems: &[Problem]| arguments.efforts(&pool, &config, weights, problems);
    let (weights, _) = fit.run(&config.weights, |tried| {
        let efforts = measure(tried, &fitted)?;
        Some(efforts.chunks(fitted.len()).map(mean_log).collect())
    });
    let mut sets = Vec::new();
    for (name, problems) in [("fitted", &fitted), ("held_out", &held_out)] {
        let both = measure(&[config.weights.clone(), weights.clone()], problems);
        let Some(mut before) = both.filter(|_| !problems.is_empty()) else { continue };
        let after = before.split_off(problems.len());
        sets.push(Measured { name, problems, efforts: [before, after] });
    }
    arguments.print(&sets, &config.weights, &weights)?;
    if pool.is_stopped() {
        complain("stopped: these are the best weights so far");
        return Ok(Status::Interrupted);
    }
    Ok(Status::Fine)
}

/// The mean of the logarithms of the nodes. A claim that is decided before the search counts as one node.
fn mean_log(efforts: &[Effort]) -> f64 {
    efforts.iter().map(|effort| (effort.nodes.max(1) as f64).ln()).sum::<f64>() / efforts.len().max(1) as f64
}

impl Arguments {
    /// The cost of each claim with the first weights, then with the next; `None` if Ctrl-C was pressed first.
    fn efforts(
        &self,
        pool: &Pool,
        config: &PaperConfig,
        weights: &[OrderWeights],
        problems: &[Problem],
    ) -> Option<Vec<Effort>> {
        let with = |weights: &OrderWeights| PaperConfig { weights: weights.clone(), ..config.clone() };
        let items: Vec<(PaperConfig, &Problem)> =
            weights.iter().flat_map(|weights| problems.iter().map(move |problem| (with(weights), problem))).collect();
        let mut efforts = Vec::with_capacity(items.len());
        let work = |idx, (config, problem): &(PaperConfig, &Problem)| {
            let search = |limits: &_, _: &_| verify_paper(&problem.claim, config, limits);
            let report = pool.search(idx, &problem.id, search).0;
            let is_decided = report.outcome != VerifyOutcome::Undecided;
            Some(Effort { is_decided, nodes: if is_decided { report.nodes } else { self.nodes } })
        };
        let kept = pool.run(&items, self.jobs.count(), work, |effort| {
            efforts.push(effort);
            Ok::<(), std::convert::Infallible>(())
        });
        kept.ok().filter(|()| !pool.is_stopped()).map(|()| efforts)
    }

    fn print(&self, sets: &[Measured<'_>], before: &OrderWeights, after: &OrderWeights) -> status::Result<()> {
        let mut out = anstream::stdout().lock();
        let mut rows = Objects::new(&self.csv, COLUMNS);
        if !self.json {
            writeln!(out, "{:<10} {:>6}  {:>14}  {:>25}  factor", "", "claims", "decided", "nodes, geometric mean")?;
        }
        for Measured { name, problems, efforts: [first, second] } in sets {
            for ((problem, first), second) in problems.iter().zip(first).zip(second) {
                let object = json!({
                    "claims": name, "id": problem.id, "empties": problem.claim.carrier.len(),
                    "decided_before": first.is_decided, "before": first.nodes,
                    "decided_after": second.is_decided, "after": second.nodes,
                });
                if self.json {
                    writeln!(out, "{}", sheet::line(&object))?;
                }
                rows.add(|| object);
            }
            let n_decided = |efforts: &[Effort]| efforts.iter().filter(|effort| effort.is_decided).count();
            let (decided, means) =
                ([first, second].map(|of| n_decided(of)), [first, second].map(|of| mean_log(of).exp()));
            let factor = means[1] / means[0];
            match self.json {
                true => {
                    let set = json!({ "claims": name, "n": problems.len(), "decided": decided, "nodes": means, "factor": factor });
                    writeln!(out, "{}", sheet::line(&set))?;
                }
                false => writeln!(
                    out,
                    "{:<10} {:>6}  {:>5} -> {:>5}  {:>10.1} -> {:>10.1}  {factor:.3}",
                    name.replace('_', " "),
                    problems.len(),
                    decided[0],
                    decided[1],
                    means[0],
                    means[1]
                )?,
            }
        }
        match self.json {
            true => writeln!(
                out,
                "{}",
                sheet::line(&json!({ "before": before.to_string(), "weights": after.to_string() }))
            )?,
            false => {
                let most = count(self.nodes, "node");
                writeln!(out, "at most {most} a claim; undecided ones count as {}", with_separators(self.nodes))?;
                writeln!(out, "before: --weights {before}\nafter:  --weights {after}")?;
            }
        }
        rows.write()?;
        Ok(())
    }
}
