//! The order of two moves, and moves ranked by how urgently they should come before others.

use tesuji_board::{Player, SortOnce as _};

use super::estimate::{ContingencyTable, Estimate, student_95};
use super::single::{Scope, Statistics, sum};
use super::tally::{ByWinner, N_KINDS, Play, PlayoutTally, exchanged, kind};

/// Order criticality of two moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Order {
    /// The order criticality, positive if the order is good for Black. `None` if no playout has one of the four orders.
    pub value: Option<Estimate>,
    /// Numbers of playouts with each of: m then n; the opponent's m then n; n then m; n then the opponent's m.
    pub counts: [u32; 4],
    /// These playouts by winner: those of Black, those of White.
    pub by_winner: [[u32; 2]; 4],
}

/// Two moves in this order, of all moves of a scope.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TopOrder {
    /// The earlier move.
    pub first: Play,
    /// The later one.
    pub then: Play,
    /// The order criticality, from Black's point of view.
    pub order: Order,
}

impl Order {
    /// The table behind the value: m then n, or one of the alternatives (the paper's table 3). The first row is Black's
    /// wins.
    #[must_use]
    pub fn table(&self) -> ContingencyTable {
        table(&self.by_winner)
    }

    /// The share of the rarest of the four orders.
    ///
    /// About 1/4 where all orders are possible, and 0 where no playout has any. If one of them can hardly happen (a
    /// structural zero), "m then n" is no longer compared with "not in this order" but with something else. Then the
    /// value says nothing about orders.
    #[must_use]
    pub fn least_share(&self) -> f64 {
        let [least, all] = [self.counts.iter().min(), Some(&self.counts.iter().sum())].map(|n| n.copied().unwrap_or(0));
        if all == 0 { 0.0 } else { f64::from(least) / f64::from(all) }
    }
}

/// An order with a smaller share (see [`Order::least_share`]) counts as impossible unless another limit is given.
pub const LEAST_SHARE: f64 = 0.02;

/// Treatment of orders that cannot be compared because one of the alternatives never happens.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Zeros {
    /// Count them as in the paper, by the plain formula.
    Count,
    /// Leave out orders with an alternative that has less than this share of the playouts.
    Exclude {
        /// The least share of the four orders, see [`Order::least_share`].
        least_share: f64,
    },
}

/// Contribution of a difference of order criticalities to a rank.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Limit {
    /// Always `alpha` once it is beyond `beta`: the paper's formula.
    #[default]
    Replace,
    /// The difference itself, but at most `alpha`, once it is beyond `beta`: the paper's text.
    Clamp,
}

/// Settings of the ranking of moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OrderConfig<'a> {
    /// The cells of the moves that are ranked and compared.
    pub scope: Scope<'a>,
    /// The most that one comparison adds.
    pub alpha: f64,
    /// Smaller differences add nothing.
    pub beta: f64,
    /// Use of `alpha`.
    pub limit: Limit,
    /// Treatment of impossible orders.
    pub zeros: Zeros,
}

impl Default for OrderConfig<'_> {
    fn default() -> Self {
        Self {
            scope: Scope::Playable,
            alpha: 0.01,
            beta: 0.01,
            limit: Limit::Replace,
            zeros: Zeros::Exclude { least_share: LEAST_SHARE },
        }
    }
}

impl OrderConfig<'_> {
    /// The paper's: every move that was ever played, alpha and beta 0.01, and nothing left out.
    #[must_use]
    pub fn paper() -> Self {
        Self { scope: Scope::All, zeros: Zeros::Count, ..Self::default() }
    }
}

/// A move, and how much better it is for Black before other moves than after them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct OrderRank {
    /// The move.
    pub play: Play,
    /// The sum over all other moves.
    pub value: f64,
    /// The standard deviation of the sum over repeated samples; `None` if the sample was counted in one part.
    pub standard_error: Option<f64>,
    /// The interval that holds the mean of the sum over repeated samples of this size in 19 of 20 cases.
    pub interval: Option<(f64, f64)>,
    /// Number of moves compared with. Impossible orders do not count if they are excluded.
    pub n_compared: u32,
    /// Number of moves left out because an order is impossible.
    pub n_excluded: u32,
}

