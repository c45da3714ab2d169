//! The opponent's side on the rhombus: what its stones and edges touch, and what they lead around.
//!
//! Cells and the four edges, which count as places off the board, form a map of triangles: three cells, two cells and
//! an edge, or a corner cell and its two edges. The opponent has its cells and the edges that the goal does not name.
//! For each two terminals of a group, a line is drawn from one to the other; it crosses steps between places and never
//! runs through a place. A path of the owner's that joins the two terminals closes the line to a ring. A closed path of
//! the opponent crosses the line an even or odd number of times, as it does the ring. If the number were odd, it would
//! have to pass through the owner's path. So a closed path of odd parity separates the two terminals.

use std::collections::{BTreeMap, VecDeque};

use crate::patterns::Placement;
use tesuji_board::{BOTTOM, Bits, Cell, LEFT, RIGHT, TOP, Topology};
use tesuji_proof::{Claim, Terminal};

use super::field::{PaperField, Parity, PlacedPattern};
use crate::region::ClaimRegion;

/// The opponent's field, and the bits of a parity that cut each alternative.
pub(super) struct Walls<const W: usize> {
    pub(super) field: PaperField<W>,
    /// The opponent's pieces.
    pub(super) pieces: Bits<W>,
    /// For each alternative of the region, those of its terminals that are empty cells, and a bit for each two
    /// terminals.
    pub(super) alternatives: Vec<(Bits<W>, Parity)>,
}

/// A cell, or an edge numbered after the cells.
type WallPlace = usize;
type WallStep = [WallPlace; 2];

/// For each of the opponent's places, its node and its parity from the first place of the piece.
type Nodes = Vec<Option<(usize, Parity)>>;

impl<const W: usize> Walls<W> {
    /// `None` on a graph, if there are more than 64 pairs of terminals, or if there are more nodes than the sets hold.
    pub(super) fn new(
        claim: &Claim,
        region: &ClaimRegion<W>,
        stored: &[Placement],
        semi_connections: bool,
    ) -> Option<Self> {
        let map = TriangleMap::new(&claim.topology)?;
        let mut lines: Vec<WallStep> = Vec::new();
        let mut alternatives = Vec::new();
        for groups in claim.goal.alternatives() {
            let terminals = groups.iter().flatten();
            let Some(nodes) = terminals.clone().map(|&terminal| region.node(terminal)).collect::<Option<Bits<W>>>()
            else {
                continue;
            };
            let mut cutting = 0;
            for group in groups {
                let places: Vec<WallPlace> = group.iter().map(|&terminal| map.place(terminal)).collect();
                for &place in &places[1..] {
                    let line = [places[0], place];
                    let bit = lines.iter().position(|known| *known == line).unwrap_or_else(|| {
                        lines.push(line);
                        lines.len() - 1
                    });
                    cutting |= 1_u64.checked_shl(bit as u32)?;
                }
            }
            alternatives.push((nodes & region.carrier(), cutting));
        }
        let crossings = map.crossings(&lines);

        let edges = claim.goal.edges();
        let is_wall = |place: WallPlace| match place.checked_sub(map.n_cells) {
            Some(edge) => !edges.contains(&edge),
            None => !claim.stones.contains(Cell::new(place)) && !claim.carrier.contains(Cell::new(place)),
        };
        let n_empties = region.cells.len();
        let mut nodes: Nodes = vec![None; map.touching.len()];
        for (node, cell) in region.cells.iter().enumerate() {
            nodes[cell.index()] = Some((node, 0));
        }
        let mut touching = vec![Vec::new(); n_empties];
        for start in (0..nodes.len()).filter(|&place| is_wall(place)) {
            if nodes[start].is_none() {
                nodes[start] = Some((touching.len(), 0));
                let mut to_visit = vec![start];
                while let Some(place) = to_visit.pop() {
                    let (node, parity) = nodes[place]?;
                    for &next in map.touching[place].iter().filter(|&&next| is_wall(next)) {
                        if nodes[next].is_none() {
                            nodes[next] = Some((node, parity ^ crossings.of([place, next])));
                            to_visit.push(next);
                        }
                    }
                }
                touching.push(Vec::new());
            }
        }
        if touching.len() > Bits::<W>::CAPACITY {
            return None;
        }
        for (place, near) in map.touching.iter().enumerate() {
            for &next in near {
                if let (Some((a, parity_a)), Some((b, parity_b))) = (nodes[place], nodes[next]) {
                    let step = (b, parity_a ^ parity_b ^ crossings.of([place, next]));
                    // A ring within a piece remains as a step from the piece to itself.
                    if (a != b || step.1 != 0) && !touching[a].contains(&step) {
                        touching[a].push(step);
                    }
                }
            }
        }
        let terminals = alternatives.iter().fold(Bits::EMPTY, |all, (nodes, _)| all | *nodes);
        let localise =
            |placement: &Placement| localise(&map, &crossings, &nodes, region.carrier() - terminals, placement);
        let stored = stored.iter().filter_map(localise).collect();
        let pieces = (n_empties..touching.len()).collect();
        Some(Self { field: PaperField::new(touching, stored, semi_connections), pieces, alternatives })
    }
}

