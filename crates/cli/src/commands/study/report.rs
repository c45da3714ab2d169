//! `tesuji study report`.

use std::io::Write;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, Result, miette};
use tesuji_studies::{RunRecord, Study, papers};

use super::data::{COLUMNS, comparison_json, record_json};
use crate::files;
use crate::sheet::{self, CsvOption, Objects};
use crate::status::{self, Status};
use crate::text::{complain, count};

/// The arguments of `tesuji study report`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of kept runs
    #[arg(value_name = "DIR", default_value = "studies")]
    folder: PathBuf,
    /// Write one page a paper, and an index, to this folder, with the data of the site in `studies` [default: the folder
    /// of the runs, if nothing else is wanted]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Write all of it as Markdown to this file
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
    /// Print one JSON object for each run and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    csv: CsvOption,
}

pub(super) fn run(arguments: &Arguments) -> status::Result {
    let mut records = Vec::new();
    for path in json_files(&arguments.folder)? {
        let bytes = files::read(&path)?;
        let text = String::from_utf8(bytes).map_err(|_| miette!("{}: not UTF-8 text", path.display()))?;
        records.push(RunRecord::parse(&text).map_err(|error| miette!("{}: {error}", path.display()))?);
    }
    if records.is_empty() {
        return Err(miette!(
            "{}: no kept runs; `tesuji study run ID --out DIR` keeps some",
            arguments.folder.display()
        )
        .into());
    }
    for record in &records {
        write_missing_picture(&arguments.folder, record)?;
    }
    if let Some(path) = &arguments.markdown {
        let folder = arguments.folder.clone();
        let base = path.parent().unwrap_or(Path::new("")).to_owned();
        let picture = move |study: &Study| picture_of(&folder, &base, study);
        files::write_whole(path, papers::markdown(&records, &picture).as_bytes())?;
    }
    let mut rows = Objects::new(&arguments.csv, COLUMNS);
    let mut out = anstream::stdout().lock();
    for record in &records {
        for comparison in &record.judgement.comparisons {
            rows.add(|| comparison_json(record, comparison));
        }
        if arguments.json {
            writeln!(out, "{}", sheet::line(&record_json(record)))?;
        }
    }
    rows.write()?;
    let is_alone = arguments.markdown.is_none() && !arguments.json && !arguments.csv.is_wanted();
    let pages = arguments.out.as_ref().or(is_alone.then_some(&arguments.folder));
    if let Some(folder) = pages {
        // In a folder of their own, because the runs are read from all JSON of theirs.
        let data = folder.join("studies");
        files::make_folder(&data)?;
        for paper in tesuji_studies::all_papers() {
            let mut of_paper = Vec::new();
            for study in tesuji_studies::all().iter().filter(|study| study.paper() == paper.key) {
                let mut shown = Vec::new();
                if let Some(record) = papers::shown(study, &records) {
                    shown.push((record.clone(), pictures(&arguments.folder, study)?));
                }
                let page = tesuji_server::study_json(study, shown.iter().cloned()).into_diagnostic()?;
                files::write_whole(&data.join(format!("{}.json", study.id.replace('/', "-"))), page.as_bytes())?;
                of_paper.extend(shown);
            }
            let title = format!("{}: {}", paper.authors, paper.title);
            let page = papers::html(&title, &of_paper);
            files::write_whole(&folder.join(format!("{}.html", paper.key)), page.as_bytes())?;
        }
        files::write_whole(&folder.join("index.html"), papers::index(&records).as_bytes())?;
        files::write_whole(&data.join("index.json"), tesuji_server::studies_json().into_diagnostic()?.as_bytes())?;
    }
    complain(&format!("{} read", count(records.len() as u64, "run")));
    Ok(Status::Fine)
}

fn json_files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).map_err(|error| miette!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|ending| ending == "json")).collect();
    paths.sort();
    Ok(paths)
}

/// The pictures of a study in a folder, with their names, as SVG.
fn pictures(folder: &Path, study: &Study) -> Result<Vec<(String, String)>> {
    let stem = study.id.replace('/', "-");
    let entries = std::fs::read_dir(folder).map_err(|error| miette!("{}: {error}", folder.display()))?;
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned());
        let Some(rest) = name.strip_suffix(".svg").and_then(|name| name.strip_prefix(&stem)) else { continue };
        if rest.is_empty() || rest.starts_with('-') {
            let svg = String::from_utf8_lossy(&files::read(&path)?).into_owned();
            found.push((rest.trim_start_matches('-').to_owned(), svg));
        }
    }
    found.sort();
    Ok(found)
}

/// Draws the printed numbers beside ours for a run of which no picture is kept.
fn write_missing_picture(folder: &Path, record: &RunRecord) -> Result<()> {
    let path = folder.join(format!("{}.svg", record.study.replace('/', "-")));
    match record.beside().filter(|_| !path.exists()) {
        Some(picture) => files::write_whole(&path, picture.svg().as_bytes()),
        None => Ok(()),
    }
}

/// The path of the first picture of a study, as a page in `base` names it.
fn picture_of(folder: &Path, base: &Path, study: &Study) -> Option<String> {
    let path = folder.join(format!("{}.svg", study.id.replace('/', "-")));
    let named = path.strip_prefix(base).unwrap_or(&path);
    path.exists().then(|| named.to_string_lossy().into_owned())
}
