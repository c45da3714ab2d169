//! Result records of Amazons: whether each proves what it says.

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::time::Instant;

use serde_json::json;
use tesuji_amazons::notation::fen;
use tesuji_endings::record::{Checked, ResultRecord, check};

use super::{BAD, GOOD};
use crate::files;
use crate::sheet::Objects;
use crate::status::{Failure, Status};
use crate::text::{count, with_separators};

/// Whether this file is a result record, judged by its beginning.
///
/// A record is a JSON object, and no certificate begins like one. Anything but a regular file counts as a certificate,
/// because standard input and pipes can be read only once.
pub(super) fn is_record(path: &Path) -> bool {
    if !fs::metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let mut bytes = vec![0; MOST_HEADING];
    let Ok(n_bytes) = fs::File::open(path).and_then(|mut file| file.read(&mut bytes)) else { return false };
    bytes.truncate(n_bytes);
    let heading = bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes).trim_ascii_start();
    heading.first() == Some(&b'{')
}

/// The text of a record.
///
/// # Errors
///
/// If it cannot be read, or is too long.
pub(super) fn text_of_record(path: &Path) -> miette::Result<String> {
    let bytes = files::read(path)?;
    Ok(String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes)).into_owned())
}

/// How many bytes of a file are searched for its beginning.
const MOST_HEADING: usize = 1024;

/// Bytes that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Checks a record and says what it proves, also in a row of the table.
pub(super) fn run(path: &Path, text: &str, is_json: bool, rows: &mut Objects) -> Result<Status, Failure> {
    let since = Instant::now();
    let record = ResultRecord::from_json(text).map_err(|error| error.to_string());
    let checked = record.and_then(|record| check(&record).map_err(|error| error.to_string()));
    let seconds = since.elapsed().as_secs_f64();
    rows.add(|| json_line(path, &checked, seconds));
    let report = match is_json {
        true => format!("{}\n", json_line(path, &checked, seconds)),
        false => report(path, &checked, seconds),
    };
    let mut out = anstream::stdout().lock();
    out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    Ok(if checked.is_ok() { Status::Fine } else { Status::No })
}

fn report(path: &Path, checked: &Result<Checked, String>, seconds: f64) -> String {
    let path = path.display();
    let Checked { position, winner, first, n_nodes, n_counts } = match checked {
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

fn json_line(path: &Path, checked: &Result<Checked, String>, seconds: f64) -> serde_json::Value {
    let path = path.to_string_lossy();
    match checked {
        Err(fault) => json!({"record": path, "valid": false, "fault": fault, "seconds": seconds}),
        Ok(Checked { position, winner, first, n_nodes, n_counts }) => json!({
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
