//! `tesuji analyze`.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{Folder, Run};

/// Positions from the figures of a paper; `miai` is about B5 and H5, for Black.
fn positions() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/go/two-points.toml");
    fs::read_to_string(path).unwrap()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("positions.toml", positions());
    folder
}

fn run(folder: &Folder, arguments: &str, last: &[&str]) -> Run {
    Run::new(arguments, folder.command(arguments).args(last).output().unwrap())
}

/// The lines between a heading and the next empty line.
fn section<'a>(text: &'a str, head: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(head));
    let section: Vec<&str> = lines.skip(1).take_while(|line| !line.is_empty()).collect();
    assert!(!section.is_empty(), "`{head}` in {text}");
    section
}

#[test]
fn a_position_is_told_in_tables() {
    let run = folder().run("analyze positions.toml --only miai --map criticality --map ownership");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert!(run.stdout.starts_with("miai, 9x9, chinese rules, komi 0.5, white to move\n"), "{}", run.stdout);
    assert!(run.stdout.contains("10,000 playouts, seed 1\n") || run.stdout.contains(", without "), "{}", run.stdout);
    assert!(run.stdout.contains("\nthreshold (median): black wins what ends above B+"));
    let board = section(&run.stdout, "criticality: 9 is 0.");
    assert_eq!(board.len(), 10);
    // The stones as in the file, and digits on the two points.
    let row: Vec<&str> = board[4].split_whitespace().collect();
    assert_eq!((row[0], row[1], row[3], row[9]), ("5", "W", "W", "W"));
    assert!(["8", "9"].contains(&row[2]) && ["8", "9"].contains(&row[8]), "{row:?}");
    assert_eq!(section(&run.stdout, "ownership: 0 is White's, 9 is Black's").len(), 10);
    let points = section(&run.stdout, "point ");
    let most: Vec<&str> = points[..2].iter().map(|line| line.split(' ').next().unwrap()).collect();
    assert!(most.contains(&"B5") && most.contains(&"H5"), "{points:?}");
    assert_eq!(points.len(), 10);
    let pairs = section(&run.stdout, "pairs for black");
    assert!(pairs[0].starts_with("   1  B5-H5 ") && pairs[0].ends_with("  miai"), "{pairs:?}");
    assert!(pairs[1].contains("---- gap: 0.") && pairs[1].contains(" % of it"), "{pairs:?}");
    assert!(pairs[2].starts_with("   2  ") && !pairs[2..].iter().any(|line| line.contains("miai")));
    assert!(section(&run.stdout, "pairs for white").last().unwrap().contains("no pair is clearly miai"));
    assert_eq!(section(&run.stdout, "order ranks (OCR, alpha 0.01, beta 0.01)").len(), 22);
    for order in section(&run.stdout, "orders for black") {
        assert!(order.contains(" black ") && order.contains(" before ") || order.contains("none is sure"), "{order}");
    }
}

#[test]
fn json_has_everything() {
    let run = folder().run("analyze positions.toml --json --playouts 300 --seeds 3 --top 4");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ids: Vec<&str> = lines.iter().map(|line| line["id"].as_str().unwrap()).collect();
    assert_eq!(&ids[..3], ["miai", "bamboo", "race"]);
    let miai = &lines[0];
    assert_eq!((&miai["to_move"], &miai["asked"]["samples"]), (&"white".into(), &3.into()));
    assert_eq!((&miai["game"]["komi"], &miai["game"]["columns"]), (&0.5.into(), &9.into()));
    let statistics = &miai["statistics"];
    assert_eq!(statistics["cells"].as_array().unwrap().len(), 81);
    let played = statistics["playouts"].as_u64().unwrap() + statistics["drawn"].as_u64().unwrap();
    assert_eq!((played, &statistics["samples"]), (900, &3.into()));
    let pair = &statistics["black"]["pairs"][0];
    assert_eq!(pair["cells"], serde_json::json!(["B5", "H5"]));
    let [value, low, high] = [&pair["joint"]["value"], &pair["joint"]["interval"][0], &pair["joint"]["interval"][1]]
        .map(|number| number.as_f64().unwrap());
    assert!(low < value && value < high && value > 0.1, "{pair}");
    assert!(miai["player"].is_null());
}

