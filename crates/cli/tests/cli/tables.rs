//! `--csv`: what the commands print as numbers, as tables that other programs read.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::{Folder, PROBLEMS};

/// The rows of a table, each by the names of its columns.
fn rows(folder: &Folder, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(folder.path(name)).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert!(!rows.is_empty(), "{name} has no rows");
    rows
}

fn json_lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect()
}

/// A table has what `--json` prints: these keys, row by row.
fn agree(folder: &Folder, arguments: &str, keys: &[&str]) {
    let run = folder.run(&format!("{arguments} --json --csv a.csv"));
    assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
    let (rows, lines) = (rows(folder, "a.csv"), json_lines(&run.stdout));
    let lines: Vec<&Value> = lines.iter().filter(|line| !line[keys[0]].is_null()).collect();
    assert_eq!(rows.len(), lines.len(), "{arguments}");
    for (row, line) in rows.iter().zip(lines) {
        for &key in keys {
            let told = match &line[key] {
                Value::Null => String::new(),
                Value::String(text) => text.clone(),
                Value::Array(list) => list.iter().map(|one| one.as_str().unwrap()).collect::<Vec<_>>().join(" "),
                other => other.to_string(),
            };
            assert_eq!(row[key], told, "{arguments}: {key}");
        }
    }
}

#[test]
fn a_table_has_what_json_has() {
    let folder = Folder::new();
    folder.write("problems.toml", PROBLEMS);
    agree(&folder, "prove problems.toml", &["id", "answer", "expected", "empties", "nodes", "certificate"]);
    agree(&folder, "claim minimize problems.toml", &["id", "answer", "empties", "needed", "droppable", "minimal"]);
    agree(&folder, "solve b2 --board 3 --moves", &["id", "to_move", "winner", "winning_moves", "nodes"]);
    agree(&folder, "openings --board 3 --store s.store", &["opening", "winner", "decided", "nodes"]);
    agree(&folder, "store list s.store", &["id", "black", "white", "to_move", "winner", "winning_moves", "nodes"]);
    agree(&folder, "store check s.store", &["id", "certificate", "valid", "faults"]);
    assert_eq!(folder.run("prove problems.toml --certificates .").status, 0);
    let keys = ["certificate", "valid", "answer", "empties", "first", "carrier", "nodes"];
    agree(&folder, "check ziggurat.cert graph.cert", &keys);
    folder.write("strategy", "id: 2x2\ngoal: top-bottom\n\n. o\n . .\n\nstrategy:\npart b1-bottom: a2-b2\n");
    agree(&folder, "claim strategy strategy", &["id", "answer", "empties", "leaves", "nodes", "certificate_nodes"]);
    agree(&folder, "openings table --board 5", &["opening", "value", "exact", "swap", "fair", "nodes"]);
    agree(&folder, "maps show sato-1 --board 5x5", &["map", "simplified", "board", "own", "value", "legal"]);
    agree(&folder, "claim templates --row 2 --width 3", &["id", "stones", "empties"]);
    agree(&folder, "solve --game amazons x..#|..##|####|x..o --moves", &["id", "to_move", "winner", "winning_moves"]);
}

#[test]
fn a_match_is_a_table() {
    let folder = Folder::new();
    let run = folder.run("match random uct:playouts=10 --game hex --board 3 --games 4 --openings none --out m");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let run = folder.run("match report m/match.toml --json --csv a.csv");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let (pairs, told) = (rows(&folder, "a.csv"), &json_lines(&run.stdout)[0]["by_colour"]);
    assert_eq!(pairs.len(), 2);
    for (row, pair) in pairs.iter().zip(told.as_array().unwrap()) {
        assert_eq!(row["player"], pair["player"].as_str().unwrap());
        for (key, of) in [("black_wins", &pair["black"]["wins"]), ("white_games", &pair["white"]["games"])] {
            assert_eq!(row[key], of.to_string(), "{key}");
        }
    }
}

#[test]
fn tables_of_cells_name_each_cell() {
    let folder = Folder::new();
    let run = folder.run("measure b2 --board 3 --move 1 --csv m.csv --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let (measured, told) = (rows(&folder, "m.csv"), &json_lines(&run.stdout)[0]);
    assert_eq!(measured.len(), 2 * 9);
    for row in &measured {
        let player = &told[&row["player"]];
        let number = |text: &str| text.parse::<f64>().ok();
        assert_eq!(number(&row["resistance"]), player["resistance"].as_f64());
        assert_eq!(number(&row["betweenness"]), player["cells"]["betweenness"][&row["cell"]].as_f64(), "{row:?}");
    }
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/amazons-blunder.moves");
    assert_eq!(folder.run(&format!("show {record} --csv r.csv")).status, 0);
    let moves = rows(&folder, "r.csv");
    assert_eq!((moves.len(), moves[12]["player"].as_str(), moves[12]["move"].as_str()), (28, "black", "f1-b1/e1"));
    assert_eq!([11, 12].map(|at: usize| moves[at]["winner"].as_str()), ["black", "white"], "move 13 gives it away");
    assert_eq!(folder.run("board torus:4x3 --csv b.csv").status, 0);
    let points = rows(&folder, "b.csv");
    assert!(points.len() == 12 && points.iter().all(|row| row["degree"] == "4"), "{points:?}");
    let run = folder.run("analyze --game amazons x..#|..##|####|x..o --csv a.csv");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let squares = rows(&folder, "a.csv");
    assert!(squares.iter().all(|row| (-1.0..=1.0).contains(&row["ownership"].parse::<f64>().unwrap())), "{squares:?}");
}

/// Journey: a researcher wants criticality with intervals as a table, and a plot.
#[test]
fn a_researcher_gets_criticality_with_intervals_and_a_plot() {
    let folder = Folder::new();
    let run = folder.run("analyze --board 5x5 --moves C3 --playouts 2000 --csv c.csv --svg c.svg --json");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let (cells, told) = (rows(&folder, "c.csv"), &json_lines(&run.stdout)[0]["statistics"]["cells"]);
    assert_eq!(cells.len(), 25);
    for (row, cell) in cells.iter().zip(told.as_array().unwrap()) {
        assert_eq!(row["cell"], cell["cell"].as_str().unwrap());
        let number = |name: &str| row[name].parse::<f64>().ok();
        assert_eq!(number("criticality"), cell["criticality"]["value"].as_f64());
        assert_eq!(number("criticality_low"), cell["criticality"]["interval"][0].as_f64());
        if let (Some(low), Some(value), Some(high)) =
            (number("criticality_low"), number("criticality"), number("criticality_high"))
        {
            assert!(low <= value && value <= high, "{row:?}");
        }
    }
    let sharpest = cells.iter().filter(|row| !row["criticality"].is_empty()).count();
    assert!(sharpest >= 24, "only the stone itself may have none");
    assert!(std::fs::read_to_string(folder.path("c.svg")).unwrap().starts_with("<svg"));
    // Several positions share a table, told apart by their ids.
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/go/two-points.toml");
    let run = folder.run(&format!("analyze {suite} --playouts 100 --csv all.csv"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    let ids: std::collections::BTreeSet<String> =
        rows(&folder, "all.csv").into_iter().map(|row| row["id"].clone()).collect();
    assert!(ids.len() > 1, "{ids:?}");
    folder.run("analyze --board 5x5 --playouts 100 --csv no/such/folder.csv").assert_refused("folder.csv");
}
