//! Links that took a search, found again by shape.
//!
//! A win is taken apart where only two chains join its parts: a part of its carrier that touches no other chains, and
//! that the goal cannot do without, joins these two. Nothing else of the position matters to that, and neither does the
//! place: the same stones with the same empty cells are joined wherever they stand, turned or mirrored, and an edge that takes
//! part may be any edge that the player wants to reach. Such a *lemma* becomes a link among the connections of later positions.

use rustc_hash::FxHashSet;
use tesuji_board::{BOTTOM, Bits, Cell, CellSet, EdgeId, LEFT, RIGHT, TOP, Topology};
use tesuji_connection::{Region, Side};

use super::known::KnownWins;
use super::table::WinNeed;

/// The fewest cells of a lemma: what has fewer is found without search.
const LEAST_CELLS: usize = 4;

/// The most lemmas of each player, in all places together. Beyond it the older half is forgotten.
///
/// PERF: 8x8 d4 takes 27,869 positions and 13.6 s with 16,000, 27,670 positions and 15.6 s with 64,000, and 71,984 positions
/// and 31.2 s without lemmas.
const MAX_LEMMAS: usize = 16_000;

/// Stands for a place that is no node.
const NOWHERE: u16 = u16::MAX;

/// A place of a rhombus: column and row.
type Place = (isize, isize);

/// The places of a rhombus in the ground of a search.
#[derive(Debug)]
pub(crate) struct Places {
    size: Place,
    /// Numbers from this on are chains.
    n_cells: usize,
    /// For each player who wants to join something, by cell of the board: its number, or the node of its chain.
    nodes: [Vec<u16>; 2],
    /// The nodes of the edges.
    edges: [[u16; 4]; 2],
}

impl Places {
    /// `None` if the board is not a rhombus.
    pub(crate) fn new<const W: usize>(board: &Topology, regions: &[Region<W>; 2], sides: [Side; 2]) -> Option<Self> {
        let (columns, rows) = board.size()?;
        let (mut nodes, mut edges) = ([const { Vec::new() }; 2], [[NOWHERE; 4]; 2]);
        for (p, region) in regions.iter().enumerate().filter(|&(p, _)| sides[p] == Side::Owner) {
            nodes[p].resize(board.n_cells(), NOWHERE);
            (0..).zip(&region.cells).for_each(|(number, cell)| nodes[p][cell.index()] = number);
            for (node, chain) in (region.n_cells() as u16..).zip(&region.sides[0].chains) {
                chain.cells.iter().for_each(|cell| nodes[p][cell.index()] = node);
                chain.edges.iter().for_each(|&edge| edges[p][edge] = node);
            }
        }
        Some(Self { size: (columns as isize, rows as isize), n_cells: regions[0].n_cells(), nodes, edges })
    }

    fn place(&self, cell: Cell) -> Place {
        let columns = self.size.0 as usize;
        ((cell.index() % columns) as isize, (cell.index() / columns) as isize)
    }

    fn node(&self, player: usize, (column, row): Place) -> Option<u16> {
        let is_inside = (0..self.size.0).contains(&column) && (0..self.size.1).contains(&row);
        let at = is_inside.then(|| self.nodes[player][(row * self.size.0 + column) as usize]);
        at.filter(|&at| at != NOWHERE)
    }

    /// The node of the edge that is the image of this one, if there is one.
    fn edge(&self, player: usize, edge: EdgeId, image: &Image) -> Option<u16> {
        let (beyond, along) = match edge {
            TOP => ((0, -1), (1, 0)),
            BOTTOM => ((0, self.size.1), (1, 0)),
            LEFT => ((-1, 0), (0, 1)),
            _ => ((self.size.0, 0), (0, 1)),
        };
        let ((column, row), (right, down)) = (image.of(beyond), image.turned(along));
        let edge = match (right.abs(), down.abs()) {
            (1, 0) if row == -1 => TOP,
            (1, 0) if row == self.size.1 => BOTTOM,
            (0, 1) if column == -1 => LEFT,
            (0, 1) if column == self.size.0 => RIGHT,
            _ => return None,
        };
        Some(self.edges[player][edge]).filter(|&at| at != NOWHERE)
    }
}

