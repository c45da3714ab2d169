//! The counts: who was first where, in which order, and who won.

use tesuji_board::{Cell, Player};

use super::planes::LANES;
use super::sample::{QUAD, SampleBlock};

/// A stone of a player on a cell, as used in orders and ranks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Play {
    /// The player whose stone it is.
    pub player: Player,
    /// The cell it is on.
    pub cell: Cell,
}

impl Play {
    /// The other player's stone on the same cell.
    #[must_use]
    pub const fn by_opponent(self) -> Self {
        Self { player: self.player.opponent(), cell: self.cell }
    }
}

/// The cells on which any playout placed a stone, renumbered in ascending order. Tables have no room for other cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slots {
    /// For each cell its slot, or [`Self::NONE`].
    of_cell: Vec<u16>,
    cells: Vec<u16>,
}

impl Slots {
    const NONE: u16 = u16::MAX;

    /// The slots of these playouts.
    pub(super) fn new<'a>(n_cells: usize, blocks: impl Iterator<Item = SampleBlock<'a>>) -> Self {
        let mut codes = vec![[0; QUAD]; n_cells];
        for row in blocks.flat_map(|block| block.codes.chunks_exact(n_cells)) {
            for (sum, quad) in codes.iter_mut().zip(row) {
                sum.iter_mut().zip(quad).for_each(|(sum, code)| *sum |= code);
            }
        }
        let cells: Vec<u16> = (0..n_cells as u16).filter(|&cell| codes[usize::from(cell)] != [0; QUAD]).collect();
        let mut of_cell = vec![Self::NONE; n_cells];
        cells.iter().enumerate().for_each(|(slot, &cell)| of_cell[usize::from(cell)] = slot as u16);
        Self { of_cell, cells }
    }

    /// The slot of a cell, if a stone was ever placed there.
    pub(super) fn get(&self, cell: Cell) -> Option<usize> {
        self.of_cell.get(cell.index()).filter(|&&slot| slot != Self::NONE).map(|&slot| usize::from(slot))
    }

    /// The cell of each slot.
    pub(super) fn cells(&self) -> &[u16] {
        &self.cells
    }

    /// The number of cells of the board.
    pub(super) const fn n_cells(&self) -> usize {
        self.of_cell.len()
    }
}

/// Two numbers by winner, in the order of [`Player::index`].
pub(super) type ByWinner = [u32; 2];

/// The number of kinds of playouts in which both of two slots were played and somebody won, see [`kind`].
pub(super) const N_KINDS: usize = 16;

/// The kind of a playout, by who was first on x, who won, which of x and y was played later, and who was first on y.
#[inline(always)]
pub(super) const fn kind(on_x: usize, winner: usize, is_x_later: bool, on_y: usize) -> usize {
    8 * on_x + 4 * winner + 2 * (is_x_later as usize) + on_y
}

/// The kind with x and y exchanged.
pub(super) const fn exchanged(kind: usize) -> usize {
    let (on_x, winner, is_x_later, on_y) = (kind >> 3, kind >> 2 & 1, kind >> 1 & 1 != 0, kind & 1);
    self::kind(on_y, winner, !is_x_later, on_x)
}

/// For a slot x and each slot y of a tile: how many playouts there are of each kind.
pub(super) type PairCounts = [[u32; LANES]; N_KINDS];

/// Counts of some playouts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PlayoutTally {
    /// The number of playouts with a winner.
    pub(super) n: ByWinner,
    /// For each tile of [`LANES`] slots y, and for each slot x up to the end of the tile. Entries with x not below y
    /// mean nothing.
    pub(super) pairs: Vec<PairCounts>,
    /// For each slot, by who was first there: how many playouts, by winner.
    pub(super) first: Vec<[ByWinner; 2]>,
    /// For each cell, by owner.
    pub(super) owned: Vec<[ByWinner; 2]>,
}

impl PlayoutTally {
    /// A tally without counts.
    pub(super) fn new(slots: &Slots) -> Self {
        let n_slots = slots.cells.len();
        let n_pairs = (0..n_slots).step_by(LANES).map(|tile| n_slots.min(tile + LANES)).sum();
        Self {
            n: [0; 2],
            pairs: vec![[[0; LANES]; N_KINDS]; n_pairs],
            first: vec![[[0; 2]; 2]; n_slots],
            owned: vec![[[0; 2]; 2]; slots.n_cells()],
        }
    }

    /// The number of playouts with a winner, by winner.
    pub(super) const fn n(&self) -> ByWinner {
        self.n
    }

    /// In how many playouts `earlier` was the first stone on its cell before `later` was the first on its own, by
    /// winner. Both are a player and a slot; the slots differ.
    #[inline]
    pub(super) fn before(&self, earlier: (Player, usize), later: (Player, usize)) -> ByWinner {
        let is_x_later = later.1 < earlier.1;
        let ((on_x, x), (on_y, y)) = if is_x_later { (later, earlier) } else { (earlier, later) };
        let kinds = self.kinds(x, y);
        let won_by = |winner| kinds[kind(on_x.index(), winner, is_x_later, on_y.index())][y % LANES];
        [won_by(0), won_by(1)]
    }

    /// Number of playouts of each kind for the slots x < y.
    #[inline]
    pub(super) fn pair(&self, x: usize, y: usize) -> [u32; N_KINDS] {
        let mut pair = [0; N_KINDS];
        pair.iter_mut().zip(self.kinds(x, y)).for_each(|(to, counts)| *to = counts[y % LANES]);
        pair
    }

    /// The counts for x < y, and for its neighbours in the tile.
    #[inline(always)]
    fn kinds(&self, x: usize, y: usize) -> &PairCounts {
        let tile = y / LANES;
        &self.pairs[LANES * tile * (tile + 1) / 2 + x]
    }

    /// In how many playouts both were the first stones on their cells, by winner.
    #[inline]
    pub(super) fn both(&self, one: (Player, usize), other: (Player, usize)) -> ByWinner {
        let (forth, back) = (self.before(one, other), self.before(other, one));
        [forth[0] + back[0], forth[1] + back[1]]
    }

    /// In how many playouts the player was first on the slot, by winner.
    pub(super) fn first(&self, player: Player, slot: usize) -> ByWinner {
        self.first[slot][player.index()]
    }

    /// In how many playouts the player owned the cell in the end, by winner.
    pub(super) fn owned(&self, player: Player, cell: Cell) -> ByWinner {
        self.owned[cell.index()][player.index()]
    }

    /// Adds the counts of other playouts of the same sample.
    pub(super) fn add(&mut self, other: &Self) {
        let add = |to: &mut [u32], from: &[u32]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
        add(&mut self.n, &other.n);
        add(self.pairs.as_flattened_mut().as_flattened_mut(), other.pairs.as_flattened().as_flattened());
        add(self.first.as_flattened_mut().as_flattened_mut(), other.first.as_flattened().as_flattened());
        add(self.owned.as_flattened_mut().as_flattened_mut(), other.owned.as_flattened().as_flattened());
    }
}
