//! Outcomes that are not what came of their tasks: merged, and found where a folder is continued (issue 40).

use std::path::Path;
use std::sync::Arc;

use serde_json::{Value, json};
use tesuji_work::{Acceptance, TaskOutcome, execute};

use crate::contract::harness::{Case, Forgery, changed, forgery};

const PROBLEMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/claims/small.toml");
const PROOFS: Case<'_> = Case { kind: "claims", control: PROBLEMS, options: "", out: "answers" };
const OPENINGS: Case<'_> = Case { kind: "openings", control: "4", options: "", out: "openings" };
const TEMPLATES: Case<'_> = Case { kind: "templates", control: "row = 2\nwidth = 4", options: "", out: "found" };
const LESSONS: Case<'_> = Case {
    kind: "lessons",
    control: "sides = [5]\npositions = 20\nseed = 3\nnodes = 300\nstones = 2\nleast_nodes = 1\n",
    options: "",
    out: "lessons",
};
const CLAIMS: Case<'_> = Case {
    kind: "lessons",
    control: "sides = [6]\npositions = 20\nseed = 3\nnodes = 100\nleast_nodes = 1\nclaims = true\n",
    options: "",
    out: "lessons-of-claims",
};
const TABLE: Case<'_> = Case { kind: "study", control: "sato2016/table2", options: "\"games\": 40", out: "studies" };

