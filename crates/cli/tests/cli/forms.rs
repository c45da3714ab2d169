//! One door for all commands: files, `-`, links and literals of every game, and `tesuji convert` and `show`.

use crate::{Folder, Run};

/// A game of Little Golem on 11x11, whose second player swapped.
const GAME: &str =
    "1752556 11 2 1 resign 750|930 | f6 S f7 f5 g6 h5 g5 h3 h4 i3 d5 e4 d4 e3 d3 e2 d2 d7 c7 c8 a9 b10\n";

fn run(folder: &Folder, arguments: &[&str]) -> Run {
    Run::new(&arguments.join(" "), folder.command("").args(arguments).output().unwrap())
}

#[test]
fn a_list_of_hex_moves_is_a_game_of_hex() {
    let folder = Folder::new();
    let game = run(&folder, &["show", "f6 swap-pieces d4", "--move", "2"]);
    assert_eq!(game.status, 0, "{}", game.stderr);
    assert!(game.stdout.contains("board     11x11 Hex, 121 cells\nmoves     3\nswap      yes"), "{}", game.stdout);
    assert!(game.stdout.contains("6 . . . . . W . . . . . 6\n"), "{}", game.stdout);
    assert!(game.stdout.ends_with("after 2 moves, the last white's swap-pieces\nblack to move\n"), "{}", game.stdout);
    assert!(game.stderr.contains("read as 11x11"), "{}", game.stderr);
    // The moves before one that cannot be made are shown.
    let shown = run(&folder, &["show", "f6 f5 f6"]);
    let is_shown = shown.stdout.contains("after 2 moves, the last white's f5");
    assert_eq!((shown.status, is_shown), (2, true), "{}", shown.stdout);
    assert!(shown.stderr.ends_with("move 3: f6 is taken, or is not on the board\n"), "{}", shown.stderr);
    run(&folder, &["convert", "f6 f5 f6", "--to", "sgf"]).assert_refused("move 3: f6 is taken");
}

#[test]
fn every_form_leads_to_the_same_game() {
    let folder = Folder::new();
    folder.write("table.txt", GAME);
    let moves = run(&folder, &["convert", "table.txt", "--to", "moves"]).stdout;
    assert!(moves.starts_with("f6 swap-pieces f7 f5 ") && moves.ends_with("a9 b10 resign\n"), "{moves}");
    for out in ["game.sgf", "game.hsgf", "game.wiki", "game.moves"] {
        let run = run(&folder, &["convert", "table.txt", out]);
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert_eq!(run.stderr.is_empty(), out == "game.sgf" || out == "game.hsgf", "{out}: {}", run.stderr);
    }
    let link = run(&folder, &["convert", "game.sgf", "--to", "hexworld"]).stdout;
    assert!(link.starts_with("https://hexworld.org/board/#11c1,f6:sf7f5"), "{link}");
    for text in ["game.sgf", "game.hsgf", "game.wiki", "game.moves", link.trim()] {
        let shown = run(&folder, &["show", text, "--move", "20"]);
        assert_eq!(shown.status, 0, "{text}: {}", shown.stderr);
        assert!(
            shown.stdout.contains("after 20 moves, the last white's c8\nblack to move"),
            "{text}: {}",
            shown.stdout
        );
        let again = run(&folder, &["convert", text, "--to", "moves"]).stdout;
        assert!(
            moves.trim_end_matches(" resign\n").starts_with(again.trim_end().trim_end_matches(" resign")),
            "{again}"
        );
    }
    let piped = folder.run_with("show - --move 1", GAME);
    assert!(piped.stdout.contains("black     750\nwhite     930\nevent     1752556\n"), "{}", piped.stdout);
    assert!(piped.stdout.contains("result    white won, black resigned\n"), "{}", piped.stdout);
    let run = run(&folder, &["convert", "table.txt", "--to", "hexwiki"]);
    assert_eq!(run.stderr, "table.txt: `hexwiki` does not hold the names of the players; the event; the result\n",);
    assert!(run.stdout.starts_with("<hexboard size=\"11x11\" contents=\"R 17:d2 "), "{}", run.stdout);
}