/// A turned or mirrored and then shifted lattice.
struct Image {
    columns: Place,
    rows: Place,
    shift: Place,
}

impl Image {
    /// The twelve ways to turn and mirror.
    fn all() -> impl Iterator<Item = Self> {
        (0..12).map(|number| {
            // A sixth of a turn.
            let turn = |(column, row): Place| (-row, column + row);
            let turned = |place| (0..number / 2).fold(place, |place, _| turn(place));
            let [columns, rows] = if number % 2 == 0 { [(1, 0), (0, 1)] } else { [(0, 1), (1, 0)] };
            Self { columns: turned(columns), rows: turned(rows), shift: (0, 0) }
        })
    }

    const fn turned(&self, (column, row): Place) -> Place {
        (column * self.columns.0 + row * self.rows.0, column * self.columns.1 + row * self.rows.1)
    }

    const fn of(&self, place: Place) -> Place {
        let (column, row) = self.turned(place);
        (column + self.shift.0, row + self.shift.1)
    }
}

/// One end of a lemma.
#[derive(Clone, Copy, Debug)]
enum End {
    Stone(Cell),
    Edge(EdgeId),
}

/// With these stones, all cells of the carrier empty and the other player to move, the two ends are joined.
#[derive(Debug)]
pub(super) struct Lemma {
    stones: CellSet,
    carrier: CellSet,
    edges: Vec<EdgeId>,
    ends: [End; 2],
}

impl Lemma {
    /// Calls `visit` with each player and place for which the ground has room.
    pub(super) fn for_each_place<const W: usize>(
        &self,
        places: &Places,
        mut visit: impl FnMut(usize, WinNeed<W>, [u16; 2]),
    ) {
        let [stones, carrier]: [Vec<Place>; 2] =
            [&self.stones, &self.carrier].map(|cells| cells.iter().map(|cell| places.place(cell)).collect());
        let mut seen = FxHashSet::default();
        for mut image in Image::all() {
            let bounds = |of: fn(Place) -> isize| {
                let all = || stones.iter().chain(&carrier).map(|&place| of(image.turned(place)));
                all().min().zip(all().max()).unwrap_or_default()
            };
            let (columns, rows) = (bounds(|place| place.0), bounds(|place| place.1));
            for down in -rows.0..places.size.1 - rows.1 {
                for right in -columns.0..places.size.0 - columns.1 {
                    image.shift = (right, down);
                    for player in (0..2).filter(|&player| !places.nodes[player].is_empty()) {
                        let Some((need, nodes)) = self.at(places, &image, player, &stones, &carrier) else { continue };
                        if seen.insert((player, need.stones, need.carrier)) {
                            visit(player, need, nodes);
                        }
                    }
                }
            }
        }
    }

    /// The need of this lemma for a player at its image, and the nodes that it joins there.
    fn at<const W: usize>(
        &self,
        places: &Places,
        image: &Image,
        player: usize,
        stones: &[Place],
        carrier: &[Place],
    ) -> Option<(WinNeed<W>, [u16; 2])> {
        let node = |place: Place| places.node(player, image.of(place)).map(usize::from);
        let edge = |edge: EdgeId| places.edge(player, edge, image);
        let is_cell = |at: &usize| *at < places.n_cells;
        self.edges.iter().try_for_each(|&at| edge(at).map(|_| ()))?;
        let carrier = carrier.iter().map(|&place| node(place).filter(is_cell)).collect::<Option<Bits<W>>>()?;
        // Stones that the claim has from the start are always there.
        let stones: Vec<usize> = stones.iter().map(|&place| node(place)).collect::<Option<_>>()?;
        let end = |end: End| match end {
            End::Edge(at) => edge(at),
            End::Stone(cell) => places.node(player, image.of(places.place(cell))),
        };
        let nodes = [end(self.ends[0])?, end(self.ends[1])?];
        Some((WinNeed { stones: stones.into_iter().filter(is_cell).collect(), carrier }, nodes))
    }
}

/// Lemmas of a player: the need of each link, and the nodes that it joins.
pub(super) type Lemmas<const W: usize> = KnownWins<[u16; 2], W>;

