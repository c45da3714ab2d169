//! `tesuji book`: maps of first moves, and books that are built, killed, continued and shown.

use std::fs;
use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{Folder, Run};

const BUILD: &str = "book build --size 8 --swap --playouts 30 --width 2";

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_map_shows_what_is_known() {
    let folder = Folder::new();
    let run = folder.run("book openings --size 3");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let plain: Vec<String> = run.stdout.lines().take(4).map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(plain, ["abc", "1WWB1", "2BBB2", "3BWW3"]);
    assert!(run.stdout.contains("9 openings, 5 to be swapped"), "{}", run.stdout);
    let lines = json_lines(&folder.run("book openings --size 11 --json"));
    assert_eq!(lines.len(), 121);
    for line in lines {
        let value = line["value"].as_f64().unwrap();
        assert_eq!(line["swap"], value > 0.5, "{line}");
        assert!(line["games"].is_u64() && line["searched"].is_f64() && line["exact"] == false, "{line}");
    }
    folder.run("book openings --size 19").assert_refused("nothing is known of first moves on 19x19");
}

#[test]
fn a_table_is_made_again() {
    let folder = Folder::new();
    for side in 1..=4 {
        assert_eq!(folder.run(&format!("book openings --size {side} --solve --table t.toml")).status, 0);
    }
    let solved = json_lines(&folder.run("book openings --size 4 --table t.toml --json"));
    assert_eq!(solved, json_lines(&folder.run("book openings --size 4 --json")), "as the table that is built in");
    folder.write("games.txt", "# a list\n1 8 1 0 resign 1|2 | a3 d5\n2 8 2 1 resign 1|2 | h6 S d5\n");
    let run = folder.run("book openings --size 8 --playouts 5 --games games.txt --table t.toml --json --jobs 2");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let a3 = json_lines(&run).into_iter().find(|line| line["opening"] == "a3").unwrap();
    assert_eq!((&a3["games"], &a3["swapped"], &a3["won"]), (&2.into(), &1.into(), &2.into()));
    assert_eq!(run.stdout, folder.run("book openings --size 8 --table t.toml --json").stdout, "kept");
    folder.write("games.txt", "nothing\n");
    folder
        .run("book openings --size 8 --games games.txt")
        .assert_refused("games.txt: diagram, line 1, column 1: expected");
}

#[test]
fn a_killed_build_ends_as_one_that_was_not() {
    let folder = Folder::new();
    let whole = folder.run(&format!("{BUILD} --positions 120 whole"));
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert!(whole.stdout.starts_with("120 positions, 120 of them new"), "{}", whole.stdout);
    for n_millis in [20, 60, 120] {
        let mut child = folder.command(&format!("{BUILD} --positions 120 pieces")).spawn().unwrap();
        thread::sleep(Duration::from_millis(n_millis));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // As if the last kill had happened in the middle of a line.
    let mut bytes = fs::read(folder.path("pieces")).unwrap();
    bytes.truncate(bytes.len().saturating_sub(3));
    folder.write("pieces", bytes);
    let last = folder.run("book build --positions 120 --size 8 --swap --playouts 30 --width 2 pieces");
    assert_eq!(last.status, 0, "{}", last.stderr);
    assert_eq!(fs::read(folder.path("pieces")).unwrap(), fs::read(folder.path("whole")).unwrap());
    // Settings may be left out; different ones are refused.
    assert!(folder.run("book build --positions 120 whole").stdout.starts_with("120 positions, 0 of them new"));
    folder.run("book build --positions 120 --playouts 61 whole").assert_refused("begun with other settings");
}

#[test]
fn a_book_is_shown() {
    let folder = Folder::new();
    assert_eq!(folder.run(&format!("{BUILD} --positions 40 b")).status, 0);
    let first = json_lines(&folder.run("book show b --json"));
    assert!(first.len() >= 2);
    let values: Vec<f64> = first.iter().map(|line| line["value"].as_f64().unwrap()).collect();
    assert!(values.is_sorted_by(|a, b| a >= b), "{values:?}");
    let (best, opened) = (&first[0], first.iter().find(|line| line["openings"].as_u64() > Some(0)).unwrap());
    let name = |line: &Value| line["move"].as_str().unwrap().to_owned();
    let mut show = folder.command("book show b --json");
    let output = show.arg(name(opened)).output().unwrap();
    let replies = String::from_utf8(output.stdout).unwrap();
    let reply: Value = serde_json::from_str(replies.lines().next().unwrap()).unwrap();
    let is_the_same = (1.0 - reply["value"].as_f64().unwrap() - opened["value"].as_f64().unwrap()).abs() < 1e-9;
    assert!(is_the_same, "{replies}");
    let good = first.iter().filter(|line| line["value"].as_f64() > Some(values[0] - 0.01)).map(name);
    let engine = "gtp --game hex --size 8 --swap --book b";
    let opening = folder.run_with(engine, "genmove b\n").stdout;
    assert!(good.map(|name| format!("= {name}\n\n")).any(|answer| answer == opening), "{opening}");
    let elsewhere = folder.run_with(engine, "boardsize 4 4\ngenmove b\nboardsize 8 8\ngenmove b\n").stdout;
    assert!(elsewhere.ends_with(&opening), "{elsewhere}");
    folder.run_with("gtp --game hex --size 8 --book b", "").assert_refused("play with `--swap`");
    folder.run_with("gtp --game hex --size 7 --swap --book b", "").assert_refused("the book is for Hex on 8x8");
    let table = folder.run("book show b");
    assert!(table.stdout.contains(&format!("line {}", name(best))), "{}", table.stdout);
    for (position, fault) in [("z9", "`z9` is not a move"), ("swap-pieces", "`swap-pieces` is not allowed there")] {
        folder.run(&format!("book show b {position}")).assert_refused(fault);
    }
    folder.write("none", "no book\n");
    folder.run("book show none").assert_refused("none: not a book");
    folder.run("book build --positions 9 none").assert_refused("none: not a book");
    assert_eq!(fs::read_to_string(folder.path("none")).unwrap(), "no book\n", "another file is left alone");
}
