//! Asks the solver of whole boards who wins, and with which moves.
//!
//! Each question ends with `# interrupt` or after a number of nodes; by default [`USUAL_NODES`].

use tesuji_search::Limits;

use super::arguments::{Reply, colour_or, number};
use super::board::Board;

/// How many positions are searched for an answer unless the command gives a number.
const USUAL_NODES: u64 = 100_000;

const NO_SOLVER: &str = "this game has no solver";

pub(super) fn solve_state(board: &mut Board, arguments: &[String]) -> Reply {
    state(board, arguments, "unknown")
}

/// Answers as benzene does.
pub(super) fn benzene_solve_state(board: &mut Board, arguments: &[String]) -> Reply {
    state(board, arguments, "empty")
}

fn state(board: &mut Board, arguments: &[String], unknown: &str) -> Reply {
    let player = colour_or(arguments, board.session.to_move())?;
    let limits = limits(board, arguments)?;
    let solved = board.session.solver().ok_or(NO_SOLVER)?.solve(player, &limits);
    Ok(solved.winner.map_or(unknown, |winner| winner.name()).to_owned())
}

/// The winning moves; an error if not all are known.
pub(super) fn find_winning(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour_or(arguments, board.session.to_move())?;
    let limits = limits(board, arguments)?;
    let moves = board.session.solver().ok_or(NO_SOLVER)?.solve_moves(player, &limits);
    if moves.is_complete {
        return Ok(moves.winning.join(" "));
    }
    let n_known = moves.winning.len() + moves.losing.len();
    Err(format!("unknown: {n_known} moves were solved, and these of them win: {}", moves.winning.join(" ")))
}

pub(super) fn line(board: &mut Board, arguments: &[String]) -> Reply {
    let player = colour_or(arguments, board.session.to_move())?;
    let limits = limits(board, arguments)?;
    Ok(board.session.hex_mut().ok_or(NO_SOLVER)?.solved_line(player, &limits).join(" "))
}

/// The number of nodes after the colour; 0 means no limit.
fn limits(board: &Board, arguments: &[String]) -> Result<Limits, String> {
    let nodes = match arguments.len() {
        0 | 1 => USUAL_NODES,
        _ => number(arguments, 1, "a number of positions, 0 for no bound")?,
    };
    board.bell.listen();
    Ok(board.limits((nodes > 0).then_some(nodes)))
}
