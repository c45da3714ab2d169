//! Games of Amazons in files: reported, checked, converted; positions drawn and written with marks.

use std::fs;

use super::Folder;

/// Four moves; each of them gives away a won game.
const LIST: &str = "B . . W\n. . . .\nblack to move\n\n1. a2-b2/a2 d2-c2/d2\n2. b2-b1/b2 c2-d1/c1\n";

/// Botzone's input of the player who moves second.
const BOTZONE: &str = "2\n-1 -1 -1 -1 -1 -1\n0 2 0 4 3 4\n2 7 2 4 1 4\n";

#[test]
fn a_game_is_told_and_drawn() {
    let folder = Folder::new();
    folder.write("game.txt", LIST);
    let run = folder.run("show game.txt");
    let expected = "board     4x2, 8 squares\nstart     its own; black moves first\nmoves     4\nresult    not stated\n\n   a b c d\n \
                    2 # # . #  2\n 1 . B # W  1\n   a b c d\nblack to move\n\nafter 4 moves, the last white's c2-d1/c1\n\
                    2 empty squares; moves: 2 of black, 1 of white\ndecided after 0 moves: black wins with the best play\n\
                    move 1, black's a2-b2/a2, gives the win away\n";
    assert!(run.stdout.starts_with(expected), "{}{}", run.stdout, run.stderr);
    let run = folder.run_with("show - --move 1", LIST);
    assert!(run.stdout.contains("after 1 move, the last black's a2-b2/a2"), "{}", run.stdout);
    let theirs = folder.run_with("show -", "(;GM[18]SZ[10]PB[one]PW[two]RE[W+R];W[djdegb];B[addgad])");
    for part in ["start     the usual one, White below; white moves first", "black     one", "result    W+R"] {
        assert!(theirs.stdout.contains(part), "{part}: {}", theirs.stdout);
    }
    let botzone = folder.run_with("show -", BOTZONE);
    assert!(botzone.stdout.contains("the usual one, White below; black moves first"), "{}", botzone.stdout);
}

/// The number of moves of both sides along a game. Before the first move it is that of Saijo and Kotani's table.
#[test]
fn a_game_is_data() {
    let folder = Folder::new();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/amazons.sgf");
    let run = folder.run(&format!("show {example} --json --csv a.csv"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let game: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let moves = game["moves"].as_array().unwrap();
    assert_eq!((&game["game"], &game["n_moves"]), (&"amazons".into(), &moves.len().into()));
    assert_eq!((&moves[0]["black_moves"], &moves[0]["white_moves"]), (&2176.into(), &2176.into()));
    let csv = fs::read_to_string(folder.path("a.csv")).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("id,number,player,move,winner,black_moves,white_moves"));
    for (line, one) in lines.zip(moves) {
        let end = format!("{},{}", one["black_moves"], one["white_moves"]);
        assert!(line.ends_with(&end) && line.contains(one["move"].as_str().unwrap()), "{line}: {one}");
    }
    assert_eq!(csv.lines().count(), moves.len() + 1);

    // By hand: two moves each of 4x2 squares. `show` without `--json` says the same of the end.
    folder.write("game.txt", LIST);
    let run = folder.run("show game.txt --json");
    let game: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(game["end"], serde_json::json!({"black_moves": 2, "white_moves": 1}));
    assert_eq!(game["moves"][0]["winner"], "white");
    let run = folder.run_with("show - --json", "(;GM[11]SZ[5]PB[one];B[c3];W[b2])");
    let game: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&game["players"]["black"], &game["moves"][1]["move"]), (&"one".into(), &"b2".into()));
    assert!(game["players"]["white"].is_null() && game["moves"][0].get("black_moves").is_none(), "{game}");
    let run = folder.run_with("show - --json", "(;GM[11]SZ[5];B[c3];W[c3])");
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{}", run.stderr);
}

#[test]
fn a_win_that_was_given_away_is_told() {
    let folder = Folder::new();
    // Each side has two moves, so the player who moves first loses.
    let run = folder.run_with("show -", "x..|***|o..\n1. a3-b3/a3 a1-b1/a1\n");
    assert!(run.stdout.ends_with("decided after 0 moves: white wins with the best play\n"), "{}", run.stdout);
    // White's second square is out of reach.
    let run = folder.run_with("show -", "x..|***|o..\n1. a3-b3/a3 a1-c1/b1\n");
    assert!(run.stdout.ends_with("move 2, white's a1-c1/b1, gives the win away\n"), "{}", run.stdout);
    let sgf = "(;GM[18]SZ[3]AB[aa]AW[ac]AA[ab][bb][cb]PL[B]RE[W+];B[aabaaa];W[accbbc])";
    let run = folder.run_with("show -", sgf);
    assert_eq!((run.status, run.stderr.contains("not legal")), (2, true), "{}", run.stdout);
    let sgf = sgf.replace("accbbc", "acccbc");
    let run = folder.run_with("show -", &sgf);
    assert!(run.stdout.contains("the record gives the game to the other player: W+"), "{}", run.stdout);
}

