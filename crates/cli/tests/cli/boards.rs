//! `tesuji solve` and `tesuji openings`.

use std::thread;
use std::time::Duration;

use serde_json::Value;

use crate::{Folder, Run};

/// Three positions on one small board, the first with its winning moves. The last one stays undecided within one node.
///
/// ```text
/// W . .     . B     B wins wherever White begins
///  B . .     . .
///   . B .
/// ```
const POSITIONS: &str = "\
[[position]]
id = 'hein'
to_move = 'white'
winner = 'white'
winning_moves = 'b2'
all_winning_moves = 'b2'
diagram = '''
W . .
 B . .
  . B .
'''

[[position]]
id = 'bridge'
to_move = 'white'
winner = 'black'
diagram = '''
. B
 . .
'''

[[position]]
id = 'open'
to_move = 'black'
board = '4x4'
";

/// The map of 3x3, which is symmetric under the half turn.
const MAP: &str = "[[openings]]\ndiagram = '''\nW W B\n B B B\n  B W W\n'''\n";

fn json_lines(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn keys(line: &Value) -> Vec<&str> {
    line.as_object().unwrap().keys().map(String::as_str).collect()
}

/// A run with a small table.
fn run(folder: &Folder, arguments: &str) -> Run {
    folder.run(&format!("{arguments} --memory 4M"))
}

#[test]
fn depth_to_win_is_exact_or_says_between_which_numbers() {
    let folder = Folder::new();
    folder.write("p.toml", POSITIONS);
    let lines = json_lines(&run(&folder, "solve p.toml --depth-to-win --json"));
    let of = |line: &Value, key: &str| line["depth_to_win"][key].clone();
    // Black answers an intrusion into the bridge; the empty 4x4 board takes five stones.
    let exact: Vec<_> =
        lines.iter().map(|line| (of(line, "at_least"), of(line, "at_most"), of(line, "exact"))).collect();
    assert_eq!(exact[1], (1.into(), 1.into(), true.into()));
    assert_eq!(exact[2], (5.into(), 5.into(), true.into()));
    assert_eq!(of(&lines[1], "line").as_array().map(Vec::len), Some(2));
    assert_eq!(of(&lines[2], "line").as_array().map(Vec::len), Some(9));
    assert_eq!(of(&lines[0], "line")[0], "b2", "the only move that wins");
    let table = run(&folder, "solve p.toml --depth-to-win");
    assert!(table.stdout.contains("none; won with 1 stone: "), "{}", table.stdout);

    let far = run(&folder, "solve --board 7 d4 --depth-to-win --json --nodes 2000");
    let found = &json_lines(&far)[0]["depth_to_win"];
    assert_eq!(found["exact"], false);
    let [at_least, at_most] = ["at_least", "at_most"].map(|key| found[key].as_u64().unwrap());
    assert!(4 <= at_least && at_least < at_most && at_most < 24, "{found}");
    // Issue 40: a hidden limit stopped the search. It has the limits that are given, and names the one that it reached.
    assert_eq!((&found["stopped_by"], &of(&lines[2], "stopped_by")), (&"nodes".into(), &Value::Null));
    let table = run(&folder, "solve --board 7 d4 --depth-to-win --nodes 2000");
    assert!(
        table.stdout.contains("(the search for the exact number stopped after 2,000 positions; "),
        "{}",
        table.stdout
    );
    let timed = folder.run("solve --board 7 d4 --depth-to-win --json --time 1s --memory 8G");
    assert_eq!(json_lines(&timed)[0]["depth_to_win"]["stopped_by"], "time", "{}", timed.stdout);
    let undecided = run(&folder, "solve --board 9 a1 --depth-to-win --json --nodes 1");
    assert!(json_lines(&undecided)[0].get("depth_to_win").is_none(), "nobody is known to win");
}

#[test]
fn bad_input_is_named_with_its_place() {
    let folder = Folder::new();
    folder.write("bad.toml", POSITIONS.replace("'4x4'", "'4x'"));
    folder.write("claim.toml", crate::PROBLEMS);
    folder.refuses(
        "{}",
        &[
            ("solve bad.toml", "bad.toml, line 25, column 10: `4x`: expected a board size"),
            ("solve claim.toml", "claim.toml, line 1, column 3: `problem` is not known here"),
            ("solve nothing.txt", "there is no file nothing.txt"),
            ("solve a1 --only b*", "no position has an id that matches `b*`"),
            ("openings --board 0", "its sides from 1 to 19"),
            ("openings --board 3x2", "as many rows as columns"),
            ("openings --board 3 --expected bad.toml", "bad.toml, line 25"),
            ("solve a1 --memory lots", "expected a size"),
        ],
    );
}

#[test]
fn the_map_of_openings() {
    let folder = Folder::new();
    folder.write("map.toml", MAP);
    let good = run(&folder, "openings --board 3 --expected map.toml -j 2");
    assert_eq!((good.status, good.stderr.as_str()), (0, ""));
    assert!(good.stdout.starts_with("b2       black"), "the centre first: {}", good.stdout);
    let map = "\n a b c\n1 W W B 1\n 2 B B B 2\n  3 B W W 3\n     a b c\n";
    assert!(good.stdout.contains(map), "{}", good.stdout);
    assert!(good.stdout.contains("9 openings: 5 won by black, 4 by white, 0 undecided"));
    assert!(good.stdout.ends_with("9 as expected, 0 contradicted, 0 unchecked\n"), "{}", good.stdout);

    folder.write("wrong.toml", MAP.replace("W W B", "B W B"));
    let wrong = run(&folder, "openings --board 3 --expected wrong.toml");
    assert_eq!(wrong.status, 1);
    assert!(wrong.stdout.contains("CONTRADICTED at a1: black expected"), "{}", wrong.stdout);
    assert!(wrong.stdout.contains("8 as expected, 1 contradicted"));

    let unchecked = run(&folder, "openings --board 2 --expected map.toml");
    assert_eq!(unchecked.status, 0);
    assert!(
        unchecked.stderr.contains("map.toml does not mention 4 of these openings: unchecked"),
        "{}",
        unchecked.stderr
    );

    let lines = json_lines(&run(&folder, "openings --board 3 --json"));
    assert_eq!(lines.len(), 9);
    assert!(
        lines.iter().all(|line| keys(line) == ["decided", "nodes", "opening", "seconds", "state", "version", "winner"])
    );
    let openings: Vec<&str> = lines.iter().map(|line| line["opening"].as_str().unwrap()).collect();
    assert_eq!(openings[0], "b2");
    assert_eq!(
        openings.iter().position(|&name| name == "c3"),
        openings.iter().position(|&name| name == "a1").map(|i| i + 1)
    );
    assert!(
        lines.iter().filter(|line| line["opening"] == "c3").all(|line| line["nodes"] == 0 && line["winner"] == "white")
    );

    let limited = run(&folder, "openings --board 5 --nodes 1");
    assert!(
        limited.status == 0 && limited.stdout.contains(" ?") && limited.stdout.contains("? undecided"),
        "{}",
        limited.stdout
    );
}

#[cfg(unix)]
#[test]
fn a_kill_leaves_no_half_certificate() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("certs")).unwrap();
    let named = || folder.names("certs").into_iter().filter(|name| name.ends_with(".cert")).collect::<Vec<_>>();
    let mut n_kills = 0;
    // The run is killed while the next certificate is made.
    for n_wanted in 1..20 {
        let mut child = folder.command("openings --board 5 --certificates certs --memory 4M").spawn().unwrap();
        while named().len() < n_wanted && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        n_kills += u32::from(!child.wait().unwrap().success());
        let others = folder.names("certs").into_iter().filter(|name| !name.ends_with(".cert"));
        assert!(others.clone().all(|name| name.starts_with(".writing-")), "{:?}", others.collect::<Vec<_>>());
        let paths: Vec<String> = named().iter().map(|name| format!("certs/{name}")).collect();
        let checked = folder.run(&format!("check --json {}", paths.join(" ")));
        assert_eq!(checked.status, 0, "{}", checked.stdout);
        paths.iter().for_each(|path| std::fs::remove_file(folder.path(path)).unwrap());
    }
    assert!(n_kills > 5, "{n_kills} runs were killed");
}

#[test]
fn every_opening_has_a_certificate() {
    let folder = Folder::new();
    let written = run(&folder, "openings --board 3 --certificates certs --store s");
    assert_eq!((written.status, written.stderr.as_str()), (0, ""));
    let names = folder.names("certs");
    assert_eq!(names.len(), 9);
    for name in &names {
        let checked = folder.run(&format!("check --json certs/{name}"));
        assert_eq!(checked.status, 0, "{name}: {}", checked.stdout);
        assert_eq!(json_lines(&checked)[0]["valid"], true);
    }
    // Certificates from the store are the same, after turning where necessary.
    let bytes = |folder_name: &str, name: &str| std::fs::read(folder.path(&format!("{folder_name}/{name}"))).unwrap();
    assert_eq!(run(&folder, "openings --board 3 --certificates again --store s").status, 0);
    assert!(names.iter().all(|name| bytes("certs", name) == bytes("again", name)));
    let single = run(&folder, "solve --board 3 --to-move white c3 --certificates single --store s");
    assert!(single.stdout.contains("white to move; white wins") || single.stdout.contains("wins"), "{}", single.stdout);
    assert_eq!(bytes("single", "position.cert"), bytes("certs", "3x3-c3.cert"));
}
