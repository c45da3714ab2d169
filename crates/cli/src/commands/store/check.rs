//! `tesuji store check`: checks everything in a store again.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use miette::IntoDiagnostic;
use serde_json::json;
use tesuji_archive::store::Store;

use super::{doubted, fault, id};
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &[&str] = &["id", "certificate", "valid", "faults"];

pub(super) fn run(path: &Path, json: bool, csv: &CsvOption) -> status::Result {
    let store = Store::open(path).into_diagnostic()?;
    let mut status = Status::Fine;
    let mut rows = Objects::new(csv, COLUMNS);
    for fault in store.faults().into_diagnostic()? {
        complain(&format!("{}: {fault}", path.display()));
        status = Status::No;
    }
    let since = Instant::now();
    // All rows, trusted or not, because the fault of each has to be reported.
    let entries = store.rows().into_diagnostic()?;
    status = status.max(doubted(&store));
    let (mut n_certificates, mut n_wrong, mut nodes) = (0, 0, 0);
    for entry in &entries {
        let mut faults = Vec::new();
        match store.check(entry) {
            None => {}
            Some(Ok(summary)) => {
                n_certificates += 1;
                nodes += u64::from(summary.n_nodes);
            }
            Some(Err(error)) => {
                status = status.max(if error.is_of_the_writer() { Status::Fault } else { Status::No });
                faults.push(error.to_string());
            }
        }
        if store.contradicts_its_moves(entry).into_diagnostic()? {
            status = status.max(Status::Fault);
            faults.push("the answer contradicts those of its moves".to_owned());
        }
        n_wrong += u64::from(!faults.is_empty());
        for what in &faults {
            complain(&format!("{}", fault(&store, entry, what)));
        }
        let line = json!({
            "id": id(entry),
            "certificate": entry.finding.certificate.map(|digest| digest.to_string()),
            "valid": faults.is_empty(),
            "faults": faults,
        });
        if json {
            writeln!(anstream::stdout(), "{}", sheet::line(&line))?;
        }
        rows.add(|| line);
    }
    rows.write()?;
    if !json {
        writeln!(
            anstream::stdout(),
            "{}: {} valid ({} in {:.3} s), {} at fault",
            count(entries.len() as u64, "position"),
            count(n_certificates, "certificate"),
            count(nodes, "node"),
            since.elapsed().as_secs_f64(),
            n_wrong,
        )?;
    }
    Ok(status)
}
