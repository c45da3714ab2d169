//! The five stored virtual connections of Mishima et al. 2008, wherever they fit on a board.
//!
//! The paper stores the bridge, the trapezoid (T-lemma, ziggurat) and three larger edge patterns. The pictures of those
//! three, its figures 8 to 10, are lost. The paper does say how often each fits, for one player with both of the
//! player's edges and with reflections: 6, 4 and 14 times on 7x7, and 8, 8 and 18 times on 8x8. The shapes here give
//! exactly those numbers:
//!
//! * 6 and 8: five columns wide and its own mirror image. That fits the other single stone on the third row, III1b on
//!   HexWiki.
//! * 4 and 8: seven columns wide and not its own mirror image. That fits IV1a, the smallest template of a single stone
//!   on the fourth row.
//! * 14 and 18: the widths of the shape and of its mirror image add up to nine columns. Several templates of two or
//!   three stones fit; we chose IV2a, the smallest of them.
//!
//! So the first two are most likely the paper's, and the third may be another shape of the same size. The tests of this
//! crate prove each shape by exhaustive search; none is taken on trust.
//!
//! Not here: connections that are found rather than stored. On a graph board only bridges are known.

use std::sync::Arc;

use tesuji_board::{BOTTOM, Cell, CellSet, EdgeId, LEFT, Player, RIGHT, TOP, Topology};
use tesuji_proof::{Claim, Goal, Mover, Terminal};

/// One of the stored connections.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pattern {
    /// Two common empty neighbours of two stones, or of a stone and an edge.
    Bridge,
    /// A stone on the third row above eight empty cells: the ziggurat, III1a.
    Trapezoid,
    /// A stone on the third row above ten empty cells, III1b.
    Wide,
    /// Two stones side by side on the fourth row above ten empty cells, IV2a.
    Pair,
    /// A stone on the fourth row above nineteen empty cells, IV1a.
    Fourth,
}

impl Pattern {
    /// All five, small carriers first.
    pub const ALL: [Self; 5] = [Self::Bridge, Self::Trapezoid, Self::Wide, Self::Pair, Self::Fourth];

    /// Its name on the command line: `bridge`, `trapezoid`, `wide`, `pair` or `fourth`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Bridge => "bridge",
            Self::Trapezoid => "trapezoid",
            Self::Wide => "wide",
            Self::Pair => "pair",
            Self::Fourth => "fourth",
        }
    }

    /// The pattern of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|pattern| pattern.name() == name)
    }

    /// The figure of the paper that shows it.
    #[must_use]
    pub const fn figure(self) -> u8 {
        match self {
            Self::Bridge | Self::Trapezoid => 2,
            Self::Wide => 8,
            Self::Fourth => 9,
            Self::Pair => 10,
        }
    }

    /// Number of placements along one player's edges that the paper counts on a board of this side, where it counts
    /// them.
    #[must_use]
    pub const fn published_count(self, side: usize) -> Option<usize> {
        match (self, side) {
            (Self::Wide, 7) => Some(6),
            (Self::Fourth, 7) => Some(4),
            (Self::Pair, 7) => Some(14),
            (Self::Wide | Self::Fourth, 8) => Some(8),
            (Self::Pair, 8) => Some(18),
            _ => None,
        }
    }

    /// The claim that the pattern makes: its stones, above its empty cells, joined to the bottom edge, or by a bridge
    /// to each other. The board is as small as it can be.
    #[must_use]
    pub fn claim(self) -> Claim {
        let rows = match self {
            Self::Bridge => &[".S", "**", "S."],
            _ => self.rows(),
        };
        let columns = rows.iter().map(|row| row.len()).max().unwrap_or(1);
        let topology = Arc::new(Topology::rhombus(columns, rows.len()).expect("a small rhombus is a valid board"));
        let marked = |mark: u8| -> Vec<Cell> {
            let of_row = |(row, text): (usize, &&str)| {
                let here = text.bytes().enumerate().filter(move |&(_, found)| found == mark);
                here.map(move |(column, _)| Cell::new(row * columns + column)).collect::<Vec<_>>()
            };
            rows.iter().enumerate().flat_map(of_row).collect()
        };
        let stones = marked(b'S');
        let end = match self {
            Self::Bridge => Terminal::Cell(stones[1]),
            _ => Terminal::Edge(BOTTOM),
        };
        Claim {
            topology,
            owner: Player::Black,
            carrier: marked(b'*').into_iter().collect(),
            goal: Goal::pair(Terminal::Cell(stones[0]), end),
            stones: stones.into_iter().collect(),
            to_move: Mover::Opponent,
        }
    }

    /// The shape above the bottom edge, one text for each row, with columns counted as on the rhombus: `S` is a stone,
    /// `*` an empty cell.
    ///
    /// A cell touches the cell straight below it and the one to the left of that. Bridges have no such shape.
    const fn rows(self) -> &'static [&'static str] {
        match self {
            Self::Bridge => &[],
            Self::Trapezoid => &["..S*", ".***", "****"],
            Self::Wide => &["..*S*", ".****", "**.**"],
            Self::Pair => &["..SS", ".***", ".***", "****"],
            Self::Fourth => &["....S*.", "..*****", ".******", "*******"],
        }
    }
}

