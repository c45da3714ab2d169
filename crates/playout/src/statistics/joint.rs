//! Pairs of points: whether it is enough for a player to have one of the two (miai).

use tesuji_board::{Cell, Player, SortOnce as _};

use super::estimate::{ContingencyTable, Estimate};
use super::single::{Scope, Statistics};

/// Two cells, and how much they decide for a player together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair {
    /// In ascending order.
    pub cells: [Cell; 2],
    /// The joint criticality, see [`Statistics::joint`].
    pub joint: Estimate,
    /// The part that neither cell explains alone, see [`Statistics::joint_excess`].
    pub excess: Estimate,
}

/// Criteria of miai pairs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MiaiConfig<'a> {
    /// The cells that pairs are made of.
    pub scope: Scope<'a>,
    /// A gap is only looked for among the first this many pairs.
    pub most_pairs: usize,
    /// A gap, and each excess above it, must be at least this many of its standard errors wide. Among equal values, the
    /// largest of some thousand gaps is seldom 4 wide.
    pub least_z: f64,
    /// At least this share of the joint criticality must be excess. Two cells that are useless one by one have a third
    /// or more.
    pub least_excess: f64,
    /// Below the gap, a value is at most this share of what is above.
    pub most_share_below: f64,
}

impl Default for MiaiConfig<'_> {
    fn default() -> Self {
        Self { scope: Scope::Playable, most_pairs: 12, least_z: 4.0, least_excess: 0.15, most_share_below: 0.85 }
    }
}

impl Statistics {
    /// Value for `player` of being first on at least one of two cells, against the opponent being first on both:
    /// `2((P - o_P) o_O - o_P (O - o_O))/N²`. P and O are the playouts that the player and the opponent won, `o_P` and
    /// `o_O` those of them in which the opponent was first on both cells. `None` if `x` and `y` are the same cell or one
    /// was never played.
    #[must_use]
    pub fn joint(&self, player: Player, x: Cell, y: Cell) -> Option<Estimate> {
        self.pair_table(player, x, y)?.association(self.n_playouts())
    }

    /// The part of [`Self::joint`] that does not come from either cell alone. A cell x that decides by itself makes the
    /// joint criticality of x and any other cell high; the excess of such a pair is about 0.
    ///
    /// Let V mean "the player wins", and X and Y "the opponent is first" on the two cells. The joint criticality is
    /// `-2 cov(V, XY)`. It is the sum of `-2 (E[Y] cov(V, X) + E[X] cov(V, Y))`, which the single cells give, and
    /// `-2 E[(V - E[V])(X - E[X])(Y - E[Y])]`, which is returned.
    #[must_use]
    pub fn joint_excess(&self, player: Player, x: Cell, y: Cell) -> Option<Estimate> {
        let opponent = player.opponent();
        let (x, y) = self.two_slots(x, y)?;
        let both = self.total.both((opponent, x), (opponent, y));
        let [first_x, first_y] = [x, y].map(|slot| self.total.first(opponent, slot));
        // Playouts by winner, then by where the opponent was first: neither, x alone, y alone, both.
        let counts = Player::BOTH.map(|winner| {
            let [all, x, y, both] = [self.total.n(), first_x, first_y, both].map(|counts| counts[winner.index()]);
            // In this order no difference becomes negative.
            [all - x - (y - both), x - both, y - both, both]
        });
        let n = f64::from(self.n_playouts());
        let value = -2.0 * third_moment(player, &counts.map(|row| row.map(|count| f64::from(count) / n))).0;
        // Each kind gets half a playout more; otherwise a kind that happened to be missing would count as impossible.
        let n = n + 4.0;
        let (_, variance) = third_moment(player, &counts.map(|row| row.map(|count| (f64::from(count) + 0.5) / n)));
        Some(Estimate::new(value, 2.0 * (variance / n).sqrt()))
    }

    /// All pairs of a scope, the highest joint criticality first. Equal ones are ordered by their cells, lower cells
    /// first. The opponent must be able to take both cells: cells that only the player can play now, such as the
    /// player's own eyes, become the opponent's only once the fight is lost.
    #[must_use]
    pub fn pairs(&self, player: Player, scope: Scope<'_>) -> Vec<Pair> {
        let mut cells = self.cells(scope);
        cells.retain(|&cell| self.is_meant(player.opponent(), cell, scope));
        let mut pairs = Vec::with_capacity(cells.len() * cells.len().saturating_sub(1) / 2);
        for (idx, &x) in cells.iter().enumerate() {
            for &y in &cells[idx + 1..] {
                if let (Some(joint), Some(excess)) = (self.joint(player, x, y), self.joint_excess(player, x, y)) {
                    pairs.push(Pair { cells: [x, y], joint, excess });
                }
            }
        }
        pairs
            .sort_once_by(|one, other| other.joint.value.total_cmp(&one.joint.value).then(one.cells.cmp(&other.cells)));
        pairs
    }

