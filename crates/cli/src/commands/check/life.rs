//! Certificates of life and death: whether each proves what it says.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use serde_json::json;
use tesuji_life::checker::{Checked, Fault, check};

use super::{BAD, GOOD};
use crate::sheet::{self, Objects};
use crate::status::{Failure, Status};
use crate::text::count;

/// Checks a certificate and says what it proves, also in a row of the table.
pub(super) fn run(path: &Path, text: &str, is_json: bool, rows: &mut Objects) -> Result<Status, Failure> {
    let since = Instant::now();
    let checked = check(text);
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

fn sentences(checked: &Checked) -> Vec<String> {
    let of_claim = |claim: &tesuji_life::checker::CheckedClaim| {
        let (owner, n) = &claim.threats;
        let n = n.map_or("unbounded".to_owned(), |n| n.to_string());
        let verdict = if claim.is_achieved { "achieved" } else { "prevented" };
        format!("{} {verdict}, {} first, ko threats of {owner}: {n}", claim.aim, claim.first)
    };
    checked.claims.iter().map(of_claim).collect()
}

fn report(path: &Path, checked: &Result<Checked, Fault>, seconds: f64) -> String {
    let path = path.display();
    let checked = match checked {
        Err(fault) => return format!("{path}: {BAD}INVALID{BAD:#}: {fault}\n"),
        Ok(checked) => checked,
    };
    let replies: usize = checked.claims.iter().map(|claim| claim.n_replies).sum();
    format!(
        "{path}: {GOOD}valid{GOOD:#}: {} {} in the region {}\n  {}\n{} in {seconds:.3} s\n",
        checked.defender,
        checked.target.join(" "),
        checked.cells.join(" "),
        sentences(checked).join("\n  "),
        count(replies as u64, "reply").replace("replys", "replies"),
    )
}

fn json_line(path: &Path, checked: &Result<Checked, Fault>, seconds: f64) -> serde_json::Value {
    let path = path.to_string_lossy();
    match checked {
        Err(fault) => json!({"certificate": path, "valid": false, "fault": fault.to_string(), "seconds": seconds}),
        Ok(checked) => json!({
            "certificate": path,
            "valid": true,
            "defender": checked.defender,
            "target": checked.target,
            "region": checked.cells,
            "claims": sentences(checked),
            "seconds": seconds,
        }),
    }
}
