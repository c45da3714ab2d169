//! Stones as playouts keep them: everything that a ply changes is in small arrays, and is changed without asking what
//! stands where.
//!
//! A ply costs some 300 instructions, and the largest cost is branches that the processor cannot predict. So every
//! neighbour of a new stone is treated alike, whether it is empty, a stone of either player or the border. There is one
//! addition to what the neighbour stores about its own neighbours ([`LightStones::around`]) and one to what its chain
//! stores about its liberties ([`LightStones::word`]). Rare events, such as captures and chains that join, show in one
//! number at the end and are handled separately (`place`). Cells that neither player will play on are not drawn again
//! until something changes (`draw`).
//!
//! A cell has at most `D` neighbours. Missing neighbours are filled up with the border, which is one cell after the
//! last. Small boards number their cells by bytes, so that no index can leave its array. Boards with more neighbours
//! can only use [`Stones`].

mod draw;
mod place;

use tesuji_board::{Cell, Player, Topology};

use crate::eyes::EyeRule;
use crate::stones::Stones;
use crate::view::Liberties;

/// The number of a cell. It needs no bounds check if the array has as many places as the type has values.
pub(crate) trait Index: Copy + Eq + Default + 'static {
    /// No cell of a board.
    const NONE: Self;

    fn new(number: usize) -> Self;

    fn number(self) -> usize;
}

impl Index for u8 {
    const NONE: Self = Self::MAX;

    fn new(number: usize) -> Self {
        number as Self
    }

    fn number(self) -> usize {
        usize::from(self)
    }
}

impl Index for u16 {
    const NONE: Self = Self::MAX;

    fn new(number: usize) -> Self {
        number as Self
    }

    fn number(self) -> usize {
        usize::from(self)
    }
}

/// The neighbours of each cell, as light stones with `CAP` places read them; `CAP` is a power of two.
pub(crate) struct Graph<I, const CAP: usize, const D: usize> {
    n_cells: usize,
    /// The neighbours of each cell, then the border.
    neighbours: Box<[[I; D]; CAP]>,
    /// The corners, on a square lattice.
    corners: Option<Box<[Corners<I>; CAP]>>,
}

/// The corners of a cell of a square lattice, and how many count as lost because the cell is at the border.
#[derive(Clone, Copy, Default)]
struct Corners<I> {
    cells: [I; 4],
    n_lost: u8,
}

fn boxed<T: Copy, const CAP: usize>(value: T) -> Box<[T; CAP]> {
    let Ok(array) = vec![value; CAP].into_boxed_slice().try_into() else { unreachable!("as long as it says") };
    array
}

impl<I: Index, const CAP: usize, const D: usize> Graph<I, CAP, D> {
    /// `None` if the board has too many cells, or a cell too many neighbours.
    pub(crate) fn new(topology: &Topology, eyes: &EyeRule) -> Option<Self> {
        let n_cells = topology.n_cells();
        let fits = n_cells + 1 < CAP && topology.cells().all(|cell| topology.neighbours(cell).len() <= D);
        if !fits {
            return None;
        }
        let mut neighbours = boxed([I::new(n_cells); D]);
        for cell in topology.cells() {
            for (place, to) in neighbours[cell.index()].iter_mut().zip(topology.neighbours(cell)) {
                *place = I::new(to.index());
            }
        }
        let corners = eyes.has_corners().then(|| {
            let mut corners = boxed(Corners::default());
            for cell in topology.cells() {
                let (cells, at_border) = eyes.corners(cell);
                corners[cell.index()] =
                    Corners { cells: cells.map(|corner| I::new(corner.index())), n_lost: u8::from(at_border) };
            }
            corners
        });
        Some(Self { n_cells, neighbours, corners })
    }

    /// The neighbours of a cell, without the border.
    #[inline(always)]
    pub(crate) fn neighbours(&self, cell: I) -> impl Iterator<Item = I> {
        let border = I::new(self.n_cells);
        self.around(cell).iter().copied().filter(move |&to| to != border)
    }

