//! Other lines of records, boards that change in the middle of a game, and headings that are wrong.

use proptest::prelude::*;
use tesuji_board::Player;
use tesuji_game::Game;
use tesuji_go::record::{Record, json, sgf};
use tesuji_go::{Komi, Rules};

/// A problem with its solution, and a wrong answer that branches once more.
const PROBLEM: &str = "(;GM[1]SZ[9]AB[ba][bb][ab]AW[ca][cb][bc][ac]C[Black to live](;B[aa]C[right];W[ee])\
                       (;W[aa]C[wrong](;B[ee])(;B[ff];W[gg])))";

fn stones(record: &Record, n_moves: usize) -> [String; 2] {
    let position = record.position(Rules::CHINESE, Komi::default(), n_moves).unwrap();
    Player::BOTH.map(|player| {
        let names: Vec<&str> = position.stones(player).iter().map(|cell| position.topology().name(cell)).collect();
        names.join(" ")
    })
}

/// What is written in both forms is read back as it was.
fn comes_back(text: &str) -> Record {
    let record = sgf::read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let written = sgf::write(&record).unwrap();
    assert_eq!(sgf::read(&written).as_ref(), Ok(&record), "{text}\n{written}");
    let written = json::write(&record).unwrap();
    assert_eq!(json::read(&written).as_ref(), Ok(&record), "{text}\n{written}");
    record
}

#[test]
fn problems_keep_their_solutions() {
    let record = comes_back(PROBLEM);
    let shape: Vec<_> = record.variations.iter().map(|line| (line.leaves, line.after, line.moves.len())).collect();
    // The main line is the first answer; the second leaves it at once, and is left after one move.
    assert_eq!((record.moves.len(), shape), (2, vec![(0, 0, 2), (1, 1, 2)]));
    let remarks: Vec<_> = record.variations[0].comments.iter().map(|(at, text)| (*at, text.as_str())).collect();
    assert_eq!((record.comments[&1].as_str(), remarks), ("right", vec![(1, "wrong")]));
    assert!(sgf::write(&record).unwrap().contains("(;W[aa]C[wrong]"), "{}", sgf::write(&record).unwrap());
}

#[test]
fn boards_may_change_after_the_first_move() {
    // B captures a1, then the corner is set up anew, then a ko.
    let text = "(;GM[1]SZ[5]AB[ab]AW[aa];B[ba];AE[ba]AW[cc:dd]PL[W];W[ee];AB[aa])";
    let record = comes_back(text);
    assert_eq!(record.edits.keys().copied().collect::<Vec<_>>(), [1, 2]);
    assert_eq!(stones(&record, 0), ["A4", "A5"]);
    assert_eq!(stones(&record, 1), ["A4", "C3 D3 C2 D2"]);
    assert_eq!(stones(&record, 2), ["A5 A4", "C3 D3 C2 D2 E1"]);
    assert_eq!(record.position(Rules::CHINESE, Komi::default(), 1).unwrap().to_move(), Player::White);
    // Variations that leave before a change begin without it.
    let record = comes_back("(;GM[1]SZ[5];B[aa](;AW[bb];W[cc])(;W[dd]))");
    assert_eq!(record.variations[0].edits.len(), 1);
    assert_eq!(stones(&record, 2), ["A5", "B4 C3"]);
    let record = comes_back("(;GM[1]SZ[5](;AB[aa];W[bb])(;AB[cc];W[dd]))");
    assert_eq!((stones(&record, 1), record.variations[0].edits.len()), (["A5".into(), "B4".into()], 1));
    for text in
        ["(;SZ[5](;)(;B[aa]))", "(;SZ[5];B[aa](;C[x])(;W[bb](;)(;B[cc])))", "(;SZ[5];B[aa];AE[bb](;W[cc])(;AE[aa]))"]
    {
        comes_back(text);
    }
}

#[test]
fn a_wrong_heading_never_costs_the_game() {
    for (heading, notice) in [
        ("KM[]", "KM[] after 0 moves: expected whole or half points"),
        ("KM[six]", "KM[six]"),
        ("KM[6.5][7.5]x", ""),
        ("HA[many]", "HA[many] after 0 moves: expected a number of stones"),
        ("HA[9999]", "HA[9999]"),
        ("PL[red]", "PL[red] after 0 moves: expected B or W"),
        ("RE[who knows]DT[yesterday]RU[house]TM[]RO[]", ""),
        ("SZ[]", "SZ[] names no size: taken for 19x19"),
    ] {
        let text = format!("(;GM[1]{heading};B[aa];W[bb])");
        let tree = sgf::tree(&text).unwrap();
        let game = sgf::game(&tree, tree.roots[0]).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(game.record.moves.len(), 2, "{text}");
        let said = game.notices.join("; ");
        assert!(if notice.is_empty() { said.is_empty() } else { said.starts_with(notice) }, "{text}: {said}");
    }
}

#[test]
fn boards_of_q5go_have_joined_sides() {
    let board = |joined: u8| sgf::read(&format!("(;GM[q5go-1]SZ[9:5]TO[{joined}];B[ad])")).unwrap();
    let of = |joined| {
        let record = board(joined);
        (record.board().to_string(), stones(&record, 1)[0].clone())
    };
    assert_eq!(of(3), ("torus:9x5".to_owned(), "A2".to_owned()));
    assert_eq!(of(1), ("cylinder:9x5".to_owned(), "A2".to_owned()));
    // Columns become rows.
    assert_eq!(of(2), ("cylinder:5x9".to_owned(), "D9".to_owned()));
    assert!(sgf::read("(;GM[q5go-2]SZ[9];B[aa])").is_err());
    let error = sgf::read("(;GM[q5go-1]SZ[9]TO[7];B[aa])").unwrap_err().to_string();
    assert_eq!(error, "TO[7] after 0 moves: expected 1, 2 or 3, the sides that are joined");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_is_written_and_read(parts in prop::collection::vec(0..9_usize, 0..30)) {
        let mut text = "(;SZ[3]".to_owned();
        let mut depth = 0_usize;
        for part in parts {
            text += ["(;", "(;W[aa]", ";B[bb]", ";W[cc]C[x]", ";AB[ac]AW[ca]", ";AE[bb:cc]PL[W]", ";", ";B[]", ")"][part];
            match part {
                0 | 1 => depth += 1,
                // What closes is followed by another one, as SGF wants it.
                8 if depth > 0 => text += "(;B[ba]",
                8 => _ = text.pop(),
                _ => {}
            }
        }
        let text = text + &")".repeat(depth + 1);
        if let Ok(record) = sgf::read(&text) {
            let written = sgf::write(&record).unwrap();
            prop_assert_eq!(&sgf::read(&written).unwrap(), &record, "{}\n{}", text, written);
            let written = json::write(&record).unwrap();
            prop_assert_eq!(&json::read(&written).unwrap(), &record, "{}\n{}", text, written);
        }
    }
}
