//! Stones and their chains on any board, and what a stone captures. Knows no turn, no ko and no score.
//!
//! A chain counts its links to empty cells ("pseudo-liberties": an empty cell that touches two of its stones counts
//! twice). The count is 0 exactly if the chain has no liberty. A cell is the chain's only liberty exactly if the links
//! from the chain to that cell are all the links it has. Updating the count takes one step per link, on any graph.

use tesuji_board::{Cell, MAX_CELLS, Player, Topology};

/// Stone on a cell, and its chain.
#[derive(Clone, Copy)]
struct CellStone {
    stone: Option<Player>,
    around: NeighbourCounts,
    /// If there is a stone: the cell that stands for its chain, where the two numbers below are kept. Otherwise this
    /// cell.
    chain: Cell,
    /// If there is a stone: the next one of its chain, in a circle.
    next: Cell,
    n_stones: u16,
    /// Meaningless for a cell that does not stand for a chain.
    n_links: u32,
}

/// Numbers of empty, black and white neighbours of a cell: three numbers of ten bits.
///
/// PERF: one addition updates all three, and one comparison shows who surrounds the cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NeighbourCounts(u32);

impl NeighbourCounts {
    const FIELD: u32 = 0x3ff;
    const ONE_EMPTY: u32 = 1;
    /// Indexed by [`Player::index`].
    const ONE_STONE: [u32; 2] = [1 << 10, 1 << 20];

    const fn all_empty(n_neighbours: usize) -> Self {
        Self(n_neighbours as u32)
    }

    const fn n_empty(self) -> u32 {
        self.0 & Self::FIELD
    }

    const fn n_stones(self, player: Player) -> u32 {
        (self.0 / Self::ONE_STONE[player.index()]) & Self::FIELD
    }

    /// Whether no neighbour is empty, and none is a stone of `player`'s.
    const fn has_only_stones_against(self, player: Player) -> bool {
        self.0 & (Self::FIELD | (Self::FIELD * Self::ONE_STONE[player.index()])) == 0
    }

    // The border's numbers overflow their bits, but nobody reads them.

    const fn place(&mut self, player: Player) {
        self.0 = self.0.wrapping_add(Self::ONE_STONE[player.index()] - Self::ONE_EMPTY);
    }

    const fn lift(&mut self, player: Player) {
        self.0 = self.0.wrapping_sub(Self::ONE_STONE[player.index()] - Self::ONE_EMPTY);
    }
}

const _: () = assert!(MAX_CELLS - 1 <= NeighbourCounts::FIELD as usize, "a field counts all neighbours of a cell");

/// The stones on a board. Every chain has a liberty. By default there is no board.
#[derive(Default)]
pub(crate) struct Stones {
    /// The points of the cells, and of the border, which stays empty forever and whose counts are meaningless.
    points: Vec<CellStone>,
}

impl Stones {
    /// The empty board.
    pub(crate) fn new(topology: &Topology) -> Self {
        let empty = |cell: Cell, n_neighbours: usize| CellStone {
            stone: None,
            around: NeighbourCounts::all_empty(n_neighbours),
            chain: cell,
            next: cell,
            n_stones: 0,
            n_links: 0,
        };
        let points = topology.cells().map(|cell| empty(cell, topology.neighbours(cell).len()));
        Self { points: points.chain([empty(Cell::new(topology.n_cells()), 0)]).collect() }
    }

    /// The stone on `cell`.
    #[inline]
    pub(crate) fn stone(&self, cell: Cell) -> Option<Player> {
        self.points[cell.index()].stone
    }

    /// Whether `cell` has an empty neighbour.
    #[inline]
    pub(crate) fn has_room(&self, cell: Cell) -> bool {
        self.points[cell.index()].around.n_empty() > 0
    }

    /// The number of neighbours of `cell` with a stone of `player`'s; for `None`, of empty neighbours.
    pub(crate) fn n_around(&self, cell: Cell, player: Option<Player>) -> usize {
        let around = self.points[cell.index()].around;
        player.map_or(around.n_empty(), |player| around.n_stones(player)) as usize
    }

    /// The cell that stands for the chain of the stone on `cell`. This cell may change with a move.
    #[inline]
    pub(crate) fn chain(&self, cell: Cell) -> Cell {
        self.points[cell.index()].chain
    }