    #[inline(always)]
    fn around(&self, cell: I) -> &[I; D] {
        &self.neighbours[cell.number() & (CAP - 1)]
    }
}

/// The codes of a black and of a white stone; 0 is an empty cell. The sum of a few codes shows how many there are of
/// each.
pub(crate) const BLACK: u8 = 1;
pub(crate) const WHITE: u8 = 16;

pub(crate) const fn code(player: Player) -> u8 {
    match player {
        Player::Black => BLACK,
        Player::White => WHITE,
    }
}

/// The player with this code.
pub(crate) const fn player_of<const P: u8>() -> Player {
    if P == BLACK { Player::Black } else { Player::White }
}

pub(crate) const fn player(code: u8) -> Option<Player> {
    match code {
        BLACK => Some(Player::Black),
        WHITE => Some(Player::White),
        _ => None,
    }
}

// A cell's `around` packs four numbers. From the lowest bit: the sum of the numbers of its empty neighbours (22 bits),
// then how many neighbours are black, empty and white (10 bits each).
const FIELD: i64 = 0x3ff;
const BLACK_SHIFT: u32 = 22;
const WHITE_SHIFT: u32 = 42;
const EMPTY: i64 = FIELD << 32;
const LINKS: i64 = EMPTY | ((1 << BLACK_SHIFT) - 1);

// A chain's `word` packs three numbers. The low 31 bits are the sum of the numbers of the empty cells that its links
// lead to, and the next bit says whether it guards a parked cell. From bit 32 on comes the number of its links to empty
// cells, minus one. So the word is negative exactly if the chain has no liberty. A guard's word is lower by another
// `bias`, so that it is negative as soon as all links may lead to one cell.
const ONE_LINK: i64 = 1 << 32;
const GUARD: i64 = 1 << 31;
/// The word of a cell that does not stand for a chain.
const NO_CHAIN: i64 = 1 << 60;

/// More than the most links from one chain to one cell, if a cell has at most `degree` neighbours.
const fn bias(degree: usize) -> i64 {
    degree.next_power_of_two() as i64
}

/// The number of links to empty cells of the chain with this word.
#[inline(always)]
const fn n_links<const D: usize>(word: i64) -> i64 {
    ((word + (word & GUARD) * 2 * bias(D)) >> 32) + 1
}

#[inline(always)]
fn link_to<I: Index>(cell: I) -> i64 {
    ONE_LINK | cell.number() as i64
}

/// Contribution of a stone of this code to `around` of its neighbours, not counting the link that it takes away.
#[inline(always)]
const fn one_stone(code: u8) -> i64 {
    if code == BLACK { 1 << BLACK_SHIFT } else { 1 << WHITE_SHIFT }
}

/// The number of neighbours of a cell with this code.
#[inline(always)]
const fn n_stones_around(around: i64, code: u8) -> i64 {
    (around >> if code == BLACK { BLACK_SHIFT } else { WHITE_SHIFT }) & FIELD
}

/// The stones of a playout. Arrays have a place for each cell, and one for the border, which stays empty forever and
/// whose counts are meaningless. PERF: the arrays have a fixed size and are read by masked index, so that there are no
/// bounds checks.
#[derive(Clone)]
pub(crate) struct LightStones<I, const CAP: usize> {
    n_cells: usize,
    stones: [u8; CAP],
    around: [i64; CAP],
    /// Indexed by the cell that stands for the chain.
    word: [i64; CAP],
    /// For a stone: the cell that stands for its chain. Otherwise the cell itself.
    chain: [I; CAP],
    /// For a stone: the next one of its chain, in a circle. Otherwise the cell itself.
    next: [I; CAP],
    /// The number of stones of the chain that this cell stands for.
    n_stones: [u16; CAP],
    /// The empty cells: first those to draw from, then the parked ones.
    empties: [I; CAP],
    n_empties: usize,
    n_drawn_from: usize,
    /// For each cell, its place in `empties`.
    places: [I; CAP],
    /// Not 0 if a stone on this cell may turn a parked cell into a non-eye. It is then negative, so that it can be
    /// tested together with the words.
    watched: [i8; CAP],
    /// The codes of the players who have played here since the playout became late.
    played: [u8; CAP],
}

