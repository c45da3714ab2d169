//! Amazons through the binary: analysed, played in matches and over a pipe.

use serde_json::Value;

use crate::Folder;

#[test]
fn a_position_is_analysed() {
    let folder = Folder::new();
    // Black can make 2 moves in the corner and, by moving first, 1 more in the middle.
    let run = folder.run("analyze --game amazons x..#|..##|####|x..o");
    assert_eq!(run.status, 0, "{}", run.stderr);
    for part in [
        "position, 4x4 Amazons, black to move",
        " 4 B ",
        "# # # #",
        "first-reach",
        "contested",
        "+-1, mean 0, temperature 1",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    assert!(run.stdout.contains("the sum of 2 regions: black wins, with black to move"), "{}", run.stdout);
    let json = folder.run("analyze --game amazons x..#|..##|####|x..o --to-move white --json");
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["to_move"], "white");
    assert_eq!(json["regions"]["winner"], "black", "four moves to one");
    let regions = json["regions"]["regions"].as_array().unwrap();
    assert_eq!((&regions[0]["owner"], &regions[0]["moves"]), (&"black".into(), &serde_json::json!([4, 4])));
    assert_eq!((&regions[1]["owner"], &regions[1]["value"]), (&Value::Null, &"+-1".into()));
    assert!(json["evaluations"]["first-reach"].as_f64().unwrap() < 0.0, "{json}");
    assert_eq!(json["at_sight"][0]["move"].as_str().map(|mv| &mv[..3]), Some("d1-"));
    assert!(json["ownership"]["b4"].as_f64().unwrap() > 0.0, "{json}");
    let two = "analyze --game amazons x..#|..##|####|x..o --overlay first-reach,path-interception";
    folder.run(two).assert_refused("`--overlay` is about the picture");
    assert_eq!(folder.run(&format!("{two} --svg maps.svg")).status, 0);
    let svg = std::fs::read_to_string(folder.path("maps.svg")).unwrap();
    assert!(svg.contains("first-reach left, path-interception right") && !svg.contains("first reach, black"));
    // A move that decides has no number but the name of the winner.
    let json = folder.run("analyze --game amazons x.o --json");
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(json["at_sight"], serde_json::json!([{"move": "a1-b1/a1", "value": "black"}]));
}

