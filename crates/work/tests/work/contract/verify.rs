//! Verification of many problems.

use std::cell::Cell;
use std::ops::ControlFlow;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use tesuji_work::{Task, TaskError, TaskExecutor, TaskOutcome, WorkFinish, execute, run};

use crate::contract::harness::{Case, file, files, survives_json};

/// Small problems with their answers.
const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/claims/small.toml");

fn case(options: &str) -> Case<'_> {
    Case { kind: "claims", control: PROBLEMS, options, out: "answers" }
}

#[test]
fn answers_are_the_same_in_all_ways() {
    let summary = case("").is_the_same_in_all_ways(files);
    assert_eq!(summary["contradicted"], json!([]));
    assert_eq!((&summary["undecided"], &summary["answered"]), (&json!(0), &summary["tasks"]));
    survives_json(&case(""));
}

/// Exhaustive search makes no certificates, so Program C proves its answers; a bound on nodes leaves some problems open.
#[test]
fn other_programs_and_bounds() {
    let summary = case("\"program\": \"brute\", \"nodes\": 100").is_the_same_in_all_ways(files);
    assert_eq!(summary["contradicted"], json!([]));
    assert!(summary["undecided"].as_u64() > Some(0) && summary["hold"].as_u64() > Some(0), "{summary}");
}

#[test]
fn lies_are_refused() {
    let case = case("");
    let opposite = |result: &mut Value| result["holds"] = json!(!result["holds"].as_bool().unwrap());
    let lie = case.refusal(1, opposite);
    assert_eq!(lie, "certificate: it proves the opposite");
    let lie = case.refusal(1, |result| _ = result.as_object_mut().unwrap().remove("certificate"));
    assert_eq!(lie, "an answer without a certificate is not believed");
    let lie = case.refusal(1, |result| {
        let mut bytes = STANDARD.decode(result["certificate"].as_str().unwrap()).unwrap();
        let last = bytes.len() - 1;
        bytes.truncate(last);
        result["certificate"] = json!(STANDARD.encode(bytes));
    });
    assert!(lie.starts_with("certificate: "), "{lie}");
    // The certificate of another problem.
    let folder = tempfile::tempdir().unwrap();
    let other = case.open(folder.path(), None).pending().nth(1).unwrap();
    let other = execute(&other, &std::sync::Arc::default()).unwrap().result;
    let lie = case.refusal(1, |result| *result = other.clone());
    assert_eq!(lie, "certificate: it is about another claim");
}

#[test]
fn a_folder_belongs_to_its_problems() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(PROBLEMS).unwrap();
    let changed = file(folder.path(), "changed.toml", &text.replacen("id = \"", "id = \"not-", 1));
    case("").open(folder.path(), None);
    let error = Case { control: &changed, ..case("") }.try_open(folder.path(), None).err().unwrap().to_string();
    assert!(error.contains("work.json") && error.contains("other work"), "{error}");
    let error = case("\"nodes\": 7").try_open(folder.path(), None).err().unwrap().to_string();
    assert!(error.contains("other work"), "{error}");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (options, part) in [
        ("\"nods\": 3", "nods"),
        ("\"program\": \"d\"", "`d` is no program"),
        ("\"full\": true", "`full` is not for `claims`"),
        ("\"shard\": \"0/4\"", "counted from 1"),
        ("\"shard\": \"5/4\"", "there are 4 parts"),
        ("\"shard\": \"a/b\"", "no part such as"),
    ] {
        let error = case(options).try_open(folder.path(), None).err().unwrap().to_string();
        assert!(error.starts_with("options: ") && error.contains(part), "{error}");
    }
    let error = tesuji_work::open_work("verfy", "", folder.path(), "").err().unwrap().to_string();
    assert!(error.contains("`verfy`") && error.contains("`claims`"), "{error}");
    let error = Case { control: "/no/such", ..case("") }.try_open(folder.path(), None).err().unwrap().to_string();
    assert!(error.starts_with("/no/such: "), "{error}");
    let bad = file(folder.path(), "bad.toml", "[[problem]]\nid = 3\n");
    let error = Case { control: &bad, ..case("") }.try_open(folder.path(), None).err().unwrap().to_string();
    assert!(error.contains("bad.toml, line"), "{error}");
}

/// An executor whose first outcomes of task 2 are lies.
struct Liar {
    n_lies: Cell<u32>,
}

impl TaskExecutor for Liar {
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = Task> + Send),
        done: &mut dyn FnMut(Task, Result<TaskOutcome, TaskError>) -> ControlFlow<()>,
    ) {
        for task in tasks {
            let mut result = execute(&task, &Default::default());
            if let (2, Ok(outcome), true) = (task.number, &mut result, self.n_lies.get() > 0) {
                self.n_lies.set(self.n_lies.get() - 1);
                outcome.result["holds"] = json!(!outcome.result["holds"].as_bool().unwrap());
            }
            if done(task, result).is_break() {
                return;
            }
        }
    }
}

/// The task of a lie is done again; if there are lies without end, the run says which task they are about.
#[test]
fn a_lie_costs_its_task_alone() {
    let folder = tempfile::tempdir().unwrap();
    let mut summaries = Vec::new();
    for (name, n_lies) in [("honest", 0), ("liar", 2)] {
        let mut work = case("").open(&folder.path().join(name), None);
        let executor = Liar { n_lies: Cell::new(n_lies) };
        assert_eq!(run(&mut *work, &executor, &mut |_, _| ControlFlow::Continue(())).unwrap(), WorkFinish::Complete);
        summaries.push(work.summary().unwrap());
    }
    assert_eq!(summaries[0], summaries[1]);
    assert_eq!(files(&folder.path().join("honest")), files(&folder.path().join("liar")));
    let mut work = case("").open(&folder.path().join("always"), None);
    let executor = Liar { n_lies: Cell::new(u32::MAX) };
    let finish = run(&mut *work, &executor, &mut |_, _| ControlFlow::Continue(())).unwrap();
    let WorkFinish::Stuck(tasks) = finish else { panic!("{finish:?}") };
    assert_eq!(tasks.into_iter().collect::<Vec<_>>(), [(2, "certificate: it proves the opposite".to_owned())]);
    assert_eq!(work.n_pending(), 1);
}
