//! Studies.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::json;
use tesuji_arena::MatchStore;

use crate::contract::harness::{Case, files, survives_json};

const STUDY: &str = "beyond/path-interception-weighted";
const WITHOUT_GAMES: &str = "mishima2008/figure17";

/// The files of a folder; of each match its games without times.
fn kept(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = files(folder);
    found.retain(|path, _| !path.to_string_lossy().contains(".match-") && !path.to_string_lossy().ends_with(".lock"));
    for (path, bytes) in &mut found {
        if path.extension().is_some_and(|ending| ending == "match") {
            let store = MatchStore::open(&folder.join(path)).unwrap();
            let line = |game: &tesuji_arena::StoredGame| format!("{} {:?} {}\n", game.number, game.ending, game.moves);
            *bytes = store.games().unwrap().iter().map(line).collect::<String>().into_bytes();
        }
    }
    found
}

/// A study of games: each game is a task, and the record is that of `tesuji study run`.
#[test]
fn games_are_the_same_in_all_ways() {
    let case = Case { kind: "study", control: STUDY, options: "\"games\": 4", out: "studies" };
    let summary = case.is_the_same_in_all_ways(kept);
    assert!(summary["tasks"].as_u64().unwrap() > 8, "{summary}");
    assert!(summary["studies"][0]["verdict"].is_string(), "{summary}");
    survives_json(&case);
    let lie = case.refusal(2, |record| {
        let other = if record["ending"]["winner"] == "black" { "white" } else { "black" };
        record["ending"]["winner"] = json!(other);
    });
    assert!(lie.contains("wins"), "{lie}");
}

/// A table of games of tactical maps: each place is a task, and the record is that of one run.
#[test]
fn tables_of_maps_are_the_same_in_all_ways() {
    let case = Case { kind: "study", control: "sato2016/table2", options: "\"games\": 40", out: "studies" };
    let summary = case.is_the_same_in_all_ways(kept);
    let study = tesuji_studies::find("sato2016/table2").unwrap();
    let method = study.method(tesuji_studies::RunSize::Full, Some(40)).unwrap();
    let bench = tesuji_studies::Bench { jobs: 2, folder: None, stop: Default::default(), progress: &|_| {} };
    let whole = tesuji_studies::run(&study.id, &method, &bench).unwrap();
    assert_eq!(summary["studies"][0]["numbers"], json!(whole.numbers));
    assert_eq!(summary["tasks"], json!(method.n_places().unwrap()));
    let lie = case.refusal(1, |result| result[0] = json!(1000));
    assert!(lie.ends_with("games, not 40"), "{lie}");
    survives_json(&case);
}

/// A paper: its studies are tasks, but for those of games.
#[test]
fn a_study_without_games_is_one_task() {
    let case = Case { kind: "study", control: WITHOUT_GAMES, options: "", out: "studies" };
    let folder = tempfile::tempdir().unwrap();
    let mut work = case.open(folder.path(), None);
    assert_eq!(work.n_tasks(), 1);
    let task = work.pending().next().unwrap();
    let outcome = tesuji_work::execute(&task, &Default::default()).unwrap();
    work.keep(&task, &outcome).unwrap();
    assert!(work.is_over());
    let name = format!("studies/{}.small.json", WITHOUT_GAMES.replace('/', "-"));
    let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
    let record: tesuji_studies::RunRecord = serde_json::from_str(&text).unwrap();
    assert_eq!(record.study, WITHOUT_GAMES);
    assert_eq!(work.summary().unwrap()["studies"][0]["verdict"], json!(record.judgement.verdict.name()));
    let lie = case.refusal(1, |result| result["stopped"] = json!(true));
    assert_eq!(lie, "the run was stopped");
}

#[test]
fn what_makes_no_sense_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = |control, options| {
        let case = Case { kind: "study", control, options, out: "studies" };
        case.try_open(folder.path(), None).err().unwrap().to_string()
    };
    assert!(wrong("nobody/table1", "").contains("there is no study `nobody/table1`"));
    assert!(wrong(WITHOUT_GAMES, "\"games\": 4").contains("plays no games"));
}
