//! What `tesuji verify` prints: a table with totals, or JSON lines.

use std::io::{self, Write};

use serde_json::json;
use tesuji_problem::Problem;
use tesuji_proof::Verdict;

use super::Answered;
use crate::picture::{BAD, GOOD, OPEN, PLAIN};
use crate::status::Status;
use crate::text::{self, count, with_separators};

/// Prints each answer as it comes and counts them.
pub(super) struct Summary {
    json: bool,
    id_width: usize,
    n_problems: usize,
    totals: Totals,
}

#[derive(Default)]
struct Totals {
    n_holds: u64,
    n_fails: u64,
    n_undecided: u64,
    n_expected: u64,
    n_contradicted: u64,
    n_resumed: u64,
    n_faults: u64,
    nodes: u64,
    seconds: f64,
    n_certificates: u64,
    n_of_program_c: u64,
    certificate_nodes: u64,
    certificate_bytes: u64,
}

impl Summary {
    pub(super) fn new(problems: &[Problem], json: bool) -> Self {
        let longest = problems.iter().map(|problem| problem.id.chars().count()).max().unwrap_or(0);
        Self { json, id_width: longest.max(2), n_problems: problems.len(), totals: Totals::default() }
    }

    /// Prints the head of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        if self.json {
            return Ok(());
        }
        let width = self.id_width;
        let head = format!(
            "{:<width$}  {:>5}  {:<9}  {:<12}  {:>13}  {:>10}  {:>12}  {:>12}",
            "id", "cells", "answer", "expected", "nodes", "seconds", "proof nodes", "proof bytes"
        );
        let bold = PLAIN.bold();
        writeln!(anstream::stdout(), "{bold}{head}{bold:#}")
    }

    /// Prints one answer.
    pub(super) fn add(&mut self, answered: &Answered<'_>) -> io::Result<()> {
        self.totals.add(answered);
        if let Some(fault) = &answered.fault {
            text::complain(&format!("{}: the program's certificate does not check: {fault}", answered.problem.id));
        }
        if answered.uncertified {
            text::complain(&format!("{}: no certificate within the limits", answered.problem.id));
        }
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", json_line(answered))?;
        } else {
            writeln!(out, "{}", self.table_line(answered))?;
        }
        out.flush()
    }

    /// Prints the totals, and on standard error what is missing from them.
    pub(super) fn end(&self, stopped: bool) -> io::Result<()> {
        let totals = &self.totals;
        if stopped {
            let n_done = totals.n_holds + totals.n_fails + totals.n_undecided;
            text::complain(&format!("stopped: {n_done} of {} problems answered", self.n_problems));
        }
        if self.json {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        let n_done = totals.n_holds + totals.n_fails + totals.n_undecided;
        writeln!(
            out,
            "\n{}: {} hold, {} fail, {} undecided; {} as expected, {} contradicted",
            count(n_done, "problem"),
            totals.n_holds,
            totals.n_fails,
            totals.n_undecided,
            totals.n_expected,
            totals.n_contradicted,
        )?;
        writeln!(
            out,
            "{} in {:.3} s; {} of {} and {}",
            count(totals.nodes, "node"),
            totals.seconds,
            count(totals.n_certificates, "certificate"),
            count(totals.certificate_nodes, "node"),
            count(totals.certificate_bytes, "byte"),
        )?;
        if totals.n_of_program_c > 0 {
            let n = count(totals.n_of_program_c, "certificate");
            writeln!(
                out,
                "{n} made by Program C, which proves the same answers once more; nodes and seconds are not its own"
            )?;
        }
        if totals.n_resumed > 0 {
            writeln!(out, "{} taken from certificates of an earlier run", count(totals.n_resumed, "answer"))?;
        }
        out.flush()
    }

    /// How the run ends.
    pub(super) fn status(&self, stopped: bool) -> Status {
        match &self.totals {
            totals if totals.n_faults > 0 => Status::Fault,
            totals if totals.n_contradicted > 0 => Status::No,
            _ if stopped => Status::Interrupted,
            _ => Status::Fine,
        }
    }

    fn table_line(&self, answered: &Answered<'_>) -> String {
        let width = self.id_width;
        let answer_style = if answered.verdict.is_none() { OPEN } else { PLAIN };
        let (expected, style) = match (answered.as_expected(), answered.problem.expected) {
            (Some(true), _) => ("ok", GOOD),
            (Some(false), _) => ("CONTRADICTED", BAD),
            (None, Some(true)) => ("(holds)", OPEN),
            (None, Some(false)) => ("(fails)", OPEN),
            (None, None) => ("-", PLAIN),
        };
        let [proof_nodes, proof_bytes] = match &answered.certificate {
            Some(accepted) => [accepted.nodes, accepted.bytes].map(with_separators),
            None => ["-", "-"].map(str::to_owned),
        };
        let by = if answered.is_of_program_c { "  by c" } else { "" };
        let [nodes, seconds] = match answered.resumed {
            true => ["resumed".to_owned(), "-".to_owned()],
            false => [with_separators(answered.nodes), format!("{:.3}", answered.seconds)],
        };
        format!(
            "{:<width$}  {:>5}  {answer_style}{:<9}{answer_style:#}  {style}{expected:<12}{style:#}  {nodes:>13}  {seconds:>10}  {proof_nodes:>12}  {proof_bytes:>12}{by}",
            answered.problem.id,
            answered.problem.claim.carrier.len(),
            answer_word(answered.verdict),
        )
    }
}

impl Totals {
    fn add(&mut self, answered: &Answered<'_>) {
        match answered.verdict {
            Some(Verdict::Holds) => self.n_holds += 1,
            Some(Verdict::Fails) => self.n_fails += 1,
            None => self.n_undecided += 1,
        }
        match answered.as_expected() {
            Some(true) => self.n_expected += 1,
            Some(false) => self.n_contradicted += 1,
            None => {}
        }
        self.n_resumed += u64::from(answered.resumed);
        self.n_faults += u64::from(answered.fault.is_some());
        self.n_of_program_c += u64::from(answered.is_of_program_c);
        self.nodes += answered.nodes;
        self.seconds += answered.seconds;
        if let Some(accepted) = &answered.certificate {
            self.n_certificates += 1;
            self.certificate_nodes += accepted.nodes;
            self.certificate_bytes += accepted.bytes;
        }
    }
}

fn answer_word(verdict: Option<Verdict>) -> &'static str {
    match verdict {
        Some(Verdict::Holds) => "holds",
        Some(Verdict::Fails) => "fails",
        None => "undecided",
    }
}

fn json_line(answered: &Answered<'_>) -> serde_json::Value {
    json!({
        "id": answered.problem.id,
        "answer": answer_word(answered.verdict),
        "expected": answered.problem.expected,
        "empties": answered.problem.claim.carrier.len(),
        "nodes": answered.nodes,
        "seconds": answered.seconds,
        "certificate_nodes": answered.certificate.map(|accepted| accepted.nodes),
        "certificate": answered.path.as_ref().map(|path| path.to_string_lossy()),
        "certificate_of_program_c": answered.is_of_program_c,
    })
}
