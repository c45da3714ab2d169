//! Records of Go: shown, checked, converted.

use std::fs;

use super::Folder;

/// Black takes a stone on the first line.
const GAME: &str =
    "(;FF[4]GM[1]SZ[3]KM[375]RU[Chinese]PB[one]PW[two]RE[B+1.5];B[ab];W[aa];B[bb]C[taken next];W[cc];B[ba];W[])";

#[test]
fn a_record_is_told_and_drawn() {
    let folder = Folder::new();
    folder.write("game.sgf", GAME);
    let run = folder.run("show game.sgf");
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (
            0,
            "board     3x3, 9 points\nblack     one\nwhite     two\nrules     chinese\nkomi      7.5\nmoves     6\n\
             result    B+1.5\n\n3 . B .\n2 B B .\n1 . . W\n  A B C\n\nafter 6 moves, the last white's pass\n\
             captured: 1 by black, 0 by white\narea as it stands, with komi: W+4.5\n"
        ),
        "{}",
        run.stderr
    );
    let run = folder.run_with("show - --move 2", GAME);
    assert!(run.stdout.contains("3 W . .\n2 B . .\n"), "{}", run.stdout);
    assert!(run.stdout.contains("after 2 moves, the last white's A3\ncaptured: 0 by black"), "{}", run.stdout);
    let handicap = folder.run_with("show -", "(;SZ[9]RU[AGA]HA[3]AB[cc][gg][cg]KM[0.5];W[ee])");
    let told = "handicap  3 stones; White gets 2 points for it\nset up    3 black, 0 white\n";
    assert!(handicap.stdout.contains(told), "{}", handicap.stdout);
}

#[test]
fn records_are_converted_there_and_back() {
    let folder = Folder::new();
    folder.write("a.sgf", GAME);
    for arguments in ["convert a.sgf a.json", "convert a.json b.sgf", "convert b.sgf b --to json"] {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (0, ""), "{arguments}: {}", run.stderr);
    }
    let [json, again] = ["a.json", "b"].map(|name| fs::read_to_string(folder.path(name)).unwrap());
    assert_eq!(json, again);
    assert!(json.contains("\"komi\": 7.5") && json.contains("taken next"), "{json}");
    let graph =
        r#"{"tesuji-record":1,"board":"hexagon:3","handicap":2,"setup":{"black":["A1","C3"]},"moves":["white B2"]}"#;
    folder.write("graph.json", graph);
    let run = folder.run("convert graph.json --to sgf");
    assert!(run.stdout.ends_with("GM[1]TSJBOARD[hexagon:3]HA[2]AB[C3][A1]\n;W[B2])\n"), "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.names("."), ["a.json", "a.sgf", "b", "b.sgf", "graph.json"]);
}

/// Bytes of Shift_JIS, one of which equals `\\`, and passes after the end: issue 16.
#[test]
fn encodings_and_what_stands_behind_the_end_are_told() {
    let folder = Folder::new();
    let body = b"GM[1]SZ[3]PB[\x8d\xe2\x93c];B[bb]C[\x91\xe3\x95\x5c];W[cc];B[];W[];B[];W[ac])";
    folder.write("told.sgf", [b"(;CA[Shift_JIS]", &body[..]].concat());
    folder.write("guessed.sgf", [b"(;", &body[..]].concat());
    let resumed = "the game goes on with move 6 after two passes, of which the second is left out\n";
    let late = "move 5 is a pass after the end of the game and is left out\n";
    for (file, encoding, notice) in [
        ("told.sgf", "Shift_JIS, as CA says", ""),
        ("guessed.sgf", "Shift_JIS, a guess", "guessed.sgf: no encoding is given; read as Shift_JIS\n"),
    ] {
        assert_eq!(folder.run(&format!("convert {file} out.json")).status, 0);
        let run = folder.run(&format!("show {file}"));
        assert_eq!((run.status, run.stderr), (0, format!("{notice}{file}: {late}{file}: {resumed}")));
        assert!(run.stdout.contains("black     坂田\n"), "{}", run.stdout);
        assert!(run.stdout.contains(&format!("encoding  {encoding}\nmoves     6\n")), "{}", run.stdout);
        assert!(run.stdout.contains("3 . . .\n2 . B .\n1 W . W\n"), "{}", run.stdout);
        assert!(fs::read_to_string(folder.path("out.json")).unwrap().contains("代表"));
        let run = folder.run(&format!("analyze {file} --playouts 100 --json"));
        let line: serde_json::Value = serde_json::from_str(&run.stdout).unwrap_or_else(|_| panic!("{}", run.stderr));
        let notices = line["notices"].as_array().unwrap();
        assert_eq!(notices.len(), 2 + usize::from(!notice.is_empty()), "{line}");
        assert!(run.stderr.ends_with(resumed), "{}", run.stderr);
    }
    assert_eq!(folder.run("analyze told.sgf --move 2 --playouts 100").stderr, "", "what is not played is not told");
    folder.write("hex.sgf", b"(;CA[Shift_JIS]GM[11]SZ[3]C[\x91\xe3\x95\x5c];B[a1];W[b2])");
    let hex = folder.run("show hex.sgf");
    assert!(hex.stdout.contains("after 2 moves, the last white's b2"), "{}{}", hex.stdout, hex.stderr);
    folder.write("amazons.sgf", b"(;CA[Shift_JIS]GM[18]PB[\x95\x5c];B[djddgd];W[addgad])");
    let amazons = folder.run("show amazons.sgf");
    let told = "black     表\nencoding  Shift_JIS, as CA says\nmoves     2\n";
    assert!(amazons.stdout.contains(told), "{}{}", amazons.stdout, amazons.stderr);
}

#[test]
fn what_is_wrong_is_told_and_nothing_written() {
    let folder = Folder::new();
    folder.write("illegal.sgf", "(;SZ[3];B[aa];W[bb];B[bb])");
    folder.write("out.sgf", "before");
    folder.run("convert illegal.sgf out.sgf").assert_refused("illegal.sgf: move 3, B2: the cell is taken");
    let run = folder.run("show illegal.sgf");
    assert_eq!((run.status, run.stderr.as_str()), (2, "illegal.sgf: move 3, B2: the cell is taken\n"));
    assert!(run.stdout.contains("after 2 moves, the last white's B2"), "{}", run.stdout);
    assert_eq!(fs::read_to_string(folder.path("out.sgf")).unwrap(), "before");
    folder.write("game.sgf", GAME);
    folder.write("torus.sgf", "(;TSJBOARD[torus:5x5]SZ[9])");
    folder.refuses(
        "{}",
        &[
            ("show missing.sgf", "missing.sgf"),
            ("convert game.sgf out.txt", "ends in .sgf, .hsgf, .json"),
            ("show game.sgf --move 7", "the record has 6 moves"),
            ("show torus.sgf", "TSJBOARD[torus:5x5] and SZ[9] are different boards"),
            ("convert game.sgf no/such/out.sgf", "cannot write"),
        ],
    );
}
