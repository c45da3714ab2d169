//! The winner of a small position.

use std::collections::HashMap;

use tesuji_board::{BOTTOM, Bits, Cell, LEFT, Player, RIGHT, TOP, Topology};

use crate::Region;

type Set = Bits<1>;

/// Finds who wins by trying every move: too plain to be wrong.
pub(super) struct Referee {
    ground: Ground,
    pub all: Set,
    known: HashMap<(Set, Set, Player), Player>,
}

/// The task of a player.
enum Ground {
    /// Each player joins two edges.
    Board { neighbours: Vec<Set>, edges: [[Set; 2]; 2] },
    /// By set of cells: whether the owner's goal is achieved with it. The opponent prevents that.
    Region(Vec<bool>),
}

impl Referee {
    pub(super) fn new(board: &Topology) -> Self {
        let edge = |id: usize| board.edges()[id].cells.iter().map(Cell::index).collect();
        let neighbours = board.cells().map(|c| board.neighbours(c).iter().map(|c| c.index()).collect()).collect();
        let edges = [[edge(TOP), edge(BOTTOM)], [edge(LEFT), edge(RIGHT)]];
        let ground = Ground::Board { neighbours, edges };
        Self { ground, all: Set::first_n(board.n_cells()), known: HashMap::new() }
    }

    /// For a claim of few cells; Black is the owner.
    pub(super) fn of_region(region: &Region<1>) -> Self {
        let n_cells = region.n_cells();
        let set = |code: usize| (0..n_cells).filter(|cell| code >> cell & 1 != 0).collect();
        let achieved = (0..1 << n_cells).map(|code| region.is_possible(set(code))).collect();
        Self { ground: Ground::Region(achieved), all: Set::first_n(n_cells), known: HashMap::new() }
    }

    pub(super) fn has_won(&self, stones: [Set; 2], player: Player) -> bool {
        let (neighbours, edges) = match &self.ground {
            Ground::Board { neighbours, edges } => (neighbours, edges),
            Ground::Region(achieved) => {
                let code = |set: Set| set.iter().fold(0, |code, cell| code | 1 << cell);
                return match player {
                    Player::Black => achieved[code(stones[0])],
                    Player::White => !achieved[code(self.all - stones[1])],
                };
            }
        };
        let [start, end] = edges[player.index()];
        let own = stones[player.index()];
        let mut reached = own & start;
        let mut open = reached;
        while let Some(cell) = open.first() {
            open.remove(cell);
            let next = (neighbours[cell] & own) - reached;
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