/// The pattern in the opponent's field, if its carrier lies in `allowed` and all paths through it have the same parity.
fn localise<const W: usize>(
    map: &TriangleMap,
    crossings: &Crossings,
    nodes: &Nodes,
    allowed: Bits<W>,
    placement: &Placement,
) -> Option<PlacedPattern<W>> {
    let (a, b) = placement.ends();
    let ends = [map.place(a), map.place(b)];
    let inside = |place: WallPlace| {
        ends.contains(&place)
            || (place < map.n_cells && {
                let cell = Cell::new(place);
                placement.carrier.contains(cell) || placement.stones.contains(&cell)
            })
    };
    let mut parities: BTreeMap<WallPlace, Parity> = BTreeMap::from([(ends[0], 0)]);
    let mut to_visit = vec![ends[0]];
    while let Some(place) = to_visit.pop() {
        let parity = parities[&place];
        for &next in map.touching[place].iter().filter(|&&next| inside(next)) {
            let parity_there = parity ^ crossings.of([place, next]);
            if *parities.entry(next).or_insert_with(|| {
                to_visit.push(next);
                parity_there
            }) != parity_there
            {
                return None;
            }
        }
    }
    let node = |cell: Cell| nodes[cell.index()].map(|(node, _)| node);
    let [(node_a, offset_a), (node_b, offset_b)] = [nodes[ends[0]]?, nodes[ends[1]]?];
    let stones: Bits<W> = placement.stones.iter().map(|&cell| node(cell)).collect::<Option<_>>()?;
    let carrier: Bits<W> = placement.carrier.iter().map(node).collect::<Option<_>>()?;
    let parity_b = *parities.get(&ends[1])? ^ offset_b;
    let other_stone = placement.stones.iter().find(|cell| !ends.contains(&cell.index())).and_then(|cell| {
        let (node, offset) = nodes[cell.index()]?;
        Some((node, parities.get(&cell.index())? ^ offset ^ parity_b))
    });
    let parity = offset_a ^ parity_b;
    carrier.is_subset(&allowed).then_some(PlacedPattern {
        stones: stones.with(node_b),
        ends: [node_a, node_b],
        parity,
        other_stone,
        carrier,
    })
}

/// The rhombus as a map of triangles.
struct TriangleMap {
    n_cells: usize,
    touching: Vec<Vec<WallPlace>>,
    triangles: Vec<[WallPlace; 3]>,
}

impl TriangleMap {
    fn new(topology: &Topology) -> Option<Self> {
        let (columns, rows) = topology.size()?;
        let n_cells = topology.n_cells();
        let at = |column: usize, row: usize| row * columns + column;
        let [top, bottom, left, right] = [TOP, BOTTOM, LEFT, RIGHT].map(|edge| n_cells + edge);
        let mut triangles = vec![
            [at(0, 0), top, left],
            [at(columns - 1, 0), top, right],
            [at(0, rows - 1), bottom, left],
            [at(columns - 1, rows - 1), bottom, right],
        ];
        for column in 1..columns {
            triangles.push([at(column - 1, 0), at(column, 0), top]);
            triangles.push([at(column - 1, rows - 1), at(column, rows - 1), bottom]);
        }
        for row in 1..rows {
            triangles.push([at(0, row - 1), at(0, row), left]);
            triangles.push([at(columns - 1, row - 1), at(columns - 1, row), right]);
            for column in 1..columns {
                triangles.push([at(column - 1, row - 1), at(column, row - 1), at(column - 1, row)]);
                triangles.push([at(column, row - 1), at(column - 1, row), at(column, row)]);
            }
        }
        let mut touching = vec![Vec::new(); n_cells + 4];
        for &[a, b, c] in &triangles {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                touching[from].push(to);
                touching[to].push(from);
            }
        }
        for near in &mut touching {
            near.sort_unstable();
            near.dedup();
        }
        Some(Self { n_cells, touching, triangles })
    }

    fn place(&self, terminal: Terminal) -> WallPlace {
        match terminal {
            Terminal::Cell(cell) => cell.index(),
            Terminal::Edge(edge) => self.n_cells + edge,
        }
    }

    /// Draws a line between the two places of each pair, from triangle to triangle, and records the steps it crosses.
    fn crossings(&self, lines: &[WallStep]) -> Crossings {
        let mut beside: BTreeMap<WallStep, Vec<usize>> = BTreeMap::new();
        for (triangle_idx, triangle) in self.triangles.iter().enumerate() {
            for step in sides(triangle) {
                beside.entry(step).or_default().push(triangle_idx);
            }
        }
        let mut crossings = Crossings::default();
        for (bit, &[from, to]) in lines.iter().enumerate() {
            // Breadth-first over the triangles, from those at one end to the first at the other end.
            let mut came_from: Vec<Option<(usize, Option<WallStep>)>> = vec![None; self.triangles.len()];
            let mut to_visit = VecDeque::new();
            for (triangle_idx, triangle) in self.triangles.iter().enumerate() {
                if triangle.contains(&from) {
                    came_from[triangle_idx] = Some((triangle_idx, None));
                    to_visit.push_back(triangle_idx);
                }
            }
            while let Some(triangle_idx) = to_visit.pop_front() {
                if self.triangles[triangle_idx].contains(&to) {
                    let mut at = triangle_idx;
                    while let Some((before, Some(step))) = came_from[at] {
                        *crossings.bits.entry(step).or_default() ^= 1 << bit;
                        at = before;
                    }
                    break;
                }
                for step in sides(&self.triangles[triangle_idx]) {
                    for &next in &beside[&step] {
                        if came_from[next].is_none() {
                            came_from[next] = Some((triangle_idx, Some(step)));
                            to_visit.push_back(next);
                        }
                    }
                }
            }
        }
        crossings
    }
}

/// The sides of a triangle, each with the smaller place first.
fn sides(&[a, b, c]: &[WallPlace; 3]) -> [WallStep; 3] {
    [(a, b), (b, c), (c, a)].map(|(from, to)| [from.min(to), from.max(to)])
}

/// For each step, the lines it crosses.
#[derive(Default)]
struct Crossings {
    bits: BTreeMap<WallStep, Parity>,
}

impl Crossings {
    fn of(&self, [from, to]: WallStep) -> Parity {
        self.bits.get(&[from.min(to), from.max(to)]).copied().unwrap_or(0)
    }
}
