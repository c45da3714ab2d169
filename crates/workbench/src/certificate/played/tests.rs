//! Every game against a certificate is played to its end, and the end is judged by the rules of Hex alone.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use crate::Quiet;
use crate::claim::{ClaimText, ClaimView, verify};
use crate::types::Colour;

const ZIGGURAT: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n....\n";
/// Without its lower left corner the opponent gets through.
const FALSE: &str = "id: z\ngoal: A-bottom\n\n##A.\n#...\n#...\n";
/// The owner, who moves first, joins one of two edges.
const FIRST: &str = "id: f\nto_move: owner\ngoal: A-bottom or A-left\n\n##A.\n....\n#..#\n";

fn certificate(text: &str) -> String {
    let asked = ClaimText { text: text.to_owned(), budget: Default::default() };
    verify(&asked, &Quiet).unwrap().certificate.unwrap()
}

/// Whether these cells join a group of terminals (cells and edges, by name) on the board as it is drawn.
fn joins(claim: &ClaimView, cells: &BTreeSet<String>, group: &[&str]) -> bool {
    let [columns, rows] = claim.size.unwrap();
    let drawn: BTreeMap<&str, &crate::board::BoardCell> =
        claim.board.cells.iter().map(|cell| (cell.name.as_str(), cell)).collect();
    let touches = |name: &str, edge: &str| {
        let [column, row] = drawn[name].place.unwrap();
        match edge {
            "top" => row == 0,
            "bottom" => row == rows - 1,
            "left" => column == 0,
            "right" => column == columns - 1,
            other => name == other,
        }
    };
    let [from, to] = group else { panic!("the goals here join two things") };
    let mut open: Vec<&str> = cells.iter().map(String::as_str).filter(|name| touches(name, from)).collect();
    let mut seen: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(name) = open.pop() {
        if touches(name, to) {
            return true;
        }
        for &near in &drawn[name].touches {
            let near = claim.board.cells[near].name.as_str();
            if cells.contains(near) && seen.insert(near) {
                open.push(near);
            }
        }
    }
    false
}

fn achieved(claim: &ClaimView, cells: &BTreeSet<String>) -> bool {
    claim.goal.split(" or ").any(|group| joins(claim, cells, &group.split('-').collect::<Vec<_>>()))
}

/// Plays all games that begin with these moves, and returns how many there are.
fn play_all(certificate: &str, moves: &mut Vec<String>, holds: bool) -> usize {
    let asked = Defend { certificate: certificate.to_owned(), moves: moves.clone() };
    let defence = defend(&asked, &Quiet).unwrap();
    let owner = if defence.claim.owner == Colour::Black { &defence.black } else { &defence.white };
    let stones: BTreeSet<String> = owner.iter().cloned().collect();
    if defence.is_over {
        assert!(defence.open.is_empty() && defence.region.is_empty());
        if holds {
            assert!(achieved(&defence.claim, &stones), "{defence:?}");
        } else {
            let played: BTreeSet<String> = defence.moves.iter().map(|(_, cell)| cell.clone()).collect();
            let rest = defence.claim.region.iter().filter(|cell| !played.contains(*cell)).cloned();
            assert!(!achieved(&defence.claim, &stones.union(&rest.collect()).cloned().collect()), "{defence:?}");
        }
        return 1;
    }
    // Only the proof may end the game, and its region is always open.
    assert!(!defence.open.is_empty(), "{defence:?}");
    assert!(defence.region.iter().all(|cell| defence.open.contains(cell)));
    assert!(
        defence.hint.iter().all(|hint| defence.region.contains(hint))
            && defence.hint.is_some() != defence.region.is_empty()
    );
    let mut n_games = 0;
    for cell in &defence.open {
        moves.push(cell.clone());
        n_games += play_all(certificate, moves, holds);
        moves.pop();
    }
    n_games
}

#[test]
fn the_proof_wins_every_game() {
    for (text, holds, plays, least) in
        [(ZIGGURAT, true, Colour::Black, 300), (FALSE, false, Colour::White, 20), (FIRST, true, Colour::Black, 20)]
    {
        let certificate = certificate(text);
        let start = defend(&Defend { certificate: certificate.clone(), moves: Vec::new() }, &Quiet).unwrap();
        assert_eq!((start.proof_plays, start.reply.clone()), (plays, None), "{start:?}");
        assert_eq!(start.moves.len(), usize::from(start.claim.owner_first == holds), "{start:?}");
        let n_games = play_all(&certificate, &mut Vec::new(), holds);
        assert!(n_games >= least, "{text} {n_games}");
    }
}

