//! Studies: the tables and figures of papers, listed, shown and run again.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::{Path as InPath, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use tesuji_studies::{Bench, Method, NumberComparison, Published, RunProgress, RunRecord, RunSize, Study, papers};

use crate::app::App;
use crate::ask;
use crate::problem::Problem;
use crate::types::{JobKind, JobSummary, Studies, StudyPicture, StudyRow, StudyRun, StudySummary, StudyView};
use crate::work::{self, Tools, WorkEnd, wrong};

/// The most games in a place of a table.
const MOST_GAMES: u64 = 20_000;

/// A run of a study that is asked for.
#[derive(Debug)]
pub(crate) struct StudyOrder {
    study: &'static Study,
    size: RunSize,
    games: Option<u64>,
    method: Method,
}

impl StudyOrder {
    /// Finds the study, and looks whether it can be run like this.
    pub(crate) fn read(id: &str, full: bool, games: Option<u64>) -> Result<Self, Problem> {
        let study = tesuji_studies::find(id).ok_or_else(|| unknown(id))?;
        if games.is_some_and(|games| !(1..=MOST_GAMES).contains(&games)) {
            return Err(wrong(format!("`games` is a number from 1 to {MOST_GAMES}")));
        }
        let size = if full || games.is_some() { RunSize::Full } else { RunSize::Small };
        let method = study.method(size, games).map_err(wrong)?;
        Ok(Self { study, size, games, method })
    }

    pub(crate) fn id(&self) -> &'static str {
        &self.study.id
    }

    pub(crate) fn title(&self) -> &'static str {
        &self.study.title
    }

    /// Runs it. Games are kept in a folder of the job, so that another run goes on.
    pub(crate) fn run(&self, tools: &Tools) -> Result<WorkEnd, Problem> {
        let folder = folder_of(&tools.folder, &tools.id);
        std::fs::create_dir_all(&folder).map_err(|error| Problem::fault(error.to_string()))?;
        let progress = |RunProgress { what, done, of }: RunProgress| {
            let share = if of == 0 { None } else { Some(done as f64 / of as f64) };
            tools.news().progress_of(format!("{what}: {done} of {of}"), share);
        };
        let bench = Bench {
            jobs: tools.desk.n_threads,
            folder: Some(folder),
            stop: Arc::clone(tools.stop()),
            progress: &progress,
        };
        let outcome = tesuji_studies::run(&self.study.id, &self.method, &bench)
            .map_err(|error| wrong(format!("{}: {error}", self.study.id)))?;
        let is_stopped = outcome.stopped;
        let pictures = outcome.pictures.iter().map(|shown| (shown.name.clone(), shown.picture.svg())).collect();
        let record = RunRecord::new(self.study, self.size, self.games, outcome);
        let run = with_words(&record, pictures).map_err(|error| Problem::fault(error.to_string()))?;
        let text = work::json(&run)?;
        Ok(if is_stopped { WorkEnd::Stopped(Some(text)) } else { WorkEnd::Done(text) })
    }
}

/// A run with its verdict and rows in words.
fn with_words(record: &RunRecord, pictures: Vec<(String, String)>) -> serde_json::Result<StudyRun> {
    Ok(StudyRun {
        record: serde_json::to_value(record)?,
        verdict: papers::verdict(&record.judgement.verdict),
        rows: record.judgement.comparisons.iter().map(row).collect(),
        pictures: pictures.into_iter().map(|(name, svg)| StudyPicture { name, svg }).collect(),
    })
}

fn row(comparison: &NumberComparison) -> StudyRow {
    let [name, ours, published, _] = papers::row(comparison);
    StudyRow { name, ours, published, agreement: comparison.agreement }
}

/// The folder for the games of a study.
fn folder_of(folder: &Path, id: &str) -> PathBuf {
    folder.join("studies").join(id)
}