#[test]
fn what_is_better_put_off_is_told_as_well() {
    // Black should fill the inside liberty, c at E9, and White's own two liberties, d and e, last of all (issue 16).
    let folder = folder();
    let run = run(
        &folder,
        "analyze positions.toml --only race --threshold komi --top 2 --sgf a.sgf --region",
        &["B9 B8 E9 H9 H8"],
    );
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let ranks = section(&run.stdout, "order ranks");
    let put_off = ranks.iter().position(|line| line.contains("better put off")).expect("the other end");
    assert_eq!((put_off, ranks.len()), (3, 6), "{ranks:?}");
    let black: Vec<&str> = ranks.iter().filter_map(|line| line.split_whitespace().nth(1)).collect();
    let urgent: Vec<&str> = black[1..3].to_vec();
    assert!(urgent.contains(&"B9") && urgent.contains(&"B8"), "{ranks:?}");
    let last: Vec<&str> = black[4..].to_vec();
    assert!(last.contains(&"H9") && last.contains(&"H8"), "{ranks:?}");
    assert!(ranks[4].starts_with("  -1  ") && ranks[4].contains(" -0."), "{ranks:?}");
    let sgf = fs::read_to_string(folder.path("a.sgf")).unwrap();
    assert!(sgf.contains(":-1]") && sgf.contains(", better put off: order rank -0."), "{sgf}");
    // A move is not listed at both ends.
    let run = self::run(&folder, "analyze positions.toml --only race --threshold komi --region", &["B9 B8 E9"]);
    let ranks = section(&run.stdout, "order ranks");
    assert!(ranks.len() == 4 && !ranks.iter().any(|line| line.contains("put off")), "{ranks:?}");
}

#[test]
fn pictures_and_marks_show_the_pair() {
    let folder = folder();
    let run = folder.run("analyze positions.toml --only miai --svg a.svg --sgf a.sgf --top 5");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let svg = fs::read_to_string(folder.path("a.svg")).unwrap();
    assert_eq!(svg.matches("<svg ").count(), svg.matches("</svg>").count());
    assert!(
        svg.contains(">miai: criticality of the first play<") && svg.contains(">miai: owners at the end<"),
        "titles"
    );
    assert!(svg.contains(">criticality: within its own interval<"), "what is not certain is hatched, and said");
    assert!(svg.contains(">black's miai<"), "a line between the points of Black's miai");
    let sgf = fs::read_to_string(folder.path("a.sgf")).unwrap();
    assert!(sgf.starts_with("(;FF[4]") && sgf.contains("GM[1]SZ[9]KM[0.5]"), "{sgf}");
    assert!(sgf.contains("\nLN[be:he]\n") && sgf.contains("\nPL[W]\n") && sgf.contains(":1]["), "{sgf}");
    assert!(sgf.contains("miai for black: B5 and H5, 0."), "{sgf}");
    // What was written is a record of the same position.
    let again = folder.run("analyze a.sgf --json --playouts 200");
    let of = |run: &Run| serde_json::from_str::<Value>(&run.stdout).unwrap()["statistics"].clone();
    assert_eq!(
        of(&again),
        of(&folder.run("analyze positions.toml --only miai --json --playouts 200")),
        "{}",
        again.stderr
    );
}