/// No lemma yet, for each player.
pub(super) fn no_lemmas<const W: usize>() -> [Lemmas<W>; 2] {
    [(); 2].map(|()| KnownWins::new(MAX_LEMMAS))
}

/// A win as chains and the parts of its carrier between them.
pub(super) struct Anatomy<'r, const W: usize> {
    region: &'r Region<W>,
    need: WinNeed<W>,
    /// By node of the region: the chain that it is part of; `NOWHERE` if the winner does not need it.
    pub(super) chain: Vec<u16>,
    /// The connected parts of the carrier, each with the chains that it touches.
    parts: Vec<(Bits<W>, Vec<u16>)>,
}

impl<'r, const W: usize> Anatomy<'r, W> {
    pub(super) fn new(region: &'r Region<W>, need: WinNeed<W>) -> Self {
        let (n_cells, graph) = (region.n_cells(), &region.sides[Side::Owner.index()]);
        let holds = |node: usize| node >= n_cells || need.stones.contains(node);
        let mut chain = vec![NOWHERE; region.n_nodes(Side::Owner)];
        let mut stack = Vec::new();
        for start in (0..chain.len()).filter(|&node| holds(node)) {
            stack.push(start);
            while let Some(node) = stack.pop() {
                if chain[node] == NOWHERE {
                    chain[node] = start as u16;
                    stack.extend(graph.neighbours[node].iter().map(|at| usize::from(at.0)).filter(|&to| holds(to)));
                }
            }
        }
        let (mut rest, mut parts) = (need.carrier, Vec::new());
        while let Some(start) = rest.first() {
            let (mut part, mut front) = (Bits::EMPTY, Bits::EMPTY.with(start));
            while !front.is_empty() {
                part |= front;
                front = front.iter().fold(Bits::EMPTY, |next, cell| next | region.adjacent[cell]) & (rest - part);
            }
            rest -= part;
            let touched = part.iter().flat_map(|cell| &graph.neighbours[cell]).map(|at| chain[usize::from(at.0)]);
            let mut touched: Vec<u16> = touched.filter(|&at| at != NOWHERE).collect();
            touched.sort_unstable();
            touched.dedup();
            parts.push((part, touched));
        }
        Self { region, need, chain, parts }
    }

    /// The parts that are connected without the chains `but`, beginning with this one; and the chains that they touch.
    fn piece(&self, from: usize, but: &[u16], among: &[usize]) -> (Vec<usize>, Vec<u16>) {
        let (mut parts, mut chains) = (vec![from], Vec::new());
        let mut next = 0;
        while let Some(&part) = parts.get(next) {
            for chain in &self.parts[part].1 {
                if !chains.contains(chain) {
                    chains.push(*chain);
                    if !but.contains(chain) {
                        let more = among.iter().filter(|&&at| self.parts[at].1.contains(chain));
                        let more: Vec<usize> = more.copied().filter(|at| !parts.contains(at)).collect();
                        parts.extend(more);
                    }
                }
            }
            next += 1;
        }
        (parts, chains)
    }

