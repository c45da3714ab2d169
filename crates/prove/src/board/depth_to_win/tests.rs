//! The depth to win against plain minimax, with its lines played out.

use std::collections::HashMap;
use std::sync::Arc;

use proptest::prelude::*;
use tesuji_board::{Player, Topology};
use tesuji_search::Limits;

use super::strategy::Strategy;
use super::{DepthStop, DepthToWin, QuickestWin, longest_defence};
use crate::{BoardConfig, BoardSolver, Question};

/// By black stones, white stones and who is to move: the value that [`minimax`] found.
type Known = HashMap<(Vec<usize>, Vec<usize>, Player), (Player, usize)>;

/// The winner, and the number of stones that the winner needs if the winner hurries and the loser delays.
///
/// Tries every move of both players.
fn minimax(question: &Question, known: &mut Known) -> (Player, usize) {
    if let Some(winner) = question.winner() {
        return (winner, 0);
    }
    let names = |cells: &tesuji_board::CellSet| cells.iter().map(|cell| cell.index()).collect::<Vec<_>>();
    let key = (names(&question.black), names(&question.white), question.to_move);
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mover = question.to_move;
    let outcomes: Vec<_> = question.empties().iter().map(|cell| minimax(&question.after(cell), known)).collect();
    let quickest = outcomes.iter().filter(|(winner, _)| *winner == mover).map(|&(_, n)| n + 1).min();
    let slowest = outcomes.iter().map(|&(_, n)| n).max();
    let value = match quickest {
        Some(n) => (mover, n),
        None => (mover.opponent(), slowest.expect("a board without a winner is not full")),
    };
    known.insert(key, value);
    value
}

/// A position in which each cell is empty (0), Black's (1) or White's (2).
fn question(topology: &Arc<Topology>, cells: &[u8], to_move: Player) -> Question {
    let of =
        |colour: u8| topology.cells().zip(cells).filter(|&(_, &stone)| stone == colour).map(|(cell, _)| cell).collect();
    Question { topology: topology.clone(), black: of(1), white: of(2), to_move }
}

/// Asserts that the line is a game from here that ends with this win. Returns how many stones the winner placed.
fn play(question: &Question, winner: Player, line: &[tesuji_board::Cell]) -> usize {
    let mut at = question.clone();
    let mut n_stones = 0;
    for &cell in line {
        assert!(at.winner().is_none() && at.empties().contains(cell), "{question:?}: {line:?}");
        n_stones += usize::from(at.to_move == winner);
        at = at.after(cell);
    }
    assert_eq!(at.winner(), Some(winner), "{question:?}: {line:?}");
    n_stones
}

fn check(question: &Question, (winner, n_stones): (Player, usize)) {
    let found = DepthToWin::search(question, winner, &Limits::default(), 1 << 30);
    assert_eq!((found.at_least, found.at_most), (n_stones, Some(n_stones)), "{question:?}");
    assert_eq!(play(question, winner, &found.line), n_stones, "{question:?}");
    // A search that stops early knows less, but nothing false.
    let stopped = DepthToWin::search(question, winner, &Limits::nodes(3), 1 << 30);
    assert!(stopped.at_least <= n_stones && stopped.at_most.is_none_or(|most| most == n_stones), "{question:?}");
    let reason = stopped.at_most.is_none().then_some(DepthStop::Nodes(3));
    assert_eq!((found.stopped_by, stopped.stopped_by), (None, reason), "{question:?}");

    let mut solver = BoardSolver::new(BoardConfig { table_bytes: 1 << 16, ..BoardConfig::default() });
    let certificate = solver.certificate(question, &Limits::default()).expect("no limit");
    let nothing = DepthToWin { at_least: 0, at_most: None, line: Vec::new(), stopped_by: None, nodes: 0, forgotten: 0 };
    let bounded = nothing.bounded_by(question, &certificate);
    let most = bounded.at_most.expect("the certificate checks");
    let placed = play(question, winner, &bounded.line);
    assert!((n_stones..=most).contains(&placed), "{question:?}: {n_stones} <= {placed} <= {most}");
    // A loser who does not look ahead holds out no longer.
    let hasty = Strategy::new(&certificate).expect("the certificate checks").line(question, winner, 0);
    assert!(play(question, winner, &hasty) <= placed, "{question:?}");
    assert_eq!(found.clone().bounded_by(question, &certificate), found, "a strategy is no better than best play");
}

