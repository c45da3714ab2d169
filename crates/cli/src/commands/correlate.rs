//! `tesuji correlate`: whether betweenness follows from path length, over all positions after two stones.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use miette::IntoDiagnostic;
use serde_json::{Value, json};
use tesuji_board::Topology;
use tesuji_figures::{Picture, chart};
use tesuji_gallery::charts;
use tesuji_network::evaluation::GAMMA_FIRST;
use tesuji_network::{Betweenness, Ratios, Sweep, TwoStones, pearson, spearman};

use super::measure::{NetworkArguments, max_carrier};
use crate::picture::{PLAIN, PictureArguments};
use crate::pool::{JobsOption, Pool};
use crate::sheet::{DataOptions, Sheet};
use crate::status::{self, Status};
use crate::text;
use crate::text::parse_board;
use crate::text::{count, with_separators};

/// The arguments of `tesuji correlate`.
#[derive(clap::Args)]
#[command(mut_arg("csv", |csv| csv.help("Write a row for each position to this file, as CSV")))]
#[command(mut_arg("json", |json| json.help("Print one JSON object and nothing else")))]
pub(crate) struct Arguments {
    /// The board: `11` or `11x10`
    #[arg(long, value_name = "SIZE", default_value = "11", value_parser = parse_board)]
    size: (usize, usize),
    #[command(flatten)]
    network: NetworkArguments,
    /// The weight of the shortest paths in Ev'
    #[arg(long, value_name = "GAMMA", default_value_t = GAMMA_FIRST, value_parser = parse_gamma)]
    gamma: f64,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    picture: PictureArguments,
    #[command(flatten)]
    jobs: JobsOption,
}

fn parse_gamma(text: &str) -> std::result::Result<f64, String> {
    let gamma = text.parse().ok().filter(|gamma: &f64| gamma.is_finite() && *gamma >= 0.0);
    gamma.ok_or_else(|| "expected a number of 0 or more, such as 0.1".to_owned())
}

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let (start, processor) = (Instant::now(), ProcessTime::now());
    let (columns, rows) = arguments.size;
    let topology = Topology::rhombus(columns, rows).map_err(miette::Report::msg)?;
    let sweep = Sweep::new(arguments.size, arguments.network.through_edge()).into_diagnostic()?;
    let firsts: Vec<_> = sweep.first_stones().collect();
    let pool = Pool::new(None, None, firsts.len())?;
    let idle = Mutex::new(Vec::new());
    let mut seen: Vec<TwoStones> = Vec::new();
    pool.run(
        &firsts,
        arguments.jobs.count(),
        |_, &first| {
            let spare = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut sweep = spare.unwrap_or_else(|| sweep.clone());
            let positions = sweep.after(first);
            idle.lock().unwrap_or_else(PoisonError::into_inner).push(sweep);
            Some(positions)
        },
        |positions| {
            seen.extend(positions);
            Ok::<_, miette::Report>(())
        },
    )?;
    if pool.is_stopped() {
        text::complain(&format!("stopped after {}", count(seen.len() as u64, "position")));
        return Ok(Status::Interrupted);
    }
    let study = Study { arguments, topology: &topology, seen: &seen, times: [start.elapsed(), processor.elapsed()] };
    arguments.data.csv.write(|| study.sheet())?;
    if arguments.picture.is_wanted() {
        arguments.picture.write(vec![study.picture()])?;
    }
    let mut out = anstream::stdout().lock();
    match arguments.data.json {
        true => writeln!(out, "{}", study.json())?,
        false => write!(out, "{}", study.table())?,
    }
    Ok(Status::Fine)
}

const KINDS: [(Betweenness, &str); 2] =
    [(Betweenness::Indicator, "the paper's formula"), (Betweenness::Brandes, "Brandes' definition")];

/// All positions, and how long they took: by the clock, and in processor time.
struct Study<'a> {
    arguments: &'a Arguments,
    topology: &'a Topology,
    seen: &'a [TwoStones],
    times: [Duration; 2],
}