#[test]
fn counted_endings_end_games_of_a_match() {
    let folder = Folder::new();
    let control = |more: &str| {
        format!(
            "format = 'match'\ngames = 4\nseed = 5\n{more}\n[game]\ngame = 'amazons'\ncolumns = 5\nrows = 5\n\
             [[player]]\nname = 'one'\nkind = 'alpha-beta'\nevaluator = 'first-reach'\ndepth = 1\n\
             [[player]]\nname = 'two'\nkind = 'random'\n"
        )
    };
    folder.write("a.toml", control("adjudication = { solver = { nodes = 1000, empties = 15 } }"));
    let run = folder.run("match a.toml");
    // On a small board the winner is known before a game comes to its end.
    assert!(run.status == 0 && run.stdout.contains("ended by solver: 4"), "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.run("match replay a.match 3").status, 0);
    let sgf = folder.run("match export a.match --to sgf").stdout;
    assert!(sgf.contains("result\\: solver") && sgf.contains("proved after move"), "{sgf}");
}

#[test]
fn games_are_converted_there_and_back() {
    let folder = Folder::new();
    folder.write("a.txt", LIST);
    for arguments in
        ["convert a.txt a.sgf", "convert a.sgf b --to moves", "convert b b.sgf", "convert a.txt a.fen --move 1"]
    {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{arguments}: {}", run.stderr);
    }
    let [a, b, fen] = ["a.sgf", "b.sgf", "a.fen"].map(|name| fs::read_to_string(folder.path(name)).unwrap());
    assert_eq!(a, b);
    assert_eq!(fen, "*q1Q/4 w - - 0 1\n");
    for (form, expected) in [
        ("fen", "**1*/1q*Q b - - 0 1\n"),
        ("string", "##.#|.x#o\n"),
        ("diagram", "   a b c d\n 2 # # . #  2\n 1 . B # W  1\n   a b c d\nblack to move\n"),
    ] {
        let run = folder.run(&format!("convert a.sgf --to {form}"));
        assert_eq!((run.status, run.stdout.as_str()), (0, expected), "{form}: {}", run.stderr);
    }
    folder.write("botzone.txt", BOTZONE);
    assert_eq!(folder.run("convert botzone.txt --to botzone").stdout, BOTZONE);
    let answer = folder.run("convert botzone.txt --to answer --move 1").stdout;
    assert_eq!(answer, "{\"response\":{\"x0\":0,\"y0\":2,\"x1\":0,\"y1\":4,\"x2\":3,\"y2\":4}}\n");
    // The same game with Black at the bottom: Botzone sees it from the other side.
    let ours = folder.run_with("convert - --board 8 --to botzone", "a3-a5/d5 c8-c5/b5");
    assert_eq!(ours.stdout, BOTZONE, "{}", ours.stderr);
    // White's game from the bottom is Black's.
    let theirs = "(;GM[18];W[djdegb];B[addgad])";
    let run = folder.run_with("convert - --exchange --to moves", theirs);
    assert_eq!(run.stdout, "3Q2Q3/10/10/Q8Q/10/10/q8q/10/10/3q2q3 b - - 0 1\n1. d1-d6/g9 a7-d4/a7\n", "{}", run.stderr);
}

#[test]
fn what_is_wrong_with_a_game_is_told() {
    let folder = Folder::new();
    folder.write("illegal.txt", "8x8\na3-a4/a3 a6-a2/a3\n");
    folder.write("out.sgf", "before");
    let fault = "illegal.txt: move 2, a6-a2/a3, is not legal for white: a4 is in the amazon's way";
    folder.run("convert illegal.txt out.sgf").assert_refused(fault);
    assert_eq!(fs::read_to_string(folder.path("out.sgf")).unwrap(), "before");
    folder.write("game.txt", LIST);
    folder.write("go.sgf", "(;SZ[9];B[aa])");
    for (arguments, input, words) in [
        ("show game.txt --move 5", "", "the record has 4 moves"),
        ("convert game.txt --to json", "", "cannot be written as `json`"),
        ("convert game.txt --to botzone", "", "Botzone plays 8x8 from the usual start"),
        ("show game.txt --board 7", "", "no usual start is known for 7x7"),
        ("convert go.sgf --exchange --to sgf", "", "`--exchange` is for Amazons"),
        ("convert go.sgf --to fen", "", "cannot be written as `fen`"),
        ("show go.sgf --game amazons", "", "expected GM[18]"),
        ("show -", "hello\n", "no game, position or claim is found in this text"),
        ("show -", " \n", "found nothing"),
        ("show -", "d1-d7/g7 d10=d8/c8", "line 1, column 13: expected a square such as d1, found `=d8/c8`"),
        ("show -", "{\"requests\": []}", "one request more than responses"),
    ] {
        let run = folder.run_with(arguments, input);
        let told = run.stderr.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ");
        assert!(run.status == 2 && told.contains(words), "{arguments}: {} {told}", run.status);
    }
}

#[test]
fn what_is_said_of_a_position_is_drawn_and_written() {
    let folder = Folder::new();
    let run = folder.run("analyze --game amazons x..#|..##|####|x..o --svg a.svg --sgf a.sgf --top 3");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let svg = fs::read_to_string(folder.path("a.svg")).unwrap();
    assert!(svg.contains(">position: black to move<") && svg.contains(">a<") && svg.ends_with("</svg>\n"), "{svg}");
    for said in [">shot<", ">position: regions and their values<", ">contested, worth to black"] {
        assert!(svg.contains(said), "{said}: {svg}");
    }
    let sgf = fs::read_to_string(folder.path("a.sgf")).unwrap();
    for part in
        ["GM[18]SZ[4]AB[aa][ad]AW[dd]AA[da][cb][db][ac][bc][cc][dc]PL[B]", "\nTB[", "\nAR[", "\nLB[", "\nC[position"]
    {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    assert_eq!(sgf.matches("\n(;B[").count(), 3, "{sgf}");
    // Other commands read it; the best move is the main line.
    let run = folder.run("show a.sgf");
    assert!(run.stdout.contains("moves     1\nbeside    2 variations\n"), "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.run("analyze --game amazons a.sgf --move 0").status, 0);
    // With a player, its analysis and the line that it expects are written.
    let arguments = "analyze --game amazons q2Q/4 --player random --sgf b.sgf";
    assert_eq!(folder.run(arguments).status, 0);
    let player = "{kind='alpha-beta',evaluator='first-reach',depth=2}";
    let run = folder.run(&format!("analyze --game amazons q2Q/4 --player {player} --sgf b.sgf --svg b.svg"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let sgf = fs::read_to_string(folder.path("b.sgf")).unwrap();
    assert!(sgf.matches("\n(;W[").count() == 1 && sgf.contains(";B["), "{sgf}");
    // A list of moves is also a record.
    folder.write("game.txt", LIST);
    let run = folder.run("analyze --game amazons game.txt --move 3 --svg c.svg");
    assert!(run.status == 0 && run.stdout.contains("after move 3 of 4"), "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.run("analyze --game amazons game.txt --svg no/such/a.svg").status, 2);
}

/// Issue 16: in the form in which the championship's programs write it.
#[test]
fn records_of_the_championship_are_read() {
    let folder = Folder::new();
    folder.write(
        "game.txt",
        "#[AM][one][two][后手胜][2020.08.23 14:00 重庆][2020 CCGC];\r\n1 d1d7(g7) a7d4(a7)\r\n2 g1e3(e10)\r\n",
    );
    let run = folder.run("show game.txt");
    for part in ["black     one", "white     two", "event     2020 CCGC, 重庆", "date      2020-08-23", "moves     3"]
    {
        assert!(run.stdout.contains(part), "{part}: {}{}", run.stdout, run.stderr);
    }
    assert_eq!(folder.run("convert game.txt --to moves --move 1").stdout.lines().last(), Some("1. d1-d7/g7"));
    assert_eq!(folder.run("analyze --game amazons game.txt --move 2 --json").status, 0);
}

/// The three commands that decide many positions have the same limits.
#[test]
fn records_analysis_and_referee_decide_alike() {
    let folder = Folder::new();
    let moves = "examples/amazons.sgf";
    let text = fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(moves)).unwrap();
    folder.write("game.sgf", text);
    let told = folder.run("show game.sgf").stdout;
    let decided = told.lines().find_map(|line| line.strip_prefix("decided after ")).expect("the game is decided");
    let (n_moves, winner) = decided.split_once(" moves: ").unwrap();
    let (n_moves, winner) = (n_moves.parse::<u32>().unwrap(), winner.split_once(' ').unwrap().0);
    for (n, expected) in [(n_moves - 1, None), (n_moves, Some(winner))] {
        let json = folder.run(&format!("analyze --game amazons game.sgf --move {n} --json")).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["regions"]["winner"].as_str(), expected, "after {n} moves");
        let fen = folder.run(&format!("convert game.sgf --to fen --move {n}")).stdout;
        let position = tesuji_engine::GameSpec::Amazons { columns: 10, rows: 10, setup: None };
        let session = tesuji_engine::Session::new(&position.with_position(fen.trim()).unwrap()).unwrap();
        let usual = tesuji_endings::Deciding::default();
        let referee = session.endings().unwrap().winner(usual.empties, &tesuji_search::Limits::nodes(usual.nodes));
        assert_eq!(referee.map(tesuji_board::Player::name), expected, "after {n} moves");
    }
}
