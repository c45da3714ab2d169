//! Boards of any shape: `tesuji board`, and playing on them.

use super::Folder;

/// A path of three points, in the format of govariants.
const PATH: &str = r#"{"type":"custom","coordinates":[[0,0],[1,0],[2,0]],"adjacencyList":[[1],[0,2],[1]]}"#;

#[test]
fn a_picture_has_the_name_of_the_file() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("boards")).unwrap();
    folder.write("boards/path.json", PATH);
    let file = folder.path("boards/path.json").display().to_string();
    let commands = ["board", "analyze --playouts 20 --board", "maps show sato-1 --board"];
    for command in commands {
        let run = folder.run(&format!("{command} {file} --svg a.svg"));
        assert_eq!(run.status, 0, "{command}: {}", run.stderr);
        let svg = std::fs::read_to_string(folder.path("a.svg")).unwrap();
        let title = svg.split("</title>").next().unwrap().rsplit("<title>").next().unwrap();
        assert!(title.contains("path") && !title.contains('/'), "{command}: {title}");
    }
}

#[test]
fn random_games_are_played_on_it() {
    let folder = Folder::new();
    let last = |arguments: &str| {
        let run = folder.run(&format!("board {arguments} --playouts 300"));
        assert_eq!(run.status, 0, "{}", run.stderr);
        let lines: Vec<String> = run.stdout.lines().map(str::to_owned).collect();
        lines[lines.len() - 3..].to_vec()
    };
    let square = last("5x5");
    assert!(
        square[0].starts_with("300 random games, seed 1: 1.") && square[0].ends_with("0 games made to end (0.00 %)"),
        "{square:?}"
    );
    assert!(
        square[1].starts_with("black, who begins, wins 5") || square[1].starts_with("black, who begins, wins 6"),
        "{square:?}"
    );
    assert!(square[2].contains(": mean +") && square[2].contains("median black by "), "{square:?}");
    assert_eq!(last("5x5"), square, "the same seed, the same games");
    assert_ne!(last("5x5 --seed 2"), square);
    assert!(
        last("ring:40")[0].ends_with("300 games made to end (100.00 %)")
            || last("ring:40")[0].contains("made to end (9")
    );
}

#[test]
fn an_engine_plays_on_a_board_of_a_file() {
    let folder = Folder::new();
    folder.write("path.json", PATH);
    let script = "showboard\nplay b b1\nplay w pass\ngenmove b\ntesuji-board\nboardsize 19\nquit\n";
    let run = folder.run_with("gtp --game go --board path.json --player random", script);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let answers: Vec<&str> = run.stdout.split("\n\n").collect();
    assert_eq!((answers[0], answers[1], answers[2]), ("= \n1 . . .\n  A B C", "= ", "= "));
    assert!(answers[4].contains(r#""names":["A1","B1","C1"]"#), "{}", answers[4]);
    assert!(answers[5].starts_with("? unacceptable size: the board is `"), "{}", answers[5]);
    let run = folder.run("gtp --game go --board path.json --board 9");
    assert_eq!(run.status, 2);
    let run = folder.run("gtp --game hex --board path.json");
    assert_eq!(run.status, 2);
}

#[test]
fn a_match_keeps_the_board_of_its_file() {
    let folder = Folder::new();
    folder.write("path.json", PATH);
    folder.write(
        "match.toml",
        "format = 'match'\ngames = 4\n[game]\ngame = 'go'\nboard = 'path.json'\nkomi = 0.5\nrules = 'tromp-taylor'\n\
         [[player]]\nname = 'a'\nkind = 'random'\n[[player]]\nname = 'b'\nkind = 'random'\n",
    );
    let first = folder.run("match match.toml --quiet");
    assert_eq!(first.status, 0, "{}", first.stderr);
    // The board is stored in the match, so the file may be removed, and the games are replayed exactly.
    let again = folder.run("match replay match.toml 1");
    assert_eq!(again.status, 0, "{}{}", again.stdout, again.stderr);
    folder.write("path.json", PATH.replace("[2,0]", "[3,0]"));
    let changed = folder.run("match match.toml --quiet");
    assert_ne!(changed.status, 0, "another board is another match: {}", changed.stdout);
}