#[test]
fn positions_come_from_records_diagrams_and_moves() {
    let folder = folder();
    folder.write("game.sgf", "(;GM[1]FF[4]SZ[5]KM[3.5];B[cc];W[bb];B[dd];W[])");
    folder.write("board.txt", "3 . B .\n2 B . B\n1 . W .\n  A B C\n");
    let quick = "--json --playouts 50 --top 1";
    let stones = |arguments: &str| {
        let run = folder.run(&format!("analyze {arguments} {quick}"));
        let line: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{arguments}: {}", run.stderr));
        let cells = line["statistics"]["cells"].as_array().unwrap().iter();
        let stones =
            cells.filter_map(|cell| Some(format!("{}{}", &cell["stone"].as_str()?[..1], cell["cell"].as_str()?)));
        (stones.collect::<Vec<_>>().join(" "), line["to_move"].as_str().unwrap().to_owned())
    };
    let told = |stones: &str, to_move: &str| (stones.to_owned(), to_move.to_owned());
    assert_eq!(stones("game.sgf"), told("wB4 bC3 bD2", "black"));
    assert_eq!(stones("game.sgf --move 2"), told("wB4 bC3", "black"));
    assert_eq!(stones("game.sgf --move 2 --moves D2,A1 --to-move white"), told("wB4 bC3 bD2 wA1", "white"));
    assert_eq!(stones("board.txt"), told("bB3 bA2 bC2 wB1", "black"));
    assert_eq!(stones("torus:4x4 --moves A1,B2,pass"), told("wB2 bA1", "white"));
    assert_eq!(stones("--board hexagon:2 --moves B2"), told("bB2", "white"));
    folder.write("path.json", r#"{"type":"custom","coordinates":[[0,0],[1,0]],"adjacencyList":[[1],[0]]}"#);
    assert_eq!(stones("path.json --moves B1"), told("bB1", "white"));
    assert_eq!(stones("--game hex --board 3 --moves b2"), told("bb2", "white"));
    assert_eq!(stones("--game hex --board 4x3"), told("", "black"));
    let heads = [("game.sgf", "of 4, black"), ("game.sgf --move 2 --moves D2", "of 4 and 1 more, white")];
    for (number, (arguments, words)) in [4, 2].into_iter().zip(heads) {
        let run = folder.run(&format!("analyze {arguments} --playouts 50"));
        assert!(run.stdout.contains(&format!(", after move {number} {words} to move\n")), "{}", run.stdout);
    }
    // Marks by name, which readers of the position skip.
    let graph = folder.run("analyze hexagon:3 --moves C3,B2 --playouts 100 --sgf a.sgf --json");
    let sgf = fs::read_to_string(folder.path("a.sgf")).unwrap();
    assert!(graph.status == 0 && sgf.contains("GM[1]TSJBOARD[hexagon:3]KM[7.5]"), "{sgf}{}", graph.stderr);
    assert!(sgf.contains("\nAB[C3]\nAW[B2]\n") && sgf.contains(":1][") && sgf.contains("\nLB["), "{sgf}");
    let again = folder.run("analyze a.sgf --playouts 100 --json");
    let of = |run: &Run| serde_json::from_str::<Value>(&run.stdout).unwrap()["statistics"].clone();
    assert_eq!(of(&again), of(&graph), "{}", again.stderr);
    let hex = folder.run("analyze a1 --game hex --board 3 --playouts 50 --sgf b.sgf");
    let marks = fs::read_to_string(folder.path("b.sgf")).unwrap();
    assert!(hex.status == 0 && marks.contains("GM[11]") && marks.contains("\nAB[a1]\n"), "{marks}{}", hex.stderr);
    let graph = folder.run("analyze honeycomb:2 --playouts 500 --svg a.svg --seeds 2");
    assert_eq!(graph.status, 0, "{}", graph.stderr);
    assert!(graph.stdout.contains("1,000 playouts, 2 seeds from 1"), "{}", graph.stdout);
}

#[test]
fn a_player_is_asked_as_well() {
    let folder = folder();
    let told = run(&folder, "analyze 5x5 --playouts 100 --player", &["{ kind = 'uct', playouts = 300 }"]);
    assert_eq!(told.status, 0, "{}", told.stderr);
    let moves = section(&told.stdout, "move  value");
    let visits: Vec<u64> = moves.iter().map(|line| line.split_whitespace().nth(2).unwrap().parse().unwrap()).collect();
    assert!(visits[0] == *visits.iter().max().unwrap() && visits.iter().sum::<u64>() <= 300, "{moves:?}");
    folder.run("analyze 5x5 --playouts 100 --player beauty").assert_refused("beauty");
}

#[test]
fn every_player_of_the_ladder_is_asked_as_well() {
    let folder = Folder::new();
    folder.write("set-up.toml", "[[position]]\nid = 'corner'\ndiagram = \"\"\"\n. . .\n. B .\nW . .\n\"\"\"\n");
    for (position, of_move) in [
        ("--game hex --board 4 --moves b2 --playouts 20", "abcd"),
        ("set-up.toml --playouts 20", "ABC"),
        ("--board hexagon:2 --komi 0.5 --playouts 20", "ABC"),
        ("--game amazons --board 5 --nodes 10 --time 1s", "abcde"),
    ] {
        let shown = folder.run(&format!("analyze {position} --levels --seed 3 --top 1"));
        assert_eq!((shown.status, shown.stderr.as_str()), (0, ""), "{position}");
        let rows = section(&shown.stdout, "rating  player ");
        let json = folder.run(&format!("analyze {position} --levels --seed 3 --top 1 --json"));
        let json: Value = serde_json::from_str(&json.stdout).unwrap_or_else(|_| panic!("{position}: {}", json.stderr));
        let levels = json["levels"].as_array().unwrap();
        assert_eq!((levels.len(), &levels[0]["title"]), (rows.len(), &"random".into()), "{position}");
        let rating = |level: &Value| level["rating"][0].as_f64().unwrap();
        assert!(levels.is_sorted_by(|one, other| rating(one) <= rating(other)), "{position}");
        for (row, level) in rows.iter().zip(levels) {
            let [title, mv] = ["title", "mv"].map(|key| level[key].as_str().unwrap());
            assert!(row.starts_with(&format!("{:>+6.0}  {title}  ", rating(level))), "{row}");
            assert!(mv == "pass" || mv == "swap-pieces" || mv.starts_with(|c| of_move.contains(c)), "{mv}");
            let value = level["value"].as_f64().map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"));
            let proved = if level["certainty"] == "certain" { "  proved" } else { "" };
            let end: Vec<&str> = row.strip_suffix(proved).unwrap().split_whitespace().rev().take(2).collect();
            assert_eq!(end, [value.as_str(), mv], "{row}");
        }
    }
    let json = folder.run("analyze --game amazons x#o --levels --json");
    let json: Value = serde_json::from_str(&json.stdout).unwrap();
    assert!(json["levels"].is_null(), "nobody moves after the end: {json}");
}

#[test]
fn hex_has_pairs_and_no_orders() {
    let folder = folder();
    // A bridge of Black from c2 to b4.
    folder.write("bridge.txt", ". . . . .\n . . B . .\n  . . . . .\n   . B . . .\n    . . . . .\n");
    let run = folder.run("analyze bridge.txt --game hex --playouts 4000 --to-move white");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("orders: none") && !run.stdout.contains("score on the board"), "{}", run.stdout);
    let board = section(&run.stdout, "criticality: 9 is 0.");
    assert_eq!((board[0].trim(), board.len()), ("a b c d e", 7));
    assert!(board[2].starts_with(" 2 ") && board[2].ends_with(" 2") && board[2].contains('B'), "{board:?}");
    assert!(section(&run.stdout, "pairs for black").iter().any(|line| line.contains("b3-c3")), "{}", run.stdout);
}

