//! `tesuji openings table`: what players know of first moves.

use serde_json::Value;

use crate::{Folder, Run};

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_table_is_made_again() {
    let folder = Folder::new();
    for side in 1..=4 {
        assert_eq!(folder.run(&format!("openings table --board {side} --solve --table t.toml")).status, 0);
    }
    let solved = json_lines(&folder.run("openings table --board 4 --table t.toml --json"));
    assert_eq!(solved, json_lines(&folder.run("openings table --board 4 --json")), "as the table that is built in");
    folder.write("games.txt", "# a list\n1 8 1 0 resign 1|2 | a3 d5\n2 8 2 1 resign 1|2 | h6 S d5\n");
    let run = folder.run("openings table --board 8 --playouts 5 --games games.txt --table t.toml --json --jobs 2");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let a3 = json_lines(&run).into_iter().find(|line| line["opening"] == "a3").unwrap();
    assert_eq!((&a3["games"], &a3["swapped"], &a3["won"]), (&2.into(), &1.into(), &2.into()));
    assert_eq!(run.stdout, folder.run("openings table --board 8 --table t.toml --json").stdout, "kept");
    folder.write("games.txt", "nothing\n");
    folder
        .run("openings table --board 8 --games games.txt")
        .assert_refused("games.txt: diagram, line 1, column 1: expected");
}
