//! From counts to a report.

use std::collections::BTreeMap;

use tesuji_board::{Cell, Player, SortOnce as _};
use tesuji_playout::statistics::{
    ContingencyTable, Estimate, LEAST_SHARE, Limit, MiaiConfig, OrderConfig, OrderRank, Play, Statistics, Zeros,
};

use super::{
    CellStatistics, Comparisons, Counted, Gap, Measured, OrderStatistics, PairStatistics, PlayerStatistics,
    RankStatistics, StatisticsReport, StatisticsSpec, TopOrderStatistics,
};

impl Counted {
    /// Everything that `spec` asks for. The playouts must have been counted by it.
    pub(crate) fn report(&self, spec: &StatisticsSpec) -> StatisticsReport {
        let points = |half_points: f64| half_points / 2.0;
        let first = &self.samples[0];
        let (ranks, comparisons) = self.ranks(spec);
        let [black, white] = Player::BOTH.map(|player| self.player(player, spec, &ranks));
        StatisticsReport {
            samples: self.samples.len() as u32,
            playouts: self.samples.iter().map(Statistics::n_playouts).sum(),
            drawn: self.samples.iter().map(Statistics::n_drawn).sum(),
            capped: self.n_capped,
            threshold: self.kinds.komi.map(|komi| points(f64::from(first.threshold()) + f64::from(komi.half_points()))),
            win_rate: self.share(|statistics| statistics.win_rate(Player::Black)),
            mean_score: self.kinds.komi.and_then(|_| Some(Measured::over(&self.means)?.scaled(0.5))),
            median_score: self.kinds.komi.and_then(|_| Some(self.median()?.scaled(0.5))),
            comparisons,
            top_orders: self.top_orders(spec.orders),
            cells: self.topology.cells().map(|cell| self.cell(cell)).collect(),
            black,
            white,
        }
    }

    /// The median margin. The interval is between the ranks that hold the median in 19 of 20 samples.
    fn median(&self) -> Option<Measured> {
        let n = self.margins.len() as f64;
        let at = |rank: f64| self.margins.get(rank.clamp(0.0, n - 1.0) as usize).map(|&margin| f64::from(margin));
        let half = 0.98 * n.sqrt();
        let ends = [at(n / 2.0 - half)?, at(n / 2.0 + half)?];
        // With fewer playouts, even the whole sample holds the median less often than that.
        Some(Measured { value: at(n / 2.0)?, interval: (n >= 6.0).then_some(ends) })
    }

    /// A number from 0 to 1.
    fn share(&self, number: impl Fn(&Statistics) -> Option<Estimate>) -> Option<Measured> {
        Some(self.measure(number)?.within(0.0, 1.0))
    }

    fn cell(&self, cell: Cell) -> CellStatistics {
        let [black_first, white_first] =
            Player::BOTH.map(|player| self.share(|statistics| statistics.first_rate(player, cell)));
        let [black_wins_if_first, white_wins_if_first] =
            Player::BOTH.map(|player| self.share(|statistics| statistics.win_rate_first(player, cell)));
        CellStatistics {
            cell: self.name(cell),
            stone: self.stones[cell.index()].map(|player| player.name().to_owned()),
            playable: Player::BOTH.iter().any(|&player| self.is_playable(player, cell)),
            criticality: self.measure(|statistics| statistics.criticality(cell)),
            owner_criticality: self.measure(|statistics| statistics.owner_criticality(cell)),
            ownership: self.measure(|statistics| statistics.ownership(cell)).map(|number| number.within(-1.0, 1.0)),
            black_first,
            white_first,
            table: self.table(|statistics| statistics.point_table(cell)),
            black_wins_if_first,
            white_wins_if_first,
        }
    }

    /// The sum of a table over all samples; `None` if no sample has one.
    fn table(&self, of: impl Fn(&Statistics) -> Option<ContingencyTable>) -> Option<[u32; 4]> {
        self.samples.iter().filter_map(of).map(|table| table.counts()).reduce(|mut sum, counts| {
            sum.iter_mut().zip(counts).for_each(|(to, from)| *to += from);
            sum
        })
    }

    /// The orders of two moves that are best for Black. With several samples, those of the first are measured in all.
    fn top_orders(&self, most: usize) -> Vec<TopOrderStatistics> {
        if most == 0 || !self.kinds.has_orders {
            return Vec::new();
        }
        let mut top: Vec<TopOrderStatistics> =
            (self.samples[0].top_orders(self.scope(), self.zeros(), most).into_iter())
                .filter_map(|order| {
                    let (m, n) = (order.first, order.then);
                    Some(TopOrderStatistics {
                        first_player: m.player.name().to_owned(),
                        first: self.name(m.cell),
                        then_player: n.player.name().to_owned(),
                        then: self.name(n.cell),
                        oc: self.measure(|statistics| statistics.order(m, n)?.value)?,
                        by_winner: self.by_winner(m, n),
                        table: self.table(|statistics| Some(statistics.order(m, n)?.table())).unwrap_or_default(),
                    })
                })
                .collect();
        top.sort_once_by(|one, other| other.oc.value.total_cmp(&one.oc.value));
        top
    }

