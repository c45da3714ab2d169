//! `tesuji study list`.

use std::io::Write;

use serde_json::json;
use tesuji_studies::{RunSize, Study};

use super::chosen;
use crate::columns::padded;
use crate::picture::PLAIN;
use crate::sheet::{self, DataOptions, Objects};
use crate::status::{self, Status};

/// The arguments of `tesuji study list`.
#[derive(clap::Args)]
#[command(mut_arg("json", |json| json.help("Print one JSON object for each study and nothing else")))]
pub(crate) struct Arguments {
    /// Papers or studies: `takada2014`, `sato2016/table2` [default: all]
    #[arg(value_name = "ID")]
    ids: Vec<String>,
    #[command(flatten)]
    data: DataOptions,
}

/// The columns of `--csv`, which are keys of the JSON.
const COLUMNS: &str = "study paper item title says small_time full_time published unknown";

fn object(study: &Study) -> serde_json::Value {
    let [small_time, full_time] = &study.time;
    json!({
        "study": study.id, "paper": study.paper(), "item": study.item(), "title": study.title, "says": study.says,
        "small_time": small_time, "full_time": full_time, "published": study.published.len(),
        "unknown": study.unknown,
    })
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let studies =
        if arguments.ids.is_empty() { tesuji_studies::all().iter().collect() } else { chosen(&arguments.ids)? };
    let mut out = anstream::stdout().lock();
    let mut rows = Objects::new(&arguments.data.csv, COLUMNS);
    let bold = PLAIN.bold();
    let mut paper = "";
    let width = studies.iter().map(|study| study.id.len()).max().unwrap_or(0);
    for study in &studies {
        rows.add(|| object(study));
        if arguments.data.json {
            writeln!(out, "{}", sheet::line(&object(study)))?;
            continue;
        }
        if study.paper() != paper {
            let heading = tesuji_studies::all_papers().iter().find(|other| other.key == study.paper());
            if let Some(heading) = heading {
                let space = if paper.is_empty() { "" } else { "\n" };
                writeln!(out, "{space}{bold}{}{bold:#}: {}", heading.authors, heading.title)?;
            }
            paper = study.paper();
        }
        let [small, full] = &study.time;
        writeln!(out, "  {:<width$}  {}{small:>6}{full:>8}", study.id, padded(&study.title, 66))?;
    }
    rows.write()?;
    if !arguments.data.json {
        let word = RunSize::Full.name();
        writeln!(out, "\nThe times are those of a small and of a {word} run. `tesuji study run ID` runs one.")?;
    }
    Ok(Status::Fine)
}
