//! A run that is kept: what was run, where, and what came out.

use serde::{Deserialize, Serialize};
use tesuji_figures::Picture;

use crate::beside::beside;
use crate::compare::{StudyJudgement, judge};
use crate::outcome::RunOutcome;
use crate::study::{RunSize, Study};

/// A run of a study, as it is kept in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(try_from = "RunFile")]
pub struct RunRecord {
    /// The id of the study.
    pub study: String,
    /// Its size.
    pub size: RunSize,
    /// The number of games, if another one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<u64>,
    /// The command that made it.
    pub command: String,
    /// Words of whoever ran it, such as the machine and the commit. They may be empty, since no result depends on it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub remark: String,
    /// Results of the run.
    pub outcome: RunOutcome,
    /// Ours beside the published numbers: never read, always made anew from the rest, so that it is not older than the
    /// comparison.
    pub judgement: StudyJudgement,
}

/// A run as its file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RunFile {
    study: String,
    size: RunSize,
    games: Option<u64>,
    command: String,
    #[serde(default)]
    remark: String,
    outcome: RunOutcome,
    #[serde(rename = "judgement")]
    _judgement: serde::de::IgnoredAny,
}

impl TryFrom<RunFile> for RunRecord {
    type Error = String;

    fn try_from(RunFile { study, size, games, command, remark, outcome, .. }: RunFile) -> Result<Self, String> {
        let known = crate::find(&study).ok_or_else(|| format!("there is no study {study}"))?;
        let judgement = judge(known, size, &outcome);
        Ok(Self { study, size, games, command, remark, outcome, judgement })
    }
}

/// The name of the picture of the printed numbers beside ours.
const BESIDE: &str = "beside the published";

impl RunRecord {
    /// A run of `study`, judged. Its printed numbers beside ours become one more picture, if there are several.
    #[must_use]
    pub fn new(study: &Study, size: RunSize, games: Option<u64>, mut outcome: RunOutcome) -> Self {
        let option = match (size, games) {
            (_, Some(games)) => format!(" --games {games}"),
            (RunSize::Full, None) => " --full".to_owned(),
            (RunSize::Small, None) => String::new(),
        };
        let judgement = judge(study, size, &outcome);
        if let Some(picture) = beside(study, size, &judgement) {
            outcome.picture(BESIDE, picture);
        }
        Self {
            study: study.id.clone(),
            size,
            games,
            command: format!("tesuji study run {}{option}", study.id),
            remark: String::new(),
            judgement,
            outcome,
        }
    }

    /// The printed numbers beside ours, as a picture; `None` if there are only few.
    #[must_use]
    pub fn beside(&self) -> Option<Picture> {
        beside(crate::find(&self.study)?, self.size, &self.judgement)
    }

    /// The run with a remark.
    #[must_use]
    pub fn with_remark(self, remark: &str) -> Self {
        Self { remark: remark.to_owned(), ..self }
    }

    /// The file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}
