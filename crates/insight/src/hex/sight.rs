//! A look at a position, with sets of the width that fits the board.

use std::sync::Arc;

use tesuji_board::{Bits, Cell, CellSet, Player, Topology};
use tesuji_connection::inferior::{Filled, Inferior, Surroundings};
use tesuji_connection::vc::{Connections, GoalSemi, Standing, VcConfig};
use tesuji_connection::{Region, Side};
use tesuji_game::Game;
use tesuji_hex::{Move, Position, edges_of};
use tesuji_proof::{Claim, Goal, Mover, Terminal};
use tesuji_search::mcts::leaves::Insight;

use super::Look;

/// The lists of connections. They are short, because a look has to be worth the playouts it costs.
const LISTS: VcConfig = VcConfig {
    max_full_chains: 16,
    max_semi_chains: 32,
    max_full: 8,
    max_semi: 16,
    max_full_cells: 2,
    max_semi_cells: 4,
    max_cells_carrier: 2,
    max_or: 3,
};

/// The board as both players can link it, and the connections of the position where looks begin.
pub(super) struct Sight<const W: usize> {
    topology: Arc<Topology>,
    regions: [Region<W>; 2],
    surroundings: Surroundings<W>,
    start: Option<Start<W>>,
    filled: Filled<W>,
    inferior: Inferior<W>,
    semis: Vec<GoalSemi<W>>,
}

/// For each player: the stones where looks begin, without fill-in, and the connections.
struct Start<const W: usize> {
    stones: [Bits<W>; 2],
    connections: [Connections<W>; 2],
}

impl<const W: usize> Sight<W> {
    /// `None` if the board is too large for this width.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let topology = position.topology();
        let region = |owner| Region::new(&whole_board(topology, owner)).ok();
        Some(Self {
            topology: Arc::clone(topology),
            regions: [region(Player::Black)?, region(Player::White)?],
            surroundings: Surroundings::new(topology).ok()?,
            start: None,
            filled: Filled::default(),
            inferior: Inferior::default(),
            semis: Vec::new(),
        })
    }
}

/// The claim that `owner` joins both edges of an empty board.
fn whole_board(topology: &Arc<Topology>, owner: Player) -> Claim {
    Claim {
        topology: Arc::clone(topology),
        owner,
        stones: CellSet::new(),
        carrier: topology.cells().collect(),
        goal: Goal::new(vec![vec![edges_of(owner).map(Terminal::Edge).to_vec()]]).expect("two edges are a goal"),
        to_move: Mover::Owner,
    }
}

fn stones<const W: usize>(position: &Position) -> [Bits<W>; 2] {
    let mut stones = [Bits::EMPTY; 2];
    for cell in position.topology().cells() {
        if let Some(player) = position.stone(cell) {
            stones[player.index()].insert(cell.index());
        }
    }
    stones
}

fn place(cell: usize) -> Move {
    Move::Place(Cell::new(cell))
}

impl<const W: usize> Look for Sight<W> {
    fn fits(&self, position: &Position) -> bool {
        *self.topology == **position.topology()
    }

    fn start(&mut self, position: &Position) {
        let stones = stones(position);
        if self.start.as_ref().is_none_or(|start| start.stones != stones) {
            let connections = [0, 1]
                .map(|p| Connections::with_stones(&self.regions[p], Side::Owner, LISTS, stones[p], stones[1 - p]));
            self.start = Some(Start { stones, connections });
        }
    }

    fn look(&mut self, position: &Position) -> Insight<Move> {
        let played = stones(position);
        let follows = |start: &Start<W>| (0..2).all(|p| start.stones[p].is_subset(&played[p]));
        if !self.start.as_ref().is_some_and(follows) {
            self.start(position);
        }
        let Some(mut start) = self.start.take() else { return Insight::Nothing };
        self.surroundings.fill_in(played, &mut self.filled);
        let new = [0, 1].map(|p| self.filled.stones[p] - start.stones[p]);
        for p in [0, 1] {
            start.connections[p].play(&self.regions[p], new[p], new[1 - p]);
        }
        let insight = self.judge(position, played, &start.connections);
        for connections in &mut start.connections {
            connections.undo();
        }
        self.start = Some(start);
        insight
    }
}

impl<const W: usize> Sight<W> {
    /// Result of fill-in and the connections of both players in a position in which these stones were played.
    fn judge(&mut self, position: &Position, played: [Bits<W>; 2], connections: &[Connections<W>; 2]) -> Insight<Move> {
        let mover = position.to_move();
        let (own, other) = (mover.index(), (!mover).index());
        let all = Bits::first_n(self.topology.n_cells());
        let (free, empties) = (all - played[0] - played[1], all - self.filled.occupied());
        match connections[own].standing(&self.regions[own].goal, &mut self.semis) {
            Standing::Secured(carrier) => {
                let cell = carrier.first().or_else(|| empties.first()).or_else(|| free.first());
                return cell.map_or(Insight::Nothing, |cell| Insight::Won(place(cell)));
            }
            Standing::Open => {
                if let Some(best) = self.semis.iter().min_by_key(|semi| semi.carrier.len()) {
                    return Insight::Won(place(best.key));
                }
            }
        }
        if let Standing::Secured(_) = connections[other].standing(&self.regions[other].goal, &mut self.semis) {
            return Insight::Lost;
        }
        let must_play = self.semis.iter().fold(empties, |set, semi| set & semi.carrier);
        self.surroundings.inferior_moves(&self.filled, mover, &mut self.inferior);
        let mut moves = self.inferior.vulnerable.iter().fold(must_play, |set, move_| set.without(move_.cell));
        if moves.is_empty() {
            return Insight::Lost;
        }
        // If a dominated move wins, so does the move that dominates it, and that one is not inferior itself. If the
        // dominating move is not in the must-play set, it loses, and so does the dominated one.
        for dominated in &self.inferior.dominated {
            moves.remove(dominated.cell);
        }
        if moves.is_empty() {
            return Insight::Lost;
        }
        Insight::Open(moves.iter().map(place).collect())
    }
}
