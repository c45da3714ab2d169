//! `tesuji study show`.

use std::io::Write;

use serde_json::json;
use tesuji_studies::{Published, RunSize, Study, papers};

use super::chosen;
use crate::picture::PLAIN;
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};

/// The arguments of `tesuji study show`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A study such as `takada2014/table2`, or a paper
    #[arg(value_name = "ID", required = true)]
    ids: Vec<String>,
    /// Print one JSON object for each study and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
}

/// The columns of `--csv`, which are keys of each published number in the JSON, after the study.
const COLUMNS: &str = "study number published published_games error log_error within above below";

/// A published number as data.
fn object(study: &Study, published: &Published) -> serde_json::Value {
    json!({
        "study": study.id, "number": published.name, "published": published.value,
        "published_games": published.of, "error": published.error, "log_error": published.log_error, "within": published.within,
        "above": published.above, "below": published.below,
    })
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let mut out = anstream::stdout().lock();
    let bold = PLAIN.bold();
    let mut rows = Objects::new(&arguments.csv, COLUMNS);
    for study in chosen(&arguments.ids)? {
        for published in &study.published {
            rows.add(|| object(study, published));
        }
        if arguments.json {
            let [published, checks] = [&study.published, &study.checks]
                .map(|numbers| numbers.iter().map(|number| object(study, number)).collect::<Vec<_>>());
            let object = json!({
                "study": study.id, "title": study.title, "says": study.says, "unknown": study.unknown,
                "set_up": study.set_up, "fitted": study.fitted, "small_is": study.small_is, "learnt": study.learnt, "published": published, "checks": checks,
                "full": study.parameters(RunSize::Full), "small": study.parameters(RunSize::Small),
            });
            writeln!(out, "{}", sheet::line(&object))?;
            continue;
        }
        writeln!(out, "{bold}{}{bold:#}: {}\n{}\n", study.id, study.title, study.says)?;
        for (heading, text) in [("what the text does not say", &study.unknown), ("set-up", &study.set_up)] {
            if let Some(text) = text {
                writeln!(out, "{bold}{heading}{bold:#}: {text}\n")?;
            }
        }
        for (heading, numbers) in [("published", &study.published), ("our checks", &study.checks)] {
            if !numbers.is_empty() {
                writeln!(out, "{bold}{heading}{bold:#}")?;
                for number in numbers {
                    writeln!(out, "  {:<44}{}", number.name, papers::published(number))?;
                }
                writeln!(out)?;
            }
        }
        writeln!(out, "{bold}parameters{bold:#} (`--full`)\n{}", study.parameters(RunSize::Full))?;
        if let Some(learnt) = &study.learnt {
            writeln!(out, "{bold}what was learnt{bold:#}: {learnt}\n")?;
        }
    }
    rows.write()?;
    Ok(Status::Fine)
}
