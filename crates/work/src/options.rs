//! Opening of work, by plain text.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Deserializer};
use tesuji_arena::Shard;

use crate::kinds::{self, lessons, matches::MatchWork, openings, proof, study::StudyWork, templates, verify};
use crate::{TaskMerge, Work, WorkError};

/// Options of work besides its control. Each kind takes those that concern it and refuses the others.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct WorkOptions {
    /// The part of the work to be done here.
    #[serde(deserialize_with = "shard")]
    pub shard: Shard,
    /// The most nodes for each task (of a divided proof: for each leaf), in the searcher's own count.
    pub nodes: Option<u64>,
    /// The verifier that answers: `a`, `b`, `c` or `brute`.
    pub program: Option<String>,
    /// Of openings, the store of solved positions that also takes the answers.
    pub store: Option<PathBuf>,
    /// Of a study, the full run instead of the small one.
    pub full: bool,
    /// Of a study, the full run with this many games in each place of a table.
    pub games: Option<u64>,
}

impl Default for WorkOptions {
    fn default() -> Self {
        Self { shard: Shard::WHOLE, nodes: None, program: None, store: None, full: false, games: None }
    }
}

impl WorkOptions {
    /// Reads options in JSON, such as `{"shard": "1/3", "nodes": 1000}`. An empty text gives the usual ones.
    ///
    /// # Errors
    ///
    /// The first key or value that makes no sense.
    pub fn read(json: &str) -> Result<Self, WorkError> {
        if json.trim().is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(json).map_err(|error| WorkError::Senseless(format!("options: {error}")))
    }

    /// Refuses options that do not concern this kind of work.
    fn check(&self, kind: &str) -> Result<(), WorkError> {
        let Self { shard: _, nodes, program, store, full, games } = self;
        let given = [
            ("nodes", nodes.is_some(), &[kinds::CLAIMS, kinds::OPENINGS, kinds::PROOF] as &[&str]),
            ("program", program.is_some(), &[kinds::CLAIMS]),
            ("store", store.is_some(), &[kinds::OPENINGS]),
            ("full", *full, &[kinds::STUDY]),
            ("games", games.is_some(), &[kinds::STUDY]),
        ];
        match given.iter().find(|(_, is_given, of)| *is_given && !of.contains(&kind)) {
            Some((name, ..)) => Err(WorkError::Senseless(format!("options: `{name}` is not for `{kind}`"))),
            None => Ok(()),
        }
    }
}

fn shard<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shard, D::Error> {
    String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
}

/// Opens work of this kind, or goes on with it.
///
/// `docs/CLUSTERS.md` says for each kind what `control` and `out` are: a file, a folder, or the text itself. Another
/// call with the same arguments goes on where the last one stopped.
///
/// # Errors
///
/// If there is no such kind, the control or an option makes no sense, or `out` cannot be used or holds other work.
pub fn open_work(kind: &str, control: &str, out: &Path, options: &str) -> Result<Box<dyn Work>, WorkError> {
    let options = WorkOptions::read(options)?;
    open(kind, control, out, &options)
}

/// As above with options that are read.
///
/// # Errors
///
/// As for [`open_work`].
pub fn open(kind: &str, control: &str, out: &Path, options: &WorkOptions) -> Result<Box<dyn Work>, WorkError> {
    let path = Path::new(control);
    check_kind(kind)?;
    options.check(kind)?;
    match kind {
        kinds::MATCH => Ok(Box::new(MatchWork::open(path, out, options)?)),
        kinds::OPENINGS => Ok(Box::new(openings::open(control, out, options)?)),
        kinds::PROOF => Ok(Box::new(proof::open(path, out, options)?)),
        kinds::LESSONS => Ok(Box::new(lessons::open(control, out, options.shard)?)),
        kinds::STUDY => Ok(Box::new(StudyWork::open(control, out, options)?)),
        kinds::TEMPLATES => Ok(Box::new(templates::open(control, out, options)?)),
        _ => Ok(Box::new(verify::open(path, out, options)?)),
    }
}

/// Takes what shards have found, in stores or folders of their own, into `out`. Each part is checked as an outcome from
/// another machine is.
///
/// # Errors
///
/// As for [`open_work`], and if a part is of other work or holds something that is not believed.
pub fn merge_work(
    kind: &str,
    control: &str,
    out: &Path,
    parts: &[PathBuf],
    options: &str,
) -> Result<TaskMerge, WorkError> {
    let options = WorkOptions { shard: Shard::WHOLE, ..WorkOptions::read(options)? };
    merge(kind, control, out, parts, &options)
}

/// As above with options that are read. Their shard plays no part.
///
/// # Errors
///
/// As for [`merge_work`].
pub fn merge(
    kind: &str,
    control: &str,
    out: &Path,
    parts: &[PathBuf],
    options: &WorkOptions,
) -> Result<TaskMerge, WorkError> {
    let options = WorkOptions { shard: Shard::WHOLE, ..options.clone() };
    let path = Path::new(control);
    check_kind(kind)?;
    options.check(kind)?;
    match kind {
        kinds::MATCH => MatchWork::merge(out, parts),
        kinds::OPENINGS => openings::open(control, out, &options)?.merge(parts),
        kinds::PROOF => proof::open(path, out, &options)?.merge(parts),
        kinds::LESSONS => lessons::open(control, out, options.shard)?.merge(parts),
        kinds::STUDY => StudyWork::merge(control, out, parts, &options),
        kinds::TEMPLATES => templates::open(control, out, &options)?.merge(parts),
        _ => verify::open(path, out, &options)?.merge(parts),
    }
}

fn check_kind(kind: &str) -> Result<(), WorkError> {
    if kinds::KINDS.contains(&kind) {
        return Ok(());
    }
    Err(WorkError::Senseless(format!("`{kind}` is no kind of work; expected {}", kinds::listed())))
}
