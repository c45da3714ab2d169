//! `tesuji store check`: checks everything in a store again.

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use miette::IntoDiagnostic;
use serde_json::json;
use tesuji_archive::store::Store;

use super::{claim_id, doubted, id};
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "id certificate valid faults";

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
    let (entries, claims) = (store.rows().into_diagnostic()?, store.claims().into_diagnostic()?);
    status = status.max(doubted(&store));
    let mut checked = Vec::with_capacity(entries.len() + claims.len());
    for entry in &entries {
        let nodes = store.check(entry).map(|result| result.map(|summary| summary.n_nodes.into()));
        let is_contradicted = store.contradicts_its_moves(entry).into_diagnostic()?;
        checked.push((id(entry), entry.finding.certificate, nodes, is_contradicted));
    }
    for entry in &claims {
        let nodes = store.claim_proof(entry, &entry.claim).map(|result| result.map(|proof| proof.accepted.nodes));
        checked.push((claim_id(entry), entry.certificate, nodes, false));
    }
    let (mut n_certificates, mut n_wrong, mut nodes) = (0, 0, 0);
    for (id, certificate, checked, is_contradicted) in checked {
        let mut faults = Vec::new();
        match checked {
            None => {}
            Some(Ok(n_nodes)) => {
                n_certificates += 1;
                nodes += n_nodes;
            }
            Some(Err(error)) => {
                status = status.max(if error.is_of_the_writer() { Status::Fault } else { Status::No });
                faults.push(error.to_string());
            }
        }
        if is_contradicted {
            status = status.max(Status::Fault);
            faults.push("the answer contradicts those of its moves".to_owned());
        }
        n_wrong += u64::from(!faults.is_empty());
        faults.iter().for_each(|what| complain(&format!("{}: {id}: {what}", path.display())));
        let certificate = certificate.map(|digest| digest.to_string());
        let line = json!({ "id": id, "certificate": certificate, "valid": faults.is_empty(), "faults": faults });
        if json {
            writeln!(anstream::stdout(), "{}", sheet::line(&line))?;
        }
        rows.add(|| line);
    }
    rows.write()?;
    if !json {
        let claims =
            if claims.is_empty() { String::new() } else { format!(", {}", count(claims.len() as u64, "claim")) };
        writeln!(
            anstream::stdout(),
            "{}{claims}: {} valid ({} in {:.3} s), {} at fault",
            count(entries.len() as u64, "position"),
            count(n_certificates, "certificate"),
            count(nodes, "node"),
            since.elapsed().as_secs_f64(),
            n_wrong,
        )?;
    }
    Ok(status)
}
