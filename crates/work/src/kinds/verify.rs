//! Verification of many problems: each problem is a task.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tesuji_archive::{Archive, ClaimAnswer, ClaimOptions, WallClock, accept, files};
use tesuji_mishima::Program;
use tesuji_mishima::paper::PaperConfig;
use tesuji_problem::{Problem, parse_file_text, write_json};
use tesuji_proof::{Claim, Verdict};
use tesuji_search::Limits;

use super::CLAIMS;
use crate::execute::content;
use crate::folder::{FolderWork, StoredResult, WorkKind};
use crate::{Task, TaskError, TaskOutcome, WorkError, WorkOptions};

/// A problem to be answered.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimQuestion {
    program: String,
    nodes: Option<u64>,
    /// The claim as a file of one problem.
    problem: String,
}

/// An answer.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorkerAnswer {
    /// Whether the claim holds; `None` if it is undecided.
    holds: Option<bool>,
    /// Positions searched, in the program's own count.
    nodes: u64,
    /// The certificate in Base64. Every answer has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    certificate: Option<String>,
}

const PROGRAMS: [Program; 4] = [Program::A, Program::B, Program::C, Program::BruteForce];

fn program_named(name: &str) -> Result<Program, String> {
    let found = PROGRAMS.into_iter().find(|program| program.name() == name);
    found.ok_or_else(|| format!("`{name}` is no program; expected `a`, `b`, `c` or `brute`"))
}

pub(crate) fn execute(task: &Task, stop: &Arc<AtomicBool>) -> Result<TaskOutcome, TaskError> {
    let question: ClaimQuestion = content(task)?;
    task.outcome(&answer(&question, stop)?)
}

fn answer(question: &ClaimQuestion, stop: &Arc<AtomicBool>) -> Result<WorkerAnswer, TaskError> {
    let program = program_named(&question.program).map_err(TaskError::Senseless)?;
    let problem = problem_of(question).map_err(TaskError::Senseless)?;
    let limits = Limits { nodes: question.nodes, interrupt: Arc::clone(stop), ..Limits::default() };
    let verifier = |claim: &Claim, limits: &Limits| program.verify(claim, &PaperConfig::default(), limits);
    let options = ClaimOptions { program: (program != Program::C).then_some(&verifier), certify: true };
    let answer = Archive::default().answer_claim(&problem.claim, options, &WallClock { limits });
    let ClaimAnswer { nodes, proof, fault, .. } = answer.map_err(|error| TaskError::Failed(error.to_string()))?;
    if let Some(fault) = fault {
        return Err(TaskError::Failed(format!("`{}`: {fault}", problem.id)));
    }
    if stop.load(Ordering::Relaxed) {
        return Err(TaskError::Stopped);
    }
    // An answer without a proof is not an answer.
    let holds = proof.as_ref().map(|proof| proof.accepted.verdict == Verdict::Holds);
    Ok(WorkerAnswer { holds, nodes, certificate: proof.map(|proof| STANDARD.encode(proof.bytes)) })
}

/// Refuses "undecided" where a short search decides, or where nothing bounds the search.
fn check_undecided(question: ClaimQuestion) -> Result<(), String> {
    let bound = question.nodes;
    let nodes = super::nodes_to_check(bound);
    let found = answer(&ClaimQuestion { nodes: Some(nodes), ..question }, &Arc::default());
    let found = found.map_err(|error| error.to_string())?;
    match found.holds {
        Some(_) => Err(format!("`undecided`: a search of {nodes} nodes decides it")),
        // A problem that is too large for a program takes no nodes.
        None if bound.is_none() && found.nodes > 0 => Err("`undecided`: nothing bounds the search".to_owned()),
        None => Ok(()),
    }
}

fn problem_of(question: &ClaimQuestion) -> Result<Problem, String> {
    let mut problems = parse_file_text(&question.problem).map_err(|error| error.to_string())?;
    match problems.pop() {
        Some(problem) if problems.is_empty() => Ok(problem),
        _ => Err("a task is one problem".to_owned()),
    }
}

/// The problems of a file, or of all files in a folder.
#[derive(Clone, Debug)]
pub(crate) struct Verification {
    problems: Arc<Vec<Problem>>,
    names: Arc<Vec<String>>,
    program: Program,
    nodes: Option<u64>,
}

/// Opens the problems of a file or folder, with the folder of their answers.
pub(crate) fn open(control: &Path, out: &Path, options: &WorkOptions) -> Result<FolderWork<Verification>, WorkError> {
    let program = options.program.as_deref().map_or(Ok(Program::C), program_named);
    let program = program.map_err(|fault| WorkError::Senseless(format!("options: {fault}")))?;
    of(read(control)?, program, options.nodes, out, options)
}

/// Opens these problems.
pub(crate) fn of(
    problems: Vec<Problem>,
    program: Program,
    nodes: Option<u64>,
    out: &Path,
    options: &WorkOptions,
) -> Result<FolderWork<Verification>, WorkError> {
    let mut names = Vec::with_capacity(problems.len());
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    for problem in &problems {
        let name = files::certificate_name(&problem.id);
        // Some systems do not tell upper from lower case.
        if let Some(other) = known.insert(name.to_lowercase(), &problem.id) {
            return Err(WorkError::Senseless(format!(
                "`{other}` and `{}` would have one certificate, {name}; give one of them another id",
                problem.id
            )));
        }
        names.push(name);
    }
    let kind = Verification { names: Arc::new(names), problems: Arc::new(problems), program, nodes };
    FolderWork::open(kind, out, options.shard)
}

