//! The solver against the referee, which is exhaustive search, on small positions. On larger ones it is compared with
//! Program C, and with itself under other settings.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};
use std::thread::{self, ThreadId};

use proptest::prelude::*;
use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_neural::PlaceContent;
use tesuji_proof::Mover;
use tesuji_search::{Limits, TimeMeter};

use super::{BoardConfig, BoardSolver, Question};
use crate::TrainingSample;
use crate::brute::verify_brute;
use crate::{Verifier, VerifyOutcome, verify};

/// The maximum number of empty cells of a random position for the referee: some ten thousand positions each.
const MAX_EMPTIES: usize = 12;

/// A position in which each cell is empty (0), Black's (1) or White's (2).
fn question(topology: &Arc<Topology>, cells: &[u8], to_move: Player) -> Question {
    let of = |colour: u8| {
        let cells = topology.cells().zip(cells);
        cells.filter(|&(_, &stone)| stone == colour).map(|(cell, _)| cell).collect::<CellSet>()
    };
    Question { topology: topology.clone(), black: of(1), white: of(2), to_move }
}

fn solver(n_threads: usize) -> BoardSolver {
    BoardSolver::new(BoardConfig { table_bytes: 1 << 20, n_threads, uses_net: true, ..BoardConfig::default() })
}

/// The winner, by trying everything.
fn brute(question: &Question) -> Player {
    match crate::brute::verify_brute(&question.claim(Player::Black), &Limits::default()).outcome {
        VerifyOutcome::Holds(_) => Player::Black,
        VerifyOutcome::Fails(_) => Player::White,
        VerifyOutcome::Undecided => unreachable!("these positions are small enough for the referee"),
    }
}

/// Asserts that the win is as stated: in this carrier and with these stones alone, everything else the loser's. The
/// position must be within the judge's reach.
fn assert_carrier(question: &Question, answer: &super::Answer, judge: &Verifier<'_>) {
    let winner = answer.winner.expect("without a limit everything is decided");
    let mut claim = question.claim(winner);
    assert!(answer.carrier.is_subset(&claim.carrier), "{question:?}: {answer:?} needs stones empty");
    claim.carrier = answer.carrier.clone();
    assert!(answer.stones.is_subset(&claim.stones), "{question:?}: {answer:?} rests on stones that are not there");
    claim.stones = answer.stones.clone();
    if let Some(first) = answer.winning_move {
        assert_eq!(winner, question.to_move);
        claim.carrier.remove(first);
        claim.stones.insert(first);
    }
    claim.to_move = Mover::Opponent;
    let outcome = judge(&claim, &Limits::default()).outcome;
    assert!(matches!(outcome, VerifyOutcome::Holds(_)), "{question:?}: {answer:?} does not suffice");
}

