//! `tesuji play`: games in the terminal, typed by a script.

use crate::{Folder, Run};

fn play(folder: &Folder, options: &str, lines: &[&str]) -> Run {
    let run = folder.run_with(&format!("play {options}"), &(lines.join("\n") + "\n"));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    run
}

/// Asserts that these texts occur in this order.
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest.find(part).unwrap_or_else(|| panic!("`{part}` is missing, or in another place:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn a_game_of_hex_with_hints_undo_and_a_record() {
    let folder = Folder::new();
    let lines = ["c3", "z9", "hint", "analyse", "undo", "moves", "c3", "c3", "resign", "save mine.sgf", "quit"];
    let run = play(&folder, "--game hex --board 4 --playouts 200 --save all.sgf", &lines);
    in_order(
        &run.stdout,
        &[
            "4x4 Hex.",
            "1. Black to move> c3\n",
            "White plays ",
            "3. Black to move> z9\n",
            "`z9` is not a move here: expected ",
            "a cell from a1 to d4; `help` lists the commands",
            "move ",
            "visits  expected",
            "wins",
            "Critical points: ",
            "Taken back: ",
            "a1 b1 c1 d1 a2",
            "black may not play c3: ",
            "White wins by resignation.",
            "The game is in mine.sgf.",
        ],
    );
    let [mine, all] = ["mine.sgf", "all.sgf"].map(|name| std::fs::read_to_string(folder.path(name)).unwrap());
    assert_eq!(mine, all, "the game is written after each move");
    assert!(mine.contains("GM[11]") && mine.contains(";B[c3]") && mine.contains("RE[W+Resign]"), "{mine}");
    // It goes on from there.
    let again = play(&folder, "--game hex --load mine.sgf --playouts 200", &["board"]);
    assert!(again.stdout.contains("3. Black to move> board"), "{}", again.stdout);
}

#[test]
fn a_player_opens_and_a_game_ends_by_the_rules() {
    let folder = Folder::new();
    // On one row the first move wins.
    let run = play(&folder, "--game hex --board 2x1 --colour white --player random --save a.sgf", &["undo", "quit"]);
    in_order(&run.stdout, &["Black plays ", "Black wins.", "there is no move to take back", "The game is in a.sgf."]);
    let run = play(&folder, "--game hex --board 3 --colour none --player uct --playouts 20", &[]);
    assert!(run.stdout.matches(" plays ").count() >= 3 && run.stdout.contains(" wins."), "{}", run.stdout);
}

/// Journey: Go on a torus. Draw it, play, save, analyse, make a picture.
#[test]
fn a_torus_is_drawn_played_saved_analysed_and_pictured() {
    let folder = Folder::new();
    let board = folder.run("board torus:5x5 --svg torus.svg --csv torus.csv");
    assert!(board.stdout.contains("torus:5x5: 25 points, 50 links"), "{}", board.stdout);
    let lines = ["C3", "links A1", "analyse", "pass", "undo", "resign"];
    let run = play(&folder, "--game go --board torus:5x5 --komi 0.5 --player uct --playouts 100 --save t.sgf", &lines);
    in_order(
        &run.stdout,
        &[
            "Go on torus:5x5, chinese rules, komi 0.5.",
            "(left and right are joined, and so are top and bottom)",
            "White plays ",
            "A1: ",
            "E1",
            "Random games end with Black ahead by ",
            "White wins by resignation.",
        ],
    );
    let record = folder.run("show t.sgf");
    assert!(record.status == 0 && record.stdout.contains("torus:5x5"), "{} {}", record.stdout, record.stderr);
    let analysis = folder.run("analyze t.sgf --playouts 500 --svg t.svg --csv t.csv");
    assert!(analysis.status == 0 && analysis.stdout.contains("torus:5x5"), "{}", analysis.stderr);
    for (name, begin) in [("torus.svg", "<svg"), ("t.svg", "<svg"), ("t.csv", "id,cell,stone")] {
        assert!(std::fs::read_to_string(folder.path(name)).unwrap().starts_with(begin), "{name}");
    }
}

/// Journey: the same on a board of one's own.
#[test]
fn an_own_graph_is_drawn_played_saved_and_analysed() {
    let folder = Folder::new();
    folder.write(
        "own.json",
        r#"{"tesuji-board": 1, "names": ["hub", "n", "e", "s", "w"],
            "links": [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [2, 3], [3, 4], [4, 1]]}"#,
    );
    let board = folder.run("board own.json --svg own.svg");
    assert!(board.status == 0 && board.stdout.contains("5 points, 8 links"), "{} {}", board.stdout, board.stderr);
    let options = "--game go --board own.json --komi 0.5 --player uct --playouts 50 --save own.sgf";
    let run = play(&folder, options, &["north", "hub", "links n", "links zz", "pass"]);
    in_order(
        &run.stdout,
        &[
            "Go on a graph of 5 points",
            "Links:\n  hub: n e s w",
            "`north` is not a move here",
            "White plays ",
            "n: hub e w",
            "there is no point `zz` on this board",
        ],
    );
    let again = play(&folder, "--game go --load own.sgf --colour both", &["board"]);
    assert!(again.stdout.contains("Go on a graph of 5 points"), "{}", again.stdout);
    let analysis = folder.run("analyze own.sgf --move 1 --playouts 200");
    assert!(analysis.status == 0 && analysis.stdout.contains("hub"), "{}{}", analysis.stdout, analysis.stderr);
}

#[test]
fn games_are_taken_up_in_any_form() {
    let folder = Folder::new();
    folder.write("wiki.txt", "<hexboard size=\"3x3\" contents=\"R 1:b2 B 2:c1\" />");
    let options = "--game hex --colour both --load";
    let n_moves =
        |run: &Run| run.stdout.lines().find_map(|line| Some(line.split_once(". Black to move>")?.0.to_owned()));
    for game in ["https://hexworld.org/board/#5,b2c3", "#5,b2c3", "wiki.txt"] {
        assert_eq!(n_moves(&play(&folder, &format!("{options} {game}"), &[])).as_deref(), Some("3"), "{game}");
    }
    let run = play(&folder, "--game hex --board 3 --colour both", &["load a1 b2", "load #4,b2c3", "load wiki.txt"]);
    in_order(&run.stdout, &["`a1 b2`: 2 moves", "`#4,b2c3`: 2 moves", "wiki.txt: 2 moves"]);
    let run = play(&folder, "--game go --board 5 --colour both", &["load C3 D4"]);
    in_order(&run.stdout, &["`C3 D4`: 2 moves"]);
    for wrong in ["-", "d1-d7/g7", "missing.sgf"] {
        let run = folder.run(&format!("play {options} {wrong}"));
        assert_eq!(run.status, 2, "{wrong}: {}", run.stdout);
    }
}

#[test]
fn times_are_those_of_other_commands() {
    let folder = Folder::new();
    for time in ["300ms", "0.3", "0.3s"] {
        let run = play(&folder, &format!("--game hex --board 3 --time {time}"), &["b2", "quit"]);
        assert!(run.stdout.contains("White plays "), "{}", run.stdout);
        let run = folder.run_with(&format!("gtp --game hex --time {time} --solver-time {time}"), "name\n");
        assert!(run.status == 0 && run.stdout.starts_with("= "), "{} {}", run.stdout, run.stderr);
    }
    for time in ["0", "0ms", "soon", "-1"] {
        assert_eq!(folder.run(&format!("play --game hex --time={time}")).status, 2, "{time}");
    }
}