/// Change of a record, with its name.
type Change = (&'static str, fn(&mut Value));

/// The name of the certificate of an outcome.
fn certificate(out: &Path, outcome: &Value) -> std::path::PathBuf {
    out.join("certificates").join(outcome["files"][0].as_str().unwrap())
}

/// Files that are no outcomes, whatever the kind.
fn no_outcomes<'f>() -> Vec<Forgery<'f>> {
    vec![
        forgery("nothing in it", 1, |_, _| Vec::new()),
        forgery("binary", 2, |_, _| vec![0, 159, 146, 150, 255, 10]),
        forgery("cut", 1, |_, outcome| {
            let mut bytes = outcome.to_string().into_bytes();
            bytes.truncate(bytes.len() / 2);
            bytes
        }),
        forgery("of another task", 1, |out, _| std::fs::read(out.join("outcomes/00/0000002.json")).unwrap()),
        forgery("a file elsewhere", 2, |_, mut outcome| {
            outcome["files"] = json!(["../../work.json"]);
            outcome.to_string().into_bytes()
        }),
        forgery("another form", 2, |_, outcome| changed(outcome, |record| *record = json!([3]))),
        forgery("no record", 1, |_, outcome| changed(outcome, |record| *record = Value::Null)),
    ]
}

#[test]
fn forged_answers_are_found() {
    let flipped = |outcome: Value| {
        changed(outcome, |record| match record.get("holds").cloned() {
            Some(holds) => record["holds"] = json!(!holds.as_bool().unwrap()),
            None => record["winner"] = json!(if record["winner"] == "black" { "white" } else { "black" }),
        })
    };
    let undecided = |_: &Path, mut outcome: Value| {
        outcome["files"] = json!([]);
        changed(outcome, |record| {
            let key = if record.get("holds").is_some() { "holds" } else { "winner" };
            record[key] = Value::Null;
        })
    };
    let mut forgeries = no_outcomes();
    forgeries.extend([
        forgery("the other answer", 2, |_, outcome| flipped(outcome)),
        forgery("undecided", 2, undecided),
        forgery("undecided beside its certificate", 1, |_, outcome| {
            changed(outcome, |record| {
                let key = if record.get("holds").is_some() { "holds" } else { "winner" };
                record[key] = Value::Null;
            })
        }),
        forgery("no certificate", 1, |_, mut outcome| {
            outcome["files"] = json!([]);
            outcome.to_string().into_bytes()
        }),
        forgery("the certificate of another task", 1, |out, outcome| {
            let other = std::fs::read(out.join("outcomes/00/0000002.json")).unwrap();
            let other = certificate(out, &serde_json::from_slice(&other).unwrap());
            std::fs::copy(other, certificate(out, &outcome)).unwrap();
            outcome.to_string().into_bytes()
        }),
        forgery("a cut certificate", 2, |out, outcome| {
            let path = certificate(out, &outcome);
            let bytes = std::fs::read(&path).unwrap();
            std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
            outcome.to_string().into_bytes()
        }),
        forgery("negative nodes", 1, |_, outcome| changed(outcome, |record| record["nodes"] = json!(-4))),
        forgery("more in the record", 1, |_, outcome| changed(outcome, |record| record["id"] = json!("another one"))),
        forgery("the names of other openings", 1, |_, outcome| {
            changed(outcome, |record| record["openings"] = json!(["a1"]))
        }),
    ]);
    PROOFS.forgeries_are_found(&forgeries);
    OPENINGS.forgeries_are_found(&forgeries);
}

/// A bound on nodes leaves problems open, and "undecided" can then be true. It is refused where a short search decides.
#[test]
fn undecided_is_looked_at_where_searches_are_bounded() {
    let case = Case { options: "\"nodes\": 5000", ..PROOFS };
    let undecided = |_: &Path, mut outcome: Value| {
        outcome["files"] = json!([]);
        changed(outcome, |record| record["holds"] = Value::Null)
    };
    case.forgeries_are_found(&[forgery("undecided", 3, undecided)]);
}

/// An answer takes the place of "undecided", and "undecided" takes no place of an answer.
#[test]
fn an_answer_takes_the_place_of_undecided() {
    // The first with a bound of one node: its outcomes are true for that bound.
    let folder = tempfile::tempdir().unwrap();
    let bounded = Case { options: "\"nodes\": 3", ..OPENINGS };
    let mut work = bounded.open(folder.path(), None);
    let task = work
        .pending()
        .find(|task| execute(task, &Arc::default()).unwrap().result["winner"].is_null())
        .expect("three nodes do not decide all openings");
    let undecided = execute(&task, &Arc::default()).unwrap();
    let whole = OPENINGS.open(&folder.path().join("whole"), None);
    let same = whole.pending().find(|other| other.number == task.number).unwrap();
    let decided = TaskOutcome { task: task.id.clone(), ..execute(&same, &Arc::default()).unwrap() };
    assert_eq!(work.keep(&task, &undecided).unwrap(), Acceptance::New);
    assert_eq!(work.keep(&task, &undecided).unwrap(), Acceptance::Known);
    let n_pending = work.n_pending();
    assert_eq!(work.keep(&task, &decided).unwrap(), Acceptance::New);
    assert_eq!(work.keep(&task, &undecided).unwrap(), Acceptance::Known);
    assert_eq!(work.n_pending(), n_pending);
    drop(work);
    let mut again = bounded.open(folder.path(), None);
    assert!(again.set_aside().is_empty(), "{:?}", again.set_aside());
    assert_eq!(again.summary().unwrap()["undecided"], json!([]));
}

#[test]
fn forged_templates_are_found() {
    let mut forgeries = no_outcomes();
    let drop_last = |key: &'static str| move |record: &mut Value| _ = record[key].as_array_mut().unwrap().pop();
    let (no_carrier, no_cut) = (drop_last("carriers"), drop_last("cuts"));
    let (fewer_carriers, fewer_cuts) = (
        move |_: &Path, outcome: Value| changed(outcome, no_carrier),
        move |_: &Path, outcome: Value| changed(outcome, no_cut),
    );
    let nothing = |_: &Path, outcome: Value| changed(outcome, |record| *record = json!({ "carriers": [], "cuts": [] }));
    let larger = |_: &Path, outcome: Value| {
        changed(outcome, |record| {
            let other = record["cuts"][0]["cells"][0].clone();
            record["carriers"][0]["cells"].as_array_mut().unwrap().push(other);
        })
    };
    forgeries.extend([
        forgery("a carrier left out", 2, fewer_carriers),
        forgery("a cut left out", 2, fewer_cuts),
        forgery("nothing found", 2, nothing),
        forgery("a larger carrier", 2, larger),
    ]);
    TEMPLATES.forgeries_are_found(&forgeries);
}

#[test]
fn forged_lessons_are_found() {
    fn other(winner: &Value) -> Value {
        json!(if winner == "black" { "white" } else { "black" })
    }
    // The position with the most lessons.
    fn longest(solved: &mut Value) -> &mut Vec<Value> {
        let solved = solved.as_array_mut().unwrap();
        let longest = solved.iter_mut().max_by_key(|solved| solved["lessons"].as_array().unwrap().len()).unwrap();
        longest["lessons"].as_array_mut().unwrap()
    }
    let both: &[Change] = &[
        ("a winner that is nobody", |solved| solved[0]["winner"] = json!("banana")),
        ("all winners", |solved| {
            for solved in solved.as_array_mut().unwrap() {
                solved["winner"] = other(&solved["winner"]);
            }
        }),
        ("all undecided", |solved| {
            for solved in solved.as_array_mut().unwrap() {
                (solved["winner"], solved["lessons"]) = (Value::Null, json!([]));
            }
        }),
        ("moves that do not exist", |solved| solved[0]["moves"] = json!(["z99"])),
        ("one position less", |solved| _ = solved.as_array_mut().unwrap().pop()),
        ("another board", |solved| solved[1]["side"] = json!(9)),
        ("lessons of another form", |solved| longest(solved)[0] = json!("B W")),
    ];
    let board: &[Change] = &[
        ("the lessons in another order", |solved| longest(solved).reverse()),
        ("made-up lessons", |solved| {
            let made_up = (0..500).map(|n| json!(format!("{:.>25} B B a1 {}", "", n + 1)));
            let mut lessons: Vec<String> = made_up.map(|line| line.as_str().unwrap().to_owned()).collect();
            lessons.sort_unstable();
            *longest(solved) = lessons.into_iter().map(Value::from).collect();
        }),
        ("the winners of all lessons", |solved| {
            for line in longest(solved) {
                let fields: Vec<String> = line.as_str().unwrap().split(' ').map(str::to_owned).collect();
                let winner = if fields[2] == "B" { "W" } else { "B" };
                *line = json!(format!("{} {} {winner} - {}", fields[0], fields[1], fields[4]));
            }
            longest(solved).sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        }),
        ("the game of another position", |solved| {
            let moves = solved[4]["moves"].clone();
            solved[5]["moves"] = moves;
        }),
    ];
    let mut all = no_outcomes();
    all.extend(both.iter().map(|&(name, change)| forgery(name, 2, move |_, outcome| changed(outcome, change))));
    CLAIMS.forgeries_are_found(&all);
    all.extend(board.iter().map(|&(name, change)| forgery(name, 2, move |_, outcome| changed(outcome, change))));
    LESSONS.forgeries_are_found(&all);
}

#[test]
fn forged_places_of_a_table_are_found() {
    let of = |played: [i64; 3]| move |_: &Path, outcome: Value| changed(outcome, |record| *record = json!(played));
    let (all_won, all_lost, too_many, negative) = (of([40, 0, 0]), of([0, 0, 40]), of([30, 5, 30]), of([50, 0, -10]));
    let mut forgeries = no_outcomes();
    forgeries.extend([
        forgery("all drawn", 3, |_, outcome| changed(outcome, |record| *record = json!([0, 40, 0]))),
        forgery("all won", 1, all_won),
        forgery("all lost", 2, all_lost),
        forgery("too many", 2, too_many),
        forgery("fewer than none", 2, negative),
    ]);
    TABLE.forgeries_are_found(&forgeries);
}
