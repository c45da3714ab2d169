//! Statistics of single points.

use rayon::prelude::*;
use tesuji_board::{Cell, CellSet, Player};

use super::Sample;
use super::count::Counter;
use super::estimate::{ContingencyTable, Estimate};
use super::sample::BLOCK;
use super::tally::{PlayoutTally, Slots};
use super::threshold::{Threshold, winner};

/// Settings of the statistics of a sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatisticsConfig {
    /// The margin from which a playout counts as won.
    pub threshold: Threshold,
    /// In how many parts the sample is counted, so that the errors of ranks can be estimated from their differences.
    /// With 1, there are no errors. From 2 on, the number is made a power of two up to 32, with at least 64 playouts in
    /// each part. Each part needs the memory of a table.
    pub n_parts: usize,
}

impl Default for StatisticsConfig {
    fn default() -> Self {
        Self { threshold: Threshold::Komi, n_parts: 8 }
    }
}

impl StatisticsConfig {
    /// The paper's: a playout is won by the komi of the game.
    #[must_use]
    pub const fn paper() -> Self {
        Self { threshold: Threshold::Komi, n_parts: 8 }
    }
}

/// The most parts in which a sample is counted.
const MOST_PARTS: usize = 32;

/// In how many parts a sample can be counted: a power of two. Parts consist of blocks, and none is empty.
fn most_parts(n_playouts: u32) -> usize {
    let n_blocks = (n_playouts as usize).div_ceil(BLOCK);
    1 << n_blocks.checked_ilog2().unwrap_or(0)
}

/// Cells and moves of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scope<'a> {
    /// Moves that are possible at once: cells on which a player could place a stone now, moves that their player could
    /// make now, and pairs of which the opponent could take either cell now. What can be played only once the fight is
    /// decided looks decisive but is not: it is an effect, not a cause.
    #[default]
    Playable,
    /// Everything that was ever played.
    All,
    /// Moves that lie on these cells and are possible at once: a single fight, which others would drown out.
    Within(&'a CellSet),
}

/// The counts of a [`Sample`], and what follows from them.
///
/// Numbers are from Black's point of view unless a player is named. "First" is the player who was first to place a
/// stone on a cell during the playout. A cell without a stone belongs to neither. Where a table is divided by the
/// square of the number of all playouts, those in which nobody played the cell count there and nowhere else.
#[derive(Clone, PartialEq, Debug)]
pub struct Statistics {
    pub(super) slots: Slots,
    pub(super) total: PlayoutTally,
    /// These playouts in parts; empty if there is only one part.
    pub(super) parts: Vec<PlayoutTally>,
    playable: [CellSet; 2],
    n_cells: usize,
    threshold: i32,
    n_drawn: u32,
}

impl Statistics {
    /// Counts a sample.
    ///
    /// Memory: 64 bytes for each pair of cells that are ever played, for each part.
    #[must_use]
    pub fn new(sample: &Sample, config: &StatisticsConfig) -> Self {
        Self::of(sample, config, |slots, threshold, n_parts| {
            let mut counter = Counter::new(slots, threshold);
            (0..n_parts).map(|part| counter.count(sample.blocks().skip(part).step_by(n_parts))).collect()
        })
    }

    /// As [`Self::new`], on the threads of the current `rayon` pool.
    #[must_use]
    pub fn new_parallel(sample: &Sample, config: &StatisticsConfig) -> Self {
        Self::of(sample, config, |slots, threshold, n_parts| {
            let count = |part| Counter::new(slots, threshold).count(sample.blocks().skip(part).step_by(n_parts));
            (0..n_parts).into_par_iter().map(count).collect()
        })
    }

    fn of(
        sample: &Sample,
        config: &StatisticsConfig,
        count: impl FnOnce(&Slots, i32, usize) -> Vec<PlayoutTally>,
    ) -> Self {
        let slots = Slots::new(sample.n_cells(), sample.blocks());
        let threshold = config.threshold.resolve(sample.margins());
        let n_drawn = sample.margins().filter(|&margin| winner(margin, threshold).is_none()).count() as u32;
        let n_parts = config.n_parts.clamp(1, MOST_PARTS).next_power_of_two().min(most_parts(sample.n_playouts()));
        let mut parts = count(&slots, threshold, n_parts);
        let mut total = parts[0].clone();
        parts[1..].iter().for_each(|part| total.add(part));
        if parts.len() == 1 {
            parts.clear();
        }
        Self {
            slots,
            total,
            parts,
            playable: Player::BOTH.map(|player| sample.playable(player).clone()),
            n_cells: sample.n_cells(),
            threshold,
            n_drawn,
        }
    }