/// The query for one position: komi, rules, stones and whose turn it is, or the error message.
fn told_of(entries: &str) -> Result<String, String> {
    let folder = Folder::new();
    folder.write("t.toml", entries);
    let run = folder.run("analyze t.toml --json --playouts 20 --top 1");
    if run.status != 0 {
        return Err(run.stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" "));
    }
    let line: Value = serde_json::from_str(run.stdout.lines().next().unwrap()).unwrap();
    let cells = line["statistics"]["cells"].as_array().unwrap().iter();
    let stones: Vec<&str> =
        cells.filter(|cell| !cell["stone"].is_null()).filter_map(|cell| cell["cell"].as_str()).collect();
    Ok(format!("{} {} {}", line["game"]["komi"], line["to_move"].as_str().unwrap(), stones.join(" ")))
}

#[test]
fn entries_are_taken_as_they_are_written() {
    for (entry, expected) in [
        ("board = '5x5'", "7.5 black "),
        ("board = '5x5'\nkomi = 0.5", "0.5 black "),
        ("board = '5x5'\nkomi = '0.5'", "0.5 black "),
        ("board = '5x5'\nkomi = 5", "5.0 black "),
        ("board = '5x5'\nkomi = -5.0", "-5.0 black "),
        ("board = '5x5'\nblack = 'A1 B1'\nto_move = 'white'", "7.5 white A1 B1"),
        ("board = '5x5'\nblack = ['A1', 'B1']\npairs = ['ab']", "7.5 black A1 B1"),
        ("diagram = \"2 . B\\n1 . .\\n  A B\"", "7.5 black B2"),
    ] {
        let told = told_of(&format!("[[position]]\n{entry}\n"));
        assert_eq!(told, Ok(expected.to_owned()), "{entry}");
    }
    // A byte-order mark at the start of a file has no meaning, and a comment may follow.
    assert_eq!(told_of("\u{feff}[[position]] # one\nboard = '5x5'\nkomi = 1").unwrap(), "1.0 black ");
}

