//! The board of a game, prepared for finding inferior cells.

use std::collections::{BTreeMap, BTreeSet};

use tesuji_board::{BOTTOM, Bits, Cell, LEFT, RIGHT, TOP, Topology};

use crate::region::{Region, Side};

/// Why a board has no [`Surroundings`] of this width.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SurroundingsError {
    /// The board is a graph, which does not say which ends each player joins.
    #[error("inferior cells need a rhombus, not a graph")]
    Graph,
    /// The board has more cells than the bitsets hold.
    #[error("{0} cells are too many for this width")]
    TooWide(usize),
}

/// A board of Hex, or the region of a claim, as each player can link it. Made once for each board or claim.
///
/// Player 0 is Black, who joins top and bottom, or the owner of a claim; player 1 is White, who joins left and right, or
/// the opponent. Bit i of a set is cell i of the board or region.
#[derive(Clone, Debug)]
pub struct Surroundings<const W: usize> {
    /// By player: what the player can link.
    pub(super) sights: [Sight<W>; 2],
    pub(super) all: Bits<W>,
}

/// What a player can link before any stone is played.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight<const W: usize> {
    /// By cell: itself and its neighbours, with chains that are not ends contracted. Empty if the player's links are not
    /// known; then nothing is inferred from them.
    pub links: Vec<Bits<W>>,
    /// The cells at each of the player's ends.
    pub ends: Vec<Bits<W>>,
    /// Whether the game is over when all ends are joined.
    pub decides: bool,
}

impl<const W: usize> Surroundings<W> {
    /// The surroundings of this board.
    ///
    /// # Errors
    ///
    /// If the board is not a rhombus or has more than `64 * W` cells.
    pub fn new(topology: &Topology) -> Result<Self, SurroundingsError> {
        topology.size().ok_or(SurroundingsError::Graph)?;
        let n_cells = topology.n_cells();
        if n_cells > Bits::<W>::CAPACITY {
            return Err(SurroundingsError::TooWide(n_cells));
        }
        let around = |cell| topology.neighbours(cell).iter().map(|at| at.index()).collect::<Bits<W>>();
        let links: Vec<Bits<W>> = topology.cells().map(|cell| around(cell).with(cell.index())).collect();
        let end = |edge: usize| topology.edges()[edge].cells.iter().map(Cell::index).collect();
        let sights = [[TOP, BOTTOM], [LEFT, RIGHT]].map(|edges| Sight {
            links: links.clone(),
            ends: edges.into_iter().map(end).collect(),
            decides: true,
        });
        Ok(Self { sights, all: Bits::first_n(n_cells) })
    }

    /// The surroundings of a claim's region. The ends of the owner are the terminals of the goal. Those of the opponent
    /// are the parts of the wall between them: what runs from one to another of these separates terminals.
    ///
    /// Where terminals are empty cells nothing is known. Of the opponent nothing is known either on boards without a
    /// plane, where a terminal lies inside the region, and where the opponent has separated terminals already.
    #[must_use]
    pub fn of_region(region: &Region<W>) -> Self {
        let n_cells = region.n_cells();
        let all = Bits::first_n(n_cells);
        let terminals: Vec<usize> = region.goal.alternatives.iter().flatten().flatten().map(|&n| n.into()).collect();
        if terminals.iter().any(|&node| node < n_cells) {
            return Self { sights: Default::default(), all };
        }
        // Between two terminals the wall has two parts, and a way from one to the other prevents everything. Between more
        // some parts may not touch the region.
        let has_two = terminals.iter().collect::<BTreeSet<_>>().len() <= 2;
        let owner = Sight::new(region, Side::Owner, |node, _| terminals.contains(&node).then_some(node));
        let opponent = potentials(region).filter(|(_, n_pieces)| has_two || *n_pieces <= 1).map(|(potential, _)| {
            // The wall is the first chain.
            let end = |node: usize, (cell, label): (usize, u8)| {
                (node == n_cells).then(|| usize::from(label ^ potential[cell]))
            };
            Sight { decides: has_two, ..Sight::new(region, Side::Opponent, end) }
        });
        Self { sights: [owner, opponent.unwrap_or_default()], all }
    }

    /// How many cells the board has.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.all.len()
    }
}

impl<const W: usize> Sight<W> {
    /// What a side can link. `end` says to which end a link from a chain to a cell belongs, if the chain is at an end.
    fn new(region: &Region<W>, side: Side, end: impl Fn(usize, (usize, u8)) -> Option<usize>) -> Self {
        let n_cells = region.n_cells();
        let mut links: Vec<Bits<W>> = (0..n_cells).map(|cell| region.adjacent[cell].with(cell)).collect();
        let mut ends: BTreeMap<usize, Bits<W>> = BTreeMap::new();
        let neighbours = &region.sides[side.index()].neighbours;
        for (node, around) in neighbours.iter().enumerate().skip(n_cells) {
            let mut linked = Bits::EMPTY;
            for &(cell, label) in around {
                let cell = usize::from(cell);
                match end(node, (cell, label)) {
                    Some(end) => ends.entry(end).or_insert(Bits::EMPTY).insert(cell),
                    None => linked.insert(cell),
                };
            }
            linked.iter().for_each(|cell| links[cell] |= linked);
        }
        Self { links, ends: ends.into_values().collect(), decides: true }
    }
}

/// By node of the opponent's graph: the label of every way to it that avoids the wall, from where the walk of its piece
/// began; and the number of pieces. `None` if ways differ, so that there is no such label.
fn potentials<const W: usize>(region: &Region<W>) -> Option<(Vec<u8>, usize)> {
    let graph = &region.sides[Side::Opponent.index()];
    // Where two edges of the owner meet in a corner, the opponent can end a chain there without a wall.
    let edges = region.sides[Side::Owner.index()].chains.iter().flat_map(|chain| &chain.edges);
    let [level, upright] = edges.fold([false; 2], |[level, upright], &edge| {
        let is_level = edge == TOP || edge == BOTTOM;
        [level | is_level, upright | !is_level]
    });
    if graph.chains.is_empty() || graph.is_twisted || (level && upright) {
        return None;
    }
    let wall = region.n_cells();
    let mut n_pieces = 0;
    let mut potential: Vec<Option<u8>> = vec![None; graph.neighbours.len()];
    for start in (0..potential.len()).filter(|&node| node != wall) {
        if potential[start].is_some() {
            continue;
        }
        n_pieces += 1;
        potential[start] = Some(0);
        let mut stack = vec![(start, 0)];
        while let Some((node, here)) = stack.pop() {
            for &(to, label) in &graph.neighbours[node] {
                let to = usize::from(to);
                match potential[to] {
                    _ if to == wall => {}
                    None => {
                        potential[to] = Some(here ^ label);
                        stack.push((to, here ^ label));
                    }
                    Some(known) if known != here ^ label => return None,
                    Some(_) => {}
                }
            }
        }
    }
    Some((potential.into_iter().map(Option::unwrap_or_default).collect(), n_pieces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_boards_are_refused() {
        let wide = Topology::rhombus(9, 9).unwrap();
        assert_eq!(Surroundings::<1>::new(&wide).unwrap_err(), SurroundingsError::TooWide(81));
        let graph = Topology::graph(vec!["x".to_owned()], &[], vec![]).unwrap();
        assert_eq!(Surroundings::<1>::new(&graph).unwrap_err(), SurroundingsError::Graph);
    }
}