    /// Calls `visit` with the carrier of each part of the win that joins two chains for the goal, with these chains and with
    /// those inside. Parts that are a series of others are left out.
    pub(super) fn for_each_link(&self, mut visit: impl FnMut(Bits<W>, [u16; 2], &[u16])) {
        let mut chains: Vec<u16> = self.parts.iter().flat_map(|part| part.1.iter().copied()).collect();
        chains.sort_unstable();
        chains.dedup();
        let all: Vec<usize> = (0..self.parts.len()).collect();
        let named = || self.region.goal.alternatives.iter().flatten().flatten().map(|&node| usize::from(node));
        if named().any(|node| node < self.region.n_cells() && self.need.carrier.contains(node)) {
            return;
        }
        let is_terminal = |chain: u16| named().any(|node| self.chain[node] == chain);
        for (i, &a) in chains.iter().enumerate() {
            for &b in &chains[i + 1..] {
                let (mut parts, mut inside) = (Vec::new(), Vec::new());
                for &from in &all {
                    let is_between = self.parts[from].1.iter().any(|&chain| chain != a && chain != b)
                        || self.parts[from].1 == [a, b];
                    if parts.contains(&from) || !is_between {
                        continue;
                    }
                    let (piece, touched) = self.piece(from, &[a, b], &all);
                    let (ends, inner): (Vec<u16>, Vec<u16>) =
                        touched.into_iter().partition(|&chain| chain == a || chain == b);
                    if ends.len() == 2 && !inner.iter().any(|&chain| is_terminal(chain)) {
                        parts.extend(piece);
                        inside.extend(inner);
                    }
                }
                let carrier = parts.iter().fold(Bits::EMPTY, |carrier, &part| carrier | self.parts[part].0);
                let is_series = inside.iter().any(|&chain| {
                    let starts = parts.iter().filter(|&&part| self.parts[part].1.contains(&a));
                    let reach = |&part: &usize| self.piece(part, &[chain, b], &parts).1.contains(&b);
                    !starts.copied().collect::<Vec<_>>().iter().any(reach)
                });
                if carrier.len() >= LEAST_CELLS
                    && !is_series
                    && !self.region.is_possible(self.need.stones | (self.need.carrier - carrier))
                {
                    visit(carrier, [a, b], &inside);
                }
            }
        }
    }

    /// The lemma that this part of the win is.
    pub(super) fn lemma(&self, board: &Topology, carrier: Bits<W>, ends: [u16; 2], inside: &[u16]) -> Option<Lemma> {
        let n_cells = self.region.n_cells();
        let stones_of = |chain: u16| -> (CellSet, Vec<EdgeId>) {
            let (mut stones, mut edges) = (CellSet::new(), Vec::new());
            for node in (0..self.chain.len()).filter(|&node| self.chain[node] == chain) {
                match node.checked_sub(n_cells) {
                    None => _ = stones.insert(self.region.cells[node]),
                    Some(first) => {
                        let first = &self.region.sides[Side::Owner.index()].chains[first];
                        stones.union_with(&first.cells);
                        edges.extend(&first.edges);
                    }
                }
            }
            (stones, edges)
        };
        let carrier = self.region.to_board(&carrier);
        let touches = |cell: Cell| board.neighbours(cell).iter().any(|&to| carrier.contains(to));
        let mut lemma =
            Lemma { stones: CellSet::new(), carrier: carrier.clone(), edges: Vec::new(), ends: [End::Edge(TOP); 2] };
        for (end, chain) in lemma.ends.iter_mut().zip(ends) {
            let (stones, edges) = stones_of(chain);
            let near: CellSet = stones.iter().filter(|&cell| touches(cell)).collect();
            let is_beside = |edge: EdgeId| carrier.iter().any(|cell| board.edges()[edge].cells.contains(cell));
            let beside: Vec<EdgeId> = edges.iter().copied().filter(|&edge| is_beside(edge)).collect();
            // What touches the carrier is enough if it is connected by itself.
            let (near, beside) = if is_connected(board, &near, &beside) { (near, beside) } else { (stones, edges) };
            *end = match (beside.first(), near.iter().next()) {
                (Some(&edge), _) => End::Edge(edge),
                (None, stone) => End::Stone(stone?),
            };
            lemma.stones.union_with(&near);
            lemma.edges.extend(beside);
        }
        for (stones, edges) in inside.iter().map(|&chain| stones_of(chain)) {
            lemma.stones.union_with(&stones);
            lemma.edges.extend(edges);
        }
        Some(lemma)
    }
}

/// Whether these stones and edges are one chain.
fn is_connected(board: &Topology, stones: &CellSet, edges: &[EdgeId]) -> bool {
    let mut rest = stones.clone();
    let mut stack = Vec::new();
    match edges {
        [] => stack.extend(stones.iter().next()),
        [edge] => stack.extend(stones.iter().filter(|&stone| board.edges()[*edge].cells.contains(stone))),
        _ => return false,
    }
    while let Some(stone) = stack.pop() {
        if rest.remove(stone) {
            stack.extend(board.neighbours(stone).iter().filter(|&&to| rest.contains(to)));
        }
    }
    rest.is_empty()
}
