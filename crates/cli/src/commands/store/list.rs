//! `tesuji store list`: a line for each claim and each position.

use std::io::Write;

use miette::IntoDiagnostic;
use serde_json::json;
use tesuji_archive::store::{ClaimEntry, Filter, Store, StoreEntry};
use tesuji_board::{CellSet, Player};
use tesuji_problem::goal_text;
use tesuji_proof::Verdict;

use super::{Selection, claim_id, doubted, id};
use crate::columns::Columns;
use crate::commands::prove::answer_word;
use crate::sheet::{self, CsvOption, Objects};
use crate::status;
use crate::text::{count, with_separators};

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "\
    id columns=width rows=height black white to_move winner winning_moves nodes seconds to_win to_lose certificate \
    solver answer empties goal first";

pub(super) fn run(selection: &Selection, csv: &CsvOption) -> status::Result {
    let store = Store::open(&selection.store).into_diagnostic()?;
    let entries = selection.positions(&store)?;
    let claims = if selection.filter() == Filter::default() { store.claims().into_diagnostic()? } else { Vec::new() };
    let status = doubted(&store);
    let mut rows = Objects::new(csv, COLUMNS);
    entries.iter().for_each(|entry| rows.add(|| json_line(entry)));
    claims.iter().for_each(|entry| rows.add(|| claim_line(entry)));
    rows.write()?;
    let mut out = anstream::stdout().lock();
    if selection.json {
        for entry in &entries {
            writeln!(out, "{}", sheet::line(&json_line(entry)))?;
        }
        for entry in &claims {
            writeln!(out, "{}", sheet::line(&claim_line(entry)))?;
        }
        return Ok(status);
    }
    if !claims.is_empty() {
        list_claims(&mut out, &claims)?;
    }
    if selection.claims || (entries.is_empty() && !claims.is_empty()) {
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

fn list_claims(out: &mut impl Write, claims: &[ClaimEntry]) -> std::io::Result<()> {
    let mut table = Columns::new(["claim", "answer", ">cells", "goal", ">nodes", ">seconds", "certificate", "by"]);
    for entry in claims {
        table.row([
            claim_id(entry),
            answer_word(entry.verdict.map(|verdict| verdict == Verdict::Holds)).to_owned(),
            entry.claim.carrier.len().to_string(),
            goal_text(&entry.claim.topology, &entry.claim.goal),
            with_separators(entry.nodes),
            format!("{:.3}", entry.seconds),
            entry.certificate.map_or("-".to_owned(), |digest| digest.to_string()[..11].to_owned()),
            entry.solver.clone(),
        ]);
    }
    let n_undecided = claims.iter().filter(|entry| entry.verdict.is_none()).count();
    writeln!(out, "{table}\n{}, {n_undecided} undecided\n", count(claims.len() as u64, "claim"))
}

/// A claim with its answer and the cost.
pub(super) fn claim_line(entry: &ClaimEntry) -> serde_json::Value {
    let ClaimEntry { claim, verdict, first, nodes, seconds, solver, certificate } = entry;
    json!({
        "id": claim_id(entry),
        "answer": answer_word(verdict.map(|verdict| verdict == Verdict::Holds)),
        "empties": claim.carrier.len(),
        "goal": goal_text(&claim.topology, &claim.goal),
        "first": first.map(|cell| claim.topology.name(cell)),
        "nodes": nodes,
        "seconds": seconds,
        "certificate": certificate.map(|digest| digest.to_string()),
        "solver": solver,
    })
}
