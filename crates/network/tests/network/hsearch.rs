//! Networks checked against the test's own H-search: unbounded, plain, and written from the papers alone.

use rand::seq::SliceRandom;
use tesuji_board::{Bits, Cell, Player, Topology};
use tesuji_hex::{Position, edges_of};
use tesuji_network::{Board, ThroughEdge};

use crate::random;

/// The minimal ones among some sets of cells.
#[derive(Clone, Default)]
struct Carriers(Vec<u32>);

impl Carriers {
    /// Adds a set unless it contains one that is already in, and removes the sets that contain it. Returns whether it
    /// was new.
    fn add(&mut self, new: u32) -> bool {
        if self.0.iter().any(|known| known & !new == 0) {
            return false;
        }
        self.0.retain(|known| new & !known != 0);
        self.0.push(new);
        true
    }
}

/// One player's side of a board: cells `0..n_cells`, then its first and its second edge.
struct Side {
    n_cells: usize,
    /// By node: the node that stands for its chain, itself for an empty cell, `None` for a stone of the opponent.
    stands: Vec<Option<usize>>,
    /// By node that stands for itself: whether it is an empty cell.
    is_empty: Vec<bool>,
    connections: Vec<Vec<Carriers>>,
    semis: Vec<Vec<Carriers>>,
}

impl Side {
    fn new(topology: &Topology, player: Player, stones: [u32; 2], through_edge: ThroughEdge) -> Self {
        let n_cells = topology.n_cells();
        let (own, other) = (stones[player.index()], stones[player.opponent().index()]);
        let is_in = |set: u32, node: usize| node < n_cells && set >> node & 1 != 0;
        let edges = edges_of(player).map(|edge| &topology.edges()[edge].cells);
        let touches = |a: usize, b: usize| match (a.checked_sub(n_cells), b.checked_sub(n_cells)) {
            (None, None) => topology.neighbours(Cell::new(a)).contains(&Cell::new(b)),
            (None, Some(edge)) => edges[edge].contains(Cell::new(a)),
            (Some(edge), None) => edges[edge].contains(Cell::new(b)),
            (Some(_), Some(_)) => false,
        };
        let n = n_cells + 2;
        let is_own = |node: usize| node >= n_cells || is_in(own, node);
        // Neighbouring stones pass on their largest number, which stands for the chain. An edge is a node of its own,
        // unless a chain counts as the edge that it touches.
        let merges = |node: usize| is_own(node) && (node < n_cells || through_edge == ThroughEdge::Off);
        let mut stands: Vec<Option<usize>> = (0..n).map(|node| (!is_in(other, node)).then_some(node)).collect();
        while let Some((a, b)) = (0..n)
            .flat_map(|a| (0..n).map(move |b| (a, b)))
            .find(|&(a, b)| merges(a) && merges(b) && touches(a, b) && stands[a] < stands[b])
        {
            stands[a] = stands[b];
        }
        let mut side = Self {
            n_cells,
            is_empty: (0..n).map(|node| !is_own(node)).collect(),
            connections: vec![vec![Carriers::default(); n]; n],
            semis: vec![vec![Carriers::default(); n]; n],
            stands,
        };
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|&(a, b)| touches(a, b)) {
            if let (Some(a), Some(b)) = (side.stands[a], side.stands[b])
                && a != b
            {
                side.connections[a][b].add(0);
            }
        }
        side.search(through_edge);
        side
    }

    /// Both rules, again and again, until nothing is new.
    fn search(&mut self, through_edge: ThroughEdge) {
        let nodes: Vec<usize> = (0..self.stands.len()).filter(|&node| self.stands[node] == Some(node)).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for &middle in &nodes {
                for &a in nodes.iter().filter(|&&a| a != middle) {
                    for &b in nodes.iter().filter(|&&b| b < a && b != middle) {
                        let through = self.is_empty[a] && self.is_empty[b] && middle >= self.n_cells;
                        if through_edge == ThroughEdge::On || !through {
                            changed |= self.and(middle, a, b);
                        }
                    }
                }
            }
            for &a in &nodes {
                for &b in nodes.iter().filter(|&&b| b < a) {
                    changed |= self.or(a, b);
                }
            }
        }
    }

    fn cell(&self, node: usize) -> u32 {
        if self.is_empty[node] { 1 << node } else { 0 }
    }

    fn and(&mut self, middle: usize, a: usize, b: usize) -> bool {
        let mut changed = false;
        for first in self.connections[a][middle].0.clone() {
            for second in self.connections[middle][b].0.clone() {
                let (with_a, with_b) = (first | self.cell(a), second | self.cell(b));
                if with_a & with_b != 0 {
                    continue;
                }
                let carrier = first | second | self.cell(middle);
                let links = if self.is_empty[middle] { &mut self.semis } else { &mut self.connections };
                changed |= links[a][b].add(carrier) | links[b][a].add(carrier);
            }
        }
        changed
    }

    /// Tries every choice of semi-connections without a common cell.
    fn or(&mut self, a: usize, b: usize) -> bool {
        // The cells common to a choice and the cells it needs. Choices that are worse in both are dropped.
        let mut choices: Vec<(u32, u32)> = Vec::new();
        for &semi in &self.semis[a][b].0 {
            let more: Vec<(u32, u32)> = choices.iter().map(|&(common, all)| (common & semi, all | semi)).collect();
            for (common, all) in more.into_iter().chain([(semi, semi)]) {
                if !choices.iter().any(|&(c, u)| c & !common == 0 && u & !all == 0) {
                    choices.retain(|&(c, u)| common & !c != 0 || all & !u != 0);
                    choices.push((common, all));
                }
            }
        }
        let mut changed = false;
        for (_, all) in choices.into_iter().filter(|&(common, _)| common == 0) {
            changed |= self.connections[a][b].add(all) | self.connections[b][a].add(all);
        }
        changed
    }

    /// By node of the network: what it is linked with.
    fn rows(&self) -> Vec<Bits<1>> {
        let n = self.stands.len();
        let is_node = |node: usize| node >= self.n_cells || self.stands[node].is_some() && self.is_empty[node];
        let is_linked = |a: usize, b: usize| {
            let (Some(x), Some(y)) = (self.stands[a], self.stands[b]) else { return false };
            a != b && is_node(a) && is_node(b) && (x == y || !self.connections[x][y].0.is_empty())
        };
        (0..n).map(|a| (0..n).filter(|&b| is_linked(a, b)).collect()).collect()
    }
}