    pub(super) fn name(&self, cell: Cell) -> String {
        self.topology.name(cell).to_owned()
    }

    fn player(&self, player: Player, spec: &StatisticsSpec, ranks: &[(Play, Measured, u32)]) -> PlayerStatistics {
        let (pairs, gap) = if spec.pairs == 0 { (Vec::new(), None) } else { self.pairs(player, spec.pairs) };
        let mut own: Vec<RankStatistics> = ranks
            .iter()
            .filter(|(play, ..)| play.player == player)
            .map(|&(play, value, compared)| {
                let value = if player == Player::Black { value } else { value.negated() };
                RankStatistics { cell: self.name(play.cell), value, compared }
            })
            .collect();
        own.sort_once_by(|one, other| other.value.value.total_cmp(&one.value.value));
        own.truncate(spec.ranks.unwrap_or(usize::MAX));
        let [orders, impossible] = self.sure_orders(player, spec.orders).map(|orders| {
            let own = |(first, then, same)| self.order(Play { player, cell: first }, then, same);
            orders.into_iter().map(own).collect()
        });
        PlayerStatistics { pairs, gap, orders, impossible, ranks: own }
    }

    /// Everything known about the order of two moves, for the player of the first.
    fn order(&self, first: Play, then: Play, same_stones: Measured) -> OrderStatistics {
        let own = |number: &dyn Fn(&Statistics) -> Option<Estimate>| self.measure_for(first.player, number);
        let oc = |m: Play, n: Play| own(&|statistics| statistics.order(m, n)?.value);
        let [by_winner, by_winner_back] = [self.by_winner(first, then), self.by_winner(then, first)];
        let [counts, counts_back] =
            [by_winner, by_winner_back].map(|orders| orders.map(|[black, white]| black + white));
        let least_share = least_share(&counts).min(least_share(&counts_back));
        OrderStatistics {
            first: self.name(first.cell),
            then: self.name(then.cell),
            then_player: then.player.name().to_owned(),
            same_stones,
            gain: own(&|statistics| statistics.order_difference(first, then)),
            oc: oc(first, then),
            oc_back: oc(then, first),
            counts,
            counts_back,
            by_winner,
            by_winner_back,
            least_share,
            impossible: least_share < LEAST_SHARE,
        }
    }

    /// Number of playouts of all samples with each of the four orders that [`Statistics::order`] compares.
    fn counts(&self, m: Play, n: Play) -> [u32; 4] {
        self.by_winner(m, n).map(|[black, white]| black + white)
    }

    /// As above by winner.
    fn by_winner(&self, m: Play, n: Play) -> [[u32; 2]; 4] {
        let mut all = [[0; 2]; 4];
        for order in self.samples.iter().filter_map(|statistics| statistics.order(m, n)) {
            let from = order.by_winner.as_flattened();
            all.as_flattened_mut().iter_mut().zip(from).for_each(|(to, from)| *to += from);
        }
        all
    }

    /// Whether one of the orders of two moves can hardly happen.
    fn is_impossible(&self, m: Play, n: Play) -> bool {
        least_share(&self.counts(m, n)).min(least_share(&self.counts(n, m))) < LEAST_SHARE
    }

    /// The pairs of a player with the highest joint criticality, and the place where the miai pairs end.
    pub(super) fn pairs(&self, player: Player, most: usize) -> (Vec<PairStatistics>, Option<Gap>) {
        let mut marked: BTreeMap<[Cell; 2], u32> = BTreeMap::new();
        for statistics in &self.samples {
            for pair in statistics.miai(player, &MiaiConfig { scope: self.scope(), ..MiaiConfig::default() }) {
                *marked.entry(pair.cells).or_default() += 1;
            }
        }
        // A cell that the opponent cannot take needs no partner.
        let cells = self.cells_of(player.opponent());
        let mut all = Vec::with_capacity(cells.len() * cells.len().saturating_sub(1) / 2);
        for (idx, &x) in cells.iter().enumerate() {
            for &y in &cells[idx + 1..] {
                let joints = self.samples.iter().filter_map(|statistics| statistics.joint(player, x, y));
                let (sum, n) = joints.fold((0.0, 0.0), |(sum, n), joint| (sum + joint.value, n + 1.0));
                if n > 0.0 {
                    all.push(([x, y], sum / n));
                }
            }
        }
        all.sort_once_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        let is_miai = |cells: &[Cell; 2]| marked.get(cells).is_some_and(|&n| 2 * n as usize > self.samples.len());
        let last = all.iter().rposition(|(cells, _)| is_miai(cells));
        let gap = last.map(|last| Gap {
            pairs: all.iter().filter(|(cells, _)| is_miai(cells)).count(),
            above: all[last].1,
            below: all.get(last + 1).map(|(_, joint)| *joint),
        });
        let listed = all.iter().enumerate().filter(|(idx, (cells, _))| *idx < most || is_miai(cells));
        let pair = |(_, &(cells, _)): (usize, &([Cell; 2], f64))| {
            let [x, y] = cells;
            Some(PairStatistics {
                cells: cells.map(|cell| self.name(cell)),
                joint: self.measure(|statistics| statistics.joint(player, x, y))?,
                opponents: self.measure(|statistics| statistics.joint(player.opponent(), x, y)),
                table: self.table(|statistics| statistics.pair_table(player, x, y))?,
                excess: self.measure(|statistics| statistics.joint_excess(player, x, y)),
                miai_in: marked.get(&cells).copied().unwrap_or(0),
                miai: is_miai(&cells),
            })
        };
        (listed.filter_map(pair).collect(), gap)
    }

