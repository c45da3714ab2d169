//! `tesuji measure`.

use serde_json::Value;

use crate::Folder;

#[test]
fn every_door_measures_the_same() {
    let folder = Folder::new();
    let one = |text: &str| -> Value { serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}")) };
    let mut seen = Vec::new();
    for moves in ["c2 b5 d4 c5 d6 f3 g4 d2", "g4 d2 c2 f3 d4 b5 d6 c5", "d6 c5 g4 b5 c2 d2 d4 f3"] {
        let [measured, traced] = [" --move 8", ""].map(|option| {
            let mut run = folder.command(&format!("measure --board 7 --json{option}"));
            one(&String::from_utf8(run.arg(moves).output().unwrap().stdout).unwrap())
        });
        let last = traced["steps"].as_array().unwrap().last().unwrap();
        for name in ["d", "l", "c", "c_brandes", "share"] {
            assert_eq!(measured["ratios"][name], last[name], "{name} of {moves}");
        }
        let plays = moves.split(' ').zip(["b", "w"].into_iter().cycle());
        let script: String = plays.map(|(cell, colour)| format!("play {colour} {cell}\n")).collect();
        let run = folder.run_with("gtp --game hex --board 7", &format!("{script}tesuji-overlay measures\n"));
        let c = measured["ratios"]["c"].as_f64().unwrap();
        assert!(run.stdout.lines().any(|line| line == format!("C {c:.5}")), "{c}: {}", run.stdout);
        seen.push((measured["ratios"].clone(), measured["black"]["cells"].clone(), measured["white"]["cells"].clone()));
    }
    assert!(seen[0] == seen[1] && seen[1] == seen[2], "{seen:?}");
}

#[test]
fn through_the_own_edge() {
    let folder = Folder::new();
    folder.write(
        "corner.toml",
        "[[position]]\nid = 'c1'\nto_move = 'white'\ndiagram = '''\n. . B\n . . .\n  . . .\n'''\n",
    );
    for (switch, links, mean) in [
        ("", 42, "1.0667"),
        ("--through-edge stones", 42, "1.0667"),
        ("--through-edge on", 45, "1.0000"),
        ("--through-edge off", 31, "1.3111"),
    ] {
        let run = folder.run(&format!("measure corner.toml --json {switch}"));
        let black = serde_json::from_str::<Value>(&run.stdout).unwrap()["black"].clone();
        assert_eq!((&black["links"], &black["cut"]), (&links.into(), &Value::Null), "{switch}");
        assert_eq!(format!("{:.4}", black["l"].as_f64().unwrap()), mean, "{switch}");
    }
    // The links, one by one.
    let cells = ["a1", "b1", "a2", "b2", "c2", "a3", "b3", "c3", "north", "south"];
    let script: String = cells.iter().map(|cell| format!("tesuji-vc-connected black {cell}\n")).collect();
    let run = folder.run_with("gtp --game hex --board 3", &format!("play b c1\n{script}"));
    let n_ends = run.stdout.split_whitespace().filter(|word| cells.contains(word)).count();
    assert_eq!(n_ends, 2 * 42, "{}", run.stdout);
}