impl Statistics {
    /// Order criticality of `m` before `n`: `2(ad - bc)/(a+b+c+d)²`, with m-then-n against its three alternatives (the
    /// opponent's m then n, n then m, n then the opponent's m), and the winner. Positive if the order is good for
    /// Black, whoever plays m and n. `None` if both are on one cell, or one cell was never played.
    ///
    /// This is the plain formula; [`Order::least_share`] shows whether it means anything.
    #[must_use]
    pub fn order(&self, m: Play, n: Play) -> Option<Order> {
        let slots = self.two_slots(m.cell, n.cell)?;
        let crossing = Crossing::new(&self.total, slots);
        let by_winner = crossing.orders(m.player, n.player);
        let table = table(&by_winner);
        Some(Order { value: table.association(table.n()), counts: by_winner.map(sum), by_winner })
    }

    /// The orders of two moves that are best for Black, the highest order criticality first, whoever plays them: the
    /// list of the paper's tables 6 and 7. Equal ones are ordered by their moves. Orders that `zeros` leaves out are not
    /// listed.
    ///
    /// Cost: a table for each pair of moves of the scope.
    #[must_use]
    pub fn top_orders(&self, scope: Scope<'_>, zeros: Zeros, most: usize) -> Vec<TopOrder> {
        let plays = self.plays(scope);
        let mut all = Vec::new();
        for &first in &plays {
            for &then in plays.iter().filter(|then| then.cell != first.cell) {
                let Some(slots) = self.two_slots(first.cell, then.cell) else { continue };
                let orders = Crossing::new(&self.total, slots).orders(first.player, then.player);
                let table = table(&orders);
                if table.n() > 0 && Alternatives::new(orders, zeros).n.is_some() {
                    all.push((table.value(), first, then));
                }
            }
        }
        all.sort_once_by(|(one, a, b), (other, c, d)| other.total_cmp(one).then((a, b).cmp(&(c, d))));
        let top = all.into_iter().take(most);
        top.filter_map(|(_, first, then)| Some(TopOrder { first, then, order: self.order(first, then)? })).collect()
    }

    /// The moves of a scope, by cell.
    fn plays(&self, scope: Scope<'_>) -> Vec<Play> {
        let plays = self.cells(scope).into_iter().flat_map(|cell| Player::BOTH.map(|player| Play { player, cell }));
        plays.filter(|play| self.is_meant(play.player, play.cell, scope)).collect()
    }

    /// Advantage for Black of the order m, n over the order n, m: the difference of the two order criticalities, with
    /// the error computed from both together. `None` where one of them is `None`.
    #[must_use]
    pub fn order_difference(&self, m: Play, n: Play) -> Option<Estimate> {
        let slots = self.two_slots(m.cell, n.cell)?;
        Crossing::new(&self.total, slots).difference(m.player, n.player)
    }

    /// Excess of Black's wins with m before n over those with n before m, among the playouts with exactly these two
    /// stones. `None` if one of the two orders never came up.
    ///
    /// [`Self::order`] also compares with playouts in which the opponent has the cell of m. So a move that decides by
    /// being made at all looks better before every other move. Here the stones are the same on both sides, and only
    /// their order differs.
    #[must_use]
    pub fn same_stones(&self, m: Play, n: Play) -> Option<Estimate> {
        let crossing = Crossing::new(&self.total, self.two_slots(m.cell, n.cell)?);
        let orders = [false, true].map(|is_m_later| crossing.first(m.player, n.player, is_m_later));
        if orders.iter().any(|&order| sum(order) == 0) {
            return None;
        }
        let [forth, back] = orders.map(|[won, lost]| f64::from(won) / f64::from(won + lost));
        // Each result gets one more playout (Agresti and Caffo 2000), so that no order counts as surely won.
        let variance = |[won, lost]: ByWinner| {
            let (won, n) = (f64::from(won) + 1.0, f64::from(won + lost) + 2.0);
            won * (n - won) / (n * n * n)
        };
        Some(Estimate::new(forth - back, (variance(orders[0]) + variance(orders[1])).sqrt()))
    }

