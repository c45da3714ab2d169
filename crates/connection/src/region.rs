//! A claim's cells, numbered for a search, with the links of both sides.

use tesuji_board::{Bits, Cell, CellSet, EdgeId};
use tesuji_proof::{Claim, Terminal};

use crate::Watch;
use crate::planar::{Labels, TerminalBody};

/// One of the two sides of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Wants the goal.
    Owner,
    /// Wants to prevent it.
    Opponent,
}

impl Side {
    /// Both, the owner first.
    pub const BOTH: [Self; 2] = [Self::Owner, Self::Opponent];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Owner => Self::Opponent,
            Self::Opponent => Self::Owner,
        }
    }

    /// 0 for the owner, 1 for the opponent.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// Two neighbouring nodes of a side's graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GraphLink {
    /// One node.
    pub a: u16,
    /// The other.
    pub b: u16,
    /// Bits of the terminal paths that the link crosses (see `planar`); 0 in the owner's graph.
    pub label: u8,
}

/// Initial stones, seen as one node.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// Its stones on the board.
    pub cells: CellSet,
    /// The edges it includes.
    pub edges: Vec<EdgeId>,
}

/// Graph of the links available to one side. The region's cells are nodes `0..n_cells`; the side's initial chains follow.
#[derive(Clone, Debug, Default)]
pub struct SideGraph {
    /// The initial chains; the node of chain i is `n_cells + i`.
    pub chains: Vec<Chain>,
    /// Neighbouring nodes; a cell and a chain may be linked several times, with different labels.
    pub links: Vec<GraphLink>,
    /// By node: its neighbours, with the labels of the links.
    pub neighbours: Vec<Vec<(u16, u8)>>,
    /// Whether a chain of the opponent closes around terminals by itself, so that no label of a way to it is the only one.
    pub is_twisted: bool,
}

/// The goal in node numbers of the owner's graph, and what prevents it.
#[derive(Clone, Debug, Default)]
pub struct GoalTerms {
    /// Alternatives that are still possible, each a list of groups of nodes.
    pub alternatives: Vec<Vec<Vec<u16>>>,
    /// `splits[label]`: the alternatives, one bit each, that a cycle of the opponent with this label prevents. Empty
    /// where cycles are not supported: boards that are not a rhombus, too many terminals or alternatives.
    pub splits: Vec<u64>,
}

impl GoalTerms {
    /// Whether a cycle with this label prevents every alternative that is not `dead`.
    #[must_use]
    pub fn prevents(&self, label: u8, dead: u64) -> bool {
        let all = u64::MAX >> (64 - self.alternatives.len().clamp(1, 64));
        label != 0 && self.splits.get(usize::from(label)).is_some_and(|split| split | dead == all)
    }
}

/// Reason why a claim cannot be numbered with this width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RegionError {
    /// The carrier has more cells than the bitsets hold.
    #[error("{0} empty cells are too many for this width")]
    TooWide(usize),
}

/// A claim prepared for search: the cells of its carrier, numbered from 0, the links of both sides, and the goal.
#[derive(Clone, Debug)]
pub struct Region<const W: usize> {
    /// The cells of the carrier, by number.
    pub cells: Vec<Cell>,
    /// By cell: its neighbours in the carrier.
    pub adjacent: Vec<Bits<W>>,
    /// The links of the owner and of the opponent.
    pub sides: [SideGraph; 2],
    /// The owner's goal.
    pub goal: GoalTerms,
    /// Ends work on one position of the region early.
    pub watch: Watch,
}

impl<const W: usize> Region<W> {
    /// Numbers a valid claim's cells.
    ///
    /// # Errors
    ///
    /// If the carrier has more than `64 * W` cells.
    pub fn new(claim: &Claim) -> Result<Self, RegionError> {
        let topology = &*claim.topology;
        let cells: Vec<Cell> = claim.carrier.iter().collect();
        if cells.len() > Bits::<W>::CAPACITY {
            return Err(RegionError::TooWide(cells.len()));
        }
        let number = numbers(claim);
        let adjacent = cells
            .iter()
            .map(|&cell| {
                topology.neighbours(cell).iter().filter_map(|&to| number[to.index()]).map(usize::from).collect()
            })
            .collect();
        let owner = owner_graph(claim, &cells, &number);
        let (goal, opponent) = goal_and_opponent(claim, &cells, &number, &owner);
        Ok(Self { cells, adjacent, sides: [owner, opponent], goal, watch: Watch::default() })
    }

    /// Adds a watch that can end work on this region early.
    #[must_use]
    pub fn watched(self, watch: Watch) -> Self {
        Self { watch, ..self }
    }

