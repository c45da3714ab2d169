//! `tesuji review`: what it says, what it writes, and what it refuses.

use std::fs;

use serde_json::Value;

use crate::Folder;

/// A game of two weak players on 7x7. Move 3 and move 15 give a won game away, and move 4 gives it back.
const GAME: &str = "1 7 2 0 resign 1|2 | c5 c4 b5 c6 e3 d4 b4 c3 b3 b6 a7 a6 d5 d6 e5 e6 g6 f5 g4 g5\n";
/// On 5x5: White resigns in a position that it wins.
const RESIGNED: &str = "2 5 1 0 resign 3|4 | a5 c3 a4\n";
/// Limits that make the review equal on any machine.
const WORK: &str = "--nodes 2000 --playouts 40 --board 7";

#[test]
fn a_hex_player_learns_which_move_lost_the_game() {
    let folder = Folder::new();
    folder.write("game.txt", GAME);
    let run = folder.run(&format!("review game.txt {WORK}"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for line in [
        "1: 1 (Black) - 2 (White), 7x7 Hex, 20 moves, W+Resign",
        "Proved: White wins from move 15 on, whatever Black plays.",
        "Black's move 15, e5, lost the game: only f5 wins.",
        "The proved win changed hands 3 times.",
        "proved winner    BBBWBBBBBBBBBBBWWWWWW",
        "https://hexworld.org/board/#7c1,c5c4b5c6e3d4b4c3b3b6a7a6d5d6e5e6g6f5g4g5",
    ] {
        assert!(run.stdout.lines().any(|printed| printed.trim_end().starts_with(line)), "{line}\n{}", run.stdout);
    }
    assert_eq!(run.stdout, folder.run(&format!("review game.txt {WORK}")).stdout, "the same work, the same answer");
    let all = folder.run(&format!("review game.txt {WORK} --all"));
    assert_eq!(all.stdout.lines().filter(|line| line.contains("wins (proved)")).count(), 20, "{}", all.stdout);
}

#[test]
fn a_reviewed_game_is_a_record_a_picture_a_page_and_data() {
    let folder = Folder::new();
    folder.write("game.txt", GAME);
    let run = folder.run(&format!(
        "review game.txt {WORK} --json --sgf out.sgf --svg out.svg --html out.html --csv out.csv --certificates proofs"
    ));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let review: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&review["tesuji_review"], &review["turning"]["number"]), (&Value::from(1), &Value::from(15)));
    let better = &review["moves"][14]["better"];
    assert_eq!((&better["moves"], &better["is_proved"]), (&serde_json::json!(["f5"]), &Value::Bool(true)));
    let read = |name: &str| fs::read_to_string(folder.path(name)).unwrap();
    // Readers of records show the game itself, and the remark.
    let shown = folder.run("show out.sgf");
    assert!(shown.status == 0 && shown.stdout.contains("20 moves"), "{}{}", shown.stdout, shown.stderr);
    assert!(read("out.sgf").contains("This move throws the win away: only f5 wins."), "{}", read("out.sgf"));
    assert!(read("out.svg").contains("<svg") && read("out.svg").contains("moves played"));
    let page = read("out.html");
    assert!(page.contains("<svg") && page.contains("lost the game") && !page.contains("<script"), "{page}");
    let table = read("out.csv");
    let row = table.lines().nth(15).unwrap();
    assert_eq!(row, "1,15,Black,e5,1,0,Black,White,1,1,1,proved,false,f5,true", "{table}");
    // The proofs are checked like any other.
    let names = folder.names("proofs");
    assert!(names.contains(&"1-after-15.cert".to_owned()), "{names:?}");
    for name in names {
        let checked = folder.run(&format!("check proofs/{name}"));
        assert_eq!(checked.status, 0, "{name}: {}{}", checked.stdout, checked.stderr);
    }
}

#[test]
fn a_file_of_games_gets_a_folder_and_goes_on_where_it_was() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{RESIGNED}{GAME}"));
    let run = folder.run(&format!("review games.txt {WORK} --out reviews --store proofs.db"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.contains("2 games, 2 with a move that is proved to have lost"), "{}", run.stdout);
    assert!(run.stdout.contains("The record gives the game to Black (B+Resign), but White wins"), "{}", run.stdout);
    let names = folder.names("reviews");
    let of_games = ["1", "2"].map(|id| ["html", "json", "sgf", "svg"].map(|ending| format!("{id}.{ending}")));
    for name in of_games.iter().flatten().map(String::as_str).chain(["index.html", "summary.csv"]) {
        assert!(names.iter().any(|other| other == name), "{name}: {names:?}");
    }
    let summary = fs::read_to_string(folder.path("reviews/summary.csv")).unwrap();
    let rows: Vec<Vec<&str>> = summary.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(rows[2][..8], ["1", "7x7 Hex", "20", "W+Resign", "White", "15", "15", "Black"], "{summary}");
    // A game whose data are there is not reviewed again: the file stays as it was, even if it was changed.
    let marked =
        fs::read_to_string(folder.path("reviews/1.json")).unwrap().replace("\"moves\":[\"f5\"]", "\"moves\":[\"f9\"]");
    fs::write(folder.path("reviews/1.json"), &marked).unwrap();
    let again = folder.run(&format!("review games.txt {WORK} --out reviews --store proofs.db"));
    assert!(again.stdout.contains("only f9 wins"), "{}", again.stdout);
    let other = folder.run("review games.txt --nodes 2001 --playouts 40 --out reviews --only 1");
    assert!(other.stdout.contains("only f5 wins"), "other settings, another review: {}", other.stdout);
}

#[test]
fn a_game_of_amazons_is_reviewed_too() {
    let folder = Folder::new();
    folder.write("game.txt", include_str!("../../../../examples/amazons-blunder.moves"));
    let run = folder.run("review game.txt --nodes 2000 --playouts 2");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("Amazons") && run.stdout.contains("lost the game"), "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn an_engine_of_somebody_else_estimates_and_the_proofs_stay_ours() {
    let folder = Folder::new();
    folder.write("game.txt", GAME);
    let ours = format!("Ours='{}' gtp --game hex --player uct", env!("CARGO_BIN_EXE_tesuji"));
    let words =
        "review game.txt --nodes 1 --playouts 80 --samples 2 --board 7 --sgf out.sgf --html out.html --json --judge";
    let judged = |judge: &str| folder.run_words(&words.split(' ').chain([judge]).collect::<Vec<_>>(), "");
    let run = judged(&ours);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let review: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(review["judge"], "Ours");
    assert!(review["settings"].as_str().unwrap().contains("judged by Ours"), "{review}");
    assert_eq!(review["positions"][20]["known"]["proved"]["winner"], "white", "the end is proved by us");
    let estimate = &review["positions"][5]["known"]["estimated"];
    assert!(estimate["black"].as_f64().is_some() && estimate["playouts"].as_u64() >= Some(80), "{estimate}");
    for file in ["out.sgf", "out.html"] {
        let text = fs::read_to_string(folder.path(file)).unwrap();
        assert!(text.contains("the opinion of Ours") && text.contains("% by Ours"), "{file}: {text}");
    }
    folder.write("moves.sh", "while read -r id command rest; do printf '=%s a1\\n\\n' \"$id\"; done");
    judged("Mover=sh moves.sh").assert_refused("`Mover` gives no values, so it cannot judge");
    judged("Nobody").assert_refused("expected NAME=COMMAND");
}