impl<I: Index, const CAP: usize> LightStones<I, CAP> {
    const MASK: usize = CAP - 1;

    /// Without a board yet.
    pub(crate) fn new() -> Self {
        Self {
            n_cells: 0,
            stones: [0; CAP],
            around: [0; CAP],
            word: [0; CAP],
            chain: [I::default(); CAP],
            next: [I::default(); CAP],
            n_stones: [0; CAP],
            empties: [I::default(); CAP],
            n_empties: 0,
            n_drawn_from: 0,
            places: [I::default(); CAP],
            watched: [0; CAP],
            played: [0; CAP],
        }
    }

    /// Loads these stones, with the empty cells ascending and none parked.
    pub(crate) fn load<const D: usize>(&mut self, graph: &Graph<I, CAP, D>, stones: &Stones) {
        self.n_cells = graph.n_cells;
        self.n_empties = 0;
        for number in 0..=graph.n_cells {
            self.around[number] = 0;
            self.word[number] = NO_CHAIN;
            self.stones[number] = 0;
            (self.watched[number], self.played[number]) = (0, 0);
            let cell = I::new(number);
            (self.chain[number], self.next[number], self.n_stones[number]) = (cell, cell, 0);
        }
        for number in 0..graph.n_cells {
            let (at, cell) = (Cell::new(number), I::new(number));
            let added = if let Some(player) = stones.stone(at) {
                self.stones[number] = code(player);
                let chain = stones.chain(at).index();
                self.chain[number] = I::new(chain);
                self.next[number] = I::new(stones.next(at).index());
                self.n_stones[chain] += 1;
                self.word[chain] = -ONE_LINK;
                one_stone(code(player))
            } else {
                self.empties[self.n_empties] = cell;
                self.places[number] = I::new(self.n_empties);
                self.n_empties += 1;
                link_to(cell)
            };
            for to in graph.around(cell) {
                self.around[to.number()] += added;
            }
        }
        for number in 0..graph.n_cells {
            if self.stones[number] != 0 {
                self.word[self.chain[number].number()] += self.around[number] & LINKS;
            }
        }
        self.n_drawn_from = self.n_empties;
    }

    /// Copies `from`, but no more than the cells of its board.
    pub(crate) fn copy(&mut self, from: &Self) {
        fn copy<T: Copy>(to: &mut [T], from: &[T], n_places: usize) {
            to[..n_places].copy_from_slice(&from[..n_places]);
        }
        let n = from.n_cells + 1;
        (self.n_cells, self.n_empties, self.n_drawn_from) = (from.n_cells, from.n_empties, from.n_drawn_from);
        copy(&mut self.stones, &from.stones, n);
        copy(&mut self.around, &from.around, n);
        copy(&mut self.word, &from.word, n);
        copy(&mut self.chain, &from.chain, n);
        copy(&mut self.next, &from.next, n);
        copy(&mut self.n_stones, &from.n_stones, n);
        copy(&mut self.empties, &from.empties, n);
        copy(&mut self.places, &from.places, n);
        copy(&mut self.watched, &from.watched, n);
        copy(&mut self.played, &from.played, n);
    }

    /// The codes of the stones on the cells of the board.
    pub(crate) fn stones(&self) -> &[u8] {
        &self.stones[..self.n_cells]
    }

    /// The code of the stone on `cell`.
    #[inline(always)]
    pub(crate) fn stone(&self, cell: I) -> u8 {
        self.stones[cell.number() & Self::MASK]
    }

    /// The empty cells, in no particular order.
    pub(crate) fn empties(&self) -> &[I] {
        &self.empties[..self.n_empties]
    }