impl Study<'_> {
    /// The positions that nobody has won.
    fn open(&self) -> impl Iterator<Item = (&TwoStones, &Ratios)> {
        self.seen.iter().filter_map(|seen| Some((seen, seen.comparison.ratios()?)))
    }

    /// L and C.
    fn pairs(&self, kind: Betweenness) -> Vec<(f64, f64)> {
        self.open().map(|(_, ratios)| (ratios.mean_distance, ratios.ev(kind))).collect()
    }

    /// The positions in which larger carriers were left out.
    fn n_cut(&self) -> usize {
        self.seen.iter().filter(|seen| seen.is_cut).count()
    }

    fn name(&self, seen: &TwoStones) -> String {
        format!("{} {}", self.topology.name(seen.black), self.topology.name(seen.white))
    }

    fn table(&self) -> String {
        let (columns, rows) = self.arguments.size;
        let n_open = self.open().count();
        let bold = PLAIN.bold();
        let mut table = format!(
            "{bold}two stones on {columns}x{rows}{bold:#}: {} measured, {} of them won already\n",
            count(self.seen.len() as u64, "position"),
            with_separators((self.seen.len() - n_open) as u64)
        );
        if self.n_cut() > 0 {
            table += &format!(
                "{}: larger carriers left out, since there were too many\n",
                count(self.n_cut() as u64, "position")
            );
        }
        let [wall, processor] = self.times.map(|time| time.as_secs_f64());
        table += &format!("{wall:.1} s, {processor:.1} s of the processor\n\n");
        table += &format!("{bold}{:<32}{:>9}{:>10}{bold:#}\n", "correlation of L and C", "Pearson", "Spearman");
        for (kind, name) in KINDS {
            let pairs = self.pairs(kind);
            let text = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.4}"));
            table += &format!("C by {name:<27}{:>9}{:>10}\n", text(pearson(&pairs)), text(spearman(&pairs)));
        }
        let gamma = self.arguments.gamma;
        for (kind, name) in KINDS {
            let value = |ratios: &Ratios| ratios.ev_prime(kind, gamma);
            let by_value = |a: &(&TwoStones, &Ratios), b: &(&TwoStones, &Ratios)| value(a.1).total_cmp(&value(b.1));
            if let (Some(low), Some(high)) = (self.open().min_by(by_value), self.open().max_by(by_value)) {
                table += &format!(
                    "\nEv' (gamma {gamma}, C by {name}): from {:.4} ({}) to {:.4} ({})",
                    value(low.1),
                    self.name(low.0),
                    value(high.1),
                    self.name(high.0),
                );
            }
        }
        table + "\n"
    }

    fn json(&self) -> Value {
        let (columns, rows) = self.arguments.size;
        let of = |kind: Betweenness| {
            let pairs = self.pairs(kind);
            json!({ "pearson": pearson(&pairs), "spearman": spearman(&pairs) })
        };
        json!({
            "columns": columns,
            "rows": rows,
            "positions": self.seen.len(),
            "won": self.seen.len() - self.open().count(),
            "max_carrier": max_carrier(self.arguments.size),
            "cut": self.n_cut(),
            "seconds": self.times[0].as_secs_f64(),
            "processor_seconds": self.times[1].as_secs_f64(),
            "l_and_c": of(Betweenness::Indicator),
            "l_and_c_brandes": of(Betweenness::Brandes),
        })
    }

    /// A row for each position; one that is won has no numbers.
    fn sheet(&self) -> Sheet {
        let mut sheet =
            Sheet::new(["black", "white", "d", "l", "c", "c_brandes", "share", "ev_prime", "ev_prime_brandes"]);
        for seen in self.seen {
            let mut row = [seen.black, seen.white].map(|cell| self.topology.name(cell).into()).to_vec();
            if let Some(ratios) = seen.comparison.ratios() {
                let ev_primes = KINDS.map(|(kind, _)| ratios.ev_prime(kind, self.arguments.gamma));
                let numbers = [ratios.distance, ratios.mean_distance, ratios.betweenness, ratios.brandes, ratios.share];
                row.extend(numbers.iter().chain(&ev_primes).map(|&number| number.into()));
            }
            sheet.row(row);
        }
        sheet
    }

    fn picture(&self) -> Picture {
        let (columns, rows) = self.arguments.size;
        let panels = KINDS.map(|(kind, name)| {
            charts::cloud(&format!("two stones on {columns}x{rows}, C by {name}"), self.pairs(kind))
        });
        chart::draw(&panels, self.arguments.picture.theme())
    }
}
