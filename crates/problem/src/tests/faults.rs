//! Each fault is reported at its place, with what was expected.

use crate::parse_file_text;

/// Asserts that the text is refused with this message.
#[track_caller]
fn fault(text: &str, message: &str) {
    let error = parse_file_text(text).expect_err("the text is faulty");
    assert_eq!(error.to_string(), message, "in:\n{text}");
}

#[test]
fn drawings() {
    let drawing = |rows: &str| format!("id: x\ngoal: top-bottom\n\n{rows}");
    let at = |rows: &str, message: &str| fault(&drawing(rows), message);
    at(
        ". o\n . x\n",
        "line 5, column 4: `x`: expected `o` or a capital letter (the owner's stone), `.` (carrier) or `#` (opponent, outside)",
    );
    at(". o\n . . .\n", "line 5, column 6: `.`: expected no more than 2 cells in this row");
    at(". o\n .\n", "line 5, column 2: `.`: expected 2 cells in this row, not 1");
    at("1 . o\n3 . .\n", "line 5, column 1: `3`: expected the row number 2");
    at(" a b c\n. o\n", "line 4, column 2: `3 column letters`: expected 2 as the rows have cells");
    at(" a c\n. o\n", "line 4, column 4: `c`: expected the column letter `b`");
    at("A A\n", "line 4, column 3: `A`: expected a letter that marks no other stone");
    at(&".".repeat(1025), "line 4, column 1025: `.`: expected no more than 1024 cells in this row");
    let most = "expected no more than 1024 rows: a board has at most 1024 cells";
    at(&".\n".repeat(1025), &format!("line 1028, column 1: `.`: {most}"));
    let most = "expected no more than 512 rows: a board has at most 1024 cells";
    at(&". .\n".repeat(513), &format!("line 516, column 1: `. .`: {most}"));
}

#[test]
fn headers() {
    fault(
        "",
        "line 1, column 1: no problem in this file: expected JSON, TOML with `[[problem]]` tables, or headers and a drawing",
    );
    fault("goal: top-bottom\n\n. .", "line 1, column 1: no `id`: expected a name of its own for each problem");
    fault("id: x\n\n. .", "line 1, column 1: no `goal`: expected a goal such as `top-d4 or d4-e2`");
    fault("id: x\nid: y\n\n. .", "line 2, column 1: header `id` is used twice; first on line 1");
    fault("id: x\ngoal: top-bottom\nexpect: maybe\n\n. .", "line 3, column 9: `maybe`: expected `holds` or `fails`");
    fault("id: x\ngoal: top-bottom\n . .", "line 3, column 2: `. .`: expected a blank line before the drawing");
    let error = parse_file_text("id: x\ngaol: top-a1\n\n. .").unwrap_err();
    assert_eq!((error.line(), error.column(), error.offset(), error.len()), (2, 1, 6, 4));
    let two = "id: x\ngoal: top-bottom\n\n. .\n---\nid: x\ngoal: top-bottom\n\n. .";
    fault(two, "line 6, column 5: id `x` is used twice; first on line 1");
}

