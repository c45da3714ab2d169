//! Runs that end before the match does: no game is lost, and none counts twice.

use std::io::{BufRead, BufReader};
use std::process::Command;

use super::{control, games, report};
use crate::Folder;

const GAMES: u64 = 1000;

#[test]
fn a_thousand_games_killed_ten_times_are_the_same_thousand() {
    let folder = Folder::new();
    folder.write("a.toml", control(GAMES, ""));
    let at_once = folder.run("match a.toml --store at-once.match --quiet");
    assert_eq!(at_once.status, 0, "{}", at_once.stderr);

    // Each run is killed after some of its games were reported. How far it has got with the next ones is up to chance.
    let mut n_told = 0;
    for kill in 0..10_u64 {
        let mut run = folder.command("match a.toml --json --jobs 2").spawn().unwrap();
        let most = (10 + kill * 37 % 71) as usize;
        let lines = BufReader::new(run.stdout.take().unwrap()).lines();
        n_told += lines.take(most).map(Result::unwrap).filter(|line| line.contains("\"event\":\"game\"")).count();
        run.kill().unwrap();
        assert!(!run.wait().unwrap().success(), "kill {kill} came too late");
        let found = games(&folder, "a.match").len();
        assert!((n_told..GAMES as usize).contains(&found), "{found} games in the store, {n_told} were told");
    }
    let last = folder.run("match a.toml --json");
    assert_eq!(last.status, 0, "{}", last.stderr);
    assert_eq!(games(&folder, "a.match").len() as u64, GAMES);
    assert_eq!(games(&folder, "a.match"), games(&folder, "at-once.match"));
    assert_eq!(report(&folder, "a.match"), report(&folder, "at-once.match"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_and_the_next_run_goes_on() {
    let folder = Folder::new();
    folder.write("a.toml", control(100_000, ""));
    let mut run = folder.command("match a.toml --json --jobs 2").spawn().unwrap();
    let mut lines = BufReader::new(run.stdout.take().unwrap()).lines();
    lines.next().unwrap().unwrap();
    let status = Command::new("kill").args(["-INT", &run.id().to_string()]).status().unwrap();
    assert!(status.success());
    let last = lines.map(Result::unwrap).last().unwrap();
    assert!(last.contains("\"event\":\"report\""), "{last}");
    assert_eq!(run.wait().unwrap().code(), Some(130));
    let n_played = games(&folder, "a.match").len() as u64;
    assert!(n_played > 0 && n_played < 100_000);
    // Some of the last games may be missing; they are among those that are played now.
    let n_games = (n_played + 10).next_multiple_of(2);
    folder.write("a.toml", control(n_games, ""));
    let run = folder.run("match a.toml");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_eq!(games(&folder, "a.match").len() as u64, n_games);
}