#[test]
fn the_region_shrinks_and_the_words_say_what_happened() {
    let certificate = certificate(ZIGGURAT);
    let ask = |moves: &[&str]| {
        let moves = moves.iter().map(|&name| name.to_owned()).collect();
        defend(&Defend { certificate: certificate.clone(), moves }, &Quiet)
    };
    let start = ask(&[]).unwrap();
    let next = ask(&["b2"]).unwrap();
    assert!(next.region.len() + 2 <= start.region.len());
    assert_eq!(next.moves.len(), 2);
    assert_eq!(next.moves[1].1, next.reply.clone().unwrap());
    assert_eq!(next.words.split(". ").next(), Some(format!("Black answers b2 with {}", next.moves[1].1).as_str()));
    let fault = |moves: &[&str]| ask(moves).unwrap_err().what;
    assert_eq!(
        fault(&["b2", "a1"]),
        format!(
            "move 2, `a1` is not one of the claim's cells: expected an empty cell of the claim: {}",
            listed(&next.open)
        )
    );
    assert!(fault(&["b2", "b2"]).starts_with("move 2, `b2` has a stone on it: expected"), "{}", fault(&["b2", "b2"]));
    assert!(fault(&["q77"]).starts_with("move 1, `q77` is no cell of this board: expected"));
    // A game that is over takes no more moves.
    let mut moves: Vec<String> = Vec::new();
    let left = loop {
        let now = defend(&Defend { certificate: certificate.clone(), moves: moves.clone() }, &Quiet).unwrap();
        match now.region.first() {
            Some(cell) => moves.push(cell.clone()),
            None => break now,
        }
    };
    assert!(left.is_over && left.words.ends_with("Black has joined c1-bottom."), "{}", left.words);
    moves.push("a3".to_owned());
    let over = defend(&Defend { certificate, moves }, &Quiet).unwrap_err();
    assert!(over.what.contains("at its end"), "{over}");
}

#[test]
fn the_stones_of_a_position_stay_and_reasons_have_words() {
    // A position of a game: Black joins top and bottom, White to move.
    let moves = ["b2", "a1", "b4", "d4"].map(|mv| crate::types::PlayedMove::InTurn(mv.to_owned())).to_vec();
    let asked = crate::solving::Solve {
        state: crate::types::GameState {
            game: tesuji_engine::GameSpec::hex(4, 4),
            setup: crate::types::Setup::default(),
            moves,
        },
        certificate: true,
        moves: false,
        budget: Default::default(),
    };
    let certificate = crate::solving::solve(&asked, &Quiet).unwrap().certificate.unwrap();
    let ask = |moves: &[&str]| {
        let moves = moves.iter().map(|&name| name.to_owned()).collect();
        defend(&Defend { certificate: certificate.clone(), moves }, &Quiet).unwrap()
    };
    let start = ask(&[]);
    assert!(["a1", "d4"].iter().all(|cell| start.white.iter().any(|stone| stone == cell)), "{start:?}");
    assert!(["b2", "b4"].iter().all(|cell| start.black.iter().any(|stone| stone == cell)), "{start:?}");
    assert!(start.idle.iter().any(|cell| cell == "d4"), "a corner far away matters no more: {start:?}");
    assert!(start.idle.iter().all(|cell| !start.region.contains(cell)));
    // Every move is answered with a reason, and each has words and a kind.
    let end = ["b1", "c1"].iter().find(|cell| start.open.iter().any(|open| open == *cell)).unwrap();
    let next = ask(&[end]);
    assert!(!next.why.is_empty() && next.why.iter().all(|why| why.sentence.ends_with('.')), "{next:?}");
    assert!(next.why.iter().any(|why| why.kind == ReasonName::Bridge && !why.is_left && why.cells.len() == 2));
    // A claim about a template has no stones beside its own.
    let ziggurat = defend(&Defend { certificate: self::certificate(ZIGGURAT), moves: Vec::new() }, &Quiet).unwrap();
    assert!(ziggurat.white.is_empty() && ziggurat.why[0].template == "III1a", "{ziggurat:?}");
}

#[test]
fn answers_are_those_of_the_game() {
    for text in [ZIGGURAT, FALSE, FIRST] {
        let certificate = certificate(text);
        let found = answers(&CertificateText { certificate: certificate.clone() }, &Quiet).unwrap();
        assert!(found.answers.iter().any(|answer| answer.reply.is_some()));
        for answer in &found.answers {
            let asked = Defend { certificate: certificate.clone(), moves: vec![answer.intrusion.clone()] };
            let defence = defend(&asked, &Quiet).unwrap();
            assert_eq!(defence.reply, answer.reply);
            if !defence.is_over {
                assert_eq!(defence.region, answer.region);
            }
            assert!(answer.sentence.contains(&answer.intrusion), "{}", answer.sentence);
        }
        let wrong = CertificateText { certificate: certificate[..certificate.len() - 8].to_owned() };
        assert!(answers(&wrong, &Quiet).unwrap_err().what.starts_with("the certificate is not valid"));
    }
}