#[test]
fn entries_that_mean_nothing_are_refused() {
    let entry = |rest: &str| format!("[[position]]\nid = 'x'\nboard = '5x5'\n{rest}");
    for (file, words) in [
        (entry("komi = 0.3"), "position 1 (`x`): komi is 0.3"),
        (entry("komi = nan"), "komi is nan"),
        (entry("komi = true"), "komi is true, expected a number"),
        (entry("to-move = 'white'"), "position 1 (`x`): `to-move` is not known"),
        (entry("to_move = 3"), "to_move is 3"),
        (entry("to_move = 'White'"), "to_move is `White`"),
        (entry("rules = 3"), "rules is 3"),
        (entry("rules = 'beauty'"), "rules: "),
        (entry("black = 3"), "black is 3"),
        (entry("black = ['A1', 3]"), "black is [\"A1\", 3]"),
        (entry("black = 'Z9'"), "x: black: the board has no point `Z9`"),
        (entry("black = 'A1'\nwhite = 'A1'"), "x: "),
        (entry("diagram = '. .'"), "`board` beside `diagram`"),
        ("[[position]]\ndiagram = '. .'\nwhite = 'A1'".to_owned(), "`white` beside `diagram`"),
        ("[[position]]\nid = 3\nboard = '5x5'".to_owned(), "position 1: id is 3"),
        ("[[position]]\nid = 'x'".to_owned(), "x: expected a `diagram`, or a `board`"),
        (entry("[[position]]\nid = 'x'\nboard = '4x4'"), "two positions have the id `x`"),
        (entry("komi ="), "line 4, column 7: "),
        (". .\n. .\n".to_owned(), "line 1, column 4: `. .`: expected `name = value`"),
        ("# nothing\n".to_owned(), "there are no positions"),
        ("position = []\n".to_owned(), "there are no positions"),
        (format!("komi = 0.5\n{}", entry("")), "`komi` is not known, expected entries"),
    ] {
        let told = told_of(&file).expect_err(&file);
        assert!(told.contains("t.toml: ") || told.contains("two positions"), "{file}: {told}");
        assert!(told.contains(words), "{file}: {told}");
    }
}

#[test]
fn a_mark_of_byte_order_says_nothing() {
    let folder = Folder::new();
    folder.write("game.sgf", "\u{feff}(;GM[1]FF[4]SZ[5]KM[3.5];B[cc])");
    folder.write("board.txt", "\u{feff}2 . B\n1 . .\n");
    for file in ["game.sgf", "board.txt"] {
        let run = folder.run(&format!("analyze {file} --json --playouts 20"));
        assert_eq!(run.status, 0, "{file}: {}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_read() {
    let folder = Folder::new();
    folder.write("game.sgf", "(;GM[1]FF[4]SZ[5]KM[3.5];B[cc])");
    let output = std::process::Command::new("bash")
        .args(["-c", "\"$0\" analyze <(cat game.sgf) --playouts 20", env!("CARGO_BIN_EXE_tesuji")])
        .current_dir(folder.path("."))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).contains(" 5x5, "), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn an_empty_board_of_hex() {
    let run = Folder::new().run("analyze --game hex --board 4x3 --moves b2 --playouts 50 --json");
    let line: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
    assert_eq!(line["statistics"]["cells"].as_array().unwrap().len(), 12);
    assert_eq!((line["to_move"].as_str(), line["game"]["columns"].as_u64()), (Some("white"), Some(4)));
}

/// Runs a command, presses Ctrl-C after two seconds, and returns what it had to say.
#[cfg(unix)]
fn interrupted(arguments: &str) -> Run {
    let folder = Folder::new();
    let child = folder.command(arguments).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(2));
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let run = Run::new(arguments, child.wait_with_output().unwrap());
    assert_eq!(run.status, 130, "{}", run.stderr);
    run
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known_so_far() {
    let playouts = "analyze --board 9x9 --playouts 4000000 --threads 1";
    let text = interrupted(playouts).stdout;
    assert!(text.contains("stopped before the 4,000,000 that were asked for"), "{text}");
    assert!(text.contains("black wins") && text.contains("criticality"), "{text}");
    let json: Value = serde_json::from_str(&interrupted(&format!("{playouts} --json")).stdout).unwrap();
    let n_made = json["statistics"]["playouts"].as_u64().unwrap();
    assert!(0 < n_made && n_made < 4_000_000, "{n_made}");
    assert!(json["statistics"]["cells"].as_array().unwrap().len() == 81);
    let thought =
        interrupted("analyze --game hex --board 11 --moves f6 --playouts 256 --player strong --player-time 60s --json");
    let json: Value = serde_json::from_str(&thought.stdout).unwrap();
    assert!(json["player"]["choice"]["nodes"].as_u64() > Some(0), "{}", json["player"]);
    assert!(json["player"]["choice"]["value"].is_number());
}

#[test]
fn however_short_the_time_a_value_rests_on_an_evaluation() {
    let folder = Folder::new();
    for size in [11, 19] {
        let run = folder.run(&format!(
            "analyze --game hex --board {size} --moves c3 --playouts 10 --player strong --player-time 1ms --json"
        ));
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        let choice = &json["player"]["choice"];
        assert!(choice["nodes"].as_u64() > Some(0) && choice["value"] != 0.5, "{size}: {choice}");
    }
}
