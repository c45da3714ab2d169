//! The output of `tesuji prove`: a table with totals, or JSON lines.

use std::io::{self, Write};

use serde_json::json;
use tesuji_archive::ClaimAnswer;
use tesuji_problem::Problem;
use tesuji_proof::Verdict;

use super::Answered;
use crate::columns::padded;
use crate::picture::{OPEN, PLAIN};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::Status;
use crate::summary::{self, Table};
use crate::text::{self, count, with_separators};

/// Prints each answer as it comes and counts them.
pub(super) struct Summary {
    table: Table,
    certificates: Certificates,
    rows: Objects,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "\
    id answer expected empties nodes seconds certificate_nodes certificate certificate_of_program_c stored";

#[derive(Default)]
struct Certificates {
    n: u64,
    n_of_program_c: u64,
    n_resumed: u64,
    nodes: u64,
    bytes: u64,
    /// Number of answers that the search has decided without a certificate within the limits.
    n_decided: u64,
}

impl Summary {
    pub(super) fn new(problems: &[Problem], data: &DataOptions) -> Self {
        let table = Table::new(problems.iter().map(|problem| &problem.id), data.json);
        Self { table, certificates: Certificates::default(), rows: Objects::new(&data.csv, COLUMNS) }
    }

    /// Prints the head of the table.
    pub(super) fn begin(&self) -> io::Result<()> {
        self.table.print_head(&format!(
            "{:>5}  {:<9}  {:<12}  {:>13}  {:>10}  {:>12}  {:>12}",
            "cells", "answer", "expected", "nodes", "seconds", "proof nodes", "proof bytes"
        ))
    }

    /// Prints one answer.
    pub(super) fn add(&mut self, answered: &Answered<'_>) -> io::Result<()> {
        let ClaimAnswer { nodes, seconds, stored, is_of_program_c, fault, uncertified, .. } = &answered.answer;
        self.table.totals.count(answered.holds().map(|holds| usize::from(!holds)), answered.as_expected());
        self.table.totals.spend(*nodes, *seconds, *stored, fault.is_some());
        self.certificates.n_of_program_c += u64::from(*is_of_program_c);
        self.certificates.n_decided += u64::from(answered.answer.decided.is_some());
        self.certificates.n_resumed += u64::from(answered.resumed);
        if let Some(accepted) = &answered.certificate {
            self.certificates.n += 1;
            self.certificates.nodes += accepted.nodes;
            self.certificates.bytes += accepted.bytes;
        }
        summary::complain_of_certificate(&answered.problem.id, "program", fault.as_deref(), *uncertified);
        self.rows.add(|| json_line(answered));
        let mut out = anstream::stdout().lock();
        if self.table.json {
            writeln!(out, "{}", sheet::line(&json_line(answered)))?;
        } else {
            writeln!(out, "{}", self.table_line(answered))?;
        }
        out.flush()
    }

    /// Prints the totals; what is missing from them goes to standard error.
    pub(super) fn end(&self, stopped: bool) -> io::Result<()> {
        let Self { table: Table { json, n_questions, totals, .. }, certificates, .. } = self;
        let n_done = totals.n_done();
        if stopped {
            text::complain(&format!("stopped: {n_done} of {n_questions} problems answered"));
        }
        if *json {
            return Ok(());
        }
        let mut out = anstream::stdout().lock();
        totals.print_claims(&mut out)?;
        writeln!(
            out,
            "{} in {:.3} s; {} of {} and {}",
            count(totals.nodes, "node"),
            totals.seconds,
            count(certificates.n, "certificate"),
            count(certificates.nodes, "node"),
            count(certificates.bytes, "byte"),
        )?;
        if certificates.n_decided > 0 {
            let n = count(certificates.n_decided, "claim");
            writeln!(out, "{n} decided by the search (*), certificate not made within the limits: no proof")?;
        }
        if certificates.n_of_program_c > 0 {
            let n = count(certificates.n_of_program_c, "certificate");
            writeln!(
                out,
                "{n} made by Program C, which proves the same answers again; nodes and seconds are those of the other program"
            )?;
        }
        if certificates.n_resumed > 0 {
            writeln!(out, "{} taken from certificates of an earlier run", count(certificates.n_resumed, "answer"))?;
        }
        totals.print_stored(&mut out)?;
        out.flush()
    }

    /// The table of `--csv`, which is taken away.
    pub(super) fn rows(&mut self) -> Objects {
        std::mem::take(&mut self.rows)
    }

    /// Exit status of the run.
    pub(super) fn status(&self, stopped: bool) -> Status {
        self.table.totals.status(stopped)
    }

    fn table_line(&self, answered: &Answered<'_>) -> String {
        let width = self.table.id_width;
        let ClaimAnswer { verdict, nodes, seconds, stored, vain_nodes, is_of_program_c, .. } = &answered.answer;
        let answer_style = if verdict.is_none() { OPEN } else { PLAIN };
        let stated = answered.problem.expected.map(|holds| if holds { "holds" } else { "fails" });
        let (expected, style) = summary::judged(answered.as_expected(), stated);
        let [proof_nodes, proof_bytes] = match &answered.certificate {
            Some(accepted) => [accepted.nodes, accepted.bytes].map(with_separators),
            None => ["-", "-"].map(str::to_owned),
        };
        let by = match vain_nodes {
            _ if *stored => "  from the store".to_owned(),
            _ if *is_of_program_c => "  by c".to_owned(),
            0 => String::new(),
            _ => format!("  {} in an earlier run", count(*vain_nodes, "node")),
        };
        let [nodes, seconds] = match answered.resumed {
            true => ["resumed".to_owned(), "-".to_owned()],
            false => [with_separators(*nodes), format!("{seconds:.3}")],
        };
        format!(
            "{}  {:>5}  {answer_style}{:<9}{answer_style:#}  {style}{expected:<12}{style:#}  {nodes:>13}  {seconds:>10}  {proof_nodes:>12}  {proof_bytes:>12}{by}",
            padded(&answered.problem.id, width),
            answered.problem.claim.carrier.len(),
            table_word(answered),
        )
    }
}

pub(crate) fn answer_word(holds: Option<bool>) -> &'static str {
    match holds {
        Some(true) => "holds",
        Some(false) => "fails",
        None => "undecided",
    }
}

/// The answer, with a star if the search has decided it but made no certificate within the limits.
fn table_word(answered: &Answered<'_>) -> String {
    match answered.answer.decided {
        Some(decided) => format!("{}*", answer_word(Some(decided == Verdict::Holds))),
        None => answer_word(answered.holds()).to_owned(),
    }
}

fn json_line(answered: &Answered<'_>) -> serde_json::Value {
    let decided = answered.answer.decided.map(|decided| answer_word(Some(decided == Verdict::Holds)));
    json!({
        "id": answered.problem.id,
        "answer": answer_word(answered.holds()),
        "state": match (&answered.certificate, answered.holds(), decided) {
            (Some(_), ..) => "proved",
            (None, None, None) => "open",
            _ => "decided",
        },
        "decided": decided,
        "expected": answered.problem.expected,
        "empties": answered.problem.claim.carrier.len(),
        "nodes": answered.answer.nodes,
        "seconds": answered.answer.seconds,
        "certificate_nodes": answered.certificate.map(|accepted| accepted.nodes),
        "certificate": answered.path.as_ref().map(|path| path.to_string_lossy()),
        "certificate_of_program_c": answered.answer.is_of_program_c,
        "stored": answered.answer.stored,
    })
}