#[test]
fn a_file_of_games_has_a_line_for_each() {
    let folder = Folder::new();
    folder.write("games.txt", format!("{GAME}77 5 0 0 other | c3 b2\n"));
    let table = folder.run("show games.txt");
    let lines: Vec<&str> = table.stdout.lines().collect();
    assert_eq!(
        lines[1].split_whitespace().collect::<Vec<_>>().join(" "),
        "1752556 750 - 930 11x11 22 white won, black resigned"
    );
    assert_eq!(lines[3], "2 games; a name or a number after the file shows one");
    assert!(folder.run("show games.txt 77").stdout.contains("board     5x5 Hex"));
    let links = folder.run("convert games.txt --to hexworld");
    assert_eq!(links.stdout.lines().count(), 2, "{}", links.stdout);
    assert_eq!(folder.run("convert games.txt --to sgf").stdout.matches("(;FF[4]").count(), 2);
    assert_eq!(folder.run("show games.txt none").status, 2);
}

#[test]
fn commands_find_the_game_out() {
    let folder = Folder::new();
    folder.write("table.txt", GAME);
    folder.run("convert table.txt game.sgf");
    let text = folder.run("analyze game.sgf --move 20 --playouts 200 --sgf marks.sgf");
    assert!(
        text.stdout.starts_with("game, 11x11 Hex, after move 20 of 22, black to move\n"),
        "{}{}",
        text.stdout,
        text.stderr
    );
    let marks = std::fs::read_to_string(folder.path("marks.sgf")).unwrap();
    assert!(
        marks.contains("GM[11]SZ[11]") && marks.contains("\nAB[") && marks.contains("C[game: 200 playouts"),
        "{marks}"
    );
    let link = run(&folder, &["analyze", "https://hexworld.org/board/#3c1,b2", "--playouts", "50", "--json"]);
    assert!(link.stdout.contains("\"game\":{\"columns\":3,\"game\":\"hex\""), "{}{}", link.stdout, link.stderr);
    let amazons = run(&folder, &["analyze", "x..#|..##|####|x..o", "--json"]);
    assert!(amazons.stdout.contains("\"game\":\"amazons\""), "{}{}", amazons.stdout, amazons.stderr);
    let go = run(&folder, &["analyze", "D4 Q16", "--move", "1", "--playouts", "20"]);
    assert!(go.stdout.contains("after move 1 of 2, white to move"), "{}{}", go.stdout, go.stderr);
    let solved = run(&folder, &["solve", "x..#|..##|####|x..o"]);
    assert!(solved.stdout.contains("winner"), "{}{}", solved.stdout, solved.stderr);
    let solved = run(&folder, &["solve", "a1 b2 c3", "--board", "3", "--move", "1", "--json"]);
    assert!(solved.stdout.contains("\"to_move\":\"white\""), "{}{}", solved.stdout, solved.stderr);
    folder.write("go.sgf", "(;GM[1]SZ[5];B[aa])");
    for command in ["solve", "measure"] {
        run(&folder, &[command, "go.sgf"]).assert_refused("this is Go: expected Hex");
    }
    for (arguments, words) in [
        (["convert", "go.sgf", "--to", "hexworld"], "a game of Go cannot be written as `hexworld`"),
        (["convert", "missing.sgf", "--to", "moves"], "there is no file missing.sgf"),
        (["convert", "go.sgf", "out.txt", "--only=*"], "ends in .sgf, .hsgf, .json"),
        (["convert", "(;GM[2]SZ[8])", "--to", "sgf"], "the game is GM[2]"),
    ] {
        run(&folder, &arguments).assert_refused(words);
    }
}

#[test]
fn boards_of_hexwiki_are_claims_wherever_claims_are_read() {
    let folder = Folder::new();
    let board = "<hexboard size=\"3x4\" edges=\"bottom\" visible=\"c1 d1 b2--d3 a3\" contents=\"R c1\"/>";
    folder.write("page.txt", format!("=== Ziggurat ===\n{board}\n"));
    let verified = folder.run("prove page.txt");
    assert!(
        verified.status == 0 && verified.stdout.contains("Ziggurat      8  holds"),
        "{}{}",
        verified.stdout,
        verified.stderr
    );
    let minimized = run(&folder, &["claim", "minimize", board]);
    assert!(minimized.stdout.contains("the carrier is minimal"), "{}{}", minimized.stdout, minimized.stderr);
    assert!(folder.run("show page.txt").stdout.starts_with("Ziggurat: black (o) joins c1-bottom in 8 empty cells"));
    let back = folder.run("convert page.txt --to hexwiki");
    assert!(back.stdout.contains("edges=\"bottom\"") && back.stdout.contains("contents=\"R c1\""), "{}", back.stdout);
    folder.write("bad.txt", "ID = mine\ngoal: A-bottom\n\n# A\n . .\n");
    let bad = folder.run("prove bad.txt");
    assert!(
        bad.status == 2 && bad.stderr.contains("bad.txt, line 1, column 1: `ID = mine`: expected a header with a"),
        "{}",
        bad.stderr
    );
}