#[test]
fn a_record_is_analysed_after_any_of_its_moves() {
    let folder = Folder::new();
    folder.write("game.sgf", "(;FF[4]GM[18]SZ[10];B[djddgd];W[addgad];B[gjehea])");
    let run = folder.run("analyze --game amazons game.sgf --move 2 --player alpha-beta --depth 1");
    assert_eq!(run.status, 2, "a player is told by one text here: {}", run.stderr);
    let run = folder.run("analyze --game amazons game.sgf --move 2 --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(json["moves"], serde_json::json!([["black", "d1-d7/g7"], ["white", "a7-d4/a7"]]));
    folder.run("analyze --game amazons game.sgf --move 4").assert_refused("the record has 3 moves");
    for arguments in ["x..y", "x..o --komi 3", "game.sgf --board 6", "x..o --move 1", "x..o --moves a1-d1/c1"] {
        let run = folder.run(&format!("analyze --game amazons {arguments}"));
        assert_eq!(run.status, 2, "{arguments}: {}", run.stdout);
    }
}

/// A control file with two players of the paper on a small board, and additional settings.
fn control(games: u64, game: &str, evaluator: &str) -> String {
    format!(
        "format = 'match'\ngames = {games}\nseed = 3\n[game]\ngame = 'amazons'\n{game}\n\
         [[player]]\nname = 'saijo'\nkind = 'alpha-beta'\npreset = 'saijo1999'\nevaluator = '{evaluator}'\nnode_limit = 2000\n\
         [[player]]\nname = 'random'\nkind = 'random'\n"
    )
}

#[test]
fn a_match_is_played_written_out_and_played_again() {
    let folder = Folder::new();
    folder.write("a.toml", control(4, "columns = 5\nrows = 5", "path-interception"));
    let run = folder.run("match a.toml --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let report: Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(report["players"][0]["name"], "saijo");
    assert_eq!(report["players"][0]["wins"], 4, "{report}");
    let sgf = folder.run("match export a.match --to sgf").stdout;
    assert!(sgf.contains("GM[18]SZ[5]") && sgf.contains("AB[ad][ed][be][de]") && sgf.contains("PL[B]"), "{sgf}");
    assert_eq!(folder.run("match replay a.match 2").status, 0);
    folder.write("one.sgf", &sgf[..sgf.find("\n(").map_or(sgf.len(), |end| end)]);
    assert_eq!(folder.run("analyze --game amazons one.sgf --move 3").status, 0);
}

#[test]
fn control_files_that_make_no_sense_are_refused() {
    let folder = Folder::new();
    for (game, evaluator, words) in [
        ("setup = '1q2/4/4/2Q1 w'", "first-reach", "in a match Black begins"),
        ("setup = 'x##o'", "first-reach", "the game is over"),
        ("columns = 7\nrows = 7", "first-reach", "no usual start of Amazons is known for 7x7"),
        ("columns = 6\nrows = 6", "resistance", "evaluator is resistance"),
    ] {
        folder.write("a.toml", control(2, game, evaluator));
        folder.run("match a.toml").assert_refused(words);
    }
}

#[test]
fn it_answers_as_an_engine() {
    let folder = Folder::new();
    let input = "showboard\ngenmove b\nplay w A6 - A5 (B5)\nundo\nundo\ntesuji-position\nquit\n";
    let arguments = "gtp --game amazons --board 8 --player alpha-beta --evaluator first-reach --depth 1";
    let run = folder.run_with(arguments, input);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("2q2q2/8/q6q/8/8/Q6Q/8/2Q2Q2") || run.stdout.contains("2Q2Q2/8/Q6Q/8/8/q6q/8/2q2q2"),
        "{}",
        run.stdout
    );
    assert_eq!(run.stdout.matches("\n= ").count() + 1, 7, "{}", run.stdout);
    folder.write("start.txt", "B . .\n. # .\n. . W\nwhite to move\n");
    let run = folder.run_with(
        "gtp --game amazons --position start.txt --player random",
        "gogui-rules_side_to_move\nplay w c1-c2/c1\n",
    );
    assert!(run.stdout.starts_with("= white\n\n= \n"), "{}", run.stdout);
    folder.refuses(
        "gtp --game amazons --player random {}",
        &[
            ("--komi 7.5", "Amazons has no `--komi`"),
            ("--swap", "Amazons has no `--swap`"),
            ("--board 7", "no usual start"),
            ("--position x..y", "cannot read the position"),
        ],
    );
}

#[test]
fn positions_are_solved_and_their_records_check() {
    let folder = Folder::new();
    folder.write("small.txt", "x..#\n..##\n####\nx..o\n");
    folder.write("four.txt", ". W W .\nW . . W\nB . . B\n. B B .\nblack to move\n");
    let run = folder.run("solve --game amazons small.txt four.txt x..o --moves --certificates proofs --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let winners: Vec<&str> = lines.iter().map(|line| line["winner"].as_str().unwrap()).collect();
    assert_eq!(winners, ["black", "white", "black"], "on 4x4 the first player loses");
    assert_eq!(lines[1]["winning_moves"], serde_json::json!([]));
    let move_of_third = lines[2]["winning_move"].as_str().unwrap();
    assert!(lines[2]["winning_moves"].as_array().unwrap().iter().any(|mv| mv == move_of_third), "{}", lines[2]);
    assert_eq!(folder.names("proofs"), ["four.json", "position.json", "small.json"]);
    let run = folder.run("check proofs/four.json proofs/small.json --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let checked: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&checked[0]["valid"], &checked[0]["winner"]), (&true.into(), &"white".into()));
    assert_eq!(checked[0]["position"], lines[1]["position"]);
    // A record that states another winner proves nothing.
    let text = std::fs::read_to_string(folder.path("proofs/four.json")).unwrap();
    // With the mark that some editors write.
    folder.write("marked.json", format!("\u{feff}\n{text}"));
    assert_eq!(folder.run("check marked.json").status, 0);
    folder.write("false.json", text.replacen("\"winner\":\"white\"", "\"winner\":\"black\"", 1));
    let run = folder.run("check false.json");
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("INVALID"), "{}", run.stdout);
    let table = folder.run("solve --game amazons four.txt --nodes 1");
    assert!(table.stdout.contains("undecided"), "{}", table.stdout);
    for option in ["--depth-to-win", "--board 4", "--store a.store", "--threads 2"] {
        assert_eq!(folder.run(&format!("solve --game amazons four.txt {option}")).status, 2, "{option}");
    }
    // Both forms of picture, with a board for each position.
    let run = folder.run("solve --game amazons small.txt four.txt --moves --svg a.svg --png a.png --pixels 300");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let svg = std::fs::read_to_string(folder.path("a.svg")).unwrap();
    for words in ["small: black to move wins with", "four: black to move; white wins", "contested", " wins</text>"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    assert!(std::fs::read(folder.path("a.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn values_of_regions_have_a_bound() {
    let folder = Folder::new();
    // Issue 16: values took more than a minute and did not end, but the winner is found at once.
    for (text, winner) in [
        ("*q***/Q2q*/1Q2*/3Q*/*1*q*/***** w", "white"),
        ("q2Q1q/Q1Q3/****1*/**1*q1/*2***/*2q*Q b - - 0 1", "black"),
        ("**1q*/*2Qq/*Q2*/*1Q2/**q1* w", "white"),
    ] {
        folder.write("position.fen", text);
        let run = folder.run("analyze --game amazons position.fen --nodes 2000");
        assert_eq!(run.status, 0, "{}", run.stderr);
        let told = format!("solved: {winner} wins, with {winner} to move\na move that wins: ");
        assert!(run.stdout.contains(&told), "{told}: {}", run.stdout);
        assert!(run.stdout.contains("left out: the value of 1 region; `--nodes` allows more work"), "{}", run.stdout);
        let json = folder.run("analyze --game amazons position.fen --nodes 2000 --time 10s --json");
        let json: Value = serde_json::from_str(&json.stdout).unwrap();
        assert_eq!(json["regions"]["winner"], winner);
        assert!(json["regions"]["winning_move"].is_string(), "{json}");
        let open = json["regions"]["regions"].as_array().unwrap().iter().find(|region| region["unknown"].is_string());
        let [low, high] = [0, 1].map(|end| open.unwrap()["between"][end].as_i64().unwrap());
        assert!(low < high, "{json}");
    }
    assert_eq!(folder.run("analyze --game hex --board 5 --nodes 5").status, 2);
}

#[test]
fn the_table_of_regions_keeps_its_columns() {
    let folder = Folder::new();
    let run = folder.run("analyze --game amazons xx.#x.|..o###|######|x.#...|###..o");
    let regions = run.stdout.split_once("worth to black").expect("a table").1;
    let column = |line: &str, word: &str| line.find(word).map(|at| line[..at].chars().count());
    let head = run.stdout.lines().find(|line| line.starts_with("region")).unwrap();
    let expected = column(head, "squares");
    let firsts = ["a5 b5", "e5 f5", "a2 b2", "d2 e2"];
    let rows: Vec<&str> = regions.lines().filter(|line| firsts.iter().any(|first| line.contains(first))).collect();
    assert!(rows.len() > 2 && rows.iter().any(|row| row.contains("temperature")), "{}", run.stdout);
    for row in rows {
        let first = firsts.iter().find(|first| row.contains(**first)).unwrap();
        assert_eq!(column(row, first), expected, "{}", run.stdout);
    }
}

#[test]
fn records_are_solved_after_any_of_their_moves() {
    let folder = Folder::new();
    folder.write("game.txt", "B . . W\n. . . .\nblack to move\n\n1. a2-b2/a2 d2-c2/d2\n2. b2-b1/b2 c2-d1/c1\n");
    folder.write("game.sgf", folder.run("convert game.txt --to sgf").stdout);
    for (arguments, winner, position) in [
        ("game.txt --move 0", "black", "q2Q/4 b - - 0 1"),
        ("game.sgf --move 1", "white", "*q1Q/4 w - - 0 1"),
        ("game.sgf", "black", "**1*/1q*Q b - - 0 1"),
    ] {
        let run = folder.run(&format!("solve --game amazons {arguments} --json"));
        let json: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
        assert_eq!((&json["winner"], &json["position"]), (&winner.into(), &position.into()), "{arguments}");
    }
    folder.refuses(
        "{}",
        &[
            ("solve --game amazons game.sgf --move 5", "the record has 4 moves"),
            ("solve --game amazons missing.sgf", "there is no file missing.sgf"),
            ("analyze --game amazons missing.txt", "there is no file missing.txt"),
            ("solve --game amazons other", "`other` is not a file"),
            ("solve a3 --move 2", "there is no position after move 2: the record has 1 move"),
            ("solve --game amazons x..o --move 2", "`--move` is for records"),
        ],
    );
}