/// Asserts that the moves of both players with a limit and without are as good as `known` says.
fn check_moves(question: &Question, known: &mut Known) {
    let (winner, n_stones) = minimax(question, known);
    if question.winner().is_some() {
        return;
    }
    if question.to_move == winner {
        let quickest = QuickestWin::search(question, usize::MAX, &Limits::default()).expect("no limit");
        assert_eq!(quickest.n_stones, n_stones, "{question:?}");
        assert_eq!(minimax(&question.after(quickest.mv), known), (winner, n_stones - 1), "{question:?}");
        let strategy = Strategy::new(&quickest.certificate).expect("the certificate checks");
        assert_eq!(quickest.certificate.claim, question.after(quickest.mv).claim(winner));
        assert_eq!(strategy.n_stones(), n_stones - 1, "{question:?}");
        assert_eq!(QuickestWin::search(question, n_stones - 1, &Limits::default()), None, "{question:?}");
        return;
    }
    let all: Vec<_> = question.empties().iter().collect();
    let mut lasting = all.clone();
    lasting.retain(|&cell| minimax(&question.after(cell), known) == (winner, n_stones));
    let chosen = longest_defence(question, &all, &Limits::default()).expect("no limit");
    assert_eq!(chosen, lasting[0], "{question:?}");
    if let Some(chosen) = longest_defence(question, &[], &Limits::default()) {
        assert!(lasting.contains(&chosen), "{question:?}");
    }
}

#[test]
fn every_position_of_the_smallest_boards() {
    for (columns, rows) in [(1, 1), (1, 3), (2, 2), (3, 2), (2, 3)] {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let n_cells = columns * rows;
        let mut known = HashMap::new();
        for code in 0..3_usize.pow(n_cells as u32) {
            let cells: Vec<u8> = (0..n_cells).map(|i| (code / 3_usize.pow(i as u32) % 3) as u8).collect();
            for to_move in Player::BOTH {
                let question = question(&topology, &cells, to_move);
                check(&question, minimax(&question, &mut known));
                check_moves(&question, &mut known);
            }
        }
    }
}

#[test]
fn the_empty_boards() {
    for (side, n_stones) in [(1, 1), (2, 2), (3, 3)] {
        let topology = Arc::new(Topology::rhombus(side, side).unwrap());
        let question = question(&topology, &[], Player::Black);
        assert_eq!(minimax(&question, &mut HashMap::new()), (Player::Black, n_stones));
        check(&question, (Player::Black, n_stones));
    }
    // Beyond minimax.
    let topology = Arc::new(Topology::rhombus(5, 5).unwrap());
    let question = question(&topology, &[], Player::Black);
    let found = DepthToWin::search(&question, Player::Black, &Limits::default(), 1 << 26);
    assert_eq!((found.at_most, play(&question, Player::Black, &found.line)), (Some(7), 7));
    assert!(found.nodes < 200_000, "{found:?}");
}

#[test]
fn a_full_memory_costs_time_and_no_answer() {
    let topology = Arc::new(Topology::rhombus(4, 4).unwrap());
    let question = question(&topology, &[], Player::Black);
    let [large, small] =
        [1 << 30, 1 << 10].map(|bytes| DepthToWin::search(&question, Player::Black, &Limits::default(), bytes));
    assert_eq!([large.at_most, small.at_most], [Some(5); 2]);
    assert_eq!(play(&question, Player::Black, &small.line), 5);
    assert!(large.forgotten == 0 && small.forgotten > 0 && small.nodes > large.nodes, "{small:?}");
    // Without any memory, the limits still hold.
    let stopped = DepthToWin::search(&question, Player::Black, &Limits::nodes(50), 0);
    assert_eq!(stopped.stopped_by, Some(DepthStop::Nodes(50)));
    let interrupted = Limits::default();
    interrupted.interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    let found = DepthToWin::search(&question, Player::Black, &interrupted, 1 << 30);
    assert_eq!((found.at_most, found.stopped_by), (None, Some(DepthStop::Interrupt)));
}

#[test]
fn a_loser_who_looks_one_move_ahead_is_not_enough() {
    // By saving the strategy the fewest stones, White would let Black win with one stone; there is a way to make it
    // two.
    let topology = Arc::new(Topology::rhombus(5, 4).unwrap());
    let cells = [1, 0, 1, 0, 1, 1, 1, 2, 0, 1, 0, 0, 1, 0, 2, 0, 0, 0, 1, 1];
    let question = question(&topology, &cells, Player::White);
    check(&question, minimax(&question, &mut HashMap::new()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_positions_are_as_minimax_says(
        (columns, rows) in (3_usize..=5, 3_usize..=5),
        stones in prop::collection::vec(0_u8..8, 25),
        black_moves: bool,
    ) {
        let topology = Arc::new(Topology::rhombus(columns, rows).unwrap());
        let mut n_empty = 0;
        // At most nine cells stay empty: plain minimax cannot handle more.
        let cells: Vec<u8> = stones[..columns * rows].iter().map(|&stone| {
            n_empty += usize::from(stone < 4);
            if stone < 4 && n_empty <= 9 { 0 } else { 1 + stone % 2 }
        }).collect();
        let to_move = if black_moves { Player::Black } else { Player::White };
        let question = question(&topology, &cells, to_move);
        let mut known = HashMap::new();
        check(&question, minimax(&question, &mut known));
        check_moves(&question, &mut known);
    }
}
