//! Who wins a position of Amazons, for certain, and with which moves.

use tesuji_amazons::Position;
use tesuji_amazons::notation::write_move;
use tesuji_board::Player;
use tesuji_endings::{Deciding, Solver, decide};
use tesuji_game::Game;
use tesuji_search::Limits;

use crate::{Solved, SolvedMoves};

pub(super) fn solve(position: &Position, player: Player, limits: &Limits) -> Solved {
    let position = position.with_to_move(player);
    let mut solver = Solver::default();
    let solved = solver.solve(&position, limits);
    Solved {
        winner: solved.map(|solved| solved.winner),
        winning_move: solved.and_then(|solved| solved.mv).map(|mv| write_move(position.size(), mv)),
        nodes: solver.n_nodes(),
    }
}

/// The limit on nodes is for all moves together.
pub(super) fn solve_moves(position: &Position, player: Player, limits: &Limits) -> SolvedMoves {
    let position = position.with_to_move(player);
    let mut solver = Solver::default();
    let mut found = SolvedMoves { winning: Vec::new(), losing: Vec::new(), is_complete: true, nodes: 0 };
    for mv in position.moves() {
        let mut next = position.clone();
        next.play_unchecked(mv);
        let left = limits.nodes.map(|most| most.saturating_sub(solver.n_nodes()));
        let text = write_move(position.size(), mv);
        match solver.solve(&next, &Limits { nodes: left, ..limits.clone() }) {
            Some(solved) if solved.winner == player => found.winning.push(text),
            Some(_) => found.losing.push(text),
            None => found.is_complete = false,
        }
    }
    found.nodes = solver.n_nodes();
    found
}

/// Who wins, if that can be decided within the limits, by values of regions or by search.
pub(super) fn ending(position: &Position, most_empty: usize, limits: &Limits) -> Option<Player> {
    let usual = Deciding::default();
    let deciding = Deciding { nodes: limits.nodes.unwrap_or(usual.nodes), empties: most_empty };
    decide(position, &deciding, limits).map(|solved| solved.winner)
}
