//! Who wins a small position.

use std::collections::HashMap;

use tesuji_board::{BOTTOM, Bits, Cell, LEFT, Player, RIGHT, TOP, Topology};

type Set = Bits<1>;

/// Finds who wins by trying every move: too plain to be wrong.
pub(super) struct Referee {
    neighbours: Vec<Set>,
    edges: [[Set; 2]; 2],
    pub all: Set,
    known: HashMap<(Set, Set, Player), Player>,
}

impl Referee {
    pub(super) fn new(board: &Topology) -> Self {
        let edge = |id: usize| board.edges()[id].cells.iter().map(Cell::index).collect();
        let neighbours = board.cells().map(|c| board.neighbours(c).iter().map(|c| c.index()).collect()).collect();
        let edges = [[edge(TOP), edge(BOTTOM)], [edge(LEFT), edge(RIGHT)]];
        Self { neighbours, edges, all: Set::first_n(board.n_cells()), known: HashMap::new() }
    }

    pub(super) fn has_won(&self, stones: [Set; 2], player: Player) -> bool {
        let [start, end] = self.edges[player.index()];
        let own = stones[player.index()];
        let mut reached = own & start;
        let mut open = reached;
        while let Some(cell) = open.first() {
            open.remove(cell);
            let next = (self.neighbours[cell] & own) - reached;
            reached |= next;
            open |= next;
        }
        reached.meets(&end)
    }

    pub(super) fn winner(&mut self, stones: [Set; 2], mover: Player) -> Player {
        let key = (stones[0], stones[1], mover);
        if let Some(&winner) = self.known.get(&key) {
            return winner;
        }
        if self.known.len() > 4_000_000 {
            self.known.clear();
        }
        let winner = if self.has_won(stones, !mover) {
            !mover
        } else {
            self.winner_among(stones, mover, self.all - stones[0] - stones[1])
        };
        self.known.insert(key, winner);
        winner
    }

    /// The winner if `mover` may only choose among `moves` now.
    pub(super) fn winner_among(&mut self, stones: [Set; 2], mover: Player, moves: Set) -> Player {
        let wins = moves.iter().any(|cell| {
            let mut next = stones;
            next[mover.index()].insert(cell);
            self.winner(next, !mover) == mover
        });
        if wins || self.has_won(stones, mover) { mover } else { !mover }
    }

    pub(super) fn winners(&mut self, stones: [Set; 2]) -> [Player; 2] {
        Player::BOTH.map(|mover| self.winner(stones, mover))
    }
}
