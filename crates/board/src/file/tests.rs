//! Board files: both forms, faulty files, and arbitrary text.

use proptest::prelude::*;

use super::*;
use crate::Cell;

const SQUARE: &str =
    r#"{ "coordinates": [[0, 0], [0, 1], [1, 0], [1, 1]], "adjacencyList": [[1, 2], [0, 3], [0, 3], [1, 2]] }"#;

#[test]
fn a_board_of_govariants_is_read() {
    let typed = SQUARE.replacen('{', r#"{ "type": "custom","#, 1);
    let in_settings = format!(r#"{{ "komi": 6.5, "board": {typed} }}"#);
    for text in [SQUARE, &typed, &in_settings] {
        let board = read(text).unwrap();
        let names: Vec<_> = board.cells().map(|cell| board.name(cell)).collect();
        assert_eq!(names, ["A2", "A1", "B2", "B1"]);
        let pairs: Vec<_> = board.links().map(|(a, b)| (a.index(), b.index())).collect();
        assert_eq!(pairs, [(0, 1), (0, 2), (1, 3), (2, 3)]);
        assert_eq!(board.place(Cell::new(2)), Place::new(1.0, 0.0).unwrap());
        assert_eq!(read(&write_govariants(&board)).unwrap(), board);
    }
}

#[test]
fn our_boards_are_read_as_they_were_written() {
    let mut boards = vec![
        Topology::square(4, 3).unwrap(),
        Topology::torus(4, 3).unwrap(),
        Topology::rings(2, 5).unwrap(),
        Topology::graph(vec!["hub".to_owned(), "tip_1".to_owned()], &[(0, 1)], Vec::new()).unwrap(),
    ];
    boards.push(boards[1].without(&[Cell::new(5)].into_iter().collect()).unwrap());
    for board in boards {
        for text in [write(&board), write_line(&board)] {
            let back = read(&text).unwrap();
            for cell in board.cells() {
                assert_eq!(back.name(cell), board.name(cell));
                assert_eq!(back.place(cell), board.place(cell));
                assert_eq!(back.neighbours(cell), board.neighbours(cell));
            }
            assert_eq!(back.wrapping_links(), board.wrapping_links());
            assert_eq!(write(&back), write(&board));
        }
    }
}

#[test]
fn what_is_left_out_is_made_up() {
    let bare = read(r#"{"tesuji-board":1,"names":["a","b","c"],"links":[[0,1],[1,2]]}"#).unwrap();
    let gap = |a: usize, b: usize| bare.place(Cell::new(a)).distance(bare.place(Cell::new(b)));
    assert!((gap(0, 1) - 1.0).abs() < 0.05 && (gap(0, 2) - 2.0).abs() < 0.1);
    let nameless = read(r#"{"tesuji-board":1,"coordinates":[[0,0],[1,0],[0.5,-0.8]],"links":[]}"#).unwrap();
    let names: Vec<_> = nameless.cells().map(|cell| nameless.name(cell)).collect();
    assert_eq!(names, ["A1", "B1", "A2"]);
}

#[test]
fn errors_name_the_place() {
    let ours = |rest: &str| format!(r#"{{"tesuji-board":1,{rest}}}"#);
    let many = |n: usize| format!("[{}]", vec!["[0,0]"; n].join(","));
    for (text, words) in [
        (String::new(), "line 1, column 1: the text is empty"),
        ("{\n \"links\": [1,]}".to_owned(), "line 2, column 14: "),
        ("[]".to_owned(), "the file: expected an object"),
        (r#"{"tesuji-board":2}"#.to_owned(), "tesuji-board: expected 1, the version"),
        (ours(r#""link":[]"#), "link: expected one of `tesuji-board`, `names`"),
        (ours(r#""links":[]"#), "the file: expected `names`, `coordinates` or both"),
        (ours(r#""names":["a"]"#), "the file: expected `links`"),
        (ours(r#""names":["a",3],"links":[]"#), "names[1]: expected a name in quotes"),
        (ours(r#""names":["a","Pass"],"links":[]"#), "names[1]: expected a name that is not a move"),
        (ours(r#""names":["a","a"],"links":[]"#), "`a` is used twice"),
        (ours(r#""names":["a b"],"links":[]"#), "`a b` is used twice, or is not a name"),
        (ours(r#""names":[],"links":[]"#), "1 to 1024 cells, not 0"),
        (ours(r#""names":["a","b"],"links":[[0,1],[1,2]]"#), "links[1][1]: expected a whole number from 0 to 1"),
        (ours(r#""names":["a","b"],"links":[[0,1.5]]"#), "links[0][1]: expected a whole number"),
        (ours(r#""names":["a","b"],"links":[[1,1]]"#), "links[0]: expected two different cells"),
        (ours(r#""names":["a","b"],"links":[[0,1,0]]"#), "links[0]: expected at most 2 items"),
        (ours(r#""names":["a","b"],"links":[],"wraps":[[0,1]]"#), "no place on the board: 0-1"),
        (ours(r#""names":["a","b"],"coordinates":[[0,0]],"links":[]"#), "coordinates: expected 2 places"),
        (ours(r#""coordinates":[[0,0],[1]],"links":[]"#), "coordinates[1]: expected two numbers"),
        (
            ours(r#""coordinates":[[0,1e9]],"links":[]"#),
            "coordinates[0]: expected two numbers `[right, down]` within 100000",
        ),
        (ours(r#""coordinates":[[0,0],[0,0]],"links":[]"#), "lie at one place"),
        (
            ours(&format!(r#""coordinates":{},"links":[]"#, many(1025))),
            "coordinates: expected at most 1024 items, not 1025",
        ),
        (
            SQUARE.replace("[1, 2], [0, 3]", "[1, 2], [3]"),
            "adjacencyList[0][0]: expected another cell whose list names 0",
        ),
        (SQUARE.replace("[[1, 2]", "[[0, 2]"), "adjacencyList[0][0]: expected another cell"),
        (SQUARE.replace(", [1, 2]] }", "] }"), "adjacencyList: expected 4 lists"),
        (SQUARE.replace("[1, 2]]", "[1, -2]]"), "adjacencyList[3][1]: expected a whole number from 0 to 3"),
        (SQUARE.replace("adjacencyList", "adjacency"), "the file: expected `adjacencyList`"),
        (r#"{"board":{"type":"grid","width":9}}"#.to_owned(), "board.type: expected `custom`"),
        (r#"{"type":"custom","adjacencyList":[]}"#.to_owned(), "the file: expected `tesuji-board`"),
        ("[".repeat(100_000), "more than 100 deep"),
        (" ".repeat(MAX_BOARD_BYTES + 1), "longer than"),
    ] {
        let message = read(&text).expect_err(&text[..text.len().min(80)]).to_string();
        assert!(message.contains(words), "{}: {message}", &text[..text.len().min(80)]);
    }
}

proptest! {
    #[test]
    fn any_text_is_a_board_or_an_error(text in "\\PC{0,60}") {
        _ = read(&text);
    }

    /// Texts that look like files, with arbitrary numbers in them.
    #[test]
    fn any_numbers_are_a_board_or_an_error(
        coordinates in prop::collection::vec((-2_i32..4, -2.0_f64..4.0), 0..8),
        lists in prop::collection::vec(prop::collection::vec(-1_i32..9, 0..4), 0..8),
    ) {
        let theirs = serde_json::json!({ "coordinates": coordinates, "adjacencyList": lists });
        let ours = serde_json::json!({ "tesuji-board": 1, "coordinates": coordinates, "links": lists });
        for text in [theirs.to_string(), ours.to_string()] {
            if let Ok(board) = read(&text) {
                prop_assert_eq!(board.n_cells(), coordinates.len());
                prop_assert_eq!(read(&write(&board)).unwrap(), board);
            }
        }
    }
}
