//! Questions about whole boards: who wins, with which moves.
//!
//! A session keeps its solver, so that what it learnt for one question serves the next. Who may swap is not looked at: the
//! answers are about the stones.

use tesuji_board::{CellSet, Player};
use tesuji_search::Limits;
use tesuji_solve::{BoardConfig, BoardSolver, Forgetful};

use crate::games::hardest_reply;
use crate::{Session, SessionError};

/// Memory for what the solver of a session has learnt.
const TABLE_BYTES: usize = 256 << 20;

/// What is known of a position with one player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solved {
    /// Who wins; `None` if a limit was reached first.
    pub winner: Option<Player>,
    /// A move that wins, if the player to move does and the game is not over.
    pub winning_move: Option<String>,
    /// Positions searched for it.
    pub nodes: u64,
}

/// What is known of the moves of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedMoves {
    /// Moves that win, in the order of the board.
    pub winning: Vec<String>,
    /// Moves that lose.
    pub losing: Vec<String>,
    /// Is that all of them? Not if a limit was reached first.
    pub is_complete: bool,
    /// Positions searched for it.
    pub nodes: u64,
}

impl Session {
    /// Who wins with `player` to move. A node of `limits` is a position searched.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] in games without a solver.
    pub fn solve(&mut self, player: Player, limits: &Limits) -> Result<Solved, SessionError> {
        if let Some(solved) = self.game.solve(player, limits) {
            return Ok(solved);
        }
        let question = self.question_of_stones(player)?;
        let answer = self.solver().solve(&question, limits);
        Ok(Solved {
            winner: answer.winner,
            winning_move: answer.winning_move.map(|cell| question.topology.name(cell).to_owned()),
            nodes: answer.nodes,
        })
    }

    /// Which moves of `player` win. The limit on nodes is for all of them together.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] in games without a solver.
    pub fn solve_moves(&mut self, player: Player, limits: &Limits) -> Result<SolvedMoves, SessionError> {
        if let Some(solved) = self.game.solve_moves(player, limits) {
            return Ok(solved);
        }
        let question = self.question_of_stones(player)?;
        let map = self.solver().search_moves(&question, None, limits, &mut Forgetful);
        let names =
            |cells: &CellSet| cells.iter().map(|cell| question.topology.name(cell).to_owned()).collect::<Vec<_>>();
        Ok(SolvedMoves {
            winning: names(&map.winning),
            losing: names(&map.losing),
            is_complete: map.is_complete(&question),
            nodes: map.nodes,
        })
    }

    /// A line of play from here with `player` to move, in which the winner's moves are proved to win and the loser puts up
    /// resistance; it ends when the winner's edges are connected, or where a limit was reached. Empty if nobody is
    /// known to win.
    ///
    /// # Errors
    ///
    /// [`SessionError::Unsupported`] in games without a solver.
    pub fn solved_line(&mut self, player: Player, limits: &Limits) -> Result<Vec<String>, SessionError> {
        let mut question = self.question_of_stones(player)?;
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
        Ok(line)
    }

    /// Can [`Self::ending`] say anything of this game?
    #[must_use]
    pub fn has_endings(&self) -> bool {
        self.game.has_endings()
    }

    /// Who wins, for certain: by the values of the parts into which the board has fallen, or by search. `None` if a part that both
    /// players can reach has more than `most_empty` empty cells, or if a limit was reached first. A node of `limits` is a
    /// position searched, or a stand in such a part.
    #[must_use]
    pub fn ending(&self, most_empty: usize, limits: &Limits) -> Option<Player> {
        self.game.ending(most_empty, limits)
    }

    fn solver(&mut self) -> &mut BoardSolver {
        let config = BoardConfig { table_bytes: TABLE_BYTES, ..BoardConfig::default() };
        self.solver.get_or_insert_with(|| BoardSolver::new(config))
    }
}
