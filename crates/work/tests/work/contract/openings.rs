//! Openings of Hex.

use serde_json::{Value, json};
use tesuji_archive::store::Store;
use tesuji_work::{Acceptance, execute};

use crate::contract::harness::{Case, file, files, survives_json};

fn case<'c>(options: &'c str) -> Case<'c> {
    Case { kind: "openings", control: "4", options, out: "4x4" }
}

#[test]
fn answers_are_the_same_in_all_ways() {
    let summary = case("").is_the_same_in_all_ways(files);
    // testdata/boards/openings.toml: on 4x4 these first moves win.
    let n_won = |player: &str| summary[player].as_array().unwrap().len();
    assert_eq!((n_won("black") + n_won("white"), n_won("undecided")), (16, 0));
    let file = include_str!("../../../../../testdata/boards/openings.toml");
    let known = tesuji_problem::board::file::parse(file, &Default::default()).unwrap();
    let mut n_compared = 0;
    for puzzle in known {
        let question = &puzzle.question;
        if question.topology.size() != Some((4, 4)) || question.black.len() != 1 {
            continue;
        }
        let cell = question.topology.name(question.black.iter().next().unwrap());
        let winner = puzzle.expected.winner.unwrap().name();
        assert!(summary[winner].as_array().unwrap().contains(&json!(cell)), "{cell}: {winner}");
        n_compared += 1;
    }
    assert_eq!(n_compared, 16);
    survives_json(&case(""));
}

#[test]
fn bounded_searches_leave_some_open() {
    let summary = case("\"nodes\": 3").is_the_same_in_all_ways(files);
    assert!(!summary["undecided"].as_array().unwrap().is_empty(), "{summary}");
}

#[test]
fn lies_are_refused() {
    let case = case("");
    let lie = case.refusal(2, |result| {
        let other = if result["winner"] == "black" { "white" } else { "black" };
        result["winner"] = json!(other);
    });
    assert_eq!(lie, "certificate: it is about another claim");
    let lie = case.refusal(2, |result| _ = result.as_object_mut().unwrap().remove("certificate"));
    assert_eq!(lie, "an answer without a certificate is not believed");
    let lie = case.refusal(2, |result| {
        let text = result["certificate"].as_str().unwrap();
        result["certificate"] = Value::from(&text[..text.len() - 4]);
    });
    assert!(lie.starts_with("certificate: "), "{lie}");
}

/// The answers also go to a store, those of an earlier run as well, each with its certificate.
#[test]
fn a_store_takes_the_answers() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("boards.store");
    let options = format!("\"store\": {}", json!(store));
    let keep_one = |case: &Case<'_>| {
        let mut work = case.open(folder.path(), None);
        let task = work.pending().next().unwrap();
        assert_eq!(work.keep(&task, &execute(&task, &Default::default()).unwrap()).unwrap(), Acceptance::New);
    };
    keep_one(&case(""));
    assert!(!store.exists());
    keep_one(&case(&options));
    let store = Store::open(&store).unwrap();
    let rows = store.rows().unwrap();
    assert_eq!(rows.len(), 2);
    for entry in rows {
        assert!(entry.finding.winner.is_some() && store.check(&entry).unwrap().is_ok());
    }
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |control: &str| {
        let case = Case { control, ..case("") };
        case.try_open(folder.path(), None).err().unwrap().to_string()
    };
    assert!(wrong("0").contains("the side of a board is 1 to"));
    assert!(wrong("four").contains("expected the side of a board"));
    assert!(wrong("size = 'x'").contains("control, line 1, column "));
    let control = file(folder.path(), "openings.toml", "nodes = 3\n\nsides = 4\n");
    assert!(wrong(&control).contains("openings.toml, line 3, column 1: "));
}