    /// The code of the only player whose stones touch the empty cell `cell`, or 0.
    #[inline(always)]
    pub(crate) fn only_neighbour(&self, cell: I) -> u8 {
        let around = self.around[cell.number() & Self::MASK];
        match (n_stones_around(around, BLACK) != 0, n_stones_around(around, WHITE) != 0) {
            (true, false) => BLACK,
            (false, true) => WHITE,
            _ => 0,
        }
    }

    /// The cell that stands for the chain of the stone on `cell`.
    #[inline(always)]
    pub(crate) fn chain(&self, cell: I) -> I {
        self.chain[cell.number() & Self::MASK]
    }

    /// The number of stones of the chain of the stone on `cell`.
    #[inline(always)]
    pub(crate) fn chain_len(&self, cell: I) -> usize {
        usize::from(self.n_stones[self.chain(cell).number() & Self::MASK])
    }

    /// The next stone of the chain, in a circle.
    #[inline(always)]
    pub(crate) fn next(&self, cell: I) -> I {
        self.next[cell.number() & Self::MASK]
    }

    /// The number of neighbours of `cell` with this code.
    #[inline(always)]
    pub(crate) fn n_around(&self, cell: I, code: u8) -> usize {
        let around = self.around[cell.number() & Self::MASK];
        let n = if code == 0 { (around & EMPTY) >> EMPTY.trailing_zeros() } else { n_stones_around(around, code) };
        n as usize
    }

    /// The number of links from the chain `chain` to `cell`.
    #[inline(always)]
    fn n_links_to<const D: usize>(&self, graph: &Graph<I, CAP, D>, chain: I, cell: I) -> i64 {
        graph.around(cell).iter().map(|&to| i64::from(self.chain(to) == chain)).sum()
    }

    /// The only liberty of the chain of the stone on `cell`, if it has only one.
    #[inline]
    pub(crate) fn last_liberty<const D: usize>(&self, graph: &Graph<I, CAP, D>, cell: I) -> Option<I> {
        let chain = self.chain(cell);
        let word = self.word[chain.number() & Self::MASK];
        let liberty = Self::only_candidate::<D>(word)?;
        let is_all = self.stone(liberty) == 0 && self.n_links_to(graph, chain, liberty) == n_links::<D>(word);
        is_all.then_some(liberty)
    }

    /// The liberties of the chain of the stone on `cell`, not counting the empty cell `taken`.
    #[inline]
    pub(crate) fn liberties_without<const D: usize>(&self, graph: &Graph<I, CAP, D>, cell: I, taken: I) -> Liberties {
        let chain = self.chain(cell);
        let word = self.word[chain.number() & Self::MASK];
        let n_taken = self.n_links_to(graph, chain, taken);
        let (n, sum) = (n_links::<D>(word) - n_taken, (word & (GUARD - 1)) - n_taken * taken.number() as i64);
        let Some(liberty) = Self::mean::<D>(n, sum) else {
            return if n == 0 { Liberties::None } else { Liberties::Several };
        };
        let is_all = self.stone(liberty) == 0 && liberty != taken && self.n_links_to(graph, chain, liberty) == n;
        if is_all { Liberties::One(Cell::new(liberty.number())) } else { Liberties::Several }
    }

    /// The only cell that can be the last liberty of the chain with this word: the mean of the cells that its links
    /// lead to.
    #[inline(always)]
    fn only_candidate<const D: usize>(word: i64) -> Option<I> {
        Self::mean::<D>(n_links::<D>(word), word & (GUARD - 1))
    }

    /// The mean of the cells that `n_links` links lead to, if all of them may lead to one cell.
    #[inline(always)]
    fn mean<const D: usize>(n_links: i64, sum: i64) -> Option<I> {
        // Divided in 32 bits, which hold both numbers.
        (1..=D as i64).contains(&n_links).then(|| I::new((sum as u32 / n_links as u32) as usize))
    }
}

#[cfg(feature = "testing")]
mod tests;