/// A stored connection at one place of a board. If the owner has `stones` and `carrier` is empty, they are joined.
///
/// The stones are joined to the edge, or to each other if there is no edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placement {
    /// The connection.
    pub pattern: Pattern,
    /// The owner's stones: two that become joined, or all those that become joined to the edge.
    pub stones: Vec<Cell>,
    /// The edge it leads to, if any.
    pub edge: Option<EdgeId>,
    /// The empty cells.
    pub carrier: CellSet,
}

impl Placement {
    /// The two ends that it joins.
    #[must_use]
    pub fn ends(&self) -> (Terminal, Terminal) {
        let other = self.edge.map_or_else(|| Terminal::Cell(self.stones[1]), Terminal::Edge);
        (Terminal::Cell(self.stones[0]), other)
    }
}

/// Number of placements of a stored connection on a board, for one player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PatternCount {
    /// The connection.
    pub pattern: Pattern,
    /// Placements along the player's two edges, reflections among them.
    pub edge: usize,
    /// Placements between two stones.
    pub inside: usize,
}

/// Number of placements of each stored connection on this board, for a player with the usual edges: Black top and
/// bottom, White left and right.
#[must_use]
pub fn counts(topology: &Topology, player: Player) -> Vec<PatternCount> {
    let edges = match player {
        Player::Black => [TOP, BOTTOM],
        Player::White => [LEFT, RIGHT],
    };
    let all = placements(topology);
    let count = |pattern: Pattern| {
        let of_pattern = || all.iter().filter(move |placement| placement.pattern == pattern);
        PatternCount {
            pattern,
            edge: of_pattern().filter(|placement| placement.edge.is_some_and(|edge| edges.contains(&edge))).count(),
            inside: of_pattern().filter(|placement| placement.edge.is_none()).count(),
        }
    };
    Pattern::ALL.into_iter().map(count).collect()
}

/// Every placement of the stored connections on this board, each once, in a fixed order.
#[must_use]
pub fn placements(topology: &Topology) -> Vec<Placement> {
    let mut all = bridges(topology);
    if let Some((columns, rows)) = topology.size() {
        for pattern in Pattern::ALL {
            for edge in [TOP, BOTTOM, LEFT, RIGHT] {
                edge_placements(pattern, edge, columns, rows, &mut all);
            }
        }
    }
    all
}