#[test]
fn goals() {
    let goal = |goal: &str, message: &str| fault(&format!("id: x\ngoal: {goal}\n\n# . A\n o . ."), message);
    let place = "a cell from a1 to c2, a label of the drawing (A), or an edge (top, bottom, left, right)";
    goal("top-B", &format!("line 2, column 11: `B`: expected {place}"));
    goal("top-d1", &format!("line 2, column 11: `d1`: expected {place}"));
    goal("top-A or", "line 2, column 15: ``: expected a cell, label or edge to join");
    goal("top-A A-a2", "line 2, column 13: `A`: expected `-`, `and`, `or` or the end of the goal");
    goal("top-a1", "line 2, column 11: `a1` is the opponent's: a goal joins the owner's stones, empty cells and edges");
    goal(
        "c1-A",
        "line 2, column 7: a goal needs at least one alternative, each of at least one group of at least two terminals",
    );
    goal(
        "top-A/a2",
        "line 2, column 12: `/`: expected a name (letters, digits, `_`; anything else in single quotes) or `-`",
    );
    // An empty cell may be joined, and words are read in either case.
    let read = parse_file_text("id: x\ngoal: TOP-A AND a2-b2\n   OR top-\n   b2\n\n# . A\n o . .").unwrap();
    assert_eq!(read[0].claim.goal.alternatives().iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
}

#[test]
fn toml() {
    let table = |rest: &str| format!("# A comment: with colon\n[[problem]]\nid = 'x'\n{rest}");
    let at = |rest: &str, message: &str| fault(&table(rest), message);
    at(
        "goal = 'top-c3'\nboard = '3x3'\ncarrier = 'all'\nstones = 'c3 d4'",
        "line 7, column 14: `d4`: expected a cell from a1 to c3",
    );
    at(
        "goal = 'top-c3'\nboard = '3x3'\ncarrier = 'a1-c3'\nstones = 'b2'",
        "line 6, column 12: `b2` is empty as well as a stone",
    );
    at(
        "goal = 'top-c3'\nboard = '3x342'\ncarrier = 'all'",
        "line 5, column 10: `3x342`: expected a rhombus of 1 to 1024 cells",
    );
    at(
        "goal = 'top-c3'\nboard = '3'\ncarrier = 'all'",
        "line 5, column 10: `3`: expected a board size such as `7x7`, columns first",
    );
    at(
        "goal = 'top-c3'\nboard = '3x3'",
        "line 2, column 1: no `carrier`: expected the empty cells, such as `all` or `a2-c3 d4`",
    );
    at(
        "goal = 'top-c3'",
        "line 2, column 1: no `diagram`: expected a drawing of the board, or a `board` such as `7x7`, or the `nodes` and `links` of a graph",
    );
    at(
        "goal = 'top-a1'\nstones = 'a1'\ndiagram = '. .'",
        "line 5, column 11: `stones` cannot stand beside `a drawing`",
    );
    at(
        "goal = 'top-a1'\nboard = '3x3'\ndiagram = '. .'",
        "line 5, column 10: `3x3`: expected 2x1, as the drawing shows",
    );
    at(
        "goal = 'top-a1'\ndiagram = '. .'\nneeded = 'a1'\ndroppable = 'all'",
        "line 7, column 14: `a1` is droppable as well as needed",
    );
    at("goal = 'top-a1'\ndiagram = 'o .'\nneeded = 'a1'", "line 6, column 11: `a1`: expected a cell of the carrier");
    at("goal = 'x-y'\nnodes = 'x y x'", "line 5, column 14: node `x` is used twice; first on line 5");
    at("goal = 'x-y'\nnodes = 'x y'\nlinks = 'x-y-z'", "line 6, column 14: `z`: expected one of the `nodes`");
    at(
        "goal = 'x-z'\nnodes = 'x y'\ncarrier='all'",
        "line 4, column 11: `z`: expected a node of the graph, or one of its `terminals`",
    );
    at(
        "goal = 'x-y'\nnodes = 'x y'\ncarrier='x-y'",
        "line 6, column 10: `x-y`: expected single nodes: a graph has no rectangles",
    );
    // A text with escapes does not stand letter by letter in the file, so its whole span is reported.
    at(
        "goal = \"top\\u002Dq9\"\nboard = '3x3'\ncarrier = 'all'",
        "line 4, column 8: `q9`: expected a cell from a1 to c3, or an edge (top, bottom, left, right)",
    );
    let error = parse_file_text(&table("gaol = 'top-a1'")).unwrap_err();
    assert!(
        error.to_string().starts_with("line 4, column 1: `gaol` is not known here; the nearest name is `goal`"),
        "{error}"
    );
    let error = parse_file_text(&table("goal = 'top")).unwrap_err();
    assert_eq!(error.line(), 4, "{error}");
}

#[test]
fn json() {
    let sound = r#"{"note": "n", "problems": [
{"id":"x","board":[3,3],"owner":"white","empties":["a1","b1"],"stones":["c1"],"goals":[[["left","c1"]]],"news":{}}]}"#;
    assert!(parse_file_text(sound).is_ok());
    // After `from` is replaced by `to`, the fault lies at `place`.
    let with = |from: &str, to: &str, place: &str, message: &str| {
        let text = sound.replacen(from, to, 1);
        let error = parse_file_text(&text).expect_err("the text is faulty");
        assert_eq!(error.fault().to_string(), message);
        assert_eq!(&text[error.offset()..error.offset() + error.len()], place);
        assert_eq!(error.line(), 2);
    };
    with("\"b1\"", "\"c1\"", "c1", "`c1` is empty as well as a stone");
    with("\"b1\"", "7", "7", "`7`: expected a list of cells, each a text");
    with("[3,3]", "[3,342]", "[3,342]", "`3x342`: expected a rhombus of 1 to 1024 cells");
    let huge = "[3,99999999999999999999]";
    let rhombus_or_graph = "expected `[columns, rows]`, or a graph with `nodes` and `links`";
    with("[3,3]", huge, huge, &format!("`{huge}`: {rhombus_or_graph}"));
    with("[3,3]", "{}", "", "no `nodes`: expected the list of the graph's nodes");
    let graph = r#"{"nodes":["x y"]}"#;
    with("[3,3]", graph, graph, "`x y` is used twice, or is not a name (letters, digits, `_` and `-`)");
    let graph = r#"{"nodes":["x"],"links":[["x","y"]]}"#;
    with("[3,3]", graph, "y", "`y`: expected one of the `nodes`");
    let graph = r#"{"nodes":["x"],"terminals":{"t":[],"t":["x"]}}"#;
    with("[3,3]", graph, "t", "terminal `t` is used twice; first on line 2");
    with("\"white\"", "\"red\"", "red", "`red`: expected `black` or `white`");
    with(
        "[[[\"left\",\"c1\"]]]",
        "[[]]",
        "[[]]",
        "`[[]]`: expected at least one alternative, each of at least one group",
    );
    let opponent = "`a2` is the opponent's: a goal joins the owner's stones, empty cells and edges";
    with("\"c1\"]]]", "\"a2\"]]]", "a2", opponent);
    with("}]}", "}", "", "faulty JSON: the text breaks off in a list: a `]` or more is missing");
    let error = parse_file_text(&sound.replace("news", "id")).expect_err("a key is there twice");
    assert!(error.to_string().ends_with("expected a problem: an object, none of its keys twice"), "{error}");
}

