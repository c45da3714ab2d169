//! Stones and their chains on any board, and what a stone captures. Knows no turn, no ko and no score.
//!
//! A chain counts its links to empty cells ("pseudo-liberties": an empty cell that touches two of its stones counts
//! twice). The count is 0 exactly if the chain has no liberty, and it is a cell's only liberty exactly if the
//! links from the chain to that cell are all it has. Keeping it takes one step a link, on any graph.

use tesuji_board::{Cell, Player, Topology};

/// What stands on a cell, and its chain.
#[derive(Clone, Copy)]
struct Point {
    stone: Option<Player>,
    /// How many cells around it are empty.
    n_empty_around: u16,
    /// If there is a stone: the cell that stands for its chain, which knows the two numbers below.
    chain: Cell,
    /// If there is a stone: the next one of its chain; they form a circle.
    next: Cell,
    n_stones: u16,
    n_links: u32,
}

/// The stones on a board. Every chain has a liberty.
pub(crate) struct Stones {
    points: Vec<Point>,
}

impl Stones {
    /// The empty board.
    pub(crate) fn new(topology: &Topology) -> Self {
        let empty = |cell: Cell| Point {
            stone: None,
            n_empty_around: topology.neighbours(cell).len() as u16,
            chain: cell,
            next: cell,
            n_stones: 0,
            n_links: 0,
        };
        Self { points: topology.cells().map(empty).collect() }
    }

    /// What stands on `cell`.
    #[inline]
    pub(crate) fn stone(&self, cell: Cell) -> Option<Player> {
        self.points[cell.index()].stone
    }

    /// Has `cell` an empty neighbour?
    #[inline]
    pub(crate) fn has_room(&self, cell: Cell) -> bool {
        self.points[cell.index()].n_empty_around > 0
    }

    /// The cell that stands for the chain of the stone on `cell`. Which of its cells that is may change with a move.
    #[inline]
    pub(crate) fn chain(&self, cell: Cell) -> Cell {
        self.points[cell.index()].chain
    }

    /// The stones of the chain of the stone on `cell`, that one first.
    pub(crate) fn chain_cells(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let next = move |&at: &Cell| Some(self.points[at.index()].next).filter(|&next| next != cell);
        std::iter::successors(Some(cell), next)
    }

    /// Is the empty cell `liberty` the only liberty of the chain of the stone on `cell`, which touches it?
    #[inline]
    pub(crate) fn is_last_liberty(&self, topology: &Topology, liberty: Cell, cell: Cell) -> bool {
        let chain = self.chain(cell);
        let n_links = self.points[chain.index()].n_links as usize;
        let around = topology.neighbours(liberty);
        n_links <= around.len()
            && n_links == around.iter().filter(|&&to| self.stone(to).is_some() && self.chain(to) == chain).count()
    }

    /// Would a stone of `player` on the empty cell `cell`, once its captures are off, be without liberties?
    #[inline]
    pub(crate) fn is_suicide(&self, topology: &Topology, cell: Cell, player: Player) -> bool {
        !self.has_room(cell)
            && topology.neighbours(cell).iter().all(|&to| {
                let is_own = self.stone(to) == Some(player);
                is_own == self.is_last_liberty(topology, cell, to)
            })
    }

    /// A cell of each chain of `player`'s that a stone of the opponent's on the empty cell `cell` captures.
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

    /// Puts a stone on an empty cell and takes off what then has no liberty: the opponent's chains first, then the
    /// own one. `removed` sees each cell that becomes empty, with whose stone it was.
    ///
    /// Returns where the opponent may not retake under a simple ko: the only captured stone, if the capturing stone is
    /// alone and has no other liberty.
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
        *at = Point {
            stone: Some(player),
            chain: cell,
            next: cell,
            n_stones: 1,
            n_links: u32::from(at.n_empty_around),
            ..*at
        };
        let mut n_captured = 0;
        let mut captured = cell;
        for &to in topology.neighbours(cell) {
            let point = &mut self.points[to.index()];
            point.n_empty_around -= 1;
            let (Some(owner), chain) = (point.stone, point.chain) else { continue };
            let n_links = &mut self.points[chain.index()].n_links;
            *n_links -= 1;
            if owner == player {
                self.join(cell, to);
            } else if *n_links == 0 {
                captured = to;
                n_captured += self.remove(topology, to, |cell| removed(cell, owner));
            }
        }
        let chain = self.points[self.chain(cell).index()];
        if chain.n_links == 0 {
            self.remove(topology, cell, |cell| removed(cell, player));
        }
        let is_ko = n_captured == 1 && chain.n_stones == 1 && chain.n_links == 1;
        is_ko.then_some(captured)
    }

    /// Makes one chain of two stones' chains; the longer one keeps its cell.
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
        // Exchanging two successors makes one circle of two.
        self.points[short.index()].next = to.next;
        let head = &mut self.points[long.index()];
        head.next = from.next;
        head.n_stones += from.n_stones;
        head.n_links += from.n_links;
    }

    /// Takes the chain of the stone on `cell` off the board; returns how many stones it had.
    fn remove(&mut self, topology: &Topology, cell: Cell, mut removed: impl FnMut(Cell)) -> usize {
        let n_stones = usize::from(self.points[self.chain(cell).index()].n_stones);
        let mut at = cell;
        for _ in 0..n_stones {
            let point = &mut self.points[at.index()];
            point.stone = None;
            let next = point.next;
            for &to in topology.neighbours(at) {
                let point = &mut self.points[to.index()];
                point.n_empty_around += 1;
                if point.stone.is_some() {
                    // Among them stones that are about to go: what their chain counts then no longer matters.
                    let chain = point.chain;
                    self.points[chain.index()].n_links += 1;
                }
            }
            removed(at);
            at = next;
        }
        n_stones
    }

    /// Recomputes chains and counts, and compares.
    ///
    /// # Panics
    ///
    /// If something drifted.
    pub(crate) fn assert_valid(&self, topology: &Topology) {
        for cell in topology.cells() {
            let point = self.points[cell.index()];
            let is_empty = |to: &&Cell| self.stone(**to).is_none();
            let n_empty_around = topology.neighbours(cell).iter().filter(is_empty).count();
            assert_eq!(usize::from(point.n_empty_around), n_empty_around, "empty neighbours drifted");
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

/// By what stands where; how chains are kept depends on the order of moves and does not count.
impl PartialEq for Stones {
    fn eq(&self, other: &Self) -> bool {
        self.points.iter().map(|point| point.stone).eq(other.points.iter().map(|point| point.stone))
    }
}

impl Eq for Stones {}
