//! Games of the learned net against itself.

use serde_json::{Value, json};

use crate::contract::harness::{Case, files};

const CASE: Case<'_> = Case {
    kind: "self-play",
    control: "sides = [3, 4]\ngames = 15\nseed = 7\n[play]\nrounds = 12\nquick_rounds = 2\nstones = 2\n",
    options: "",
    out: "games",
};

#[test]
fn games_are_the_same_in_all_ways() {
    let summary = CASE.is_the_same_in_all_ways(files);
    let boards = summary["boards"].as_array().unwrap();
    assert_eq!((&summary["tasks"], &summary["done"], boards.len()), (&json!(4), &json!(4), 2), "{summary}");
    for (board, side) in boards.iter().zip([3, 4]) {
        assert_eq!((&board["side"], &board["games"]), (&json!(side), &json!(15)));
        // On boards as small as these every game is soon proved.
        assert!(board["proved"].as_u64() > Some(10) && board["searched"].as_u64() > Some(0), "{board}");
    }
}

#[test]
fn lies_are_refused() {
    let refusal = |lie: &dyn Fn(&mut Value)| CASE.refusal(1, lie);
    assert_eq!(refusal(&|games| _ = games.as_array_mut().unwrap().pop()), "expected 10 games, found 9");
    assert_eq!(refusal(&|games| games[2]["side"] = json!(5)), "game 3: expected a board of side 3, found 5");
    assert_eq!(refusal(&|games| games[0]["moves"][0] = json!("z9")), "game 1: there is no cell `z9`");
    let twice = refusal(&|games| {
        let first = games[0]["moves"][0].clone();
        (games[0]["moves"], games[0]["searched"]) = (json!([first, first]), json!([]));
    });
    assert!(twice.starts_with("game 1: ") && twice.contains(": "), "{twice}");
    let unfinished = refusal(&|games| {
        let opening = games[1]["moves"].as_array().unwrap()[..2].to_vec();
        (games[1]["moves"], games[1]["searched"], games[1]["proved_after"]) = (json!(opening), json!([]), json!(null));
    });
    assert_eq!(unfinished, "game 2: it neither ended nor was proved");
}
