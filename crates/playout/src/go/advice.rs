//! Advice for a search's playouts from statistics over light playouts of a position: pairs of cells that are miai, and
//! moves that are better made late.
//!
//! Source: Ishida and Nakamura, Information extraction in playouts focusing on two points relationship in Go, IPSJ
//! (2016). The paper names both as future work.

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_go::Position;

use super::GoLight;
use crate::statistics::{OrderConfig, Sample, Scope, Statistics, StatisticsConfig, Threshold};

/// A pair counts as miai if what it decides beyond its single cells is at least this many standard errors.
const LEAST_Z: f64 = 4.0;
/// The most pairs a player can have, the most decisive first.
const MOST_PAIRS: usize = 8;
/// A rank this far below 0 is always refused, 0 never, and ranks between in proportion.
const WORST_RANK: f64 = 0.4;

/// A rank this far above 0 is as early as possible.
const BEST_RANK: f64 = 0.4;

/// Settings of the advice.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ReplyLessons {
    /// Whether to use miai pairs.
    pub miai: bool,
    /// Whether to delay moves that are better made late.
    pub late: bool,
    /// Whether to prefer moves that are better made early.
    pub early: bool,
}

/// Advice for playouts from one position; by default none.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Advice {
    /// By player and cell: where the player answers an opponent's stone on the cell.
    partners: [Vec<Option<Cell>>; 2],
    /// By player and cell: how often, out of 256, a move is put off.
    delays: [Vec<u8>; 2],
    /// By player and cell: how early a move is best made, out of 255.
    early: [Vec<u8>; 2],
}

impl Advice {
    /// Learns from light playouts of a position. Does nothing if there is nothing to learn.
    #[must_use]
    pub fn learn(position: &Position, lessons: ReplyLessons, n_playouts: u32, seed: u64) -> Self {
        let mut advice = Self::default();
        if lessons == ReplyLessons::default() {
            return advice;
        }
        let sample = Sample::collect(position, &mut GoLight::default(), n_playouts, seed);
        let statistics = Statistics::new(&sample, &StatisticsConfig { threshold: Threshold::Median, n_parts: 1 });
        let n_cells = position.topology().n_cells();
        if lessons.miai {
            advice.partners = Player::BOTH.map(|player| partners(&statistics, player, n_cells));
        }
        if lessons.late || lessons.early {
            let by_cell = |is_asked: bool| [0, 1].map(|_| vec![0; if is_asked { n_cells } else { 0 }]);
            (advice.delays, advice.early) = (by_cell(lessons.late), by_cell(lessons.early));
            for rank in statistics.order_ranks(&OrderConfig::default()) {
                let good_for_player = if rank.play.player == Player::Black { rank.value } else { -rank.value };
                let (player, cell) = (rank.play.player.index(), rank.play.cell.index());
                let share = |of: f64| (255.0 * of.clamp(0.0, 1.0)) as u8;
                advice.delays[player]
                    .get_mut(cell)
                    .into_iter()
                    .for_each(|at| *at = share(-good_for_player / WORST_RANK));
                advice.early[player].get_mut(cell).into_iter().for_each(|at| *at = share(good_for_player / BEST_RANK));
            }
        }
        advice
    }

    /// The cell on which the player answers an opponent's stone on a cell, as miai.
    pub(super) fn partner(&self, player: Player, cell: Cell) -> Option<Cell> {
        self.partners[player.index()].get(cell.index()).copied().flatten()
    }

    /// Urgency of a move, out of 255.
    pub(super) fn early(&self, player: Player, cell: Cell) -> u32 {
        self.early[player.index()].get(cell.index()).map_or(0, |&early| u32::from(early))
    }

    /// Probability that a move is put off, out of 256.
    pub(super) fn delay(&self, player: Player, cell: Cell) -> u32 {
        self.delays[player.index()].get(cell.index()).map_or(0, |&delay| u32::from(delay))
    }
}

/// For each cell, the other cell of its pair. A cell is in at most one pair.
fn partners(statistics: &Statistics, player: Player, n_cells: usize) -> Vec<Option<Cell>> {
    let mut pairs = statistics.pairs(player, Scope::Playable);
    pairs.retain(|pair| pair.excess.value >= LEAST_Z * pair.excess.standard_error);
    pairs.sort_once_by(|one, other| other.excess.value.total_cmp(&one.excess.value));
    let mut partners = vec![None; n_cells];
    for pair in pairs.iter().take(MOST_PAIRS) {
        let [x, y] = pair.cells;
        if partners[x.index()].is_none() && partners[y.index()].is_none() {
            (partners[x.index()], partners[y.index()]) = (Some(y), Some(x));
        }
    }
    partners
}