    /// The margin that Black needed, in half points.
    #[must_use]
    pub const fn threshold(&self) -> i32 {
        self.threshold
    }

    /// The number of playouts with a winner. All numbers are about these.
    #[must_use]
    pub const fn n_playouts(&self) -> u32 {
        let [black, white] = self.total.n();
        black + white
    }

    /// The number of playouts that ended on the threshold. They are left out.
    #[must_use]
    pub const fn n_drawn(&self) -> u32 {
        self.n_drawn
    }

    /// Win rate of a player; `None` without playouts.
    #[must_use]
    pub fn win_rate(&self, player: Player) -> Option<Estimate> {
        Estimate::share(self.total.n()[player.index()], self.n_playouts())
    }

    /// Share of playouts in which a player was first on a cell; `None` without playouts.
    #[must_use]
    pub fn first_rate(&self, player: Player, cell: Cell) -> Option<Estimate> {
        let count = self.slots.get(cell).map_or(0, |slot| sum(self.total.first(player, slot)));
        Estimate::share(count, self.n_playouts())
    }

    /// Share of wins of a player when first on the cell (all moves as first); `None` if it never was.
    #[must_use]
    pub fn win_rate_first(&self, player: Player, cell: Cell) -> Option<Estimate> {
        let counts = self.total.first(player, self.slots.get(cell)?);
        Estimate::share(counts[player.index()], sum(counts))
    }

    /// Mean owner of the cell in the end: 1 for Black, -1 for White, 0 for nobody. `None` without playouts, or beyond
    /// the board.
    #[must_use]
    pub fn ownership(&self, cell: Cell) -> Option<Estimate> {
        let [black, white] = self.owned(cell)?.map(sum);
        Estimate::difference_of_shares(black, white, self.n_playouts())
    }

    /// Criticality of being first on the cell: `2(ad - bc)/N²` of the winner against the first, where N is the number
    /// of all playouts. `None` if nobody ever was.
    #[must_use]
    pub fn criticality(&self, cell: Cell) -> Option<Estimate> {
        self.point_table(cell)?.association(self.n_playouts())
    }

    /// The table behind [`Self::criticality`]: Black was first on the cell, or White (the paper's table 1). The first
    /// row is Black's wins. Playouts in which nobody played there are missing. `None` if nobody ever did.
    #[must_use]
    pub fn point_table(&self, cell: Cell) -> Option<ContingencyTable> {
        let slot = self.slots.get(cell)?;
        let [[a, c], [b, d]] = Player::BOTH.map(|player| self.total.first(player, slot));
        Some(ContingencyTable { a, b, c, d })
    }

    /// Criticality of owning the cell in the end, by the same formula; 0 if it is always the same player. `None`
    /// without playouts, or beyond the board.
    #[must_use]
    pub fn owner_criticality(&self, cell: Cell) -> Option<Estimate> {
        let [[a, c], [b, d]] = self.owned(cell)?;
        ContingencyTable { a, b, c, d }.association(self.n_playouts())
    }

    /// The cells of a scope that were ever played, ascending.
    #[must_use]
    pub fn cells(&self, scope: Scope<'_>) -> Vec<Cell> {
        let cells = (0..self.n_cells).map(Cell::new).filter(|&cell| self.slots.get(cell).is_some());
        cells.filter(|&cell| Player::BOTH.iter().any(|&player| self.is_meant(player, cell, scope))).collect()
    }

    /// Whether the scope includes a stone of this player on this cell.
    pub(super) fn is_meant(&self, player: Player, cell: Cell, scope: Scope<'_>) -> bool {
        let is_playable = || self.playable[player.index()].contains(cell);
        match scope {
            Scope::All => true,
            Scope::Playable => is_playable(),
            Scope::Within(cells) => is_playable() && cells.contains(cell),
        }
    }

    /// By owner, then by winner.
    fn owned(&self, cell: Cell) -> Option<[[u32; 2]; 2]> {
        (cell.index() < self.n_cells).then(|| Player::BOTH.map(|player| self.total.owned(player, cell)))
    }
}

pub(super) const fn sum(counts: [u32; 2]) -> u32 {
    counts[0] + counts[1]
}