    /// All moves of a scope, ranked by the sum over all other moves n of what [`Self::order_difference`] adds under
    /// `config`, highest first. Of equal ones Black's come first, then they are ordered by cell.
    ///
    /// Errors come from half samples: the sum is computed again from halves of the sample's parts and compared with
    /// that of the whole (balanced repeated replication). The interval is Student's, with one difference fewer than
    /// there are parts, and half a step wider each way.
    #[must_use]
    pub fn order_ranks(&self, config: &OrderConfig<'_>) -> Vec<OrderRank> {
        let plays = self.plays(config.scope);
        let moves: Vec<Move> =
            plays.iter().filter_map(|play| self.slots.get(play.cell).map(|slot| (play.player, slot))).collect();
        let ranking = self.ranking(&moves, config);
        let errors = ranking.errors();
        // Half a step; otherwise a rank on which all halves agree would count as exactly known.
        let (quantile, least) = (student_95(self.parts.len().saturating_sub(1)), config.alpha / 2.0);
        let rank = |(idx, (&play, ranked)): (usize, (&Play, &MoveRank))| {
            let standard_error = errors.as_ref().map(|errors: &Vec<f64>| errors[idx]);
            let half = standard_error.map(|error| least + quantile * error);
            OrderRank {
                play,
                value: ranked.value,
                standard_error,
                interval: half.map(|half| (ranked.value - half, ranked.value + half)),
                n_compared: ranked.n_compared,
                n_excluded: ranked.n_excluded,
            }
        };
        let mut ranks: Vec<OrderRank> = plays.iter().zip(&ranking.total).enumerate().map(rank).collect();
        ranks.sort_once_by(|one, other| other.value.total_cmp(&one.value).then(one.play.cmp(&other.play)));
        ranks
    }

    /// Ranks moves by the whole sample and by its halves. Moves on one slot come one after the other.
    fn ranking(&self, moves: &[Move], config: &OrderConfig<'_>) -> Ranking {
        let n_parts = self.parts.len();
        // Rows of a Hadamard matrix and their complements: any two parts are together in half of the halves.
        let rows = (1..n_parts).flat_map(|row| [(row, 0), (row, 1)]);
        let halves: Vec<Vec<usize>> = rows
            .map(|(row, rest)| (0..n_parts).filter(|part| (row & part).count_ones() % 2 == rest).collect())
            .collect();
        let mut ranking = Ranking {
            total: vec![MoveRank::default(); moves.len()],
            halves: halves.iter().map(|_| vec![0.0; moves.len()]).collect(),
        };
        let slots: Vec<&[Move]> = moves.chunk_by(|one, other| one.1 == other.1).collect();
        let mut parts = Vec::with_capacity(n_parts);
        let mut first_x = 0;
        for (idx, on_x) in slots.iter().enumerate() {
            let mut first_y = first_x + on_x.len();
            for on_y in &slots[idx + 1..] {
                let slots = (on_x[0].1, on_y[0].1);
                let added = Crossing::new(&self.total, slots).added(config);
                for (x, y, added) in each(&added, (first_x, on_x), (first_y, on_y)) {
                    for (place, sign) in [(x, 1.0), (y, -1.0)] {
                        ranking.total[place].compare(added.map(|added| sign * added));
                    }
                }
                parts.clear();
                parts.extend(self.parts.iter().map(|part| Crossing::new(part, slots)));
                for (ranks, half) in ranking.halves.iter_mut().zip(&halves) {
                    let added = Crossing::sum(half.iter().map(|&part| &parts[part])).added(config);
                    for (x, y, added) in each(&added, (first_x, on_x), (first_y, on_y)) {
                        ranks[x] += added.unwrap_or(0.0);
                        ranks[y] -= added.unwrap_or(0.0);
                    }
                }
                first_y += on_y.len();
            }
            first_x += on_x.len();
        }
        ranking
    }
}

/// A stone of a player on a slot.
type Move = (Player, usize);

