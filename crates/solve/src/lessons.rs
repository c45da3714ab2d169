//! What a solver has found out on its way, for a net to learn from.

use tesuji_board::{Cell, CellSet, Player, in_its_width};
use tesuji_decide::{Lesson, NO_MOVE, WinDecision};

use crate::BoardSolver;
use crate::engine::Engine;

/// A position that a search has decided on its way to an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardLesson {
    /// Black's stones, and cells that count as such by fill-in.
    pub black: CellSet,
    /// The same of White.
    pub white: CellSet,
    /// Whose turn it is.
    pub to_move: Player,
    /// Who wins.
    pub winner: Player,
    /// A move that wins, if the player to move does and the board is not full.
    pub winning_move: Option<Cell>,
    /// How many positions were searched to find this out.
    pub nodes: u32,
}

impl BoardSolver {
    /// What searches of the board of the last question have decided, of positions that took at least this many others. A
    /// search that a limit ended has lessons too. They are in no particular order, and not all if the table is full.
    #[must_use]
    pub fn lessons(&self, least_nodes: u32) -> Vec<BoardLesson> {
        let Some(any) = &self.engine else { return Vec::new() };
        in_its_width!(any, engine => engine.lessons(least_nodes))
    }
}

impl<const W: usize> Engine<W> {
    fn lessons(&self, least_nodes: u32) -> Vec<BoardLesson> {
        self.decider.lessons(least_nodes).into_iter().map(lesson).collect()
    }
}

fn lesson<const W: usize>(Lesson { stones, mover, decision, work }: Lesson<W>) -> BoardLesson {
    let [black, white] = stones.map(|cells| cells.iter().map(Cell::new).collect());
    let to_move = Player::BOTH[mover];
    let (winner, key) = match decision {
        WinDecision::Wins(key, _) => (to_move, Some(key).filter(|&key| key != NO_MOVE)),
        WinDecision::Loses(_) => (!to_move, None),
    };
    let winning_move = key.map(|key| Cell::new(usize::from(key)));
    BoardLesson { black, white, to_move, winner, winning_move, nodes: work }
}