/// Removes what a study has kept.
pub(crate) fn forget(folder: &Path, id: &str) {
    // What is not there need not go.
    _ = std::fs::remove_dir_all(folder_of(folder, id));
}

/// `GET /api/studies`: papers and studies.
pub(crate) async fn list() -> Result<Response, Problem> {
    ask::json(StatusCode::OK, &studies())
}

fn studies() -> Studies {
    Studies { papers: tesuji_studies::all_papers(), studies: tesuji_studies::all().iter().map(summary).collect() }
}

/// The list of studies for a page without a server: the body of `GET /api/studies`.
///
/// # Errors
///
/// If it cannot be written as JSON, which is a fault of the program.
pub fn studies_json() -> serde_json::Result<String> {
    serde_json::to_string(&studies())
}

/// A study with kept runs for a page without a server: the body of `GET /api/studies/{id}`, where each run has its
/// `result`. Each run comes with its pictures: names, and SVG.
///
/// # Errors
///
/// As [`studies_json`].
pub fn study_json(
    study: &'static Study,
    runs: impl IntoIterator<Item = (RunRecord, Vec<(String, String)>)>,
) -> serde_json::Result<String> {
    let run = |(record, pictures): (RunRecord, _)| {
        Ok(serde_json::json!({ "id": record.size, "state": "done", "result": with_words(&record, pictures)? }))
    };
    let runs: serde_json::Result<Vec<Value>> = runs.into_iter().map(run).collect();
    let mut page = serde_json::to_value(view(study, Vec::new()))?;
    page["runs"] = Value::Array(runs?);
    serde_json::to_string(&page)
}

fn summary(study: &'static Study) -> StudySummary {
    StudySummary {
        id: &study.id,
        paper: study.paper(),
        item: study.item(),
        title: &study.title,
        says: &study.says,
        time: &study.time,
        published: study.published.len(),
        unknown: study.unknown.as_deref(),
    }
}

/// `GET /api/studies/{paper}/{item}`: a study.
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    InPath((paper, item)): InPath<(String, String)>,
) -> Result<Response, Problem> {
    let id = format!("{paper}/{item}");
    let study = tesuji_studies::find(&id).ok_or_else(|| unknown(&id))?;
    app.quickly(move |app| {
        let is_of_it = |job: &JobSummary| job.kind == JobKind::Study && job.about == study.id;
        ask::json(StatusCode::OK, &view(study, app.jobs.list()?.into_iter().filter(is_of_it).collect()))
    })
    .await
}

fn view(study: &'static Study, runs: Vec<JobSummary>) -> StudyView {
    let in_words = |number: &Published| [number.name.clone(), papers::published(number)];
    StudyView {
        summary: summary(study),
        small_is: study.small_is.as_deref(),
        learnt: study.learnt.as_deref(),
        numbers: study.published.iter().map(in_words).collect(),
        full: study.parameters(RunSize::Full),
        small: study.parameters(RunSize::Small),
        runs,
    }
}

/// `GET /api/studies/report`: one page with all runs that are done, the latest of each study.
pub(crate) async fn report(State(app): State<Arc<App>>) -> Result<Response, Problem> {
    app.quickly(|app| {
        let mut records: Vec<(RunRecord, Vec<(String, String)>)> = Vec::new();
        for result in app.jobs.results(JobKind::Study)? {
            let Ok(value) = serde_json::from_str::<Value>(&result) else { continue };
            let Ok(record) = RunRecord::parse(&value["record"].to_string()) else { continue };
            if records.iter().any(|(known, _)| known.study == record.study) {
                continue;
            }
            let pictures = value["pictures"].as_array().into_iter().flatten();
            let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
            records.push((record, pictures.map(|shown| (text(&shown["name"]), text(&shown["svg"]))).collect()));
        }
        let page = papers::html("Studies, run again", &records);
        Ok(([("content-type", "text/html; charset=utf-8")], page).into_response())
    })
    .await
}

fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no study {id}"), "GET /api/studies lists all")
}