    /// Orders in which the first move is the player's, the ones that are most surely better than the reverse first.
    pub(super) fn orders(&self, player: Player, most: usize) -> Vec<(Cell, Play, Measured)> {
        let [orders, _] = self.sure_orders(player, most);
        orders
    }

    /// These orders, and those that are left out.
    fn sure_orders(&self, player: Player, most: usize) -> [Vec<(Cell, Play, Measured)>; 2] {
        let mut sure = [Vec::new(), Vec::new()];
        if most == 0 || !self.kinds.has_orders {
            return sure;
        }
        for cell in self.cells_of(player) {
            let first = Play { player, cell };
            for other in Player::BOTH {
                for then in self.cells_of(other).into_iter().map(|cell| Play { player: other, cell }) {
                    if let Some(same) = self.plain_same_stones(first, then)
                        && same.low() > 0.0
                    {
                        sure[usize::from(self.is_left_out(first, then))].push((cell, then, same));
                    }
                }
            }
        }
        for orders in &mut sure {
            orders
                .sort_once_by(|(a, b, one), (c, d, other)| other.low().total_cmp(&one.low()).then((a, b).cmp(&(c, d))));
            orders.truncate(most);
        }
        sure
    }

    /// Excess of wins of the player of `m` with `m` before `n` over the same stones in the other order. `None` if one
    /// of the orders can hardly happen and such orders are left out.
    pub(super) fn same_stones(&self, m: Play, n: Play) -> Option<Measured> {
        if self.is_left_out(m, n) { None } else { self.plain_same_stones(m, n) }
    }

    fn is_left_out(&self, m: Play, n: Play) -> bool {
        self.has_filters && self.is_impossible(m, n)
    }

    fn plain_same_stones(&self, m: Play, n: Play) -> Option<Measured> {
        self.measure_for(m.player, &|statistics| statistics.same_stones(m, n))
    }

    /// A number from the point of view of a player that the samples give from Black's.
    fn measure_for(&self, player: Player, number: &dyn Fn(&Statistics) -> Option<Estimate>) -> Option<Measured> {
        let number = self.measure(number)?;
        Some(if player == Player::Black { number } else { number.negated() })
    }

    fn zeros(&self) -> Zeros {
        if self.has_filters { Zeros::Exclude { least_share: LEAST_SHARE } } else { Zeros::Count }
    }

    /// All moves with their ranks, from Black's point of view, and the number of comparisons behind them in the first
    /// sample.
    pub(super) fn ranks(&self, spec: &StatisticsSpec) -> (Vec<(Play, Measured, u32)>, Option<Comparisons>) {
        if spec.ranks == Some(0) || !self.kinds.has_orders {
            return (Vec::new(), None);
        }
        let config = OrderConfig {
            scope: self.scope(),
            alpha: spec.alpha,
            beta: spec.beta,
            limit: Limit::Replace,
            zeros: self.zeros(),
        };
        let mut comparisons = None;
        let mut ranks: BTreeMap<Play, Vec<OrderRank>> = BTreeMap::new();
        for statistics in &self.samples {
            let of_sample = statistics.order_ranks(&config);
            comparisons.get_or_insert_with(|| {
                // Each comparison is in the ranks of two moves.
                let sum = |of: fn(&OrderRank) -> u32| of_sample.iter().map(of).sum::<u32>() / 2;
                Comparisons { compared: sum(|rank| rank.n_compared), impossible: sum(|rank| rank.n_excluded) }
            });
            of_sample.into_iter().for_each(|rank| ranks.entry(rank.play).or_default().push(rank));
        }
        let measured = |(play, of_samples): (Play, Vec<OrderRank>)| {
            let n_compared = of_samples.iter().map(|rank| rank.n_compared).max().unwrap_or(0);
            let value = match &of_samples[..] {
                [rank] => Measured { value: rank.value, interval: rank.interval.map(|(low, high)| [low, high]) },
                _ => Measured::of_ranks(&of_samples.iter().map(|rank| rank.value).collect::<Vec<_>>(), spec.alpha),
            };
            (play, value, n_compared)
        };
        (ranks.into_iter().map(measured).collect(), comparisons)
    }
}

/// The share of the rarest of four orders; 0 if no playout has any.
fn least_share(counts: &[u32; 4]) -> f64 {
    let least = counts.iter().min().copied().unwrap_or(0);
    f64::from(least) / f64::from(counts.iter().sum::<u32>().max(1))
}
