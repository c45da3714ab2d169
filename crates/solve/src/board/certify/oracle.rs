//! Which move wins, as the solver sees it: advice that the proof does not rest on.

use std::sync::Arc;

use tesuji_board::{Bits, Cell, CellSet, Player, Topology};
use tesuji_connection::inferior::{FillKind, Filled, Surroundings};
use tesuji_search::Limits;

use super::super::Question;
use super::super::engine::Engine;
use super::super::table::{Decision, Key, NO_MOVE, Table};

const PLAYERS: [Player; 2] = [Player::Black, Player::White];

const NO_ANSWER: u16 = u16::MAX;

/// A position as the solver sees it: with its fill-in, and what is known of each filled cell.
///
/// Where the loser has played on cells that the winner had captured, they are still the winner's.
#[derive(Clone, Debug)]
pub(super) struct Guide<const W: usize> {
    /// The stones of Black and White, filled ones included.
    pub stones: [Bits<W>; 2],
    answers: Vec<u16>,
    /// Dead cells.
    pub useless: Bits<W>,
}

impl<const W: usize> Guide<W> {
    /// Where an intrusion on a filled cell is answered, if it is.
    pub(super) fn answer(&self, cell: usize) -> Option<usize> {
        self.answers.get(cell).filter(|&&answer| answer != NO_ANSWER).map(|&answer| usize::from(answer))
    }

    /// The cells that `player` can do without.
    pub(super) fn given_up(&self, player: usize) -> Bits<W> {
        (self.stones[1 - player] | self.useless).iter().filter(|&cell| player_free(self, player, cell)).collect()
    }
}

fn player_free<const W: usize>(guide: &Guide<W>, player: usize, cell: usize) -> bool {
    // A mutual cell of the other player is what an intrusion on the player's own is answered with.
    guide.answer(cell).is_none_or(|partner| !guide.stones[player].contains(partner))
}

/// The solver, asked about positions in which the winner is to move.
pub(super) struct Oracle<'a, const W: usize> {
    engine: &'a Engine<W>,
    topology: &'a Arc<Topology>,
    surroundings: &'a Surroundings<W>,
    table: &'a Table<W>,
    limits: &'a Limits,
    filled: Filled<W>,
    /// Positions searched.
    pub n_nodes: u64,
    pub n_asked: u64,
    pub n_solved: u64,
}

impl<'a, const W: usize> Oracle<'a, W> {
    pub(super) fn new(engine: &'a Engine<W>, limits: &'a Limits) -> Self {
        let (topology, surroundings, table) = (&engine.topology, &engine.surroundings, &engine.table);
        Self { engine, topology, surroundings, table, limits, filled: Filled::default(), n_nodes: 0, n_asked: 0, n_solved: 0 }
    }

    /// The guide of a position with these stones.
    pub(super) fn guide(&mut self, stones: [Bits<W>; 2]) -> Guide<W> {
        let start = Guide { stones, answers: vec![NO_ANSWER; self.surroundings.n_cells()], useless: Bits::EMPTY };
        self.refill(start)
    }

    /// The guide after a stone more.
    pub(super) fn guide_after(&mut self, guide: &Guide<W>, player: usize, cell: usize) -> Guide<W> {
        let mut next = guide.clone();
        next.stones[player].insert(cell);
        self.refill(next)
    }

    fn refill(&mut self, mut guide: Guide<W>) -> Guide<W> {
        self.surroundings.fill_in(guide.stones, &mut self.filled);
        guide.stones = self.filled.stones;
        for step in &self.filled.steps {
            for cell in step.cells.iter() {
                match step.kind {
                    FillKind::Mutual { partner } => {
                        guide.answers[cell] = partner as u16;
                        guide.answers[partner] = cell as u16;
                    }
                    _ if guide.answers[cell] != NO_ANSWER => {}
                    FillKind::Dead => guide.useless.insert(cell),
                    FillKind::Captured | FillKind::Permanent { .. } => {
                        if let Some(answer) = self.filled.answer(cell) {
                            guide.answers[cell] = answer as u16;
                        }
                    }
                }
            }
        }
        guide
    }

    /// A winning move of `mover`, if the solver says that there is one.
    pub(super) fn winning_move(&mut self, stones: [Bits<W>; 2], mover: usize) -> Option<usize> {
        self.n_asked += 1;
        self.surroundings.fill_in(stones, &mut self.filled);
        let filled = self.filled.stones;
        let key = Key { own: filled[mover], theirs: filled[1 - mover], mover: mover as u8 };
        if let Some(Decision::Wins(cell, _)) = self.table.get(&key).and_then(|entry| entry.decision) {
            return (cell != NO_MOVE).then_some(usize::from(cell));
        }
        let [black, white] = stones.map(|set| set.iter().map(Cell::new).collect::<CellSet>());
        let question = Question { topology: self.topology.clone(), black, white, to_move: PLAYERS[mover] };
        let answer = self.engine.solve(&question, self.limits, 1);
        self.n_nodes += answer.nodes;
        self.n_solved += 1;
        answer.winning_move.map(Cell::index)
    }
}