/// The problems of a file, or of all files of a folder in the order of their names.
fn read(control: &Path) -> Result<Vec<Problem>, WorkError> {
    let unreadable = |error| WorkError::file(control, error);
    let files: Vec<PathBuf> = if control.is_dir() {
        let entries = std::fs::read_dir(control).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut paths: Vec<PathBuf> = entries.map_err(unreadable)?.iter().map(|entry| entry.path()).collect();
        let is_problem = |path: &PathBuf| {
            let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
            path.is_file() && matches!(ending, "toml" | "json" | "jsonl" | "txt" | "hdg")
        };
        paths.retain(is_problem);
        paths.sort();
        paths
    } else {
        vec![control.to_owned()]
    };
    let mut problems = Vec::new();
    for file in files {
        let text = super::text_of(&file)?;
        let read =
            parse_file_text(&text).map_err(|error| WorkError::Senseless(format!("{}, {error}", file.display())))?;
        problems.extend(read);
    }
    match problems.is_empty() {
        true => Err(WorkError::Senseless(format!("{}: there is no problem in it", control.display()))),
        false => Ok(problems),
    }
}

impl Verification {
    fn problem(&self, number: u64) -> Option<&Problem> {
        self.problems.get(usize::try_from(number).ok()?.checked_sub(1)?)
    }

    fn name(&self, number: u64) -> &str {
        &self.names[number as usize - 1]
    }
}

impl WorkKind for Verification {
    const NAME: &'static str = CLAIMS;

    fn title(&self) -> Value {
        let ids: Vec<&str> = self.problems.iter().map(|problem| problem.id.as_str()).collect();
        json!({"program": self.program.name(), "nodes": self.nodes, "problems": ids})
    }

    fn n_tasks(&self) -> u64 {
        self.problems.len() as u64
    }

    fn task(&self, number: u64) -> Result<Task, WorkError> {
        let missing = || WorkError::Senseless(format!("there is no problem {number}"));
        let problem = self.problem(number).ok_or_else(missing)?;
        let bare = Problem::new(problem.id.clone(), problem.claim.clone());
        let question =
            ClaimQuestion { program: self.program.name().to_owned(), nodes: self.nodes, problem: write_json(&[bare]) };
        Task::new(CLAIMS, number, &question)
    }

    fn believe(&self, task: &Task, result: &Value) -> Result<StoredResult, String> {
        let answer = WorkerAnswer::deserialize(result).map_err(|error| format!("it is no answer: {error}"))?;
        let problem = self.problem(task.number).ok_or("there is no such problem")?;
        let mut kept = BTreeMap::new();
        match (answer.holds, answer.certificate) {
            (None, None) => check_undecided(content(task).map_err(|error| error.to_string())?)?,
            (None, Some(_)) => return Err("an undecided problem has no certificate".to_owned()),
            (Some(_), None) => return Err("an answer without a certificate is not believed".to_owned()),
            (Some(holds), Some(text)) => {
                let bytes = STANDARD.decode(text).map_err(|error| format!("certificate: {error}"))?;
                let accepted = accept(&bytes, &problem.claim).map_err(|fault| format!("certificate: {fault}"))?;
                if (accepted.verdict == Verdict::Holds) != holds {
                    return Err("certificate: it proves the opposite".to_owned());
                }
                kept.insert(self.name(task.number).to_owned(), bytes);
            }
        }
        let value = json!({"id": problem.id, "holds": answer.holds, "nodes": answer.nodes});
        Ok(StoredResult { value, files: kept })
    }

    fn restore(&self, record: StoredResult) -> Result<Value, String> {
        let unfit = || "no answer to a problem".to_owned();
        let holds = serde_json::from_value(record.value["holds"].clone()).map_err(|_| unfit())?;
        let nodes = record.value["nodes"].as_u64().ok_or_else(unfit)?;
        let certificate = record.files.into_values().next().map(|bytes| STANDARD.encode(bytes));
        serde_json::to_value(WorkerAnswer { holds, nodes, certificate }).map_err(|error| error.to_string())
    }

    fn n_undecided(&self, record: &Value) -> usize {
        usize::from(record["holds"].is_null())
    }

    fn summary(&self, records: &BTreeMap<u64, Value>) -> Result<Value, WorkError> {
        let mut counts = [0_u64; 3];
        let (mut n_expected, mut contradicted, mut nodes) = (0_u64, Vec::new(), 0_u64);
        for (&number, record) in records {
            let holds = record["holds"].as_bool();
            counts[holds.map_or(2, |holds| usize::from(!holds))] += 1;
            nodes = nodes.saturating_add(record["nodes"].as_u64().unwrap_or(0));
            let Some(problem) = self.problem(number) else { continue };
            match holds.zip(problem.expected) {
                Some((found, expected)) if found == expected => n_expected += 1,
                Some(_) => contradicted.push(problem.id.clone()),
                None => {}
            }
        }
        let [hold, fail, undecided] = counts;
        Ok(json!({
            "kind": CLAIMS, "tasks": self.problems.len(), "answered": records.len(), "hold": hold, "fail": fail,
            "undecided": undecided, "as_expected": n_expected, "contradicted": contradicted, "nodes": nodes,
        }))
    }
}