#[test]
fn every_position_of_two_by_three_and_three_by_two() {
    for (columns, rows) in [(2, 3), (3, 2), (1, 3), (3, 1)] {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let n_cells = columns * rows;
        let mut shared = solver(1);
        for code in 0..3_usize.pow(n_cells as u32) {
            let cells: Vec<u8> = (0..n_cells).map(|i| (code / 3_usize.pow(i as u32) % 3) as u8).collect();
            for to_move in Player::BOTH {
                let question = question(&topology, &cells, to_move);
                let expected = brute(&question);
                // What a solver has learnt from other positions must not mislead it.
                for solver in [&mut shared, &mut solver(1)] {
                    let answer = solver.solve(&question, &Limits::default());
                    assert_eq!(answer.winner, Some(expected), "{question:?}");
                    assert_carrier(&question, &answer, &verify_brute);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_positions_are_as_exhaustive_search_says(
        (columns, rows) in (3_usize..=5, 3_usize..=5),
        stones in prop::collection::vec(1_u8..=2, 25),
        empties in prop::sample::subsequence((0..25).collect::<Vec<usize>>(), 5..=MAX_EMPTIES),
        black_moves: bool,
    ) {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        // On a smaller board some of the empty cells coincide.
        let n_cells = columns * rows;
        let mut cells = stones[..n_cells].to_vec();
        empties.iter().for_each(|&cell| cells[cell % n_cells] = 0);
        let to_move = if black_moves { Player::Black } else { Player::White };
        let question = question(&topology, &cells, to_move);
        let answer = solver(1).solve(&question, &Limits::default());
        prop_assert_eq!(answer.winner, Some(brute(&question)), "{:?}", question);
        assert_carrier(&question, &answer, &verify_brute);
    }

    #[test]
    fn two_threads_a_tiny_table_and_no_net_find_the_same_winner(stones in prop::collection::vec(0_u8..12, 36), black_moves: bool) {
        let topology = Arc::new(Topology::rhombus(6, 6).unwrap());
        let cells: Vec<u8> = stones.iter().map(|&stone| stone.saturating_sub(9)).collect();
        let to_move = if black_moves { Player::Black } else { Player::White };
        let question = question(&topology, &cells, to_move);
        let one = solver(1).solve(&question, &Limits::default());
        assert_carrier(&question, &one, &verify);
        prop_assert_eq!(&one, &solver(1).solve(&question, &Limits::default()), "the same search, the same answer");
        let config = BoardConfig { table_bytes: 1 << 20, uses_net: false, ..BoardConfig::default() };
        let alone = BoardSolver::new(config).solve(&question, &Limits::default());
        assert_carrier(&question, &alone, &verify);
        prop_assert_eq!(alone.winner, one.winner, "the net changes no answer");
        let two = solver(2).solve(&question, &Limits::default());
        prop_assert_eq!(two.winner, one.winner);
        assert_carrier(&question, &two, &verify);
        let tiny = BoardSolver::new(BoardConfig { table_bytes: 1_000, ..BoardConfig::default() }).solve(&question, &Limits::default());
        prop_assert_eq!(tiny.winner, one.winner);
    }
}

#[test]
fn a_limit_leaves_it_open_and_a_second_try_goes_on() {
    let topology = Arc::new(Topology::rhombus(7, 7).unwrap());
    let mut cells = [0; 49];
    cells[1] = 1;
    let question = question(&topology, &cells, Player::White);
    let mut solver = solver(1);
    let answer = solver.solve(&question, &Limits::nodes(10));
    assert_eq!(answer.winner, None);
    assert!((10..100).contains(&answer.nodes), "{}", answer.nodes);
    let left = answer.distance.expect("one thread has left its numbers in the table");
    assert!(left.to_win > 0 && left.to_lose > 0, "{left:?}");
    assert_eq!(solver.solve(&question, &Limits::default()).winner, Some(Player::White));
    let again = solver.solve(&question, &Limits::default());
    assert_eq!((again.winner, again.nodes, again.distance), (Some(Player::White), 0, None), "known by now");
}

#[test]
fn samples_are_true() {
    let topology = Arc::new(Topology::rhombus(5, 5).unwrap());
    let mut solver = solver(1);
    assert_eq!(solver.samples(1), [], "nothing asked, nothing learnt");
    for opening in 0..25 {
        let mut cells = [0; 25];
        cells[opening] = 1;
        solver.solve(&question(&topology, &cells, Player::White), &Limits::default());
    }
    let samples = solver.samples(1);
    let n_moves = samples.iter().filter(|sample| sample.winning_move.is_some()).count();
    assert!(samples.len() > 20 && n_moves > 5 && n_moves < samples.len(), "{n_moves} of {}", samples.len());
    for sample in &samples {
        let TrainingSample { to_move, winner, winning_move, .. } = *sample;
        let of = |player| {
            let places = topology.cells().zip(&sample.places);
            places.filter(|&(_, &place)| place == PlaceContent::Stone(player)).map(|(cell, _)| cell).collect()
        };
        let (black, white) = (of(Player::Black), of(Player::White));
        let question = Question { topology: topology.clone(), black, white, to_move };
        let wins = |question: &Question| {
            let verified = verify(&question.claim(winner), &Limits::default());
            matches!(verified.outcome, VerifyOutcome::Holds(_))
        };
        assert!(wins(&question), "{question:?}");
        if let Some((row, column)) = winning_move {
            let cell = Cell::new(row * 5 + column);
            assert!(to_move == winner && wins(&question.after(cell)), "{question:?}");
        }
    }
    let long = solver.samples(3);
    assert!(long.len() < samples.len() && long.iter().all(|sample| sample.nodes >= 3));
}

/// Notes the threads that report progress, and those that report their end.
#[derive(Debug, Default)]
struct Listener {
    at_work: Mutex<HashSet<ThreadId>>,
    ended: Mutex<HashSet<ThreadId>>,
}

impl TimeMeter for Listener {
    fn tick(&self) {
        self.at_work.lock().unwrap().insert(thread::current().id());
    }

    fn leave(&self) {
        self.ended.lock().unwrap().insert(thread::current().id());
    }
}

#[test]
fn a_meter_hears_of_every_thread() {
    let topology = Arc::new(Topology::rhombus(7, 7).unwrap());
    let question = question(&topology, &[0; 49], Player::Black);
    for n_threads in [1, 2] {
        let listener = Arc::new(Listener::default());
        let limits = Limits { meter: Some(listener.clone()), ..Limits::nodes(200) };
        solver(n_threads).solve(&question, &limits);
        let (at_work, ended) = (listener.at_work.lock().unwrap(), listener.ended.lock().unwrap());
        // The calling thread is one of those that search. Its end is reported by the caller of `solve`, not by the
        // solver.
        let here = thread::current().id();
        assert!(ended.len() == n_threads - 1 && !ended.contains(&here));
        assert!(at_work.iter().all(|id| *id == here || ended.contains(id)));
    }
}

/// The number of positions searched is a checksum of behaviour: a change that claims to change nothing must not change
/// it.
#[test]
fn node_counts() {
    const OPENINGS: [(usize, &[(&str, u64)]); 2] = [
        (6, &[("a1", 10), ("d3", 4), ("b5", 33), ("f6", 10)]),
        (
            7,
            &[
                ("a1", 350),
                ("d1", 251),
                ("g1", 4_462),
                ("b2", 2_458),
                ("f2", 151),
                ("c3", 815),
                ("e3", 205),
                ("c4", 556),
                ("d4", 301),
                ("b5", 3_235),
                ("a7", 4_692),
                ("d7", 143),
            ],
        ),
    ];
    for (side, openings) in OPENINGS {
        let topology = Arc::new(Topology::rhombus(side, side).unwrap());
        let nodes = |name: &str| {
            let cell: Cell = topology.cell(name).unwrap();
            let mut cells = vec![0; side * side];
            cells[cell.index()] = 1;
            // Large enough that nothing is forgotten, which would depend on the size.
            let mut solver =
                BoardSolver::new(BoardConfig { table_bytes: 64 << 20, uses_net: true, ..BoardConfig::default() });
            solver.solve(&question(&topology, &cells, Player::White), &Limits::default()).nodes
        };
        let counts: Vec<(&str, u64)> = openings.iter().map(|&(name, _)| (name, nodes(name))).collect();
        assert_eq!(counts, openings, "{side}x{side}");
    }
}
