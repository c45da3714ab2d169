//! Result records of Amazons: whether each proves what it says.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use serde_json::json;
use tesuji_amazons::notation::fen;
use tesuji_endings::record::{RecordFacts, ResultRecord, check};

use super::{BAD, GOOD};
use crate::sheet::{self, Objects};
use crate::status::{Failure, Status};
use crate::text::{count, with_separators};

/// Checks a record and says what it proves, also in a row of the table.
pub(super) fn run(path: &Path, text: &str, is_json: bool, rows: &mut Objects) -> Result<Status, Failure> {
    let since = Instant::now();
    let record = ResultRecord::from_json(text).map_err(|error| error.to_string());
    let checked = record.and_then(|record| check(&record).map_err(|error| error.to_string()));
    let seconds = since.elapsed().as_secs_f64();
    rows.add(|| json_line(path, &checked, seconds));
    let report = match is_json {
        true => format!("{}\n", sheet::line(&json_line(path, &checked, seconds))),
        false => report(path, &checked, seconds),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    Ok(if checked.is_ok() { Status::Fine } else { Status::No })
}

fn report(path: &Path, checked: &Result<RecordFacts, String>, seconds: f64) -> String {
    let path = path.display();
    let RecordFacts { position, winner, first, n_nodes, n_counts } = match checked {
        Err(fault) => return format!("{path}: {BAD}INVALID{BAD:#}: {fault}\n"),
        Ok(checked) => checked,
    };
    let first = first.as_ref().map_or(String::new(), |mv| format!(" with {mv}"));
    let rate = with_separators((*n_nodes as f64 / seconds.max(1e-9)) as u64);
    format!(
        "{path}: {GOOD}valid: {winner} wins{first}{GOOD:#}\n{}{}, {} by counting moves, in {seconds:.3} s, {rate} nodes/s\n",
        tesuji_amazons::notation::diagram::write(position),
        count(*n_nodes as u64, "node"),
        with_separators(*n_counts as u64),
    )
}

fn json_line(path: &Path, checked: &Result<RecordFacts, String>, seconds: f64) -> serde_json::Value {
    let path = path.to_string_lossy();
    match checked {
        Err(fault) => json!({"record": path, "valid": false, "fault": fault, "seconds": seconds}),
        Ok(RecordFacts { position, winner, first, n_nodes, n_counts }) => json!({
            "record": path,
            "valid": true,
            "position": fen::write(position),
            "winner": winner.name(),
            "first": first,
            "nodes": n_nodes,
            "counts": n_counts,
            "seconds": seconds,
        }),
    }
}
