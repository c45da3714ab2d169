//! The board of a game, prepared for finding inferior cells.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use tesuji_board::{BOTTOM, Bits, Cell, LEFT, RIGHT, TOP, Topology};

use crate::Watch;
use crate::region::{Region, Side};

/// Reason why a board has no [`Surroundings`] of this width.
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
    pub(super) sights: [InitialLinks<W>; 2],
    pub(super) all: Bits<W>,
    /// Ends filling in early; what has been filled by then holds.
    pub(super) watch: Watch,
}

/// Links available to a player before any stone is played.
#[derive(Clone, Debug, Default)]
pub(super) struct InitialLinks<const W: usize> {
    /// By cell: itself and its neighbours, with chains that are not ends contracted. Empty if the player's links are not
    /// known; then nothing is inferred from them.
    pub links: Vec<Bits<W>>,
    /// By cell: the cells linked to it on the far side of a terminal. A way over such a link is not the same as one over
    /// a link, so it can replace none. Empty if there are no such cells.
    pub cross: Vec<Bits<W>>,
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
        let sights = [[TOP, BOTTOM], [LEFT, RIGHT]].map(|edges| InitialLinks {
            links: links.clone(),
            cross: Vec::new(),
            ends: edges.into_iter().map(end).collect(),
            decides: true,
        });
        Ok(Self { sights, all: Bits::first_n(n_cells), watch: Watch::default() })
    }

    /// The surroundings of a claim's region. The ends of the owner are the terminals of the goal. Those of the opponent
    /// are the parts of the wall between them: what runs from one to another of these separates terminals.
    ///
    /// Where terminals lie inside the region, the opponent can also separate them by a ring. Then ways between two cells on
    /// different sides of a terminal differ. Lines are drawn from such terminals to the wall. Links over a line are kept
    /// apart from all others, and nothing is inferred of the cells at them while both are open.
    ///
    /// Where terminals are empty cells nothing is known. Of the opponent nothing is known either on boards without a
    /// plane, and where the opponent has separated terminals already.
    #[must_use]
    pub fn of_region(region: &Region<W>) -> Self {
        let n_cells = region.n_cells();
        let (all, watch) = (Bits::first_n(n_cells), region.watch.clone());
        let terminals: Vec<usize> = region.goal.alternatives.iter().flatten().flatten().map(|&n| n.into()).collect();
        if terminals.iter().any(|&node| node < n_cells) {
            return Self { sights: Default::default(), all, watch };
        }
        // Between two terminals the wall has two parts, and a way from one to the other prevents everything. Between more
        // some parts may not touch the region.
        let has_two = terminals.iter().collect::<BTreeSet<_>>().len() <= 2;
        let owner = InitialLinks::new(region, Side::Owner, &vec![0; region.n_nodes(Side::Owner)], |node, _| {
            terminals.contains(&node).then_some(node)
        });
        let opponent = potentials(region).filter(|(_, n_pieces)| has_two || *n_pieces <= 1).map(|(potential, _)| {
            // The wall is the first chain.
            let end = |node: usize, label: u8| (node == n_cells).then(|| usize::from(label));
            InitialLinks { decides: has_two, ..InitialLinks::new(region, Side::Opponent, &potential, end) }
        });
        Self { sights: [owner, opponent.unwrap_or_default()], all, watch }
    }

    /// Number of cells of the board.
    #[must_use]
    pub fn n_cells(&self) -> usize {
        self.all.len()
    }
}

impl<const W: usize> InitialLinks<W> {
    /// Links that a side can make. `potential` is subtracted from the labels of links, by node. `end` says to which end
    /// a link with some label from a chain to a cell belongs, if the chain is at an end.
    fn new(region: &Region<W>, side: Side, potential: &[u8], end: impl Fn(usize, u8) -> Option<usize>) -> Self {
        let n_cells = region.n_cells();
        let mut links: Vec<Bits<W>> = (0..n_cells).map(|cell| region.adjacent[cell].with(cell)).collect();
        let mut cross = vec![Bits::EMPTY; n_cells];
        let mut ends: BTreeMap<usize, Bits<W>> = BTreeMap::new();
        let neighbours = &region.sides[side.index()].neighbours;
        for (node, around) in neighbours.iter().enumerate() {
            let (mut near, mut far) = (Bits::EMPTY, Bits::EMPTY);
            for &(to, label) in around.iter().filter(|&&(to, _)| usize::from(to) < n_cells) {
                let to = usize::from(to);
                let label = label ^ potential[node] ^ potential[to];
                if node < n_cells {
                    if label != 0 {
                        links[node].remove(to);
                        cross[node].insert(to);
                    }
                    continue;
                }
                match end(node, label) {
                    Some(end) => ends.entry(end).or_insert(Bits::EMPTY).insert(to),
                    None if label == 0 => near.insert(to),
                    None => far.insert(to),
                };
            }
            for cell in near.iter() {
                links[cell] |= near;
                cross[cell] |= far;
            }
            for cell in far.iter() {
                cross[cell] |= near | far;
            }
        }
        if cross.iter().all(Bits::is_empty) {
            cross.clear();
        }
        Self { links, cross, ends: ends.into_values().collect(), decides: true }
    }
}

/// By node of the opponent's graph: the label of a shortest way to it that avoids the wall, from where the walk of its
/// piece began; and the number of pieces. `None` where labels do not say what the opponent separates.
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
        let mut queue = VecDeque::from([(start, 0)]);
        while let Some((node, here)) = queue.pop_front() {
            for &(to, label) in &graph.neighbours[node] {
                let to = usize::from(to);
                if to != wall && potential[to].is_none() {
                    potential[to] = Some(here ^ label);
                    queue.push_back((to, here ^ label));
                }
            }
        }
    }
    Some((potential.into_iter().map(Option::unwrap_or_default).collect(), n_pieces))
}

#[cfg(feature = "testing")]
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