/// The rank of a move without its error, and how many moves it was compared with or not.
#[derive(Clone, Copy, Default)]
struct MoveRank {
    value: f64,
    n_compared: u32,
    n_excluded: u32,
}

impl MoveRank {
    fn compare(&mut self, added: Option<f64>) {
        match added {
            Some(added) => {
                self.value += added;
                self.n_compared += 1;
            }
            None => self.n_excluded += 1,
        }
    }
}

/// Ranks of moves.
struct Ranking {
    total: Vec<MoveRank>,
    /// The ranks by each half of the parts.
    halves: Vec<Vec<f64>>,
}

impl Ranking {
    /// The standard error of each rank; `None` without halves.
    ///
    /// Halves are compared with the whole and not with each other. A rank is a sum of steps, and two halves on the same
    /// side of a step differ too little.
    fn errors(&self) -> Option<Vec<f64>> {
        let n_halves = self.halves.len() as f64;
        let error = |(idx, ranked): (usize, &MoveRank)| {
            let from_whole = |half: &Vec<f64>| (half[idx] - ranked.value) * (half[idx] - ranked.value);
            (self.halves.iter().map(from_whole).sum::<f64>() / n_halves).sqrt()
        };
        (!self.halves.is_empty()).then(|| self.total.iter().enumerate().map(error).collect())
    }
}

/// Calls back for any two moves that are compared, with their numbers, counted from the first on each slot, and with
/// what the comparison adds.
fn each<'a>(
    added: &'a [[Option<f64>; 2]; 2],
    (first_x, on_x): (usize, &'a [Move]),
    (first_y, on_y): (usize, &'a [Move]),
) -> impl Iterator<Item = (usize, usize, Option<f64>)> + 'a {
    on_x.iter().zip(first_x..).flat_map(move |(&(at_x, _), x)| {
        let with = move |(&(at_y, _), y): (&Move, usize)| (x, y, added[at_x.index()][at_y.index()]);
        on_y.iter().zip(first_y..).map(with)
    })
}

/// All that is known of two cells x and y that were both played: how many playouts there are of each [`kind`].
#[derive(Clone, Copy)]
struct Crossing([u32; N_KINDS]);

impl Crossing {
    #[inline]
    fn new(tally: &PlayoutTally, (x, y): (usize, usize)) -> Self {
        if x < y {
            return Self(tally.pair(x, y));
        }
        let mut kinds = [0; N_KINDS];
        for (from, count) in tally.pair(y, x).into_iter().enumerate() {
            kinds[exchanged(from)] = count;
        }
        Self(kinds)
    }