    /// The number of cells.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.cells.len()
    }

    /// The number of nodes of a side's graph.
    #[must_use]
    pub fn n_nodes(&self, side: Side) -> usize {
        self.cells.len() + self.sides[side.index()].chains.len()
    }

    /// The alternatives, one bit each, that the owner could not achieve even if it had all of `open`.
    ///
    /// Alternatives beyond the 64th are ignored.
    #[must_use]
    pub fn dead_alternatives(&self, open: Bits<W>) -> u64 {
        let alternatives = self.goal.alternatives.iter().take(64).enumerate();
        let piece = self.pieces(open);
        alternatives.fold(0, |dead, (i, groups)| dead | u64::from(!is_joined(groups, &piece)) << i)
    }

    /// Whether the owner could still achieve the goal if it had all of `open`.
    #[must_use]
    pub fn is_possible(&self, open: Bits<W>) -> bool {
        let piece = self.pieces(open);
        self.goal.alternatives.iter().any(|groups| is_joined(groups, &piece))
    }

    /// By node of the owner's graph: a number shared by all nodes that are joined if the owner has all of `open`.
    /// `u16::MAX` for cells that are not open.
    fn pieces(&self, open: Bits<W>) -> Vec<u16> {
        let n_cells = self.n_cells();
        let graph = &self.sides[Side::Owner.index()];
        let mut piece = vec![u16::MAX; self.n_nodes(Side::Owner)];
        let mut stack = Vec::new();
        let nodes = (0..self.n_nodes(Side::Owner)).filter(|&node| node >= n_cells || open.contains(node));
        for start in nodes {
            stack.push(start);
            while let Some(node) = stack.pop() {
                if piece[node] == u16::MAX {
                    piece[node] = start as u16;
                    let reached = graph.neighbours[node].iter().map(|&(to, _)| usize::from(to));
                    stack.extend(reached.filter(|&to| to >= n_cells || open.contains(to)));
                }
            }
        }
        piece
    }

    /// The stones of `own` on which connections in `carrier` may rest: chains of stones are left out if they neither
    /// touch the carrier nor meet the claim's chains in two ways.
    #[must_use]
    pub fn stones_that_matter(&self, side: Side, own: Bits<W>, carrier: &Bits<W>) -> Bits<W> {
        let all = Bits::first_n(self.n_cells());
        // If all stones of the opponent together prevent something, all of them are needed.
        if side == Side::Opponent
            && (carrier.is_empty() || self.dead_alternatives(all) != self.dead_alternatives(all - own))
        {
            return own;
        }
        let graph = &self.sides[side.index()];
        let n_cells = self.n_cells();
        let is_terminal = |cell: usize| {
            let mut terminals = self.goal.alternatives.iter().flatten().flatten();
            side == Side::Owner && terminals.any(|&node| usize::from(node) == cell)
        };
        let (mut rest, mut kept) = (own, Bits::EMPTY);
        let mut stack = Vec::new();
        while let Some(start) = rest.first() {
            // The chain, with the label of the path to each of its stones.
            let mut chain = Bits::EMPTY;
            stack.push((start, 0));
            let mut anchor = None;
            let mut matters = false;
            while let Some((cell, way)) = stack.pop() {
                if chain.contains(cell) {
                    continue;
                }
                chain.insert(cell);
                matters |= is_terminal(cell) || self.adjacent[cell].meets(carrier);
                for &(to, label) in &graph.neighbours[cell] {
                    if usize::from(to) >= n_cells {
                        matters |= *anchor.get_or_insert((to, way ^ label)) != (to, way ^ label);
                    } else if own.contains(usize::from(to)) {
                        stack.push((usize::from(to), way ^ label));
                    }
                }
            }
            rest -= chain;
            if matters {
                kept |= chain;
            }
        }
        kept
    }

    /// Converts these cells to cells of the board.
    #[must_use]
    pub fn to_board(&self, set: &Bits<W>) -> CellSet {
        set.iter().map(|i| self.cells[i]).collect()
    }
}

/// Whether each of the groups lies in one piece.
fn is_joined(groups: &[Vec<u16>], piece: &[u16]) -> bool {
    groups.iter().all(|group| {
        let first = piece[usize::from(group[0])];
        first != u16::MAX && group.iter().all(|&node| piece[usize::from(node)] == first)
    })
}

