//! `tesuji tune`: played, stopped, resumed.

use serde_json::Value;

use crate::{Folder, Run};

const TUNE: &str = "tune uct:playouts=20 --game hex --board 3 --param exploration=0.05..2.0 --param expand_after=1..6 \
    --games 24 --batch 4 --seed 5";

fn tune(folder: &Folder, more: &str) -> Run {
    let run = folder.run(&format!("{TUNE} {more}"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    run
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A run that was stopped and one that was not leave the same bytes, on any number of jobs.
#[test]
fn a_resumed_run_leaves_the_same_bytes() {
    let folder = Folder::new();
    let whole = tune(&folder, "--out whole --jobs 2 --final-games 8");
    for part in ["6 of 6 steps, 24 games", "exploration", "0.05 to 2", "the tuned player: uct:playouts=20,exploration="]
    {
        assert!(whole.stdout.contains(part), "{part}: {}", whole.stdout);
    }
    assert!(whole.stdout.contains("tuned against default: "), "{}", whole.stdout);
    // As a run leaves it that was killed after two steps.
    std::fs::create_dir(folder.path("part")).unwrap();
    let mut state: Value = serde_json::from_str(&read(&folder, "whole/tune.json")).unwrap();
    state["steps"].as_array_mut().unwrap().truncate(2);
    folder.write("part/tune.json", state.to_string());
    let resumed = tune(&folder, "--out part --jobs 1 --final-games 8");
    assert!(resumed.stderr.contains("2 steps were taken before"), "{}", resumed.stderr);
    for name in ["tune.json", "report.json", "tune.csv", "tune.svg", "check.toml"] {
        assert_eq!(read(&folder, &format!("part/{name}")), read(&folder, &format!("whole/{name}")), "{name}");
    }
    // Once more, there is nothing left to do.
    let again = tune(&folder, "--out part --final-games 8");
    assert_eq!(again.stdout, resumed.stdout);
    // The match at the end is one like any other.
    assert!(folder.run("match report part/check.toml").stdout.contains("tuned against default: 8 of 8 games"));
}

#[test]
fn the_trajectory_is_a_table() {
    let folder = Folder::new();
    let run = tune(&folder, "--out t --json --final-games 0");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["steps"], &report["check"]), (&6.into(), &Value::Null));
    let mut reader = csv::Reader::from_path(folder.path("t/tune.csv")).unwrap();
    let heads = reader.headers().unwrap().clone();
    let last = heads.iter().position(|head| head == "exploration_after").unwrap();
    let values: Vec<f64> = reader.records().map(|row| row.unwrap()[last].parse().unwrap()).collect();
    let told: Vec<f64> = serde_json::from_value(report["parameters"][0]["values"].clone()).unwrap();
    assert_eq!(values, told);
    assert!(values.iter().all(|value| (0.05..=2.0).contains(value)), "{values:?}");
}

#[test]
fn a_fixed_opponent_meets_both_points() {
    let folder = Folder::new();
    let arguments = "tune uct:playouts=20 --game hex --board 3 --param exploration=0.05..2.0 --games 8 --batch 2 \
        --opponent random --final-games 0 --out t";
    let run = folder.run(arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("2 of 2 steps, 8 games"), "{}", run.stdout);
}

#[test]
fn another_search_is_refused() {
    let folder = Folder::new();
    tune(&folder, "--out t --final-games 0");
    folder
        .run(&format!("{} --out t --final-games 0", TUNE.replace("--seed 5", "--seed 6")))
        .assert_refused("it is of another search");
}