/// Nesting, long lists and many boards cost no more than their text.
#[test]
fn large_nonsense_is_refused_without_harm() {
    let many = 100_000;
    let texts = [
        "[".repeat(many),
        format!("{{\"problems\":{}", "[".repeat(many)),
        format!("[[problem]]\ngoal={}", "[".repeat(many)),
        format!("[[problem]]\nid='x'\nboard='19x19'\ngoal='q'\ncarrier='{}'", "a1-s19 ".repeat(many / 10)),
        format!("id: x\ngoal: a1{}", "-a1".repeat(many)),
        format!("id: x\nnodes: {}\ncarrier: all\ngoal: n0-n1", (0..many).map(|i| format!("n{i} ")).collect::<String>()),
        "board: 19x19\n---\n".repeat(many),
        "#".repeat(many),
    ];
    for text in texts {
        assert!(parse_file_text(&text).is_err());
    }
}

/// Regression: each cell was looked at again for each word, which took minutes for a few megabytes.
#[test]
fn a_list_may_name_all_cells_again_and_again() {
    for words in ["all ", "a1-s19 "] {
        let list = words.repeat(1 << 18);
        let text = format!("id: x\ngoal: a1-b2\nboard: 19x19\ncarrier: {list}except {list}\n");
        fault(
            &text,
            "line 2, column 7: `a1` is the opponent's: a goal joins the owner's stones, empty cells and edges",
        );
        let text = format!("id: x\ngoal: a1-b2\nboard: 19x19\ncarrier: {list}except s19\n");
        assert_eq!(parse_file_text(&text).unwrap()[0].claim.carrier.len(), 360);
    }
}

#[test]
fn published_numbers() {
    let toml = |table: &str, message: &str| {
        fault(&format!("[[problem]]\nid = 'x'\ngoal = 'top-bottom'\ndiagram = '. .'\n{table}"), message);
    };
    toml("[problem.published]\na_seconds = -1\n", "line 6, column 13: `-1`: expected a number of seconds");
    toml("[problem.published]\nb_nodes = 'many'\n", "line 6, column 11: `'many'`: expected a number of nodes");
    toml("published = { a_nodes = 1.5 }\n", "line 5, column 25: `1.5`: expected a number of nodes");
    let header = "id: x\ngoal: top-bottom\npublished a seconds: soon\n\n. .";
    fault(header, "line 3, column 22: `soon`: expected a number of seconds");
    let json = r#"{"id": "x", "board": [1, 1], "empties": [], "stones": ["a1"], "goals": [[["top", "a1"]]],
        "published": {"a_seconds": 1e99}}"#;
    fault(json, "line 2, column 36: `1e99`: expected a number of seconds");
}
