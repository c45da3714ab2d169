//! Positions that the solver decides on its way, for the net to learn from.

use serde_json::{Value, json};

use crate::contract::harness::{Case, files};

const CASE: Case<'_> = Case {
    kind: "lessons",
    control: "sides = [4, 5]\npositions = 15\nseed = 3\nnodes = 300\nstones = 2\nleast_nodes = 1\n",
    options: "",
    out: "lessons",
};

#[test]
fn lessons_are_the_same_in_all_ways() {
    let summary = CASE.is_the_same_in_all_ways(files);
    let boards = summary["boards"].as_array().unwrap();
    assert_eq!((&summary["tasks"], &summary["done"], boards.len()), (&json!(4), &json!(4), 2), "{summary}");
    for (board, side) in boards.iter().zip([4, 5]) {
        assert_eq!((&board["side"], &board["positions"], &board["decided"]), (&json!(side), &json!(15), &json!(15)));
        assert!(board["lessons"].as_u64() >= Some(20), "{board}");
    }
}

const CLAIMS: Case<'_> = Case {
    kind: "lessons",
    control: "sides = [6]\npositions = 20\nseed = 3\nnodes = 100\nleast_nodes = 1\nclaims = true\n",
    options: "",
    out: "lessons-of-claims",
};

#[test]
fn lessons_of_claims_are_the_same_in_all_ways() {
    let summary = CLAIMS.is_the_same_in_all_ways(files);
    let board = &summary["boards"][0];
    assert_eq!(
        (&summary["tasks"], &board["side"], &board["positions"]),
        (&json!(2), &json!(6), &json!(20)),
        "{summary}"
    );
    assert!(board["lessons"].as_u64() >= Some(20), "{board}");
}

#[test]
fn lies_about_claims_are_refused() {
    let of = |line: &str| CLAIMS.refusal(1, |solved| solved[0]["lessons"] = json!([line]));
    let square = "wwwwwwwbwwww.wwbbbbbbbbbb";
    let faults = [
        (format!("{square}. B B a1 3"), "expected the cells of the board"),
        ("wwww B B - 3".to_owned(), "expected the cells of the board"),
        (format!("{square} B B b1 3"), "expected a move that can win"),
        (format!("{square} B W a1 3"), "expected a move that can win"),
        (format!("{square} B b - 3"), "expected two players"),
    ];
    for (line, fault) in faults {
        assert_eq!(of(&line), format!("position 1: {fault} in `{line}`"));
    }
}

#[test]
fn lies_are_refused() {
    let refusal = |lie: &dyn Fn(&mut Value)| CASE.refusal(1, lie);
    assert_eq!(refusal(&|solved| _ = solved.as_array_mut().unwrap().pop()), "expected 10 positions, found 9");
    assert_eq!(refusal(&|solved| solved[2]["side"] = json!(5)), "position 3: expected a board of side 4, found 5");
    let of = |line: &str| refusal(&|solved| solved[0]["lessons"] = json!([line]));
    assert_eq!(of("B.. B B a1 3"), "position 1: expected the cells of the board in `B.. B B a1 3`");
    let board = "B...............";
    assert!(of(&format!("{board} B B a1 3")).starts_with("position 1: expected a move that can win in `B"));
    assert!(of(&format!("{board} B W b1 3")).starts_with("position 1: expected a move that can win in `B"));
    assert!(of(&format!("{board} B x b1 3")).starts_with("position 1: expected two players in `B"));
    assert!(of(&format!("{board} B B b1")).starts_with("position 1: expected five fields in `B"));
    assert!(of(&format!("{board} B B b1 -1")).starts_with("position 1: expected a number of nodes in `B"));
    assert!(of(&format!("{board} B B b1 0")).starts_with("position 1: expected a number of nodes in `B"));
}
