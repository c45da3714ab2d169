//! Joint effect of stones and connections, by adjacency alone.

use tesuji_board::{Cell, CellSet, Pieces, Topology};
use tesuji_proof::{Goal, Group, MAX_COMBINATIONS, Terminal};

/// Whether the owner's `stones`, with the terminals of each link joined, achieve an alternative of `goal`.
///
/// A cell in a link counts as a stone. Stones are joined by adjacency and through the edges that the goal names.
pub(crate) fn achieves(board: &Topology, goal: &Goal, stones: &CellSet, links: &[&Group]) -> bool {
    let n_cells = board.n_cells();
    let vertex = |terminal: &Terminal| match *terminal {
        Terminal::Cell(cell) => cell.index(),
        Terminal::Edge(edge) => n_cells + edge,
    };
    let mut own = stones.clone();
    for terminal in links.iter().copied().flatten() {
        if let Terminal::Cell(cell) = terminal {
            own.insert(*cell);
        }
    }
    let mut pieces = Pieces::single(n_cells + board.edges().len());
    for cell in own.iter() {
        for &to in board.neighbours(cell).iter().filter(|&&to| to < cell && own.contains(to)) {
            pieces.join(cell.index(), to.index());
        }
    }
    for edge in goal.edges() {
        for cell in board.edges()[edge].cells.iter().filter(|&cell| own.contains(cell)) {
            pieces.join(cell.index(), n_cells + edge);
        }
    }
    for link in links {
        for pair in link.windows(2) {
            pieces.join(vertex(&pair[0]), vertex(&pair[1]));
        }
    }
    let has_stone = |terminal: &Terminal| match terminal {
        Terminal::Cell(cell) => own.contains(*cell),
        Terminal::Edge(_) => true,
    };
    goal.alternatives().iter().any(|groups| {
        groups.iter().all(|group| {
            let first = pieces.find(vertex(&group[0]));
            group.iter().all(|terminal| has_stone(terminal) && pieces.find(vertex(terminal)) == first)
        })
    })
}

/// Gaps between what parts achieve together and the goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkGap {
    /// There are more combinations than a certificate may have.
    TooMany,
    /// One alternative for each part; together these do not achieve the goal.
    Alternatives(Vec<usize>),
}

/// Whether the owner's `stones` and the parts achieve `goal`, whichever alternative each part achieves.
pub(crate) fn combine(board: &Topology, goal: &Goal, stones: &CellSet, parts: &[&Goal]) -> Result<(), LinkGap> {
    let counts = parts.iter().map(|part| part.alternatives().len());
    let n_combinations = counts.fold(1_usize, usize::saturating_mul);
    if n_combinations > MAX_COMBINATIONS {
        return Err(LinkGap::TooMany);
    }
    for combination in 0..n_combinations {
        let mut rest = combination;
        let mut chosen = Vec::with_capacity(parts.len());
        let mut links = Vec::new();
        for part in parts {
            let n_alternatives = part.alternatives().len();
            chosen.push(rest % n_alternatives);
            links.extend(&part.alternatives()[rest % n_alternatives]);
            rest /= n_alternatives;
        }
        if !achieves(board, goal, stones, &links) {
            return Err(LinkGap::Alternatives(chosen));
        }
    }
    Ok(())
}

/// The owner's stones that may matter to a part. These are the stones of every chain that touches one of its cells,
/// contains a terminal of its goal, or touches two of the edges that its goal names.
pub(crate) fn stones_near(board: &Topology, stones: &CellSet, cells: &CellSet, goal: &Goal) -> CellSet {
    let mut kept = CellSet::new();
    for chain in chains(board, stones) {
        let touches = |cell: Cell| board.neighbours(cell).iter().any(|&to| cells.contains(to));
        let is_terminal =
            goal.terminals().any(|terminal| matches!(terminal, Terminal::Cell(cell) if chain.contains(cell)));
        let n_edges = goal.edges().iter().filter(|&&edge| board.edges()[edge].cells.meets(&chain)).count();
        if is_terminal || n_edges >= 2 || chain.iter().any(touches) {
            kept.union_with(&chain);
        }
    }
    kept
}

/// The chains of these stones, in the order of their first cells.
pub(crate) fn chains(board: &Topology, stones: &CellSet) -> Vec<CellSet> {
    let mut rest = stones.clone();
    let mut chains = Vec::new();
    while let Some(start) = lowest(&rest) {
        let mut chain = CellSet::new();
        let mut stack = vec![start];
        while let Some(cell) = stack.pop() {
            if rest.remove(cell) {
                chain.insert(cell);
                stack.extend(board.neighbours(cell));
            }
        }
        chains.push(chain);
    }
    chains
}

/// The first cell of a set.
pub(crate) fn lowest(cells: &CellSet) -> Option<Cell> {
    cells.iter().next()
}