    /// The number of stones of the chain of the stone on `cell`.
    pub(crate) fn chain_len(&self, cell: Cell) -> usize {
        usize::from(self.points[self.chain(cell).index()].n_stones)
    }

    /// The next stone of the chain of the stone on `cell`, in a circle.
    pub(crate) fn next(&self, cell: Cell) -> Cell {
        self.points[cell.index()].next
    }

    /// The stones of the chain of the stone on `cell`, that one first.
    pub(crate) fn chain_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let next = move |&at: &Cell| Some(self.points[at.index()].next).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next)
    }

    /// The liberties of the chain of the stone on `cell`, each as often as a stone of the chain touches it.
    pub(crate) fn liberty_links<'a>(&'a self, topology: &'a Topology, cell: Cell) -> impl Iterator<Item = Cell> + 'a {
        let around = self.chain_cells(cell).flat_map(|at| topology.neighbours(at).iter().copied());
        around.filter(|&to| self.stone(to).is_none())
    }

    /// Whether the empty cell `liberty` is the only liberty of the chain of the stone on `cell`, which touches it.
    #[inline]
    pub(crate) fn is_last_liberty(&self, topology: &Topology, liberty: Cell, cell: Cell) -> bool {
        let chain = self.chain(cell);
        let around = topology.neighbours(liberty);
        let n_links = self.points[chain.index()].n_links as usize;
        n_links <= around.len()
            && n_links == around.iter().filter(|&&to| self.stone(to).is_some() && self.chain(to) == chain).count()
    }

    /// Whether all neighbours of `cell` are stones of `player`.
    #[inline]
    pub(crate) fn is_surrounded_by(&self, cell: Cell, player: Player) -> bool {
        self.points[cell.index()].around.has_only_stones_against(player.opponent())
    }

    /// Whether a stone of `player` on the empty cell `cell` would have no liberties after its captures are removed.
    #[inline]
    pub(crate) fn is_suicide(&self, topology: &Topology, cell: Cell, player: Player) -> bool {
        if self.has_room(cell) {
            return false;
        }
        topology.neighbours(cell).iter().all(|&to| {
            let is_own = self.stone(to) == Some(player);
            is_own == self.is_last_liberty(topology, cell, to)
        })
    }

    /// One cell of each chain of `player`'s that a stone of the opponent's on the empty cell `cell` would capture.
    pub(crate) fn captured_by<'a>(
        &'a self,
        topology: &'a Topology,
        cell: Cell,
        player: Player,
    ) -> impl Iterator<Item = Cell> + 'a {
        let around = topology.neighbours(cell);
        let is_first = move |idx: usize, to: Cell| {
            !around[..idx].iter().any(|&other| self.stone(other).is_some() && self.chain(other) == self.chain(to))
        };
        around.iter().enumerate().filter_map(move |(idx, &to)| {
            let is_captured =
                self.stone(to) == Some(player) && self.is_last_liberty(topology, cell, to) && is_first(idx, to);
            is_captured.then_some(to)
        })
    }

    /// Puts a stone on an empty cell and removes the chains that then have no liberty: first the opponent's, then the
    /// stone's own. `removed` is called for each cell that becomes empty, with the owner of its stone.
    ///
    /// Returns the cell where the opponent may not retake under a simple ko: the only captured stone, if the capturing
    /// stone is alone and has no other liberty.
    #[inline]
    pub(crate) fn place(
        &mut self,
        topology: &Topology,
        cell: Cell,
        player: Player,
        mut removed: impl FnMut(Cell, Player),
    ) -> Option<Cell> {
        let at = &mut self.points[cell.index()];
        debug_assert!(at.stone.is_none(), "a stone is placed on an empty cell");
        at.stone = Some(player);
        at.next = cell;
        at.n_stones = 1;
        at.n_links = at.around.n_empty();
        let mut n_captured = 0;
        let mut captured = cell;
        for &to in topology.neighbours(cell) {
            let point = &mut self.points[to.index()];
            point.around.place(player);
            let (stone, chain) = (point.stone, point.chain);
            // Meaningless if there is no stone, but cheaper than a check.
            let n_links = &mut self.points[chain.index()].n_links;
            *n_links = n_links.wrapping_sub(1);
            if stone == Some(player) {
                self.join(cell, to);
            } else if *n_links == 0 && stone.is_some() {
                captured = to;
                n_captured += self.remove(topology, to, player.opponent(), &mut removed);
            }
        }
        let chain = self.points[self.chain(cell).index()];
        if chain.n_links == 0 {
            self.remove(topology, cell, player, &mut removed);
        }
        let is_ko = n_captured == 1 && chain.n_stones == 1 && chain.n_links == 1;
        is_ko.then_some(captured)
    }

    /// Joins the chains of two stones. The cell of the longer one stands for the result.
    #[inline]
    fn join(&mut self, a: Cell, b: Cell) {
        let (a, b) = (self.chain(a), self.chain(b));
        if a == b {
            return;
        }
        let (from, to) = (self.points[a.index()], self.points[b.index()]);
        let ((short, from), (long, to)) =
            if from.n_stones <= to.n_stones { ((a, from), (b, to)) } else { ((b, to), (a, from)) };
        let mut at = short;
        for _ in 0..from.n_stones {
            let point = &mut self.points[at.index()];
            point.chain = long;
            at = point.next;
        }
        // Exchanging two successors turns two circles into one.
        self.points[short.index()].next = to.next;
        let head = &mut self.points[long.index()];
        head.next = from.next;
        head.n_stones += from.n_stones;
        head.n_links += from.n_links;
    }

    /// Removes the chain of `owner`'s stone on `cell` from the board; returns how many stones it had.
    fn remove(
        &mut self,
        topology: &Topology,
        cell: Cell,
        owner: Player,
        removed: &mut impl FnMut(Cell, Player),
    ) -> usize {
        let n_stones = usize::from(self.points[self.chain(cell).index()].n_stones);
        let mut at = cell;
        for _ in 0..n_stones {
            let point = &mut self.points[at.index()];
            point.stone = None;
            point.chain = at;
            let next = point.next;
            for &to in topology.neighbours(at) {
                let point = &mut self.points[to.index()];
                point.around.lift(owner);
                // Meaningless if there is no stone, or one that is about to be removed.
                let chain = point.chain;
                let n_links = &mut self.points[chain.index()].n_links;
                *n_links = n_links.wrapping_add(1);
            }
            removed(at, owner);
            at = next;
        }
        n_stones
    }

    /// Recomputes chains and counts, and compares.
    ///
    /// # Panics
    ///
    /// If something differs.
    pub(crate) fn assert_valid(&self, topology: &Topology) {
        for cell in topology.cells() {
            let point = self.points[cell.index()];
            let is_empty = |to: &&Cell| self.stone(**to).is_none();
            let mut around = NeighbourCounts::all_empty(topology.neighbours(cell).len());
            topology.neighbours(cell).iter().filter_map(|&to| self.stone(to)).for_each(|player| around.place(player));
            assert_eq!(point.around, around, "the neighbours of a cell drifted");
            let Some(player) = point.stone else { continue };
            let mut chain = vec![cell];
            let mut n_visited = 0;
            while let Some(&from) = chain.get(n_visited) {
                n_visited += 1;
                for &to in topology.neighbours(from) {
                    if self.stone(to) == Some(player) && !chain.contains(&to) {
                        chain.push(to);
                    }
                }
            }
            chain.sort();
            let mut kept: Vec<Cell> = self.chain_cells(cell).collect();
            kept.sort();
            assert_eq!(kept, chain, "a chain drifted");
            assert!(chain.iter().all(|&at| self.chain(at) == point.chain), "a chain has two names");
            let head = self.points[point.chain.index()];
            let links = chain.iter().flat_map(|&at| topology.neighbours(at)).filter(is_empty).count();
            assert_eq!((usize::from(head.n_stones), head.n_links as usize), (chain.len(), links), "a count drifted");
            assert!(links > 0, "a chain has no liberty");
        }
    }
}

impl Clone for Stones {
    fn clone(&self) -> Self {
        Self { points: self.points.clone() }
    }

    /// Allocates nothing if the board has the same size.
    fn clone_from(&mut self, source: &Self) {
        self.points.clone_from(&source.points);
    }
}

/// Compares only the stones; how chains are stored depends on the order of moves and does not count.
impl PartialEq for Stones {
    fn eq(&self, other: &Self) -> bool {
        self.points.iter().map(|point| point.stone).eq(other.points.iter().map(|point| point.stone))
    }
}

impl Eq for Stones {}
