//! `tesuji match`: played, killed, resumed, split, joined, replayed.

mod engines;
mod killed;

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{Folder, Run};

/// A control file with two of our players and `games` games on a small board, and additional settings.
fn control(games: u64, more: &str) -> String {
    format!(
        "format = 'match'\ngames = {games}\nseed = 11\n{more}\n[game]\ngame = 'hex'\ncolumns = 4\nrows = 4\n\
         [openings]\nrandom-plies = 1\n\
         [[player]]\nname = 'better'\nkind = 'uct'\nplayouts = 40\n[[player]]\nname = 'worse'\nkind = 'random'\n"
    )
}

/// The JSON lines of standard output.
fn json(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// The report of a store without times, which differ from run to run.
fn report(folder: &Folder, store: &str) -> Value {
    let run = folder.run(&format!("match report --json {store}"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut report = json(&run).remove(0);
    for player in report["players"].as_array_mut().unwrap() {
        for measured in ["seconds", "cpu_of_a_move"] {
            player.as_object_mut().unwrap().remove(measured);
        }
    }
    report
}

/// The games of a store by number: who played, who won and how, and every move.
fn games(folder: &Folder, store: &str) -> BTreeMap<u64, String> {
    let run = folder.run(&format!("match export {store} --to csv"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let mut reader = csv::Reader::from_reader(run.stdout.as_bytes());
    let names = reader.headers().unwrap().clone();
    let column = |name: &str| names.iter().position(|other| other == name).unwrap();
    let wanted = ["black", "white", "winner", "reason", "moves", "position", "task"].map(column);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let game = |row: &csv::StringRecord| wanted.map(|column| row[column].to_owned()).join(" | ");
    let games: BTreeMap<u64, String> =
        rows.iter().map(|row| (row[column("number")].parse().unwrap(), game(row))).collect();
    assert_eq!(games.len(), rows.len(), "a game is there twice");
    games
}

#[test]
fn a_match_is_played_reported_and_written_out() {
    let folder = Folder::new();
    folder.write("a.toml", control(20, "title = 'a small one'"));
    let run = folder.run("match a.toml");
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in ["a small one: 20 of 20 games", "better", "worse", "better against worse: ", "LOS", "by 10 pairs"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("inf") && !run.stdout.contains("NaN"), "{}", run.stdout);
    assert!(folder.path("a.match").exists() && !folder.path("a.match.lock").exists());
    // The second time there is nothing to play, and the report is the same. The control file stands for its store.
    let again = folder.run("match --quiet a.toml");
    assert_eq!((again.status, &again.stdout, again.stderr.as_str()), (0, &run.stdout, ""));
    assert_eq!(folder.run("match report a.toml").stdout, run.stdout);
    let games = games(&folder, "a.match");
    assert_eq!(games.keys().copied().collect::<Vec<_>>(), (1..=20).collect::<Vec<_>>());

    let collection = folder.run("match export a.match --to sgf");
    assert_eq!(collection.stdout.matches("(;FF[4]").count(), 20);
    assert_eq!(folder.run("match export a.match --to sgf --out records").status, 0);
    assert_eq!(folder.names("records").len(), 20);
    let record = std::fs::read_to_string(folder.path("records/game-07.sgf")).unwrap();
    for part in ["GM[11]", "SZ[4]", "RO[7]", "PB[better]", "EV[a small one]", "C[opening]", "playouts, line"] {
        assert!(record.contains(part), "{part}: {record}");
    }
    // It is a position like any other.
    assert_eq!(folder.run("show records/game-07.sgf").status, 0);
}

/// Each pairing with its own colours and number of games, in every form of the report.
#[test]
fn colours_can_be_fixed() {
    let folder = Folder::new();
    let pairing = |black: &str, white: &str, games: u32| {
        format!("[[pairing]]\nblack = '{black}'\nwhite = '{white}'\ngames = {games}\n")
    };
    let text = control(20, "").replace("format = 'match'", "format = 'list'");
    assert!(text.contains("format = 'list'"), "{text}");
    folder.write("a.toml", text + &pairing("better", "worse", 5) + &pairing("worse", "better", 3));
    let run = folder.run("match a.toml");
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in ["8 of 8 games", "colours are fixed", "Wins by colour", "won as Black", "/5 ", "/3 "] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let report = report(&folder, "a.match");
    let row = &report["by_colour"][0];
    assert_eq!(
        (&row["player"], &row["black"]["games"], &row["white"]["games"]),
        (&"better".into(), &5.into(), &3.into())
    );
    assert_eq!(folder.run("match report a.toml --csv a.csv --html a.html").status, 0);
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    let csv = read("a.csv");
    let cells: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert!(csv.starts_with("player,opponent,black_games,black_wins,") && csv.lines().count() == 3, "{csv}");
    assert_eq!((cells[0], cells[2], cells[9]), ("better", "5", "3"));
    assert_eq!(cells[3], row["black"]["wins"].to_string());
    assert!(read("a.html").contains("<h2>Wins by colour</h2>"));

    let run = folder.run("match uct:playouts=20 random --game hex --board 3 --games 3 --colours first --out b");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("nobody had both colours") && !run.stdout.contains("NaN"), "{}", run.stdout);
    assert_eq!(folder.run("match uct random --game hex --board 3 --games 3 --out c").status, 2);
}

#[test]
fn the_example_plays() {
    let folder = Folder::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/match.toml");
    folder.write("match.toml", std::fs::read_to_string(example).unwrap().replace("games = 200", "games = 20"));
    let run = folder.run("match match.toml");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("400 playouts against 100: "), "{}", run.stdout);
    assert!(run.stdout.contains("solver: "), "{}", run.stdout);
}

#[test]
fn machines_read_json() {
    let folder = Folder::new();
    folder.write("a.toml", control(10, ""));
    let run = folder.run("match --json a.toml");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines = json(&run);
    assert_eq!(lines.len(), 11);
    assert!(lines[..10].iter().all(|line| line["event"] == "game" && line["moves"].as_u64() > Some(4)));
    let report = &lines[10];
    assert_eq!((&report["event"], &report["games"]), (&"report".into(), &10.into()));
    let wins: u64 = report["players"].as_array().unwrap().iter().map(|player| player["wins"].as_u64().unwrap()).sum();
    assert_eq!(wins, 10);
}

#[test]
fn a_changed_control_file_is_noticed_and_explained() {
    let folder = Folder::new();
    folder.write("a.toml", control(4, ""));
    assert_eq!(folder.run("match a.toml").status, 0);
    let before = games(&folder, "a.match");

    folder.write("a.toml", control(4, "").replace("playouts = 40", "playouts = 41"));
    let run = folder.run("match a.toml");
    assert_eq!(run.status, 2);
    let words = "on other terms: players.better.engine.own.playouts was 40, is 41; put the control file back";
    assert!(run.stderr.contains(words), "{}", run.stderr);
    assert_eq!(games(&folder, "a.match"), before);

    // Comments and order do not count as changes; a longer match can be continued.
    folder.write("a.toml", format!("# A remark.\n{}", control(6, "title = 'longer'")));
    let run = folder.run("match a.toml");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stderr.contains("games was 4, is 6") && run.stderr.contains("title was ``, is `longer`"));
    assert!(run.stderr.contains("4 games played before, 2 to play"), "{}", run.stderr);
    let now = games(&folder, "a.match");
    assert!(now.len() == 6 && before.iter().all(|(number, game)| now[number] == *game));
}

#[test]
fn mistakes_are_told_and_nothing_is_played() {
    let folder = Folder::new();
    let fails = |text: &str, message: &str| {
        folder.write("bad.toml", text);
        folder.run("match bad.toml").assert_refused(message);
        assert!(!folder.path("bad.match").exists());
    };
    fails("games = ", "bad.toml");
    fails(&control(3, ""), "games: 3 is not an even number");
    fails(&control(2, "colour = 'red'"), "`colour` is not known here");
    assert_eq!(folder.run("match none.toml").status, 2);
    for arguments in ["match", "match report", "match a.toml --shard 3/2", "match export a.match", "match replay a 0"] {
        assert_eq!(folder.run(arguments).status, 2, "{arguments}");
    }
    folder.write("diary.match", "not a database");
    folder.write("diary.toml", control(2, ""));
    folder.run("match diary.toml").assert_refused("not a store of a match; it is left as it is");
    assert_eq!(std::fs::read(folder.path("diary.match")).unwrap(), b"not a database");
    folder
        .write("none.toml", control(2, "").replace("kind = 'random'", "kind = 'gtp'\ncommand = ['./no-such-engine']"));
    folder.run("match none.toml").assert_refused("player `worse`: cannot start");
}

#[test]
fn a_test_announces_what_it_accepts() {
    let folder = Folder::new();
    folder.write("a.toml", control(1000, "sprt = { elo0 = 0, elo1 = 100 }"));
    let run = folder.run("match a.toml --jobs 3");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("test of H0 +0 Elo against H1 +100 Elo: LLR "), "{}", run.stdout);
    assert!(run.stdout.contains("H1 accepted after game "), "{}", run.stdout);
    let found = report(&folder, "a.match");
    let last = found["test"]["last"].as_u64().unwrap();
    assert!(last < 200 && found["games"] == last, "{found}");
    // With a different number of threads, the test comes to the same decision after the same game.
    assert_eq!(folder.run("match a.toml --jobs 1 --store b.match").status, 0);
    let alone = report(&folder, "b.match");
    assert_eq!((&alone["test"], &alone["players"]), (&found["test"], &found["players"]));
    assert_eq!(alone["beyond"], 0);
}

#[test]
fn parts_are_played_apart_and_joined() {
    let folder = Folder::new();
    folder.write("a.toml", control(30, ""));
    for part in 1..=4 {
        assert_eq!(folder.run(&format!("match a.toml --shard {part}/4")).status, 0);
    }
    let parts = "a.1-of-4.match a.2-of-4.match a.3-of-4.match a.4-of-4.match";
    let run = folder.run(&format!("match merge joined.match {parts}"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("joined.match: 30 games in all"), "{}", run.stdout);
    assert_eq!(folder.run("match a.toml").status, 0);
    assert_eq!(games(&folder, "joined.match"), games(&folder, "a.match"));
    assert_eq!(report(&folder, "joined.match"), report(&folder, "a.match"));
    // Joined stores can be continued; here there is nothing left to play.
    let run = folder.run("match a.toml --store joined.match");
    assert!(run.status == 0 && run.stderr.contains("30 games played before, 0 to play"), "{}", run.stderr);

    folder.write("other.toml", control(30, "").replace("seed = 11", "seed = 12"));
    assert_eq!(folder.run("match other.toml --shard 1/4").status, 0);
    let run = folder.run("match merge two.match a.2-of-4.match other.1-of-4.match");
    assert_eq!(run.status, 1);
    assert!(run.stderr.contains("other terms: seed was 11, is 12; nothing has been taken"), "{}", run.stderr);
}

#[test]
fn a_game_is_played_again() {
    let folder = Folder::new();
    folder.write("a.toml", control(10, ""));
    let run = folder.run("match replay a.toml 3");
    assert_eq!(run.status, 2, "there is no store yet");
    assert_eq!(folder.run("match a.toml --jobs 2").status, 0);
    for number in [1, 6, 10] {
        let run = folder.run(&format!("match replay a.match {number}"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.contains(&format!("game {number} is the same again: ")), "{}", run.stdout);
    }
    folder.run("match replay a.match 11").assert_refused("there is no game 11");
    let run = folder.run("match replay a.match 2 --sgf");
    assert!(run.stdout.starts_with("(;FF[4]"), "{}", run.stdout);
}

#[test]
fn one_run_at_a_time() {
    let folder = Folder::new();
    folder.write("a.toml", control(100_000, ""));
    let mut first = folder.command("match a.toml --json").spawn().unwrap();
    let mut line = String::new();
    std::io::BufRead::read_line(&mut std::io::BufReader::new(first.stdout.as_mut().unwrap()), &mut line).unwrap();
    assert!(line.contains("\"game\""), "{line}");
    let run = folder.run("match a.toml");
    // Reading is allowed all the time.
    let report = folder.run("match report a.match");
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(run.status == 2 && run.stderr.contains("another process is playing this match"), "{}", run.stderr);
    assert!(report.status == 0 && report.stdout.contains("of 100,000 games"), "{}", report.stdout);
}
