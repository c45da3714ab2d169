//! The statistics as whole arrays, for programs that compute with them.

use tesuji_board::{Cell, Player};
use tesuji_playout::statistics::{Estimate, Play, Statistics};
use tesuji_search::Limits;

use super::{Counted, Playouts, StatisticsSpec};
use crate::SessionError;

/// Statistics of playouts as arrays over all cells of the board, by cell number. What has no value is NaN. Filters and
/// regions of the request leave nothing out here. With several samples each number is their mean.
#[derive(Clone, PartialEq, Debug)]
pub struct StatisticsArrays {
    /// The number of cells, n.
    pub n_cells: usize,
    /// Number of playouts that had a winner.
    pub n_playouts: u64,
    /// The share of these that Black won.
    pub black_wins: f64,
    /// Its standard error.
    pub black_wins_error: f64,
    /// Black's margin in each playout before komi, in half points, ascending.
    pub margins: Vec<i32>,
    /// Numbers of cells, each with its name.
    pub cells: Vec<(&'static str, Vec<f64>)>,
    /// Numbers of two cells, each with its name: n x n, row by row, for Black and then for White.
    pub pairs: Vec<(&'static str, Vec<f64>)>,
    /// By how much it is better for Black that the first move comes before the second: 2n x 2n, Black's stones before
    /// White's; empty in games whose playouts have no order, or if it was not asked for.
    pub orders: Vec<f64>,
}

impl Playouts<'_> {
    /// Statistics of random playouts about all cells, pairs of cells and, if `with_orders`, orders of two moves. Limits
    /// are as in [`Self::statistics`].
    ///
    /// Costs n² numbers for pairs and 4n² for orders.
    ///
    /// # Errors
    ///
    /// As for [`Self::statistics`].
    pub fn arrays(
        &self,
        spec: &StatisticsSpec,
        with_orders: bool,
        limits: &Limits,
    ) -> Result<StatisticsArrays, SessionError> {
        Ok(self.count(spec, limits)?.arrays(with_orders))
    }
}

/// A number of one sample about a cell.
type OfCell = fn(&Statistics, Cell) -> Option<Estimate>;

/// A number of one sample about two cells, for a player.
type OfPair = fn(&Statistics, Player, Cell, Cell) -> Option<Estimate>;

const CELLS: [(&str, OfCell); 7] = [
    ("ownership", |counts, cell| counts.ownership(cell)),
    ("criticality", |counts, cell| counts.criticality(cell)),
    ("owner_criticality", |counts, cell| counts.owner_criticality(cell)),
    ("first_black", |counts, cell| counts.first_rate(Player::Black, cell)),
    ("first_white", |counts, cell| counts.first_rate(Player::White, cell)),
    ("win_first_black", |counts, cell| counts.win_rate_first(Player::Black, cell)),
    ("win_first_white", |counts, cell| counts.win_rate_first(Player::White, cell)),
];

const PAIRS: [(&str, OfPair); 2] = [
    ("joint_criticality", |counts, player, x, y| counts.joint(player, x, y)),
    ("joint_excess", |counts, player, x, y| counts.joint_excess(player, x, y)),
];

impl Counted {
    fn arrays(&self, with_orders: bool) -> StatisticsArrays {
        let n = self.topology.n_cells();
        let estimates = |number: &dyn Fn(&Statistics) -> Option<Estimate>| -> Vec<Estimate> {
            self.samples.iter().filter_map(number).collect()
        };
        let mean = |number: &dyn Fn(&Statistics) -> Option<Estimate>| {
            let values = estimates(number);
            if values.is_empty() {
                return f64::NAN;
            }
            values.iter().map(|estimate| estimate.value).sum::<f64>() / values.len() as f64
        };
        let cells = (0..n).map(Cell::new);
        let wins = estimates(&|counts| counts.win_rate(Player::Black));
        let count = wins.len() as f64;
        let error = wins.iter().map(|wins| wins.standard_error.powi(2)).sum::<f64>().sqrt() / count;
        let has_orders = with_orders && self.kinds.has_orders;
        let plays: Vec<Play> = Player::BOTH
            .into_iter()
            .flat_map(|player| cells.clone().map(move |cell| Play { player, cell }))
            .filter(|_| has_orders)
            .collect();
        let mut orders = Vec::with_capacity(plays.len() * plays.len());
        for &m in &plays {
            orders.extend(plays.iter().map(|&n| mean(&|counts| counts.order_difference(m, n))));
        }
        StatisticsArrays {
            n_cells: n,
            n_playouts: self.samples.iter().map(|counts| u64::from(counts.n_playouts())).sum(),
            black_wins: mean(&|counts| counts.win_rate(Player::Black)),
            black_wins_error: error,
            margins: self.margins.clone(),
            cells: CELLS
                .iter()
                .map(|(name, of)| (*name, cells.clone().map(|cell| mean(&|counts| of(counts, cell))).collect()))
                .collect(),
            pairs: PAIRS
                .iter()
                .map(|(name, of)| {
                    let mut values = Vec::with_capacity(2 * n * n);
                    for player in Player::BOTH {
                        for x in cells.clone() {
                            values.extend(cells.clone().map(|y| mean(&|counts| of(counts, player, x, y))));
                        }
                    }
                    (*name, values)
                })
                .collect(),
            orders,
        }
    }
}

#[cfg(feature = "testing")]
mod tests {
    use tesuji_go::Rules;

    use super::*;
    use crate::{GameSpec, Session};

    /// The arrays have the numbers that the report has.
    #[test]
    fn arrays_agree_with_the_report() {
        let spec = GameSpec::go("5x5".parse().unwrap(), "0.5".parse().unwrap(), Rules::CHINESE);
        let session = Session::new(&spec).unwrap();
        let request = StatisticsSpec { playouts: 400, pairs: 5, filters: false, ..StatisticsSpec::default() };
        let playouts = session.playouts().unwrap();
        let arrays = playouts.arrays(&request, true, &Limits::default()).unwrap();
        let report = playouts.statistics(&request, &Limits::default()).unwrap();
        let topology = spec.topology().unwrap();
        assert_eq!((arrays.n_cells, arrays.margins.len(), arrays.orders.len()), (25, 400, 2500));
        let array = |name: &str| &arrays.cells.iter().find(|(found, _)| *found == name).unwrap().1;
        for statistics in &report.cells {
            let cell = topology.cell(&statistics.cell).unwrap().index();
            let criticality = statistics.criticality.unwrap().value;
            assert!((array("criticality")[cell] - criticality).abs() < 1e-12);
        }
        let joint = &arrays.pairs[0].1;
        for (idx, player) in Player::BOTH.iter().enumerate() {
            for x in 0..25 {
                assert!(joint[(idx * 25 + x) * 25 + x].is_nan(), "{player:?}: a cell makes no pair with itself");
                for y in 0..25 {
                    let (one, other) = (joint[(idx * 25 + x) * 25 + y], joint[(idx * 25 + y) * 25 + x]);
                    assert!(one.to_bits() == other.to_bits(), "a pair has no order");
                }
            }
        }
    }
}