/// Joins the claim's stones and the goal's edges into chains, and links the cells to them.
fn owner_graph(claim: &Claim, cells: &[Cell], number: &[Option<u16>]) -> SideGraph {
    let topology = &*claim.topology;
    let edges = claim.goal.edges();
    let n_cells = cells.len();
    let mut chain_of_cell = vec![None; topology.n_cells()];
    let mut chain_of_edge = vec![None; topology.edges().len()];
    let mut chains: Vec<Chain> = Vec::new();
    let starts = edges.iter().map(|&edge| Terminal::Edge(edge)).chain(claim.stones.iter().map(Terminal::Cell));
    for start in starts.collect::<Vec<_>>() {
        let known = match start {
            Terminal::Cell(cell) => chain_of_cell[cell.index()].is_some(),
            Terminal::Edge(edge) => chain_of_edge[edge].is_some(),
        };
        if known {
            continue;
        }
        let id = chains.len();
        let mut chain = Chain::default();
        let mut stack = vec![start];
        while let Some(place) = stack.pop() {
            match place {
                Terminal::Cell(cell) => {
                    if chain_of_cell[cell.index()].replace(id).is_some() {
                        continue;
                    }
                    chain.cells.insert(cell);
                    let stones = topology.neighbours(cell).iter().filter(|&&to| claim.stones.contains(to));
                    stack.extend(stones.map(|&to| Terminal::Cell(to)));
                    let touched = edges.iter().filter(|&&edge| topology.edges()[edge].cells.contains(cell));
                    stack.extend(touched.map(|&edge| Terminal::Edge(edge)));
                }
                Terminal::Edge(edge) => {
                    if chain_of_edge[edge].replace(id).is_some() {
                        continue;
                    }
                    chain.edges.push(edge);
                    let stones = topology.edges()[edge].cells.iter().filter(|&cell| claim.stones.contains(cell));
                    stack.extend(stones.map(Terminal::Cell));
                }
            }
        }
        chains.push(chain);
    }
    let mut links = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        for &to in topology.neighbours(cell) {
            if let Some(j) = number[to.index()].filter(|&j| usize::from(j) > i) {
                links.push(GraphLink { a: i as u16, b: j, label: 0 });
            }
            if let Some(chain) = chain_of_cell[to.index()] {
                links.push(GraphLink { a: i as u16, b: (n_cells + chain) as u16, label: 0 });
            }
        }
        for &edge in &edges {
            if let (true, Some(chain)) = (topology.edges()[edge].cells.contains(cell), chain_of_edge[edge]) {
                links.push(GraphLink { a: i as u16, b: (n_cells + chain) as u16, label: 0 });
            }
        }
    }
    SideGraph::finish(n_cells, chains, links)
}

/// By cell of the board: its number among the carrier's cells.
fn numbers(claim: &Claim) -> Vec<Option<u16>> {
    let mut number = vec![None; claim.topology.n_cells()];
    for (i, cell) in claim.carrier.iter().enumerate() {
        number[cell.index()] = Some(i as u16);
    }
    number
}

impl SideGraph {
    /// The owner's graph: the claim's stones and the goal's edges, joined into chains, and the
    /// carrier's cells, numbered in order.
    #[must_use]
    pub fn of_owner(claim: &Claim) -> Self {
        let cells: Vec<Cell> = claim.carrier.iter().collect();
        owner_graph(claim, &cells, &numbers(claim))
    }

    fn finish(n_cells: usize, chains: Vec<Chain>, mut links: Vec<GraphLink>) -> Self {
        links.sort_unstable();
        links.dedup();
        let mut neighbours = vec![Vec::new(); n_cells + chains.len()];
        for link in &links {
            neighbours[usize::from(link.a)].push((link.b, link.label));
            neighbours[usize::from(link.b)].push((link.a, link.label));
        }
        Self { chains, links, neighbours, is_twisted: false }
    }
}

