//! `tesuji store list`: a line for each position.

use std::io::Write;

use miette::IntoDiagnostic;
use serde_json::json;
use tesuji_archive::store::{Store, StoreEntry};
use tesuji_board::{CellSet, Player};

use super::{Selection, doubted, id};
use crate::columns::Columns;
use crate::sheet::{self, CsvOption, Objects};
use crate::status;
use crate::text::{count, with_separators};

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &[
    "id",
    "columns=width",
    "rows=height",
    "black",
    "white",
    "to_move",
    "winner",
    "winning_moves",
    "nodes",
    "seconds",
    "to_win",
    "to_lose",
    "certificate",
    "solver",
];

pub(super) fn run(selection: &Selection, csv: &CsvOption) -> status::Result {
    let store = Store::open(&selection.store).into_diagnostic()?;
    let entries = store.entries(&selection.filter()).into_diagnostic()?;
    let status = doubted(&store);
    let mut rows = Objects::new(csv, COLUMNS);
    entries.iter().for_each(|entry| rows.add(|| json_line(entry)));
    rows.write()?;
    let mut out = anstream::stdout().lock();
    if selection.json {
        for entry in &entries {
            writeln!(out, "{}", sheet::line(&json_line(entry)))?;
        }
        return Ok(status);
    }
    let mut table =
        Columns::new(["position", "winner", "with", ">nodes", ">seconds", "to win, lose", "certificate", "by"]);
    for entry in &entries {
        let finding = &entry.finding;
        table.row([
            id(entry),
            finding.winner.map_or("undecided", Player::name).to_owned(),
            finding.winning_move.map_or("-", |mv| entry.question.topology.name(mv)).to_owned(),
            with_separators(finding.nodes),
            format!("{:.3}", finding.seconds),
            finding.distance.map_or("-".to_owned(), |left| format!("{}, {}", left.to_win, left.to_lose)),
            finding.certificate.map_or("-".to_owned(), |digest| digest.to_string()[..11].to_owned()),
            finding.solver.clone(),
        ]);
    }
    write!(out, "{table}")?;
    let n_certificates = entries.iter().filter(|entry| entry.finding.certificate.is_some()).count();
    let n_undecided = entries.iter().filter(|entry| entry.finding.winner.is_none()).count();
    writeln!(
        out,
        "\n{}, {n_undecided} undecided; {}",
        count(entries.len() as u64, "position"),
        count(n_certificates as u64, "certificate")
    )?;
    Ok(status)
}

/// An entry as a position that `tesuji solve` reads, with the cost of the answer.
pub(super) fn json_line(entry: &StoreEntry) -> serde_json::Value {
    let StoreEntry { question, finding } = entry;
    let names = |cells: &CellSet| cells.iter().map(|cell| question.topology.name(cell)).collect::<Vec<_>>();
    let (columns, rows) = question.size();
    // The loser has no winning move. The store knows at most one winning move of the winner.
    let winning_moves = match (finding.winner, finding.winning_move) {
        (Some(winner), _) if winner != question.to_move => Some(Vec::new()),
        (_, mv) => mv.map(|mv| vec![question.topology.name(mv)]),
    };
    json!({
        "id": id(entry),
        "width": columns,
        "height": rows,
        "black": names(&question.black),
        "white": names(&question.white),
        "to_move": question.to_move.name(),
        "winner": finding.winner.map(Player::name),
        "winning_moves": winning_moves,
        "nodes": finding.nodes,
        "seconds": finding.seconds,
        "solver": finding.solver,
        "certificate": finding.certificate.map(|digest| digest.to_string()),
        "to_win": finding.distance.map(|left| left.to_win),
        "to_lose": finding.distance.map(|left| left.to_lose),
    })
}
