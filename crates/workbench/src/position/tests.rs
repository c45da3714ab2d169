use super::*;
use crate::Quiet;

fn of(state: &str) -> Result<PositionView, Trouble> {
    position(&PositionOf { state: serde_json::from_str(state).unwrap() }, &Quiet)
}

fn go(size: usize, rest: &str) -> Result<PositionView, Trouble> {
    of(&format!(
        r#"{{ "game": {{ "game": "go", "columns": {size}, "rows": {size}, "komi": 0.5, "rules": "chinese" }}, {rest} }}"#
    ))
}

#[test]
fn hex_has_swaps_and_a_winning_chain() {
    let swap = r#"{ "game": { "game": "hex", "columns": 4, "rows": 4, "swap": true }, "moves": ["b1"] }"#;
    let may = of(swap).unwrap();
    assert!(may.may_swap && may.legal.iter().any(|mv| mv == "swap-pieces") && !may.may_pass);
    let swapped = of(&swap.replace("\"b1\"", "\"b1\", \"swap-pieces\"")).unwrap();
    assert_eq!(swapped.stones, [Stone { cell: "a2".to_owned(), player: Colour::White }]);
    assert_eq!((swapped.to_move, swapped.last, swapped.may_swap), (Colour::Black, vec!["a2".to_owned()], false));

    let won = r#"{ "game": { "game": "hex", "columns": 3, "rows": 3 },
        "moves": ["b2", "a1", "b1", "a2", "c1", "a3", "b3"] }"#;
    let won = of(won).unwrap();
    assert_eq!((won.winner, won.result.as_deref()), (Some(Colour::Black), Some("B+")));
    assert_eq!(won.result_words.as_deref(), Some("Black has won"));
    // The stone on c1 is no part of the shortest chain.
    assert_eq!(won.winning_chain, ["b3", "b2", "b1"]);
    assert!(won.legal.is_empty());
}

#[test]
fn moves_may_be_out_of_turn_and_setups_have_their_turn() {
    let state = r#"{ "game": { "game": "hex", "columns": 5, "rows": 5 },
        "setup": { "black": ["a1"], "white": ["e5"], "to_move": "white" },
        "moves": ["b2", { "player": "white", "mv": "c3" }] }"#;
    let view = of(state).unwrap();
    let white: Vec<&str> =
        view.stones.iter().filter(|stone| stone.player == Colour::White).map(|stone| stone.cell.as_str()).collect();
    assert_eq!((white, view.to_move), (vec!["b2", "c3", "e5"], Colour::Black));
    let setup = view.as_setup.unwrap();
    assert_eq!((setup.black, setup.to_move), (vec!["a1".to_owned()], None));
}

#[test]
fn faults_name_the_move_and_its_number() {
    let taken = of(r#"{ "game": { "game": "hex", "columns": 5, "rows": 5 }, "moves": ["a1", "b1", "a1"] }"#);
    assert_eq!(taken.unwrap_err().what, "move 3 (a1): black may not play a1: the cell is taken");
    let unknown = go(9, r#""moves": ["C3", "Z99"]"#).unwrap_err();
    assert!(unknown.what.starts_with("move 2 (Z99): "), "{unknown:?}");
    let both = go(9, r#""setup": { "black": ["C3"], "white": ["C3"] }"#).unwrap_err();
    assert_eq!(both.what, "the setup has stones of both players on C3");
    let beyond = go(9, r#""setup": { "black": ["T19"] }"#).unwrap_err();
    assert!(beyond.what.contains("no cell `T19`") && beyond.advice.contains("A9"), "{beyond:?}");
}

#[test]
fn go_has_captures_ko_passes_and_a_score() {
    // A ko around B2: Black takes at C2, and White may not take back.
    let ko = go(5, r#""moves": ["B3", "C3", "A2", "D2", "B1", "C1", "E5", "B2", "C2"]"#).unwrap();
    assert_eq!((ko.captured, ko.ko.as_deref()), (Some([1, 0]), Some("B2")));
    assert!(ko.may_pass && !ko.legal.iter().any(|mv| mv == "B2"));
    assert!(ko.score.is_some() && ko.result.is_none());
    let end = go(5, r#""setup": { "black": ["C1", "C2", "C3", "C4", "C5"] }, "moves": ["pass", "pass"]"#).unwrap();
    assert_eq!((end.result.as_deref(), end.winner), (Some("B+24.5"), Some(Colour::Black)));
    assert_eq!(end.result_words.as_deref(), Some("Black has won by 24.5 points"));
    assert!(end.last.is_empty() && end.legal.is_empty());
}

#[test]
fn amazons_has_moves_of_three_squares_and_one_line() {
    let start = of(r#"{ "game": { "game": "amazons" } }"#).unwrap();
    assert_eq!((start.legal.len(), start.stones.len()), (2176, 8));
    let first = start.legal[0].clone();
    let next = of(&format!(r#"{{ "game": {{ "game": "amazons" }}, "moves": ["{first}"] }}"#)).unwrap();
    assert_eq!((next.last.len(), next.blocked.len()), (3, 1));
    assert_eq!(next.last[2], next.blocked[0]);
    // The same position from its line, and from its stones.
    let fen = next.fen.clone().unwrap();
    let again = of(&format!(r#"{{ "game": {{ "game": "amazons", "setup": "{fen}" }} }}"#)).unwrap();
    let setup = serde_json::to_string(&next.as_setup.clone().unwrap()).unwrap();
    let anew = of(&format!(r#"{{ "game": {{ "game": "amazons" }}, "setup": {setup} }}"#)).unwrap();
    for other in [again, anew] {
        assert_eq!((&other.fen, &other.stones, &other.legal), (&next.fen, &next.stones, &next.legal));
    }
}

#[test]
fn big_boards_are_answered_at_once() {
    let names: Vec<String> = ('A'..='T')
        .filter(|&c| c != 'I')
        .flat_map(|column| (1..=19).step_by(2).map(move |row| format!("\"{column}{row}\"")))
        .collect();
    let moves = format!(r#""moves": [{}]"#, names.join(", "));
    let started = std::time::Instant::now();
    let view = go(19, &moves).unwrap();
    // Ten times what is aimed for: tests run beside each other.
    assert!(started.elapsed().as_millis() < 100, "{:?}", started.elapsed());
    assert_eq!(view.stones.len(), 190);
}