/// The goal in node numbers, and the opponent's graph with its labels where the board is a rhombus.
fn goal_and_opponent(
    claim: &Claim,
    cells: &[Cell],
    number: &[Option<u16>],
    owner: &SideGraph,
) -> (GoalTerms, SideGraph) {
    let n_cells = cells.len();
    let chain_node = |holds: &dyn Fn(&Chain) -> bool| owner.chains.iter().position(holds).map(|i| (n_cells + i) as u16);
    let node = |terminal: Terminal| match terminal {
        Terminal::Cell(cell) => number[cell.index()].or_else(|| chain_node(&|chain| chain.cells.contains(cell))),
        Terminal::Edge(edge) => chain_node(&|chain| chain.edges.contains(&edge)),
    };
    let mut alternatives = Vec::new();
    for alternative in claim.goal.alternatives() {
        let groups: Option<Vec<Vec<u16>>> = alternative
            .iter()
            .map(|group| {
                let mut nodes: Vec<u16> = group.iter().map(|&terminal| node(terminal)).collect::<Option<_>>()?;
                nodes.sort_unstable();
                nodes.dedup();
                Some(nodes)
            })
            .collect();
        alternatives.extend(groups);
    }
    let mut terminals: Vec<u16> = alternatives.iter().flatten().flatten().copied().collect();
    terminals.sort_unstable();
    terminals.dedup();
    let bodies: Vec<TerminalBody> = terminals
        .iter()
        .map(|&node| match usize::from(node).checked_sub(n_cells) {
            None => TerminalBody { cells: [cells[usize::from(node)]].into_iter().collect(), edges: Vec::new() },
            Some(i) => TerminalBody { cells: owner.chains[i].cells.clone(), edges: owner.chains[i].edges.clone() },
        })
        .collect();
    let labels = Labels::new(&claim.topology, &bodies);
    let splits = match labels {
        Some(_) if alternatives.len() <= 64 => (0..1_usize << (terminals.len() - 1))
            .map(|label| {
                let beyond =
                    |node: u16| terminals.binary_search(&node).is_ok_and(|i| i > 0 && label >> (i - 1) & 1 != 0);
                let is_split = |groups: &Vec<Vec<u16>>| {
                    groups.iter().any(|group| group.iter().any(|&node| beyond(node) != beyond(group[0])))
                };
                let alternatives = alternatives.iter().enumerate();
                alternatives.fold(0, |split, (i, groups)| split | u64::from(is_split(groups)) << i)
            })
            .collect(),
        _ => Vec::new(),
    };
    let opponent = match &labels {
        Some(labels) => opponent_graph(claim, cells, number, labels),
        None => SideGraph::finish(n_cells, Vec::new(), Vec::new()),
    };
    (GoalTerms { alternatives, splits }, opponent)
}

/// Joins the opponent's cells and the borders that are not terminals ("the wall") into chains, with labels.
fn opponent_graph(claim: &Claim, cells: &[Cell], number: &[Option<u16>], labels: &Labels) -> SideGraph {
    let topology = &*claim.topology;
    let n_cells = cells.len();
    let named = claim.goal.edges();
    let is_theirs = |cell: Cell| number[cell.index()].is_none() && !claim.stones.contains(cell);
    // For each cell, its chain and its potential (the label of a way to the first place of the chain). Borders are
    // chain 0.
    let mut place_of: Vec<Option<(usize, u8)>> = vec![None; topology.n_cells()];
    let mut chains = vec![Chain { cells: CellSet::new(), edges: (0..4).filter(|e| !named.contains(e)).collect() }];
    let mut is_twisted = false;
    let mut grow =
        |seed: Cell, id: usize, potential: u8, place_of: &mut Vec<Option<(usize, u8)>>, chain: &mut Chain| {
            let mut stack = vec![(seed, potential)];
            while let Some((cell, potential)) = stack.pop() {
                // A cell reached by two ways with different labels closes a cycle. `dead_alternatives` finds what that
                // cycle prevents.
                is_twisted |= place_of[cell.index()].is_some_and(|(_, known)| known != potential);
                if place_of[cell.index()].is_none() {
                    place_of[cell.index()] = Some((id, potential));
                    chain.cells.insert(cell);
                    for (to, label) in labels.links(cell) {
                        if let Ok(to) = to
                            && is_theirs(to)
                        {
                            stack.push((to, potential ^ label));
                        }
                    }
                }
            }
        };
    for cell in topology.cells().filter(|&cell| is_theirs(cell)) {
        for (to, label) in labels.links(cell) {
            if matches!(to, Err(edge) if !named.contains(&edge)) {
                let mut wall = std::mem::take(&mut chains[0]);
                grow(cell, 0, label, &mut place_of, &mut wall);
                chains[0] = wall;
            }
        }
    }
    for cell in topology.cells().filter(|&cell| is_theirs(cell)) {
        if place_of[cell.index()].is_none() {
            let mut chain = Chain::default();
            grow(cell, chains.len(), 0, &mut place_of, &mut chain);
            chains.push(chain);
        }
    }
    let mut links = Vec::new();
    for (i, &cell) in cells.iter().enumerate() {
        for (to, label) in labels.links(cell) {
            match to {
                Ok(to) => {
                    if let Some(j) = number[to.index()].filter(|&j| usize::from(j) > i) {
                        links.push(GraphLink { a: i as u16, b: j, label });
                    }
                    if let Some((chain, potential)) = place_of[to.index()] {
                        links.push(GraphLink { a: i as u16, b: (n_cells + chain) as u16, label: label ^ potential });
                    }
                }
                Err(edge) if !named.contains(&edge) => links.push(GraphLink { a: i as u16, b: n_cells as u16, label }),
                Err(_) => {}
            }
        }
    }
    SideGraph { is_twisted, ..SideGraph::finish(n_cells, chains, links) }
}
