//! `tesuji measure`.

use serde_json::Value;

use crate::Folder;

/// All pairs of cells are linked, and each edge with all cells except the farthest; see the tests of `network`.
const EMPTY: &str = "[[position]]\nid = 'empty'\nto_move = 'black'\nboard = '2x2'\n";

/// Black's edges are connected through the centre.
const WON: &str = "[[position]]\nid = 'won'\nto_move = 'white'\ndiagram = '''\n. . .\n . B .\n  . . .\n'''\n";

#[test]
fn json_has_every_number_of_every_cell() {
    let folder = Folder::new();
    folder.write("both.toml", format!("{EMPTY}\n{WON}"));
    let run = folder.run("measure both.toml --json");
    let lines: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let [empty, won] = &lines[..] else { panic!("two lines: {}", run.stdout) };
    assert_eq!((&empty["id"], &empty["columns"], &empty["won_by"]), (&"empty".into(), &2.into(), &Value::Null));
    let black = &empty["black"];
    assert_eq!((&black["d"], &black["links"], &black["left_out"]), (&2.into(), &12.into(), &0.into()));
    assert_eq!((&empty["ratios"]["c"], &empty["ratios"]["resistance"]), (&1.0.into(), &1.0.into()));
    let evaluations = &empty["evaluations"];
    assert_eq!(
        (&evaluations["ev"], &evaluations["ev_brandes"], &evaluations["b"]),
        (&1.0.into(), &1.0.into(), &1.0.into())
    );
    let ev_prime = |kind: &str, turn: &str| evaluations[kind][turn].as_f64().map(|value| format!("{value:.4}"));
    assert_eq!(ev_prime("ev_prime", "first").as_deref(), Some("1.1000"));
    assert_eq!(ev_prime("ev_prime_brandes", "second").as_deref(), Some("1.0700"));
    for quantity in ["betweenness", "brandes", "share", "current", "distance", "length"] {
        assert_eq!(black["cells"][quantity].as_object().unwrap().len(), 4, "{quantity}");
    }
    assert_eq!(black["cells"]["share"]["b1"], 0.5);
    assert_eq!((&won["won_by"], &won["ratios"], &won["evaluations"]), (&"black".into(), &Value::Null, &Value::Null));
    assert_eq!(won["black"]["resistance"], 0.0);
    assert_eq!(won["black"]["cells"]["share"].as_object().unwrap().len(), 0);
}

#[test]
fn maps_as_a_picture() {
    let folder = Folder::new();
    folder.write("both.toml", format!("{EMPTY}\n{WON}"));
    let run = folder.run("measure both.toml --map current --map share --side black --svg maps.svg");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let svg = std::fs::read_to_string(folder.path("maps.svg")).unwrap();
    // Two maps of four cells, and two of nine with stones, on hexagons with edges in the colours of both players.
    assert_eq!(svg.matches("<circle").count(), 2, "a stone on each map of the won board: {svg}");
    assert!(svg.contains(">empty: current of black<") && svg.contains(">1.17</text>"), "{svg}");
    assert!(svg.contains(">won: share of black<") && svg.contains(">no cell has any<"), "{svg}");
    folder.run("measure both.toml --svg maps.svg").assert_refused("--map");
}

#[test]
fn positions_that_cannot_be_measured() {
    let folder = Folder::new();
    folder.write("empty.toml", EMPTY);
    for arguments in
        ["measure", "measure nothing.toml", "measure empty.toml --only x*", "measure empty.toml --side black"]
    {
        let run = folder.run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments}");
        assert!(!run.stderr.is_empty(), "{arguments}");
    }
}

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

#[test]
fn networks_are_listed_and_drawn() {
    let folder = Folder::new();
    let run = folder.run("measure a1,b2 --board 2 --links --side black --csv l.csv --svg l.svg");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    assert!(run.stdout.starts_with("position: network of black: 4 links, 1 of them virtual\n"), "{}", run.stdout);
    assert!(run.stdout.contains("1 shortest path from top to bottom, of 2 links; C' 1.0000"), "{}", run.stdout);
    let csv = std::fs::read_to_string(folder.path("l.csv")).unwrap();
    assert!(csv.starts_with("id,player,from,to,kind,on_path,from_share,to_share\n"), "{csv}");
    assert!(csv.contains("position,black,a2,top,virtual,true,1,\n") && csv.lines().count() == 5, "{csv}");
    assert!(std::fs::read_to_string(folder.path("l.svg")).unwrap().contains("neighbours"));
    let plain = folder.run("measure a1,b2 --board 2 --links=plain --side black");
    assert!(plain.stdout.contains("6 links, 0 of them virtual"), "{}", plain.stdout);
    let run = folder.run("measure a1,b2 --board 2 --links=paths --json");
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&object["black"]["d"], &object["black"]["shares"]["a2"]), (&2.into(), &1.0.into()));
    assert_eq!(object["black"]["links"].as_array().unwrap().len(), 2);
    assert!(object["white"]["links"].is_array());
    assert_eq!(folder.run("measure a1,b2 --board 2 --side black").status, 2);
    assert_eq!(folder.run("measure a1,b2 --board 2 --links=some").status, 2);
}

/// A graph that is no board.
#[test]
fn graphs_are_measured() {
    let folder = Folder::new();
    folder.write("g.txt", "# two ways\ns-a-b-t\ns-c-d-t, d-b\n");
    let run = folder.run("measure --graph g.txt --json --csv g.csv --svg g.svg");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{}", run.stdout);
    let object: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&object["id"], &object["d"], &object["max_share"]), (&"g".into(), &3.into(), &0.5.into()));
    assert!(std::fs::read_to_string(folder.path("g.csv")).unwrap().contains("g,a,1,0.5\n"));
    let run = folder.run("measure --graph s-a,a-t");
    assert_eq!(run.stdout, "1 shortest path from s to t, of 2 links; C' 1.0000\nnode  b'\na     1.0000\n");
    folder.write("bad.txt", "s-a\na--t\n");
    let run = folder.run("measure --graph bad.txt");
    run.assert_refused("bad.txt");
    run.assert_refused("line 2");
    assert_eq!(folder.run("measure --graph g.txt a1").status, 2);
    assert_eq!(folder.run("measure").status, 2);
}