/// Bridges between two cells, or between a cell and an edge, that do not touch each other.
///
/// On a graph, more than two common neighbours give a bridge for every pair of them.
fn bridges(topology: &Topology) -> Vec<Placement> {
    let mut all = Vec::new();
    let mut push_pairs = |stones: &[Cell], edge: Option<EdgeId>, common: &[Cell]| {
        for (i, &x) in common.iter().enumerate() {
            for &y in &common[i + 1..] {
                let carrier = [x, y].into_iter().collect();
                all.push(Placement { pattern: Pattern::Bridge, stones: stones.to_vec(), edge, carrier });
            }
        }
    };
    for a in topology.cells() {
        let near = topology.neighbours(a);
        let mut far: Vec<Cell> = near.iter().flat_map(|&x| topology.neighbours(x)).copied().collect();
        far.sort_unstable();
        far.dedup();
        for b in far.into_iter().filter(|b| *b > a && !near.contains(b)) {
            let common: Vec<Cell> = near.iter().filter(|x| topology.neighbours(b).contains(x)).copied().collect();
            push_pairs(&[a, b], None, &common);
        }
        for (edge_idx, edge) in topology.edges().iter().enumerate() {
            if !edge.cells.contains(a) {
                let common: Vec<Cell> = near.iter().filter(|&&x| edge.cells.contains(x)).copied().collect();
                push_pairs(&[a], Some(edge_idx), &common);
            }
        }
    }
    all
}

/// A cell of a shape: its place along the edge, its row above the edge (0 touches it), and whether it is a stone.
type ShapeCell = (isize, isize, bool);

fn edge_placements(pattern: Pattern, edge: EdgeId, columns: usize, rows: usize, all: &mut Vec<Placement>) {
    let shape = shape_cells(pattern);
    let mut mirrored: Vec<ShapeCell> = shape.iter().map(|&(x, height, stone)| (height - x, height, stone)).collect();
    let least = mirrored.iter().map(|&(x, ..)| x).min().unwrap_or(0);
    for (x, ..) in &mut mirrored {
        *x -= least;
    }
    mirrored.sort_unstable();
    let variants = if mirrored == shape { vec![shape] } else { vec![shape, mirrored] };

    let length = if edge == TOP || edge == BOTTOM { columns } else { rows };
    for variant in variants.iter().filter(|variant| !variant.is_empty()) {
        for shift in 0..length {
            let cells: Option<Vec<(Cell, bool)>> = variant
                .iter()
                .map(|&(x, height, stone)| {
                    cell_at(edge, x as usize + shift, height as usize, columns, rows).map(|cell| (cell, stone))
                })
                .collect();
            if let Some(cells) = cells {
                let of_kind = |kind| cells.iter().filter(move |(_, stone)| *stone == kind).map(|&(cell, _)| cell);
                let (stones, carrier) = (of_kind(true).collect(), of_kind(false).collect());
                all.push(Placement { pattern, stones, edge: Some(edge), carrier });
            }
        }
    }
}

/// The cells of a shape, ascending.
fn shape_cells(pattern: Pattern) -> Vec<ShapeCell> {
    let rows = pattern.rows();
    let mut cells: Vec<ShapeCell> = rows
        .iter()
        .rev()
        .enumerate()
        .flat_map(|(height, row)| row.bytes().enumerate().map(move |(x, mark)| (x as isize, height as isize, mark)))
        .filter(|&(.., mark)| mark != b'.')
        .map(|(x, height, mark)| (x, height, mark == b'S'))
        .collect();
    cells.sort_unstable();
    cells
}