    /// The pairs that are miai for `player`. They lie above the largest gap in the list of [`Self::pairs`], if there is
    /// one as wide as `config` asks for, and decide more together than their two cells do alone. Often there is none.
    ///
    /// The errors of neighbours in the list are treated as independent. They mostly rise and fall together, so gaps are
    /// more likely to be missed than invented.
    #[must_use]
    pub fn miai(&self, player: Player, config: &MiaiConfig<'_>) -> Vec<Pair> {
        let all = self.pairs(player, config.scope);
        let is_candidate = |Pair { joint, excess, .. }: &&Pair| {
            joint.value > 0.0
                && excess.value > 0.0
                && excess.value >= config.least_z * excess.standard_error
                && excess.value >= config.least_excess * joint.value
        };
        let candidates = || all.windows(2).filter(|pair| is_candidate(&&pair[0])).take(config.most_pairs);
        let gaps = candidates().enumerate().filter_map(|(idx, neighbours)| {
            let [above, below] = [neighbours[0].joint, neighbours[1].joint];
            let gap = above.value - below.value;
            let is_clear = gap > 0.0
                && gap >= config.least_z * above.standard_error.hypot(below.standard_error)
                && below.value <= config.most_share_below * above.value;
            is_clear.then_some((gap, idx + 1))
        });
        // Of equal gaps the first is taken.
        let widest = gaps.max_by(|one, other| one.0.total_cmp(&other.0).then(other.1.cmp(&one.1)));
        let n_above = widest.map_or(0, |(_, n_above)| n_above);
        candidates().take(n_above).map(|neighbours| neighbours[0]).collect()
    }

    /// The table behind [`Self::joint`]: `player` was first on at least one of the two cells, or the opponent on both
    /// (the paper's table 2). A playout in which the opponent is not first on both counts as the former.
    #[must_use]
    pub fn pair_table(&self, player: Player, x: Cell, y: Cell) -> Option<ContingencyTable> {
        let opponent = player.opponent();
        let (x, y) = self.two_slots(x, y)?;
        let lost = self.total.both((opponent, x), (opponent, y));
        let [b, d] = [player, opponent].map(|winner| lost[winner.index()]);
        let [won, n_lost] = [player, opponent].map(|winner| self.total.n()[winner.index()]);
        Some(ContingencyTable { a: won - b, b, c: n_lost - d, d })
    }

    /// The slots of two different cells that were both played.
    pub(super) fn two_slots(&self, x: Cell, y: Cell) -> Option<(usize, usize)> {
        (x != y).then_some(())?;
        Some((self.slots.get(x)?, self.slots.get(y)?))
    }
}

/// `E[(V - E V)(X - E X)(Y - E Y)]`, and the mean square of what a playout adds to it. The shares are by winner, then
/// neither x nor y, x alone, y alone, both.
fn third_moment(player: Player, shares: &[[f64; 4]; 2]) -> (f64, f64) {
    const XY: [(f64, f64); 4] = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let mean = |f: &dyn Fn(f64, f64, f64) -> f64| {
        let of = |winner: Player| {
            let v = f64::from(u8::from(winner == player));
            shares[winner.index()].iter().zip(XY).map(|(share, (x, y))| share * f(v, x, y)).sum::<f64>()
        };
        Player::BOTH.map(of).iter().sum::<f64>()
    };
    let (mean_v, mean_x, mean_y) = (mean(&|v, _, _| v), mean(&|_, x, _| x), mean(&|_, _, y| y));
    let moment = |f: &dyn Fn(f64, f64, f64) -> f64| mean(&|v, x, y| f(v - mean_v, x - mean_x, y - mean_y));
    let third = moment(&|v, x, y| v * x * y);
    let (cov_vx, cov_vy, cov_xy) = (moment(&|v, x, _| v * x), moment(&|v, _, y| v * y), moment(&|_, x, y| x * y));
    // The delta method: what a playout adds, including how it moves the means.
    let variance = moment(&|v, x, y| {
        let moved = v * x * y - third - v * cov_xy - x * cov_vy - y * cov_vx;
        moved * moved
    });
    (third, variance)
}
