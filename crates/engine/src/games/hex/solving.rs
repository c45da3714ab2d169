//! Gives positions of Hex to the solver of whole boards. A right to swap is ignored: the answers are about the stones.

use tesuji_board::{CellSet, Player};
use tesuji_prove::{BoardConfig, BoardSolver, Forgetful, MoveMap, Question};
use tesuji_search::Limits;

use super::HexGame;
use super::connections::hardest_reply;
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
            margin: None,
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
        margin: None,
        nodes: map.nodes,
    }
}