/// Compares both players' networks with those of the test's own search.
fn compare(board: &mut Board<1>, stones: [u32; 2], through_edge: ThroughEdge) {
    board.set(stones.map(|set| Bits::from_words(&[u64::from(set)])));
    assert_eq!(board.cuts(), [None; 2], "{stones:?}");
    for player in Player::BOTH {
        let wanted = Side::new(board.topology(), player, stones, through_edge).rows();
        let mut network = board.new_network();
        board.network(player, &mut network);
        for (node, row) in wanted.iter().enumerate() {
            assert_eq!(network.links(node), *row, "node {node} of {player}, {stones:?}, {through_edge:?}");
        }
    }
}

fn board((columns, rows): (usize, usize), through_edge: ThroughEdge) -> Board<1> {
    let position = Position::empty(columns, rows).expect("a board");
    Board::new(position.topology(), through_edge).expect("wide enough")
}

#[test]
fn all_positions_of_3x3() {
    for through_edge in ThroughEdge::ALL {
        let mut board = board((3, 3), through_edge);
        for number in 0..3_u32.pow(9) {
            let mut stones = [0; 2];
            for cell in 0..9 {
                match number / 3_u32.pow(cell) % 3 {
                    0 => {}
                    colour => stones[colour as usize - 1] |= 1 << cell,
                }
            }
            compare(&mut board, stones, through_edge);
        }
    }
}

#[test]
fn positions_up_to_5x5() {
    let mut rng = random::rng(31);
    let stones = [((4, 4), 1500), ((3, 5), 700), ((5, 4), 700), ((5, 5), 400)].map(|both| (ThroughEdge::Stones, both));
    let off = [((4, 4), 400), ((5, 5), 100)].map(|both| (ThroughEdge::Off, both));
    // If *and* joins through edges, boards with many stones have a hundred times the links.
    let on = [((4, 4), 400), ((5, 3), 300)].map(|both| (ThroughEdge::On, both));
    for (through_edge, (size, n_positions)) in stones.into_iter().chain(off).chain(on) {
        let mut board = board(size, through_edge);
        let n_cells = size.0 * size.1;
        for i in 0..n_positions {
            let mut cells: Vec<usize> = (0..n_cells).collect();
            cells.shuffle(&mut rng);
            let mut stones = [0; 2];
            for (at, cell) in cells.into_iter().take(i % n_cells).enumerate() {
                stones[at % 2] |= 1 << cell;
            }
            compare(&mut board, stones, through_edge);
        }
    }
}
