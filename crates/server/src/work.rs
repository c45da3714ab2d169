//! Work of a job: read from the request, and done.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::Value;
use tesuji_arena::Control;
use tesuji_arena::guest::GtpGuest;
use tesuji_workbench::{Answer, Question, ask};

use crate::desk::ServerDesk;
use crate::news::JobNews;
use crate::problem::Problem;
use crate::settings::ServerBounds;
use crate::types::JobKind;
use crate::{matches, studies};

/// The longest title in characters.
const MOST_TITLE: usize = 200;

/// Work of a job.
#[derive(Debug)]
pub(crate) enum Work {
    Question(Box<Question>, String),
    Match(Box<Control>),
    Study(Box<studies::StudyOrder>),
}

/// Tools of a job.
#[derive(Debug)]
pub(crate) struct Tools {
    pub(crate) desk: ServerDesk,
    pub(crate) folder: PathBuf,
    pub(crate) id: String,
    /// Memory for the players of a match, in MiB.
    pub(crate) match_mib: usize,
    /// The answer of an earlier start, as JSON.
    pub(crate) so_far: Option<String>,
}

/// End of some work.
#[derive(Debug)]
pub(crate) enum WorkEnd {
    /// With its result, as JSON.
    Done(String),
    /// Stopped, with what is known, as JSON.
    Stopped(Option<String>),
}

/// A study as it is posted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PostedStudy {
    study: String,
    #[serde(default)]
    full: bool,
    #[serde(default)]
    games: Option<u64>,
}

impl Work {
    /// Reads what was posted. Returns it with its title, if it has one.
    pub(crate) fn read(
        bytes: &[u8],
        bounds: &ServerBounds,
        guests: &[Arc<GtpGuest>],
    ) -> Result<(Self, Option<String>), Problem> {
        let what = "a question, a match or a study";
        let mut value: Value = serde_json::from_slice(bytes).map_err(|error| Problem::of_json(&error, what))?;
        let Some(fields) = value.as_object_mut() else {
            return Err(wrong("a job is an object with `ask`, `match` or `study`"));
        };
        let title = match fields.remove("title") {
            None | Some(Value::Null) => None,
            Some(Value::String(title)) => Some(title.trim().chars().take(MOST_TITLE).collect::<String>()),
            Some(_) => return Err(wrong("`title` is a text")),
        };
        let title = title.filter(|title| !title.is_empty());
        let read = |error| Problem::of_json(&error, what);
        let work = if fields.contains_key("ask") {
            let name = fields.get("ask").and_then(Value::as_str).unwrap_or_default().to_owned();
            Self::Question(Box::new(serde_json::from_value(value).map_err(read)?), name)
        } else if let Some(control) = fields.remove("match") {
            let Value::String(text) = control else { return Err(wrong("`match` is a control file as text")) };
            if let Some(other) = fields.keys().next() {
                return Err(wrong(format!("`{other}` is unknown beside `match`")));
            }
            Self::Match(Box::new(matches::read(&text, bounds, guests)?))
        } else if fields.contains_key("study") {
            let PostedStudy { study, full, games } = serde_json::from_value(value).map_err(read)?;
            Self::Study(Box::new(studies::StudyOrder::read(&study, full, games)?))
        } else {
            return Err(wrong("a job has `ask`, `match` or `study`"));
        };
        Ok((work, title))
    }

    pub(crate) const fn kind(&self) -> JobKind {
        match self {
            Self::Question(..) => JobKind::Question,
            Self::Match(_) => JobKind::Match,
            Self::Study(_) => JobKind::Study,
        }
    }

    /// The name of the question, the title of the match, or the id of the study.
    pub(crate) fn about(&self) -> String {
        match self {
            Self::Question(_, name) => name.clone(),
            Self::Match(control) => control.plan.title.clone(),
            Self::Study(order) => order.id().to_owned(),
        }
    }

    /// Title if none is given.
    pub(crate) fn title(&self) -> String {
        match self {
            Self::Question(_, name) => name.clone(),
            Self::Match(control) if control.plan.title.is_empty() => {
                let names: Vec<&str> = control.terms.players.iter().map(|player| player.name.as_str()).collect();
                names.join(" against ").chars().take(MOST_TITLE).collect()
            }
            Self::Match(control) => control.plan.title.chars().take(MOST_TITLE).collect(),
            Self::Study(order) => order.title().to_owned(),
        }
    }

    /// Does it, on this thread.
    pub(crate) fn run(self, tools: &Tools) -> Result<WorkEnd, Problem> {
        match self {
            Self::Question(question, _) => answer(*question, tools),
            Self::Match(control) => matches::play(&control, tools),
            Self::Study(order) => order.run(tools),
        }
    }
}

impl Tools {
    pub(crate) fn stop(&self) -> &Arc<AtomicBool> {
        &self.desk.stop
    }

    pub(crate) fn news(&self) -> &JobNews {
        &self.desk.news
    }
}

fn answer(mut question: Question, tools: &Tools) -> Result<WorkEnd, Problem> {
    // The map of openings goes on where it was, whether or not there is a store.
    if let (Question::Openings(openings), Some(so_far)) = (&mut question, &tools.so_far)
        && let Ok(Answer::Openings(known)) = serde_json::from_str(so_far)
    {
        openings.known = Some(known);
    }
    let answer = ask(&question, &tools.desk)?;
    let text = json(&answer)?;
    let is_stopped = tools.desk.stop.load(Ordering::Relaxed);
    Ok(if is_stopped { WorkEnd::Stopped(Some(text)) } else { WorkEnd::Done(text) })
}

/// A value as JSON.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String, Problem> {
    serde_json::to_string(value).map_err(|error| Problem::fault(format!("the result is no JSON: {error}")))
}

/// Refusal of work that makes no sense.
pub(crate) fn wrong(detail: impl Into<String>) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail, "docs/SERVER.md says what a job can be")
}
