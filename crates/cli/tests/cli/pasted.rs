//! Pasted texts, as the commands read them: issue 40, "What people paste".

use base64::Engine;

use crate::{Folder, Run};

fn run(folder: &Folder, arguments: &[&str]) -> Run {
    Run::new(&arguments.join(" "), folder.command("").args(arguments).output().unwrap())
}

#[test]
fn words_and_players_stand_beside_moves() {
    let folder = Folder::new();
    let moves = |arguments: &[&str]| {
        let run = run(&folder, arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.stderr);
        run.stdout
    };
    assert_eq!(moves(&["convert", "1.f6 2.swap 3.d4", "--to", "moves"]), "f6 swap-pieces d4\n");
    assert_eq!(moves(&["convert", "1.f6 2.pass 3.resign", "--to", "moves"]), "f6 pass resign\n");
    folder.write("list.txt", "b a1,w a2,b f4,w e6,b b9,w resign,B\n");
    folder.write("log.txt", "play b e5\nplay w d6\nplay b f4\n");
    folder.write("nodes.txt", ";B[e5];W[d6];B[f4]\n");
    assert_eq!(moves(&["convert", "list.txt", "--to", "moves"]), "a1 a2 f4 e6 b9 resign\n");
    assert_eq!(moves(&["convert", "log.txt", "--to", "moves"]), "e5 d6 f4\n");
    assert_eq!(moves(&["convert", "nodes.txt", "--to", "moves"]), "e5 d6 f4\n");
    let go = moves(&["analyze", "d4 e5", "--game", "go", "--playouts", "10", "--json"]);
    assert!(go.contains("\"game\":\"go\""), "{go}");
}

#[test]
fn games_without_names_have_numbers() {
    let folder = Folder::new();
    let little_golem = "(;FF[4]EV[hex.x.1]PB[p]PW[q]SZ[13]RE[B]GC[ game #111]SO[https://www.littlegolem.net];W[am];B[ii];W[de])\n\
                        (;FF[4]EV[hex.x.1]PB[q]PW[p]SZ[13]RE[W]GC[ game #112]SO[https://www.littlegolem.net];W[bl];B[gg])\n";
    folder.write("games.sgf", little_golem);
    let list = folder.run("show games.sgf").stdout;
    let lines: Vec<&str> = list.lines().collect();
    assert!(lines[1].contains("#111") && lines[2].contains("#112"), "{list}");
    assert!(lines[1].contains('p') && lines[2].contains('q'), "{list}");
    for only in ["2", "*112*"] {
        let one = run(&folder, &["show", "games.sgf", only]);
        assert!(one.stdout.contains("moves     2\n"), "{only}: {}{}", one.stdout, one.stderr);
    }
    let ids = folder.run("show games.sgf --json").stdout;
    assert!(ids.contains("#111") && ids.contains("#112"), "{ids}");
    folder.write("none.sgf", "(;GM[11]SZ[5];B[a1])(;GM[11]SZ[5];B[b1])");
    let ids = folder.run("show none.sgf --json").stdout;
    assert!(ids.contains("\"id\":\"none-1\"") && ids.contains("\"id\":\"none-2\""), "{ids}");
    assert_eq!(folder.run("convert none.sgf --only 2 --to moves").stdout, "b1\n");
}

#[test]
fn boards_that_are_too_large_to_search_are_still_read() {
    let folder = Folder::new();
    let link = "https://hexworld.org/board/#23c1,a1b2w23";
    let shown = run(&folder, &["show", link]);
    assert!(shown.status == 0 && shown.stdout.contains("23"), "{}{}", shown.stdout, shown.stderr);
    assert_eq!(run(&folder, &["convert", link, "--to", "moves"]).stdout, "a1 b2 w23\n");
    assert_eq!(run(&folder, &["convert", "https://hexworld.org/board/#29,a1c29", "--to", "sgf"]).status, 0);
    assert!(run(&folder, &["show", link, "--json"]).stdout.contains("w23"));
    for command in ["review", "analyze"] {
        let refused = run(&folder, &[command, link]);
        assert!(refused.status == 2 && refused.stderr.contains("19"), "{command}: {}", refused.stderr);
    }
}

#[test]
fn what_stands_around_a_game_is_taken_away() {
    let folder = Folder::new();
    for (text, moves) in [
        ("Look: (https://hexworld.org/board/#11c1,f6e5). What now?", "f6 e5\n"),
        ("HTTPS://HEXWORLD.ORG/BOARD/#11C1,F6E5", "f6 e5\n"),
        ("> 1. f6 e5\n> 2. d4 c3\n", "f6 e5 d4 c3\n"),
        ("\u{ff46}\u{ff16} \u{ff45}\u{ff15}\n", "f6 e5\n"),
        ("f6\ne5\nd4\n", "f6 e5 d4\n"),
        ("My game:\n(;GM[11]SZ[11]KM[]DT[?]RE[odd];B[f6];W[e5]", "f6 e5\n"),
    ] {
        let run = folder.run_with("convert - --to moves", text);
        assert_eq!((run.status, &*run.stdout), (0, moves), "{text}: {}", run.stderr);
    }
    for (text, site) in [
        ("https://littlegolem.net/jsp/game/game.jsp?gid=1", "Little Golem"),
        ("https://boardgamearena.com/table?table=1", "Board Game Arena"),
        ("https://online-go.com/game/1", "OGS"),
    ] {
        let run = folder.run_with("show -", text);
        assert!(run.status == 2 && run.stderr.contains(site), "{text}: {}", run.stderr);
    }
}

#[test]
fn problems_of_go_keep_their_solutions() {
    let folder = Folder::new();
    let problem = "(;GM[1]SZ[9]AB[aa][bb]AW[cc];B[dd](;W[ee]C[good])(;W[ed];B[de]))";
    folder.write("problem.sgf", problem);
    for to in ["sgf", "json"] {
        let out = format!("out.{to}");
        let run = run(&folder, &["convert", "problem.sgf", &out]);
        assert_eq!((run.status, &*run.stderr), (0, ""));
        let again = self::run(&folder, &["convert", &out, "--to", "sgf"]).stdout;
        let again = again.replace('\n', "");
        assert!(again.contains("(;W[ee]C[good])") && again.contains("(;W[ed];B[de])"), "{again}");
    }
}

#[test]
fn a_certificate_is_read_as_base64() {
    let folder = Folder::new();
    folder.write("p.toml", crate::PROBLEMS);
    folder.run("prove p.toml --program brute --certificates .");
    let bytes = std::fs::read(folder.path("ziggurat.cert")).unwrap();
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    folder.write("c.txt", &text);
    for (arguments, input) in [("check ziggurat.cert", ""), ("check c.txt", ""), ("check -", &*text)] {
        let run = folder.run_with(arguments, input);
        assert!(run.status == 0 && run.stdout.contains("valid: the claim holds"), "{arguments}: {}", run.stderr);
    }
}
