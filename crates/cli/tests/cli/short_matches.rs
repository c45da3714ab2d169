//! `tesuji match A B`: a match from arguments, and its report as a page.

use serde_json::Value;

use crate::Folder;

const MATCH: &str = "match uct:playouts=40 random --game hex --board 4 --seed 3 --out m";

#[test]
fn two_players_meet_without_a_control_file() {
    let folder = Folder::new();
    let run = folder.run(&format!("{MATCH} --games 6"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("uct:playouts=40 against random: 6 of 6 games"), "{}", run.stdout);
    assert_eq!(folder.names("m"), ["match.match", "match.toml"]);
    // The same command has nothing left to do; a longer one goes on.
    let again = folder.run(&format!("{MATCH} --games 6"));
    assert_eq!(again.stdout, run.stdout);
    let longer = folder.run(&format!("{MATCH} --games 10"));
    assert!(longer.stderr.contains("6 games played before, 4 to play"), "{}", longer.stderr);
    // The control file that was written is one like any other.
    let report = folder.run("match report m/match.toml");
    assert_eq!(report.stdout, longer.stdout);
    assert_eq!(folder.run("match m/match.toml --quiet").stdout, longer.stdout);
    assert!(folder.run("match replay m/match.toml 7").stdout.contains("game 7 is the same again"));
    // Other players are another match, and what is there stays.
    let other = folder.run("match uct:playouts=41 random --game hex --board 4 --seed 3 --out m");
    assert!(other.status == 2 && other.stderr.contains("m/match.toml is another match"), "{}", other.stderr);
    assert!(other.stderr.contains("it is uct:playouts=40 against random, and not uct:playouts=41"), "{}", other.stderr);
    assert_eq!(folder.run("match report m/match.toml").stdout, longer.stdout);
}

#[test]
fn every_player_in_both_tables_has_the_same_elo() {
    let folder = Folder::new();
    // Issue 18: 0 of 4 was `below +18.9` in one table and `below +216.2` in the other.
    let run = folder.run(&format!("{MATCH} --games 4 --openings none"));
    let standing = run.stdout.lines().find(|line| line.trim_start().starts_with("1  ")).unwrap();
    let pairing = run.stdout.lines().find(|line| line.contains("Elo, LOS")).unwrap();
    let elo = pairing.split(": ").nth(1).unwrap().split(" Elo").next().unwrap();
    assert!(elo.starts_with("above "), "{pairing}");
    assert!(standing.contains(elo), "{elo} is not in {standing}");
}

/// Journey: an engine's author asks whether a new version is stronger, looks at the report, and wants the games.
#[cfg(unix)]
#[test]
fn an_engine_author_gets_an_answer_a_page_and_the_games() {
    let folder = Folder::new();
    let engine = env!("CARGO_BIN_EXE_tesuji");
    let new = format!("{engine} gtp --game go --player uct --playouts 60");
    let mut command = folder.command("match");
    command.args([new.as_str(), "uct:playouts=2"]);
    command.args("--game go --board 4 --komi 0.5 --games 6 --sprt 0,200 --jobs 2 --out m --quiet".split(' '));
    let output = command.output().unwrap();
    let [stdout, stderr] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert!(output.status.success(), "{stderr}");
    assert!(stdout.contains("test of H0 +0 Elo against H1 +200 Elo") && stdout.contains("LOS"), "{stdout}");

    let report = folder.run("match report m/match.toml --html report.html");
    assert_eq!(report.stdout, stdout);
    let page = std::fs::read_to_string(folder.path("report.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert_eq!(page.matches("<svg").count(), 2, "results, and lengths with times");
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    for part in
        ["By opening", "By colour", "Sequential test", "Length of games", "Time of uct:playouts=2", "points of a pair"]
    {
        assert!(page.contains(part), "{part}");
    }
    // It needs no other file.
    assert!(!page.contains("src=") && !page.contains("href="), "{page}");
    // Text, JSON and page say the same.
    let json: Value = serde_json::from_str(&folder.run("match report m/match.toml --json").stdout).unwrap();
    assert_eq!(json["games"], 6);
    assert_eq!(json["openings"].as_array().unwrap().iter().map(|one| one["games"].as_u64().unwrap()).sum::<u64>(), 6);
    let colours = &json["players"][0];
    let of = |colour: &str| ["wins", "draws", "losses"].map(|key| colours[colour][key].as_u64().unwrap()).iter().sum();
    let (black, white): (u64, u64) = (of("black"), of("white"));
    assert_eq!((black, white), (3, 3));
    assert!(folder.run("match export m/match.toml --to csv").stdout.lines().count() == 7);
}

#[test]
fn errors_name_the_argument() {
    let folder = Folder::new();
    folder.write("a.toml", "");
    folder.refuses(
        "match {}",
        &[
            ("strnog uct --game hex", "there is no player `strnog`"),
            ("uct uct:depth=3 --game hex", "`uct:depth=3`: `depth` is not known here"),
            ("uct random", "which game?"),
            ("uct --game hex", "`uct` has no opponent"),
            ("a.toml --games 4", "`--games` is for a match of two players"),
            ("uct random --game hex --games 3", "--games: 3 is not an even number"),
            ("uct random --game hex --openings nowhere.txt", "--openings: there is no file `nowhere.txt`"),
            ("uct random --game hex --sprt 5", "expected two numbers of Elo"),
            ("uct random --game hex --komi 3", "Hex has no `--komi`"),
            ("uct map --game hex", "no tactical maps"),
        ],
    );
    assert_eq!(folder.names(""), ["a.toml"], "nothing was written");
}
