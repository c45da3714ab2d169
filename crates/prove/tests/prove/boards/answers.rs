//! The solver of whole boards on the data suite: winners, winning moves, certificates, and images of positions.

use std::fs;

use tesuji_board::Player;
use tesuji_problem::board::file::{PositionDefaults, Puzzle, parse};
use tesuji_proof::Verdict;
use tesuji_prove::{BoardConfig, BoardSolver, Forgetful, MoveMap, Question, Symmetry};
use tesuji_search::Limits;

const FILES: [&str; 2] = ["openings.toml", "puzzles.toml"];

fn solver() -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 16 << 20, ..BoardConfig::default() })
}

fn puzzles(name: &str) -> Vec<Puzzle> {
    let path = format!("{}/../../testdata/boards/{name}", env!("CARGO_MANIFEST_DIR"));
    parse(&fs::read_to_string(path).unwrap(), &PositionDefaults::default())
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Asserts that the answer to `puzzle` is what its file states.
fn check(puzzle: &Puzzle, winner: Option<Player>, moves: &MoveMap) {
    let verdict = puzzle.expected.judge(winner, None, moves);
    assert_eq!(verdict, Some(true), "{}: {winner:?} {moves:?}\n{:?}", puzzle.id, puzzle.expected);
}

#[test]
fn the_suite_is_whole() {
    assert_eq!(FILES.map(|name| puzzles(name).len()), [1 + 4 + 9 + 16 + 25, 13]);
    assert!(puzzles("puzzles.toml").iter().all(|puzzle| puzzle.expected.all_winning.is_some()));
}

#[test]
fn every_position_is_answered_as_stated_and_so_are_its_images() {
    for puzzle in FILES.iter().flat_map(|name| puzzles(name)) {
        for symmetry in Symmetry::ALL {
            let answer = solver().solve(&symmetry.question(&puzzle.question), &Limits::default());
            check(&puzzle, answer.winner.map(|winner| symmetry.player(winner)), &MoveMap::default());
            let mover = symmetry.player(puzzle.question.to_move);
            assert!(answer.winner == Some(mover) || answer.winning_move.is_none(), "{}", puzzle.id);
        }
    }
}

#[test]
fn all_winning_moves_are_found() {
    for puzzle in puzzles("puzzles.toml") {
        let map = solver().search_moves(&puzzle.question, None, &Limits::default(), &mut Forgetful);
        assert!(map.is_complete(&puzzle.question), "{}", puzzle.id);
        check(&puzzle, map.winner(&puzzle.question), &map);
    }
}

#[test]
fn small_openings_have_certificates() {
    for puzzle in puzzles("openings.toml").iter().filter(|puzzle| puzzle.question.size().0 <= 4) {
        let certificate = solver().certificate(&puzzle.question, &Limits::default()).unwrap();
        let summary = certificate.check().unwrap_or_else(|error| panic!("{}: {error}", puzzle.id));
        let owner = summary.claim.owner;
        let winner = if summary.verdict == Verdict::Holds { owner } else { owner.opponent() };
        assert_eq!(Question::of_claim(&summary.claim).as_ref(), Some(&puzzle.question));
        check(puzzle, Some(winner), &MoveMap::default());
    }
}

#[test]
fn handbook_examples_are_read() {
    let text = fs::read_to_string(format!("{}/../../docs/SOLVE.md", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let mut n_blocks = 0;
    for block in text.split("```").skip(1).step_by(2) {
        let (language, content) = block.split_once('\n').unwrap();
        if ["toml", "json"].contains(&language) {
            parse(content, &PositionDefaults::default()).unwrap_or_else(|error| panic!("{error}\n{content}"));
            n_blocks += 1;
        }
    }
    assert_eq!(n_blocks, 3);
}
