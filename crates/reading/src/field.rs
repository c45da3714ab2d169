//! Fields: a part of a board with its cells numbered from 0, and stones on it.

use tesuji_board::{Cell, CellSet, Player, Topology};
use tesuji_go::Position;

/// A part of a board that is enclosed by safe stones. It has at most [`Self::MOST_CELLS`] cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    cells: Vec<Cell>,
    near: Vec<u64>,
    /// For each player, the cells that touch a safe stone of theirs outside.
    held: [u64; 2],
}

/// The stones of a field, as sets of the numbers of its cells.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Debug)]
pub struct Local {
    /// Indexed by [`Player::index`].
    pub stones: [u64; 2],
}

/// The effect of a stone.
#[derive(Clone, Copy, Debug)]
pub struct StoneEffect {
    /// The stones afterwards.
    pub local: Local,
    /// Stones that it captured.
    pub n_captured: u32,
    /// The stone captured a single stone, is alone, and may be retaken at once.
    pub is_ko: bool,
}

/// The numbers in a set, ascending.
pub fn numbers(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        at
    })
}

impl Field {
    /// The most cells of a field.
    pub const MOST_CELLS: usize = 64;

    /// The part of a board that consists of `cells`; around it are the stones of `safe`, by [`Player::index`].
    ///
    /// `None` if there are no cells or too many, or if one touches a cell outside that has no safe stone.
    #[must_use]
    pub fn new(topology: &Topology, cells: &CellSet, safe: [&CellSet; 2]) -> Option<Self> {
        let cells: Vec<Cell> = cells.iter().collect();
        if cells.is_empty() || cells.len() > Self::MOST_CELLS {
            return None;
        }
        let mut field = Self { near: vec![0; cells.len()], held: [0; 2], cells };
        for at in 0..field.cells.len() {
            for &to in topology.neighbours(field.cells[at]) {
                if let Ok(to) = field.cells.binary_search(&to) {
                    field.near[at] |= 1 << to;
                } else {
                    let holder = Player::BOTH.into_iter().find(|player| safe[player.index()].contains(to))?;
                    field.held[holder.index()] |= 1 << at;
                }
            }
        }
        Some(field)
    }

    /// Its cells, ascending; their positions in this list are their numbers.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The stones of a position that are on the field.
    #[must_use]
    pub fn local(&self, position: &Position) -> Local {
        let mut local = Local::default();
        for (at, &cell) in self.cells.iter().enumerate() {
            if let Some(player) = position.stone(cell) {
                local.stones[player.index()] |= 1 << at;
            }
        }
        local
    }

    /// The set of all cells.
    #[must_use]
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.cells.len())
    }

    /// The cells without a stone.
    #[must_use]
    pub fn empties(&self, local: &Local) -> u64 {
        self.all() & !(local.stones[0] | local.stones[1])
    }

    /// The cells that touch safe stones of this player.
    #[must_use]
    pub fn held(&self, player: Player) -> u64 {
        self.held[player.index()]
    }

    /// The neighbours of a cell.
    #[must_use]
    pub fn near(&self, at: usize) -> u64 {
        self.near[at]
    }

    /// All neighbours of a set, some of which may be in it.
    #[must_use]
    pub fn around(&self, set: u64) -> u64 {
        numbers(set).fold(0, |around, at| around | self.near[at])
    }

    /// The part of `within` that is connected to `from`, which is a part of `within`.
    #[must_use]
    pub fn flood(&self, from: u64, within: u64) -> u64 {
        let (mut found, mut new) = (from, from);
        while new != 0 {
            new = self.around(new) & within & !found;
            found |= new;
        }
        found
    }

    /// The connected parts of a set.
    pub fn parts(&self, mut set: u64) -> impl Iterator<Item = u64> + '_ {
        std::iter::from_fn(move || {
            let first = set & set.wrapping_neg();
            (first != 0).then(|| {
                let part = self.flood(first, set);
                set &= !part;
                part
            })
        })
    }

    /// Puts a stone on an empty cell; `None` if that is suicide.
    #[must_use]
    pub fn place(&self, local: &Local, player: Player, at: usize) -> Option<StoneEffect> {
        let (own_idx, other_idx) = (player.index(), player.opponent().index());
        let bit = 1 << at;
        let mut after = *local;
        after.stones[own_idx] |= bit;
        let empties = self.empties(&after);
        let mut captured = 0;
        for chain in self.parts_at(self.near[at] & local.stones[other_idx], local.stones[other_idx]) {
            if chain & self.held[other_idx] == 0 && self.around(chain) & empties == 0 {
                captured |= chain;
            }
        }
        after.stones[other_idx] &= !captured;
        let chain = self.flood(bit, after.stones[own_idx]);
        let liberties = self.around(chain) & self.empties(&after);
        let is_held = chain & self.held[own_idx] != 0;
        if liberties == 0 && !is_held {
            return None;
        }
        let n_captured = captured.count_ones();
        let is_ko = n_captured == 1 && chain == bit && liberties == captured && !is_held;
        Some(StoneEffect { local: after, n_captured, is_ko })
    }

    /// The connected parts of `within` that have a cell of `from`.
    fn parts_at(&self, mut from: u64, within: u64) -> impl Iterator<Item = u64> + '_ {
        std::iter::from_fn(move || {
            let first = from & from.wrapping_neg();
            (first != 0).then(|| {
                let part = self.flood(first, within);
                from &= !part;
                part
            })
        })
    }

    /// The cells that count for each player: stones, and empty parts that touch stones of only that player.
    pub(crate) fn areas(&self, local: &Local) -> [u64; 2] {
        let mut areas = local.stones;
        for part in self.parts(self.empties(local)) {
            let around = self.around(part);
            let [black, white] = Player::BOTH
                .map(|player| (around & local.stones[player.index()]) | (part & self.held[player.index()]) != 0);
            if black != white {
                areas[usize::from(white)] |= part;
            }
        }
        areas
    }
}