    /// The sum of several samples.
    #[inline]
    fn sum<'a>(parts: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self([0; N_KINDS]);
        for part in parts {
            all.0.iter_mut().zip(part.0).for_each(|(to, from)| *to += from);
        }
        all
    }

    /// In how many playouts the two were first, by winner.
    #[inline(always)]
    fn first(&self, on_x: Player, on_y: Player, is_x_later: bool) -> ByWinner {
        let won_by = |winner| self.0[kind(on_x.index(), winner, is_x_later, on_y.index())];
        [won_by(0), won_by(1)]
    }

    /// With m on x and n on y: m then n, the opponent's m then n, n then m, n then the opponent's m.
    #[inline]
    fn orders(&self, on_x: Player, on_y: Player) -> [ByWinner; 4] {
        let of = |on_x, is_x_later| self.first(on_x, on_y, is_x_later);
        let other = on_x.opponent();
        [of(on_x, false), of(other, false), of(on_x, true), of(other, true)]
    }

    /// As [`Self::orders`], with n before m in all of them.
    #[inline]
    fn orders_back(&self, on_x: Player, on_y: Player) -> [ByWinner; 4] {
        let of = |on_y, is_x_later| self.first(on_x, on_y, is_x_later);
        let other = on_y.opponent();
        [of(on_y, true), of(other, true), of(on_y, false), of(other, false)]
    }

    fn table(&self, on_x: Player, on_y: Player) -> ContingencyTable {
        table(&self.orders(on_x, on_y))
    }

    /// Contribution of the comparison of a move on x with one on y to the rank of the first, `[player on x][player on
    /// y]`; `None` if it is left out.
    #[inline]
    fn added(&self, config: &OrderConfig<'_>) -> [[Option<f64>; 2]; 2] {
        // Orders are compared with others that end in the same move: with one y, whoever is on x, or with one x.
        let [black, white] = Player::BOTH;
        let ending = |on_y| Alternatives::new(self.orders(black, on_y), config.zeros);
        let ending_in_x = |on_x| Alternatives::new(self.orders_back(on_x, black), config.zeros);
        let (on_y, on_x) = ([ending(black), ending(white)], [ending_in_x(black), ending_in_x(white)]);
        let added = |m: Player, n: Player| {
            let forth = on_y[n.index()].value(self.first(m, n, false))?;
            let back = on_x[m.index()].value(self.first(m, n, true))?;
            let difference = forth - back;
            Some(if difference.abs() <= config.beta {
                0.0
            } else {
                match config.limit {
                    Limit::Replace => config.alpha.copysign(difference),
                    Limit::Clamp => difference.clamp(-config.alpha, config.alpha),
                }
            })
        };
        [[added(black, black), added(black, white)], [added(white, black), added(white, white)]]
    }

    fn difference(&self, on_x: Player, on_y: Player) -> Option<Estimate> {
        let (forth, back) = (self.table(on_x, on_y), table(&self.orders_back(on_x, on_y)));
        (forth.n() > 0 && back.n() > 0).then_some(())?;
        let (forth_slopes, back_slopes) = (forth.slopes(), back.slopes());
        // The delta method over the sixteen kinds of playouts in which both cells were played.
        let mut variance = 0.0;
        for is_x_first in [true, false] {
            for at_x in Player::BOTH {
                for at_y in Player::BOTH {
                    for winner in 0..2 {
                        let slope = |slopes: [f64; 4], is_in: bool, happened: bool| {
                            if is_in { slopes[2 * winner + usize::from(!happened)] } else { 0.0 }
                        };
                        let moved = slope(forth_slopes, at_y == on_y, at_x == on_x && is_x_first)
                            - slope(back_slopes, at_x == on_x, at_y == on_y && !is_x_first);
                        // Each kind gets half a playout more; otherwise a kind that happened to be missing would count
                        // as impossible.
                        let count = f64::from(self.first(at_x, at_y, !is_x_first)[winner]) + 0.5;
                        variance += count * moved * moved;
                    }
                }
            }
        }
        Some(Estimate::new(forth.value() - back.value(), variance.sqrt()))
    }
}

/// Four orders, each of which is compared with the others.
struct Alternatives {
    /// Numbers of playouts, by winner; `None` if the comparison is left out.
    n: Option<[f64; 2]>,
}

impl Alternatives {
    #[inline(always)]
    fn new(orders: [ByWinner; 4], zeros: Zeros) -> Self {
        let won_by = |winner: usize| orders[0][winner] + orders[1][winner] + orders[2][winner] + orders[3][winner];
        let n = [won_by(0), won_by(1)];
        let is_possible = match zeros {
            Zeros::Count => sum(n) > 0,
            Zeros::Exclude { least_share } => {
                let least = orders.iter().map(|&counts| sum(counts)).min().unwrap_or(0);
                least > 0 && f64::from(least) >= least_share * f64::from(sum(n))
            }
        };
        Self { n: is_possible.then(|| n.map(f64::from)) }
    }

    /// [`ContingencyTable::value`] of one order against the other three.
    #[inline]
    fn value(&self, [a, c]: ByWinner) -> Option<f64> {
        let [black, white] = self.n?;
        // ad - bc, where b and d are what a and c leave.
        Some(2.0 * (f64::from(a) * white - f64::from(c) * black) / ((black + white) * (black + white)))
    }
}

/// The first order against the other three.
fn table(orders: &[ByWinner; 4]) -> ContingencyTable {
    let others = |winner: usize| orders[1..].iter().map(|counts| counts[winner]).sum();
    ContingencyTable { a: orders[0][0], b: others(0), c: orders[0][1], d: others(1) }
}
