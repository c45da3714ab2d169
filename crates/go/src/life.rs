//! Unconditional life: chains that cannot be captured even if their owner passes forever. On any graph.
//!
//! Consider one player, say Black. A *region* is a largest connected set of cells without black stones; white stones in
//! it belong to it. It is *vital* to a black chain if the chain touches each cell of it that may be empty:
//!
//! | rule | cells of a region that may be empty |
//! | --- | --- |
//! | [`Suicide::Forbidden`] | the empty ones: a white stone there never goes away while Black passes |
//! | [`Suicide::Allowed`] | all: White fills the region, removes its own stones with the last one, and begins anew |
//!
//! A set of black chains is unconditionally alive if each chain has two vital regions whose black neighbours are all in
//! the set. There is a largest such set. It is found by removing chains until each remaining one has its two regions.
//!
//! Why it lives: White can fill a region only if its last stone there captures. Otherwise that stone is forbidden, or
//! it removes all of White's stones there. Take the first chain of the set that White captures. It has two vital
//! regions; one of them has an empty cell at that moment, and the chain touches that cell.
//!
//! Why nothing else lives: in a region that is not vital to a chain, White can fill all cells except one that the chain
//! does not touch. A chain with at most one vital region is captured by filling that region last. Both arguments use no
//! property of the lattice. A ko rule only takes moves away from White, so what is alive lives under every ko rule. The
//! tests compare with exhaustive search: on all positions of small boards the two agree.
//!
//! *Unconditional territory* of Black: take the regions of the board without Black's living chains (black chains that
//! are not alive belong to the regions). A region is territory if White can never live unconditionally in it, even if
//! Black passes forever. To live, a white chain would need two regions of its own without a living black chain. That
//! takes two cells that may become empty, touch no living black chain, and do not touch each other. White stones in the
//! territory are certainly dead.
//!
//! Not here: life that needs an answer, seki, ko. A chain that is not unconditionally alive may well live.
//!
//! # Source
//!
//! D. B. Benson, Life in the game of Go, Information Sciences 10 (1976), for play without suicide. KataGo also counts
//! all cells if suicide is allowed.

use tesuji_board::{Cell, CellSet, Player, Topology};

use crate::{Position, Suicide};

/// Unconditionally alive stones and territory of one player.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Life {
    /// The stones of chains that cannot be captured.
    pub stones: CellSet,
    /// Cells where the opponent cannot live, including stones of either player that are not alive.
    pub territory: CellSet,
}

/// A largest connected set of cells outside another set, and the stones around it.
struct EnclosedRegion {
    cells: CellSet,
    /// The stones that touch it.
    border: CellSet,
    is_open: bool,
}

impl Position {
    /// Unconditionally alive stones and territory of `player`, with suicide as in the rules of the position.
    #[must_use]
    pub fn life(&self, player: Player) -> Life {
        self.life_with(player, self.rules().suicide)
    }

