//! `tesuji check`: whether a certificate is valid, and what it proves.

mod amazons;
mod life;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use miette::IntoDiagnostic;
use serde_json::json;
use tesuji_gallery::claims;
use tesuji_proof::{Summary, Verdict};

use crate::files::{self, Checked};
use crate::input;
use crate::picture::{MARKED, Picture, PictureArguments, names, sentence, title_of};
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count, with_separators};

const GOOD: Style = AnsiColor::Green.on_default().bold();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// The arguments of `tesuji check`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object a line for each certificate, and nothing else")))]
pub(crate) struct Arguments {
    /// Certificates in any form, or exact results of Amazons: files, `-` for standard input, or the text itself
    #[arg(required = true, value_name = "CERT")]
    certificates: Vec<PathBuf>,
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    picture: PictureArguments,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "certificate record valid fault answer winner empties first carrier nodes counts seconds";

pub(crate) fn run(arguments: &Arguments) -> status::Result {
    let mut status = Status::Fine;
    let mut pictures = Vec::new();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    for path in &arguments.certificates {
        let since = Instant::now();
        let checked = match files::check(path) {
            Ok(Checked::Certificate(checked)) => *checked,
            Ok(Checked::Life(text)) => {
                status = status.max(life::run(path, &text, arguments.data.json, &mut rows, [GOOD, BAD])?);
                continue;
            }
            Ok(Checked::AmazonsResult(text)) => {
                status = status.max(amazons::run(path, &text, arguments.data.json, &mut rows)?);
                continue;
            }
            Err(error) => {
                complain(&format!("{error:?}"));
                status = status.max(Status::BadInput);
                continue;
            }
        };
        let seconds = since.elapsed().as_secs_f64();
        status = status.max(if checked.is_ok() { Status::Fine } else { Status::No });
        if arguments.picture.is_wanted() && checked.is_ok() {
            let (certificate, _) = files::parse(path, &input::bytes(path)?)?;
            let drawn = claims::certificate(&title_of(path), &certificate, arguments.picture.theme());
            pictures.push(drawn.into_diagnostic()?);
        }
        rows.add(|| json_line(path, &checked, seconds));
        let mut out = anstream::stdout().lock();
        let report = match arguments.data.json {
            true => format!("{}\n", sheet::line(&json_line(path, &checked, seconds))),
            false => report(path, &checked, seconds),
        };
        out.write_all(report.as_bytes()).and_then(|()| out.flush())?;
    }
    rows.write()?;
    if !pictures.is_empty() {
        arguments.picture.write(pictures)?;
    }
    Ok(status)
}

fn report(path: &Path, checked: &Result<Summary, String>, seconds: f64) -> String {
    let path = path.display();
    let summary = match checked {
        Err(fault) => return format!("{path}: {BAD}INVALID{BAD:#}: {fault}\n"),
        Ok(summary) => summary,
    };
    let Summary { claim, first, n_nodes, carrier, .. } = summary;
    let (found, verdict) = match summary.verdict {
        Verdict::Holds => ("valid: the claim holds", "proof"),
        Verdict::Fails => ("valid: the claim fails", "refutation"),
    };
    let picture = Picture::of_claim(claim).with(carrier, '+', MARKED);
    let first = first.map_or(String::new(), |cell| format!(", after {}", claim.topology.name(cell)));
    let rate = with_separators((f64::from(*n_nodes) / seconds.max(1e-9)) as u64);
    format!(
        "{path}: {GOOD}{found}{GOOD:#}\n{}\n{picture}the {verdict} needs (+) {}{first}: {}\n{} in {seconds:.3} s, {rate} nodes/s\n",
        sentence(claim),
        count(carrier.len() as u64, "cell"),
        names(&claim.topology, carrier),
        count(u64::from(*n_nodes), "node"),
    )
}

fn json_line(path: &Path, checked: &Result<Summary, String>, seconds: f64) -> serde_json::Value {
    let path = path.to_string_lossy();
    match checked {
        Err(fault) => json!({"certificate": path, "valid": false, "fault": fault, "seconds": seconds}),
        Ok(Summary { claim, verdict, first, n_nodes, carrier, .. }) => json!({
            "certificate": path,
            "valid": true,
            "answer": match verdict { Verdict::Holds => "holds", Verdict::Fails => "fails" },
            "empties": claim.carrier.len(),
            "first": first.map(|cell| claim.topology.name(cell)),
            "carrier": carrier.iter().map(|cell| claim.topology.name(cell)).collect::<Vec<_>>(),
            "nodes": n_nodes,
            "seconds": seconds,
        }),
    }
}