/// The cell at `x` along an edge and `height` above it.
///
/// Symmetries of the rhombus map the four edges to each other, so shapes keep their adjacencies.
fn cell_at(edge: EdgeId, x: usize, height: usize, columns: usize, rows: usize) -> Option<Cell> {
    let from_end = |length: usize, i: usize| (length - 1).checked_sub(i);
    let (column, row) = match edge {
        BOTTOM => (x, from_end(rows, height)?),
        TOP => (from_end(columns, x)?, height),
        RIGHT => (from_end(columns, height)?, x),
        _ => (height, from_end(rows, x)?),
    };
    (column < columns && row < rows).then(|| Cell::new(row * columns + column))
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn as_many_placements_as_the_paper_counts() {
        for side in [7, 8] {
            let board = Topology::rhombus(side, side).unwrap();
            for player in Player::BOTH {
                let found = counts(&board, player);
                let published = found.iter().filter_map(|count| Some((count, count.pattern.published_count(side)?)));
                assert_eq!(published.filter(|(count, published)| count.edge == *published).count(), 3, "{found:?}");
            }
        }
        let on_8x8 = counts(&Topology::rhombus(8, 8).unwrap(), Player::White);
        assert_eq!(on_8x8.iter().map(|count| count.edge).collect::<Vec<_>>(), [14, 20, 8, 18, 8]);
        assert_eq!(on_8x8.iter().map(|count| count.inside).collect::<Vec<_>>(), [133, 0, 0, 0, 0]);
    }

    #[test]
    fn patterns_have_names_and_claims() {
        let sizes = Pattern::ALL.map(|pattern| {
            assert_eq!(Pattern::from_name(pattern.name()), Some(pattern));
            let claim = pattern.claim();
            assert_eq!(claim.validate(), Ok(()));
            // What the claim states is one of the placements on its board.
            let is_placed = placements(&claim.topology).iter().any(|placement| {
                placement.pattern == pattern
                    && placement.carrier == claim.carrier
                    && placement.stones.iter().copied().collect::<CellSet>() == claim.stones
            });
            assert!(is_placed, "{pattern:?}");
            claim.carrier.len()
        });
        assert_eq!(sizes, [2, 8, 10, 10, 19]);
        assert_eq!(Pattern::from_name("ziggurat"), None);
    }

    #[test]
    fn every_placement_is_listed_once_and_lies_on_its_edge() {
        let board = Topology::rhombus(9, 6).unwrap();
        let all = placements(&board);
        for (i, placement) in all.iter().enumerate() {
            assert!(!all[..i].contains(placement), "{placement:?} twice");
            assert!(placement.stones.iter().all(|&cell| !placement.carrier.contains(cell)));
            if let Some(edge) = placement.edge {
                assert!(placement.carrier.meets(&board.edges()[edge].cells));
            }
        }
    }

    #[test]
    fn bridges_of_a_cell_in_the_middle() {
        // c3 on 5x5 has six bridges, one between each two of its neighbours that touch each other.
        let board = Topology::rhombus(5, 5).unwrap();
        let c3 = board.cell("c3").unwrap();
        let mut ends: Vec<&str> = placements(&board)
            .iter()
            .filter(|placement| placement.edge.is_none() && placement.stones.contains(&c3))
            .flat_map(|placement| placement.stones.clone())
            .filter(|&cell| cell != c3)
            .map(|cell| board.name(cell))
            .collect();
        ends.sort_unstable();
        assert_eq!(ends, ["a4", "b2", "b5", "d1", "d4", "e2"]);
    }

    #[test]
    fn a_graph_has_bridges_only() {
        //   x       x and z have y1 and y2 in common; both touch the edge, x and z do not.
        // y1 y2
        //   z
        let names = ["x", "y1", "y2", "z"].map(str::to_owned).to_vec();
        let board =
            Topology::graph(names, &[(0, 1), (0, 2), (1, 3), (2, 3)], vec![("e".to_owned(), vec![1, 2])]).unwrap();
        let carriers: Vec<Vec<usize>> =
            placements(&board).iter().map(|p| p.carrier.iter().map(Cell::index).collect()).collect();
        // y1 and y2 have x and z in common as well.
        assert_eq!(carriers, [vec![1, 2], vec![1, 2], vec![0, 3], vec![1, 2]]);
        assert_eq!(placements(&board)[1].ends(), (Terminal::Cell(Cell::new(0)), Terminal::Edge(0)));
    }
}