    /// As above, with suicide allowed or forbidden as stated, whatever the rules.
    ///
    /// Cost: a step for each chain and each cell of a region next to it, times the number of rounds that remove chains.
    ///
    /// ```
    /// use tesuji_board::{Cell, CellSet, Player, Topology};
    /// use tesuji_go::{Komi, Position, Rules, Suicide};
    ///
    /// //  2 B B B B B B B
    /// //  1 . B . W W . B      Two eyes, one of them large; every cell of it touches Black's chain.
    /// //    A B C D E F G
    /// let black = [0, 1, 2, 3, 4, 5, 6, 8, 13].into_iter().map(Cell::new).collect();
    /// let white: CellSet = [10, 11].into_iter().map(Cell::new).collect();
    /// let board = Topology::square(7, 2).unwrap();
    /// let position =
    ///     Position::setup(board, Rules::CHINESE, Komi::default(), [&black, &white], Player::White).unwrap();
    /// let life = position.life_with(Player::Black, Suicide::Forbidden);
    /// assert_eq!((life.stones.len(), life.territory.len()), (9, 5));
    /// assert!(life.territory.contains(Cell::new(10)), "White's stones are dead");
    /// ```
    #[must_use]
    pub fn life_with(&self, player: Player, suicide: Suicide) -> Life {
        let topology = &**self.topology();
        let own = self.stones(player);
        let may_be_empty = |cell: Cell, alive: &CellSet| match suicide {
            // Own stones that are not alive may be captured.
            Suicide::Forbidden => !alive.contains(cell) && self.stone(cell) != Some(player.opponent()),
            Suicide::Allowed => !alive.contains(cell),
        };
        let stones = living(topology, &own, |cell| may_be_empty(cell, &own));
        if stones.is_empty() {
            return Life::default();
        }
        let mut territory = CellSet::new();
        for region in regions(topology, &stones) {
            // Without a living chain around, the whole board is open.
            if region.border.is_empty() {
                continue;
            }
            let inner: Vec<Cell> = region
                .cells
                .iter()
                .filter(|&cell| may_be_empty(cell, &stones))
                .filter(|&cell| !topology.neighbours(cell).iter().any(|&to| stones.contains(to)))
                .collect();
            let touch = |a: Cell, b: Cell| a == b || topology.neighbours(a).contains(&b);
            if inner.iter().all(|&a| inner.iter().all(|&b| touch(a, b))) {
                territory.union_with(&region.cells);
            }
        }
        Life { stones, territory }
    }
}

/// The stones of the largest set of chains that live on each other's vital regions.
fn living(topology: &Topology, own: &CellSet, may_be_empty: impl Fn(Cell) -> bool) -> CellSet {
    let mut regions = regions(topology, own);
    if regions.len() < 2 {
        return CellSet::new();
    }
    let chains = chains(topology, own);
    let vital: Vec<Vec<usize>> = chains
        .iter()
        .map(|chain| {
            let touches = |cell: Cell| topology.neighbours(cell).iter().any(|&to| chain.contains(to));
            let is_vital =
                |region: &EnclosedRegion| region.cells.iter().all(|cell| !may_be_empty(cell) || touches(cell));
            (0..regions.len()).filter(|&idx| regions[idx].border.meets(chain) && is_vital(&regions[idx])).collect()
        })
        .collect();
    let mut alive = own.clone();
    loop {
        let mut has_changed = false;
        for (chain, vital) in chains.iter().zip(&vital) {
            let n_vital = vital.iter().filter(|&&idx| !regions[idx].is_open).count();
            if chain.meets(&alive) && n_vital < 2 {
                alive.subtract(chain);
                has_changed = true;
                regions.iter_mut().for_each(|region| region.is_open |= region.border.meets(chain));
            }
        }
        if !has_changed {
            return alive;
        }
    }
}

/// The chains of a set of stones of one player.
fn chains(topology: &Topology, stones: &CellSet) -> Vec<CellSet> {
    let mut seen = CellSet::new();
    stones.iter().filter_map(|cell| flood(topology, cell, &mut seen, |to| stones.contains(to))).collect()
}

/// The regions of the cells outside `walls`.
fn regions(topology: &Topology, walls: &CellSet) -> Vec<EnclosedRegion> {
    let mut seen = CellSet::new();
    let outside = topology.cells().filter(|&cell| !walls.contains(cell));
    outside
        .filter_map(|cell| flood(topology, cell, &mut seen, |to| !walls.contains(to)))
        .map(|cells| {
            let around = cells.iter().flat_map(|cell| topology.neighbours(cell).iter().copied());
            EnclosedRegion { border: around.filter(|&to| walls.contains(to)).collect(), cells, is_open: false }
        })
        .collect()
}

/// The cells that are connected with `start` through cells that belong; `None` if `start` has been seen before.
fn flood(topology: &Topology, start: Cell, seen: &mut CellSet, belongs: impl Fn(Cell) -> bool) -> Option<CellSet> {
    if !seen.insert(start) {
        return None;
    }
    let mut open = vec![start];
    let mut cells = CellSet::new();
    while let Some(from) = open.pop() {
        cells.insert(from);
        for &to in topology.neighbours(from) {
            if belongs(to) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    Some(cells)
}
