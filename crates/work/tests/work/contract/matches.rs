//! Matches.

use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use tesuji_arena::MatchStore;
use tesuji_work::{TaskThreads, WorkFinish, run};

use crate::contract::harness::{Case, Chaos, file, survives_json};

const CONTROL: &str = "format = 'match'\ngames = 24\nseed = 5\n\
    [game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n\
    [adjudication.solver]\nempties = 10\nnodes = 100000\n\
    [openings]\nrandom-plies = 2\n\
    [[player]]\nname = 'one'\nkind = 'random'\n[[player]]\nname = 'two'\nkind = 'uct'\nplayouts = 20\n";

/// The games without times.
fn games(store: &Path) -> Vec<String> {
    let store = MatchStore::open(store).unwrap();
    let games = store.games().unwrap();
    games.iter().map(|game| format!("{} {} {:?} {}", game.number, game.task, game.ending, game.moves)).collect()
}

#[test]
fn games_are_the_same_in_all_ways() {
    let folder = tempfile::tempdir().unwrap();
    let control = file(folder.path(), "match.toml", CONTROL);
    let case = Case { kind: "match", control: &control, options: "", out: "games.match" };
    let summary = case.is_the_same_in_all_ways(games);
    assert_eq!((&summary["games"], &summary["decision"]), (&json!(24), &json!(null)));
    survives_json(&case);
}

#[test]
fn a_wrong_winner_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let control = file(folder.path(), "match.toml", CONTROL);
    let case = Case { kind: "match", control: &control, options: "", out: "games.match" };
    let lie = case.refusal(3, |record| {
        let other = if record["ending"]["winner"] == "black" { "white" } else { "black" };
        record["ending"]["winner"] = json!(other);
    });
    assert!(lie.contains("wins"), "{lie}");
    let lie = case.refusal(3, |record| record["moves"][2]["mv"] = record["moves"][0]["mv"].clone());
    assert!(lie.contains("move 3"), "{lie}");
}

/// A test of the results ends after the same game, whatever the order in which games come back.
#[test]
fn a_sequential_test_stops_at_the_same_game() {
    let folder = tempfile::tempdir().unwrap();
    let text = CONTROL.replace("games = 24", "games = 4000").replace("'random'\n[[", "'uct'\nplayouts = 60\n[[");
    let text = format!("{text}\n[sprt]\nelo0 = -300\nelo1 = 0\n").replace("playouts = 20", "playouts = 1");
    let control = file(folder.path(), "match.toml", &text);
    let case = Case { kind: "match", control: &control, options: "", out: "games.match" };
    let mut summaries = Vec::new();
    for (name, count) in [("one", 1), ("three", 3)] {
        let mut work = case.open(&folder.path().join(name), None);
        let executor = TaskThreads { count, stop: Arc::default() };
        let finish = run(&mut *work, &executor, &mut |_, _| std::ops::ControlFlow::Continue(())).unwrap();
        assert_eq!(finish, WorkFinish::Complete);
        assert!(work.pending().next().is_none() && work.n_pending() == 0);
        summaries.push(work.summary().unwrap());
    }
    let mut work = case.open(&folder.path().join("wild"), None);
    for seed in 0..1000 {
        if work.is_over() {
            break;
        }
        // It takes the games of the front alone, because there are far more than the test needs.
        let chaos = Front(Chaos { seed, gives_up_after: 20 });
        run(&mut *work, &chaos, &mut |_, _| std::ops::ControlFlow::Continue(())).unwrap();
    }
    summaries.push(work.summary().unwrap());
    assert!(summaries[0]["decision"].is_object(), "{}", summaries[0]);
    assert_eq!(summaries[0], summaries[1]);
    assert_eq!(summaries[0], summaries[2]);
}

/// Gives an executor the first tasks alone.
struct Front(Chaos);

impl tesuji_work::TaskExecutor for Front {
    fn execute(
        &self,
        tasks: &mut (dyn Iterator<Item = tesuji_work::Task> + Send),
        done: &mut dyn FnMut(
            tesuji_work::Task,
            Result<tesuji_work::TaskOutcome, tesuji_work::TaskError>,
        ) -> std::ops::ControlFlow<()>,
    ) {
        self.0.execute(&mut tasks.take(30), done);
    }
}
