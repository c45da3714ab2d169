//! Gives positions of Hex to the solver of whole boards. A right to swap is ignored: the answers are about the stones.

use tesuji_board::{Cell, CellSet, Player};
use tesuji_hex::{Move, Position, Swap};
use tesuji_prove::{BoardConfig, BoardSolver, Forgetful, MoveMap, Question, QuickestWin, longest_defence};
use tesuji_search::Limits;

use super::HexGame;
use super::connections::hardest_reply;
use crate::player::Finish;
use crate::player::side_by_side::part_of;
use crate::solving::Solves;
use crate::{Solved, SolvedMoves};

/// The memory for the tables of a session's solver.
const TABLE_BYTES: usize = 256 << 20;

impl HexGame {
    /// The stones with `to_move` to move, without swapping.
    fn question(&self, to_move: Player) -> Question {
        Question { to_move, ..Question::from(self.play.position()) }
    }

    fn solver(&mut self) -> &mut BoardSolver {
        let config = BoardConfig { table_bytes: TABLE_BYTES, ..BoardConfig::default() };
        self.solver.get_or_insert_with(|| BoardSolver::new(config))
    }

    /// See [`HexTools::solved_line`](super::HexTools::solved_line).
    pub(super) fn solved_line(&mut self, player: Player, limits: &Limits) -> Vec<String> {
        let mut question = self.question(player);
        let mut line = Vec::new();
        while question.winner().is_none() {
            let answer = self.solver().solve(&question, limits);
            let next = match answer.winner {
                None => None,
                Some(winner) if winner == question.to_move => answer.winning_move,
                Some(_) => hardest_reply(&question, &answer.carrier),
            };
            let Some(cell) = next else { break };
            line.push(question.topology.name(cell).to_owned());
            question = question.after(cell);
        }
        line
    }
}

impl Solves for HexGame {
    fn solve(&mut self, player: Player, limits: &Limits) -> Solved {
        let question = self.question(player);
        let answer = self.solver().solve(&question, limits);
        Solved {
            winner: answer.winner,
            winning_move: answer.winning_move.map(|cell| question.topology.name(cell).to_owned()),
            nodes: answer.nodes,
        }
    }

    fn solve_moves(&mut self, player: Player, limits: &Limits, seen: &mut dyn FnMut(&SolvedMoves)) -> SolvedMoves {
        let question = self.question(player);
        let seen = &mut |map: &MoveMap| seen(&solved_moves(&question, map));
        let map = self.solver().settle_moves(&question, limits, &mut Forgetful, seen);
        solved_moves(&question, &map)
    }
}

/// The moves by name.
fn solved_moves(question: &Question, map: &MoveMap) -> SolvedMoves {
    let names = |cells: &CellSet| cells.iter().map(|cell| question.topology.name(cell).to_owned()).collect::<Vec<_>>();
    let is_complete = map.is_complete(question);
    let mut open = if is_complete { CellSet::new() } else { question.empties() };
    open.subtract(&map.winning);
    open.subtract(&map.losing);
    SolvedMoves {
        winning: names(&map.winning),
        losing: names(&map.losing),
        open: names(&open),
        is_complete,
        nodes: map.nodes,
    }
}

/// The limits of a short search for the quickest win or the longest defence, for a player that makes this many playouts
/// a move. A look at a larger board takes longer, so there are fewer.
pub(super) fn to_finish(position: &Position, playouts: u64, limits: &Limits) -> Limits {
    /// What a playout is worth in cells looked at, and the bounds of all of them.
    const CELLS_A_PLAYOUT: u64 = 300;
    const LEAST: u64 = 300_000;
    const MOST: u64 = 3_000_000;
    let cells = playouts.saturating_mul(CELLS_A_PLAYOUT).clamp(LEAST, MOST);
    part_of(limits, cells / position.topology().n_cells() as u64)
}

/// While swapping is possible, what the stones say is not the result.
impl Finish for Position {
    fn quickest_win(&self, playouts: u64, limits: &Limits) -> Option<Move> {
        let question = (self.swap() == Swap::Off).then(|| Question::from(self))?;
        let quickest = QuickestWin::search(&question, usize::MAX, &to_finish(self, playouts, limits))?;
        Some(Move::Place(quickest.mv))
    }

    fn longest_defence(&self, preferred: &[Move], playouts: u64, limits: &Limits) -> Option<Move> {
        let question = (self.swap() == Swap::Off).then(|| Question::from(self))?;
        let cell = |mv: &Move| match *mv {
            Move::Place(cell) => Some(cell),
            Move::Swap => None,
        };
        let preferred: Vec<Cell> = preferred.iter().filter_map(cell).collect();
        longest_defence(&question, &preferred, &to_finish(self, playouts, limits)).map(Move::Place)
    }
}
