//! `tesuji measure` of games.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// The second game is the first under the half turn; the third is on another board.
const GAMES: &str = "\
# id size winner swapped end players | moves
1 4 1 0 resign 1|2 | b2 c3 d2
2 4 2 0 resign 1|2 | c3 b2 a3
3 5 1 1 other 1|2 | b4 S c3
";

#[test]
fn one_game() {
    let folder = Folder::new();
    folder.write("game.sgf", "(;FF[4]GM[11]SZ[6]RE[W+R];B[a1];W[f6];B[b1];W[resign])");
    let run = folder.run("measure game.sgf --csv game.csv --svg game.svg");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("game, 6x6, white won;"), "{}", run.stdout);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[2].starts_with("   0        start   1.0000  1.0000  1.0000    1.0000"), "{}", run.stdout);
    assert!(lines[3].starts_with("   1  black a1") && lines[3].contains("/36"), "{}", run.stdout);
    assert!(lines[5].starts_with("   3  black b1"), "{}", run.stdout);
    let csv = fs::read_to_string(folder.path("game.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 5 && rows.iter().all(|row| row.len() == 23), "{csv}");
    assert_eq!((rows[0][8], rows[0][14], rows[0][16]), ("c", "c_best", "c_worst"));
    assert_eq!(rows[1][..6], ["game", "white", "0", "", "", ""]);
    assert!(rows[1][6..10].iter().all(|ratio| (ratio.parse::<f64>().unwrap() - 1.0).abs() < 1e-9), "{csv}");
    for row in &rows[2..] {
        let number = |column: usize| row[column].parse::<f64>().unwrap();
        let [played, best, mean, worst] = [8, 14, 15, 16].map(number);
        let (low, high) = (best.min(worst), best.max(worst));
        assert!(low <= played && played <= high && low <= mean && mean <= high, "{csv}");
        assert_eq!(row[3] == "black", best == high, "{csv}");
    }
    let svg = fs::read_to_string(folder.path("game.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("fill-opacity") && svg.contains("C of the move played"));
}

#[test]
fn boards_that_are_assumed_are_named_and_numbered_boards_are_games() {
    let folder = Folder::new();
    for command in ["solve --nodes 5", "measure", "measure --band off"] {
        let list = folder.command(command).arg("a1 b2").output().unwrap();
        let told = String::from_utf8(list.stderr).unwrap();
        assert!(told.starts_with("`a1 b2`: the moves do not name their board: read as "), "{command}: {told}");
        let sized = folder.command(&format!("{command} --board 3")).arg("a1 b2").output().unwrap();
        assert_eq!(sized.stderr, b"", "{command}");
    }
    folder.write("wiki.txt", "<hexboard size=\"3x3\" contents=\"R 1:b2 B 2:c1\" />");
    let run = folder.run("measure wiki.txt --band off --json");
    let game: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&game["id"], game["steps"].as_array().map(Vec::len)), (&"wiki".into(), Some(3)), "{}", run.stderr);
    folder.write("wiki.txt", "<hexboard size=\"3x3\" contents=\"R b2 B c1\" />");
    folder.run("measure wiki.txt --average").assert_refused("expected the moves of a game");
}

#[test]
fn averages() {
    let folder = Folder::new();
    folder.write("games.txt", GAMES);
    let run = folder.run("measure games.txt --average --board 4 --jobs 2 --csv averages.csv --svg averages.svg");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("2 games: black won 1, white won 1\n"), "{}", run.stdout);
    let csv = fs::read_to_string(folder.path("averages.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.len() == 1 + 3 * 4 && rows.iter().all(|row| row.len() == 17), "{csv}");
    let of = |winner: &str, number: &str| rows.iter().find(|row| row[0] == winner && row[1] == number).unwrap();
    assert_eq!(of("black", "0")[2..6], ["1", "0", "0", "1"]);
    // The games are the same up to the half turn, and their winners differ, so what one gains the other loses.
    let mean = |winner: &str| of(winner, "1")[11].parse::<f64>().unwrap();
    assert!((mean("black") * mean("white") - 1.0).abs() < 1e-9 && (mean("both") - 1.0).abs() < 1e-9, "{csv}");
    assert!(fs::read_to_string(folder.path("averages.svg")).unwrap().contains("all games"));
    let lines: Vec<Value> = folder
        .run("measure games.txt --average --json")
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((lines.len(), &lines[2]["winner"], &lines[2]["games"]), (3, &"both".into(), &3.into()));
}

#[test]
fn the_games_that_come_with_this_repository() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/hex/little-golem.txt");
    let folder = Folder::new();
    let run = folder.run(&format!("measure {games} --average --board 11"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("2 games: black won "), "{}", run.stdout);
}

/// Twenty games of strong players, ten won by each colour, as Takada et al. had them; and their figures of them.
#[test]
fn games_are_averaged_after_the_moves_of_each_player() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/hex/little-golem-11.txt");
    let folder = Folder::new();
    let run = folder.run(&format!("measure {games} --by-colour --ratio l --csv turns.csv --svg l.svg"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("20 games: black won 10, white won 10"), "{}", run.stdout);
    for part in ["after black's moves", "after white's moves", "geometric", "white's number over black's"] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let csv = fs::read_to_string(folder.path("turns.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == 30), "{csv}");
    // Nobody swaps, so Black moves first in all.
    let turn = |row: &[&str]| row[2].parse::<usize>().unwrap();
    assert!(rows[1..].iter().all(|row| (row[1] == "black") == (turn(row) % 2 == 1)), "{csv}");
    let first = rows.iter().find(|row| row[..3] == ["both", "black", "1"]).unwrap();
    assert_eq!(first[3..6], ["20", "0", "0"]);
    let picture = fs::read_to_string(folder.path("l.svg")).unwrap();
    assert!(picture.contains("L after black") && picture.contains("games that white won"), "{picture}");
    let lines = folder.run(&format!("measure {games} --by-colour --json")).stdout;
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((lines.len(), &lines[1]["winner"], &lines[1]["mover"]), (6, &"black".into(), &"white".into()));
    let turn = &lines[4]["turns"][0];
    assert_eq!((&turn["number"], turn["l"]["mean"].to_string()), (&1.into(), first[12].to_owned()));
    assert_eq!(folder.run(&format!("measure {games} --by-colour --band on")).status, 2);
    assert_eq!(folder.run(&format!("measure {games} --by-colour --ratio ev")).status, 2);
}
