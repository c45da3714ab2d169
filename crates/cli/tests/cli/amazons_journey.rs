//! Journey: a player of Amazons has lost a game, and wants to know where, what was better, and to try it.

use std::fs;

use serde_json::Value;

use crate::Folder;

const GAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/amazons-blunder.moves");

#[test]
fn from_a_lost_game_to_the_better_move() {
    let folder = Folder::new();
    let run = |arguments: &str| {
        let run = folder.run(arguments);
        assert_eq!(run.status, 0, "{arguments}: {}", run.stderr);
        run.stdout
    };
    // Where was it lost? Two commands say the same.
    let record = run(&format!("show {GAME}"));
    assert!(record.contains("decided after 6 moves: black wins with the best play"), "{record}");
    assert!(record.contains("move 13, black's f1-b1/e1, gives the win away"), "{record}");
    let review = run(&format!("review {GAME} --nodes 5000 --playouts 2 --html page.html --json"));
    let review: Value = serde_json::from_str(review.lines().next().unwrap()).unwrap();
    assert_eq!((&review["turning"]["number"], &review["winner"]), (&13.into(), &"white".into()), "{review}");
    let winner = |n_moves: usize| &review["positions"][n_moves]["known"]["proved"]["winner"];
    assert_eq!([6, 12, 13].map(winner), ["black", "black", "white"], "{}", review["positions"][6]);
    assert!(fs::read_to_string(folder.path("page.html")).unwrap().contains("f1-b1/e1"));
    // What is on the board before it, and what wins?
    let analysis = run(&format!("analyze {GAME} --move 12 --nodes 2000"));
    assert!(analysis.contains("solved: black wins, with black to move"), "{analysis}");
    let solved = run(&format!("solve {GAME} --move 12 --moves --json --svg best.svg"));
    let solved: Value = serde_json::from_str(&solved).unwrap();
    let winning: Vec<&str> =
        solved["winning_moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    let better = review["moves"][12]["better"]["moves"].as_array().unwrap();
    assert!(better.iter().all(|mv| winning.contains(&mv.as_str().unwrap())), "{better:?} {winning:?}");
    assert!(!winning.contains(&"f1-b1/e1"), "{winning:?}");
    let svg = fs::read_to_string(folder.path("best.svg")).unwrap();
    assert!(svg.contains(&format!("wins with {} moves", winning.len())), "{svg}");
    // Try it on the board, keep it, and take it elsewhere.
    run(&format!("convert {GAME} before.sgf --move 12"));
    let played = folder.run_with("play --game amazons --load before.sgf --colour both --save tried.sgf", winning[0]);
    assert!(played.status == 0 && played.stdout.contains("14. White to move>"), "{}", played.stdout);
    let after = run("solve tried.sgf --json");
    let after: Value = serde_json::from_str(&after).unwrap();
    assert_eq!((&after["winner"], &after["to_move"]), (&"black".into(), &"white".into()));
    let fen = run("convert tried.sgf --to fen");
    assert_eq!(fen.trim(), after["position"].as_str().unwrap());
}
